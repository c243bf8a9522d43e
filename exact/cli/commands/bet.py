"""Price one bet on the next coup from a shoe: a bet of the catalogue, or one written in a TOML file of your own.

  exact bet dragon-7 --decks 8
  exact bet lucky-6:12-18 --decks 6 --remove "6h 6d"
  exact bet my-bet.toml --decks 8 --format json
  exact bet punto --with tie --decks 8
  exact bet dragon-7 --decks 8 --given "banco=3,4 punto_total=0-5"

A file holds categories in order, each with a condition and what it pays to one; every other coup loses:

  name = "red-dragon"
  [[category]]
  name = "all-red"
  when = "banco_wins and banco_total == 7 and banco_cards == 3 and banco_one_colour"
  pays = 60
  [[category]]
  name = "win"
  when = "banco_wins and banco_total == 7 and banco_cards == 3"
  pays = 20

Conditions know numbers, comparisons, + - * // %, and, or, not, in (…), and these names:
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.given import joined
from exact.analysis.moments import Distribution, root_text
from exact.analysis.pricing import JointPrice, empty_categories, price_bet, price_jointly
from exact.answers.table import Cell, Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text, number_text
from exact.bets.bet import Bet
from exact.bets.catalogue import find_bet
from exact.bets.knowledge_text import describe_knowledge
from exact.bets.vocabulary import describe_names
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.cli.terminal import waiting
from exact.engine.compiler import compiled
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules

__doc__ += "".join(f"\n  {name:<24}{meaning}" for name, meaning in describe_names())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact bet``."""
    parser.add_argument(
        "bet", metavar="NAME|FILE", help="a bet (exact bets lists them), bet:pay-table, or a .toml file"
    )
    parser.add_argument(
        "--with",
        action=shoe_options.Once,
        dest="other",
        metavar="NAME|FILE",
        help="joint distribution with another bet",
    )
    shoe_options.add_question(parser)
    shoe_options.add_given(parser)


def more_help() -> str:
    """What ``--given`` can say."""
    return describe_knowledge()


def run(arguments: argparse.Namespace) -> int:
    """Print the price; always 0."""
    digits, style = shoe_options.printing_of(arguments)
    bet, pay_table = find_bet(arguments.bet)
    rules = shoe_options.rules_of(arguments)
    shoe = shoe_options.shoe_of(arguments, rules)
    pieces = shoe_options.pieces_of(arguments)
    known = joined(pieces, shoe, rules.tableau)
    given = [piece.text for piece in pieces]
    joint = None
    with waiting("counting"):
        price = price_bet(bet, shoe, rules.tableau, pay_table, known)
        empty = empty_categories(bet, price, shoe, rules.tableau, known)
        if arguments.other is not None:
            other, other_table = find_bet(arguments.other)
            joint = other, price_jointly(bet, other, shoe, rules.tableau, (pay_table, other_table), known)
    write_answer(
        style,
        lambda: _as_json(bet, rules, price, empty, joint, digits) | ({"given": given} if given else {}),
        lambda: _flat_table(bet, rules, price, empty, joint, given, digits),
        lambda: [
            _category_table(bet, rules, price, shoe, [piece.meaning for piece in pieces], digits),
            _moment_table(price, empty, rules, digits),
            *([_joint_table(bet, *joint, price.deals, digits)] if joint else []),
        ],
    )
    return 0


def _summary(price: Distribution, digits: int) -> dict[str, tuple[Fraction | None, str | None]]:
    """Each figure of the bet as a fraction, where it is one, and as a decimal."""
    fractions = {
        "expectation": price.expectation,
        "house_edge": price.house_edge,
        "house_edge_resolved": price.house_edge_resolved,
        "hit_frequency": price.hit_frequency,
        "variance": price.variance,
    }
    squares = {"standard_deviation": price.variance, "skewness": price.skewness_squared}
    return {
        **{name: (value, None if value is None else decimal_text(value, digits)) for name, value in fractions.items()},
        **{name: (None, None if square is None else root_text(square, digits)) for name, square in squares.items()},
    }


def _as_json(
    bet: Bet,
    rules: Rules,
    price: Distribution,
    empty: dict[str, str],
    joint: tuple[Bet, JointPrice] | None,
    digits: int,
) -> dict[str, object]:
    categories = {
        category: {
            "count": str(price.counts[index]),
            "pays": number_text(price.payoffs[index]),
            "probability": fraction_text(price.probability(index)),
            "contribution": fraction_text(price.contribution(index)),
        }
        for index, category in enumerate(price.categories)
    }
    figures = {
        name: fraction_text(value) if value is not None and name in ("expectation", "variance") else decimal
        for name, (value, decimal) in _summary(price, digits).items()
    }
    answer: dict[str, object] = {
        "bet": bet.name,
        "rules": rules.id,
        "granularity": compiled(bet, rules.tableau).granularity.word,
        "deals": str(price.deals),
        "categories": categories,
        **figures,
        "empty": empty,
        "assumed": list(rules.assumed),
    }
    if joint:
        other, shared = joint
        answer["joint"] = {
            "with": other.name,
            "counts": [
                [bet.categories[i], other.categories[j], str(count)] for (i, j), count in sorted(shared.counts.items())
            ],
            "covariance": fraction_text(shared.covariance),
            "correlation": _correlation(shared, digits),
        }
    return answer


def _correlation(shared: JointPrice, digits: int) -> str | None:
    return None if shared.correlation_squared is None else root_text(shared.correlation_squared, digits)


def _category_table(bet: Bet, rules: Rules, price: Distribution, shoe: Shoe, given: list[str], digits: int) -> Table:
    needs = f"The bet looks at {compiled(bet, rules.tableau).granularity.word}; a shoe must know them."
    rows: list[tuple[Cell, ...]] = [
        (
            category,
            price.counts[index],
            Rounded(price.probability(index), digits),
            number_text(price.payoffs[index]),
            Rounded(price.contribution(index), digits),
        )
        for index, category in enumerate(price.categories)
    ]
    return Table(
        id=f"bet-{bet.name}",
        caption=f"{bet.title}, rules {rules.id}, {shoe.cards} cards",
        columns=tuple(map(Column, ("category", "count", "probability", "pays", "contribution"))),
        rows=rows,
        notes=(
            *(f"Given: {meaning}" for meaning in given),
            f"Ordered six-card deals{' that agree' if given else ''}: {price.deals}",
            needs,
            *([bet.note] if bet.note else []),
        ),
    )


def _moment_table(price: Distribution, empty: dict[str, str], rules: Rules, digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (name.replace("_", " "), value, decimal) for name, (value, decimal) in _summary(price, digits).items()
    ]
    notes = [f"Category {category} {reason}." for category, reason in empty.items()]
    notes += [f"Assumed, for the document does not say: {phrase}" for phrase in shoe_options.assumed_for_bets(rules)]
    return Table(
        "bet-moments", "Per unit staked", tuple(map(Column, ("figure", "fraction", "decimal"))), rows, tuple(notes)
    )


def _joint_table(bet: Bet, other: Bet, shared: JointPrice, deals: int, digits: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (bet.categories[i], other.categories[j], count, Rounded(Fraction(count, deals), digits))
        for (i, j), count in sorted(shared.counts.items())
    ]
    notes = (
        f"Covariance {fraction_text(shared.covariance)} = {decimal_text(shared.covariance, digits)}, "
        f"correlation {_correlation(shared, digits) or 'undefined, for a payoff does not vary'}.",
    )
    columns = (bet.name, other.name, "count", "probability")
    return Table("bet-joint", f"{bet.name} and {other.name} on the same coup", tuple(map(Column, columns)), rows, notes)


def _flat_table(
    bet: Bet,
    rules: Rules,
    price: Distribution,
    empty: dict[str, str],
    joint: tuple[Bet, JointPrice] | None,
    given: list[str],
    digits: int,
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for index, category in enumerate(price.categories):
        probability = price.probability(index)
        pays = number_text(price.payoffs[index])
        rows.append(("category", category, price.counts[index], probability, Rounded(probability, digits), pays))
    rows += [("figure", name, None, value, decimal, None) for name, (value, decimal) in _summary(price, digits).items()]
    rows += [("empty", f"{category} {reason}", None, None, None, None) for category, reason in empty.items()]
    rows += [("given", piece, None, None, None, None) for piece in given]
    rows += [("assumed", phrase, None, None, None, None) for phrase in shoe_options.assumed_for_bets(rules)]
    if joint:
        other, shared = joint
        for (i, j), count in sorted(shared.counts.items()):
            value = Fraction(count, price.deals)
            name = f"{bet.categories[i]} and {other.name} {other.categories[j]}"
            rows.append(("joint", name, count, value, Rounded(value, digits), None))
        rows.append(("joint", "covariance", None, shared.covariance, Rounded(shared.covariance, digits), None))
        rows.append(("joint", "correlation", None, None, _correlation(shared, digits), None))
    columns = tuple(map(Column, ("bet", "rules", "deals", "kind", "name", "count", "fraction", "decimal", "pays")))
    return Table("bet", "", columns, [(bet.name, rules.id, price.deals, *row) for row in rows])
