"""A certificate for an engine's author to publish: one page in Markdown or LaTeX with the verdict."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import date
from pathlib import Path

from exact.answers.table import Cell, Column, Table, columns_of
from exact.answers.text import _
from exact.conformance.comparison import EXACT, FAULT, REFUSED, WRONG
from exact.conformance.vectors.vector_set import VectorSet
from exact.conformance.verify.report import domain_text, headline_of, left_out_lines, share_text
from exact.conformance.verify.verification import Verification
from exact.errors import ExactError
from exact.inputs import printable
from exact.version import __version__

_NAME, _LISTED, _SUFFIXES = 100, 12, (".md", ".tex")
_LATEX = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[margin=25mm]{geometry}
%s
\begin{document}
\section*{%s}
%s\end{document}
"""


def write_certificate(path: Path, day: str, language: str, verified: Verification, vector_set: VectorSet) -> None:
    """Write the verdict and what it rests on; raises `ExactError` if the file cannot be written."""
    from exact.report import latex, markdown
    from exact.report.render import for_readers
    from exact.report.translation import translate

    title = translate(_("Conformance of {engine}", engine=printable(verified.engine, _NAME)), language)
    table = for_readers(_table(verified, vector_set, day), language)
    if path.suffix == ".md":
        text = f"# {markdown.escape(title)}\n\n{markdown.render_markdown(table)}"
    else:
        packages = "\n".join(rf"\usepackage{{{package}}}" for package in latex.REQUIRED_PACKAGES)
        text = _LATEX % (packages, latex.escape(title), latex.render_latex(table))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ExactError("certificate", str(path), f"cannot be written: {error.strerror}") from None


def certificate_path(file: str, day: str | None) -> Path:
    """Where a certificate can be written; raises `ExactError` for another file, and a missing or impossible date."""
    path = Path(file)
    if path.suffix not in _SUFFIXES:
        raise ExactError("certificate", file, f"must be the name of a file that ends in {' or '.join(_SUFFIXES)}")
    if not path.parent.is_dir():
        raise ExactError("certificate", file, "is in a directory that does not exist")
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ExactError("certificate", file, "cannot be written")
    if day is None:
        raise ExactError("date", "nothing", "is given: a certificate needs --date, such as 2026-11-22")
    with suppress(ValueError):
        if date.fromisoformat(day).isoformat() == day:
            return path
    raise ExactError("date", day, "must be a date such as 2026-11-22")


def _table(verified: Verification, vector_set: VectorSet, day: str) -> Table:
    capabilities = verified.capabilities
    claims: list[tuple[Cell, ...]] = []
    if capabilities is not None:
        claims = [
            (_("kinds of questions"), ", ".join(capabilities.kinds)),
            (_("bets"), _listed(capabilities.bets) if capabilities.bets != () else _("none")),
            *([(_("bets of its own"), ", ".join(capabilities.own_bets))] if capabilities.own_bets else []),
            (_("rulebooks"), _listed(capabilities.rules)),
        ]
    digits, decimals = verified.precision
    precision = _("{number} significant digits", number=digits)
    if capabilities is not None and capabilities.arithmetic == EXACT:
        precision = _("exact")
    elif digits is None:
        precision = _("rounded to {number} decimals", number=decimals)
    rows: list[tuple[Cell, ...]] = [
        (_("engine"), printable(verified.engine, _NAME)),
        (_("date"), day),
        (_("domain"), domain_text(capabilities)),
        *claims,
        (_("right answers"), _("{right} of {asked}", right=verified.right, asked=len(verified.asked))),
        (_("part of the set"), f"{share_text(verified)} %"),
        (_("wrong numbers"), verified.failed(WRONG)),
        (_("refused inside the domain"), verified.failed(REFUSED)),
        (_("refused outside the domain"), verified.refused_outside),
        (_("protocol faults"), verified.failed(FAULT)),
        (_("precision"), precision),
        (_("vectors"), _("version {version}, {number} in all", version=vector_set.version, number=vector_set.size)),
        (_("digest of the vectors"), vector_set.digest),
        (_("checked with"), f"exact-baccarat {__version__}"),
    ]
    columns = columns_of(_("subject"), Column(_("result"), wrap_cm=10))
    return Table("conformance", headline_of(verified), columns, rows, tuple(left_out_lines(verified)))


def _listed(names: tuple[str, ...] | None) -> str:
    if names is None:
        return _("all")
    shown = ", ".join(names[:_LISTED])
    return _("{names} and {number} more", names=shown, number=len(names) - _LISTED) if names[_LISTED:] else shown
