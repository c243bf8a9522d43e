"""What a reader does on the page beyond looking: deals a shoe, keeps the roads, takes figures along, prints, and waits for none of it."""

import base64
import csv
import io
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from support import skip_without
from support.calculator_page import Firefox, Page

from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.answers.text import Text
from exact.arithmetic import decimal_text, fraction_text
from exact.bets.catalogue import catalogue
from exact.game import Outcome
from exact.game.shoe import Shoe
from exact.report.translation import translate
from exact.rules import rules_named
from exact.rules.documents import interpretation, load_rulebook
from exact.rules.replay import replay
from exact.version import __version__

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
        assert reader.text("#spare") == "K was not needed in coup 1, and begins the next."
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

    def test_a_coup_that_waits_has_its_odds_beside_it_and_in_the_strip(self, page: Page) -> None:
        assert page.run("return $('progress').hidden")
        dealt(page, "6 3 K 2")  # punto stands on 6, and banco draws on 5
        left = Shoe.of_decks(8).removed("6 3 K 2").values
        banco, tie = sum(left[2:5]), left[1]  # banco's card brings its total of 5 to 7 to 9, or to punto's 6
        ways = (banco, 412 - banco - tie, tie)
        assert page.exact("#progress") == [fraction_text(Fraction(count, 412)) for count in ways]
        assert texts(page, "#strip i")[0] == "This coup"
        dealt(page, "K")
        assert page.run(
            "return $('progress').hidden && [...document.querySelectorAll('#strip i')].every((node) => node.hidden)"
        )

    def test_the_coup_that_the_field_suggests_needs_all_its_cards(self, page: Page) -> None:
        suggested = page.run("return $('entry').placeholder")
        dealt(page, suggested)
        assert not page.text("#spare")
        assert len(replay(suggested.split(), interpretation("standard")).steps) == 7
        assert page.run("return document.querySelectorAll('#coup .hands .card').length") == len(suggested.split())

    def test_punto_and_banco_have_a_chart_of_their_own_scale_and_a_name_each(self, page: Page) -> None:
        dealt(page, "9 9 8 8  2 3 7 6  A A A A A A")
        heights = page.run(
            """return Object.fromEntries([...document.querySelectorAll('#moves .series')].map((line) =>
               [line.classList[1], line.getBBox().height / line.ownerSVGElement.viewBox.baseVal.height]))"""
        )
        assert min(heights["punto"], heights["banco"]) > 0.1, heights
        assert texts(page, "#moves svg:first-child text.punto, #moves svg:first-child text.banco") in (
            ["Punto", "Banco"],
            ["Banco", "Punto"],
        )
        dashes = page.run(
            "return ['punto', 'banco'].map((side) => getComputedStyle(document.querySelector('#moves .series.' + side)).strokeDasharray)"
        )
        assert dashes[0] != dashes[1]

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
        for figure in ("house_edge", "probability"):
            assert all(abs(Fraction(row[f"{figure}_decimal"]) - Fraction(row[figure])) <= Fraction(1, 2 * 10**9) for row in rows)  # fmt: skip

    def test_csv_says_of_every_row_what_it_is_a_figure_of(self, reader: Page) -> None:
        rows = list(csv.DictReader(io.StringIO(self.taken(reader, "csv"))))
        odds = odds_of_shoe(self.SHOE, STANDARD.tableau)
        wins = {f"rules-{outcome.value}": odds.probability(outcome) for outcome in Outcome}
        names = [row["bet"] for row in rows if row["bet"] not in wins]
        wins |= {name: price_bet(catalogue()[name], self.SHOE, STANDARD.tableau).hit_frequency for name in names}
        assert {row["bet"]: Fraction(row["probability"]) for row in rows} == wins
        assert {(row["shoe"], row["rules"], row["program"]) for row in rows} == {
            ("decks=8&dealt=6-3-4-5-K-", "standard", f"exact-baccarat {__version__}")
        }
        assert all(re.fullmatch(r"20\d\d-\d\d-\d\d", row["date"]) for row in rows)

    def test_latex_is_a_table_with_them(self, reader: Page) -> None:
        grouped = self.taken(reader, "latex")
        assert re.search(r"\$[\d.]+\\,\d{3}\\,\d\$", grouped)  # seven decimals in groups
        text = grouped.replace("\\,", "")
        rows = re.findall(r"^(.*) & \$([-.\d]+)\$ & \$([-.\d]+)\$ \\\\$", text, re.MULTILINE)
        assert sorted(edge for _, _, edge in rows) == sorted(
            decimal_text(100 * edge, 7) for edge in self.edges().values()
        )
        odds = odds_of_shoe(self.SHOE, STANDARD.tableau)
        assert rows[0][:2] == ("Banco", decimal_text(100 * odds.probability(Outcome.BANCO), 7))
        assert (
            "\\caption{Probability and house edge of the next coup. Cards left: 411; decks: 8; without 6 3 4 5 K; rules standard.}"
            in text
        )
        assert re.search(
            rf"half to even; the edge is per unit staked\. exact-baccarat {__version__}, 20\d\d-\d\d-\d\d\.\n", text
        )
        assert all(rule in text for rule in ("\\toprule", "\\midrule", "\\bottomrule"))
        assert not re.search(r"(?<!\\)[#_]", text.partition("\n")[2])
        assert "file:" not in text

    def test_latex_fits_a_column_of_a_page_with_two(self, page: Page, tmp_path: Path) -> None:
        pdflatex = shutil.which("pdflatex")
        skip_without(pdflatex, "pdflatex")
        page.open("#bet=dragon-7&lang=en")  # with the longest title of the first screen
        table = self.taken(page, "latex")
        head = r"\documentclass[twocolumn]{article}\usepackage[T1]{fontenc}\usepackage{array,booktabs}\begin{document}"
        (tmp_path / "paper.tex").write_text(f"{head}{table}\\end{{document}}", encoding="utf-8")
        compiled = [str(pdflatex), "-interaction=nonstopmode", "paper.tex"]
        ran = subprocess.run(compiled, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout[-2000:]
        assert "Overfull" not in ran.stdout

    def test_bibtex_and_the_link_lead_back_to_the_shoe(self, reader: Page) -> None:
        entry = self.taken(reader, "bibtex")
        assert re.match(r"@misc\{exact-baccarat,\n", entry)
        assert entry.count("{") == entry.count("}")
        link = str(reader.run("return $('link').value"))
        address = re.search(r"calculator: \\url\{(.*?)\}\},", entry)
        assert address
        assert not re.search(r"(?<!\\)[%#&]", address[1])
        assert "file:" not in entry
        assert re.sub(r"\\([%#&])", r"\1", address[1]) == "docs/calculator/index.html#" + link.partition("#")[2]
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

    def test_a_bet_has_its_source_and_in_the_site_its_page(self, page: Page) -> None:
        page.open("#lang=en&bet=dragon-7")
        assert page.text("#bet-source") == f"Source: {catalogue()['dragon-7'].source}"
        links = "return [...document.querySelectorAll('#bet-links a')].filter((a) => a.offsetParent).map((a) => a.getAttribute('href'))"
        assert page.run(links) == []
        page.run("document.documentElement.dataset.site = ''; look({ bet: 'rules-tie' })")
        assert page.settled().run(links) == ["../bets/tie.html", "../explanation/polynomial.html"]
        assert page.text("#bet-source") == f"Source: {load_rulebook('standard').document}"

    def test_on_a_phone_the_cards_come_first(self, page: Page) -> None:
        page.screen(390)
        page.open("#lang=en")
        tops = page.run(
            "return [...document.querySelectorAll('section')].map((node) => [node.getBoundingClientRect().top, node.id]).sort((a, b) => a[0] - b[0])"
        )
        assert [name for _, name in tops[:2]] == ["shoe", "next"]
        page.screen(1400)
        assert page.run(
            "return document.querySelector('#results section').getBoundingClientRect().top <= $('coup').getBoundingClientRect().top"
        )

    def test_on_a_phone_the_answer_stays_in_view(self, page: Page) -> None:
        page.screen(390)
        dealt(page.open("#lang=en"), BANCO_BANCO_TIE_PUNTO)
        page.run("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait("scrollY > 1000")
        strip = page.run("const box = $('strip').getBoundingClientRect(); return [box.top, box.bottom, innerHeight]")
        assert strip[0] == 0
        assert strip[1] < strip[2] / 10
        edges = texts(page, '#outcomes tr[data-bet^="rules-"] td:last-child > :first-child')
        numbers = [float(re.sub("[\u202f\u00a0%]", "", edge)) for edge in edges]
        assert texts(page, "#strip b") == [f"{number:.4f}\u00a0%" for number in numbers]
        page.run("document.querySelectorAll('details').forEach((node) => (node.open = true))")
        page.run("$('order').value = 'edge'; $('order').onchange()")
        assert len(page.settled().listed()) > 200
        assert page.run("return document.documentElement.scrollHeight") < 10_000
        page.screen(820)
        assert page.run("return getComputedStyle($('strip')).display") == "none"


@pytest.mark.parametrize("width", [390, 820, 1400])
def test_no_row_of_bets_is_printed_over_another(width: int, firefox: Firefox) -> None:
    page = Page(firefox)
    page.screen(width)
    page.open("#lang=en&order=edge&dealt=6h3s4d5c")
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
