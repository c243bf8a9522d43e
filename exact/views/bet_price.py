"""Tables of a bet: categories, figures per unit, fair odds, bets compared, closed form; and of a dealt coup."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from exact.analysis.closed_form import ClosedForm, Signs, favour_text, slope_text
from exact.analysis.joint import JointDistribution
from exact.analysis.odds import Distribution
from exact.analysis.pricing import Solved
from exact.analysis.progressive import MeterPrice
from exact.analysis.settlement import Settled
from exact.answers.table import Cell, Column, Count, Detailed, Table, columns_of, figures
from exact.answers.text import Text, _, joined
from exact.arithmetic import decimal_text, fraction_text, number_text, root_text
from exact.bets.bet import INLINE, Bet
from exact.bets.jackpot import seed_notes
from exact.bets.vocabulary import GROUPS, NAMES, PATTERNS
from exact.game import Outcome
from exact.records import replace
from exact.rules import Rules
from exact.rules.replay import Replay, Step
from exact.views.layout import Row, decimal, exactly, from_rows, percentage

NEEDS = _("The bet looks at {classes}: the shoe must be described by {classes} or more finely.")
CATEGORY_HEADS = (_("category"), _("count"), _("probability"), _("pays"), _("contribution"))


def label(bet: str, pay_table: str) -> str:
    """A bet's name with that of its pay table, unless the categories themselves give the payoffs."""
    return bet if pay_table == INLINE else f"{bet}:{pay_table}"


def pays_text(bet: Bet) -> Text:
    """What the winning categories of a bet pay."""
    paid = zip(bet.categories, bet.payoffs(), strict=True)
    won = ((category, number_text(payoff)) for category, payoff in paid if payoff > 0)
    return joined(", ", (_("{category} {payoff} to 1", category=category, payoff=payoff) for category, payoff in won))


def categories(price: Distribution, caption: str, digits: int) -> Table:
    """The categories under `CATEGORY_HEADS`."""
    rows: list[tuple[Cell, ...]] = []
    for index, category in enumerate(price.categories):
        probability = exactly(price.probability(index), digits)
        pays, contribution = number_text(price.payoffs[index]), exactly(price.contribution(index), digits)
        rows.append((category, Count(price.counts[index]), probability, pays, contribution))
    return Table("categories", caption, columns_of(*CATEGORY_HEADS), rows)


def tables_of_price(price: Distribution, empty: Mapping[str, str], caption: str, digits: int) -> Iterator[Table]:
    """The categories, the figures per unit staked, the fair odds, and why no coup reaches the ``empty`` categories."""
    yield categories(price, caption, digits)
    rows: list[tuple[Cell, ...]] = [
        (_("expectation"), exactly(price.expectation, digits)),
        (_("house edge"), decimal(price.house_edge, digits, percent=True)),
        (_("house edge resolved"), decimal(price.house_edge_resolved, digits, percent=True)),
        (_("hit frequency"), decimal(price.hit_frequency, digits)),
        (_("variance"), exactly(price.variance, digits)),
        (_("standard deviation"), root_text(price.variance, digits)),
        (_("skewness"), root(price.skewness_squared, digits)),
    ]
    yield figures("figures", _("Per unit staked"), rows)
    yield fair_odds(price, digits)
    columns = columns_of(_("category"), _("why"))
    yield Table("empty", _("Categories that no coup reaches"), columns, [*empty.items()])


def fair_odds(price: Distribution, digits: int, name: str = "fair_odds", caption: str = _("Fair odds")) -> Table:
    """How rare each category is, the odds that would be fair, and the payoff at which the bet would be."""
    rows: list[tuple[Cell, ...]] = []
    for index, category in enumerate(price.categories):
        odds = price.fair_odds(index)
        numbers = (None if odds is None else odds + 1, odds, price.break_even_payoff(index))
        rows.append((category, *(exactly(number, digits) for number in numbers)))
    heads = Column(_("1 in"), key="one_in"), Column(_("fair odds, to 1"), key="fair_odds")
    columns = columns_of(_("category"), *heads, Column(_("break-even payoff"), key="break_even_payoff"))
    note = _("Break-even payoff: what this category alone must pay, to 1, for a house edge of 0.")
    return Table(name, caption, columns, rows, (note,))


def progressive(prices: Sequence[MeterPrice], payback: Fraction | None, digits: int) -> Iterator[Table]:
    """Each meter: the bet as a linear function of it, how often it is hit, and quantiles of the rounds until then."""
    rows: list[dict[Any, Cell]] = [
        {
            _("meter"): number_text(price.meter.amount),
            _("expectation"): exactly(price.expectation, digits),
            _("expectation at an empty meter"): exactly(price.empty, digits),
            _("expectation per unit of the meter"): exactly(price.slope, digits),
            _("break even"): exactly(price.break_even, digits),
            **({} if payback is None else {_("meter for this return"): exactly(price.amount_for(payback - 1), digits)}),
            _("hit probability"): exactly(price.hit, digits),
            _("coups between hits"): exactly(price.between, digits),
            _("mean meter"): exactly(price.mean, digits),
            _("long-run house edge"): percentage(price.keeps, digits),
        }
        for price in prices
    ]
    caption = _("Progressive jackpot, per unit staked")
    notes = (
        *seed_notes(price.meter for price in prices),
        _("The meter includes what the stakes on this coup add to it. Mean meter: when it is hit, and at any time."),
        _("Long-run house edge: what the house keeps of each stake while the meters grow and are hit."),
    )
    if len(rows) == 1:
        yield replace(figures("jackpot", caption, [*rows[0].items()]), notes=notes)
    else:
        named = ({_("name"): price.meter.name, **row} for price, row in zip(prices, rows, strict=True))
        yield from_rows("meters", caption, named, notes)
    columns = columns_of(_("meter"), _("probability"), _("coups"), Column(_("at most"), key="at_most"))
    hits = [
        (price.meter.name, percentage(probability, 2), rounds, exactly(amount, digits))
        for price in prices
        for probability, rounds, amount in price.quantiles
    ]
    yield Table("jackpot_hits", _("Coups until the meter is paid in full, and its amount then"), columns, hits)


def with_fee(price: Distribution, fee: Fraction, digits: int) -> Table:
    """What a fee beside the stake makes of the house edge: its share of all that is paid in."""
    edge = percentage(price.house_edge / (1 + fee), digits)
    rows: list[tuple[Cell, ...]] = [(_("fee"), percentage(fee, digits)), (_("house edge of stake and fee"), edge)]
    return figures("draw", _("With a draw beside the shoe"), rows)


def solution(found: Solved, asked: str | None, digits: int) -> tuple[Table, Table]:
    """What categories must pay, or the commission, and the nearest round terms with the house edges they give."""
    term, shown = (_("commission"), percentage) if asked is None else (_("pays"), exactly)

    def cell(terms: Sequence[Fraction]) -> Cell:
        if len(terms) == 1:
            return shown(terms[0], digits)
        texts = (number_text(term) if term.denominator < 3 else decimal_text(term, digits) for term in terms)
        return Detailed([*map(fraction_text, terms)], ", ".join(texts))

    named = [] if asked is None else [(_("category"), ", ".join(found.terms))]
    exact = figures("solve", _("Terms for this house edge"), [*named, (term, cell([*found.terms.values()]))])
    rows = [(cell(near), percentage(edge, digits)) for near, edge in found.nearest]
    return exact, Table("nearest", _("The nearest round terms"), columns_of(term, _("house edge")), rows)


def root(square: Fraction | None, digits: int) -> str | None:
    """The square root of a signed square as a decimal; `None` for none."""
    return None if square is None else root_text(square, digits)


def two_bets(shared: JointDistribution, digits: int) -> tuple[Table, Table]:
    """The counts of each pair of categories, and how the two payoffs vary together."""
    names, counts = (shared.first.text, shared.second.text), [(*pair, Count(n)) for pair, n in shared.counts.items()]
    covariance = _("covariance"), exactly(shared.covariance(), digits)
    correlation = _("correlation"), root(shared.correlation_squared(), digits)
    caption = _("{first} and {second} on the same coup", first=names[0], second=names[1])
    joint = Table("joint", caption, columns_of(*names, _("count")), counts)
    depend = _("How the two payoffs depend on each other, per unit staked")
    return joint, figures("joint_figures", depend, [(_("with"), names[1]), covariance, correlation])


def wager(bet: Bet) -> Table:
    """The categories in order, what each pays, its condition and that in words; the bet's own names below."""
    conditions = [condition.text for condition in bet.classification.conditions]
    rows: list[tuple[Cell, ...]] = []
    table = bet.paying_table
    paid = map(number_text, bet.pay_tables[table]) if bet.jackpot is None else bet.jackpot.texts(table)
    for category, pays, text in zip_longest(bet.categories, paid, conditions):
        words = "every other coup" if text is None else in_words(text)
        rows.append((category, pays, text and Detailed(text, text), words))
    columns = columns_of(_("category"), _("pays"), "condition", "in words")
    notes = (f"{own}: {in_words(each.text)}" for own, each in bet.classification.definitions.items())
    order = "A coup falls into the first category whose condition holds."
    caption = f"The categories of {bet.title}, pay table {table}"
    return Table("wager", caption, columns, rows, (order, *terms_beside(bet), *notes))


def terms_beside(bet: Bet) -> Iterator[str]:
    """The terms of a draw or a jackpot; first, what of them is assumed, and the amounts at which meters are priced."""
    if bet.assumed:
        yield f"The terms below are those of the file, and its note says which are assumed: {bet.assumed}"
    yield from seed_notes(bet.jackpot.meters if bet.jackpot else ())
    if beside := bet.jackpot or bet.draw:
        yield from beside.rules()


def dealt(replays: Mapping[str, Sequence[Replay]], why_none: Mapping[str, str]) -> Table:
    """Coups of each category as they are dealt, or why there is none."""
    rows: list[tuple[Cell, ...]] = []
    for category, found in replays.items():
        for one in found:
            hands = (f"{' '.join(cards)} = {hand.total}" for cards, hand in zip(one.hands, one.coup, strict=True))
            rows.append((category, " ".join(one.dealt), *hands, one.coup.outcome.value))
        if not found:
            rows.append((category, why_none[category], None, None, None))
    columns = columns_of(_("category"), "cards in the order dealt", _("punto"), _("banco"), _("result"))
    return Table("dealt", "Dealt coups", columns, rows)


def listed_bets(bets: Iterable[Bet], caption: str) -> Table:
    """The names, titles and pay tables of bets."""
    rows: list[tuple[Cell, ...]] = []
    for bet in bets:
        tables = ", ".join(label(bet.name, table) for table in bet.pay_tables if table != INLINE)
        rows.append((bet.name, bet.title, tables or None))
    columns = columns_of(_("bet"), Column(_("title"), wrap_cm=6), Column(_("pay tables"), wrap_cm=6))
    return Table("bets", caption, columns, rows)


def compared_bets(prices: Iterable[tuple[str, Distribution]], caption: str, digits: int, head: str = _("bet")) -> Table:
    """The edges, the hit frequency and the variance of each bet, or of one by what ``head`` says."""
    rows: list[tuple[Cell, ...]] = []
    for name, price in prices:
        edges = percentage(price.house_edge, digits), percentage(price.house_edge_resolved, digits)
        rows.append((name, *edges, exactly(price.hit_frequency, digits), exactly(price.variance, digits)))
    columns = columns_of(head, _("house edge"), _("house edge resolved"), _("hit frequency"), _("variance"))
    return Table("bets", caption, columns, rows)


def expansion(form: ClosedForm, caption: str, digits: int) -> Table:
    """The limit of the expectation, and the coefficients of the powers of 1/d."""
    terms = zip(("limit", "1/d", "1/d^2", "1/d^3"), form.expansion, strict=True)
    return figures("terms", caption, [(term, exactly(value, digits)) for term, value in terms])


def proofs(slope: Signs, edge: Signs) -> Table:
    """How the house edge behaves, and whom it favours."""
    behaviour = _("behaviour"), _("house edge {slope}", slope=slope_text(slope))
    return figures("proved", _("Proved for every real d ≥ 1"), [behaviour, (_("favours"), favour_text(edge))])


def steps(replayed: Replay, rules: Rules) -> Table:
    """Each step: who gets a card or decides, and the clause behind the decision."""
    rows: list[tuple[Cell, ...]] = []
    for number, step in enumerate(replayed.steps, start=1):
        clause = step.assumed if step.says else None, step.says or None
        rows.append((number, step.side and step.side.text, step.card, step.total, _decision(step), *clause))
    heads = _("step"), _("side"), _("card"), _("total"), _("decision"), _("assumed"), Column(_("clause"), wrap_cm=8)
    caption = _("Coup of {cards}, rules {rules}", cards=" ".join(replayed.dealt), rules=rules.id)
    silent = _("Where a decision is assumed, the document is silent and the clause is that of the standard rules.")
    notes = (silent,) if any(step.assumed for step in replayed.steps) else ()
    return Table("steps", caption, columns_of(*heads), rows, notes)


def _decision(step: Step) -> str | None:
    if step.side is None:
        return _("natural: nobody draws")
    return None if step.draws is None else _("draws") if step.draws else _("stands")


def hands(replayed: Replay) -> Table:
    """The cards and the total of each side, under the outcome."""
    rows: Iterable[Row] = (
        {_("side"): side, _("cards"): " ".join(cards), _("total"): hand.total}
        for side, cards, hand in zip(("punto", "banco"), replayed.hands, replayed.coup, strict=True)
    )
    captions = _("Result: punto wins"), _("Result: banco wins"), _("Result: tie")
    return from_rows("hands", dict(zip(Outcome, captions, strict=True))[replayed.coup.outcome], rows)


def settlement(settled: list[Settled]) -> Table:
    """Each stake, what it wins, and what its settlement assumes."""
    rows: list[tuple[Cell, ...]] = []
    for one in settled:
        result = _("push") if one.win == 0 else _("wins") if one.win > 0 else _("loses")
        amounts = (number_text(amount, 2) for amount in (one.win, one.commission, one.net))
        assumed = joined("; ", (each.phrase for each in one.assumed)) if one.assumed else None
        rows.append((one.bet, number_text(one.stake, 2), result, *amounts, assumed))
    heads = _("bet"), _("stake"), _("result"), _("win"), _("commission"), _("net"), _("assumed")
    return Table("stakes", _("Stakes settled"), columns_of(*heads), rows)


_COMPARED = {"==": "is", "!=": "is not", ">=": "is at least", "<=": "is at most", ">": "is more than"}
_IN_WORDS = _COMPARED | {"<": "is less than", "in": "is one of", "not in": "is none of", "not": "it is not so that"}
_WORD, _RANGE = r"not in\b|[a-z_]\w*|[=!<>]=|[<>]", r", (\d–\d|\d or \d)$"


def in_words(text: str) -> str:
    """An expression with the meaning of each name in its place, and words for comparisons."""
    words = {name: re.sub(_RANGE, "", entry.meaning) for name, entry in NAMES.items()} | _IN_WORDS
    words |= {name: f"{meaning} in " for name, (_, meaning, _) in PATTERNS.items()}
    words |= {group: meaning for group, (_, meaning) in GROUPS.items()}
    return re.sub(_WORD, lambda match: words.get(match[0], match[0]), text)
