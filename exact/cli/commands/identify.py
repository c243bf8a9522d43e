"""Find out which figure a published number is, to the digits printed.

It searches probabilities, odds and counts, house edges, expectations, returns and moments of every bet, pay table and
category of the catalogue, outcomes given the totals of two cards or three cards, and streaks, with 1 to 16 decks and
the infinite shoe; main bets under every shipped reading, and effects of removal, with 6 and 8. Published figures that
print the number are listed too, with the verdict on them. Exit code 1 if nothing agrees; then the nearest figures
follow.

  exact identify 0.4462
  exact identify 1.06%
  exact identify 1/579
  exact identify 2292252566437888
"""

from collections.abc import Iterator

from exact.answers.table import Answer, Parameter
from exact.answers.text import Text, _
from exact.cli.options import Arguments, option
from exact.cli.terminal import waiting
from exact.literature.figures import index
from exact.literature.identify import MOST, Identified, identify, matches, nearest
from exact.literature.printed import Agreement
from exact.rules import STANDARD, all_rules

OPTIONS = (option("figure", "FIGURE", "the number as printed: 0.4462, 44.62%%, 9.5 to 1, a count"),)


def answer(arguments: Arguments) -> Answer:
    """What the number may be; the exit code is 1 if nothing agrees."""
    asked = arguments.figure
    with waiting("looking through the figures"):
        identified = identify(asked)
    by_chance = float(f"{identified.by_chance:.2g}")
    tables = (matches(asked, identified), *((nearest(identified),) if identified.near else ()))
    searched, found = Parameter("searched", len(index().values)), Parameter("found", identified.found)
    parameters = (Parameter("figure", asked), searched, found, Parameter("by_chance", by_chance))
    code = int(all(match.agreement is Agreement.DISAGREES for match in identified.matches))
    return Answer("identify", parameters, tables, tuple(_notes(identified, by_chance)), code=code)


def _notes(identified: Identified, by_chance: float) -> Iterator[Text]:
    yield _(
        "Figures searched: {searched}. Agreeing: {found}; by chance, at this precision, about {by_chance}.",
        found=identified.found,
        searched=len(index().values),
        by_chance=f"{by_chance:g}",
    )
    if identified.found > sum(len(match.decks) for match in identified.matches):
        yield _("Only the first {most} claims are listed: more digits tell them apart.", most=MOST)
    if any(len(match.decks) > 1 for match in identified.matches):
        yield _("An exact value is that of the claim in its row; the figure agrees with every number of decks listed.")
    standard = all_rules()[STANDARD]
    others = [name for name, rules in all_rules().items() if rules.tableau == standard.tableau and name != STANDARD]
    if any({"rules", "model"}.isdisjoint(match.question.conditions) for match in identified.matches):
        yield _("These rules draw the same cards as standard, in part by assumption: {rules}.", rules=", ".join(others))
