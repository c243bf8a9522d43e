"""Deal whole shoes with a seeded generator, and compute the exact expectation of a bet before every coup.

You see the gains of perfect play, which stakes one unit if the expectation is positive, and of a linear count, which
stakes from its trigger on: in all, and by the unseen cards before the coup. Both are credited with the exact
expectation, not with the outcome of the coup; the standard errors are between shoes, which are independent. Gains have
a control variate, a sum over the same cards whose mean is exactly 0; "raw" is without it. A seed gives the same figures
with any number of workers.

  exact study --bet dragon-7 --shoes 100000 --seed 1 --cut 14
  exact study --bet dragon-7 --tags 0,0,0,-1,-1,-1,-1,2,2,0 --trigger 4
  exact study --bet dragon-7 --error 0.001           as many shoes as it takes
  exact study --bet punto,banco,tie --decks 6 --burn none --format csv

When the cut card appears, the coup is finished and one more is dealt (or two: --coups-after 2); if it appears as the
first card of a coup, that coup is the one more. To burn, the dealer shows the first card and puts away, unseen, as many
cards as it counts (ten for a ten or a face card); --burn first-card-unseen hides that card from the player too. The
true count is the running count, less the mean of the tags for each seen card, per 52 unseen cards. The best
count has whole tags up to 4; its trigger is where the linear estimate is 0, as in exact removal.
"""

from exact.analysis import shoe_simulation as simulation
from exact.analysis.removal import MAX_TAG
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.bets.bet import Bet
from exact.cli import options
from exact.cli.counting import DEALING, TRUE_COUNT
from exact.cli.options import Arguments, exclusive, option
from exact.errors import ExactError
from exact.game import Granularity
from exact.game.shoe import Shoe
from exact.inputs import parse_number, parse_whole
from exact.library.count import true_count
from exact.library.dealing import dealing_of, dealing_parameters
from exact.library.parameters import shoe_parameters
from exact.library.questions import bets_of
from exact.rules import Rules
from exact.views.whole_shoes import TAG_CLASSES, of_bet

BEST = "best"
OPTIONS = (
    options.bet("a bet that point values decide, bet:pay-table or a .toml file; or several, separated by commas"),
    exclusive(
        option("--shoes", "N", "the number of shoes to deal", "10000"),
        option("--error", "E", "deal as many as a standard error of E takes, of every gain per shoe: 0.001"),
    ),
    option("--seed", "N", "the seed of the generator", "1"),
    *DEALING,
    option("--tags", "TAGS|best", "a linear count: ten tags, for ace to nine and ten", BEST),
    option("--trigger", "T", "the true count from which it bets; by default where the linear estimate is 0"),
    *TRUE_COUNT,
    *options.RUN,
    *options.SHOE,
    options.RULES,
    options.PLOT,
)


def answer(arguments: Arguments) -> Answer:
    """The gains of perfect play and of the count."""
    shoes = parse_whole(arguments.shoes, "shoes", 1, simulation.MAX_SHOES)
    _digits, rules, shoe = options.question_of(arguments)
    shoe = shoe.coarsened(Granularity.VALUES)
    bets = bets_of(arguments.bet, rules)
    conventions = true_count(False, arguments.round, arguments.per, arguments.estimate)
    question = _question(arguments, bets, shoe, rules, conventions)
    error = None if arguments.error is None else parse_number(arguments.error, "error", simulation.MAX_ERROR)
    takes_long = error is not None or shoes > simulation.SHOES_A_BLOCK  # a block takes about a second
    with options.run_of(arguments, takes_long) as run:
        if error is None:
            sums = simulation.simulate_shoes(question, shoes, run)
        else:
            sums = simulation.simulate_to_error(question, error, run)
    rounding, unit, estimate = conventions
    parameters = (
        *shoe_parameters(shoe, rules),
        *dealing_parameters(question.dealing),
        Parameter("shoes", sums.shoes, _("Shoes dealt")),
        Parameter("seed", question.seed, _("Seed"), (str(question.seed),)),
        Parameter("round", rounding),
        Parameter("unit", unit),
        Parameter("estimate", estimate),
    )
    tables = tuple(table for number, bet in enumerate(bets) for table in of_bet(rules, question, sums, number, bet))
    assumed = rules.assumptions_for(*(bet.name for bet in bets))
    notes = (question.dealing.text,)
    return Answer("study", parameters, tables, notes, assumed, (rules.to_line(), *(bet.to_line() for bet in bets)))


def _question(
    arguments: Arguments, bets: list[Bet], shoe: Shoe, rules: Rules, conventions: tuple[str, int, str]
) -> simulation.ShoeSimulation:
    tags = None if arguments.tags == BEST else _tags(arguments.tags)
    trigger = None if arguments.trigger is None else parse_number(arguments.trigger, "trigger", simulation.MAX_TRIGGER)
    if len(bets) > 1 and (tags or trigger is not None):
        raise ExactError("bet", arguments.bet, "names several bets, but --tags and --trigger are for one")
    dealing = dealing_of(shoe, arguments.burn, arguments.cut, arguments.coups_after, arguments.first_coup_unseen)
    seed = parse_whole(arguments.seed, "seed", 0, simulation.MAX_SEED)
    wagers = tuple(
        simulation.SimulatedWager(bet, simulation.count_for(bet, shoe, rules.tableau, tags, trigger, *conventions))
        for bet in bets
    )
    return simulation.ShoeSimulation(
        values=shoe.values, tableau=rules.tableau, dealing=dealing, wagers=wagers, seed=seed, controlled=True
    )


def _tags(text: str) -> tuple[int, ...]:
    entries = text.split(",")
    if len(entries) != len(TAG_CLASSES):
        bound = f"must be {BEST}, or ten whole numbers separated by commas, for ace to nine and ten"
        raise ExactError("tags", text, bound)
    tags = [parse_whole(entry.strip().removeprefix("+"), "tags", -MAX_TAG, MAX_TAG) for entry in entries]
    return tags[-1], *tags[:-1]
