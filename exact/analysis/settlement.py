"""Settling stakes on a dealt coup, in exact money: what wins, what is returned, what the house keeps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from exact.analysis.commission import Commission, check_stake
from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name, find_bet
from exact.bets.coups import ABSENT, Coups
from exact.bets.expression import evaluate_lazily
from exact.bets.vocabulary import CONSTANTS, FINE, PLAIN, RANK_MASKS, VALUE_MASKS, Parts, Question
from exact.errors import ExactError
from exact.game.cards import Granularity, class_of, parse_card
from exact.game.coup import Outcome
from exact.lazy import np
from exact.rules.replay import Replay
from exact.rules.tableau import Rules


class Settled(NamedTuple):
    """One stake after the coup."""

    bet: str
    stake: Fraction
    win: Fraction
    """What the bet pays, before commission; negative where the stake, or a part of it, is lost."""
    commission: Fraction
    """What the house keeps of the win."""

    @property
    def net(self) -> Fraction:
        """What the player is up or down."""
        return self.win - self.commission


def settle(
    replay: Replay, stakes: Sequence[tuple[str, Fraction]], rules: Rules, commission: Commission
) -> list[Settled]:
    """Settle ``stakes``, pairs of bet and amount, on a replayed coup.

    ``punto``, ``banco`` and ``tie`` are paid as ``rules`` have it, banco's wins less ``commission``; any other name is a bet
    of the catalogue or a file, paid by its own table. Raises `ExactError` for a stake that is no amount above 0 to the
    cent, an unknown bet, and a bet that looks at more of the cards than their names tell.
    """
    return [_settled(replay, name, check_stake(stake, f"stake on {name}"), rules, commission) for name, stake in stakes]


def _settled(replay: Replay, name: str, stake: Fraction, rules: Rules, commission: Commission) -> Settled:
    name = bet_name(name)
    if name in rules.payoffs:
        win = stake * _main_payoff(Outcome(name), replay.coup.outcome, rules)
        charged = commission.on(win) if name == "banco" and win > 0 else Fraction(0)
        return Settled(name, stake, win, charged)
    bet, pay_table = find_bet(name)
    return Settled(name, stake, stake * bet.payoffs(pay_table)[category_of(bet, replay)], Fraction(0))


def _main_payoff(bet: Outcome, outcome: Outcome, rules: Rules) -> Fraction:
    if outcome is bet:
        return rules.payoffs[bet.value]
    if outcome is Outcome.TIE and rules.ties == "push":
        return Fraction(0)
    return Fraction(-1)


def category_of(bet: Bet, replay: Replay) -> int:
    """The index of the category into which a replayed coup falls; errors as in `settle`."""
    cards: list[str | None] = []
    for side in replay.hands:
        cards += [*side, *[None] * (3 - len(side))]
    known = [None if card is None else parse_card(card) for card in cards]
    values = [ABSENT if entry is None else class_of(entry[1], entry[0], Granularity.VALUES) for entry in known]
    coup = Coups(np.array([values]), np.ones(1, dtype=np.int64))
    masks = [_mask(*entry) if entry else 0 for entry in known]

    def ask(question: Question) -> int:
        answer = _answer(question, masks)
        if answer is None:
            bound = f"looks at more of the cards than their names tell: name {' '.join(replay.dealt)} by rank and suit"
            raise ExactError("stake", bet.name, bound)
        return answer

    definitions = bet.classification.definitions

    def lookup(name: str) -> int:
        if name in definitions:
            return evaluate_lazily(definitions[name].tree, lookup, {})
        if name in CONSTANTS:
            return CONSTANTS[name][0]
        if name in PLAIN:
            return int(PLAIN[name].compute(coup)[0])
        return FINE[name].resolve(int(FINE[name].status(coup)[0]), ask)

    conditions = bet.classification.conditions
    return next((i for i, e in enumerate(conditions) if evaluate_lazily(e.tree, lookup, {})), len(conditions))


def _mask(granularity: Granularity, index: int) -> int:
    """The set of card types that a card's name leaves possible."""
    if granularity is Granularity.CARDS:
        return 1 << index
    return RANK_MASKS[index] if granularity is Granularity.RANKS else VALUE_MASKS[index]


def _answer(question: Question, masks: list[int]) -> int | None:
    """The answer, if what is known of the cards decides it."""
    if isinstance(question, Parts):
        card = masks[question.position]
        return next((answer for answer, part in enumerate(question.sets) if card & ~part == 0), None)
    fits = [all(masks[position] & ~mask == 0 for position, mask in pattern) for pattern in question.patterns]
    can_fit = [all(masks[position] & mask for position, mask in pattern) for pattern in question.patterns]
    return 1 if any(fits) else None if any(can_fit) else 0
