"""The look-up of everything that can be cited by its id: tables, documents, sources, works and published rows."""

from __future__ import annotations

from collections.abc import Callable

from exact.errors import ExactError
from exact.inputs import near_misses
from exact.literature.published import published_figures, sources
from exact.publication import publish
from exact.publication.citation import Citation, cite_document, cite_figure, cite_source, cite_work, works
from exact.rules.documents import rulebooks


def citable_ids() -> dict[str, Callable[[str], Citation]]:
    """What cites each thing, by its id; no two kinds of things share an id."""
    return {
        **dict.fromkeys(publish.TABLE_IDS, publish.citation_of),
        **dict.fromkeys(rulebooks(), cite_document),
        **dict.fromkeys(sources(), cite_source),
        **dict.fromkeys(works(), cite_work),
        **dict.fromkeys((figure.id for figure in published_figures()), cite_figure),
    }


def citation_of(name: str) -> Citation:
    """How to cite the thing with the id ``name``; raises `ExactError` if there is none."""
    known = citable_ids()
    if name not in known:
        meant = near_misses(name, known).or_else("see exact cite --help")
        raise ExactError("id", name, f"is not a table, document, source, work or published row: {meant}")
    return known[name](name)
