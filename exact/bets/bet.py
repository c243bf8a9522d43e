"""A bet: categories of coups in order, each with a condition, and pay tables; and how bets are written in TOML."""

import keyword
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Self, cast

from exact.bets.draw import Draw, parse_draw
from exact.bets.expression import Expression, parse_condition, parse_definition
from exact.bets.jackpot import JACKPOT, Jackpot, Meter, Terms, parse_jackpot, parse_terms
from exact.bets.vocabulary import known_names
from exact.errors import ExactError
from exact.escapes import printable
from exact.inputs import Table, check_keys, money, near_misses, note_reading, parse_toml
from exact.records import Record, Shown, field, replace

LOSE = "lose"
MAX_PAYOFF = 10**6
INLINE = "main"  # the pay table that the categories themselves give

_NAME = re.compile(r"[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*")
_DECISION = re.compile(r"\b(?:raise|fold|see|decide|decision)s?\b", re.IGNORECASE)
_MAX_CATEGORIES = 200
_MAX_MEMBERS = 200
_MAX_EXPANDED = 1_000_000
_MAX_VALUE = 500


class Classification(Record):
    """Categories in order: a coup falls into the first whose condition holds, and otherwise into the last."""

    conditions: tuple[Expression, ...]
    definitions: dict[str, Expression] = field(hashed=False)  #: Its own names, by the vocabulary and earlier ones

    @property
    def categories(self) -> int:
        """Their number."""
        return len(self.conditions) + 1

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """The definitions, then the conditions."""
        return *self.definitions.values(), *self.conditions

    def names(self) -> frozenset[str]:
        """Every name of the vocabulary that the conditions use, directly or through definitions."""
        return frozenset[str]().union(*(expression.names for expression in self.expressions)) - set(self.definitions)


def by_conditions(conditions: Iterable[str]) -> Classification:
    """The classification by conditions in the language of bets; a last category has all other coups."""
    names = known_names()
    return Classification(tuple(parse_condition(condition, names, "condition") for condition in conditions), {})


class Bet(Shown):
    """A bet on one coup, with the pay table by which it pays."""

    name: str
    title: str
    source: str
    note: str
    categories: tuple[str, ...]
    classification: Classification
    pay_tables: dict[str, tuple[Fraction, ...]] = field(hashed=False)
    """The net win of each category; −1 loses the stake, 0 returns it."""
    pay_table: str | None = None  #: The chosen pay table; `None` means the first
    jackpot: Jackpot | None = field(default=None, hashed=False)  #: Its meters; ``pay_tables`` are at their amounts
    draw: Draw | None = field(default=None, hashed=False)  #: What multiplies payoffs; ``pay_tables`` are without it

    @property
    def paying_table(self) -> str:
        """The pay table that pays: the one chosen, or the first."""
        return self.pay_table or next(iter(self.pay_tables))

    @property
    def full_name(self) -> str:
        """The name, and that of the pay table if one was chosen."""
        return self.name if self.pay_table is None else f"{self.name}:{self.pay_table}"

    @property
    def name_in_full(self) -> str:
        """The name, that of the pay table that pays if there are several, and the amounts of its meters."""
        name = f"{self.name}:{self.paying_table}" if len(self.pay_tables) > 1 else self.name
        return name if self.jackpot is None else f"{name} ({self.jackpot.text})"

    @property
    def beside(self) -> str:
        """What decides the payoff of a category beside the shoe; usually nothing."""
        return "a draw" if self.draw else "other tables" if self.jackpot and self.jackpot.tables > 1 else ""

    @property
    def assumed(self) -> str:
        """What its price rests on if more than dealt cards decides it, as its note says; else empty."""
        return self.note if self.draw or self.jackpot else ""

    def with_jackpot(self, typed: str) -> Self:
        """The bet with its meters at the amounts in ``typed``; errors as in `Jackpot.at`, and for a bet without any."""
        if self.jackpot is None:
            raise ExactError("jackpot", typed, f"does not go with {self.name}, which has no jackpot")
        jackpot = self.jackpot.at(typed)
        bet = replace(self, jackpot=jackpot, pay_tables={name: jackpot.payoffs(name) for name in self.pay_tables})
        note_reading(self.name_in_full, bet.name_in_full)
        return bet

    def __repr__(self) -> str:
        return f"<Bet {printable(self.name, 40)}, paid by {printable(self.paying_table, 40)}>"

    def payoffs(self, pay_table: str | None = None) -> tuple[Fraction, ...]:
        """The payoffs of a pay table, by default the one that pays; raises `ExactError` for an unknown one.

        Raises it too if something beside the shoe decides what a category pays.
        """
        if self.beside:
            prices = "only exact bet, ask, promotion and report price it, by itself and on its own terms"
            raise ExactError("bet", self.name, f"depends on {self.beside} beside the shoe: {prices}")
        return self.pay_tables[self.paid_by(pay_table).paying_table]

    def to_line(self) -> str:
        """The full text that determines the bet: conditions, definitions and pay tables."""
        definitions = {name: expression.text for name, expression in self.classification.definitions.items()}
        conditions = [condition.text for condition in self.classification.conditions]
        line = repr((self.name, definitions, conditions, self.categories, self.pay_tables))
        return line + "".join(f" {own!r}" for own in (self.jackpot, self.draw) if own)

    def paid_by(self, pay_table: str | None) -> Self:
        """The bet with this pay table chosen, or unchanged for `None`; raises `ExactError` for an unknown one."""
        if pay_table is None or pay_table == self.pay_table:
            return self
        if pay_table not in self.pay_tables:
            bound = f"is not a pay table of {self.name}: {near_misses(pay_table, self.pay_tables)}"
            raise ExactError("bet", f"{self.name}:{pay_table}", bound)
        return replace(self, pay_table=pay_table)


def parse_bets(text: str, file: str) -> list[Bet]:
    """The bets written in TOML ``text``; ``file`` names it in errors.

    ``name`` is kebab-case; ``title``, ``source`` and ``note`` are optional texts. Each ``[[category]]`` has ``name``,
    ``when`` (a condition) and ``pays``. The last may omit ``when``: it then takes every other coup. Otherwise a
    category ``lose`` at −1 is added. Instead of ``pays``, each ``[pay_tables.NAME]`` may give every category a payoff.
    ``[define]`` holds the bet's own names, each an expression. With ``members``, a list of tables, the file is a
    family: a bet for each member, in which ``{key}`` stands for the member's value of ``key``. Raises `ExactError`
    with the file, line and place for everything else.
    """
    table: Table = parse_toml(text, "bet", file)
    optional = ("title", "source", "note", "members", "define", "category", "pay_tables", "jackpot", "draw")
    _refuse_decisions(table, file)
    check_keys(table, file, ("name",), optional)
    if "jackpot" in table and "draw" in table:
        raise ExactError(f"{file}: draw", "jackpot", "does not go with a draw in one bet")
    members = table.pop("members", [{}])
    if not isinstance(members, list) or not 0 < len(members) <= _MAX_MEMBERS:
        raise ExactError(f"{file}: members", members, f"must be a list of 1 to {_MAX_MEMBERS} tables")
    if len(members) * len(text) > _MAX_EXPANDED:
        bound = f"bets in a file of {len(text)} characters are too many: the bound is {_MAX_EXPANDED} in all"
        raise ExactError(f"{file}: members", len(members), bound)
    lines = _Lines(text, file)
    bets = [_bet(_substituted(table, member, file), lines) for member in members]
    names = [bet.name for bet in bets]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ExactError(f"{file}: members", name, "is the name of two bets of the family")
    return bets


def _refuse_decisions(table: Table, file: str) -> None:
    """Raise `ExactError` for a key or a condition that asks the player to decide in the middle of a coup."""
    rows = table.get("category")
    conditions = [str(row.get("when")) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    for word in _DECISION.findall(" ".join([*table, *conditions])):
        if word not in str(table.get("define")):
            bound = "is a decision during the coup, which no bet here has: nearest is exact signal, bets on seen cards"
            raise ExactError(file, word, bound)


_DEFINES = re.compile(r"\s*(?:\"([^\"]*)\"\s*=|([\w.-]+)\s*=|\[{1,2}\s*([^\[\]\s]+)\s*\])")


class _Lines:
    """Finds the line of the n-th ``key = …`` of a file, for errors; skips multi-line texts."""

    def __init__(self, text: str, file: str) -> None:
        self.keys: list[str | None] = []  # what each row defines
        self.file = file
        quoted = False
        for row in text.splitlines():
            defined = None if quoted else _DEFINES.match(row)
            self.keys.append(defined and defined[defined.lastindex or 0])
            quoted ^= (row.count('"' * 3) + row.count("'" * 3)) % 2 == 1

    def location(self, key: str, nth: int = 0) -> str:
        numbers = [number for number, own in enumerate(self.keys, start=1) if own == key]
        line = f", line {numbers[nth]}" if nth < len(numbers) else ""
        return f"{self.file}{line}: {key}"


def _substituted(table: Table, member: object, file: str) -> Table:
    """The table with ``{key}`` replaced, once, by the member's value."""
    if not isinstance(member, dict) or not all(isinstance(v, str | int | float) for v in member.values()):
        raise ExactError(f"{file}: members", member, "must be a table of words and numbers like { n = 3 }")
    values = {key: str(value) for key, value in member.items()}
    for key, value in values.items():
        if len(value) > _MAX_VALUE:
            raise ExactError(f"{file}: members, {key}", value, f"is too long: the bound is {_MAX_VALUE} characters")

    def replaced(part: Any) -> Any:
        if isinstance(part, str):
            return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), part)
        if isinstance(part, dict):
            return {replaced(key): replaced(value) for key, value in part.items()}
        return [replaced(entry) for entry in part] if isinstance(part, list) else part

    return cast(Table, replaced(table))


def _bet(table: Table, lines: _Lines) -> Bet:
    name = _words(table, "name", lines)
    if not _NAME.fullmatch(name):
        raise ExactError(lines.location("name"), name, "must be letters and digits with single hyphens between")
    known = known_names()
    definitions = {}
    for own, text in _table(table.get("define", {}), "define", lines).items():
        location = lines.location(own)
        if not own.isidentifier() or not own.isascii() or keyword.iskeyword(own) or own in known:
            raise ExactError(location, own, "cannot be defined: it is not a word, or it is a name of the language")
        definitions[own], known[own] = parse_definition(text, known, location)
    rows = list(_category_rows(table, lines))
    conditions = tuple(
        parse_condition(row["when"], known, lines.location("when", number))
        for number, (_, row) in enumerate(rows)
        if "when" in row
    )
    classification = Classification(conditions, definitions)
    for own in definitions:
        if not any(own in expression.names for expression in classification.expressions):
            raise ExactError(lines.location(own), own, "is defined but never used")
    categories = tuple(category for category, _ in rows)
    closed = len(conditions) < len(rows)
    if not closed and LOSE in categories:
        bound = "is the category of all other coups: write it last, without when"
        raise ExactError(lines.location("name"), LOSE, bound)
    categories = categories if closed else (*categories, LOSE)
    jackpot = draw = None
    if "jackpot" in table:
        jackpot = parse_jackpot(_table(table["jackpot"], "jackpot", lines), lines.location("jackpot"))
    elif "draw" in table:
        draw = parse_draw(_table(table["draw"], "draw", lines), categories, lines.location("draw"))
    terms = _pay_tables(table, rows, closed, lines, jackpot.meters if jackpot else ())
    if jackpot:
        if not any(any(shares) for paid in terms.values() for _, *shares in paid):
            raise ExactError(lines.location("jackpot"), jackpot.text, "is a jackpot that no category pays")
        jackpot = replace(jackpot, terms=terms)
    return Bet(
        name=name,
        title=_words(table, "title", lines, name),
        source=_words(table, "source", lines, ""),
        note=_words(table, "note", lines, ""),
        categories=categories,
        classification=classification,
        pay_tables={
            own: jackpot.payoffs(own) if jackpot else tuple(fixed for (fixed,) in paid) for own, paid in terms.items()
        },
        jackpot=jackpot,
        draw=draw,
    )


def _category_rows(table: Table, lines: _Lines) -> Iterator[tuple[str, Table]]:
    rows = table.get("category", [])
    if not isinstance(rows, list) or not 0 < len(rows) <= _MAX_CATEGORIES:
        raise ExactError(lines.location("category"), rows, f"must be 1 to {_MAX_CATEGORIES} tables [[category]]")
    pays = () if table.get("pay_tables") else ("pays",)
    seen = set()
    for number, row in enumerate(rows):
        location = lines.location("category", number)
        last = number == len(rows) - 1
        check_keys(row, location, ("name", *(() if last else ("when",)), *pays), ("pays", "when"))
        category = row["name"]
        if not isinstance(category, str) or not _NAME.fullmatch(category):
            raise ExactError(location, category, "must be a name of letters and digits with single hyphens between")
        if category in seen:
            raise ExactError(location, category, "names two categories")
        seen.add(category)
        yield category, row


def _pay_tables(
    table: Table, rows: list[tuple[str, Table]], closed: bool, lines: _Lines, meters: Sequence[Meter]
) -> dict[str, tuple[Terms, ...]]:
    inline = {category: row["pays"] for category, row in rows if "pays" in row}
    named = _table(table.get("pay_tables", {}), "pay_tables", lines)
    if inline and named:
        bound = "has a payoff of its own as well as one in pay_tables: keep one of the two"
        raise ExactError(lines.location("pays"), next(iter(inline)), bound)
    tables = {}
    for name, payoffs in (named or {INLINE: inline}).items():
        location = lines.location(f"pay_tables.{name}" if named else "pays")
        of_category = check_keys(payoffs, location, [category for category, _ in rows])
        paid = []
        for number, (category, _) in enumerate(rows):
            where = location if named else lines.location("pays", number)
            paid.append(_terms(of_category[category], f"{where} of {category}", meters))
        tables[name] = tuple(paid if closed else [*paid, _terms(-1, location, meters)])
    return tables


def _terms(value: object, location: str, meters: Sequence[Meter]) -> Terms:
    if isinstance(value, str) and (meters or JACKPOT in value.lower()):
        return parse_terms(value, location, meters, _payoff)
    return (_payoff(value, location), *(Fraction(0) for _meter in meters))


def _payoff(value: object, location: str) -> Fraction:
    return money(value, location, -1, MAX_PAYOFF)


def _table(value: object, key: str, lines: _Lines) -> Table:
    if not isinstance(value, dict):
        raise ExactError(lines.location(key), value, "must be a table")
    return value


def _words(table: Table, key: str, lines: _Lines, default: str | None = None) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or (default is None and not value):
        raise ExactError(lines.location(key), value, "must be words in quotes")
    return value
