"""Progressive jackpots: meters that stakes feed, and payoffs that are shares of them; how both are written."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import mul
from typing import Self

from exact.answers.text import Text, _
from exact.arithmetic import number_text
from exact.errors import ExactError
from exact.inputs import Table, check_keys, money, near_misses, parse_amount, parse_signed_amount, parse_whole
from exact.records import Record, replace

JACKPOT = "jackpot"
MAX_METER = 10**9
_MOST = {"seats": 100, "tables": 20}
_TERM = re.compile(r"(?:(?P<share>.+?)\s+of\s+)?(?:the\s+)?(?P<meter>[\w-]+?)(?:\s+jackpot)?")

Terms = tuple[Fraction, ...]
"""What a category pays: the fixed net win per unit staked, then the share of each meter."""


class Meter(Record):
    """An amount of money that grows with every stake, and starts at its seed again once it is paid in full."""

    name: str
    seed: Fraction
    contribution: Fraction  #: The share of every stake that it grows by
    amount: Fraction  #: What it shows now


class Jackpot(Record):
    """The meters of a bet, and the stakes that win them together."""

    meters: tuple[Meter, ...]
    stake: Fraction  #: One stake, in the money of the meters
    seats: int  #: Stakes on the bet at a table: they win together and share equally
    tables: int  #: Tables that deal at the same time, each its own coup, to the same meters
    terms: Mapping[str, tuple[Terms, ...]]  #: What each category pays, by pay table

    @property
    def unit(self) -> Fraction:
        """What a share is divided by to be per unit staked, if no other table shares it."""
        return self.stake * self.seats

    @property
    def text(self) -> str:
        """The amounts of the meters, and which of them are their seeds."""
        seed = ", its seed"
        return "; ".join(f"{m.name} at {number_text(m.amount)}{seed * (m.amount == m.seed)}" for m in self.meters)

    @property
    def amounts(self) -> str:
        """The amounts of the meters as `at` reads them."""
        named = len(self.meters) > 1
        return ",".join(f"{meter.name}=" * named + number_text(meter.amount) for meter in self.meters)

    def payoffs(self, pay_table: str) -> tuple[Fraction, ...]:
        """The net win per unit staked of each category at these amounts, if no other table shares it."""
        values = [meter.amount / self.unit for meter in self.meters]
        return tuple(sum(map(mul, shares, values), fixed) for fixed, *shares in self.terms[pay_table])

    def texts(self, pay_table: str) -> Iterator[str]:
        """What each category pays, as in a file of bets: ``50 + 10 % of the grand jackpot``."""
        words = [meter.name if meter.name == JACKPOT else f"{meter.name} {JACKPOT}" for meter in self.meters]
        for fixed, *shares in self.terms[pay_table]:
            named = zip(shares, words, strict=True)
            paid = [f"{number_text(100 * share)} % of the {word}" for share, word in named if share]
            yield " + ".join([*([number_text(fixed)] if fixed or not paid else []), *paid])

    def rules(self) -> Iterator[str]:
        """What feeds the meters, and who shares them, in sentences."""
        for meter in self.meters:
            fed = number_text(100 * meter.contribution)
            yield f"The meter {meter.name} starts at {number_text(meter.seed)} and grows by {fed} % of every stake."
        yield f"One stake is {number_text(self.stake)} in the money of the meters."
        if self.seats * self.tables > 1:
            played = f"Stakes at a table: {self.seats}; tables: {self.tables}."
            yield f"{played} All feed the meters, and those that win share."

    def at(self, typed: str) -> Self:
        """With the meters at the amounts in ``typed``, ``25000`` or ``mini=500,grand=25000``; the others stay."""
        amounts: dict[str, Fraction] = {}
        for part in typed.split(",") if self.meters[1:] or "=" in typed else [typed]:
            name, _, amount = part.strip().rpartition("=")
            name = name.strip() or (self.meters[0].name if len(self.meters) == 1 else "")
            meter = next((meter for meter in self.meters if meter.name == name), None)
            if meter is None or name in amounts:
                hint = near_misses(name, [meter.name for meter in self.meters])
                raise ExactError(JACKPOT, typed, f"must have NAME=AMOUNT for meters of the bet, each once: {hint}")
            amounts[name] = parse_signed_amount(amount, JACKPOT)
            if amounts[name] < meter.seed:
                raise ExactError(JACKPOT, amount, f"is below {number_text(meter.seed)}, the seed of the meter {name}")
        return replace(self, meters=tuple(replace(m, amount=amounts.get(m.name, m.amount)) for m in self.meters))


def seed_notes(meters: Iterable[Meter]) -> Iterator[Text]:
    """What an answer says of the meters that are at their seeds."""
    for meter in meters:
        if meter.amount == meter.seed:
            yield _("The meter {name} is at its seed, {amount}.", name=meter.name, amount=number_text(meter.seed))


def parse_jackpot(table: Table, location: str) -> Jackpot:
    """The table ``[jackpot]``, or ``[jackpot.NAME]`` for each of several meters; without terms yet."""
    named = {name: entry for name, entry in table.items() if isinstance(entry, dict)}
    shared = {name: entry for name, entry in table.items() if name not in named}
    own = () if named else ("seed", "contribution")
    check_keys(shared, location, own, ("stake", "seats", "tables"))
    meters = []
    for name, entry in (named or {JACKPOT: {key: shared[key] for key in own}}).items():
        where = f"{location}.{name}" if named else location
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
            raise ExactError(where, name, "must be lower-case letters and digits with single hyphens between")
        check_keys(entry, where, ("seed", "contribution"))
        seed = money(entry["seed"], f"{where}, seed", 0, MAX_METER)
        meters.append(Meter(name, seed, money(entry["contribution"], f"{where}, contribution", 0, 1), seed))
    stake = parse_amount(str(shared.get("stake", 1)), f"{location}, stake")
    if (fed := sum((meter.contribution for meter in meters), Fraction(0))) > 1:
        raise ExactError(f"{location}, contribution", number_text(fed), "of the stake, in all, is more than the stake")
    seats, tables = (parse_whole(str(shared.get(k, 1)), f"{location}, {k}", 1, most) for k, most in _MOST.items())
    return Jackpot(tuple(meters), stake, seats, tables, {})


def parse_terms(value: str, location: str, meters: Sequence[Meter], number: Callable[[str, str], Fraction]) -> Terms:
    """What a category pays: a ``number``, ``10 % of the grand jackpot``, ``50 + 10 % of the jackpot``."""
    if not meters:
        raise ExactError(location, value, "names a jackpot, and the file has no table [jackpot]")
    shares = {meter.name: Fraction(0) for meter in meters}
    fixed = Fraction(0)
    parts = re.split(r"\s+([+-])\s+", value.strip().lower())
    for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True):
        term = _TERM.fullmatch(part)
        if term and term["meter"] in shares and sign == "+":
            shares[term["meter"]] += money(term["share"] or 1, location, 0, 1)
        elif re.search("[a-z]", part):
            bound = f"is neither a number nor a sum like 50 + 10 % of the {meters[0].name}"
            raise ExactError(location, value, bound)
        else:
            fixed += number(part, location) * (1 if sign == "+" else -1)
    if fixed < -1 or any(share > 1 for share in shares.values()):
        raise ExactError(location, value, "takes more than the stake, or pays more than a meter has")
    return (fixed, *shares.values())
