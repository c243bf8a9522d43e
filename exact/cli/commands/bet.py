"""Price one bet on the next coup from a shoe: a bet of the catalogue, or one written in a TOML file of your own.

  exact bet dragon-7 --decks 8
  exact bet lucky-6:12-18 --decks 6 --remove "6h 6d"
  exact bet my-bet.toml --decks 8 --format json
  exact bet punto --with tie --decks 8
  exact bet punto-pair --pays 7 --decks 8
  exact bet banco --commission 4% --rebate 0.8% --decks 8
  exact bet dragon-7 --decks 8 --given "banco=3,4 punto_two_card_total=0-5"

Punto, banco and tie pay as the rulebook says; banco:main keeps the catalogue's 5 % commission under any rules.

A file has categories in order, each with a condition and its payoff to one; every other coup loses:

  name = "red-dragon"
  [[category]]
  name = "all-red"
  when = "banco_wins and banco_total == 7 and banco_cards == 3 and banco_one_colour"
  pays = 60
  [[category]]
  name = "win"
  when = "banco_wins and banco_total == 7 and banco_cards == 3"
  pays = 20

You may also write player for punto, banker for banco, and egalite or standoff for tie, in every command and file:
player-pair, "dragon bonus banker", player_total.

Conditions may use numbers, comparisons, + - * // %, and, or, not, in (…), and these names:
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.given import joined
from exact.analysis.odds import Distribution
from exact.analysis.pricing import JointPrice, empty_categories, price_bet, price_jointly
from exact.answers.answer import Answer, Fields, Form, Keyed, Lists, Parameter, Section
from exact.answers.table import FRACTION, Cell, Column, Count, Rounded, columns_of
from exact.answers.text import Text, _
from exact.arithmetic import number_text, root_text
from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name
from exact.bets.knowledge_text import describe_knowledge
from exact.bets.main_bets import bet_under
from exact.bets.terms import on_terms
from exact.bets.vocabulary import describe_names
from exact.cli import options
from exact.cli.terminal import waiting
from exact.engine.one_shoe import granularity_needed
from exact.errors import ExactError
from exact.rules.tableau import Rules

_TERMS = {
    "pays": _("Winning categories pay"),
    "commission": _("Commission on wins"),
    "rebate": _("Rebate on every stake"),
}
__doc__ += "".join(f"\n  {name:<24}{meaning}" for name, meaning in describe_names())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bet``."""
    options.add_bet(parser)
    parser.add_argument(
        "--with", action=options.Once, dest="other", metavar="NAME|FILE", help="joint distribution with another bet"
    )
    once = options.Once
    pays_help = "what each winning category pays instead, to one: 7, 3/2 or 12,23"
    parser.add_argument("--pays", action=once, metavar="PAYOFFS", help=pays_help)
    commission_help = "the share of every win that the house keeps, like 4%%: of even money on banco, or of --pays"
    parser.add_argument("--commission", action=once, metavar="PERCENT", help=commission_help)
    rebate_help = "the share of every stake that comes back, whatever the result, like 0.8%%"
    parser.add_argument("--rebate", action=once, metavar="PERCENT", help=rebate_help)
    options.add_question(parser)
    options.add_given(parser)


def more_help() -> str:
    """The notation of ``--given``."""
    return describe_knowledge()


def answer(arguments: argparse.Namespace) -> Answer:
    """The price of the bet."""
    digits = options.digits_of(arguments)
    rules = options.rules_of(arguments)
    terms = {name: getattr(arguments, name) for name in ("pays", "commission", "rebate")}
    bet = on_terms(bet_under(arguments.bet, rules), rules, **terms)
    shoe = options.shoe_of(arguments, rules)
    pieces = options.pieces_of(arguments)
    known = joined(pieces, shoe, rules.tableau)
    sources = [rules.to_line(), bet.to_line()]
    joint: tuple[Section, ...] = ()
    with waiting("counting"):
        price = price_bet(bet, shoe, rules.tableau, known=known)
        empty = empty_categories(bet, price, shoe, rules.tableau, known)
        if arguments.other is not None:
            other = bet_under(arguments.other, rules)
            sources.append(other.to_line())
            shared = price_jointly(bet, other, shoe, rules.tableau, known=known)
            joint = _joint(bet, other, shared, digits)
    granularity = granularity_needed(bet, rules.tableau)
    return Answer(
        "bet",
        (
            Parameter("bet", bet.name),
            Parameter("rules", rules.id),
            *(Parameter(name, value, _TERMS[name]) for name, value in terms.items() if value is not None),
            Parameter("granularity", granularity.word, "", (needs_text(granularity.text),)),
            *options.given_parameters(pieces, price.deals),
        ),
        (
            _categories(
                price,
                _("{title}, rules {rules}, {cards} cards", title=bet.title, rules=rules.id, cards=shoe.cards),
                digits,
            ),
            _figures(price, digits),
            fair_odds(price, digits, None),  # JSON keeps the keys of its contract: exact promotion fair-odds has these
            _empty(empty),
            *joint,
        ),
        (bet.note,) if bet.note else (),
        rules.assumed,
        tuple(sources),
        fixed_json=True,
    )


def bets_named(text: str, parameter: str, rules: Rules) -> dict[str, Bet]:
    """The bets of a list with commas by name, with the pay table if one was chosen; raises `ExactError` for one that comes twice."""
    bets: dict[str, Bet] = {}
    for typed in text.split(","):
        name = bet_name(typed.strip())
        if name in bets:
            raise ExactError(parameter, text, f"names {name} twice")
        bets[name] = bet_under(name, rules)
    return bets


def needs_text(classes: Text) -> Text:
    """The granularity that the bet needs."""
    return _("The bet looks at {classes}: the shoe must be described by {classes} or more finely.", classes=classes)


def _categories(price: Distribution, caption: str, digits: int) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            category,
            Count(price.counts[index]),
            Rounded(price.probability(index), digits, FRACTION),
            number_text(price.payoffs[index]),
            Rounded(price.contribution(index), digits, FRACTION),
        )
        for index, category in enumerate(price.categories)
    ]
    columns = columns_of(_("category"), _("count"), _("probability"), _("pays"), _("contribution"))
    return Section("category", Keyed(("categories",)), columns, rows, caption)


def fair_odds(price: Distribution, digits: int, form: Form | None) -> Section:
    """How rare each category is, the odds that would be fair, and the payoff at which the bet would be."""

    def cell(value: Fraction | None) -> Cell:
        return None if value is None else Rounded(value, digits, FRACTION)

    rows: list[tuple[Cell, ...]] = [
        (category, cell(None if odds is None else odds + 1), cell(odds), cell(price.break_even_payoff(index)))
        for index, category in enumerate(price.categories)
        for odds in (price.fair_odds(index),)
    ]
    columns = columns_of(
        _("category"),
        Column(_("1 in"), key="one_in"),
        Column(_("fair odds, to 1"), key="fair_odds"),
        Column(_("break-even payoff"), key="break_even_payoff"),
    )
    note = _("Break-even payoff: what this category alone must pay, to 1, for a house edge of 0.")
    return Section("fair odds", form, columns, rows, _("Fair odds"), (note,))


def _figures(price: Distribution, digits: int) -> Section:
    resolved, skewness = price.house_edge_resolved, price.skewness_squared
    rows: list[tuple[Cell, ...]] = [
        (_("expectation"), Rounded(price.expectation, digits, FRACTION)),
        (_("house edge"), Rounded(price.house_edge, digits, percent=True)),
        (_("house edge resolved"), None if resolved is None else Rounded(resolved, digits, percent=True)),
        (_("hit frequency"), Rounded(price.hit_frequency, digits)),
        (_("variance"), Rounded(price.variance, digits, FRACTION)),
        (_("standard deviation"), root_text(price.variance, digits)),
        (_("skewness"), None if skewness is None else root_text(skewness, digits)),
    ]
    return Section("figure", Fields(), columns_of(_("figure"), _("value")), rows, _("Per unit staked"))


def _empty(empty: dict[str, str]) -> Section:
    columns = columns_of(_("category"), _("why"))
    return Section(
        "empty", Keyed(("empty",), single=True), columns, list(empty.items()), _("Categories that no coup reaches")
    )


def _joint(bet: Bet, other: Bet, shared: JointPrice, digits: int) -> tuple[Section, Section]:
    counts: list[tuple[Cell, ...]] = [
        (bet.categories[i], other.categories[j], Count(count)) for (i, j), count in sorted(shared.counts.items())
    ]
    square = shared.correlation_squared
    figures: list[tuple[Cell, ...]] = [
        (_("with"), other.name),
        (_("covariance"), Rounded(shared.covariance, digits, FRACTION)),
        (_("correlation"), None if square is None else root_text(square, digits)),
    ]
    caption = _("{first} and {second} on the same coup", first=bet.name, second=other.name)
    return (
        Section("joint", Lists(("joint", "counts")), columns_of(bet.name, other.name, _("count")), counts, caption),
        Section(
            "joint figure",
            Fields(("joint",)),
            columns_of(_("figure"), _("value")),
            figures,
            _("How the two payoffs depend on each other, per unit staked"),
        ),
    )
