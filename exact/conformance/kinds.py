"""The kinds of questions in the protocol: how each is asked, and what its answer holds.

To add a kind, add its entry here, its computation and its vectors (`exact.conformance.vectors.engine`), and an example
to the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass

COUNTS = ("counts", "probabilities")
COUP = ("punto", "banco", "punto_total", "banco_total", "outcome", "steps")
AMOUNTS = ("net",)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionKind:
    """How a kind of question is asked and answered."""

    answer: tuple[str, ...] = ()
    """The keys of an answer; empty if it is one number under the kind's own name, or one for each name."""
    by_value: bool = False
    """Whether the answer has a number for each point value."""
    on_a_bet: bool = False
    with_payoffs: bool = False
    by_point_values: bool = False
    """Whether point values are enough for the answer, whatever the bet."""
    fields: tuple[str, ...] = ()
    """What else a request has besides shoe, rules, bet and payoffs."""
    basic: bool = False
    """Whether an engine must answer it to be tested with an unknown kind."""

    @property
    def mapped(self) -> bool:
        """Whether a mapping can ask it: its answer holds figures."""
        return self.answer in ((), COUNTS)

    @property
    def one_number(self) -> bool:
        """Whether the answer is a single figure."""
        return not self.answer and not self.by_value


_FIGURE = QuestionKind(on_a_bet=True, with_payoffs=True)
KINDS = {
    "outcomes": QuestionKind(answer=COUNTS, by_point_values=True, basic=True),
    "bet": QuestionKind(answer=COUNTS, on_a_bet=True, basic=True),
    "coup": QuestionKind(answer=COUP, basic=True),
    "given": QuestionKind(answer=COUNTS, fields=("given",), basic=True),
    "settlement": QuestionKind(answer=AMOUNTS, basic=True),
    "expectation": _FIGURE,
    "house_edge": _FIGURE,
    "variance": _FIGURE,
    "fair_odds": _FIGURE,
    "removal": QuestionKind(by_value=True, on_a_bet=True, with_payoffs=True, by_point_values=True),
}
ON_A_BET = tuple(name for name, kind in KINDS.items() if kind.on_a_bet)
