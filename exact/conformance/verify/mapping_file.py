"""The file of a mapping, read and checked: see `exact.conformance.verify.mapping` for its form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Mapping_
from math import isfinite
from pathlib import Path
from typing import Any

from exact.bets.bet import Bet
from exact.bets.catalogue import bet_name
from exact.conformance.comparison import EXACT
from exact.conformance.verify.domain import GRANULARITIES
from exact.conformance.verify.mapping import ONE_NUMBER, PLACEHOLDER, REST, Mapping, Question, names_of
from exact.conformance.verify.protocol import (
    ALL,
    ON_A_BET,
    PROTOCOL,
    VERSION,
    Capabilities,
    check_names,
    own_bets_of,
    parse_handshake,
)
from exact.errors import ExactError
from exact.inputs import near_misses, parse_toml, read_text_file
from exact.names import canonical

KINDS = ("outcomes", "given", *ON_A_BET)
"""The kinds whose answers are figures; coups and settlements need an adapter."""
_METHODS = ("GET", "POST", "PUT")
_MAX_FILE = 200_000


def read_mapping(file: str) -> Mapping:
    """The mapping in a TOML file; raises `ExactError` for anything that is none."""
    text = read_text_file(Path(file), "mapping", "name a TOML file", _MAX_FILE)
    return parse_mapping(text, file)


def parse_mapping(text: str, location: str) -> Mapping:
    """The mapping in TOML ``text``; ``location`` names its file in errors.

    Raises `ExactError` for a missing or unknown entry, for a placeholder that stands for nothing in its question, and for
    capabilities as `parse_handshake` does.
    """
    table = parse_toml(text, "mapping", location)
    check_names("mapping", table, ("engine", "capabilities", "question"), ())
    declared, entries = table["capabilities"], table["question"]
    if not isinstance(declared, dict):
        raise ExactError("mapping, capabilities", declared, "must be a table")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise ExactError("mapping, question", entries, "must be tables under [[question]], at least one")
    for name in ("kinds", "bets"):
        if name in declared:
            raise ExactError("mapping, capabilities", name, "must be left out: it follows from the questions")
    texts = declared.get("own_bets")
    own = own_bets_of(tuple(texts)) if isinstance(texts, list) and all(isinstance(text, str) for text in texts) else {}
    questions = [_question(entry, number, own) for number, entry in enumerate(entries, 1)]
    by_kind = _bets_by_kind(questions)
    about = [bets for kind, bets in by_kind.items() if kind in ON_A_BET]
    bets = None if None in about else {bet for names in about for bet in names or ()}
    stated = {**declared, "kinds": list(by_kind), "bets": ALL if bets is None else sorted(bets - own.keys())}
    handshake = {"protocol": PROTOCOL, "version": VERSION, "engine": table["engine"], "capabilities": stated}
    capabilities = parse_handshake(handshake)._replace(bets_by_kind=by_kind)
    for number, question in enumerate(questions, 1):
        _check_answer(question, f"mapping, question {number}, answer", capabilities)
        _check_placeholders(question, f"mapping, question {number}", capabilities)
    return Mapping(capabilities, questions)


def _question(entry: dict[str, Any], number: int, own: Mapping_[str, Bet]) -> Question:
    where = f"mapping, question {number}"
    check_names(where, entry, ("kind", "answer"), ("bets", "method", "path", "query", "body", "percent"))
    kind, method = entry["kind"], entry.get("method", "POST" if "body" in entry else "GET")
    if kind not in KINDS:
        hint = near_misses(str(kind), KINDS)
        raise ExactError(f"{where}, kind", kind, f"cannot be asked by a mapping: {hint}")
    if method not in _METHODS:
        raise ExactError(f"{where}, method", method, f"must be {' or '.join(_METHODS)}")
    for name, form, what in (("path", str, "a text"), ("query", dict, "a table"), ("percent", bool, "true or false")):
        if name in entry and not isinstance(entry[name], form):
            raise ExactError(f"{where}, {name}", entry[name], f"must be {what}")
    path = entry.get("path", "")
    if (path and not path.startswith("/")) or not path.isascii() or not path.isprintable() or set(path) & set(" ?#"):
        raise ExactError(f"{where}, path", path, "must begin with a slash, without blanks and without a query")
    return Question(
        kind,
        _bets(entry, where, own),
        method,
        path,
        entry.get("query", {}),
        entry.get("body"),
        _answer(entry["answer"], f"{where}, answer", kind),
        entry.get("percent", False),
    )


def _bets(entry: dict[str, Any], where: str, own: Mapping_[str, Bet]) -> dict[str, str] | None:
    """The bets of a question, with the names that the mapping has for them."""
    typed = entry.get("bets")
    if entry["kind"] not in ON_A_BET:
        if "bets" in entry:
            raise ExactError(f"{where}, bets", typed, f"is nothing that the kind {entry['kind']} asks about")
        return None
    if typed == ALL:
        return None
    if not isinstance(typed, list) or not typed or not all(isinstance(name, str) for name in typed):
        raise ExactError(f"{where}, bets", typed, f'must be a list of bets, or "{ALL}"')
    return {name if name in own else bet_name(name): name for name in typed}


def _answer(value: object, where: str, kind: str) -> str | dict[str, str]:
    """The pointers of a question; their names are checked when the bets are known."""
    if isinstance(value, dict) and value and kind not in ONE_NUMBER:
        return {name: _pointer(pointer, where, "") for name, pointer in value.items()}
    return _pointer(value, where, "" if kind in ONE_NUMBER else ", or a table of them")


def _pointer(value: object, where: str, otherwise: str) -> str:
    if not isinstance(value, str) or not (value in ("", REST) or value.startswith("/")):
        raise ExactError(where, value, f"must be a JSON pointer, such as /odds/tie{otherwise}")
    return value


def _bets_by_kind(questions: Sequence[Question]) -> dict[str, frozenset[str] | None]:
    """The bets that each kind is asked about, `None` for all; raises `ExactError` for one that is asked twice."""
    by_kind: dict[str, frozenset[str] | None] = {}
    for number, question in enumerate(questions, 1):
        before = by_kind.get(question.kind, frozenset())
        bets = None if question.bets is None else frozenset(question.bets)
        if question.kind in by_kind and (before is None or bets is None or before & bets):
            raise ExactError(f"mapping, question {number}", question.kind, "is asked about the same a second time")
        by_kind[question.kind] = None if before is None or bets is None else before | bets
    return by_kind


def _check_answer(question: Question, where: str, capabilities: Capabilities) -> None:
    """Raise `ExactError` if a name is unknown or lacks its pointer, and for a rest that cannot be computed."""
    if not isinstance(question.answer, dict):
        if question.answer == REST:
            raise ExactError(where, REST, "needs other figures, of which it is the rest")
        return
    rests = [name for name, pointer in question.answer.items() if pointer == REST]
    if len(rests) > 1 or (rests and (capabilities.arithmetic == EXACT or question.kind == "removal")):
        raise ExactError(where, ", ".join(rests), "cannot be the rest: one probability in floating point can")
    if question.kind == "bet" and question.bets is None:
        raise ExactError(
            where, list(question.answer), "must be one pointer to an object, because bets differ in their names"
        )
    for bet in question.bets or [""]:
        names = names_of(question.kind, bet, capabilities)
        known = {canonical(name, names): pointer for name, pointer in question.answer.items()}
        check_names(where, known, () if question.kind == "removal" else names, names)


def _check_placeholders(question: Question, where: str, capabilities: Capabilities) -> None:
    """Raise `ExactError` for a placeholder that stands for nothing in a question of this kind on these shoes."""
    kind, domain = question.kind, capabilities.domain
    known = ["shoe", "rules"]
    known += [granularity.word for granularity in domain.granularities] if len(domain.granularities) == 1 else []
    known += ["decks"] if domain.whole_decks else []
    known += ["bet"] if kind in ON_A_BET else []
    known += ["pays"] if kind in ON_A_BET[1:] else []
    known += ["given"] if kind == "given" else []
    pointers = question.answer if isinstance(question.answer, dict) else {"": question.answer}
    for text in _texts([question.path, question.query, question.body, list(pointers.values())], where):
        for found in PLACEHOLDER.finditer(text):
            name = found[1].partition(".")[0]
            if name not in known:
                raise ExactError(where, found[0], f"stands for nothing here: {_reason(name)}known: {', '.join(known)}")


def _reason(name: str) -> str:
    if name == "decks":
        return 'it needs shoes = "whole-decks" in the capabilities; '
    return f'it needs granularity = ["{name}"] in the capabilities; ' if name in GRANULARITIES else ""


def _texts(value: object, where: str) -> Iterator[str]:
    """Every text in a template; raises `ExactError` for what JSON has not."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in value:
            yield from _texts(entry, where)
    elif isinstance(value, dict):
        yield from _texts(list(value.values()), where)
    elif not (value is None or isinstance(value, int) or (isinstance(value, float) and isfinite(value))):
        raise ExactError(where, str(value), "cannot be written in JSON: put it in quotes")
