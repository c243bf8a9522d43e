"""The quantities that are loaded only when asked for: of two bets, of counts, streaks, signals and others.

Successive coups are taken as independent; chemin de fer is played at an equilibrium of the game.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations

from exact.analysis.count_distribution import BettingCount, CountDistribution, cost_of, count_distributions
from exact.analysis.count_play import DealtShoe, Play, ShoeGain, approximate_gain, coups_by_unseen, play_at
from exact.analysis.dealing import Dealing
from exact.analysis.equilibrium.banque import deal_banque
from exact.analysis.equilibrium.banque_solutions import correlated, stakes_of, stakes_text
from exact.analysis.equilibrium.game import Hand, Model, choices_of_punto, places_of_banco
from exact.analysis.equilibrium.solutions import Profile, equilibrium
from exact.analysis.pricing import correlation_squared, covariance
from exact.analysis.progressive import MeterPrice, meter_prices
from exact.analysis.promotions import FREE_BET, KEEP, LOSE, MATCH_PLAY, worth_of
from exact.analysis.removal import LinearCount, effects_of_removal, linear_count
from exact.analysis.sessions.runs import Trial, at_least_one
from exact.analysis.signals import best_sorts, signal_value
from exact.analysis.tableau_cost import Choice, banco_choices_by_hand, punto_choices
from exact.arithmetic import Value, root
from exact.bets.catalogue import bet_name, every_bet, find_bet
from exact.bets.partition import parse_partition, parse_places
from exact.errors import ExactError
from exact.game import POINT_VALUES, Granularity, Outcome, Side, class_of
from exact.game.shoe import InfiniteShoe, Shoe
from exact.questions.conditions import payoffs_in
from exact.questions.instance import Instance
from exact.questions.quantities import CONSTANT, odds_against, part_of
from exact.questions.subjects import Wager
from exact.records import replace
from exact.rules import NO_THIRD, STANDARD

MAX_SECONDS = 20
_effects, _solved = lru_cache(maxsize=64)(effects_of_removal), lru_cache(maxsize=64)(equilibrium)
_banco_choices = lru_cache(maxsize=64)(banco_choices_by_hand)


def distinct_hands(instance: Instance) -> Fraction:
    """The different hands of two cards with the total; the shoe must hold both cards."""
    held = (instance.shoe or Shoe.of_decks(2)).counts
    if len(held) != Granularity.CARDS:
        raise instance.error("needs a shoe known card by card: remove cards like 9h")
    cards = [card for card, number in enumerate(held) for _copy in range(min(number, 2))]
    pairs = {*combinations(cards, 2)}
    totals = [(POINT_VALUES[first // 4] + POINT_VALUES[second // 4]) % 10 for first, second in pairs]
    return Fraction(totals.count(instance.subject["total"]))


def covariance_of_two(instance: Instance) -> Fraction:
    """Of the net wins of two bets."""
    first, second = instance.bets
    counts = {(one, other): deals for (one, other), deals in instance.counts().items()}
    return covariance(first.payoffs(), second.payoffs(), counts, sum(counts.values()))


def correlation_of_two(instance: Instance) -> Value:
    """Of the net wins of two bets."""
    variances = [instance.about(wager).distribution().variance for wager in instance.wagers]
    return root(instance.existing(correlation_squared(covariance_of_two(instance), *variances), CONSTANT))


def _meter(instance: Instance) -> MeterPrice:
    (bet,) = instance.bets
    if bet.jackpot is None or bet.jackpot.meters[1:]:
        raise instance.error("has no jackpot of a single meter; of several, exact bet has the figures of each")
    return meter_prices(bet, instance.shoe or InfiniteShoe(), instance.tableau)[0]


break_even_meter = part_of(_meter, "break_even", "has no such amount: no coup pays the jackpot")
hit_probability = part_of(_meter, "hit")
coups_between_hits = part_of(_meter, "between", "never hits the jackpot")
mean_meter = part_of(_meter, "mean")
long_run_edge = part_of(_meter, "keeps")


def linear_estimate(instance: Instance) -> LinearCount:
    """The tags as a linear estimate of the expectation."""
    (bet,) = instance.bets
    effects = _effects(bet, instance.finite_shoe, instance.tableau)
    classes = effects.shoe.granularity
    by_value = _tags_by_value(instance)
    count = linear_count([by_value[class_of(index, classes, Granularity.VALUES)] for index in range(classes)], effects)
    return instance.existing(count, "does not depend on these tags")


trigger = part_of(linear_estimate, "trigger")
pivot = part_of(linear_estimate, "pivot")


def _tags_by_value(instance: Instance) -> tuple[Fraction, ...]:
    tags = instance.stated("tags", "needs the tags of the count: tags 0 0 0 -1 -1 -1 -1 2 2 0")
    return tags[-1], *tags[:-1]


@lru_cache(maxsize=256)
def _play(instance: Instance) -> Play:
    """The play with one number of unseen cards, or approximately over a shoe with a cut card."""
    if "cut" in instance.conditions:
        if "unseen" in instance.conditions:
            raise instance.error("has a number of unseen cards or a cut card, not both")
        return _over_shoe(instance).play
    unseen = instance.stated("unseen", "needs a number of unseen cards, such as 52 unseen")
    (values,) = _distributions(instance, [unseen])
    return play_at(instance.conditions.get("trigger"), values)


def _count(instance: Instance) -> BettingCount:
    return BettingCount(_tags_by_value(instance), Granularity.VALUES)


def _distributions(instance: Instance, unseen: Sequence[int]) -> list[CountDistribution]:
    (bet,), count, shoe = instance.bets, _count(instance), instance.finite_shoe
    if max(unseen) <= shoe.cards:
        _tags, seconds = cost_of(count, shoe, unseen)
        if seconds > MAX_SECONDS:
            numbers = unseen[0] if len(unseen) == 1 else f"{min(unseen)} to {max(unseen)}"
            bound = f"unseen cards and these tags take about {seconds:.0f} seconds: at most {MAX_SECONDS}"
            raise ExactError("claim", numbers, bound)
    return count_distributions(bet, count, shoe, instance.tableau, unseen)


@lru_cache(maxsize=64)
def _over_shoe(instance: Instance) -> ShoeGain:
    """Approximately, for a shoe dealt as usual with the cut card there."""
    bound = "needs a cut card, such as 14 behind the cut card: only a simulation gives a figure without"
    dealt = DealtShoe(instance.finite_shoe, instance.tableau, Dealing(cut=instance.stated("cut", bound)))
    distributions = {values.unseen: values for values in _distributions(instance, [*coups_by_unseen(dealt)])}
    plays = {unseen: play_at(instance.conditions.get("trigger"), values) for unseen, values in distributions.items()}
    return approximate_gain(_count(instance), plays, distributions, dealt)


def _known(part: str) -> Callable[[Instance], Fraction]:
    """Of a whole shoe, as far as it is known."""
    return lambda instance: getattr(_over_shoe(instance), part).known.value


bets_per_shoe, win_per_shoe = _known("bets"), _known("gain")


def edge_when_betting(instance: Instance) -> Fraction:
    """The mean expectation of a bet; over a shoe, as far as it is known."""
    edge = _over_shoe(instance).edge if "cut" in instance.conditions else _play(instance).edge
    return instance.existing(edge, "has no edge: the count never bets")


betting_frequency = part_of(_play, "frequency")
gain_per_coup = part_of(_play, "gain")


def run_probability(instance: Instance) -> Fraction:
    """The probability of at least one such run; with ties skipped, the coups are decided ones."""
    wins, run = _win_chance(instance), instance.subject
    return at_least_one(Trial(wins.numerator, wins.denominator), run["length"], run["coups"], 0)[0]


def _worth_of(coupon: str, instance: Instance) -> Fraction:
    """The worth of a coupon per unit of face; with ties skipped, a tie leaves it."""
    price = instance.about(instance.subject["bet"]).distribution()
    return worth_of(coupon, price, KEEP if "ties" in instance.conditions else LOSE).worth


match_play_worth, free_bet_worth = partial(_worth_of, MATCH_PLAY), partial(_worth_of, FREE_BET)


def _win_chance(instance: Instance) -> Fraction:
    """The probability that the streak's winner wins a coup; with ties skipped, a coup that is no tie."""
    plain = replace(instance, conditions={"rules": instance.conditions["rules"]})
    winner, tie = instance.subject["winner"], Outcome.TIE.value
    chance = plain.about(Wager(winner)).probability()
    if "ties" not in instance.conditions:
        return chance
    if winner == tie:
        raise ExactError("claim", "ties skipped", "leaves no coup to a streak of ties")
    return chance / (1 - plain.about(Wager(tie)).probability())


def streak_probability(instance: Instance) -> Fraction:
    """The probability of the streak if successive coups are independent."""
    subject, wins = instance.subject, _win_chance(instance)
    if "low" in subject.values:
        raise instance.error("lists lengths for their payoffs: ask for the expectation, or for one length")
    longest = subject.values.get("exactly", subject.values.get("longest"))
    reached: Fraction = wins ** _shortest(instance)
    return reached if longest is None else reached - wins ** (longest + 1)


def _shortest(instance: Instance) -> int:
    """The shortest streak that is meant; every streak is at most so long."""
    return next((instance.subject[slot] for slot in ("low", "length", "exactly") if slot in instance.subject.values), 0)


streak_odds = odds_against(streak_probability)


def _streak_payoffs(instance: Instance) -> list[Fraction]:
    pays = instance.stated("pays", "needs a payoff: pays 10")
    subject, payoffs = instance.subject, payoffs_in(pays)
    lengths = subject["high"] - subject["low"] + 1 if "low" in subject.values else 1
    if len(payoffs) != lengths:
        raise ExactError("claim", f"pays {pays}", f"does not fit {subject.text}: give {lengths}")
    return payoffs


def streak_contribution(instance: Instance) -> Fraction:
    """The probability of the streak times what it pays."""
    return streak_probability(instance) * _streak_payoffs(instance)[0]


def streak_house_edge(instance: Instance) -> Fraction:
    """The expected loss of a bet on the length of the next streak."""
    return -streak_expectation(instance)


def streak_expectation(instance: Instance) -> Fraction:
    """A bet on the length of the next streak: a stake is lost on a streak shorter than the lengths that pay."""
    low, wins, payoffs = _shortest(instance), _win_chance(instance), _streak_payoffs(instance)
    lost = Fraction(-1)
    gains = (pays - before for before, pays in zip((lost, *payoffs[:-1]), payoffs, strict=True))  # from one win more
    return sum((gain * wins ** (low + longer) for longer, gain in enumerate(gains)), lost)


BEST_SORT = "best sort"  #: In place of a partition, the best of those into two classes


def partition_named(text: str) -> str:
    """A partition in the notation of `exact.bets.partition`, or `BEST_SORT`; raises `ExactError` for anything else."""
    typed = text.lower()
    return typed if typed == BEST_SORT else parse_partition(text, "claim").text


def bets_named(text: str) -> tuple[str, ...]:
    """The names of bets of the catalogue with commas between; raises `ExactError` for any other bet or pay table."""
    bets = tuple(bet_name(name.strip()) for name in text.split(","))
    for bet in bets:
        if bet.partition(":")[0] not in every_bet():
            raise ExactError("claim", bet, "is not a bet of the catalogue")
        find_bet(bet)  # whose pay table may be unknown
    return bets


def places_named(text: str) -> tuple[int, ...]:
    """The places after the word cards; raises `ExactError` for places that no coup has."""
    return parse_places(text.split(" ", 1)[1], "claim")


@lru_cache(maxsize=256)
def value_of_signal(instance: Instance) -> Fraction:
    """The mean gain per coup, from a finite shoe."""
    signal, shoe, tableau = instance.subject, instance.finite_shoe, instance.tableau
    bets = [find_bet(name) for name in signal["bets"]]
    if signal["partition"] == BEST_SORT:
        return best_sorts(bets, shoe, tableau, signal["cards"])[0][1]
    return signal_value(bets, shoe, tableau, signal["cards"], parse_partition(signal["partition"])).value


def drawing_probability(instance: Instance) -> Fraction:
    """The probability with which the side draws at the choice, or stands."""
    drawing, profile = instance.subject, _profile(instance)
    choices: list[tuple[Hand, int | None]] = [(place.hand, place.third) for place in profile.game.sets]
    draws = profile.banco
    if drawing["side"] == Side.PUNTO.value:
        choices, draws = [(hand, None) for hand in profile.game.choices], profile.punto
    choice = drawing["hand"], drawing.values.get("third")
    if choice not in choices:
        raise instance.error(f"is no choice of model {instance.conditions['model'].id}")
    drawn = draws[choices.index(choice)]
    return 1 - drawn if drawing["choice"] == "standing" else drawn


def value_of_choice(instance: Instance) -> Fraction:
    """What a choice wins per coup beyond its opposite, at even money, if all others follow the rules."""
    drawing, dealt = instance.subject, (instance.finite_shoe, instance.tableau)
    hand, third, seen = drawing["hand"], drawing.values.get("third"), len(drawing["hand"]) > 1
    if drawing["side"] == Side.PUNTO.value:
        found = punto_choices(*dealt, model="B3" if seen else "B1").get(hand)
    else:
        by_hand = _banco_choices(*dealt, model="B2" if seen else "B1")
        found = by_hand.get((hand, NO_THIRD if third is None else third))
    choice: Choice = instance.existing(found, "is no choice: a natural ends the coup")
    return choice.cost * (1 if choice.draws == (drawing["choice"] == "drawing") else -1)


def number_of_choices(instance: Instance) -> Fraction:
    """How many choices the side has, whatever the shoe."""
    model, _shoe = _game(instance)
    is_punto = instance.subject["side"] == Side.PUNTO.value
    return Fraction(len(choices_of_punto(model) if is_punto else places_of_banco(model)))


def _profile(instance: Instance) -> Profile:
    return _solved(*_game(instance))


game_value = part_of(_profile, "value")


def banque_value(instance: Instance) -> Fraction:
    """What the banker wins from players who correlate their choices."""
    stakes = instance.stated("stakes", "needs the stakes of baccara banque: stakes 1:1")
    return correlated(deal_banque(*_game(instance)), stakes_of(stakes)).value


def stakes_named(text: str) -> str:
    """Stakes in lowest terms."""
    return stakes_text(stakes_of(text))


def _game(instance: Instance) -> tuple[Model, Shoe]:
    model: Model = instance.stated("model", "needs a model of the game: model B1")
    rules = instance.conditions["rules"]
    if rules != STANDARD:
        raise ExactError("claim", rules, "are rules of punto banco: this game has a model instead")
    if instance.shoe is None and not model.replaced:
        raise ExactError("claim", "infinite shoe", f"is none that model {model.id} can exhaust: give a number of decks")
    return model, instance.shoe or Shoe.of_decks(1)
