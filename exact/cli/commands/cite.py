"""Print the BibTeX entry of the program, or of a table, bet, document, source, published row, work or figure by its id.

The entries are for BibTeX and biblatex; JSON has the item of CSL-JSON too. "swhid" is the Software Heritage identifier
of the file that holds the thing: "git hash-object FILE" prints its last forty digits. In BibTeX it names the file too,
and the line.

  exact cite                  the program
  exact cite outcome-counts   a table; tables/INDEX.md lists them
  exact cite dragon-7         a bet, with its sources; "exact bets" lists them
  exact cite castle-vaduz     the document behind a rulebook; "exact rules" lists them
  exact cite S26              a source of published figures; tables/published-sources.md lists them
  exact cite P0003            a published row; the tables of the audit list them
  exact cite foster-1964      a work that the book or the paper cites
  exact cite "house edge of tie, 8 decks"   a figure by its question, or by its id
"""

from exact.answers.table import Answer, Parameter
from exact.cli.options import Arguments, option
from exact.cli.terminal import waiting
from exact.publication.citation import cite_program
from exact.publication.publish import citation_of
from exact.version import __version__

OPTIONS = (
    option(
        "id",
        "ID",
        "a table, bet, rulebook, source, published row, work or question; without it, the program",
        nargs="?",
    ),
)


def answer(arguments: Arguments) -> Answer:
    """The entry, and its parts."""
    with waiting("building the table"):
        cited = cite_program() if arguments.id is None else citation_of(arguments.id)
    facts = {name: getattr(cited, name) for name in ("type", "key", "address", "file", "line", "swhid", "standing")}
    parts = {"id": arguments.id, **facts, "version": __version__}
    bibtex = Parameter("bibtex", cited.bibtex.rstrip("\n"), "")
    return Answer(
        "cite", (*(Parameter(key, value) for key, value in parts.items()), bibtex, Parameter("csl", cited.csl))
    )
