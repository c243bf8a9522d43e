"""Tables and texts in other languages, from the gettext catalogues in ``locale``; see ``scripts/translations.py``.

Only a `Text` is translated, its arguments too; names, sources, quotations and reviewers' reasons are plain strings.
"""

import re
from functools import cache, partial
from gettext import GNUTranslations
from pathlib import Path

from exact.answers.table import Table, with_texts
from exact.answers.text import ENGLISH, Text, _, pgettext, whole
from exact.records import replace

LOCALE = Path(__file__).with_name("locale")
_DECIMAL_MARK = pgettext("decimal mark", ".")
_QUOTED = frozenset(("bet", "category", "row", "rows", "source", "printed", "title", "address"))
"""Headings of columns with names and quotations, whose figures keep their decimal point."""
_PROSE = frozenset(("reason", "remark", "what"))  # headings of columns with prose that stays in its original language
_ORIGINAL = _("Reasons, remarks and quotations are in the language in which they were written.")
_NAMED = _("Bets and their categories have the names by which the program knows them.")
_YES_OR_NO = {True: _("yes"), False: _("no")}
_DECIMAL = re.compile(r"(?<![\w.:])(?<!\w-)(\d+)\.(\d+)(?![\w.])")


@cache
def _catalogue(language: str) -> GNUTranslations:
    with (LOCALE / language / "LC_MESSAGES" / "exact.mo").open("rb") as file:
        return GNUTranslations(file)


def translate(text: str, language: str) -> str:
    """``text`` in ``language``; in English if the catalogue lacks its template, unchanged if it is a plain string."""
    if language == ENGLISH or not isinstance(text, Text):
        return text
    template, catalogue = text.template, _catalogue(language)
    translation = catalogue.pgettext(text.context, template) if text.context else catalogue.gettext(template)
    arguments = {name: _argument(value, language) for name, value in text.arguments.items()}
    return translation.format_map(arguments) if arguments else translation


def _argument(value: object, language: str) -> object:
    """An argument of a text: a `Text` is translated, and the decimals of another string get the language's mark."""
    if isinstance(value, Text):
        return translate(value, language)
    if isinstance(value, str):
        return _DECIMAL.sub(rf"\1{translate(_DECIMAL_MARK, language)}\2", value)
    return whole(value)


def translated(table: Table, language: str) -> Table:
    """``table`` in ``language``, with the decimal mark of the language, except in quotations."""
    text = partial(translate, language=language)
    mark = text(_DECIMAL_MARK)
    headings = {str(column.heading) for column in table.columns}
    notes = [*table.notes]
    notes += [_NAMED] * bool(headings & {"bet", "category"}) + [_ORIGINAL] * bool(headings & _PROSE)
    kept = _QUOTED | _PROSE
    columns = tuple(replace(column, mark="." if column.heading in kept else mark) for column in table.columns)
    rows = [tuple(_YES_OR_NO[cell] if isinstance(cell, bool) else cell for cell in row) for row in table.rows]
    return with_texts(replace(table, columns=columns, rows=rows, notes=tuple(notes), language=language), text)
