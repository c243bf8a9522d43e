"""Rules in words: the names of clauses, their terms, moves, and where rules differ from standard, clause by clause."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from exact.answers.text import Text, _, joined, pgettext
from exact.arithmetic import number_text
from exact.game import RANKS, Outcome
from exact.records import replace
from exact.rules import NO_THIRD, Rules, Situation, Tableau

CLAUSE_TITLES = {
    "decks": _("decks"),
    "card_values": _("card values"),
    "dealing_order": _("dealing order"),
    "naturals": _("naturals"),
    "punto": _("punto"),
    "banco": _("banco"),
    "payoffs": _("payoffs"),
    "commission": _("commission"),
    "commission_rounding": _("commission rounding"),
    "ties": _("ties"),
    "end_of_shoe": _("end of shoe"),
}


def term_phrase(name: str, value: object) -> Text:
    """A term of a clause after the clause's name, as assumptions are printed."""
    match name, value:
        case "order", _:
            return _("dealing order: {order}", order=term_text(name, value))
        case "totals", _:
            return _("naturals: {totals}", totals=value)
        case "punto", _:
            return _("payoffs: punto {payoff} to 1", payoff=value)
        case "banco", _:
            return _("payoffs: banco {payoff} to 1", payoff=value)
        case "tie", _:
            return _("payoffs: tie {payoff} to 1", payoff=value)
        case "rate", _:
            return _("commission: {rate} of banco's winnings", rate=value)
        case "stakes", "push":
            return _("ties: stakes push")
        case "stakes", "lose":
            return _("ties: stakes lose")
        case "stakes", _:
            return _("ties: a unit staked wins {payoff}", payoff=value)
        case _, "nobody":
            return _("commission rounding: charged exactly")
        case _, "nearest":
            return _("commission rounding: to the nearest unit")
    return _("commission rounding: in favour of the {favour}", favour=value)


_VALUE_TEXTS = {
    "push": _("stakes push"),
    "lose": _("stakes lose"),
    "nobody": _("charged exactly"),
    "nearest": _("to the nearest unit"),
    "player": _("in favour of the player"),
    "house": _("in favour of the house"),
}


def term_text(name: str, value: object) -> Text:
    """A term of a clause for people, such as ``tie 8 to 1``."""
    match name:
        case "order":
            return joined(", ", cast("list[str]", value))
        case "punto" | "banco" | "tie":
            return _("{bet} {payoff} to 1", bet=Outcome(name).text, payoff=value)
        case "rate":
            return _("{rate} of banco's winnings", rate=value)
        case "stakes" if value not in _VALUE_TEXTS:
            return _("a unit staked wins {payoff}", payoff=value)
    return _VALUE_TEXTS.get(str(value), Text(str(value)))


_MOVE_TEXTS = {
    "punto": (_("punto {total}: stands"), _("punto {total}: draws")),
    "none": (
        _("banco {total}, punto without a third card: stands"),
        _("banco {total}, punto without a third card: draws"),
    ),
    "third": (_("banco {total}, third card {third}: stands"), _("banco {total}, third card {third}: draws")),
    "none-final": (
        _("banco {total}, punto stands on {final}: stands"),
        _("banco {total}, punto stands on {final}: draws"),
    ),
    "third-final": (
        _("banco {total}, third card {third} to punto's {final}: stands"),
        _("banco {total}, third card {third} to punto's {final}: draws"),
    ),
    "thirds": (_("banco {total}, third cards {thirds}: stands"), _("banco {total}, third cards {thirds}: draws")),
    "ranks": (_("banco {total}, third card {ranks}: stands"), _("banco {total}, third card {ranks}: draws")),
    "final": (
        _("banco {total}, punto's final total {final}: stands"),
        _("banco {total}, punto's final total {final}: draws"),
    ),
}


def move_text(situation: Situation, draws: bool) -> Text:
    """A side's move in a situation: ``banco 4, punto without a third card: draws``."""
    if isinstance(situation, int):
        return _MOVE_TEXTS["punto"][draws].filled(total=situation)
    total, third, *final = situation
    if len(final) == 2:
        return _MOVE_TEXTS["ranks"][draws].filled(total=total, ranks=RANKS[final[1]])
    arguments = {"total": total} | ({"third": third} if third < NO_THIRD else {})
    kind = "third" if third < NO_THIRD else "none"
    if final:
        kind, arguments = f"{kind}-final", arguments | {"final": final[0]}
    return _MOVE_TEXTS[kind][draws].filled(**arguments)


class Difference(NamedTuple):
    """A difference from standard: the clause, standard's play, the play here, standard with this difference alone."""

    clause: str
    standard: Text
    own: Text
    alone: Rules


def differences(rules: Rules, standard: Rules) -> Iterator[Difference]:
    """The differences from ``standard`` in the order of clauses, one for each row of a drawing table."""
    both = standard, rules

    def difference(clause: str, texts: Iterable[Text], **changes: Any) -> Difference:
        before, own = texts
        return Difference(clause, before, own, replace(standard, **changes))

    if rules.decks != standard.decks:
        texts = [pgettext("decks", "not said") if of.decks is None else Text(str(of.decks)) for of in both]
        yield difference("decks", texts, decks=rules.decks)
    for total, letter in enumerate(rules.tableau.punto):
        if letter != standard.tableau.punto[total]:
            texts = [move_text(total, of.tableau.punto_draws(total)) for of in both]
            yield difference("punto", texts, tableau=standard.tableau.with_punto(total, letter))
    for total in range(8):
        tableau = standard.tableau.with_row_of(rules.tableau, total)
        if tableau != standard.tableau:
            texts = [_row_text(standard.tableau, total), _changes_text(tableau, standard.tableau, total)]
            yield difference("banco", texts, tableau=tableau)
    for bet, payoff in rules.payoffs.items():
        if payoff != standard.payoffs[bet]:
            texts = [term_text(bet, of.payoffs[bet]) for of in both]
            yield difference("payoffs", texts, payoffs={**standard.payoffs, bet: payoff})
    if rules.commission != standard.commission:
        texts = [term_text("rate", f"{number_text(of.commission * 100)}%") for of in both]
        yield difference("commission", texts, commission=rules.commission)
    if rules.rounding != standard.rounding:
        texts = [term_text("in_favour_of", of.rounding) for of in both]
        yield difference("commission_rounding", texts, rounding=rules.rounding)
    if rules.ties != standard.ties:
        yield difference("ties", [term_text("stakes", of.ties) for of in both], ties=rules.ties)


def _row_text(tableau: Tableau, total: int) -> Text:
    """The third cards on which Banco draws with ``total`` in a tableau where nothing else decides."""
    drawn = [third for third, letter in enumerate(tableau.matrix[total]) if letter == "D"]
    if not drawn:
        return _("banco {total}: always stands", total=total)
    return _("banco {total}: draws on {thirds}", total=total, thirds=_thirds_text(drawn))


def _changes_text(tableau: Tableau, standard: Tableau, total: int) -> Text:
    row = tableau.matrix[total]
    texts = _same_moves(total, {t: row[t] for t in range(NO_THIRD + 1) if row[t] != standard.matrix[total][t]})
    for final, matrix in tableau.against:
        thirds = tableau.thirds_before(final)
        changed = [third for third in thirds if matrix[total][third] != row[third]]
        if changed and len({matrix[total][third] for third in thirds}) == 1:
            texts.append(_MOVE_TEXTS["final"][matrix[total][changed[0]] == "D"].filled(total=total, final=final))
        else:
            texts += [move_text((total, third, final), matrix[total][third] == "D") for third in changed]
    for letter in "DS":
        if ranks := ", ".join(RANKS[rank] for rank, letters in tableau.ranks if letters[total] == letter):
            texts.append(_MOVE_TEXTS["ranks"][letter == "D"].filled(total=total, ranks=ranks))
    return joined("; ", texts)


def _same_moves(total: int, letters: Mapping[int, str]) -> list[Text]:
    texts = []
    for move in "DS":
        thirds = [third for third, letter in letters.items() if letter == move]
        if len(thirds) == 1:
            texts.append(move_text((total, thirds[0]), move == "D"))
        elif thirds:
            texts.append(_MOVE_TEXTS["thirds"][move == "D"].filled(total=total, thirds=_thirds_text(thirds)))
    return texts


def _thirds_text(thirds: Sequence[int]) -> Text:
    names = (pgettext("third card", "none") if third == NO_THIRD else Text(str(third)) for third in thirds)
    return joined(", ", names)
