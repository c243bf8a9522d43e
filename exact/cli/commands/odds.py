"""Exact probabilities and prices of the next coup from a shoe.

Give the shoe in one way: --decks N, --values c0,…,c9 or --ranks A=…,…,K=…; where the rulebook states its number of
decks, none is needed. Counts are ordered six-card deals, unused positions padded, out of N(N−1)…(N−5).

  exact odds --decks 8
  exact odds --decks 6 --remove "9 9 K" --rules classic-it
  exact odds --values 16,4,4,4,4,4,4,4,4,4 --digits 30 --format json

--lang it and --lang sl print the tables in Italian and Slovenian, with a decimal comma; CSV and JSON are for programs and
stay as they are. What --given says is explained in English.

With --given, of a coup about which something is known; the deals are then those that agree with it:

  exact odds --decks 8 --given "punto=4,0 banco=K,?"
  exact odds --decks 6 --given "punto_total=5 banco_total=6"
  exact odds --decks 8 --given "card1=high card5=9"

With --shoes, of every shoe of a file, .csv, .jsonl or .parquet by its name: columns c0 to c9, cA to cK or cAs to cKc,
a shoe a row. The answers have the same columns, deals, punto, banco and tie, and bet:category for the bets of --bets;
--columns chooses and orders them, bet:expectation too. With --replay, of every coup of dealt shoes, one a line: the cards
in dealing order, burnt cards first in brackets, as in "[K 5] 9 8 4 K …"; a line has at most 32 MiB. Rows that cannot be
used are set apart in OUT.rejects.csv, the rest is done, and the exit code is 2. OUT appears when all of it is written; a
run that is killed leaves only files that end in .partial.

  exact odds --shoes shoes.csv --out odds.csv
  exact odds --shoes shoes.parquet --out edges.csv --bets dragon-7,tie --columns c0,c9,dragon-7:expectation
  exact odds --replay dealt.txt --decks 8 --out coups.csv
"""

from __future__ import annotations

import argparse
from fractions import Fraction

from exact.analysis.odds import Odds, Price, odds_of_shoe
from exact.answers.table import Column, Rounded, Table
from exact.arithmetic import decimal_text, fraction_text
from exact.cli import options as shoe_options
from exact.cli.output import write_answer
from exact.errors import ExactError
from exact.game.coup import Outcome
from exact.game.shoe import Shoe
from exact.rules.tableau import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from exact.bets.knowledge_text import Piece


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``exact odds``."""
    shoe_options.add_question(parser)
    shoe_options.add_given(parser)
    shoe_options.add_language(parser)
    once = shoe_options.Once
    parser.add_argument("--shoes", action=once, metavar="FILE", help="the odds of every shoe of a file; needs --out")
    parser.add_argument("--replay", action=once, metavar="FILE", help="the odds before every coup dealt; needs --out")
    parser.add_argument("--out", action=once, metavar="FILE", help="where the answers to --shoes or --replay go")
    parser.add_argument("--bets", action=once, metavar="BETS", help="bets to count too, commas between")
    parser.add_argument("--columns", action=once, metavar="NAMES", help="the columns of --out, commas between")


def more_help() -> str:
    """What ``--given`` can say."""
    from exact.bets.knowledge_text import describe_knowledge

    return describe_knowledge()


def run(arguments: argparse.Namespace) -> int:
    """Print the odds, or write those of a file; always 0."""
    if arguments.shoes is not None or arguments.replay is not None:
        from exact.cli.commands.odds_of_file import answer_file

        return answer_file(arguments)
    for option in ("out", "bets", "columns"):
        if getattr(arguments, option) is not None:
            raise ExactError(option, getattr(arguments, option), "goes with --shoes or --replay")
    digits, style = shoe_options.printing_of(arguments)
    language = shoe_options.language_of(arguments)
    rules = shoe_options.rules_of(arguments)
    shoe = shoe_options.shoe_of(arguments, rules)
    pieces = shoe_options.pieces_of(arguments)
    odds = _odds_given(shoe, rules, pieces) if pieces else odds_of_shoe(shoe, rules.tableau)
    prices = {bet: odds.price(bet, rules) for bet in Outcome}
    given = [piece.text for piece in pieces]
    write_answer(
        style,
        lambda: _as_json(shoe, rules, odds, prices, digits) | ({"given": given} if given else {}),
        lambda: _flat_table(shoe, rules, odds, prices, given, digits),
        lambda: _tables(shoe, rules, odds, prices, [piece.meaning for piece in pieces], digits),
        language,
    )
    return 0


def _odds_given(shoe: Shoe, rules: Rules, pieces: tuple[Piece, ...]) -> Odds:
    from exact.analysis.given import joined, odds_given

    return odds_given(shoe, rules.tableau, joined(pieces, shoe, rules.tableau))


def _as_json(shoe: Shoe, rules: Rules, odds: Odds, prices: dict[Outcome, Price], digits: int) -> dict[str, object]:
    return {
        "rules": rules.id,
        "cards": shoe.cards,
        "values": list(shoe.values),
        "deals": str(odds.deals),
        "outcomes": {
            outcome.value: {
                "count": str(odds.counts[outcome]),
                "fraction": fraction_text(odds.probability(outcome)),
                "decimal": decimal_text(odds.probability(outcome), digits),
            }
            for outcome in Outcome
        },
        "bets": {
            bet.value: {
                "expectation": fraction_text(price.expectation),
                "house_edge": decimal_text(price.house_edge, digits),
                "house_edge_resolved": _decimal(price.house_edge_resolved, digits),
            }
            for bet, price in prices.items()
        },
        "assumed": list(map(str, rules.assumed)),
    }


def _decimal(value: Fraction | None, digits: int) -> str | None:
    return None if value is None else decimal_text(value, digits)


def _rounded(value: Fraction | None, digits: int) -> Rounded | None:
    return None if value is None else Rounded(value, digits)


def _tables(
    shoe: Shoe, rules: Rules, odds: Odds, prices: dict[Outcome, Price], given: list[str], digits: int
) -> tuple[Table, Table]:
    point_values = " ".join(map(str, shoe.values))
    outcomes = Table(
        id=f"odds-{rules.id}-{shoe.cards}-outcomes",
        caption=f"Outcomes of the next coup, rules {rules.id}, {shoe.cards} cards",
        columns=(Column("outcome"), Column("count"), Column("fraction"), Column("probability")),
        rows=[
            (
                outcome.value,
                odds.counts[outcome],
                odds.probability(outcome),
                Rounded(odds.probability(outcome), digits),
            )
            for outcome in Outcome
        ],
        notes=(
            f"Cards of point value 0 to 9: {point_values}",
            *(f"Given: {meaning}" for meaning in given),
            f"Ordered six-card deals{' that agree' if given else ''}: {odds.deals}",
        ),
    )
    bets = Table(
        id=f"odds-{rules.id}-{shoe.cards}-bets",
        caption="Bets, per unit staked",
        columns=(Column("bet"), Column("expectation"), Column("house edge"), Column("per resolved stake")),
        rows=[
            (
                bet.value,
                price.expectation,
                Rounded(price.house_edge, digits),
                _rounded(price.house_edge_resolved, digits),
            )
            for bet, price in prices.items()
        ],
        notes=(
            "A positive house edge is the player's expected loss. " + _terms(rules),
            *(f"Assumed, for the document does not say: {phrase}" for phrase in rules.assumed),
        ),
    )
    return outcomes, bets


def _terms(rules: Rules) -> str:
    percent = rules.commission * 100
    paid = ", ".join(f"{bet} {payoff} to 1" for bet, payoff in rules.payoffs.items())
    return f"Payoffs: {paid}; commission {percent} % of banco's winnings."


def _flat_table(
    shoe: Shoe, rules: Rules, odds: Odds, prices: dict[Outcome, Price], given: list[str], digits: int
) -> Table:
    headings = ("rules", "cards", "deals", "kind", "name", "count", "fraction", "decimal", "house_edge")
    start = (rules.id, shoe.cards, odds.deals)
    probabilities = {outcome: odds.probability(outcome) for outcome in Outcome}
    return Table(
        id="odds",
        caption="",
        columns=tuple(Column(heading) for heading in (*headings, "house_edge_resolved")),
        rows=[
            *(
                (*start, "outcome", outcome.value, odds.counts[outcome], value, Rounded(value, digits), None, None)
                for outcome, value in probabilities.items()
            ),
            *(
                (
                    *(*start, "bet", bet.value, None, price.expectation, Rounded(price.expectation, digits)),
                    *(Rounded(price.house_edge, digits), _rounded(price.house_edge_resolved, digits)),
                )
                for bet, price in prices.items()
            ),
            *((*start, "given", piece, None, None, None, None, None) for piece in given),
            *((*start, "assumed", str(phrase), None, None, None, None, None) for phrase in rules.assumed),
        ],
    )
