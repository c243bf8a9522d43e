"""A dealt coup, replayed and settled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from exact.analysis.commission import rulebook_commission
from exact.analysis.settlement import settle
from exact.answers.table import Answer, Parameter
from exact.answers.text import _
from exact.arithmetic import number_text
from exact.errors import ExactError, blamed_on
from exact.game import split_names
from exact.inputs import parse_amount
from exact.library import questions
from exact.rules import STANDARD, Rules
from exact.rules.documents import interpretation
from exact.rules.replay import assumptions_of, replay
from exact.views import bet_price


def coup(
    cards: str | Sequence[str],
    *,
    stake: Mapping[str, questions.Number] | Sequence[str] = (),
    unit: questions.Number | None = None,
    rules: questions.RulesLike = STANDARD,
) -> Answer:
    """A coup dealt from ``cards``, in their order: who draws or stands by which clause, totals, outcome, payments.

    ``stake`` has amounts of money by bet, ``{"banco": 25}`` or ``["banco=25"]``; ``unit`` is the smallest unit of the
    commission. The rules are a name or a file, whose clauses are quoted. The tables are ``steps``, ``hands`` and
    ``stakes``. Raises `ExactError` for anything else, and for too few cards.

    >>> coup("K 7 3 2 9").value("outcome")
    'banco'
    """
    named = questions.rules_of(rules)
    rulebook = interpretation(rules.id if isinstance(rules, Rules) else questions.name_of(rules))
    played = rulebook.rules()
    if named != played:
        raise ExactError("rules", named.id, "are not the rules of this name, whose clauses a replay quotes")
    names = split_names(questions.texts_of(cards, "cards", "must be cards: text like K 7 3 2 9, or a list", " "))
    replayed = replay(names, rulebook)
    smallest = None if unit is None else parse_amount(questions.text_of(unit, "unit"), "unit")
    with blamed_on("stake", "bet"):
        settled = settle(replayed, _stakes(stake), played, rulebook_commission(played, smallest))
    assumptions = [*assumptions_of(replayed, rulebook), *(one for entry in settled for one in entry.assumed)]
    order, order_assumed = rulebook.clause("dealing_order")
    order_label = _("Dealing order, assumed") if order_assumed else _("Dealing order")
    parameters = [
        Parameter("rules", played.id),
        Parameter("cards", names),
        Parameter("dealing_order", {"clause": order, "assumed": order_assumed}, order_label, (order,)),
        Parameter("outcome", replayed.coup.outcome.value),
        Parameter("not_needed", replayed.not_needed, _("Not needed") if replayed.not_needed else None),
    ]
    parameters += [] if smallest is None else [Parameter("unit", number_text(smallest, 2))]
    tables = bet_price.steps(replayed, played), bet_price.hands(replayed), bet_price.settlement(settled)
    return Answer("coup", tuple(parameters), tables, (), tuple(dict.fromkeys(assumptions)), (played.to_line(),))


def _stakes(stake: Mapping[str, questions.Number] | Sequence[str]) -> list[tuple[str, Fraction]]:
    bound = "must be written as bet=amount"
    if isinstance(stake, Mapping):
        pairs = [(questions.word(bet, "stake", bound), amount) for bet, amount in stake.items()]
    else:
        parts = [(text, *questions.word(text, "stake", bound).rpartition("=")) for text in questions.listed(stake)]
        for text, bet, _equals, _amount in parts:
            if not bet:
                raise ExactError("stake", text, bound)
        pairs = [(bet, amount) for _text, bet, _equals, amount in parts]
    return [
        (bet, parse_amount(questions.text_of(amount, f"stake on {bet}"), f"stake on {bet}")) for bet, amount in pairs
    ]
