"""The data of the calculator page: every bet, pay table and reading, and the monomials that count them.

``docs/calculator/format.md`` describes the format. The page has no rules of its own: card values, drawing rules, payoffs and
the assumptions of a reading all come from here.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from math import gcd

from exact.arithmetic import number_text
from exact.bets.bet import INLINE, Bet, parse_bets
from exact.bets.catalogue import catalogue
from exact.bets.vocabulary import CLASS_MASKS
from exact.game.cards import POINT_VALUES, RANKS, SUITS
from exact.game.coup import Outcome
from exact.game.shoe import MAX_COUNT, MAX_DECKS, MIN_CARDS
from exact.names import also_called
from exact.publication.calculator.monomials import Combination, Section, write_out
from exact.publication.calculator.page_texts import page_texts
from exact.report.languages import LANGUAGES
from exact.report.translation import translate
from exact.rules.documents import load_rulebook, split_name
from exact.rules.named import all_rules
from exact.rules.tableau import Rules, Tableau
from exact.version import __version__

OUTCOMES = "outcomes"
"""The name under which the three outcomes are exported along with the bets."""
_OUTCOMES = """
name = "outcomes"

[[category]]
name = "punto"
when = "punto_wins"
pays = 0

[[category]]
name = "banco"
when = "banco_wins"
pays = 0

[[category]]
name = "tie"
pays = 0
"""
_GROUPS = {
    "main": r"punto|banco|banco-4|tie|tie-9|ez-banco|banco-half-on-.*",
    "pairs": r".*pair.*",
    "ties": r"egalite-.*|super-tie|tiger-tie|tie-max-.*|monkey-tie",
    "totals": r".*-total-.*|.*-(even|odd)|quik|(punto|banco)-wins-.*",
    "naturals": r"(punto|banco)-natural.*|lucky-99|both-8-or-9",
    "cards": r"cards-.|small|big|three-.*|lucky-nines|matching-dragon-.*|perfect-9|grand-monkey",
    "insurance": r"insurance-.*",
    "side": r".*",
}
"""The groups in which the page lists the bets; a bet is in the first group whose pattern matches its name."""


def calculator_script() -> str:
    """The page's ``data.js``."""
    data = json.dumps(calculator_data(), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f'"use strict";\nconst DATA = {data};\n'


def calculator_data() -> dict[str, object]:
    """The contents of `calculator_script` as dictionaries, lists, numbers and strings."""
    rules = list(all_rules().values())
    tableaux = list(dict.fromkeys(reading.tableau for reading in rules))
    bets = [*parse_bets(_OUTCOMES, OUTCOMES), *catalogue().values()]
    sections = write_out(bets, tableaux)
    names = [bet.name for bet in bets]
    return {
        "format": 1,
        "program": f"exact-baccarat {__version__}",
        "limits": {"count": MAX_COUNT, "decks": MAX_DECKS, "cards": MIN_CARDS},
        "ranks": RANKS,
        "suits": SUITS,
        "values": POINT_VALUES,
        "languages": list(LANGUAGES),
        "strings": {
            key: {language: translate(text, language) for language in LANGUAGES}
            for key, text in page_texts(rules).items()
        },
        "groups": list(_GROUPS),
        "sections": [_section(section, names) for section in sections],
        "bets": [_bet(bet) for bet in bets],
        "readings": [_reading(reading, tableaux) for reading in rules],
    }


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
    return {
        "name": bet.name,
        "title": bet.title,
        "also": also_called(bet.name, bet.title),
        "note": bet.note,
        "group": "" if bet.name == OUTCOMES else next(g for g, fits in _GROUPS.items() if re.fullmatch(fits, bet.name)),
        "categories": bet.categories,
        "pays": [
            ["" if name == INLINE else name, [number_text(payoff) for payoff in payoffs]]
            for name, payoffs in bet.pay_tables.items()
        ],
    }


def _reading(rules: Rules, tableaux: list[Tableau]) -> dict[str, object]:
    document, name = split_name(rules.id)
    rulebook = load_rulebook(document)
    reading = rulebook.reading(name) if name else None
    return {
        "id": rules.id,
        "document": document,
        "title": rulebook.title,
        "language": rulebook.language,
        "reading": name,
        "says": reading.says if reading else "",
        "tableau": tableaux.index(rules.tableau),
        "decks": rules.decks or 0,
        "commission": number_text(rules.commission * 100),
        "rounding": rules.rounding,
        "assumed": [assumption.phrase for assumption in rules.assumed],
        "pays": {bet.value: [number_text(pay) for pay in rules.net_wins(bet).values()] for bet in Outcome},
    }
