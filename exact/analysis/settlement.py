"""Settle stakes on a dealt coup in exact money: wins, pushes and commission."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from exact.analysis.commission import Commission, check_stake
from exact.answers.table import Assumption
from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name, find_bet
from exact.bets.coups import ABSENT
from exact.bets.payoffs import main_bets
from exact.bets.vocabulary import CLASS_MASKS, CONSTANTS, NAMES, Ask, Parts, Question
from exact.engine.compiler import joint_category
from exact.errors import ExactError
from exact.game import Granularity, Outcome, class_of, parse_card
from exact.records import Record, replace
from exact.rules import Rules
from exact.rules.replay import Replay


class Settled(Record, kw_only=True):
    """One stake after the coup."""

    bet: str
    stake: Fraction
    win: Fraction  #: Before commission; negative if the stake, or a part of it, is lost
    commission: Fraction
    assumed: tuple[Assumption, ...]  #: Those behind the payment; those behind the cards are in the replay's steps

    @property
    def net(self) -> Fraction:
        """The player's net win or loss."""
        return self.win - self.commission


def settle(
    replay: Replay, stakes: Sequence[tuple[str, Fraction]], rules: Rules, commission: Commission
) -> list[Settled]:
    """Settle pairs of bet and stake on a coup: main bets by ``rules``, banco less ``commission``, others by their own.

    Raises `ExactError` for a stake not in whole cents above 0, an unknown bet, and cards of which it must know more.
    """
    before_commission = main_bets(replace(rules, commission=Fraction(0)))
    settled = []
    for typed, amount in stakes:
        stake = check_stake(amount, f"stake on {typed}")
        name = bet_name(typed)
        bet = before_commission[name] if name in before_commission else find_bet(name)
        win = stake * bet.payoffs()[category_of(bet, replay)]
        charged = commission.on(win) if name == Outcome.BANCO.value and win > 0 else Fraction(0)
        rests_on = _assumed(Outcome(name), replay.coup.outcome, rules, commission) if name in before_commission else ()
        settled.append(Settled(bet=name, stake=stake, win=win, commission=charged, assumed=rests_on))
    return settled


def _assumed(bet: Outcome, outcome: Outcome, rules: Rules, commission: Commission) -> tuple[Assumption, ...]:
    """The assumptions behind the payment of a main bet; a stake on the losing side needs none."""
    if outcome is bet:
        payoff = tuple(assumption for assumption in rules.assumed if assumption.bet == bet.value)
        return payoff + (commission.assumed if bet is Outcome.BANCO else ())
    if outcome is Outcome.TIE:
        return tuple(assumption for assumption in rules.assumed if assumption.clause == "ties")
    return ()


def category_of(bet: Bet, replay: Replay) -> int:
    """The index of a replayed coup's category; errors as in `settle`."""
    coup, masks = [ABSENT] * 6, [0] * 6
    for first, side in zip((0, 3), replay.hands, strict=True):
        for place, card in enumerate(side, start=first):
            granularity, index = parse_card(card)
            coup[place] = class_of(index, granularity, Granularity.VALUES)
            masks[place] = CLASS_MASKS[granularity][index]

    def ask(question: Question) -> int:
        if isinstance(question, Parts):
            for answer, part in enumerate(question.sets):
                if masks[question.position] & ~part == 0:
                    return answer
        else:
            fits = [all(masks[position] & ~mask == 0 for position, mask in pattern) for pattern in question.patterns]
            can_fit = (all(masks[position] & mask for position, mask in pattern) for pattern in question.patterns)
            if any(fits) or not any(can_fit):
                return int(any(fits))
        bound = f"needs to know more about the cards: name {' '.join(replay.dealt)} by rank and suit"
        raise ExactError("stake", bet.name, bound)

    def value(name: str, ask: Ask) -> int:
        return CONSTANTS[name][0] if name in CONSTANTS else NAMES[name].resolve(NAMES[name].compute(coup), ask)

    values = {name: partial(value, name) for name in bet.classification.names()}
    return joint_category((bet.classification,), {}, values, ask)
