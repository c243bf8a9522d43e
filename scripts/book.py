r"""Write the book: the LaTeX files of docs/book, whose directives become figures, tables and pictures.

It is no command of the package, because only the project makes its book, and the wheel need not carry the prose.
scripts/compile_book.sh compiles it.

  @bets@                                       a number that no question asks for: see `_counted`
  @ask QUESTION; as=fraction digits=6@         the figure that answers a question
  @printed P0001@                              a published figure, as its source prints it
  @grid QUESTION; down=bet digits=6@           the figures of a question with braces, as a small table
  @table ID decks=6|8 columns=bet|banco upright: CAPTION@
                                               a table of the catalogue, or of it the rows with these values and these
                                               columns, in an upright page though the whole is turned; _ for a space
  @verdicts@                                   a small table of how many published figures got each verdict
  @picture NAME@                               a picture of ``exact tables --pictures``

The prose stands in an environment of the same name, which a table interrupts.
"""

import argparse
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exact.answers.plots import check_matplotlib
from exact.answers.table import Cell, Table, Tabular, cell_text, columns_of
from exact.answers.text import ENGLISH, grouped
from exact.bets.catalogue import catalogue
from exact.errors import ExactError
from exact.inputs import one_of
from exact.literature.audit import full_audit
from exact.literature.printed import Agreement
from exact.literature.published import published_figures, sources
from exact.publication.book import beside, bookmark, printed_table
from exact.publication.catalogue import CATALOGUE, PICTURES, table_of
from exact.publication.chapters.audit import CONDITIONAL, MAIN_BETS
from exact.publication.citation import RELEASED, cite_program, cite_source
from exact.publication.pictures import Picture, pictures
from exact.publication.publish import write_files
from exact.questions.figure import figure_of, parse_asked
from exact.report.latex import escape, render_for_paper
from exact.version import __version__
from exact.views.asked import Order, ask_all, laid_out

PROSE = Path(__file__).parents[1] / "docs" / "book"
_DIRECTIVE = re.compile(r"@([a-z]\w*)((?:\s[^@]*)?)@")
_TURN = "\\end{landscape}\n\\begin{prose}\n\\end{prose}\n\\begin{landscape}\n"
"""What two turned tables without a text between them would have there; without it they share pages."""
_PART = "A part of the table: the files of its id have every row and column."


class Part(NamedTuple):
    """What a page shows of a table: the rows with some values, by column, and some columns; none stands for all."""

    rows: Mapping[str, tuple[str, ...]] = {}
    columns: tuple[str, ...] = ()
    caption: str = ""
    upright: bool = False

    def of(self, table: Table) -> Table:
        """That part of a table, without a column of one value; raises `ExactError` for a column or row it lacks."""
        places = {"_".join(column.name.split()): place for place, column in enumerate(table.columns)}
        for name in (*self.rows, *self.columns):
            one_of(name, places, "column", f"is not in the table {table.id}")
        rows = [
            row
            for row in table.rows
            if all("_".join(cell_text(row[places[name]]).split()) in self.rows[name] for name in self.rows)
        ]
        if not rows:
            wanted = " ".join(f"{name}={'|'.join(values)}" for name, values in self.rows.items())
            raise ExactError("table", table.id, f"has no row with {wanted}")
        names = self.columns or [name for name in places if len(self.rows.get(name, "all")) > 1]
        return replace(
            table,
            caption=self.caption or table.caption,
            columns=tuple(table.columns[places[name]] for name in names),
            rows=[tuple(row[places[name]] for name in names) for row in rows],
            notes=(*table.notes, *([_PART] if self.rows or self.columns else [])),
            landscape=table.landscape and not self.upright,
        )


@dataclass
class Prose:
    """The text of files, and the tables that they place."""

    drawn: Mapping[str, Picture]
    tables: dict[str, Part] = field(default_factory=dict)

    def fill(self, text: str) -> str:
        """``text`` with its directives carried out."""
        return _DIRECTIVE.sub(self._carry_out, text).replace(_TURN, "")

    def _carry_out(self, directive: re.Match[str]) -> str:
        name, rest = directive[1], " ".join(directive[2].split())
        if name == "table":
            return self._place(rest)
        if name == "picture":
            picture = self.drawn[one_of(rest, self.drawn, "picture", "is not drawn")]
            return rf"\plate{{{rest}}}{{{escape(picture.title)}}}{{\ref{{tab:{PICTURES[rest][-1]}}}}}"
        if name == "printed":
            rows = {figure.id: figure.value for figure in published_figures()}
            return printed_number(rows[one_of(rest, rows, "row", "is not in the literature file")])
        if name in ("ask", "grid"):
            question, _semicolon, words = rest.partition(";")
            return (_asked if name == "ask" else _grid)(question, dict(word.split("=") for word in words.split()))
        if name == "verdicts":
            return _verdicts()
        return _counted()[one_of(name, _counted(), "book", "is no directive")]

    def _place(self, text: str) -> str:
        words, _colon, caption = text.partition(": ")
        table_id, *chosen = words.split()
        one_of(table_id, CATALOGUE, "table", "is not in the catalogue")
        values = {word.partition("=")[0]: tuple(word.partition("=")[2].split("|")) for word in chosen}
        upright = values.pop("upright", None) is not None
        columns = values.pop("columns", ())
        self.tables[table_id] = part = Part(values, columns, caption, upright)
        shown = part.of(table_of(table_id))
        command = r"\uprighttable" if upright else r"\input"
        lines = [r"\roomfor{.3\textheight}", rf"\marked{{{bookmark(shown.caption)}}}", rf"{command}{{{table_id}}}"]
        if shown.landscape:
            lines = [r"\begin{landscape}", *lines, r"\end{landscape}"]
        return "\n".join([r"\end{prose}", *lines, r"\begin{prose}"])


def _asked(question: str, words: Mapping[str, str]) -> str:
    figure = figure_of(parse_asked(question))
    digits = int(words["digits"]) if "digits" in words else None
    return printed_number(figure.printed(words.get("as", ""), digits))


def printed_number(text: str) -> str:
    """A number in running text, which no line breaks."""
    return rf"\mbox{{{escape(grouped(text))}}}"


def _grid(question: str, words: Mapping[str, str]) -> str:
    digits = int(words["digits"]) if "digits" in words else None
    table = laid_out(
        ask_all(question),
        Order(tuple(words["down"].split("|")) if "down" in words else ()),
        words.get("as", ""),
        digits,
    )
    return render_for_paper(replace(table, notes=(), tabular=Tabular()))


@cache
def _counted() -> dict[str, str]:
    """The numbers of the literature file and the catalogue, and what cites the program."""
    audited, rows = full_audit(), published_figures()
    whole = {
        "bets": len(catalogue()),
        "rows": len(rows),
        "pages": len(sources()),
        "judged": len(audited),
        "disagree": sum(verdict.disagrees for _figure, verdict in audited),
        "others": len(rows) - len(audited),
    }
    texts = {"version": __version__, "released": RELEASED, "entry": cite_program().bibtex.strip()}
    cited = {"sources": ",".join(cite_source(key).key for key in sources())}
    return texts | cited | {name: printed_number(str(value)) for name, value in whole.items()}


def _verdicts() -> str:
    groups = dict.fromkeys(MAIN_BETS, 0) | dict.fromkeys(CONDITIONAL, 1)
    counted = Counter((verdict.agreement, groups.get(figure.category, 2)) for figure, verdict in full_audit())
    rows: list[tuple[Cell, ...]] = [
        (agreement.value, *numbers, sum(numbers))
        for agreement in Agreement
        if any(numbers := [counted[agreement, group] for group in range(3)])
    ]
    heads = columns_of("verdict", "punto, banco, tie", "coups in progress", "other bets", "all")
    return render_for_paper(Table("verdicts", "", heads, rows, tabular=Tabular()))


def build() -> dict[str, bytes]:
    """The contents of the book's files by name."""
    check_matplotlib("plots")  # before the tables, which take a minute
    drawn = pictures()
    book = Prose(drawn)
    files = {path.name: book.fill(path.read_text(encoding="utf-8")).encode() for path in sorted(PROSE.glob("*.tex"))}
    for table_id, part in book.tables.items():
        files[f"{table_id}.tex"] = printed_table(table_id, ENGLISH, part.of).encode()
    return files | beside(ENGLISH, drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("book"), metavar="DIR", help="where to write; default book")
    folder = parser.parse_args().out
    print(f"{len(write_files(folder, build()))} files written to {folder}")


if __name__ == "__main__":
    main()
