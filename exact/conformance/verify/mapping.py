"""A mapping: how to ask a REST server the questions of the protocol, written in TOML, so that it needs no adapter.

    engine = "odds server"

    [capabilities]                         # as in the handshake, without kinds and bets: they follow from the questions
    arithmetic = "floating"
    granularity = ["values"]
    decks = [1, 8]
    shoes = "whole-decks"
    rules = ["standard"]

    [[question]]
    kind = "outcomes"
    query = { decks = "{decks}" }
    answer = { player = "/odds/player", banker = "/odds/banker", tie = "/odds/tie" }

    [[question]]
    kind = "house_edge"
    bets = ["banker", "tie"]
    path = "/edge/{bet}"
    query = { decks = "{decks}" }
    answer = "/edge"
    percent = true

What they mean::

    kind     outcomes, bet, given, expectation, house_edge, variance, fair_odds or removal
    bets     the bets that are asked in this way, {bet} as they are written here; or "all"
    method   by default GET, and POST if there is a body
    path     what follows the path of the URL
    query    the names and values of the query
    body     anything, which is sent as JSON
    answer   for one number its JSON pointer; otherwise the pointer of each outcome, category or (for removal) point value,
             or one pointer to an object with these names. In floating point, one may be "rest": 1 less the others
    percent  true if the numbers are percentages; a text such as "45.86 %" is read as one anyway

In ``path``, ``query``, ``body`` and ``answer``, ``{decks}`` is the number of decks (of whole decks), ``{values}``, ``{ranks}``
or ``{cards}`` the counts, ``{shoe}`` the shoe as the protocol writes it, and ``{bet}``, ``{rules}``, ``{given}`` and ``{pays}``
are those of the question. ``{values.0}`` is one count, ``{pays.win}`` one payoff. A list is written with commas or, as a whole
value of the body, as a list.

The status 400 or above, but below 500, is a refusal; from 500, and for a redirect, the answer is a fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from exact.bets.catalogue import find_bet
from exact.conformance.comparison import FLOATING
from exact.conformance.strict_json import Object
from exact.conformance.verify.domain import decks_of
from exact.conformance.verify.http_client import HttpRequest, HttpResponse, Inexpressible
from exact.conformance.verify.protocol import ON_A_BET, Capabilities, decoded_value
from exact.game.coup import Outcome
from exact.names import canonical

ONE_NUMBER = ("expectation", "house_edge", "variance", "fair_odds")
"""The kinds that are answered by one number."""
REST = "rest"
"""Instead of a pointer: 1 less the other probabilities."""
PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}")
_NUMBER = re.compile(r"([-+−]?[0-9]{1,400}(?:/[1-9][0-9]{0,400}|(?:\.[0-9]{1,400})?(?:[eE][-+]?[0-9]{1,3})?))\s*(%?)")
_SHOWN = 100


class Question(NamedTuple):
    """How one kind of question is asked."""

    kind: str
    bets: dict[str, str] | None
    """The bets it is asked about, each with its name in the mapping; `None` for all, and for no bet."""
    method: str
    path: str
    query: dict[str, Any]
    body: Any
    answer: str | dict[str, str]
    """A JSON pointer, or one for each name."""
    percent: bool

    def asks(self, request: Object) -> bool:
        """Whether the request is such a question."""
        about = self.kind not in ON_A_BET or self.bets is None or request.get("bet") in self.bets
        return request.get("kind") == self.kind and about


class Mapping:
    """The questions of a mapping, and the capabilities that it declares."""

    def __init__(self, capabilities: Capabilities, questions: list[Question]) -> None:
        self.capabilities = capabilities
        self._questions = questions

    def written(self, name: str, request: Object) -> HttpRequest:  # noqa: ARG002
        """The HTTP request for a question; raises `Inexpressible` if the mapping has no words for it."""
        question, fields = self._chosen(request)
        path = PLACEHOLDER.sub(lambda found: quote(_text(_field(found[1], fields)), safe=""), question.path)
        query = {key: _text(_filled(value, fields)) for key, value in question.query.items()}
        body = None if question.body is None else json.dumps(_filled(question.body, fields)).encode()
        return HttpRequest(question.method, path + (f"?{urlencode(query)}" if query else ""), body)

    def read(self, name: str, request: Object, response: HttpResponse) -> Object:
        """The reply of the protocol in a response; raises `ExactError` if it is not JSON."""
        if response.status >= 400:
            text = response.body.decode("utf-8", "replace").strip()[:_SHOWN]
            return {"id": name, "error": f"status {response.status}: {text}"}
        question, fields = self._chosen(request)
        document = decoded_value(response.body, "reply")
        floating = self.capabilities.arithmetic == FLOATING
        names = names_of(question.kind, str(request.get("bet")), self.capabilities)
        found = dict(_found(question, names, fields, document))
        figures = {key: _figure(value, floating, question.percent) for key, value in found.items()}
        if question.kind in ONE_NUMBER:
            return {"id": name, **figures}
        if isinstance(question.answer, dict):
            _add_rest(figures, question.answer, names)
        if question.kind == "removal":
            return {"id": name, "removal": figures}
        return {"id": name, "probabilities" if floating else "counts": figures}

    def _chosen(self, request: Object) -> tuple[Question, Object]:
        """How the request is asked, and what its placeholders stand for."""
        question = next((each for each in self._questions if each.asks(request)), None)
        if question is None:
            raise Inexpressible("the mapping has no such question")
        fields, shoe = dict(request), request.get("shoe")
        fields.update(shoe if isinstance(shoe, dict) else {})
        if decks := decks_of(shoe):
            fields["decks"] = decks
        if question.bets is not None:
            fields["bet"] = question.bets[str(request["bet"])]
        return question, fields


def names_of(kind: str, bet: str, capabilities: Capabilities) -> tuple[str, ...]:
    """The names of the figures in the answer to a question of this kind about ``bet``."""
    if kind == "removal":
        return tuple(map(str, range(10)))
    if kind == "bet":
        own = capabilities.own_bets
        return own[bet].categories if bet in own else find_bet(bet).categories
    return tuple(outcome.value for outcome in Outcome)


# --- a question, written ---------------------------------------------------------------------------------------------


def _field(path: str, fields: Object) -> object:
    """What a placeholder stands for: a field of the question, or an entry of it after a point."""
    value: object = fields
    for key in path.split("."):
        entries = _entries(value)
        if key not in entries:
            raise Inexpressible(f"the question has no {{{path}}}")
        value = entries[key]
    return value


def _filled(value: object, fields: Object) -> object:
    """A value of a template with its placeholders filled."""
    if isinstance(value, str):
        if found := PLACEHOLDER.fullmatch(value):
            return _field(found[1], fields)
        return PLACEHOLDER.sub(lambda found: _text(_field(found[1], fields)), value)
    if isinstance(value, list):
        return [_filled(entry, fields) for entry in value]
    if isinstance(value, dict):
        return {key: _filled(entry, fields) for key, entry in value.items()}
    return value


def _text(value: object) -> str:
    """A value as it is written within a text."""
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value)


# --- an answer, read -------------------------------------------------------------------------------------------------


def _found(
    question: Question, names: tuple[str, ...], fields: Object, document: object
) -> Iterator[tuple[str, object]]:
    """The values in an answer by name; one that is missing is left out."""
    if isinstance(question.answer, dict):
        for name, pointer in question.answer.items():
            if pointer != REST:
                for value in _at(document, pointer, fields):
                    yield canonical(name, names), value
        return
    for value in _at(document, question.answer, fields):
        if question.kind in ONE_NUMBER:
            yield question.kind, value
            return
        for key, entry in _entries(value).items():
            if canonical(key, names) in names:
                yield canonical(key, names), entry


def _at(document: object, pointer: str, fields: Object) -> Iterator[object]:
    """The value at a JSON pointer (RFC 6901) whose placeholders are filled first; nothing if there is none."""
    value = document
    for part in pointer.split("/")[1:]:
        key = PLACEHOLDER.sub(lambda found: _text(_field(found[1], fields)), part)
        entries = _entries(value)
        key = key.replace("~1", "/").replace("~0", "~")
        if key not in entries:
            return
        value = entries[key]
    yield value


def _entries(value: object) -> dict[str, object]:
    """The entries of an object by name or of a list by number; of anything else, none."""
    if isinstance(value, list):
        return {str(index): entry for index, entry in enumerate(value)}
    return value if isinstance(value, dict) else {}


def _figure(value: object, floating: bool, percent: bool) -> object:
    """A figure as the protocol writes it; what is no number stays as it is, and is a fault."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return value
    if not floating:
        return str(value) if isinstance(value, int) else value
    match = _NUMBER.fullmatch(str(value).strip())
    if match is None:
        return value
    number = Fraction(match[1].replace("−", "-"))
    try:
        return float(number / 100 if percent or match[2] else number)
    except OverflowError:
        return value


def _add_rest(figures: dict[str, object], answer: dict[str, str], names: tuple[str, ...]) -> None:
    """Add the probability that is the rest, if there is one and the others are numbers."""
    others = [Fraction(str(figure)) for figure in figures.values() if isinstance(figure, float)]
    for name, pointer in answer.items():
        if pointer == REST and len(others) == len(answer) - 1:
            figures[canonical(name, names)] = float(1 - sum(others))
