"""Translatable text: a finished English string that remembers its template and the arguments filled in.

Babel collects the templates from the calls of `_` and `pgettext`, such as ``_("Outcomes, rules {rules}",
rules="own")``, into the catalogues of `exact.report.translation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "it": "Italian", "sl": "Slovenian"}
THIN, NO_BREAK, MINUS = "\u202f", "\u00a0", "\u2212"
_NUMBER = re.compile(r"(?<!\^)(\d+)(?:\.(\d+))?")
_NEGATIVE = re.compile(r"(?<![\w–-])-(?=\d)")
_UNGROUPED = 4  #: The most digits on one side of the point that stand together


class Text(str):
    """A finished English string, its template (the id of its translation) and the arguments by name, perhaps texts."""

    __slots__ = ("arguments", "context", "template")

    template: str
    arguments: Mapping[str, object]
    context: str | None  #: It distinguishes texts that are the same in English but not in other languages

    def __new__(cls, template: str, arguments: Mapping[str, object] | None = None, context: str | None = None) -> Text:
        """The text of a template; without arguments, braces stay."""
        text = super().__new__(cls, template.format_map(arguments) if arguments else template)
        text.template, text.arguments, text.context = template, arguments or {}, context
        return text

    def filled(self, **arguments: object) -> Text:
        """The text of this template with these arguments."""
        return Text(self.template, arguments, self.context)

    def __getnewargs__(self) -> tuple[str, Mapping[str, object], str | None]:  # type: ignore[override]
        return self.template, self.arguments, self.context


def _(template: str, /, **arguments: object) -> Text:
    """Mark a text for translation; the template must be a literal so that it can be collected."""
    return Text(template, arguments)


def pgettext(context: str, template: str, /, **arguments: object) -> Text:
    """As `_`, for a template with its own translation in this context, such as the heading above it."""
    return Text(template, arguments, context)


def grouped(number: str) -> str:
    r"""A number, fraction or polynomial as people read it: digits in groups from five on, a minus sign, no line breaks.

    >>> grouped("-12345/1234"), grouped("-0.123456 %")
    ('−12\u202f345/1234', '−0.123\u202f456\xa0%')
    """
    return _NUMBER.sub(_in_groups, with_minus(number))


def _in_groups(number: re.Match[str]) -> str:
    whole, places = number.groups("")
    if len(whole) > _UNGROUPED:
        whole = re.sub(r"\B(?=(\d{3})+$)", THIN, whole)
    if len(places) > _UNGROUPED:
        places = re.sub(r"(\d{3})(?=\d)", rf"\1{THIN}", places)
    return f"{whole}.{places}" if places else whole


def for_people(text: str) -> str:
    """``text`` with the whole numbers among its arguments as people read them."""
    if not isinstance(text, Text) or not text.arguments:
        return text
    shown = {name: for_people(each) if isinstance(each, str) else whole(each) for name, each in text.arguments.items()}
    return text.template.format_map(shown)


def whole(argument: object) -> object:
    """An argument of a text: a whole number as people read it, anything else as it is."""
    return grouped(str(argument)) if type(argument) is int else argument


def with_minus(text: str) -> str:
    """Running text whose hyphens before numbers are minus signs, and whose percent signs stay with their numbers."""
    return _NEGATIVE.sub(MINUS, text).replace(" %", f"{NO_BREAK}%")


def words_of(text: str) -> list[str]:
    """The words of a text, whose numbers may hold blanks at which no line breaks."""
    return re.split(r"[^\S\u00a0\u202f]+", text.strip())


def joined(separator: str, parts: Iterable[str]) -> Text:
    """A list of texts as one text; the parts and the separator are translated separately."""
    arguments: dict[str, object] = {f"part_{index}": part for index, part in enumerate(parts)}
    template = "{separator}".join(f"{{{name}}}" for name in arguments)
    return Text(template, {**arguments, "separator": separator})
