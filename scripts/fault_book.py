"""``exact tables --book`` with the quick tables, without audit and pictures: the whole takes a minute, too long for faults."""

import argparse
import importlib
import sys
from types import ModuleType

from exact.answers.table import Answer
from exact.cli import main

COMMAND = "exact.cli.commands.tables"
QUICK = ("outcome-counts", "house-edges", "banker-streak", "perfect-play-8-decks", "sessions", "runs")


class ShortBook(ModuleType):
    """The command, imported when it is called, as `main` does, so that signals are obeyed in time."""

    @property
    def OPTIONS(self) -> object:  # noqa: N802
        return self.tables.OPTIONS

    def answer(self, arguments: argparse.Namespace) -> Answer:
        catalogue = importlib.import_module("exact.publication.catalogue")
        for tables in (catalogue.CATALOGUE, *catalogue.CHAPTERS.values()):
            for name in set(tables).difference(QUICK):
                del tables[name]
        book = vars(importlib.import_module("exact.publication.book"))
        book.update(full_audit=tuple, pictures=dict, _pictures=lambda *_: [])
        answer: Answer = self.tables.answer(arguments)
        return answer

    @property
    def tables(self) -> ModuleType:
        sys.modules.pop(COMMAND, None)
        return importlib.import_module(COMMAND)


if __name__ == "__main__":
    sys.modules[COMMAND] = ShortBook(COMMAND)
    sys.exit(main())
