"""Replay a coup from dealt cards: who drew, who stood, and the clause of the document that decided."""

from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from exact.answers.table import Assumption
from exact.errors import ExactError
from exact.game import Coup, Granularity, Hand, Side, class_names, class_of, parse_card
from exact.game.shoe import Shoe
from exact.records import Record
from exact.rules import NO_THIRD, Situation
from exact.rules.rulebook import Interpretation


class Step(Record):
    """One step of a coup: a card is dealt, or a side draws or stands for a reason."""

    side: Side | None  #: The side that receives the card or decides; `None` if a natural ends the coup for both
    card: str | None
    total: int  #: Of the side's cards after this step, or of the higher natural if `side` is `None`
    draws: bool | None = None
    says: str = ""
    assumed: bool = False  #: Whether the clause is `standard`'s because the document is silent


class Replay(NamedTuple):
    """A replayed coup: its steps, the coup, the unused cards, and in which situations the sides moved."""

    steps: tuple[Step, ...]
    coup: Coup
    not_needed: tuple[str, ...]
    situations: tuple[Situation, ...]  #: None after a natural

    @property
    def dealt(self) -> tuple[str, ...]:
        """The cards that the coup used, in dealing order."""
        return tuple(step.card for step in self.steps if step.card is not None)

    @property
    def hands(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Punto's cards and banco's, in dealing order."""
        punto, banco = (tuple(step.card for step in self.steps if step.card and step.side is side) for side in Side)
        return punto, banco


def replay(names: Sequence[str], rulebook: Interpretation) -> Replay:
    """Replay the coup dealt from ``names`` in dealing order; `ExactError` for unknown, too many or too few cards."""
    classes = [parse_card(name, "cards") for name in names]
    decks = rulebook.rules().decks
    if decks is not None:
        check_copies(names, classes, decks)
    values = [class_of(index, known, Granularity.VALUES) for known, index in classes]
    if len(names) < 4:
        raise ExactError("cards", " ".join(names), f"has {len(names)} cards, and every coup needs at least four")
    steps: list[Step] = []
    hands: dict[Side, list[int]] = {Side.PUNTO: [], Side.BANCO: []}
    waiting = deque(zip(names, values, strict=True))

    def deal(side: Side) -> None:
        if not waiting:
            bound = f"has {len(names)} cards, and this coup needs one more: {side.value} draws"
            raise ExactError("cards", " ".join(names), bound)
        name, value = waiting.popleft()
        hands[side].append(value)
        steps.append(Step(side, name, sum(hands[side]) % 10))

    for side in (Side.PUNTO, Side.BANCO, Side.PUNTO, Side.BANCO):
        deal(side)
    punto, banco = Hand.of(*hands[Side.PUNTO]), Hand.of(*hands[Side.BANCO])
    situations: tuple[Situation, ...] = ()
    if punto.is_natural or banco.is_natural:
        steps.append(Step(None, None, max(punto.total, banco.total), False, *rulebook.clause("naturals")))
    else:
        decision = rulebook.punto[punto.total]
        steps.append(Step(Side.PUNTO, None, punto.total, *decision))
        third = NO_THIRD
        if decision.draws:
            deal(Side.PUNTO)
            third = hands[Side.PUNTO][2]
        final = sum(hands[Side.PUNTO]) % 10
        situations = punto.total, (banco.total, third, final)
        decision = rulebook.banco_move(banco.total, third, final)
        if rulebook.banco_by_rank and third != NO_THIRD:
            if classes[4][0] is Granularity.VALUES:
                bound = "names no rank, and banco's move depends on the rank of punto's third card here"
                raise ExactError("cards", names[4], bound)
            rank = class_of(classes[4][1], classes[4][0], Granularity.RANKS)
            decision = rulebook.banco_by_rank.get((banco.total, rank), decision)
        steps.append(Step(Side.BANCO, None, banco.total, *decision))
        if decision.draws:
            deal(Side.BANCO)
    coup = Coup(Hand.of(*hands[Side.PUNTO]), Hand.of(*hands[Side.BANCO]))
    return Replay(tuple(steps), coup, tuple(name for name, _ in waiting), situations)


def assumptions_of(replayed: Replay, rulebook: Interpretation) -> list[Assumption]:
    """The points of a replayed coup, dealing and decisions, on which ``rulebook`` is silent."""
    clauses = ("card_values", "dealing_order", *([] if replayed.situations else ["naturals"]))
    said = [assumption for assumption in rulebook.assumed() if assumption.clause in clauses]
    return [*said, *rulebook.assumed_decisions(replayed.situations)]


def check_copies(names: Sequence[str], classes: Sequence[tuple[Granularity, int]], decks: int) -> None:
    """Raise `ExactError` for the first name, parsed in ``classes``, that occurs more often than in ``decks``."""
    for granularity in Granularity:
        copies, held = Counter[int](), Shoe.of_decks(decks).coarsened(granularity).counts
        for name, (known, index) in zip(names, classes, strict=True):
            if known >= granularity:
                kind = class_of(index, known, granularity)
                copies[kind] += 1
                if copies[kind] > held[kind]:
                    bound = f"occurs too often: {decks} decks hold {held[kind]} of {class_names(granularity)[kind]}"
                    raise ExactError("cards", name, bound)
