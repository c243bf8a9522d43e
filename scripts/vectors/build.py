"""The conformance vectors as files: the groups, their digests, the smoke set, the rules and the bets."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor

from exact.arithmetic import number_text
from exact.bets.catalogue import catalogue
from exact.conformance.vectors.faults import faults
from exact.conformance.vectors.vector_set import (
    BETS_FILE,
    DATA,
    DIGESTS_FILE,
    SHOWS_FILE,
    SMOKE_FILE,
    Vector,
)
from exact.engine.compiler import compiled
from exact.rules import Tableau, all_rules, standard_tableau
from vectors.coup_groups import coup_groups, invalid_groups, settlement_groups
from vectors.groups import Group, bet_groups, given_groups, outcome_groups, reading_groups
from vectors.price_groups import infinite_groups, price_groups
from vectors.smoke import smoke_set

FILES: dict[str, Callable[[], list[Group]]] = {
    "vectors-outcomes.json": outcome_groups,
    "vectors-readings.json": reading_groups,
    "vectors-bets.json": bet_groups,
    "vectors-prices.json": price_groups,
    "vectors-infinite.json": infinite_groups,
    "vectors-coups.json": coup_groups,
    "vectors-given.json": given_groups,
    "vectors-settlement.json": settlement_groups,
    "vectors-invalid.json": invalid_groups,
}
"""Each file of vectors, and the function that makes its groups."""
_LONGEST_FIRST = ("vectors-bets.json", "vectors-given.json", "vectors-outcomes.json", "vectors-readings.json")
"""The files that take longest; the processes begin with them, so that none has a long one left at the end."""
README_FILE, SCHEMA_FILE = "README.md", "schema.json"
FORMAT = "exact-baccarat-vectors"


def build_files(readme: str, pool: Executor) -> dict[str, bytes]:
    """The contents of every generated file by name; ``readme`` is the README, whose counts are updated.

    Two methods compute the vectors, file by file in ``pool``; raises `ExactError` if they differ.
    """
    making = {name: pool.submit(FILES[name]) for name in dict.fromkeys((*_LONGEST_FIRST, *FILES))}
    bets = pool.submit(_bets)
    groups = {name: making[name].result() for name in FILES}
    files = {name: _vectors_file(made) for name, made in groups.items()}
    vectors = [vector for name in sorted(groups) for vector in _vectors(groups[name])]
    smoke, shown, kinds = smoke_set(vectors, pool)
    files[SMOKE_FILE] = _lines("ids", smoke)
    names = [fault.id for fault in faults()]
    masks = {of: f"{sum(1 << names.index(name) for name in shown[of]):x}" for of in shown}
    files[SHOWS_FILE] = _lines("shows", masks, faults=names)
    files["rules.json"] = _lines("rules", _rules())
    files[BETS_FILE] = _lines("bets", bets.result())
    of_set = files | {SCHEMA_FILE: (DATA / SCHEMA_FILE).read_bytes()}  # written by hand, but part of the set
    digests = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(of_set.items()))
    files[DIGESTS_FILE] = "".join(digests).encode()
    counted = _between(readme, "counts", _count_rows(groups, len(smoke)))
    files[README_FILE] = _between(counted, "faults", _fault_rows(kinds)).encode()
    return files


def _vectors(groups: Sequence[Group]) -> list[Vector]:
    return [
        Vector(f"{group.name}-{number:03d}", group.name, tuple(group.flags.split()), request, expected)
        for group in groups
        for number, (request, expected) in enumerate(group.vectors, 1)
    ]


def _vectors_file(groups: Sequence[Group]) -> bytes:
    """One line for each vector, so that a diff shows which one changed."""
    parts = []
    for group in groups:
        about = {"name": group.name, "source": group.source, "reason": group.reason, "flags": group.flags.split()}
        vectors = ({"id": each.id, "request": each.request, "expected": each.expected} for each in _vectors([group]))
        parts.append(_spread(about, "vectors", map(_compact, vectors), "[]"))
    return f"{_spread({'format': FORMAT}, 'groups', parts, '[]')}\n".encode()


def _lines(name: str, entries: Mapping[str, object] | Sequence[str], **more: object) -> bytes:
    """A document with a line for each entry of its list or object."""
    if isinstance(entries, Mapping):
        lines, brackets = [f"{json.dumps(key)}:{_compact(entry)}" for key, entry in entries.items()], "{}"
    else:
        lines, brackets = list(map(_compact, entries)), "[]"
    return f"{_spread({'format': FORMAT} | more, name, lines, brackets)}\n".encode()


def _spread(head: Mapping[str, object], name: str, lines: Iterable[str], brackets: str) -> str:
    """An object whose last value, a list or an object, has a line for each entry."""
    return f'{_compact(head)[:-1]},"{name}":{brackets[0]}\n' + ",\n".join(lines) + f"\n{brackets[1]}}}"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def _rules() -> dict[str, object]:
    """The parts of each reading that an engine needs: its two tables, its payoffs and its commission."""
    return {
        name: {
            "punto": rules.tableau.punto,
            "banco": list(rules.tableau.matrix),
            **_against(rules.tableau),
            "payoffs": {bet: number_text(payoff) for bet, payoff in rules.payoffs.items()},
            "commission": number_text(rules.commission),
            "rounding": "player" if rules.rounding == "nobody" else rules.rounding,
            "ties": rules.ties,
        }
        for name, rules in all_rules().items()
    }


def _against(tableau: Tableau) -> dict[str, object]:
    """Banco's table against the final totals of punto that change it; nothing if none does."""
    matrices = {str(total): list(matrix) for total, matrix in tableau.against}
    return {"banco_against": matrices} if matrices else {}


def _bets() -> dict[str, object]:
    """For each bet, the granularity it needs, and its categories in order with their conditions."""
    bets: dict[str, object] = {}
    for name, bet in catalogue().items():
        conditions = [condition.text for condition in bet.classification.conditions]
        padded = [*conditions, *[""] * (len(bet.categories) - len(conditions))]
        bets[name] = {
            "title": bet.title,
            "looks_at": compiled(bet, standard_tableau()).granularity.word,
            "define": {own: definition.text for own, definition in bet.classification.definitions.items()},
            "categories": [
                {"name": category, "when": condition, "pays": number_text(payoff)}
                for category, condition, payoff in zip(bet.categories, padded, bet.payoffs(), strict=True)
            ],
        }
    return bets


def _count_rows(groups: dict[str, list[Group]], smoke: int) -> list[str]:
    rows = ["| file | group | flags | vectors |", "|:-----|:------|:------|--------:|"]
    total = 0
    for name, made in groups.items():
        for group in made:
            rows.append(f"| {name} | {group.name} | {', '.join(group.flags.split())} | {len(group.vectors)} |")
            total += len(group.vectors)
    return [*rows, "", f"{total} vectors in all, {smoke} of them in the smoke set."]


def _fault_rows(kinds: Mapping[str, Sequence[str]]) -> list[str]:
    """The kinds of requests in which each fault shows; faults that differ in a number or a name make one row."""
    shown: dict[str, list[str]] = {}
    for fault in faults():
        row = shown.setdefault(re.sub(r"\{\w+\}", "…", fault.words.template), [])
        row += [kind for kind in kinds[fault.id] if kind not in row]
    rows = ["| fault | shows in |", "|:------|:---------|"]
    return rows + [f"| {words} | {', '.join(of_words)} |" for words, of_words in shown.items() if of_words]


def _between(text: str, part: str, rows: list[str]) -> str:
    """``text`` with ``rows`` between the two comments that mark the part."""
    start, end = f"<!-- {part} -->", f"<!-- end of {part} -->"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}\n" + "\n".join(rows) + f"\n{end}{after}"
