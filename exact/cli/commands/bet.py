"""Price one bet on the next coup from a shoe: a bet of the catalogue, or one written in a TOML file of your own.

  exact bet dragon-7 --decks 8
  exact bet lucky-6:12-18 --decks 6 --remove "6h 6d"
  exact bet my-bet.toml --decks 8 --format json
  exact bet punto --with tie --decks 8
  exact bet punto-pair --pays 7 --decks 8
  exact bet banco --commission 4% --rebate 0.8% --decks 8
  exact bet dragon-7 --decks 8 --given "banco=3,4 punto_two_card_total=0-5"
  exact bet lucky-6 --solve two-cards --edge 5%
  exact bet banco --commission ? --edge 1%
  exact bet my-progressive.toml --jackpot 25000 --return 95%
  exact bet dragon-7 --decks 8 --pays 45 --kelly --fraction 0.05% --ruin 50%
  exact bet banco --closed-form
  exact bet banco --unit 0.50 --stakes 1..100:0.5 --rules classic-it --favour house
  exact bet my-bet.toml --decks 8 --names player-banker --report my-report

Punto, banco and tie pay as the rulebook says; banco:main keeps the catalogue's 5 % commission under any rules.

A file has categories in order, each with a condition and its payoff to one; every other coup loses. The names that
conditions may use are listed by exact help language:

  name = "red-dragon"
  [[category]]
  name = "all-red"
  when = "banco_wins and banco_total == 7 and banco_cards == 3 and banco_one_colour"
  pays = 60
  [[category]]
  name = "win"
  when = "banco_wins and banco_total == 7 and banco_cards == 3"
  pays = 20

With seed and contribution in a table [jackpot], pays may be "jackpot" or "50 + 10 % of the jackpot"; --jackpot is what
the meter shows, by default its seed. A table [draw] has random multipliers.

You may also write player for punto, banker for banco, and egalite or standoff for tie, in every command and file.

--closed-form gives the expectation from d full decks as a rational function of d, in lowest terms; its limit, that of
the infinite shoe; and the coefficients of 1/d, 1/d^2 and 1/d^3. The proofs hold for every real d ≥ 1, by exact
isolation of roots: an interval after "d in" is open and holds exactly one root. In JSON and CSV the coefficients of
numerator and denominator ascend from that of d^0.

--unit rounds banco's commission, and gives the house edge by stake: in the player's favour it is rounded to zero on
small stakes, so the player has the edge. You see the edge of each stake, the best and the worst, every stake that
favours the player, and the limit as stakes grow. Rate and rounding are the rulebook's unless you give them; if the
rulebook is silent, rounding favours the player.

--report writes the mathematical report of the bet that a regulator or a casino asks for: rules with dealt examples,
exact counts, house edge, volatility, ranges of the return, every number of decks, removed cards, card counting, the
main bets, a second method, and a checklist of what regulations ask. Compile report.tex with pdflatex, twice. It takes
up to a minute.
"""

import os
from pathlib import Path

from exact.answers.table import Answer, Parameter, Table, columns_of
from exact.answers.text import ENGLISH, _
from exact.bets.payoffs import bet_under
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import progress_bar, waiting
from exact.errors import ExactError
from exact.inputs import money
from exact.library.questions import price
from exact.rules import rules_named

MORE_HELP = ("language", "knowledge")
OPTIONS = (
    options.bet(),
    option("--with", "NAME|FILE", "joint distribution with another bet"),
    option("--pays", "PAYOFFS", "what each winning category pays instead, to one: 7, 3/2 or 12,23"),
    option("--commission", "PERCENT", "the house's share of every win, like 4%%: of even money on banco, or of --pays"),
    option("--rebate", "PERCENT", "the share of every stake that comes back, whatever the result, like 0.8%%"),
    option("--jackpot", "AMOUNT", "what the meter of a progressive bet shows: 25000, or NAME=AMOUNT,… for several"),
    option("--solve", "CATEGORY", "what it must pay for --edge; several in a proportion: two-cards=12,three-cards=20"),
    option("--edge", "PERCENT", "the house edge to solve for, a payoff or --commission ?"),
    option("--return", "PERCENT", "the return to solve for, like 95%%; without --solve, the meter of a jackpot for it"),
    option("--hit-frequency", "PERCENT", "the share of winning coups to solve for"),
    flag("--closed-form", "the expectation as a function of the number of decks"),
    option("--unit", "AMOUNT", "the smallest unit of banco's commission, for its house edge by stake"),
    option("--stakes", "STAKES", "with --unit, the stakes: 1..200, 1..200:0.5 or 25,50"),
    option("--favour", "player|house|nearest", "with --unit, whom the rounding favours"),
    flag("--kelly", "the fraction of a bankroll to stake so that it grows fastest; --with may name several bets"),
    option("--fraction", "PERCENT", "with --kelly, a stake of your own in percent of the bankroll, one for each bet"),
    option("--ruin", "PERCENT", "with --kelly, the part of the bankroll that counts as ruin; default 50%%"),
    option("--report", "DIR", "where to write the report of the bet: report.tex and report.md, in English"),
    *options.QUESTION,
    options.GIVEN,
)
_OF_A_PRICE = ("with", "pays", "rebate", "given", "jackpot", "solve", "edge", "return", "hit_frequency")
_OF_KELLY = ("kelly", "fraction", "ruin")
_OF_BANCO = ("commission", "unit", "stakes", "favour")


def answer(arguments: Arguments) -> Answer:
    """The price of the bet, its report, closed form or edge by stake, or the stake of the Kelly criterion."""
    if arguments.report is not None:
        return _report(arguments)
    if arguments.closed_form:
        of_a_shoe = (*options.OF_SHOE, *_OF_BANCO, *_OF_A_PRICE, *_OF_KELLY)
        options.refuse(arguments, of_a_shoe, "does not go with --closed-form, which is for every full shoe")
    elif arguments.unit is not None:
        options.refuse(arguments, (*_OF_A_PRICE, *_OF_KELLY), "does not go with --unit")
    else:
        options.refuse(arguments, ("stakes", "favour"), "needs --unit, to which the commission is rounded")
    asked = options.asked(arguments)
    with waiting("counting"):
        if asked.pop("closed_form", False):
            from exact.library.bet import closed_form

            return closed_form(**asked)
        if "unit" in asked:
            from exact.library.bet import edge_by_stake

            return edge_by_stake(**asked)
        if asked.pop("kelly", False):
            from exact.library.bet import kelly

            options.refuse(arguments, ("solve", "edge", "return", "hit_frequency"), "does not go with --kelly")
            terms = {name: asked.pop(name) for name in ("fraction", "ruin", "digits") if name in asked}
            beside = asked.pop("with", None)
            return kelly(price(**asked), beside, **terms)
        options.refuse(arguments, ("fraction", "ruin"), "needs --kelly")
        names = ("digits", "with", "solve", "edge", "return", "hit_frequency")
        digits, beside, solve, edge, payback, frequency = (asked.pop(name, None) for name in names)
        if solve or asked.get("commission") == "?":
            from exact.library.bet import solved

            options.refuse(arguments, ("with",), "does not go with a term to solve for")
            unknown = {} if solve else {"commission": "0"}
            return solved(price(**asked | unknown), solve, edge, payback, frequency, digits=digits)
        options.refuse(arguments, ("edge", "hit_frequency"), "needs --solve, or --commission ?")
        priced = price(**asked)
        if priced.bet.jackpot is None:
            options.refuse(arguments, ("return",), "needs --solve, --commission ? or a bet with a jackpot")
        meter = None if payback is None else money(payback, "return", 0, 100)
        return priced.to_answer(digits, None if beside is None else bet_under(beside, priced.rules), meter)


def _report(arguments: Arguments) -> Answer:
    """The files written, with their digests."""
    import hashlib

    from exact.library.report import bet_report
    from exact.publication.publish import write_files

    of_others = ("values", "ranks", "remove", "digits", "closed_form", *_OF_BANCO, *_OF_A_PRICE, *_OF_KELLY)
    options.refuse(arguments, of_others, "does not go with --report")
    if (language := options.language_of(arguments)) != ENGLISH:
        raise ExactError("lang", language, "is not a language of reports, which are in English")
    if not arguments.report:
        raise ExactError("report", arguments.report, "must name a directory")
    directory, names = Path(arguments.report), options.names_of(arguments)
    parent = next((each for each in (directory, *directory.parents) if os.path.lexists(each)), directory)
    if os.path.lexists(parent) and not parent.is_dir():  # said before the work
        bound = "is not a directory" if parent == directory else f"has a file: {parent}"
        raise ExactError("report", arguments.report, bound)
    decks = options.decks_of(arguments, rules_named(arguments.rules))
    with progress_bar() as progress:
        files = bet_report(arguments.bet, decks=decks, rules=arguments.rules, names=names, progress=progress)
    write_files(directory, files)
    rows = [(name, hashlib.sha256(data).hexdigest()) for name, data in files.items()]
    written = Table("files", f"The report in {directory}", columns_of(_("file"), "SHA-256"), rows)
    return Answer("report", (Parameter("directory", arguments.report), Parameter("rules", arguments.rules)), (written,))
