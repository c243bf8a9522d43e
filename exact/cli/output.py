"""Print an answer in any format; each format imports and builds only what it needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from exact.answers.answer import Answer, Parameter, Rows, Section
from exact.answers.table import Column
from exact.answers.text import Text, _
from exact.cli.terminal import has_colour, terminal_width
from exact.errors import ExactError
from exact.report.answer_tables import tables_of
from exact.report.render import OWN_NAMES, for_readers, render_answer
from exact.report.text import render_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


def write_answer(answer: Answer, style: str, language: str = "en", names: str = OWN_NAMES) -> None:
    """Print ``answer``: as text in ``language`` and ``names`` for a terminal or a file, or in another format."""
    if style != "text":
        sys.stdout.write(render_answer(answer, style, language, names))
        return
    if answer.silent:
        answer = answer._replace(parameters=(), sections=())
    tables = [for_readers(table, language, names) for table in tables_of(answer, in_full=False)]
    if sys.stdout.isatty():
        from exact.cli.terminal_table import render_terminal

        sys.stdout.write("\n".join(render_terminal(table, terminal_width(), has_colour()) for table in tables))
    else:
        sys.stdout.write("\n".join(map(render_text, tables)))


def check_answer(name: str, differences: Sequence[str], agrees: Text, notes: Sequence[Text] = ()) -> Answer:
    """The result of checking files: the ``differences``, or the text ``agrees`` if there are none."""
    one, several = _("1 difference"), _("{number} differences", number=len(differences))
    rows = [(difference,) for difference in differences]
    caption = one if len(rows) == 1 else several
    section = Section("difference", Rows(("differences",)), (Column(_("difference")),), rows, caption)
    return Answer(name, sections=(section,), notes=(*([] if rows else [agrees]), *notes), code=1 if rows else 0)


def written_answer(name: str, files: Sequence[str], directory: Path, summary: Text) -> Answer:
    """The files that a command has written to ``directory``."""
    return Answer(name, (Parameter("directory", str(directory)), Parameter("files", list(files), "", (summary,))))


def directory_of(out: str | None, default: str, language: str) -> Path:
    """The directory that ``--out`` names, or ``default``, with a suffix for a language other than English."""
    if out == "":
        raise ExactError("out", out, "must name a directory")
    from pathlib import Path  # only commands that write files need it

    return Path(out or (default if language == "en" else f"{default}-{language}"))


def writable_file(path: str, parameter: str) -> Path:
    """The file that an option names; raises `ExactError` if it is a folder, or its folder does not exist."""
    from pathlib import Path  # only commands that write files need it

    file = Path(path)
    if not path or file.is_dir() or not file.parent.is_dir():
        raise ExactError(parameter, path, "cannot be written: it is a folder, or its folder does not exist")
    return file


def write_file(file: Path, text: str, parameter: str) -> None:
    """Write ``text`` to ``file``, in full or not at all; raises `ExactError` if that is impossible."""
    import os
    import secrets

    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        os.replace(partial, file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise ExactError(parameter, str(file), f"cannot be written: {error.strerror}") from None
