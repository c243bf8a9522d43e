"""Price one bet on the next coup from a shoe: a bet of the catalogue, or one written in a TOML file of your own.

  exact bet dragon-7 --decks 8
  exact bet lucky-6:12-18 --decks 6 --remove "6h 6d"
  exact bet my-bet.toml --decks 8 --format json
  exact bet punto --with tie --decks 8
  exact bet punto-pair --pays 7 --decks 8
  exact bet banco --commission 4% --rebate 0.8% --decks 8
  exact bet dragon-7 --decks 8 --given "banco=3,4 punto_two_card_total=0-5"
  exact bet banco --closed-form
  exact bet banco --unit 0.50 --stakes 1..100:0.5 --rules classic-it --favour house

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

You may also write player for punto, banker for banco, and egalite or standoff for tie, in every command and file.

--closed-form gives the expectation from d full decks as a rational function of d, in lowest terms; its limit, that of
the infinite shoe; and the coefficients of 1/d, 1/d^2 and 1/d^3. The proofs hold for every real d ≥ 1, by exact
isolation of roots: an interval after "d in" is open and holds exactly one root. In JSON and CSV the coefficients of
numerator and denominator ascend from that of d^0.

--unit rounds banco's commission, and gives the house edge by stake: in the player's favour it is rounded to zero on
small stakes, so the player has the edge. You see the edge of each stake, the best and the worst, every stake that
favours the player, and the limit as stakes grow. Rate and rounding are the rulebook's unless you give them; if the
rulebook is silent, rounding favours the player.
"""

from fractions import Fraction

from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import fraction_text, number_text
from exact.bets.catalogue import bet_name
from exact.bets.payoffs import bet_under
from exact.cli import options
from exact.cli.options import Arguments, flag, option
from exact.cli.terminal import waiting
from exact.errors import ExactError
from exact.game import Outcome
from exact.inputs import parse_amount
from exact.library.questions import price
from exact.rules import rules_named
from exact.views import bet_price

MORE_HELP = ("language", "knowledge")
_FAVOURED = {"player": _("player"), "house": _("house"), "nearest": _("nearest")}
OPTIONS = (
    options.bet(),
    option("--with", "NAME|FILE", "joint distribution with another bet"),
    option("--pays", "PAYOFFS", "what each winning category pays instead, to one: 7, 3/2 or 12,23"),
    option("--commission", "PERCENT", "the house's share of every win, like 4%%: of even money on banco, or of --pays"),
    option("--rebate", "PERCENT", "the share of every stake that comes back, whatever the result, like 0.8%%"),
    flag("--closed-form", "the expectation as a function of the number of decks"),
    option("--unit", "AMOUNT", "the smallest unit of banco's commission, for its house edge by stake"),
    option("--stakes", "STAKES", "with --unit, the stakes: 1..200, 1..200:0.5 or 25,50"),
    option("--favour", "WHOM", "with --unit, whom rounding favours: player, house or nearest", values=_FAVOURED),
    *options.QUESTION,
    options.GIVEN,
)


def answer(arguments: Arguments) -> Answer:
    """The price of the bet, its closed form, or the edge of every stake."""
    if arguments.closed_form:
        of_a_shoe = (*options.OF_SHOE, "with", "pays", "commission", "rebate", "unit", "stakes", "favour", "given")
        options.refuse(arguments, of_a_shoe, "does not go with --closed-form, which is for every full shoe")
        return _closed_form(arguments)
    if arguments.unit is not None:
        options.refuse(arguments, ("with", "pays", "rebate", "given"), "does not go with --unit")
        return _by_stake(arguments)
    options.refuse(arguments, ("stakes", "favour"), "needs --unit, to which the commission is rounded")
    asked = options.asked(arguments)
    digits, beside = asked.pop("digits"), asked.pop("with", None)
    with waiting("counting"):
        priced = price(**asked)
        return priced.to_answer(digits, None if beside is None else bet_under(beside, priced.rules))


def _closed_form(arguments: Arguments) -> Answer:
    from exact.analysis.closed_form import closed_form, edge_sign, edge_slope, factored_text, polynomial_text

    digits, rules = options.digits_of(arguments), rules_named(arguments.rules)
    bet = bet_under(arguments.bet, rules)
    with waiting("counting"):
        form = closed_form(bet, rules.tableau)
        slope, edge = edge_slope(form), edge_sign(form)
    caption = _(
        "{title}, pay table {pay_table}, rules {rules}: expectation with d full decks",
        title=bet.title, pay_table=bet.paying_table, rules=rules.id,
    )  # fmt: skip
    above, below = list(map(str, form.numerator)), list(map(str, form.denominator))
    return Answer(
        "closed-form",
        (
            Parameter("bet", bet.name),
            Parameter("pay_table", bet.paying_table),
            Parameter("rules", rules.id),
            Parameter("numerator", above, _("Numerator"), (polynomial_text(form.numerator),)),
            Parameter("denominator", below, _("Denominator"), (factored_text(form.denominator),)),
            Parameter("expansion", list(form.expansion[1:]), None),
            Parameter("turns", [list(at) for at in slope.changes], None),
            Parameter("sign_changes", [list(at) for at in edge.changes], None),
            Parameter("poles", list(form.poles), _("Poles"), (", ".join(map(fraction_text, form.poles)) or "–",)),
        ),
        (bet_price.expansion(form, caption, digits), bet_price.proofs(slope, edge)),
        assumptions=rules.assumed,
        sources=(rules.to_line(), bet.to_line()),
    )


def _by_stake(arguments: Arguments) -> Answer:
    from exact.analysis import commission as rounded
    from exact.analysis.odds import odds_of_shoe
    from exact.views.session_result import by_stake

    if bet_name(arguments.bet) != Outcome.BANCO.value:
        raise ExactError("bet", arguments.bet, "does not go with --unit, which rounds the commission on banco")
    if arguments.stakes is None:
        raise ExactError("stakes", "nothing", "is given, and --unit prices every stake: give --stakes, like 1..200")
    digits, rules, shoe = options.question_of(arguments)
    unit = parse_amount(arguments.unit, "unit")
    commission = rounded.parse_commission(rules, unit, arguments.favour, arguments.commission)
    stakes = rounded.parse_stakes(arguments.stakes)
    odds = rounded.banco_odds(odds_of_shoe(shoe, rules.tableau), rules)
    favourable = rounded.favourable_stakes(odds, commission)
    ranges = [
        [number_text(first, 2), None if last is None else number_text(last, 2)] for first, last in favourable.ranges
    ]
    caption = _("House edge of banco by stake, rules {rules}, {cards} cards", rules=rules.id, cards=shoe.cards)
    return Answer(
        "commission",
        (
            Parameter("rules", rules.id),
            Parameter("cards", shoe.cards),
            Parameter("rate", commission.rate, _("Commission"), (f"{number_text(commission.rate * 100)} %",)),
            Parameter("unit", number_text(commission.unit or Fraction(0), 2), _("In units of")),
            Parameter("favour", commission.favour, _("Rounded in favour of"), (_FAVOURED[commission.favour],)),
            Parameter("favourable", ranges, _("Stakes that favour the player, in whole cents"), (favourable.text,)),
            Parameter("favourable_complete", favourable.complete),
        ),
        tuple(by_stake(rounded.price_stakes(stakes, odds, commission), odds, commission, caption, digits)),
        assumptions=rounded.assumed_terms(rules, commission),
        sources=(rules.to_line(),),
    )
