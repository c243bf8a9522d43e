"""What `fuzz` spoils: the examples of help and pages, requests of the vectors, and a good file of every format."""

from __future__ import annotations

import json
import random
import re
import shlex
from fractions import Fraction
from pathlib import Path

import numpy as np

from exact.cli.commands.verify import SUBCOMMANDS
from exact.cli.main import COMMANDS, module_of
from exact.conformance.vectors.vector_set import load_set
from exact.conformance.verify import mapping

ROOT = Path(__file__).parents[1]
MESSAGES = [json.dumps({"id": each.id, **each.request}).encode() for each in load_set(smoke=True).vectors]
_COLUMNS = [f"c{value}" for value in range(10)]
_FIGURES = 'claim,printed,source,note\n"house edge of banco, 8 decks",1.0579 %,a page,\nprobability of tie,0.0952,,x\n'
_MAPPING = re.sub(
    "^    ", "", str(mapping.__doc__).partition("\n\n")[2].partition("\nWhat they")[0], flags=re.MULTILINE
)
FILES = {
    "own.toml": ((ROOT / "exact/bets/catalogue/dragon-7.toml").read_text("utf-8"), "bet own.toml --decks 1"),
    "rules.toml": ((ROOT / "exact/rules/documents/castle-vaduz.toml").read_text("utf-8"), "rules rules.toml"),
    "figures.csv": (_FIGURES, "audit figures.csv --out verdicts.csv"),
    "claims.csv": (_FIGURES, "audit claims.csv"),
    "shoes.csv": (
        f"{','.join(_COLUMNS)}\n16,4,4,4,4,4,4,4,4,4\n1,2,3,4,5,6,7,8,9,10\n",
        "shoes shoes.csv --out odds.jsonl",
    ),
    "shoes.jsonl": (json.dumps(dict.fromkeys(_COLUMNS, 4)), "shoes shoes.jsonl --out odds.csv --bets tie"),
    "dealt.txt": ("[Kd 2] 9 8 7 6 5 4\n6h Kd Kc 3s 9h\n", "shoes --dealt dealt.txt --decks 1 --out coups.csv"),
    "answers.csv": (
        'id,answer\nx,"{""counts"": {""win"": ""1""}}"\n',
        "verify results answers.csv --smoke --format csv",
    ),
    "tallies.json": ('{"decks": 8, "coups": 9, "outcomes": {"punto": 9}}', "verify simulated tallies.json"),
    "stream.txt": ("P B T PBBT\n", "verify stream --every 3"),
    "map.toml": (_MAPPING, "verify engine --url http://127.0.0.1:9/ --map map.toml"),
    "asked.txt": ("house edge of {banco,tie}, {6,8} decks\nprobability of tie\n", "ask --file asked.txt"),
    "own.json": ('{"5": "9/11"}', "equilibrium --model A1 --decks 1 --player own.json"),
}
_TEXTS = ["", " ", "9" * 30, "9" * 5000, "A" * 300, *"\x00\n\r\x1b\x9b\u202e\u2028\udcff\\'\"{}[],:;%$-½²٣é💥"]
_TEXTS += ["0", "-1", "1/0", "1e400", "nan", "\x1b[2J", "=cmd|x", "{a,b}", "{1..9}", "player", "banco=5", "--", "a==1"]


class _Broken:
    def __repr__(self) -> str:
        raise RuntimeError


_DEEP: list[object] = []
for _ in range(5000):
    _DEEP = [_DEEP]
JUNK: list[object] = [*_TEXTS, None, True, 1, 8, -1, 10**30, 1.5, float("nan"), b"x", [], {}, _DEEP, {"a": _DEEP}]
JUNK += [_Broken(), object, Fraction(1, 3), np.array(5), np.eye(3), [1, "x"], {1: 2}, range(3), Path("x"), [4] * 10]


def _examples() -> list[list[str]]:
    """The commands in help and pages, but for those that start another program or write for minutes."""
    texts = [page.read_text("utf-8") for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md")]
    texts += [str(command.__doc__) for command in (*map(module_of, COMMANDS), *SUBCOMMANDS.values())]
    found = re.findall(r"^(?:\$|  ) ?exact ([a-z][^\\|>\n]*?)(?:   .*| 2>&1)?$", "\n".join(texts), re.MULTILINE)
    every = [shlex.split(line) for line in found if line.count('"') % 2 == line.count("'") % 2 == 0]
    return [given for given in every if harmless(given)]


def harmless(given: list[str]) -> bool:
    """Whether words stay in this folder, on this machine and in this process."""
    writes = given[:1] == ["tables"] and "--list" not in given
    elsewhere = re.compile(
        r"(^|=)[/~]|\.\.[/\\]|--(workers|cluster|http|book|check|pictures)|https?:|engine|study|serve|perfect"
    )
    return not writes and not any(map(elsewhere.search, given))


def spoiled(rng: random.Random, data: bytes) -> bytes:
    """``data`` after one to four changes: bytes cut out, doubled or changed, and texts and numbers put in."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(data) + 1)
        to = min(at + rng.choice((1, 4, 30)), len(data))
        if rng.random() < 0.3 and (number := re.compile(rb"\d+").search(data, at)):
            at, to = number.span()
        put = rng.choice(_TEXTS).encode("utf-8", "surrogateescape")
        data = data[:at] + rng.choice((b"", data[at:to] * 2, put, rng.randbytes(1), put + data[at:to])) + data[to:]
    return data


def spoiled_words(rng: random.Random, given: list[str]) -> list[str]:
    """``given`` after one to three changes; as they were, if that would not be `harmless`."""
    words = [*given]
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(words) + 1)
        near = spoiled(rng, words[at - 1].encode("utf-8", "surrogateescape")) if words else b"odds"
        other = rng.choice(
            (rng.choice(rng.choice(EXAMPLES)), rng.choice(_TEXTS), near.decode("utf-8", "surrogateescape"))
        )
        words[at : at + rng.randrange(2)] = rng.choice(([], [other], [other], words[at : at + 1] * 2))
    return words if harmless(words) else given


EXAMPLES = _examples()
