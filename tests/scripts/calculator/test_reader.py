"""What a reader does on the page beyond looking: deals a shoe, keeps the roads, takes figures along, prints, and waits for none of it."""

from __future__ import annotations

import base64
import csv
import io
import re
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from support.calculator_page import Firefox, Page

from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.answers.text import Text
from exact.arithmetic import fraction_text
from exact.bets.catalogue import catalogue
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.report.translation import translate
from exact.rules import rules_named
from exact.rules.documents import interpretation
from exact.rules.replay import replay

pytestmark = pytest.mark.slow
STANDARD = rules_named("standard")
TABLES = Path(__file__).parents[3] / "tables"
BANCO_BANCO_TIE_PUNTO = "6 3 4 5  6 3 4 5  4 3 4 5  5 6 3 5"
"""Four coups that a natural of four cards ends."""
FIRST_FIGURES_WITHIN = 300
"""Milliseconds."""


@pytest.fixture(params=["chromium", "firefox"])
def reader(request: pytest.FixtureRequest) -> Page:
    """The page as it opens, in each browser."""
    return Page(request.getfixturevalue(request.param)).open("#lang=en")


def texts(page: Page, css: str) -> list[str]:
    return list(page.run("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", css))


def dealt(page: Page, cards: str) -> Page:
    page.submit("entry", cards)
    return page.settled()


def clauses(cards: str, rules: str = "standard") -> list[str]:
    """The clause behind each decision of a coup."""
    steps = replay(cards.split(), interpretation(rules)).steps
    return [step.says for step in steps if step.card is None]


class TestTheTable:
    def test_a_coup_has_the_clause_beside_each_draw_and_stays_while_the_next_one_waits(self, reader: Page) -> None:
        dealt(reader, "6 3 4 5 K")
        assert texts(reader, "#coup-title, #before-title") == ["Coup 2", "Coup 1"]
        assert reader.text("#result") == "Banco is dealt the next card."
        assert texts(reader, "#before .sum") == ["0", "8"]
        assert texts(reader, "#before-steps b") == ["Natural 8: nobody draws."]
        assert texts(reader, "#before-steps q") == clauses("6 3 4 5")
        assert reader.text("#before-result") == "Banco wins, 8 to 0."
        dealt(reader, "9 2 7 A")
        assert reader.run("return $('before').hidden")
        assert texts(reader, "#steps b") == ["Punto draws on 2.", "Banco stands on 6."]
        assert texts(reader, "#steps q") == clauses("K 9 2 7 A")
        assert reader.text("#result") == "Banco wins, 6 to 3."

    def test_another_rulebook_replays_the_coup_by_its_own_clauses(self, page: Page) -> None:
        page.open("#rules=otto-mazzi&lang=en")
        dealt(page, "6 4 K K 9")
        assert texts(page, "#steps q") == clauses("6 4 K K 9", "otto-mazzi")
        assert texts(page, "#steps q[lang=it]") == texts(page, "#steps q")

    def test_the_roads_show_who_won(self, reader: Page) -> None:
        dealt(reader, BANCO_BANCO_TIE_PUNTO)
        assert reader.text("#winners") == "Punto 1, banco 2, tie 1"
        script = "return [...document.querySelectorAll(arguments[0] + ' circle')].map((node) => [node.getAttribute('class'), ...['cx', 'cy'].map((at) => Math.floor(node.getAttribute(at) / 22))])"
        beads = [["bead banco", 0, 0], ["bead banco", 0, 1], ["bead tie", 0, 2], ["bead punto", 0, 3]]
        assert reader.run(script, "#beads") == beads
        assert reader.run(script, "#big-road") == [["big banco", 0, 0], ["big banco", 0, 1], ["big punto", 1, 0]]
        assert texts(reader, "#beads text") == ["B", "B", "T", "P"]
        assert reader.run("return document.querySelectorAll('#big-road .tied').length") == 1

    def test_stakes_are_settled_after_each_coup(self, page: Page) -> None:
        page.open("#stakes=rules-banco:10,dragon-7:1&lang=en")
        dealt(page, BANCO_BANCO_TIE_PUNTO)
        assert texts(page, '[data-stake="rules-banco"] .figure') == ["−10.00", "+9.00"]
        assert texts(page, "#settled .figure") == ["−11.00", "+5.00"]

    def test_burnt_cards_that_nobody_saw_change_no_figure(self, page: Page) -> None:
        before = page.open("#lang=en&decks=1").outcomes()
        page.submit("burnt", "46")
        assert page.settled().outcomes() == before
        assert "burnt=46" in page.state()
        page.submit("burnt", "47")
        assert page.text("#burnt-fault") == "burnt: 52 cards are left, and a coup needs 6 that are not burnt."

    def test_sides_and_bets_have_the_names_that_the_reader_chooses(self, page: Page) -> None:
        page.open("#lang=en&names=player-banker&bet=dragon-7")
        assert texts(page, "#outcomes button")[:5] == ["Banker", "Player", "Tie", "Player pair", "Banker pair"]
        assert page.text("#bet-title").endswith("Banker wins with a three-card 7")
        for language in ("it", "sl"):
            title = translate(Text(catalogue()["dragon-7"].title), language)
            assert title != catalogue()["dragon-7"].title
            assert page.open(f"#lang={language}&bet=dragon-7").text("#bet-title").startswith(title)


class TestTakingAlong:
    SHOE = Shoe.of_decks(8).removed("6 3 4 5 K")

    def taken(self, page: Page, button: str) -> str:
        dealt(page, "6 3 4 5 K")
        page.run("$(arguments[0]).click()", button)
        return str(page.run("return $('copied').value"))

    def edges(self) -> dict[str, Fraction]:
        """The house edge of each bet of the first screen on the shoe, by its name in the export."""
        odds = odds_of_shoe(self.SHOE, STANDARD.tableau)
        main = {f"rules-{outcome.value}": odds.price(outcome, STANDARD).house_edge for outcome in Outcome}
        names = ("punto-pair", "banco-pair", "either-pair", "dragon-7", "panda-8", "ez-banco", "lucky-6")
        assert set(names) <= set(catalogue())
        return main | {name: price_bet(catalogue()[name], self.SHOE, STANDARD.tableau).house_edge for name in names}

    def test_csv_has_every_edge_of_the_first_screen_as_a_fraction(self, reader: Page) -> None:
        rows = list(csv.DictReader(io.StringIO(self.taken(reader, "csv"))))
        assert {row["bet"]: Fraction(row["house_edge"]) for row in rows} == self.edges()
        assert all(abs(Fraction(row["house_edge_decimal"]) - Fraction(row["house_edge"])) <= Fraction(1, 2 * 10**9) for row in rows)  # fmt: skip

    def test_latex_is_a_table_with_them(self, reader: Page) -> None:
        text = self.taken(reader, "latex")
        table = text[text.index("\\begin{tabular}{lrr}") : text.index("\\end{tabular}")]
        fractions = set(re.findall(r" & \$([-\d/]+)\$ \\\\$", table, re.MULTILINE))
        assert {fraction_text(edge) for edge in self.edges().values()} <= fractions
        assert not re.search(r"(?<!\\)[#_]", table)

    def test_bibtex_and_the_link_lead_back_to_the_shoe(self, reader: Page) -> None:
        entry = self.taken(reader, "bibtex")
        assert re.match(r"@misc\{exact-baccarat,\n", entry)
        assert entry.count("{") == entry.count("}")
        link = str(reader.run("return $('link').value"))
        address = re.search(r"calculator: \\url\{(.*?)\}\},", entry)
        assert address
        assert not re.search(r"(?<!\\)[%#&]", address[1])
        assert re.sub(r"\\([%#&])", r"\1", address[1]) == link
        state = reader.state()
        assert reader.open("#" + link.partition("#")[2]).state() == state
        assert reader.outcomes()[1] == fraction_text(self.edges()["rules-punto"])

    def test_everything_but_controls_is_printed_on_one_page(self, page: Page) -> None:
        for link in ("#lang=en", "#lang=it&order=edge&bet=dragon-bonus-banco"):
            page.open(link)
            dealt(page, f"{BANCO_BANCO_TIE_PUNTO} 2 9 K 7 A")
            printed = page.driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
            assert len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"]))) == 1


class TestTheFigures:
    def test_a_line_divides_the_bets_at_an_edge(self, page: Page) -> None:
        page.open("#order=edge&line=2.5&lang=en")
        with (TABLES / "bet-prices.csv").open(encoding="utf-8", newline="") as file:
            edges = [float(row["house edge"]) for row in csv.DictReader(file) if row["decks"] == "8"]
        rows = texts(page, "#listed tr")
        line = next(index for index, text in enumerate(rows) if text.startswith("The house edge is above 2.5 %"))
        assert (line, len(rows) - 1) == (sum(edge <= 0.025 for edge in edges), len(edges))
        page.run("$('line').value = '-1'; $('line').onchange()")
        above = ["above -1 %" in text for text in texts(page.settled(), "#listed tr")]
        assert above.index(True) == sum(edge <= -0.01 for edge in edges)

    def test_a_switch_hides_the_fractions(self, reader: Page) -> None:
        shown = "return [...document.querySelectorAll('.exact')].filter((node) => node.querySelector('wbr') && node.offsetParent).length"
        assert reader.run(shown) > 20
        reader.run("$('exact').click()")
        assert reader.settled().run(shown) == 0
        state = reader.state()
        assert reader.open(f"#{state}").run(shown) == 0

    @pytest.mark.parametrize("width", [360, 390, 820, 1400])
    def test_a_fraction_breaks_at_its_slash_alone_and_is_not_cut_off(self, width: int, page: Page) -> None:
        page.screen(width)
        page.open("#lang=en&decks=8")
        broken = page.card("9h").run(
            """return [...document.querySelectorAll('.exact')].filter((node) => node.querySelector('wbr') && node.offsetParent).filter((node) => {
              const lines = [...node.childNodes].filter((part) => part.nodeType === 3).map((part) => {
                const range = document.createRange(); range.selectNodeContents(part); return range.getClientRects().length; });
              return lines.some((count) => count > 1) || node.scrollWidth > node.clientWidth;
            }).map((node) => node.textContent)"""
        )
        assert broken == []

    def test_on_a_phone_three_figures_stay_in_view(self, page: Page) -> None:
        page.screen(390)
        dealt(page.open("#lang=en"), BANCO_BANCO_TIE_PUNTO)
        page.run("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait("scrollY > 1000")
        strip = page.run("const box = $('strip').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]")
        assert strip[0] == 0
        assert strip[1] < strip[2] / 10
        edges = texts(page, '#outcomes tr[data-bet^="rules-"] td:last-child > :first-child')
        assert texts(page, "#strip b") == [f"{float(edge.split()[0]):.4f}\u00a0%" for edge in edges]
        page.run("document.querySelectorAll('details').forEach((node) => (node.open = true))")
        page.run("$('order').value = 'edge'; $('order').onchange()")
        assert len(page.settled().listed()) > 200
        assert page.run("return document.documentElement.scrollHeight") < 10_000
        page.screen(820)
        assert page.run("return getComputedStyle($('strip')).display") == "none"


@pytest.mark.parametrize("width", [390, 820, 1400])
def test_no_row_of_bets_is_printed_over_another(width: int, firefox: Firefox) -> None:
    firefox.screen(width, 900)
    page = Page(firefox).open("#lang=en&order=edge&dealt=6h3s4d5c")
    assert len(page.listed()) == sum(len(bet.pay_tables) for bet in catalogue().values())
    over = page.run(
        """return [...document.querySelectorAll('#bets tr, #outcomes tr')].filter((row) => row.offsetParent).filter((row) => {
          const own = row.getBoundingClientRect();
          return [...row.querySelectorAll('span, button')].some((part) => {
            const box = part.getBoundingClientRect(); return box.height && (box.top < own.top - 1 || box.bottom > own.bottom + 1); });
        }).map((row) => row.textContent)"""
    )
    assert over == []
    assert page.run("return document.documentElement.scrollWidth") <= width


def test_the_first_figures_are_there_soon(chromium: Any) -> None:
    """The median of five loads from the file system; a busy machine has a few tries."""
    page = Page(chromium)
    medians: list[float] = []
    while len(medians) < 5:
        times = [page.open().run("return performance.getEntriesByName('first figures')[0].startTime") for _ in range(5)]
        medians.append(median(times))
        if medians[-1] < FIRST_FIGURES_WITHIN:
            return
    pytest.fail(f"the medians are {medians} ms")
