"""The protocol between this program and an engine: JSON lines over the engine's standard input and output.

Each line is one JSON object in UTF-8, without line breaks inside, ended by a line feed. The program writes to the
engine's input and waits for one line from its output before it writes the next. It reads the engine's standard error and
discards all but the end.

The handshake. The first line is ``{"protocol": "exact-baccarat", "version": 1}``. The engine answers with the same two
entries, its name and its capabilities::

    {"protocol": "exact-baccarat", "version": 1, "engine": "my engine", "capabilities": {
        "arithmetic": "exact", "kinds": ["outcomes", "coup"], "granularity": "values", "bets": "all", "rules": ["standard"]}}

``arithmetic``   ``exact``: counts as strings of decimal digits; ``floating``: probabilities as JSON numbers
``kinds``        the kinds it answers, from ``outcomes``, ``bet``, ``coup``, ``given`` and ``settlement``
``granularity``  the finest shoe it accepts: ``values`` (10 counts), ``ranks`` (13) or ``cards`` (52); coarser ones too
``bets``         names of the catalogue, or ``"all"``; an engine that answers no ``bet`` may omit it
``rules``        names of rulebooks, or ``"all"``

An unlisted word is an error, because its meaning is unknown.

The requests. Every request has an ``id``, a ``kind``, and ``rules``; a shoe is
``{"values": [c0, …, c9]}``, ``{"ranks": [A, 2, …, K]}`` or ``{"cards": [52 counts, index 4 * rank + suit, suits s h d c]}``.
The reply repeats the ``id``. All requests lie within the capabilities. Engines that claim all kinds, bets or rulebooks are
also sent one that does not exist, which they must refuse::

    {"id": "1", "kind": "outcomes", "rules": "standard", "shoe": {"values": [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]}}
    {"id": "1", "counts": {"punto": "2230518282592256", "banco": "2292252566437888", "tie": "475627426473216"}}

    {"id": "2", "kind": "bet", "bet": "dragon-7", "rules": "standard", "shoe": {…}}
    {"id": "2", "counts": {"win": "…", "lose": "…"}}

    {"id": "3", "kind": "coup", "rules": "standard", "cards": ["6h", "Kd", "Kc", "3s", "9h"]}
    {"id": "3", "punto": ["6h", "Kc"], "banco": ["Kd", "3s", "9h"], "punto_total": 6, "banco_total": 2, "outcome": "punto",
     "steps": [["punto", "6h"], ["banco", "Kd"], ["punto", "Kc"], ["banco", "3s"], ["banco", "9h"]]}

    {"id": "4", "kind": "given", "given": "punto=4,0 banco_total=5", "rules": "standard", "shoe": {…}}
    {"id": "4", "counts": {"punto": "…", "banco": "…", "tie": "…"}}

In ``given``, ``punto_total`` and ``banco_total`` are two-card totals.

    {"id": "5", "kind": "settlement", "rules": "standard", "cards": […], "stakes": {"banco": "25.00"}, "unit": "1"}
    {"id": "5", "net": {"banco": "24.00"}}

Counts are ordered six-card deals with unused positions padded, so those of one request add up to N(N−1)…(N−5) for a shoe of
N cards (with ``given``, to the deals that agree). A floating engine answers ``{"probabilities": {"punto": 0.4462, …}}``
with the same names. The engine refuses an impossible request, such as a shoe of five cards: ``{"id": "6", "error": "any
text"}``.

The end. The program closes the engine's input, and the engine should exit. After a second, or at once when the total time
is nearly used up, the program ends its process group, with everything that the engine has left behind in it. A process
that the engine has moved to a session of its own (setsid) is out of reach and lives on.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from exact.bets.catalogue import catalogue
from exact.conformance.comparison import EXACT, FLOATING
from exact.conformance.strict_json import Object, Written, parsed
from exact.errors import ExactError
from exact.game.cards import Granularity
from exact.game.coup import Outcome
from exact.inputs import near_misses
from exact.rules.named import all_rules
from exact.rules.tableau import STANDARD

PROTOCOL = "exact-baccarat"
VERSION = 1
KINDS = ("outcomes", "bet", "coup", "given", "settlement")
ALL = "all"
_GRANULARITIES = {granularity.word: granularity for granularity in Granularity}
_MAX_NAME = 100


class Capabilities(NamedTuple):
    """An engine's description of itself."""

    engine: str
    arithmetic: str
    """`EXACT` or `FLOATING`."""
    kinds: tuple[str, ...]
    granularity: Granularity
    """The finest shoe it accepts."""
    bets: tuple[str, ...] | None
    """The bets it knows; `None` for all."""
    rules: tuple[str, ...] | None
    """The rulebooks it knows; `None` for all."""


def greeting() -> Object:
    """The first line sent to an engine."""
    return {"protocol": PROTOCOL, "version": VERSION}


def encoded(message: Object) -> bytes:
    """A message as a line of ASCII."""
    return json.dumps(message).encode("ascii") + b"\n"


def decoded(line: bytes) -> Object:
    """The JSON object on a line; raises `ExactError` as `parsed` does, and for bytes that are not UTF-8."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ExactError("reply", line[:60], f"is not UTF-8 at byte {error.start}") from None
    reply = parsed(text, "reply")
    if not isinstance(reply, dict):
        raise ExactError("reply", text[:60], "must be a JSON object")
    return reply


def parse_handshake(reply: Object) -> Capabilities:
    """The capabilities in an engine's reply to the greeting.

    Raises `ExactError` for another protocol or version, a missing entry, and a word unknown to the protocol.
    """
    if reply.get("protocol") != PROTOCOL:
        raise ExactError("handshake", Written(reply), f'must begin with "protocol": "{PROTOCOL}"')
    version = reply.get("version")
    if type(version) is not int or version != VERSION:
        raise ExactError("handshake, version", Written(version), f"is not supported: the version is {VERSION}")
    _check_names("handshake", reply, ("protocol", "version", "engine", "capabilities"), ())
    engine, capabilities = reply["engine"], reply["capabilities"]
    if not isinstance(engine, str) or not 0 < len(engine) <= _MAX_NAME or not engine.isprintable():
        raise ExactError("handshake, engine", Written(engine), f"must be a name of 1 to {_MAX_NAME} characters")
    if not isinstance(capabilities, dict):
        raise ExactError("handshake, capabilities", Written(capabilities), "must be a JSON object")
    _check_names("capabilities", capabilities, ("arithmetic", "kinds", "granularity", "rules"), ("bets",))
    kinds = _words("kinds", capabilities["kinds"], KINDS)
    if not kinds:
        raise ExactError("capabilities, kinds", Written(kinds), f"must list at least one of {', '.join(KINDS)}")
    if "bet" in kinds and "bets" not in capabilities:
        raise ExactError("capabilities, bets", Written(None), 'must be given by an engine that answers the kind "bet"')
    return Capabilities(
        engine,
        _word("arithmetic", capabilities["arithmetic"], (EXACT, FLOATING)),
        kinds,
        _GRANULARITIES[_word("granularity", capabilities["granularity"], tuple(_GRANULARITIES))],
        _words_or_all("bets", capabilities.get("bets", []), tuple(catalogue())),
        _words_or_all("rules", capabilities["rules"], tuple(all_rules())),
    )


_MAIN_BETS = tuple(outcome.value for outcome in Outcome)
"""The bets that every engine with settlements must know."""


def outside(capabilities: Capabilities, request: Object) -> str:
    """The reason why a request lies outside the capabilities; empty if it lies within."""
    kind, bet, rules, shoe = (request.get(key) for key in ("kind", "bet", "rules", "shoe"))
    if kind not in capabilities.kinds and (kind in KINDS or len(capabilities.kinds) < len(KINDS)):
        return f"kind {kind}"
    stakes = request.get("stakes")
    asked = (
        [bet]
        if kind == "bet"
        else [name for name in stakes if name not in _MAIN_BETS]
        if isinstance(stakes, dict)
        else []
    )
    for name in asked:
        if capabilities.bets is not None and name not in capabilities.bets:
            return f"bet {name}"
    if capabilities.rules is not None and (rules or STANDARD) not in capabilities.rules:
        return f"rules {rules}"
    if isinstance(shoe, dict):
        finest = max((_GRANULARITIES[word] for word in shoe if word in _GRANULARITIES), default=Granularity.VALUES)
        if finest > capabilities.granularity:
            return f"shoe by {finest.word}"
    return ""


def _check_names(where: str, members: Object, needed: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for name in needed:
        if name not in members:
            raise ExactError(where, Written(list(members)), f"must have {name}")
    for name in members:
        if name not in needed + allowed:
            raise ExactError(where, name, f"is not known: {near_misses(name, [*needed, *allowed])}")


def _word(name: str, value: object, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise ExactError(f"capabilities, {name}", Written(value), f"is not known: {_nearest(value, known)}")
    return value


def _words(name: str, value: object, known: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ExactError(f"capabilities, {name}", Written(value), "must be a list of words")
    return tuple(dict.fromkeys(_word(name, entry, known) for entry in value))


def _words_or_all(name: str, value: object, known: tuple[str, ...]) -> tuple[str, ...] | None:
    return None if value == ALL else _words(name, value, known)


def _nearest(value: object, known: tuple[str, ...]) -> str:
    hint = near_misses(value if isinstance(value, str) else "", known)
    return str(hint) if hint.close or len(known) < 20 else f"{str(hint)[:200]}…"
