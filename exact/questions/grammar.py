"""The grammar of questions: a form of words with slots reads every spelling of a phrase, and writes the canonical one.

``<a |an |>run of {length} {winner}<| wins>`` is a form: slots in braces, alternatives in angle brackets, the canonical
one first. It reads "run of 3 banker wins" and writes "a run of 3 banco".
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Any

from exact.answers.text import Text
from exact.records import Record

_ALTERNATIVES = re.compile(r"<([^|>]*)\|[^>]*>")
_PARTS = re.compile(r"<([^>]*)>|\{(\w+)\}|([^<{]+)")
_BREAK = re.compile(
    r"[();]|,(?!(?:\d{3},)*\d{3} (?:coups|hands)\b)|\s+(?="
    r"(?:given|pays|paying|without|under|with|at(?!\s+most)|in(?!\s+a\s+row)|ignoring|skipping|excluding)\s"
    r"|(?:for|on|from)\s+(?:an?\s+)?\S+(?:\s+|-)decks?\b)",
    re.IGNORECASE,
)
"""What may end a part of a question: a comma that groups no digits, a blank before a word that begins a condition."""
_NUMBERS = re.compile(r"\d+(?:\s*,\s*\d+)*")


@cache
def function_named(name: str | Callable[..., Any]) -> Callable[..., Any]:
    """The function ``module:function``, whose module is imported only now: an entry loads what it needs when asked.

    An entry that needs nothing more has the function itself.
    """
    if not isinstance(name, str):
        return name
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


class Slot(Record, eq=False):
    """What may stand in a slot of a form."""

    pattern: str
    reader: Callable[[str], Any] | str = str
    """Takes the text in the slot, and raises `ExactError` for text that means nothing; or the name of a function."""
    write: Callable[[Any], str] = str


class Phrase(Record, eq=False):
    """A kind of subject or of condition."""

    forms: tuple[str, ...]  #: The first with the slots of a value writes it; the others only read
    slots: Mapping[str, Slot]  #: Each slot by its name, in the order in which they are read
    check: Callable[[str, Mapping[str, Any]], None] | None = None
    """Raises `ExactError` for values that do not fit together; it takes the text and the values."""
    supposes: Text | None = None  #: What every exact value of such a subject supposes; `None` if nothing

    @cached_property
    def _readers(self) -> list[tuple[str, Callable[[], re.Pattern[str]]]]:
        """For each form the longest of its words, and its pattern, which is compiled when a text has that word."""
        words = ([plain for _options, _slot, plain in _PARTS.findall(form)] for form in self.forms)
        return [
            (max(of_form, key=len), cache(partial(self._compiled, form)))
            for form, of_form in zip(self.forms, words, strict=True)
        ]

    @property
    def words(self) -> list[str]:
        """A word of each form: a text in ASCII without it has another form."""
        return [word for word, _pattern in self._readers]

    def _compiled(self, form: str) -> re.Pattern[str]:
        pattern = ""
        for options, slot, words in _PARTS.findall(form):
            if slot:
                pattern += f"(?P<{slot}>{self.slots[slot].pattern})"
            else:
                pattern += f"(?:{'|'.join(map(re.escape, options.split('|')))})" if options else re.escape(words)
        return re.compile(pattern, re.IGNORECASE)

    @cached_property
    def _templates(self) -> dict[frozenset[str], str]:
        """What writes the values in these slots."""
        return {
            frozenset(re.findall(r"\{(\w+)\}", form)): _ALTERNATIVES.sub(r"\1", form) for form in reversed(self.forms)
        }

    def match(self, text: str) -> re.Match[str] | None:
        """Where the slots of the form that ``text`` has are in it; `None` if it has none."""
        seen = self._seen(text) if "(" in text else text
        lower = seen.lower()
        for word, pattern in self._readers:
            if (word in lower or not seen.isascii()) and (match := pattern().fullmatch(seen)):
                return match
        return None

    def _seen(self, text: str) -> str:
        """``text`` in which words in parentheses cannot be words of a form without parentheses; of the same length."""
        if "(" in "".join(self.forms):
            return text
        shown, depth = "", 0
        for character in text:
            depth += character == "("
            shown += "\0" if depth else character
            depth -= character == ")"
        return shown

    def read(self, text: str) -> dict[str, Any] | None:
        """The value in each slot of the form of ``text``, or `None`; errors as those of the slots and of ``check``."""
        match = self.match(text)
        if match is None:
            return None
        typed = {name: text[slice(*match.span(name))] for name in match.re.groupindex}
        values = {name: function_named(slot.reader)(typed[name]) for name, slot in self.slots.items() if name in typed}
        if self.check:
            self.check(text, values)
        return values

    def write(self, values: Mapping[str, Any]) -> str:
        """The canonical text of these values."""
        template = self._templates[frozenset(values)]
        return template.format(**{name: self.slots[name].write(value) for name, value in values.items()})


class Subject(Record):
    """What a quantity is measured of: a kind and the value in each slot.

    Equal subjects have equal texts, but two bets of your own may have one name.
    """

    kind: Phrase
    values: Mapping[str, Any]

    @cached_property
    def text(self) -> str:
        """The subject in the notation."""
        return self.kind.write(self.values)

    def __getitem__(self, slot: str) -> Any:
        return self.values[slot]

    def __hash__(self) -> int:
        return hash(self.text)


def parts_of(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a question with their places: what commas and the first words of conditions separate.

    Commas in parentheses, and those between cards after ``given`` and ``without``, separate nothing.
    """
    pieces: list[tuple[int, str]] = []
    depth = start = 0
    for mark in (*_BREAK.finditer(text), None):
        if mark and mark[0] in "()":
            depth += 1 if mark[0] == "(" else -1
        elif mark is None or depth == 0:
            end = mark.start() if mark else len(text)
            if pieces and _continues(pieces[-1][1], text[start:end], text[start - 1]):
                start, _before = pieces.pop()
            pieces.append((start, text[start:end]))
            start = mark.end() if mark else end
    for place, piece in pieces:
        if piece.strip():
            yield place + len(piece) - len(piece.lstrip()), " ".join(piece.split())


def _continues(before: str, piece: str, mark: str) -> bool:
    """Whether a piece is a further card of what is known or removed, or a number of decks in a list of them."""
    if mark != ",":
        return False
    words = before.split()
    if words and words[0].lower() in ("given", "without", "remove", "removed", "less"):
        return bool(function_named("exact.questions.cards:are_cards")(piece.strip()))
    return bool(_NUMBERS.fullmatch(before.strip()))
