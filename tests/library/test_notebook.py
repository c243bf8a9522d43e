"""What a notebook shows of a table, a shoe, a bet and an answer."""

import re
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from support import answer_to, refusal, ungrouped

from exact import Shoe, joint, odds, rules_named
from exact.answers.table import Answer, Rounded, Table, columns_of
from exact.bets.bet import Bet, parse_bets
from exact.library.notebook import representation, table_of
from exact.library.results import Joint, Odds, Price
from exact.report.translation import translated
from exact.rules import Rules

HOSTILE = '<img src=x onerror="alert(1)"> & </td>'
TABLE = Table(
    id="t",
    caption=HOSTILE,
    columns=columns_of("bet", "edge", HOSTILE),
    rows=[("tie", Rounded(Fraction(1, 3), 4), HOSTILE), ("punto", None, Fraction(2, 4)), ("big", 10**30, "a|b")],
    notes=(HOSTILE,),
)


class Page:
    """The tags of a page, which must be well formed, and the texts of its cells."""

    def __init__(self, page: str) -> None:
        root = ElementTree.fromstring(page)
        self.tags = {element.tag for element in root.iter()}
        self.rows = [[ungrouped(cell.text or "") for cell in row] for row in root.iter("tr")]


def shown(value: object, style: str) -> str:
    """What a notebook shows of the value."""
    text: str = getattr(value, f"_repr_{style}_")()
    return text


def test_no_text_of_a_table_becomes_markup() -> None:
    page = Page(shown(TABLE, "html"))
    assert page.tags == {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "p"}
    assert page.rows == [
        ["bet", "edge", HOSTILE],
        ["tie", "0.3333", HOSTILE],
        ["punto", "–", "1/2"],
        ["big", str(10**30), "a|b"],
    ]


def test_a_table_in_markdown_and_in_another_language() -> None:
    assert r"a\|b" in shown(TABLE, "markdown")
    italian = shown(translated(TABLE, "it"), "html")
    assert '<div lang="it">' in italian
    assert "0,3333" in italian


def test_a_reference_table_has_no_latex_that_mathjax_could_not_set() -> None:
    kinds = (Answer, Table, Shoe, Bet, Rules, Odds, Price, Joint)
    assert all(hasattr(kind, "_repr_html_") and hasattr(kind, "_repr_markdown_") for kind in kinds)
    assert {kind for kind in kinds if hasattr(kind, "_repr_latex_")} == {Answer, Odds, Price, Joint}


RANK_NAMES = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
TWO_DECKS = [["spades", "1", *["2"] * 12], ["hearts", *["2"] * 8, "1", *["2"] * 4]]
TWO_DECKS += [["diamonds", *["2"] * 13], ["clubs", *["2"] * 13]]


@pytest.mark.parametrize(
    ("shoe", "rows"),
    [
        (Shoe.of_values(range(1, 11)), [list("0123456789"), [str(count) for count in range(1, 11)]]),
        (Shoe.of_ranks([4] * 12 + [3]), [RANK_NAMES, ["4"] * 12 + ["3"]]),
        (Shoe.of_decks(2).removed("9h As"), [["suit", *RANK_NAMES], *TWO_DECKS]),
    ],
)
def test_a_shoe(shoe: Shoe, rows: list[list[str]]) -> None:
    assert Page(shown(shoe, "html")).rows == rows


def test_odds() -> None:
    """The answer of the command, with its figures as mathematics."""
    rows = Page(shown(odds(decks=8), "html").partition("</div>\n")[0] + "</div>").rows
    assert rows[2] == ["banco", "2292252566437888", "8954111587648/19524993263685", "0.458597422633"]
    latex = shown(odds(decks=8), "latex")
    assert r"\frac{8\,954\,111\,587\,648}{19\,524\,993\,263\,685}" in latex
    assert not {"tabular", "toprule", "caption", "longtable"} & set(latex.replace("{", " ").replace("}", " ").split())


def test_rules() -> None:
    page = shown(rules_named("castle-vaduz:literal"), "html")
    rows = Page(page).rows
    assert rows[0] == ["banco", *map(str, range(10)), "none"]
    assert rows[4] == ["3", *"DDDDDDDDSD", "D"]
    assert "Assumed (the document is silent): commission: 5% of banco" in page
    assert "Assumed" not in shown(rules_named("standard"), "html")


def test_a_bet_with_a_condition_like_markup() -> None:
    win = '{ name = "win", when = "punto_total < 3 and banco_total > 4", pays = 2 }'
    (bet,) = parse_bets(f'name = "b"\ntitle = "<b>"\ncategory = [{win}]\n', "b.toml")
    assert Page(shown(bet, "html")).rows == [
        ["category", "condition", "pays"],
        ["win", "punto_total < 3 and banco_total > 4", "2"],
        ["lose", "every other coup", "-1"],
    ]


def test_a_joint_distribution_is_shaded() -> None:
    page = shown(joint("punto_natural", "banco_natural", decks=8), "html")
    assert page.count("background: #") == 4


@pytest.mark.parametrize("style", ["html", "markdown", "latex"])
def test_an_answer_has_every_section_and_what_it_assumes(style: str) -> None:
    answer = answer_to("bet", "tie", "--decks", "8", "--rules", "come-si-gioca")
    printed = shown(answer, style)
    assert answer.assumptions
    spoken = [section.caption for section in answer.tables if section.rows]
    spoken += [f"Assumed (the document is silent): {assumption}" for assumption in answer.assumptions]
    spoken += ["fraction", "decimal", "hit frequency"]
    assert [text for text in spoken if text not in printed] == []
    assert printed.count({"html": "<table>", "markdown": "\n|:--", "latex": r"\begin{array}"}[style]) == 3
    assert style != "latex" or not re.search(r"(?<!\\)%", printed)  # which would begin a comment


def test_an_answer_of_notes_alone_has_no_table() -> None:
    page = shown(answer_to("cite"), "html")
    assert Page(page).tags == {"div", "pre"}
    assert "array" not in shown(answer_to("cite"), "latex")


def test_what_is_no_table_is_an_error() -> None:
    assert "shown: 'int' is not shown as a table" in refusal(table_of, 3)


@pytest.mark.slow
def test_what_ipython_itself_shows() -> None:
    pytest.importorskip("IPython")
    code = (
        "from IPython.testing.globalipapp import start_ipython; shell = start_ipython(); import exact;"
        "shell.display_formatter.active_types = shell.display_formatter.format_types;"  # as a notebook has them
        "odds = exact.odds(decks=8);"
        "show = shell.display_formatter.format; shown = show(odds)[0];"
        "print(*sorted(shown)); print(shown['text/latex']);"
        "print(*sorted(show(exact.Shoe.of_decks(8))[0])); print(*sorted(show(exact.find_bet('tie'))[0]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    styles, *latex, shoe, bet = ran.stdout.splitlines()
    assert styles == "text/html text/latex text/markdown text/plain"
    assert "\n".join(latex) == representation(odds(decks=8), "latex")
    assert shoe == bet == "text/html text/markdown text/plain"
