"""Tables of a bet: categories, figures per unit, fair odds, bets compared, closed form; and of a dealt coup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from exact.analysis.closed_form import ClosedForm, Signs, favour_text, slope_text
from exact.analysis.odds import Distribution
from exact.analysis.pricing import JointPrice
from exact.analysis.settlement import Settled
from exact.answers.table import Cell, Column, Count, Rounded, Table, columns_of, figures
from exact.answers.text import Text, _, joined
from exact.arithmetic import number_text, root_text
from exact.bets.bet import INLINE, Bet
from exact.game import Outcome
from exact.rules import Rules
from exact.rules.replay import Replay, Step
from exact.views.layout import decimal, exactly, laid_out, percentage

CATEGORY_HEADS = (_("category"), _("count"), _("probability"), _("pays"), _("contribution"))


def label(bet: str, pay_table: str) -> str:
    """A bet's name with that of its pay table, unless the categories themselves give the payoffs."""
    return bet if pay_table == INLINE else f"{bet}:{pay_table}"


def needs_text(classes: Text) -> Text:
    """The granularity that the bet needs."""
    return _("The bet looks at {classes}: the shoe must be described by {classes} or more finely.", classes=classes)


def pays_text(bet: Bet) -> Text:
    """What the winning categories of a bet pay."""
    paid = zip(bet.categories, bet.payoffs(), strict=True)
    won = ((category, number_text(payoff)) for category, payoff in paid if payoff > 0)
    return joined(", ", (_("{category} {payoff} to 1", category=category, payoff=payoff) for category, payoff in won))


def category_rows(price: Distribution, digits: int) -> Iterator[tuple[Cell, ...]]:
    """Each category under `CATEGORY_HEADS`."""
    for index, category in enumerate(price.categories):
        probability = exactly(price.probability(index), digits)
        pays, contribution = number_text(price.payoffs[index]), exactly(price.contribution(index), digits)
        yield category, Count(price.counts[index]), probability, pays, contribution


def categories(price: Distribution, caption: str, digits: int) -> Table:
    """The categories with their counts, probabilities, payoffs and contributions to the expectation."""
    return Table("categories", caption, columns_of(*CATEGORY_HEADS), [*category_rows(price, digits)])


def fair_odds(price: Distribution, digits: int, name: str = "fair_odds", caption: str = _("Fair odds")) -> Table:
    """How rare each category is, the odds that would be fair, and the payoff at which the bet would be."""
    rows: list[tuple[Cell, ...]] = []
    for index, category in enumerate(price.categories):
        odds = price.fair_odds(index)
        one_in = None if odds is None else odds + 1
        rows.append((category, *(exactly(x, digits) for x in (one_in, odds, price.break_even_payoff(index)))))
    columns = columns_of(
        _("category"),
        Column(_("1 in"), key="one_in"),
        Column(_("fair odds, to 1"), key="fair_odds"),
        Column(_("break-even payoff"), key="break_even_payoff"),
    )
    note = _("Break-even payoff: what this category alone must pay, to 1, for a house edge of 0.")
    return Table(name, caption, columns, rows, (note,))


def root(square: Fraction | None, digits: int) -> str | None:
    """The square root of a signed square as a decimal; `None` for none."""
    return None if square is None else root_text(square, digits)


def per_unit(price: Distribution, digits: int) -> Table:
    """Expectation, house edge, hit frequency and moments."""
    resolved = price.house_edge_resolved
    rows: list[tuple[Cell, ...]] = [
        (_("expectation"), exactly(price.expectation, digits)),
        (_("house edge"), Rounded(price.house_edge, digits, percent=True)),
        (_("house edge resolved"), None if resolved is None else Rounded(resolved, digits, percent=True)),
        (_("hit frequency"), decimal(price.hit_frequency, digits)),
        (_("variance"), exactly(price.variance, digits)),
        (_("standard deviation"), root_text(price.variance, digits)),
        (_("skewness"), root(price.skewness_squared, digits)),
    ]
    return figures("figures", _("Per unit staked"), rows)


def unreachable(empty: Mapping[str, str]) -> Table:
    """The categories that no coup reaches, and why."""
    columns = columns_of(_("category"), _("why"))
    return Table("empty", _("Categories that no coup reaches"), columns, [*empty.items()])


def two_bets(bet: Bet, other: Bet, shared: JointPrice, digits: int) -> tuple[Table, Table]:
    """The counts of each pair of categories, and how the two payoffs vary together."""
    counts: list[tuple[Cell, ...]] = [
        (bet.categories[i], other.categories[j], Count(count)) for (i, j), count in sorted(shared.counts.items())
    ]
    rows: list[tuple[Cell, ...]] = [
        (_("with"), other.name),
        (_("covariance"), exactly(shared.covariance, digits)),
        (_("correlation"), root(shared.correlation_squared, digits)),
    ]
    caption = _("{first} and {second} on the same coup", first=bet.name, second=other.name)
    return (
        Table("joint", caption, columns_of(bet.name, other.name, _("count")), counts),
        figures("joint_figures", _("How the two payoffs depend on each other, per unit staked"), rows),
    )


def listed_bets(bets: Iterable[Bet], caption: str) -> Table:
    """The names, titles and pay tables of bets."""

    def pay_tables(bet: Bet) -> str | None:
        return ", ".join(label(bet.name, table) for table in bet.pay_tables if table != INLINE) or None

    fields = (
        (_("bet"), lambda bet: bet.name),
        (Column(_("title"), wrap_cm=6), lambda bet: bet.title),
        (Column(_("pay tables"), wrap_cm=6), pay_tables),
    )
    return laid_out("bets", caption, fields, bets)


def compared_bets(prices: Iterable[tuple[str, Distribution]], caption: str, digits: int) -> Table:
    """The edges, the hit frequency and the variance of each bet."""
    fields = (
        (_("bet"), lambda entry: entry[0]),
        (_("house edge"), lambda entry: percentage(entry[1].house_edge, digits)),
        (_("house edge resolved"), lambda entry: percentage(entry[1].house_edge_resolved, digits)),
        (_("hit frequency"), lambda entry: exactly(entry[1].hit_frequency, digits)),
        (_("variance"), lambda entry: exactly(entry[1].variance, digits)),
    )
    return laid_out("bets", caption, fields, prices)


_TERMS = ("limit", "1/d", "1/d^2", "1/d^3")


def expansion(form: ClosedForm, caption: str, digits: int) -> Table:
    """The limit of the expectation, and the coefficients of the powers of 1/d."""
    rows = [(term, exactly(value, digits)) for term, value in zip(_TERMS, form.expansion, strict=True)]
    return figures("terms", caption, rows)


def proofs(slope: Signs, edge: Signs) -> Table:
    """How the house edge behaves, and whom it favours."""
    rows = [
        (_("behaviour"), _("house edge {slope}", slope=slope_text(slope))),
        (_("favours"), favour_text(edge)),
    ]
    return figures("proved", _("Proved for every real d ≥ 1"), rows)


def steps(replayed: Replay, rules: Rules) -> Table:
    """Each step: who gets a card or decides, and the clause behind the decision."""
    fields = (
        (_("step"), lambda entry: entry[0]),
        (_("side"), lambda entry: entry[1].side and entry[1].side.text),
        (_("card"), lambda entry: entry[1].card),
        (_("total"), lambda entry: entry[1].total),
        (_("decision"), lambda entry: _decision(entry[1])),
        (_("assumed"), lambda entry: entry[1].assumed if entry[1].says else None),
        (Column(_("clause"), wrap_cm=8), lambda entry: entry[1].says or None),
    )
    caption = _("Coup of {cards}, rules {rules}", cards=" ".join(replayed.dealt), rules=rules.id)
    silent = _("Where a decision is assumed, the document is silent and the clause is that of the standard rules.")
    notes = (silent,) if any(step.assumed for step in replayed.steps) else ()
    return laid_out("steps", caption, fields, enumerate(replayed.steps, start=1), notes)


def _decision(step: Step) -> str | None:
    if step.side is None:
        return _("natural: nobody draws")
    return None if step.draws is None else _("draws") if step.draws else _("stands")


def hands(replayed: Replay) -> Table:
    """The cards and the total of each side, under the outcome."""
    coup = replayed.coup
    rows: list[tuple[Cell, ...]] = [
        (side, " ".join(cards), hand.total)
        for side, cards, hand in zip(("punto", "banco"), replayed.hands, coup, strict=True)
    ]
    columns = columns_of(_("side"), _("cards"), _("total"))
    captions = {
        Outcome.PUNTO: _("Result: punto wins"),
        Outcome.BANCO: _("Result: banco wins"),
        Outcome.TIE: _("Result: tie"),
    }
    return Table("hands", captions[coup.outcome], columns, rows)


def settlement(settled: list[Settled]) -> Table:
    """Each stake, what it wins, and what its settlement assumes."""

    def result(win: Fraction) -> Text:
        return _("push") if win == 0 else _("wins") if win > 0 else _("loses")

    fields = (
        (_("bet"), lambda entry: entry.bet),
        (_("stake"), lambda entry: number_text(entry.stake, 2)),
        (_("result"), lambda entry: result(entry.win)),
        (_("win"), lambda entry: number_text(entry.win, 2)),
        (_("commission"), lambda entry: number_text(entry.commission, 2)),
        (_("net"), lambda entry: number_text(entry.net, 2)),
        (_("assumed"), lambda entry: joined("; ", (one.phrase for one in entry.assumed)) if entry.assumed else None),
    )
    return laid_out("stakes", _("Stakes settled"), fields, settled)
