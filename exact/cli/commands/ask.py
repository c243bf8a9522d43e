"""Print a figure by its question; braces in a question make a table.

  exact ask "house edge of dragon-7, 8 decks, without 7h 7d 7s"
  exact ask "probability of tie, 8 decks" --as odds --digits 2
  exact ask "house edge of tie minus house edge of banco, 6 decks"
  exact ask "{probability,house edge} of {punto,banco,tie}, {6,8} decks"
  exact ask "house edge of {all bets}, 8 decks" --where "house edge < 2%" --sort "house edge"
  exact ask "house edge of {punto,banco,tie}, {1..8} decks" --columns bet --format latex --caption "House edges"
  exact ask "house edge of banco, 8 decks" --explain

A question prints its value alone; notes and assumptions go to standard error. Braces are axes: {6,8} decks, {1..16}
decks, {A..K}, {all bets}, {bets of lucky-6}, {categories of dragon-bonus-punto}, {all rules}, {all readings}. An axis
is named for what it varies: quantity, bet, decks, rules, without, card.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from exact.answers.table import Answer, Assumption, Parameter, Table, Tabular, columns_of
from exact.answers.text import Text
from exact.arithmetic import MAX_DIGITS
from exact.cli.options import Arguments, flag, option, refuse
from exact.errors import ExactError
from exact.inputs import one_of, parse_whole, read_text_file
from exact.questions.figure import STYLES, Asked, Figure, exactness_of, figure_of, parse_asked, readings_of
from exact.records import replace
from exact.report.render import FOR_PROGRAMS, tables_of

_MAX_QUESTIONS = 10_000
_TEX = re.compile(r"[\\${}]")
_LABEL = re.compile(r"[A-Za-z0-9:._-]{1,100}")
_FORMATS = {
    "caption": ("text", "markdown", "latex"),
    "label": ("latex",),
    "long": ("latex",),
    "siunitx": ("latex",),
    "wide": ("csv",),
}
"""The formats for which an option does something."""
MORE_HELP = ("claims",)
OPTIONS = (
    option("questions", "QUESTION", "a question; - reads one from each line of input", nargs="*"),
    option("--file", "FILE", "a file with a question in each line"),
    option("--id", "ID", "the id of a figure, in place of its question"),
    option("--as", "STYLE", f"how to print figures: {', '.join(STYLES)}", dest="style", values=STYLES),
    option("--digits", "D", f"decimals to print, 0 to {MAX_DIGITS}; default as people print it"),
    flag("--explain", "the canonical question and what stands behind the figure"),
    option("--rows", "AXES", "the axes that lie down, separated by commas; default the last"),
    option("--columns", "AXES", "the axes that lie across; default the others"),
    option("--sort", "BY", "order the rows by a column or an axis; -BY for the largest first"),
    option("--where", "CONDITION", "only rows of which every figure meets a condition, like: house edge < 5%%"),
    option("--caption", "TEXT", "the caption; in LaTeX it makes a float"),
    option("--label", "LABEL", "the label of the table in LaTeX"),
    flag("--long", "a longtable in LaTeX, which breaks between pages"),
    flag("--siunitx", "align the numbers by siunitx in LaTeX"),
    flag("--wide", "CSV as the table is laid out, not one figure a row"),
    flag("--yes", "compute more than 100,000 figures"),
)


def answer(arguments: Arguments) -> Answer:
    """The figures."""
    digits = None if arguments.digits is None else parse_whole(arguments.digits, "digits", 0, MAX_DIGITS)
    style = arguments.style or ""
    if style:
        one_of(style, STYLES, "as", "is no way to print a figure")
    _check_options(arguments)
    asked = _questions(arguments)
    braces = any("{" in text or "}" in text for text, _place in asked)
    if not braces:
        refuse(arguments, ("rows", "columns", "sort", "where"), "lays out a table: ask with braces")
    if braces or arguments.explain or arguments.format in FOR_PROGRAMS:
        return _tables(asked, arguments, style, digits)
    if arguments.format == "text":
        refuse(arguments, ("caption",), "belongs to a table: ask with braces")
    figures, rows = [], []
    for text, place in asked:
        with _of_line(place):
            figures.append(figure := figure_of(parse_asked(text)))
            rows.append((figure.question, figure.cell(style, digits), figure.printed(style, digits)))
    result = _of_figures([figure.asked for figure in figures], figures)
    if arguments.format == "text":
        lines = tuple(printed for _question, _cell, printed in rows)
        return replace(result, parameters=(Parameter("figures", lines, "", lines),), bare=True)
    cells = [(question, cell) for question, cell, _printed in rows]
    columns = columns_of("question", "figure")
    table = Table("figures", "Figures by their questions", columns, cells, **exactness_of(figures))
    return _with_warnings(replace(result, tables=(_for_paper(table, arguments),)), arguments)


def _check_options(arguments: Arguments) -> None:
    """Raise `ExactError` for an option that would do nothing."""
    for name, formats in _FORMATS.items():
        if not getattr(arguments, name):
            continue
        if arguments.explain:
            raise ExactError("option", f"--{name}", "does nothing beside --explain")
        if arguments.format not in formats:
            raise ExactError("option", f"--{name}", f"is only for --format {' or '.join(formats)}")


@contextmanager
def _of_line(place: str) -> Iterator[None]:
    """Name the line of a file in an error of its question; a question that was typed has none."""
    try:
        yield
    except ExactError as error:
        if not place:
            raise
        raise ExactError(error.parameter, error.value, f"in {place}: {error.bound}") from None


def _of_figures(asked: list[Asked], figures: list[Figure], for_programs: bool = False) -> Answer:
    """The answer with the rules, the assumptions and the remarks; readers see which of several rules assume what."""
    rules = list(dict.fromkeys(question.played.id for each in asked for question in each.questions))
    assumed: dict[Assumption, dict[str, None]] = {}
    for figure in figures:
        for of_rules, assumption in figure.assumptions_by_rules:
            assumed.setdefault(assumption, {})[of_rules] = None
    assumptions = tuple(assumed)
    if len(rules) > 1 and not for_programs:
        assumptions = tuple(
            each._replace(
                phrase=Text("{phrase} (rules {rules})", {"phrase": each.phrase, "rules": ", ".join(of_rules)})
            )
            for each, of_rules in assumed.items()
        )
    remarks = dict.fromkeys(remark for figure in figures for remark in figure.remarks)
    notes = (*readings_of(asked), *remarks)
    return Answer("ask", (Parameter("rules", rules[0] if len(rules) == 1 else rules),), (), notes, assumptions)


def _tables(texts: list[tuple[str, str]], arguments: Arguments, style: str, digits: int | None) -> Answer:
    """Questions with axes, and all questions for programs."""
    from exact.library.ask import axes_named
    from exact.views import asked as views  # slow, and not for one figure

    down, across = axes_named(arguments.rows, "rows"), axes_named(arguments.columns, "columns")
    order = views.Order(down, across, arguments.sort or "", arguments.where or "")
    asked = []
    for text, place in texts:
        with _of_line(place):
            asked.append(views.printable(views.ask_all(text, insist=arguments.yes), style, digits))
    entries = [entry for each in asked for entry in each.entries]
    figures = [entry.figure for entry in entries if entry.figure]
    result = _of_figures([entry.asked for entry in entries], figures, arguments.format in FOR_PROGRAMS)
    if arguments.explain or arguments.format == "json" or (arguments.format == "csv" and not arguments.wide):
        asked = [views.ordered(each, order) for each in asked]
    if arguments.explain:
        explained = (views.explained(entry, style, digits) for each in asked for entry in each.entries)
        return Answer("ask", tables=tuple(explained))
    if arguments.format == "json":
        contract = [fields for each in asked for fields in views.as_json(each, style, digits)]
        of_figures = tuple(replace(views.listed(each), rearranged=True) for each in asked)
        return replace(result, parameters=(Parameter("figures", contract, ""), *result.parameters), tables=of_figures)
    if arguments.format == "csv" and not arguments.wide:
        if len({tuple(axis.name for axis in each.grid.axes) for each in asked}) > 1:
            raise ExactError("questions", len(asked), "have different axes, which one CSV file cannot hold: ask one")
        first, *others = (views.listed(each, style, digits) for each in asked)
        rows = [*first.rows, *(row for table in others for row in table.rows)]
        return replace(result, tables=(replace(first, rows=rows),), bare=True)
    if len(asked) > 1:
        refuse(arguments, ("caption", "label"), f"would be that of {len(asked)} tables: ask one question")
    laid_out = (views.laid_out(each, order, style, digits) for each in asked)
    tables = tuple(_for_paper(table, arguments, number) for number, table in enumerate(laid_out, 1))
    result = replace(result, tables=tables, notes=(), bare=arguments.format == "csv")
    return _with_warnings(result, arguments)


def _with_warnings(result: Answer, arguments: Arguments) -> Answer:
    """The answer, in LaTeX with a line for each table that is too large for a page."""
    if arguments.format != "latex":
        return result
    from exact.report.latex import too_large  # slow, and for LaTeX alone

    return replace(result, warnings=tuple(line for table in tables_of(result) for line in too_large(table)))


def _questions(arguments: Arguments) -> list[tuple[str, str]]:
    """The questions typed, of a file and of standard input, each with its line.

    Raises `ExactError` if there are none or too many.
    """
    texts: list[tuple[str, str]] = []
    for typed in arguments.questions:
        texts += _lines(sys.stdin.read(), "standard input") if typed == "-" else [(typed, "")]
    if arguments.file is not None:
        text = read_text_file(Path(arguments.file), "file", "give a file with a question in each line")
        texts += _lines(text, arguments.file)
    if arguments.id is not None:
        from exact.publication.data_package import question_of_id

        texts.append((question_of_id(arguments.id), ""))
    if not 0 < len(texts) <= _MAX_QUESTIONS:
        bound = f'must be 1 to {_MAX_QUESTIONS}, like "house edge of tie, 8 decks"'
        raise ExactError("questions", len(texts), bound)
    return texts


def _lines(text: str, source: str) -> list[tuple[str, str]]:
    lines = [(line.strip(), f"line {number} of {source}") for number, line in enumerate(text.splitlines(), 1)]
    found = [(line, place) for line, place in lines if line and not line.startswith("#")]
    if not found:
        raise ExactError("questions", source, "has no question: write one in each line")
    return found


def _for_paper(table: Table, arguments: Arguments, number: int = 1) -> Table:
    """The table with the caption and the label of its paper; raises `ExactError` for TeX in either."""
    caption, label = arguments.caption, arguments.label or ""
    if caption is not None and (found := _TEX.search(caption)):
        bound = f"at column {found.start() + 1}: {found[0]!r} is TeX: write plain text, whose signs are escaped"
        raise ExactError("caption", caption, bound)
    if caption is not None and not caption.strip():
        raise ExactError("caption", caption, "is empty: write one, or leave it out")
    if arguments.label is not None and not _LABEL.fullmatch(label):
        raise ExactError("label", label, "must be letters, digits and the signs : . _ - alone")
    floating = caption is not None or bool(label)
    if arguments.long and number > 1:
        label = f"tab:ask-{table.id}-{number}"  # every longtable has a label, and no two the same
    made = Tabular(floating, arguments.long, label, arguments.siunitx)
    return replace(table, caption=table.caption if caption is None else caption, tabular=made)
