"""Part of the build of a wheel: the questions of the tables' figures, by which ``exact cite`` finds a figure by its id.

``tables/figures.csv`` has them with values and grounds, at nine times the size.
"""

from __future__ import annotations

import csv
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TableQuestions(BuildHookInterface):  # type: ignore[misc]
    """Adds ``exact/publication/questions.txt``; an editable install reads the tables themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = Path(tempfile.mkdtemp())
        if version == "editable":
            return
        with (Path(self.root) / "tables" / "figures.csv").open(encoding="utf-8", newline="") as file:
            questions = dict.fromkeys(row["question"] for row in csv.DictReader(file) if row["question"])
        written = self.folder / "questions.txt"
        written.write_text("".join(f"{question}\n" for question in questions), encoding="utf-8", newline="\n")
        build_data["force_include"][str(written)] = "exact/publication/questions.txt"

    def finalize(self, *_: object) -> None:
        shutil.rmtree(self.folder)
