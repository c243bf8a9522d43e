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

from exact.answers.table import Answer, Column, Parameter, Table, Tabular
from exact.arithmetic import MAX_DIGITS
from exact.cli.options import Arguments, flag, option
from exact.errors import ExactError
from exact.inputs import one_of, parse_whole, read_text_file
from exact.questions.figure import STYLES, Figure, figure_of, parse_asked
from exact.records import replace
from exact.report.render import FOR_PROGRAMS

_MAX_QUESTIONS = 10_000
_TEX = re.compile(r"[\\${}]")
_LABEL = re.compile(r"[A-Za-z0-9:._-]{1,100}")
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
    option("--where", "CONDITION", "only rows whose figures meet a condition, like: house edge < 5%%"),
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
    texts = _questions(arguments)
    braces = any("{" in text or "}" in text for text in texts)
    for name in ("rows", "columns", "sort", "where"):
        if getattr(arguments, name) is not None and not braces:
            raise ExactError(name, getattr(arguments, name), "lays out a table: ask with braces")
    if braces or arguments.explain or arguments.format in FOR_PROGRAMS:
        return _tables(texts, arguments, style, digits)
    figures = [figure_of(parse_asked(text)) for text in texts]
    result = _of_figures(figures)
    if arguments.format == "text":
        for name in ("caption", "label", "long", "siunitx", "wide"):
            if getattr(arguments, name):
                raise ExactError(name, getattr(arguments, name), "belongs to a table: ask with braces")
        lines = tuple(figure.printed(style, digits) for figure in figures)
        return replace(result, parameters=(Parameter("figures", lines, "", lines),), bare=True)
    rows = [(figure.question, figure.cell(style, digits)) for figure in figures]
    table = Table("figures", "Figures by their questions", (Column("question"), Column("figure")), rows)
    return replace(result, tables=(_for_paper(table, arguments),))


def _of_figures(figures: list[Figure]) -> Answer:
    """The answer with the rules, the assumptions and the remarks of these figures."""
    rules = list(dict.fromkeys(question.rules for figure in figures for question in figure.asked.questions))
    assumed = dict.fromkeys(assumption for figure in figures for assumption in figure.assumptions)
    remarks = dict.fromkeys(remark for figure in figures for remark in figure.remarks)
    return Answer(
        "ask", (Parameter("rules", rules[0] if len(rules) == 1 else rules),), (), tuple(remarks), tuple(assumed)
    )


def _tables(texts: list[str], arguments: Arguments, style: str, digits: int | None) -> Answer:
    """Questions with axes, and all questions for programs."""
    from exact.views import asked as views  # slow, and not for one figure

    order = views.Order(_names(arguments.rows), _names(arguments.columns), arguments.sort or "", arguments.where or "")
    asked = [views.ask_all(text, insist=arguments.yes) for text in texts]
    result = _of_figures([figure for each in asked for figure in each if isinstance(figure, Figure)])
    if arguments.explain:
        return Answer("ask", tables=tuple(views.explained(entry) for each in asked for entry in each.entries))
    if arguments.format == "json":
        entries = [fields for each in asked for fields in views.as_json(views.ordered(each, order), style, digits)]
        return replace(result, parameters=(Parameter("figures", entries, ""), *result.parameters))
    if arguments.format == "csv" and not arguments.wide:
        if len({tuple(axis.name for axis in each.grid.axes) for each in asked}) > 1:
            raise ExactError("questions", len(asked), "have different axes, which one CSV file cannot hold: ask one")
        first, *others = (views.listed(views.ordered(each, order), style, digits) for each in asked)
        rows = [*first.rows, *(row for table in others for row in table.rows)]
        return replace(result, tables=(replace(first, rows=rows),), bare=True)
    tables = tuple(_for_paper(views.laid_out(each, order, style, digits), arguments) for each in asked)
    return replace(result, tables=tables, notes=(), bare=arguments.format == "csv")


def _questions(arguments: Arguments) -> list[str]:
    """The questions typed, of a file and of standard input; raises `ExactError` if there are none or too many."""
    texts: list[str] = []
    for typed in arguments.questions:
        texts += _lines(sys.stdin.read(), "standard input") if typed == "-" else [typed]
    if arguments.file is not None:
        from pathlib import Path  # slow, and for files alone

        text = read_text_file(Path(arguments.file), "file", "give a file with a question in each line")
        texts += _lines(text, arguments.file)
    if arguments.id is not None:
        from exact.publication.data_package import question_of_id

        texts.append(question_of_id(arguments.id))
    if not 0 < len(texts) <= _MAX_QUESTIONS:
        bound = f'must be 1 to {_MAX_QUESTIONS}, like "house edge of tie, 8 decks"'
        raise ExactError("questions", len(texts), bound)
    return texts


def _lines(text: str, source: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    found = [line for line in lines if line and not line.startswith("#")]
    if not found:
        raise ExactError("questions", source, "has no question: write one in each line")
    return found


def _names(typed: str | None) -> tuple[str, ...]:
    return () if typed is None else tuple(name.strip() for name in typed.split(","))


def _for_paper(table: Table, arguments: Arguments) -> Table:
    """The table with the caption and the label of its paper; raises `ExactError` for TeX in either."""
    caption, label = arguments.caption, arguments.label or ""
    if caption is not None and (found := _TEX.search(caption)):
        bound = f"at column {found.start() + 1}: {found[0]!r} is TeX: write plain text, whose signs are escaped"
        raise ExactError("caption", caption, bound)
    if label and not _LABEL.fullmatch(label):
        raise ExactError("label", label, "must be letters, digits and the signs : . _ - alone")
    made = Tabular(caption is not None or bool(label), arguments.long, label, arguments.siunitx)
    return replace(table, caption=table.caption if caption is None else caption, tabular=made)
