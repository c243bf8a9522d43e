"""One 8-deck distribution by each general exact library that you might use instead (extra ``bench``)."""

import time
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from exact.engine.outcomes import count_outcomes
from exact.game.shoe import Shoe
from exact.reference.card_by_card import deal
from exact.reference.decisions import DECISIONS
from exact.rules import standard_tableau

FULL = dict(enumerate(Shoe.of_decks(8).values))


def finished(dealt: tuple[int, ...]) -> str | None:
    """The outcome of the point values dealt so far, or `None` if one more card is due."""
    try:
        punto, banco = (sum(hand) % 10 for hand in deal(dealt, DECISIONS["standard"], value=int))
    except IndexError:
        return None
    return "tie" if punto == banco else "punto" if punto > banco else "banco"


def with_icepool() -> dict[str, int]:
    """The deck less the dealt cards, as a die for the next card, as in its `Deck.sequence`."""
    import icepool

    deck: Any = icepool.Deck(FULL)

    def play(dealt: tuple[int, ...]) -> Any:
        found = finished(dealt)
        return found or icepool.Die(deck - dealt).map(lambda card: play((*dealt, card)))

    return _out_of_all(play(()).items())


def with_dyce() -> dict[str, int]:
    """`expand`, which passes on the histogram of cards left and the dealt cards; no case is dropped as too unlikely."""
    from dyce import H
    from dyce.evaluation import expand

    def step(result: Any, *, dealt: tuple[int, ...]) -> Any:
        now = (*dealt, result.outcome)
        left = {card: count - (card == result.outcome) for card, count in result.h.items()}
        return finished(now) or expand(step, H(left), dealt=now)

    return _out_of_all(expand(step, H(FULL), min_path_probability=Fraction(0), dealt=()).items())


def with_lea() -> dict[str, int]:
    """A conditional table for each card, in fractions; its `drawing` distinguishes 416 cards, and never finishes."""
    import lea

    def play(dealt: tuple[int, ...], left: dict[int, int]) -> Any:
        def after(card: int) -> Any:
            now = (*dealt, card)
            return finished(now) or play(now, {value: count - (value == card) for value, count in left.items()})

        return lea.pmf(left, prob_type="f").switch_func(after).calc()

    return _out_of_all(play((), FULL).pmf_dict().items())


def _out_of_all(weights: Any) -> dict[str, int]:
    """Weights in any proportion, as exact numbers of ordered six-card deals."""
    listed = {str(name): weight for name, weight in weights}
    total = sum(listed.values())
    deals = sum(OURS.values())
    counts = {name: int(Fraction(weight) * deals / total) for name, weight in listed.items()}
    assert sum(counts.values()) == deals
    return counts


OURS = {side.value: count for side, count in count_outcomes(Shoe.of_decks(8), standard_tableau()).items()}
LIBRARIES = {"icepool": with_icepool, "dyce": with_dyce, "lea": with_lea}


def report_libraries() -> None:
    """Print the time of each installed library, after checking that its counts are the same."""
    for name, count in LIBRARIES.items():
        if find_spec(name) is not None:
            start = time.perf_counter()
            assert count() == OURS, name
            print(f"one 8-deck distribution with {name}: {time.perf_counter() - start:.3g} s")


if __name__ == "__main__":
    report_libraries()
