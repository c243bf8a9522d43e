"""A mapping: how to ask a REST server the questions of the protocol, in TOML, so that it needs no adapter.

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
    answer   for one number its JSON pointer; otherwise the pointer of each outcome, category or (for removal) point
             value, or one pointer to an object with these names. In floating point, one may be "rest": 1 less the
             others. Leave out an outcome that the server does not give
    percent  true if the numbers are percentages; a text such as "45.86 %" is read as one anyway

In ``path``, ``query``, ``body`` and ``answer``, ``{decks}`` is the number of whole decks, ``{values}``, ``{ranks}`` or
``{cards}`` the counts, ``{shoe}`` the shoe as in the protocol; ``{bet}``, ``{rules}``, ``{given}`` and ``{pays}`` are
those of the question, ``{values.0}`` is one count, ``{pays.win}`` one payoff. A list is written with commas or, as a
whole value of the body, as a list.

A status from 400 to 499 is a refusal; a redirect or a status from 500 is a fault.
"""

import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import quote, urlencode

from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name, find_bet
from exact.conformance.comparison import EXACT, FLOATING, KINDS
from exact.conformance.strict_json import ALL, GREETING, Object, parsed
from exact.conformance.verify.domain import decks_of
from exact.conformance.verify.protocol import OUTCOMES, Capabilities, own_bets_of, parse_handshake
from exact.errors import ExactError
from exact.game import Granularity
from exact.inputs import check_keys, one_of, parse_toml
from exact.names import canonical
from exact.records import Record, field, replace

REST = "rest"
PLACEHOLDER = re.compile(r"\{([A-Za-z_]\w*(?:\.[\w-]+)*)\}")
_NUMBER = re.compile(r"([-+−]?[0-9]{1,400}(?:/[1-9][0-9]{0,400}|(?:\.[0-9]{1,400})?(?:[eE][-+]?[0-9]{1,3})?))\s*(%?)")
_SHOWN = 100
MAPPED = tuple(name for name, kind in KINDS.items() if not kind.answer or "counts" in kind.answer)
"""The kinds that a mapping can ask, whose answers hold figures: coups and settlements need an adapter."""


class Inexpressible(Exception):
    """The mapping cannot express a question."""


class MappedQuestion(Record, kw_only=True):
    """How one kind of question is asked of a server."""

    kind: str
    bets: dict[str, str] | None  # the names of the bets in the mapping; `None` for all bets or a kind without bets
    method: str
    path: str = ""
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    answer: dict[str, str]
    """The JSON pointer of each figure; a single number stands under the kind, a whole object under ``""``."""
    percent: bool = False


class Mapping(Record):
    """The questions of a mapping, and the capabilities that it declares."""

    capabilities: Capabilities
    questions: list[MappedQuestion]

    def written(self, request: Object) -> tuple[str, str, bytes | None]:
        """The method, the path with the query, and the body of a question; raises `Inexpressible`."""
        question, fields = self._chosen(request)
        path = PLACEHOLDER.sub(lambda found: quote(_text(_field(found[1], fields)), safe=""), question.path)
        query = {key: _text(_filled(value, fields)) for key, value in question.query.items()}
        body = None if question.body is None else json.dumps(_filled(question.body, fields)).encode()
        return question.method, path + (f"?{urlencode(query)}" if query else ""), body

    def read(self, name: str, request: Object, status: int, body: bytes) -> Object:
        """The reply of the protocol that a response means; raises `ExactError` if it is not JSON."""
        if status >= 400:
            text = body.decode("utf-8", "replace").strip()[:_SHOWN]
            return {"id": name, "error": f"status {status}: {text}"}
        question, fields = self._chosen(request)
        floating, kind = self.capabilities.arithmetic == FLOATING, KINDS[question.kind]
        names = names_of(question.kind, str(request.get("bet")), self.capabilities.own_bets)
        values = _found(question, names, fields, parsed(body, "reply"))
        figures = {key: _figure(value, floating, question.percent) for key, value in values}
        if kind.one_number:
            return {"id": name, **figures}
        others = [Fraction(str(figure)) for figure in figures.values() if isinstance(figure, float)]
        for key, pointer in question.answer.items():
            if pointer == REST and len(others) == len(question.answer) - 1:
                figures[canonical(key, names)] = float(1 - sum(others))
        shown_under = ("probabilities" if floating else "counts") if kind.answer else question.kind
        return {"id": name, shown_under: figures}

    def _chosen(self, request: Object) -> tuple[MappedQuestion, Object]:
        of_kind = (question for question in self.questions if question.kind == request.get("kind"))
        question = next((each for each in of_kind if each.bets is None or request.get("bet") in each.bets), None)
        if question is None:
            raise Inexpressible("the mapping has no such question")
        fields, shoe = dict(request), request.get("shoe")
        fields.update(shoe if isinstance(shoe, dict) else {})
        if decks := decks_of(shoe):
            fields["decks"] = decks
        if question.bets is not None:
            fields["bet"] = question.bets[str(request["bet"])]
        return question, fields


def names_of(kind: str, bet: str, own_bets: dict[str, Bet]) -> tuple[str, ...]:
    """The names of the figures in an answer of this kind about ``bet``."""
    if KINDS[kind].one_number:
        return (kind,)
    if KINDS[kind].by_value:
        return tuple(map(str, range(10)))
    if KINDS[kind].on_a_bet and KINDS[kind].answer:
        return (own_bets.get(bet) or find_bet(bet)).categories
    return OUTCOMES


def _field(path: str, fields: Object) -> object:
    for value in _reached(fields, path.split(".")):
        return value
    raise Inexpressible(f"the question has no {{{path}}}")


def _filled(value: object, fields: Object) -> object:
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
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value)


def _found(
    question: MappedQuestion, names: tuple[str, ...], fields: Object, document: object
) -> Iterator[tuple[str, object]]:
    for name, pointer in question.answer.items():
        parts = (_text(_filled(part, fields)) for part in pointer.split("/")[1:])
        keys = [part.replace("~1", "/").replace("~0", "~") for part in parts]  # RFC 6901
        for value in _reached(document, keys) if pointer != REST else ():
            for key, entry in ({name: value} if name else _entries(value)).items():
                if canonical(key, names) in names:
                    yield canonical(key, names), entry


def _reached(value: object, keys: list[str]) -> Iterator[object]:
    for key in keys:
        entries = _entries(value)
        if key not in entries:
            return
        value = entries[key]
    yield value


def _entries(value: object) -> dict[str, object]:
    """The entries of an object by name or of a list by number."""
    if isinstance(value, list):
        return {str(index): entry for index, entry in enumerate(value)}
    return value if isinstance(value, dict) else {}


def _figure(value: object, floating: bool, percent: bool) -> object:
    """A figure as the protocol writes it; anything else stays as it is, and will be a fault."""
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


def parse_mapping(text: str, location: str) -> Mapping:
    """The mapping in the TOML ``text`` of a file at ``location``; raises `ExactError` for what is not allowed in it."""
    table = parse_toml(text, "mapping", location)
    check_keys(table, "mapping", ("engine", "capabilities", "question"))
    declared, entries = table["capabilities"], table["question"]
    if not isinstance(declared, dict):
        raise ExactError("mapping, capabilities", declared, "must be a table")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise ExactError("mapping, question", entries, "must be tables under [[question]], at least one")
    for name in ("kinds", "bets"):
        if name in declared:
            raise ExactError("mapping, capabilities", name, "must be left out: it follows from the questions")
    own = own_bets_of(declared.get("own_bets", []))
    exact = declared.get("arithmetic") == EXACT
    questions = [_question(entry, f"mapping, question {at}", own, exact) for at, entry in enumerate(entries, 1)]
    by_kind = _bets_by_kind(questions)
    about = [bets for kind, bets in by_kind.items() if KINDS[kind].on_a_bet]
    bets = None if None in about else {bet for names in about for bet in names or ()}
    stated = {**declared, "kinds": list(by_kind), "bets": ALL if bets is None else sorted(bets - own.keys())}
    by_outcome = (each.answer for each in questions if KINDS[each.kind].by_outcome and "" not in each.answer)
    if named := {canonical(name, OUTCOMES) for answer in by_outcome for name in answer}:
        stated["outcomes"] = sorted(named)
    handshake = {**GREETING, "engine": table["engine"], "capabilities": stated}
    capabilities = replace(parse_handshake(handshake), bets_by_kind=by_kind)
    for at, question in enumerate(questions, 1):
        _check_placeholders(question, f"mapping, question {at}", capabilities)
    return Mapping(capabilities, questions)


def _question(entry: dict[str, Any], where: str, own: dict[str, Bet], exact: bool) -> MappedQuestion:
    check_keys(entry, where, ("kind", "answer"), ("bets", "method", "path", "query", "body", "percent"))
    kind, method = entry["kind"], entry.get("method", "POST" if "body" in entry else "GET")
    one_of(kind, MAPPED, f"{where}, kind", "cannot be asked by a mapping")
    if method not in ("GET", "POST", "PUT"):
        raise ExactError(f"{where}, method", method, "must be GET or POST or PUT")
    for name, form, what in (("path", str, "a text"), ("query", dict, "a table"), ("percent", bool, "true or false")):
        if name in entry and not isinstance(entry[name], form):
            raise ExactError(f"{where}, {name}", entry[name], f"must be {what}")
    path = entry.get("path", "")
    if (path and not path.startswith("/")) or not path.isascii() or not path.isprintable() or set(path) & set(" ?#"):
        raise ExactError(f"{where}, path", path, "must begin with a slash, without blanks and without a query")
    bets = _bets(entry, where, own)
    answer = _answer(entry, f"{where}, answer", bets, own, exact)
    return MappedQuestion(**{**entry, "method": method, "bets": bets, "answer": answer})


def _bets(entry: dict[str, Any], where: str, own: dict[str, Bet]) -> dict[str, str] | None:
    typed = entry.get("bets")
    if not KINDS[entry["kind"]].on_a_bet:
        if "bets" in entry:
            raise ExactError(f"{where}, bets", typed, f"is nothing that the kind {entry['kind']} asks about")
        return None
    if typed == ALL:
        return None
    if not isinstance(typed, list) or not typed or not all(isinstance(name, str) for name in typed):
        raise ExactError(f"{where}, bets", typed, f'must be a list of bets, or "{ALL}"')
    return {name if name in own else bet_name(name): name for name in typed}


def _answer(
    entry: dict[str, Any], where: str, bets: dict[str, str] | None, own: dict[str, Bet], exact: bool
) -> dict[str, str]:
    """The pointers of a question, of which one in floating point can be the rest."""
    value, name, kind = entry["answer"], entry["kind"], KINDS[entry["kind"]]
    table = isinstance(value, dict) and value and "" not in value and not kind.one_number
    pointers: dict[str, str] = value if table else {name if kind.one_number else "": value}
    for pointer in pointers.values():
        if not isinstance(pointer, str) or not (pointer in ("", REST) or pointer.startswith("/")):
            otherwise = "" if table or kind.one_number else ", or a table of them"
            raise ExactError(where, pointer, f"must be a JSON pointer, such as /odds/tie{otherwise}")
    rests = [figure for figure, pointer in pointers.items() if pointer == REST]
    if not table:
        if rests:
            raise ExactError(where, REST, "needs other figures, of which it is the rest")
        return pointers
    if len(rests) > 1 or (rests and (exact or kind.by_value)):
        raise ExactError(where, ", ".join(rests), "cannot be the rest: one probability in floating point can")
    if name == "bet" and bets is None:
        raise ExactError(where, list(pointers), "must be one pointer to an object, because bets differ in their names")
    for bet in bets or [""]:
        names = names_of(name, bet, own)
        known = {canonical(figure, names): pointer for figure, pointer in pointers.items()}
        check_keys(known, where, names if rests or (kind.on_a_bet and kind.answer) else (), names)
    return pointers


def _bets_by_kind(questions: Sequence[MappedQuestion]) -> dict[str, frozenset[str] | None]:
    """The bets that each kind is asked about, `None` for all; raises `ExactError` for a bet asked twice."""
    by_kind: dict[str, frozenset[str] | None] = {}
    for number, question in enumerate(questions, 1):
        bets = None if question.bets is None else frozenset(question.bets)
        if question.kind in by_kind:
            before = by_kind[question.kind]
            if before is None or bets is None or before & bets:
                raise ExactError(f"mapping, question {number}", question.kind, "is asked about the same a second time")
            bets |= before
        by_kind[question.kind] = bets
    return by_kind


def _check_placeholders(question: MappedQuestion, where: str, capabilities: Capabilities) -> None:
    """Raise `ExactError` for a placeholder without a value in questions of this kind on these shoes."""
    kind, domain = KINDS[question.kind], capabilities.domain
    counts = [granularity.word for granularity in domain.granularities] if len(domain.granularities) == 1 else []
    optional = {"decks": domain.whole_decks, "bet": kind.on_a_bet, "pays": kind.on_a_bet and not kind.answer}
    known = ["shoe", "rules", *counts, *(name for name, has in optional.items() if has), *kind.fields]
    needed = {each.word: f'granularity = ["{each.word}"]' for each in Granularity} | {"decks": 'shoes = "whole-decks"'}
    written = json.dumps([question.path, question.query, question.body, [*question.answer.values()]])
    for found in PLACEHOLDER.finditer(written):
        name = found[1].partition(".")[0]
        if name not in known:
            reason = f"it needs {needed[name]} in the capabilities; " if name in needed else ""
            raise ExactError(where, found[0], f"stands for nothing here: {reason}known: {', '.join(known)}")
