r"""The protocol between this program and an engine: JSON lines over the engine's standard input and output.

Each line is one JSON object in UTF-8, ended by a line feed and without line breaks inside. The program writes a line
and waits for one from the engine before it writes the next. Of the engine's standard error it keeps only the end.

The handshake. The first line is ``{"protocol": "exact-baccarat", "version": 1}``. The engine answers with the same two
entries, its name and its capabilities::

    {"protocol": "exact-baccarat", "version": 1, "engine": "my engine", "capabilities": {
        "arithmetic": "exact", "kinds": ["outcomes", "coup"], "granularity": "values", "bets": "all",
        "rules": ["standard"]}}

What they mean::

    arithmetic   exact: counts as strings of decimal digits; floating: probabilities as JSON numbers
    kinds        outcomes, bet, coup, given, settlement, expectation, house_edge, variance, fair_odds and removal
    granularity  the finest shoe it accepts, besides coarser ones: values (10 counts), ranks (13) or cards (52); a list
                 such as ["cards"] means these alone
    bets         names of the catalogue, or "all"; an engine that answers no question about a bet may omit it
    rules        names of rulebooks, or "all"

These are optional. The first four, with the granularity, are the engine's domain; by default any shoe::

    "decks": [1, 8], "shoes": "whole-decks", "max_cards": 416, "max_of_a_class": 128, "rounds_commission": false,
    "outcomes": ["punto", "banco"],
    "own_bets": [
      "name = 'both-aces'\n[[category]]\nname = 'win'\nwhen = 'punto_rank_1 == 1 and banco_rank_1 == 1'\npays = 100\n"]

What these mean::

    decks              the fewest and the most decks; cards may be missing from the most
    shoes              whole-decks if no card may be missing; infinite if each card is drawn from whole decks with
                       replacement; by default any; a list such as ["whole-decks", "infinite"] means both
    max_cards          the most cards in a shoe
    max_of_a_class     the most cards alike, in a shoe's own description
    outcomes           those that the kinds outcomes and given are answered with; by default punto, banco and tie
    rounds_commission  false if commission is never rounded to a unit; by default true
    own_bets           bets of the engine's own, each as the text of a file that exact bet reads; they are asked on
                       shoes made for them, for the kinds bet, expectation, house_edge and variance

An unlisted word is an error. The engine is asked nothing outside its domain: such questions count as refused outside
it. A shoe of whole decks is sent in each description that the engine takes.

The requests. Every request has an ``id``, a ``kind``, and ``rules``; a shoe is ``{"values": [c0, …, c9]}``,
``{"ranks": [A, 2, …, K]}``, ``{"cards": [52 counts, index 4 * rank + suit, suits s h d c]}`` or ``"infinite"``. A card
of a coup or a settlement has one of three names, according to the granularity: its point value ``0`` to ``9``, its rank
``A 2 … 9 10 J Q K``, or rank and suit, ``6h``. The reply repeats the ``id``. Engines that claim all kinds, bets or
rulebooks are also sent one that does not exist, which they must refuse::

    {"id": "1", "kind": "outcomes", "rules": "standard", "shoe": {"values": [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]}}
    {"id": "1", "counts": {"punto": "2230518282592256", "banco": "2292252566437888", "tie": "475627426473216"}}

    {"id": "2", "kind": "bet", "bet": "dragon-7", "rules": "standard", "shoe": {…}}
    {"id": "2", "counts": {"win": "…", "lose": "…"}}

    {"id": "3", "kind": "coup", "rules": "standard", "cards": ["6h", "Kd", "Kc", "3s", "9h"]}
    {"id": "3", "punto": ["6h", "Kc"], "banco": ["Kd", "3s", "9h"], "punto_total": 6, "banco_total": 2,
     "outcome": "punto", "steps": [["punto", "6h"], ["banco", "Kd"], ["punto", "Kc"], ["banco", "3s"], ["banco", "9h"]]}

    {"id": "4", "kind": "given", "given": "punto=4,0 banco_total=5", "rules": "standard", "shoe": {…}}
    {"id": "4", "counts": {"punto": "…", "banco": "…", "tie": "…"}}

    {"id": "6", "kind": "expectation", "bet": "tie", "pays": {"win": "8", "lose": "-1"}, "rules": "standard",
     "shoe": {…}}
    {"id": "6", "expectation": "-103841353768/723147898655"}

``house_edge``, ``variance`` and ``fair_odds`` (the payoff to one of the winning category at which the expectation is 0)
are asked in the same way, and answered under their own names. ``pays`` has the net win per unit staked of each
category. ``removal`` is the change of the expectation when one card of a point value leaves the shoe, for every value
in it::

    {"id": "7", "removal": {"0": "…", "1": "…", …}}

In ``given``, ``punto_total`` and ``banco_total`` are two-card totals.

    {"id": "5", "kind": "settlement", "rules": "standard", "cards": […], "stakes": {"banco": "25.00"}, "unit": "1"}
    {"id": "5", "net": {"banco": "24.00"}}

Counts are ordered six-card deals with unused positions padded, so those of one request add up to N(N−1)…(N−5) for a
shoe of N cards (with ``given``, to the deals that agree), and to 52**6 for the infinite shoe. A floating engine answers
``{"probabilities": {"punto": 0.4462, …}}`` with the same names, and numbers such as ``{"expectation": -0.1436}``. The
engine refuses an impossible request, such as a shoe of five cards: ``{"id": "8", "error": "any text"}``.

The end. The program closes the engine's input, and the engine should exit. After a second, or at once when the total
time is nearly used up, the program ends its process group. A process in a session of its own (setsid) lives on.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress

from exact.bets.bet import Bet, parse_bets
from exact.bets.catalogue import catalogue
from exact.conformance.comparison import EXACT, FLOATING, KINDS, ON_A_BET
from exact.conformance.strict_json import ALL, PROTOCOL, VERSION, Object, Written
from exact.conformance.vectors.vector_set import KINDS as OWN_KINDS
from exact.conformance.verify.domain import WORDS, Domain, counts_of, decks_of, parse_domain, whole_decks, with_shoe
from exact.engine.compiler import compiled
from exact.errors import ExactError
from exact.game import Granularity, Outcome
from exact.inputs import check_keys, near_misses
from exact.records import Record, field
from exact.rules import STANDARD, all_rules, standard_tableau

_BASIC = {name for name, kind in KINDS.items() if kind.answer}  # who answers these is asked an unknown kind, too
OUTCOMES = tuple(outcome.value for outcome in Outcome)  # also the main bets
_MAX_NAME, _MAX_OWN_BETS = 100, 20
Reason = tuple[str, str]
"""Why a request is not asked: the capability, such as ``shoe``, and what lies outside it."""


class Capabilities(Record, kw_only=True):
    """What an engine declares that it can answer; `None` stands for all."""

    engine: str
    arithmetic: str
    kinds: tuple[str, ...]
    domain: Domain
    bets: tuple[str, ...] | None
    rules: tuple[str, ...] | None
    rounds_commission: bool = True
    outcomes: tuple[str, ...] = OUTCOMES
    own_bets: dict[str, Bet] = field(default_factory=dict)
    bets_by_kind: Mapping[str, Collection[str] | None] | None = None  # where they differ

    def knows(self, bet: str, kind: str) -> bool:
        """Whether it answers this kind of question about a bet."""
        if self.bets_by_kind is not None:
            bets = self.bets_by_kind.get(kind, ())
            return bets is None or bet in bets
        return self.bets is None or bet in self.bets or bet in self.own_bets


EVERYTHING = Capabilities(
    engine="",
    arithmetic=EXACT,
    kinds=tuple(KINDS),
    domain=Domain(granularities=tuple(Granularity)),
    bets=None,
    rules=None,
)


def parse_handshake(reply: Object) -> Capabilities:
    """The capabilities in a reply to the greeting; raises `ExactError` for what the protocol does not allow."""
    if reply.get("protocol") != PROTOCOL:
        raise ExactError("handshake", Written(reply), f'must begin with "protocol": "{PROTOCOL}"')
    version = reply.get("version")
    if type(version) is not int or version != VERSION:
        raise ExactError("handshake, version", Written(version), f"is not supported: the version is {VERSION}")
    check_keys(reply, "handshake", ("protocol", "version", "engine", "capabilities"))
    engine, capabilities = reply["engine"], reply["capabilities"]
    if not isinstance(engine, str) or not 0 < len(engine) <= _MAX_NAME or not engine.isprintable():
        raise ExactError("handshake, engine", Written(engine), f"must be a name of 1 to {_MAX_NAME} characters")
    if not isinstance(capabilities, dict):
        raise ExactError("handshake, capabilities", Written(capabilities), "must be a JSON object")
    optional = ("bets", *WORDS, "rounds_commission", "outcomes", "own_bets")
    check_keys(capabilities, "capabilities", ("arithmetic", "kinds", "granularity", "rules"), optional)
    kinds = _words("kinds", capabilities["kinds"], KINDS)
    if not kinds:
        raise ExactError("capabilities, kinds", Written(kinds), f"must list at least one of {', '.join(KINDS)}")
    own_bets = own_bets_of(capabilities.get("own_bets", []))
    if own_bets and not set(OWN_KINDS) & set(kinds):
        bound = f"need one of the kinds {', '.join(OWN_KINDS)}"
        raise ExactError("capabilities, own_bets", Written(capabilities["own_bets"]), bound)
    on_a_bet = next((kind for kind in kinds if kind in ON_A_BET), None)
    if on_a_bet and "bets" not in capabilities and not own_bets:
        bound = f'must be given by an engine that answers the kind "{on_a_bet}"'
        raise ExactError("capabilities, bets", Written(None), bound)
    rounds = capabilities.get("rounds_commission", True)
    if not isinstance(rounds, bool):
        raise ExactError("capabilities, rounds_commission", Written(rounds), "must be true or false")
    return Capabilities(
        engine=engine,
        arithmetic=_words("arithmetic", [capabilities["arithmetic"]], (EXACT, FLOATING))[0],
        kinds=kinds,
        domain=parse_domain(capabilities),
        bets=None if capabilities.get("bets") == ALL else _words("bets", capabilities.get("bets", []), catalogue()),
        rules=None if capabilities["rules"] == ALL else _words("rules", capabilities["rules"], all_rules()),
        rounds_commission=rounds,
        outcomes=_words("outcomes", capabilities.get("outcomes", [*OUTCOMES]), OUTCOMES),
        own_bets=own_bets,
    )


def outside(capabilities: Capabilities, request: Object) -> Reason | None:
    """Why a request, `as_taken`, lies outside the capabilities; `None` if it lies within."""
    kind, bet, rules, stakes = (request.get(key) for key in ("kind", "bet", "rules", "stakes"))
    if kind not in capabilities.kinds and (kind in KINDS or not _BASIC.issubset(capabilities.kinds)):
        return "kind", str(kind)
    asked = [bet] if kind in ON_A_BET else []
    if isinstance(stakes, dict):
        asked = [name for name in stakes if name not in OUTCOMES]
    for name in asked:
        if not capabilities.knows(str(name), str(kind)):
            return "bet", str(name)
    if capabilities.rules is not None and (rules or STANDARD) not in capabilities.rules:
        return "rules", str(rules)
    if "unit" in request and not capabilities.rounds_commission:
        return "commission", "rounded to a unit"
    shoe = capabilities.domain.excludes(request)
    return ("shoe", shoe) if shoe else None


def as_taken(capabilities: Capabilities, request: Object) -> Object:
    """The request as it is sent: whole decks and dealt cards in a description that engine and question allow."""
    cards = request.get("cards")
    if isinstance(cards, list) and not capabilities.domain.takes(cards):
        with suppress(ExactError):  # a bad name stays
            return {**request, "cards": capabilities.domain.named(cards)}
    shoe, taken, own = counts_of(request.get("shoe")), capabilities.domain.granularities, capabilities.own_bets
    if shoe is None or shoe[0] in taken or not (decks := decks_of(request["shoe"])):
        return request
    kind, bet, coarsest = request.get("kind"), request.get("bet"), shoe[0]
    if kind in KINDS and KINDS[str(kind)].by_point_values:
        coarsest = Granularity.VALUES
    elif kind in ON_A_BET and (known := own.get(str(bet)) or catalogue().get(str(bet))):
        coarsest = compiled(known, standard_tableau()).granularity
    wanted = next((granularity for granularity in taken if granularity >= coarsest), None)
    return with_shoe(request, wanted, whole_decks(decks, wanted)) if wanted else request


def own_bets_of(texts: object) -> dict[str, Bet]:
    """The bets in a list of texts by name; raises `ExactError` for anything else, and for a repeated name."""
    if not isinstance(texts, list) or len(texts) > _MAX_OWN_BETS or not all(isinstance(text, str) for text in texts):
        raise ExactError("capabilities, own_bets", Written(texts), f"must be a list of up to {_MAX_OWN_BETS} texts")
    bets: dict[str, Bet] = {}
    for number, text in enumerate(texts, 1):
        for bet in parse_bets(text, f"own bet {number}"):
            if bet.name in bets or bet.name in catalogue():
                where = "another own bet" if bet.name in bets else "the catalogue"
                raise ExactError(f"own bet {number}", bet.name, f"is the name of a bet of {where}: choose another")
            bets[bet.name] = bet
    return bets


def _words(name: str, words: object, known: Collection[str]) -> tuple[str, ...]:
    if not isinstance(words, list):
        raise ExactError(f"capabilities, {name}", Written(words), "must be a list of words")
    for word in words:
        if not isinstance(word, str) or word not in known:
            hint = near_misses(word if isinstance(word, str) else "", known)
            nearest = str(hint) if hint.close or len(known) < 20 else f"{str(hint)[:200]}…"
            raise ExactError(f"capabilities, {name}", Written(word), f"is not known: {nearest}")
    return tuple(dict.fromkeys(words))
