"""Translatable text: a finished English string that remembers its template and the arguments filled in.

Babel collects the templates from the calls of `_` and `pgettext`, such as ``_("Outcomes, rules {rules}",
rules="own")``, into the catalogues of `exact.report.translation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "it": "Italian", "sl": "Slovenian"}


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


def joined(separator: str, parts: Iterable[str]) -> Text:
    """A list of texts as one text; the parts and the separator are translated separately."""
    arguments: dict[str, object] = {f"part_{index}": part for index, part in enumerate(parts)}
    template = "{separator}".join(f"{{{name}}}" for name in arguments)
    return Text(template, {**arguments, "separator": separator})
