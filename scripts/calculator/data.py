"""The data of the calculator page: every bet, pay table and reading, and the monomials that count them.

``docs/calculator/format.md`` describes the format. The page has no rules of its own: card values, drawing rules with
the clause behind each, payoffs and the assumptions of a reading all come from here. The bets of the first screen have
sections of their own, in the first of two files, so that the first figures wait for no more.
"""

from __future__ import annotations

import ast
import base64
import json
import re
from collections.abc import Iterable
from math import gcd

from calculator.monomials import Combination, Section, write_out
from calculator.page_texts import page_texts
from exact.answers.text import LANGUAGES, Text
from exact.arithmetic import number_text
from exact.bets.bet import INLINE, MAX_PAYOFF, Bet, parse_bets
from exact.bets.catalogue import catalogue
from exact.bets.vocabulary import CLASS_MASKS
from exact.game import POINT_VALUES, RANKS, SUITS, Outcome
from exact.game.shoe import MAX_COUNT, MAX_DECKS, MIN_CARDS
from exact.names import DIGITS, FILLERS, SYNONYMS, TRADE_NAMES, also_called, renamed
from exact.publication.citation import cite_program
from exact.report.translation import translate
from exact.rules import NO_THIRD, Rules, Tableau, all_rules
from exact.rules.documents import interpretation, load_rulebook, split_name
from exact.rules.rulebook import Interpretation, InterpretedCell
from exact.version import __version__

OUTCOMES = "outcomes"
"""The name under which the three outcomes are exported along with the bets."""
_OUTCOMES = """
name = "outcomes"
category = [
    { name = "punto", when = "punto_wins", pays = 0 },
    { name = "banco", when = "banco_wins", pays = 0 },
    { name = "tie", pays = 0 },
]
"""
FIRST = ("punto-pair", "banco-pair", "either-pair", "dragon-7", "panda-8", "ez-banco", "lucky-6")
"""The bets of the first screen, in its order, after banco, punto and tie."""
_GROUPS = {
    "variants": r"banco-half-on-[1-57-9]|.*-as-worded",
    "main": r"punto|banco|banco-4|tie|tie-9|ez-banco|banco-half-on-6",
    "pairs": r".*pair.*",
    "ties": r"egalite-.*|super-tie|tiger-tie|tie-max-.*|monkey-tie",
    "totals": r".*-total-.*|.*-(even|odd)|quik|(punto|banco)-wins-.*",
    "naturals": r"(punto|banco)-natural.*|lucky-99|both-8-or-9",
    "cards": r"cards-.|small|big|three-.*|lucky-nines|matching-dragon-.*|perfect-9|grand-monkey",
    "insurance": r"insurance-.*",
    "side": r".*",
}
"""The groups in which the page lists the bets; a bet is in the first group whose pattern matches its name."""
_SHOWN = ("main", "pairs", "ties", "totals", "naturals", "cards", "insurance", "side", "variants")
"""The order of the groups on the page: no table has the variants, so they come last."""


def data_scripts() -> dict[str, str]:
    """The page's ``data.js``, with the bets of the first screen, and ``sections.js``, with what counts the other bets.

    Both run as scripts, which a page opened from a file can load, and as modules.
    """
    data = calculator_data()
    sections = data.pop("more")
    return {
        "data.js": f'"use strict";\nglobalThis.exactBaccarat = {_compact(data)};\n',
        "sections.js": f'"use strict";\nglobalThis.exactBaccaratSections = {_compact(sections)};\n',
    }


def _compact(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def calculator_data() -> dict[str, object]:
    """The contents of `data_scripts` as plain values; ``more`` has the second file's sections."""
    rules = list(all_rules().values())
    tableaux = list(dict.fromkeys(reading.tableau for reading in rules))
    bets = [*parse_bets(_OUTCOMES, OUTCOMES), *catalogue().values()]
    names = [bet.name for bet in bets]
    first = [bet for bet in bets if bet.name in (OUTCOMES, *FIRST)]
    others = [bet for bet in bets if bet not in first]
    moves = Moves()
    return {
        "format": 1,
        "program": f"exact-baccarat {__version__}",
        "cite": cite_program().bibtex,
        "limits": {"count": MAX_COUNT, "decks": MAX_DECKS, "cards": MIN_CARDS, "pay": MAX_PAYOFF},
        "ranks": RANKS,
        "suits": SUITS,
        "values": POINT_VALUES,
        "languages": list(LANGUAGES),
        "strings": {key: _in_languages(text) for key, text in page_texts(rules).items()},
        "groups": list(_SHOWN),
        "first": list(FIRST),
        # what a search takes a typed word for: its own word for a synonym, a digit for a number, nothing for a filler
        "words": {**SYNONYMS, **DIGITS, **dict.fromkeys(sorted(FILLERS), "")},
        "sections": [_section(section, names) for section in write_out(first, tableaux)],
        "more": [_section(section, names) for section in write_out(others, tableaux)],
        "bets": [_bet(bet) for bet in bets],
        "readings": [_reading(reading, tableaux, moves) for reading in rules],
        "moves": moves.written(),
        "clauses": moves.clauses(),
    }


def _in_languages(text: str) -> dict[str, str]:
    """``text`` in every language, and in English for readers who say Player and Banker."""
    return {language: translate(text, language) for language in LANGUAGES} | {"player-banker": renamed(text)}


def _section(section: Section, names: list[str]) -> dict[str, object]:
    masks = list(dict.fromkeys(mask for mask, _ in section.factors))
    classes = CLASS_MASKS[section.granularity]
    own = [name for name in names if name in section.events]
    return {
        "granularity": section.granularity.word,
        "classes": int(section.granularity),
        "sets": [[index for index, group in enumerate(classes) if group & mask] for mask in masks],
        "factors": [[masks.index(mask), taken] for mask, taken in section.factors],
        "bets": [names.index(name) for name in own],
        "rest": [section.rest[name] for name in own],
        "monomials": _text(_written_monomials(section.monomials)),
        "forms": _text(_written_forms(section.forms)),
        "events": _text(_written_events(section.events[name] for name in own)),
    }


def _written_monomials(monomials: Iterable[tuple[int, ...]]) -> Iterable[int]:
    before: tuple[int, ...] = ()
    for monomial in monomials:
        shared = next((i for i, (a, b) in enumerate(zip(before, monomial, strict=False)) if a != b), len(before))
        yield shared
        yield from monomial[shared:]
        before = monomial


def _written_forms(forms: Iterable[dict[int, int]]) -> Iterable[int]:
    for form in forms:
        divisor = gcd(*form.values())
        yield len(form)
        yield divisor
        before = -1
        for monomial, coefficient in sorted(form.items()):
            yield monomial - before - 1
            yield _unsigned(coefficient // divisor)
            before = monomial


def _written_events(events: Iterable[tuple[tuple[Combination, ...], ...]]) -> Iterable[int]:
    for tables in events:
        for table in tables:
            for combination in table:
                yield len(combination)
                for form, times in sorted(combination.items()):
                    yield form
                    yield _unsigned(times)


def _unsigned(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _text(numbers: Iterable[int]) -> str:
    """Numbers of at least 0 in base 64: seven bits a byte, lowest first; a set top bit means that more bits follow."""
    out = bytearray()
    for number in numbers:
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        out.append(number)
    return base64.b64encode(bytes(out)).decode("ascii")


def _bet(bet: Bet) -> dict[str, object]:
    classification = bet.classification
    sold = ((trade, *own.partition(":")[::2]) for trade, own in TRADE_NAMES)
    return {
        "name": bet.name,
        "title": bet.title,
        "titles": _in_languages(Text(bet.title)),
        "also": also_called(bet.name, bet.title),
        "trade": [(trade, pay_table) for trade, name, pay_table in sold if name == bet.name],
        "note": bet.note,
        "source": bet.source,
        "group": "" if bet.name == OUTCOMES else next(g for g, fits in _GROUPS.items() if re.fullmatch(fits, bet.name)),
        "categories": bet.categories,
        "define": [[name, _tree(definition.tree)] for name, definition in classification.definitions.items()],
        "when": [_tree(condition.tree) for condition in classification.conditions],
        "pays": [
            ["" if name == INLINE else name, [number_text(payoff) for payoff in payoffs]]
            for name, payoffs in bet.pay_tables.items()
        ],
    }


_SIGNS: dict[type[ast.AST], str] = {
    ast.And: "and", ast.Or: "or", ast.Not: "not", ast.In: "in", ast.NotIn: "not in",
    ast.Add: "+", ast.Sub: "-", ast.USub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


def _tree(node: ast.expr) -> object:
    """An expression of the language of bets: a number, a name, or a list of a sign and what it joins."""
    match node:
        case ast.Constant(value=value):
            return int(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return name
        case ast.BoolOp(op=operator, values=operands):
            return [_SIGNS[type(operator)], *map(_tree, operands)]
        case ast.UnaryOp(op=operator, operand=operand):
            return [_SIGNS[type(operator)], _tree(operand)]
        case ast.BinOp(left=left, op=operator, right=right):
            return [_SIGNS[type(operator)], _tree(left), _tree(right)]
        case ast.Compare(left=left, ops=operators, comparators=comparators):
            pairs = zip(operators, comparators, strict=True)
            chain = [part for sign, right in pairs for part in (_SIGNS[type(sign)], _tree(right))]
            return ["compare", _tree(left), *chain]
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return ["list", *map(_tree, elements)]
    raise AssertionError(node)


def _reading(rules: Rules, tableaux: list[Tableau], moves: Moves) -> dict[str, object]:
    document, name = split_name(rules.id)
    rulebook = load_rulebook(document)
    reading = rulebook.reading(name) if name else None
    return {
        "id": rules.id,
        "document": document,
        "title": rulebook.title,
        "source": rulebook.document,
        "language": rulebook.language,
        "reading": name,
        "says": reading.says if reading else "",
        "tableau": tableaux.index(rules.tableau),
        "draws": moves.of(interpretation(rules.id)),
        "decks": rules.decks or 0,
        "commission": number_text(rules.commission * 100),
        "rounding": rules.rounding,
        "assumed": [assumption.phrase for assumption in rules.assumed],
        "pays": {bet.value: [number_text(pay) for pay in rules.net_wins[bet].values()] for bet in Outcome},
    }


class Moves:
    """The distinct moves of readings, numbered: whether a side draws, the clause, and whether it is assumed."""

    def __init__(self) -> None:
        self._moves: dict[InterpretedCell, int] = {}
        self._clauses: dict[str, int] = {}

    def of(self, reading: Interpretation) -> dict[str, object]:
        """A reading's moves by their numbers.

        ``punto`` has a move for each two-card total 0–7, ``banco`` for each of its totals eleven moves: against punto's
        third card 0–9, then against none. ``against`` lists ``[total, third, punto's final total, move]`` and ``ranks``
        ``[total, rank 0–12 of the third card, move]``; ranks go before final totals, and these before ``banco``.
        """
        says, assumed = reading.clause("naturals")
        return {
            "naturals": self._number(InterpretedCell(False, says, assumed)),
            "punto": [self._number(reading.punto[total]) for total in range(8)],
            "banco": [
                [self._number(reading.banco[total, third]) for third in range(NO_THIRD + 1)] for total in range(8)
            ],
            "against": [[*situation, self._number(move)] for situation, move in reading.banco_against.items()],
            "ranks": [[*situation, self._number(move)] for situation, move in reading.banco_by_rank.items()],
        }

    def _number(self, move: InterpretedCell) -> int:
        self._clauses.setdefault(move.says, len(self._clauses))
        return self._moves.setdefault(move, len(self._moves))

    def written(self) -> list[list[int]]:
        """Every move by its number: whether it draws, its clause's number, and whether it is assumed, as 0 and 1."""
        return [[int(move.draws), self._clauses[move.says], int(move.assumed)] for move in self._moves]

    def clauses(self) -> list[str]:
        """The words of every clause by its number, in the language of the document."""
        return list(self._clauses)
