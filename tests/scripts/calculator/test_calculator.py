"""The calculator's data, read and evaluated here by a program of its own, and the page in a real browser."""

import json
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from statistics import median
from typing import Any

import pytest
import translations
from calculator import monomials
from calculator.page_texts import page_texts
from support import refusal
from support.calculator_page import PAGE, Page, ran

from exact.analysis.odds import odds_of_shoe
from exact.analysis.pricing import price_bet
from exact.analysis.removal import effects_of_removal
from exact.answers.text import LANGUAGES
from exact.arithmetic import decimal_text, fraction_text
from exact.bets.catalogue import catalogue
from exact.engine.evaluate import Evaluator
from exact.errors import ExactError
from exact.game import Granularity, Outcome, class_names
from exact.game.shoe import MAX_COUNT, MAX_DECKS, Shoe
from exact.names import renamed
from exact.report.translation import translate
from exact.rules import all_rules, rules_named
from exact.rules.documents import load_rulebook

STANDARD = rules_named("standard")
TEXTS = page_texts(all_rules().values())
TABLEAUX = list(dict.fromkeys(rules.tableau for rules in all_rules().values()))


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    text = (PAGE / "data.js").read_text(encoding="utf-8")
    return dict(json.loads(text[text.index("{") : text.rindex("}") + 1]))


def corner_shoes() -> list[Shoe]:
    six, one_value, lopsided = dict.fromkeys((0, 5, 21, 33, 38, 51), 1), {32: 7}, {3: MAX_COUNT, 40: 5}
    no_spades = {card: 2 for card in range(52) if card % 4}
    few = [[counts.get(card, 0) for card in range(52)] for counts in (six, one_value, no_spades, lopsided)]
    return [*map(Shoe.of_cards, few), *map(Shoe.of_decks, (1, 8, 50))]


def random_shoe(rng: random.Random) -> Shoe:
    most = rng.choice((1, 2, 8, 8, 50))
    counts = [rng.randint(0, most) if rng.random() < 0.8 else 0 for _ in range(52)]
    counts[rng.randrange(52)] += 6
    return Shoe.of_cards(counts)


COUNTING = f"""
const decoded = () => [...DATA.sections, ...exactBaccaratSections].map((raw) => engine.decode(raw, DATA.bets, {len(TABLEAUX)}));
const counted = (every, [tableau, names, shoes]) => {{
  const asked = new Set(names.map((name) => DATA.bets.findIndex((bet) => bet.name === name)));
  const kinds = ["values", "ranks", "cards"];
  return shoes.map((shoe) => {{
    const found = {{}};
    every.forEach((section) => {{
      const index = kinds.indexOf(section.granularity);
      const bets = section.bets.filter((bet) => bet === 0 || asked.has(bet));
      const counts = engine.evaluate(section, tableau, shoe[index], bets);
      for (const bet of bets) found[DATA.bets[bet].name] = counts[bet].map(String);
    }});
    return found;
  }});
}};"""
"""The page's engine, which reads the data by itself: the counts of some bets on shoes, given by value, rank and card."""
IN_NODE = f"""
import "./sections.js"; import {{ DATA }} from "./modules/data.js"; import * as engine from "./modules/engine.js";
{COUNTING}
const answer = (questions) => {{ const every = decoded(); return questions.map((one) => counted(every, one)); }};"""
Question = tuple[int, list[str], list[list[list[int]]]]


def check_counts(asks: Callable[[list[Question]], list[Any]], rng: random.Random, bets: list[int], shoes: int) -> None:
    """The counts of so many bets under each tableau on random and corner shoes are the program's."""
    drawn = [
        ([random_shoe(rng) for _ in range(shoes)] + corner_shoes(), rng.sample(sorted(catalogue()), n)) for n in bets
    ]
    told = [[[list(shoe.coarsened(kind).counts) for kind in Granularity] for shoe in some] for some, _names in drawn]
    answers = asks([(number, names, told[number]) for number, (_shoes, names) in enumerate(drawn)])
    for tableau, (some, names), found in zip(TABLEAUX, drawn, answers, strict=True):
        expected = Evaluator(tableau, names, Granularity.CARDS).evaluate([list(shoe.counts) for shoe in some])
        assert len(found) == len(some)
        for index, answer in enumerate(found):
            assert answer.pop("outcomes") == [str(expected.outcomes[outcome.value][index]) for outcome in Outcome]
            assert answer == {name: [str(row[index]) for row in expected.bets[name].values()] for name in names}


@pytest.mark.slow
def test_the_data_evaluate_to_the_program_s_counts() -> None:
    check_counts(lambda questions: ran(IN_NODE, questions), random.Random("data"), [8, *[1] * (len(TABLEAUX) - 1)], 2)


@pytest.mark.parametrize("reading", list(all_rules()))
def test_the_tableau_and_the_payoffs_of_every_reading_are_the_program_s(reading: str, data: dict[str, Any]) -> None:
    rules = rules_named(reading)
    entry = next(entry for entry in data["readings"] if entry["id"] == reading)
    odds = odds_of_shoe(Shoe.of_decks(2).removed("9h 9d Ks"), rules.tableau)
    assert TABLEAUX[entry["tableau"]] == rules.tableau
    for outcome in Outcome:
        pays = [Fraction(pay) for pay in entry["pays"][outcome.value]]
        won = sum(odds.counts[side] * pay for side, pay in zip(Outcome, pays, strict=True)) / odds.deals
        assert won == odds.price(outcome, rules).expectation


def test_every_bet_and_pay_table_is_in_the_data(data: dict[str, Any]) -> None:
    written = {
        (bet["name"], name or "main"): tuple(map(Fraction, pays))
        for bet in data["bets"][1:]
        for name, pays in bet["pays"]
    }
    assert written == {
        (bet.name, table): pays for bet in catalogue().values() for table, pays in bet.pay_tables.items()
    }
    assert {bet["group"] for bet in data["bets"][1:]} == set(data["groups"])
    assert [entry["id"] for entry in data["readings"]] == list(all_rules())


def test_a_form_too_heavy_for_sums_of_doubles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert monomials.MAX_WEIGHT <= 2**53 // 2**32
    monkeypatch.setattr(monomials, "MAX_WEIGHT", 1)
    assert "has a form of weight" in refusal(monomials.write_out, [catalogue()["tie"]], [STANDARD.tableau])


class TestStrings:
    def test_every_string_is_in_the_data_in_every_language(self, data: dict[str, Any]) -> None:
        assert list(data["languages"]) == list(LANGUAGES)
        assert data["strings"] == {
            key: {language: translate(text, language) for language in LANGUAGES} | {"player-banker": renamed(text)}
            for key, text in TEXTS.items()
        }

    def test_words_of_the_rulebooks_are_the_rulebooks(self, data: dict[str, Any]) -> None:
        strings = data["strings"]
        for entry in data["readings"]:
            assert [strings[f"assumed: {phrase}"]["en"] for phrase in entry["assumed"]] == entry["assumed"]
            rulebook = load_rulebook(entry["document"])
            if entry["reading"]:
                assert strings[f"why: {entry['id']}"]["en"] == rulebook.reading(entry["reading"]).why
            assert f"rounding: {entry['rounding']}" in strings
        assert {f"group: {group}" for group in data["groups"]} <= strings.keys()

    @pytest.mark.slow
    def test_the_terms_are_those_of_the_tables(self, data: dict[str, Any]) -> None:
        template = translations.marked_texts()
        catalogues = {tag: translations.in_step(tag, template) for tag in ("it", "sl")}
        tables = {
            str(message.id).lower(): message.id
            for message in template
            if message.context is None and not all("page_texts" in name for name, _ in message.locations)
        }
        shared = {
            key: tables[texts["en"].lower()] for key, texts in data["strings"].items() if texts["en"].lower() in tables
        }
        # here the English says two things: a rank beside a point value, a rulebook; and the tables' heading is cut short
        for other in ("by ranks", "rulebook", "hit"):
            del shared[other]
        assert {"edge", "expectation", "removal", "per unit"} <= shared.keys()
        for key, term in shared.items():
            for tag, terms in catalogues.items():
                message = terms.get(term)
                assert message
                assert data["strings"][key][tag].lower() == str(message.string).lower(), key

    def test_the_page_uses_the_strings_that_there_are(self) -> None:
        page = (PAGE / "index.html").read_text(encoding="utf-8")
        scripts = "".join(path.read_text(encoding="utf-8") for path in (PAGE / "modules").glob("*.js"))
        asked = {*re.findall(r'data-t="([^"]+)"', page), *re.findall(r'(?:Fault|[^\w$]t)\("([^"]+)"[,)]', scripts)}
        assert not asked - TEXTS.keys()
        quoted = set(re.findall(r'"([^"\n]+)"', scripts))
        built = ("assumed: ", "why: ", "group: ", "rounding: ", "rank ", "suit ", "outcome ", "result ", "letter ")
        assert not {key for key in TEXTS if key not in asked | quoted and not key.startswith(built)}


def test_the_page_asks_nothing_of_any_other_place() -> None:
    for path in (*PAGE.glob("*.*"), *PAGE.glob("modules/*.js")):
        if path.suffix in (".html", ".css", ".js") and path.name not in ("data.js", "sections.js"):
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?://|fetch\(|XMLHttpRequest|@import|importScripts", text), path.name
            assert path.name == "page.js" or len(text.splitlines()) < 400


def outcome_fractions(shoe: Shoe, reading: str) -> list[str]:
    rules = rules_named(reading)
    odds = odds_of_shoe(shoe, rules.tableau)
    pairs = ((odds.probability(o), odds.price(o, rules).house_edge) for o in Outcome)
    return [fraction_text(value) for pair in pairs for value in pair]


@pytest.mark.slow
class TestAgainstThePython:
    @pytest.mark.parametrize("browser", ["chromium", "firefox"])
    def test_random_and_corner_shoes_to_the_last_digit(self, browser: str, request: pytest.FixtureRequest) -> None:
        page = Page(request.getfixturevalue(browser)).open("#lang=en")
        page.run(f"{COUNTING} window.every = decoded()")
        bets, shoes = [len(catalogue()), *[20] * (len(TABLEAUX) - 1)], -(-1000 // len(TABLEAUX))

        def asks(questions: list[Question]) -> list[Any]:
            return [page.run(f"{COUNTING} return counted(every, arguments)", *question) for question in questions]

        check_counts(asks, random.Random(f"calculator in {browser}"), bets, shoes)

    @pytest.mark.parametrize("number", range(24))
    def test_what_a_reader_sees(self, number: int, chromium: Any) -> None:
        rng = random.Random(f"calculator seen {number}")
        shoe = (corner_shoes()[:4] + [random_shoe(rng) for _ in range(20)])[number]
        reading = rng.choice(list(all_rules()))
        bet, table = rng.choice([(bet, table) for bet in catalogue().values() for table in bet.pay_tables])
        digits = rng.choice((4, 6, 9, 12, 20, 40))
        pays = "" if table == "main" else f"&pays={table}"
        counts = ",".join(map(str, shoe.counts))
        link = f"#counts=cards:{counts}&rules={reading}&bet={bet.name}{pays}&digits={digits}&lang=en"
        page = Page(chromium).open(link)
        assert page.outcomes() == outcome_fractions(shoe, reading)
        tableau = rules_named(reading).tableau
        price = price_bet(bet.paid_by(table), shoe, tableau)
        figures = [price.house_edge, price.house_edge_resolved, price.expectation, price.hit_frequency, price.variance]
        shown = page.exact("#figures")
        assert shown == ["the stake always returns" if f is None else fraction_text(f) for f in figures]
        edge = f"{decimal_text(100 * price.house_edge, max(digits - 2, 0))}\u00a0%"
        assert page.text('[data-figure="edge"] .figure span') == edge
        assert page.exact("#categories") == [fraction_text(price.probability(i)) for i in range(len(price.categories))]
        if shoe.cards > 6:
            effects = effects_of_removal(bet.paid_by(table), shoe, tableau)
            assert page.exact("#removal") == [fraction_text(effect) for effect in effects.by_class.values()]
        else:
            assert "With six cards left" in page.text("#removal-note")

    def test_decimals_are_rounded_half_even(self, page: Page) -> None:
        rng = random.Random("calculator decimals")
        ties = [Fraction(n, 8) for n in range(-20, 21)]
        values = [*ties, *(Fraction(rng.randint(-(10**30), 10**30), rng.randint(1, 10**28)) for _ in range(100))]
        pairs = [[str(value.numerator), str(value.denominator)] for value in values]
        for digits in (0, 1, 2, 9, 40):
            script = "return arguments[0].map(([n, d]) => engine.decimal({ n: BigInt(n), d: BigInt(d) }, DIGITS))"
            found = page.run(script.replace("DIGITS", str(digits)), pairs)
            assert found == [decimal_text(value, digits) for value in values]

    @pytest.mark.parametrize(("language", "mark"), [("en", "."), ("it", ","), ("sl", ",")])
    def test_decimals_have_the_mark_of_the_language_and_fractions_none(
        self, language: str, mark: str, page: Page
    ) -> None:
        page.open(f"#lang={language}&digits=12")
        price = odds_of_shoe(Shoe.of_decks(8), STANDARD.tableau).price(Outcome.BANCO, STANDARD)
        written = decimal_text(price.expectation, 12).replace(".", mark)
        assert page.text('[data-figure="expectation"] .figure span') == written
        assert page.exact('[data-figure="expectation"]') == [fraction_text(price.expectation)]
        assert page.text("#categories tbody tr:nth-child(2) td") == f"0{mark}95"
        script = "return [...document.querySelectorAll('td.figure > :first-child')].map((n) => n.textContent.replaceAll('\u202f', ''))"
        assert not [text for text in page.run(script) if {",": ".", ".": ","}[mark] in text]

    def test_the_whole_list_of_bets(self, page: Page) -> None:
        page.card("9h", "Kd", "Kd")
        shoe, tableau = Shoe.of_decks(8).removed("9h Kd Kd"), STANDARD.tableau
        seen = page.run("return rows.map(({row, edge}) => [row.dataset.bet, row.dataset.pays, engine.text(edge)])")
        assert len(seen) == sum(len(bet.pay_tables) for bet in catalogue().values())
        prices = {name: price_bet(bet, shoe, tableau) for name, bet in catalogue().items()}
        for name, table, edge in seen:
            payoffs = catalogue()[name].payoffs(table or None)
            assert edge == fraction_text(replace(prices[name], payoffs=payoffs).house_edge), name

    def test_a_search_lists_what_it_finds(self, page: Page) -> None:
        page.find("standof")
        listed = page.listed()
        assert {"tie", "egalite-9"} <= set(listed)
        assert len(listed) < 60
        assert "small" not in listed


@pytest.mark.slow
class TestDealing:
    def test_a_rank_without_its_suit_leaves_bets_on_suits_unknown_and_undo_brings_them_back(self, page: Page) -> None:
        page.open("#group=cards&lang=en")
        suited = '#bets tr[data-bet="perfect-9"] .figure'
        before = page.text(suited)
        page.card("9h", "K-")
        assert page.outcomes() == outcome_fractions(Shoe.of_decks(8).removed("9h K"), "standard")
        assert page.text(suited) == "unavailable: it looks at suits, but this shoe is described without suits"
        assert "Dealt without a suit: 1" in page.text("#unsuited")
        pair = price_bet(catalogue()["either-pair"], Shoe.of_decks(8).removed("9 K"), STANDARD.tableau)
        assert page.exact('#outcomes tr[data-bet="either-pair"]')[1] == fraction_text(pair.house_edge)
        page.click("#undo").click("#undo")
        assert page.text(suited) == before
        page.click("#redo").click("#redo")
        assert page.cards() == 414

    def test_no_king_is_left_once_four_went_without_a_suit(self, page: Page) -> None:
        page.open("#decks=1&dealt=K-K-K-K-&lang=en")
        page.run("document.querySelector('#cards button[data-code=\"Ks\"]').click()")
        assert page.text("#fault-text") == "K: none is left in the shoe."
        assert page.outcomes() == outcome_fractions(Shoe.of_decks(1).removed("K K K K"), "standard")

    def test_keys_deal_undo_and_do_again(self, page: Page) -> None:
        page.keys("9hKdTs10c", "#entry")
        assert "dealt=9hKdTsTc" in page.state()
        page.keys("q \n", "#entry").keys("k\n", "#entry")
        assert "dealt=9hKdTsTcQ-K-&" in page.state()
        page.keys("u").keys("u")
        assert "dealt=9hKdTsTc&" in page.state()
        page.keys("r")
        assert "dealt=9hKdTsTcQ-&" in page.state()
        page.keys("\ue003").keys("\ue009z\ue000")  # Backspace, Ctrl+Z
        assert "dealt=9hKdTs&" in page.state()
        page.keys("7d")  # from anywhere on the page
        assert "dealt=9hKdTs7d&" in page.state()

    def test_arrow_keys_move_in_the_grid_and_enter_deals(self, page: Page) -> None:
        page.run("document.querySelector('#cards button').focus()")
        for key in ("\ue015", "\ue014", "\ue007"):  # down, right, Enter
            page.driver.switch_to.active_element.send_keys(key)
        page.settled()
        assert "dealt=2s&" in page.state()
        assert page.run("return document.querySelectorAll('#cards [tabindex=\"0\"]').length") == 1

    def test_undo_goes_back_across_a_typed_shoe(self, page: Page) -> None:
        page.card("9h")
        first = page.state()
        page.type_a_shoe("values")
        assert page.run("return [...$('counts').querySelectorAll('input')].map((f) => f.value)")[9] == "31"
        page.run("$('counts').querySelectorAll('input').forEach((f, i) => (f.value = i))")
        page.click("#counts-form button")
        assert page.cards() == 45
        assert page.outcomes() == outcome_fractions(Shoe.of_values(list(range(10))), "standard")
        assert page.exact('#outcomes tr[data-bet="either-pair"]')[1].startswith("unavailable")
        page.card("9.")
        page.click("#undo").click("#undo")
        assert page.state() == first
        page.click("#redo")
        assert page.cards() == 45

    def test_the_fields_for_counts_follow_the_shoe_and_keep_what_is_typed_when_the_language_changes(
        self, page: Page
    ) -> None:
        page.type_a_shoe("cards")
        nine_of_hearts = "return countFields()[33].value"
        assert page.card("9h").run(nine_of_hearts) == "7"
        page.click("#undo")
        assert page.run(nine_of_hearts) == "8"
        page.click("#redo").click("#counts-form button")
        assert page.cards() == 415
        page.run("countFields()[0].value = '3'; $('language').value = 'it'; $('language').onchange()")
        assert page.settled().run("return countFields()[0].value") == "3"
        assert page.run("return countFields()[0].getAttribute('aria-label')") == "asso di picche"
        page.card("9h")
        assert page.run("return [countFields()[0].value, countFields()[33].value]") == ["8", "6"]
        page.run("localStorage.clear()")

    def test_the_last_six_cards_stay(self, page: Page) -> None:
        page.open("#counts=ranks:4,3,0,0,0,0,0,0,0,0,0,0,0")
        page.card("A-")
        page.run("document.querySelector('#cards button[data-code=\"2-\"]').click()")
        assert page.text("#fault-text") == "cards: 5 are left, and a coup needs at least 6."
        assert page.cards() == 6
        page.run("document.querySelector('#cards button[data-code=\"K-\"]').click()")
        assert page.text("#fault-text") == "K: none is left in the shoe."

    def test_decks_that_are_no_number_are_told_beside_the_field(self, page: Page) -> None:
        good = page.card("9h").state()
        for text in ("1e3", "٣", "-1", "2.5", "", "0x8", "0", "62500000001", "9" * 400, "8 8"):
            page.submit("decks", text)
            bound = (
                "at most 62500000000"
                if text.isascii() and text.isdigit() and int(text)
                else "a whole number of at least 1, in plain digits"
            )
            assert page.text("#decks-fault").endswith(f"” must be {bound}."), text
            assert page.run("return $('decks').getAttribute('aria-invalid')") == "true"
            assert page.state() == good
        page.submit("decks", " 5 ")
        assert page.settled().cards() == 260
        assert page.text("#decks-fault") == ""

    def test_counts_that_cannot_be(self, page: Page) -> None:
        good = page.state()
        page.type_a_shoe("values")
        for texts, fault in (
            ({3: "1e3"}, "3: “1e3” must be a whole number of at least 0, in plain digits."),
            ({0: "-1"}, "0: “-1” must be"),
            ({9: "1000000000001"}, "9: “1000000000001” must be at most 1000000000000."),
            ({1: "2.5"}, "1: “2.5” must be"),
            (dict.fromkeys(range(10), "0"), "cards: 0 are left"),
        ):
            page.run("$('kind').onchange()")
            assert not page.text("#counts-fault")
            for index, text in texts.items():
                page.run("$('counts').querySelectorAll('input')[arguments[0]].value = arguments[1]", index, text)
            page.run("$('counts-form').requestSubmit()")
            assert page.text("#counts-fault").startswith(fault)
            assert page.state() == good

    def test_sums_by_rank_and_value_are_bound_as_the_program_binds_them(self, page: Page) -> None:
        corner = "return (([kind, counts]) => { try { typedShoe(kind, counts.map(String)); return true; } catch { return false; } })"
        for granularity, places, count in (
            (Granularity.RANKS, (9, 10), MAX_COUNT // 2),
            (Granularity.RANKS, (9, 10), MAX_COUNT // 2 + 1),
            (Granularity.RANKS, (0, 10), MAX_COUNT),
            (Granularity.CARDS, (0, 1, 2, 3), MAX_COUNT // 4),
            (Granularity.CARDS, (0, 1, 2, 3), MAX_COUNT // 4 + 1),
            (Granularity.CARDS, tuple(range(36, 52)), MAX_COUNT // 16),
            (Granularity.CARDS, tuple(range(36, 52)), MAX_COUNT // 16 + 1),
            (Granularity.VALUES, (0, 9), MAX_COUNT),
        ):
            counts = [count if place in places else 0 for place in range(granularity)]
            allowed = False
            with suppress(ExactError):
                for coarser in (size for size in Granularity if size <= granularity):
                    Shoe(counts, granularity).coarsened(coarser)
                allowed = True
            assert page.run(f"{corner}(arguments)", granularity.word, counts) == allowed, (granularity, count)
        good = page.state()
        page.link("counts=ranks:" + ",".join([str(MAX_COUNT)] * 13))
        assert f"0: {4 * MAX_COUNT} cards in all, but {MAX_COUNT} is the most" in page.text("#fault-text")
        assert page.state() == good

    def test_cards_that_cannot_be(self, page: Page) -> None:
        good = page.state()
        for text in ("x", "1h", "9x9", "0", "9h 9h 9h 9h 9h 9h 9h 9h 9h"):
            page.submit("entry", text)
            assert page.text("#entry-fault")
            page.run("clearFaults()")
            assert page.state() == good


LINK = (
    "v=1&decks=6&dealt=9hK-Ts&rules=castle-vaduz:literal&bet=lucky-6&pays=12-23&digits=12&group=side&find=lucky&lang=it"
)


@pytest.mark.slow
class TestLinks:
    def test_a_link_holds_everything(self, page: Page) -> None:
        page.open(f"#{LINK}")
        assert page.state() == LINK
        assert page.text("h1") == "Punto banco, esattamente"
        page.click("#copy")
        assert page.run("return $('link').value").endswith(f"index.html#{LINK}")
        page.link("v=1&counts=values:1,2,3,4,5,6,7,8,9,10&dealt=9.9.0.&rules=standard&bet=rules-tie&digits=4&lang=sl")
        assert page.cards() == 52
        page.click("#undo")
        assert page.cards() == 309

    def test_a_link_is_one_step_that_undo_takes_back_whole(self, page: Page) -> None:
        before = page.card("9h").state()
        page.link(LINK)
        after = page.card("Kd").state()
        assert page.click("#undo").state() == LINK
        assert page.click("#undo").state() == before
        assert page.text("h1") == "Punto banco, exactly"
        assert page.click("#redo").state() == LINK
        assert page.click("#redo").state() == after
        page.link(after.replace("castle-vaduz:literal", "otto-mazzi"))
        assert page.click("#undo").state() == after
        page.click("#redo").click("#undo")
        steps = page.run("return past.length")
        page.run("location.hash = arguments[0]", "&".join(reversed(after.split("&"))))
        page.wait("location.hash.slice(1) === linkText(shoe, view)")
        page.run("location.hash = ''")
        page.wait("location.hash.slice(1) === linkText(shoe, view)")
        assert page.state() == after
        assert page.run("return past.length") == steps
        page.open().click("#decks-form button")
        assert page.run("return past.length") == 0

    def test_a_link_that_cannot_be_used_is_told_and_the_page_stays(self, page: Page) -> None:
        good = page.card("9h").state()
        for link in (
            *("%", "decks", "decks=", "decks=0", "decks=-8", "decks=1e3", "decks=٣", "decks=99999999999999999999999"),
            *("decks=8&decks=8", "decks=8&counts=values:1,1,1,1,1,1,1,1,1,1", "counts=values:1,2", "counts=suits:1"),
            *("counts=constructor:1", "counts=values:1,1,1,1,1,1,1,1,1,x", "counts=values:0,0,0,0,0,0,0,0,0,5"),
            *("dealt=9x", "dealt=9", "dealt=9h9h9h9h9h9h9h9h9h", "dealt=9.", "rules=none", "rules=__proto__"),
            *("bet=none", "bet=outcomes", "bet=banco&pays=none", "digits=1000", "lang=xx", "v=2", "find=%ff", "<b>=1"),
            *("counts=values:-1,1,1,1,1,1,1,1,1,1", "decks=+8", "counts=ranks:4,1,0,0,0,0,0,0,0,0,0,0,0"),
            *(
                "decks=1&dealt=KsKhKdKcK-",
                "decks=1&dealt=K-K-K-K-K-",
                "counts=values:1e12,1,1,1,1,1,1,1,1,1",
                "results",
            ),
            *("find=" + "x" * 61, "find=" + "x" * 60000, "decks=200&dealt=" + "9-" * 10001, "__proto__=1"),
        ):
            page.run("clearFaults()")
            page.link(link)
            told = page.text("#fault-text")
            assert told.startswith("The link cannot be used: "), link[:40]
            assert told.endswith(". Your shoe is unchanged."), link[:40]
            assert page.state() == good == page.run("return location.hash.slice(1)")
        assert page.outcomes() == outcome_fractions(Shoe.of_decks(8).removed("9h"), "standard")
        page.driver.refresh()
        assert page.settled().state() == good
        page.link("rules=none")
        page.card("8h")
        assert page.run("return $('fault').hidden")
        page.run("document.querySelector('.skip').click()")
        assert page.run("return document.activeElement.id") == "results"
        assert page.run("return $('fault').hidden")

    def test_opened_with_a_broken_link_the_page_is_as_at_first(self, page: Page) -> None:
        first = page.state()
        page.open("#rules=none&lang=en")
        assert "rules: “none” is not known here" in page.text("#fault-text")
        assert page.state() == first


@pytest.mark.slow
class TestThePage:
    def test_nothing_is_asked_of_a_network_and_nothing_goes_wrong(self, page: Page) -> None:
        page.driver.get_log("performance")
        page.open().card("9h", "K-")
        messages = [json.loads(entry["message"])["message"] for entry in page.driver.get_log("performance")]
        asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        assert asked
        assert all(url.startswith((PAGE.as_uri(), "blob:", "data:")) for url in asked)
        assert not [entry for entry in page.driver.get_log("browser") if entry["level"] == "SEVERE"]

    @pytest.mark.parametrize(
        ("width", "percent", "decks"),
        [
            *((320, 100, decks) for decks in (8, 99, 9999, 10**7, MAX_DECKS)),
            *((360, 200, decks) for decks in (8, MAX_DECKS)),
            *((width, 100, MAX_DECKS) for width in (800, 1250)),
        ],
    )
    def test_counts_of_any_size_stay_inside_their_cards(self, width: int, percent: int, decks: int, page: Page) -> None:
        page.screen(width)
        for language in LANGUAGES:
            page.open(f"#decks={decks}&dealt=K-&lang={language}")
            page.run("document.documentElement.style.fontSize = arguments[0] + '%'", percent)
            assert page.run("return document.documentElement.scrollWidth") <= width
            outside = page.run(
                """return [...document.querySelectorAll('#cards button')].filter((button) => {
                  const range = document.createRange(); range.selectNodeContents(button);
                  const [text, face] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
                  return text.left < face.left || text.right > face.right || text.top < face.top || text.bottom > face.bottom;
                }).map((button) => button.textContent)"""
            )
            assert outside == []
        whole = page.run("const b = document.querySelector('[data-code=\"Ks\"]'); return b.title")
        assert whole.endswith(f" {decks}")

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(("width", "digits"), [(360, 9), (360, 40), (1600, 9)])
    def test_it_fits_the_screen_in_every_language(self, width: int, digits: int, language: str, page: Page) -> None:
        page.screen(width)
        page.open(f"#lang={language}&digits={digits}&decks=50&dealt=K-")
        page.run("document.querySelectorAll('details').forEach((node) => (node.open = true))")
        assert page.run("return document.documentElement.scrollWidth") <= width
        assert page.run("return document.documentElement.lang") == language

    def test_the_language_is_remembered(self, page: Page) -> None:
        page.run("$('language').value = 'sl'; $('language').onchange()")
        assert page.open().text("#undo").endswith("Razveljavi")
        page.run("localStorage.clear()")
        assert page.open().text("#undo").endswith("Undo")

    def test_what_is_wrong_is_told_in_the_language_of_the_page(self, page: Page) -> None:
        page.run("$('typing').open = true; countFields()[3].value = 'x'; $('counts-form').requestSubmit()")
        page.type("#decks", "x")
        page.run("$('decks-form').requestSubmit(); location.hash = 'rules=none'")
        page.wait("!$('fault').hidden")
        page.run("$('language').value = 'sl'; $('language').onchange()")
        assert page.settled().text("#decks-fault").startswith("Snopiči: »x« mora biti celo število")
        assert page.text("#counts-fault").startswith("3: »x« mora biti celo število")
        assert page.run("return countFields()[3].getAttribute('aria-invalid')") == "true"
        assert page.text("#fault-text").startswith("Povezave ni mogoče uporabiti")
        page.run("localStorage.clear(); $('fault-close').click(); $('language').value = 'it'; $('language').onchange()")
        assert page.settled().run("return $('fault').hidden")
        page.run("localStorage.clear()")

    def test_every_control_and_every_table_has_a_name(self, page: Page) -> None:
        unnamed = page.run(
            """return [...document.querySelectorAll('button, input, select')].filter((node) =>
               !(node.labels && node.labels.length && node.labels[0].textContent.trim())
               && !node.getAttribute('aria-label') && !node.textContent.trim()).map((node) => node.outerHTML)"""
        )
        assert unnamed == []
        names = page.run(
            """return [...document.querySelectorAll('table')].map((table) => [table.id, table.getAttribute('aria-labelledby')
               ? document.getElementById(table.getAttribute('aria-labelledby')).textContent : table.caption.textContent])"""
        )
        tables = {"outcomes", "bets", "figures", "categories", "removal", "cards", "stakes", "progress", "moved-table"}
        assert tables == {table for table, name in names if name.strip()} == {table for table, _ in names}

    def test_the_name_of_a_card_is_what_its_button_shows_and_its_title_says_it_in_words(self, page: Page) -> None:
        script = "const card = document.querySelector('[data-code=\"Ks\"]'); return [card.ariaLabel, card.innerText, card.title]"
        label, shown, title = page.run(script)
        assert (label, shown.split(), title) == (None, ["K♠", "8"], "king of spades: 8 left")

    def test_numbers_have_a_minus_sign_and_changes_of_edges_no_percent_sign(self, page: Page) -> None:
        shown = "[...document.querySelectorAll(arguments[0])].map((cell) => cell.textContent)"
        assert page.run(f"return {shown}", "#categories td:nth-child(2)") == ["\u22121", "0.95", "0"]
        changes = page.card("9h").run(f"return {shown}", "#moved-table td:last-child > span:first-child")
        assert changes
        assert not [change for change in changes if not re.fullmatch(r"[+\u2212]?\d+\.[\d\u202f]+|", change)]

    def test_the_focus_stays_on_undo_when_nothing_is_left_to_undo(self, page: Page) -> None:
        page.card("9h").run("$('undo').focus()")
        page.driver.switch_to.active_element.send_keys("\ue007")
        assert page.settled().cards() == 416
        focused = "return [document.activeElement.id, document.activeElement.getAttribute('aria-disabled')]"
        assert page.run(focused) == ["undo", "true"]
        page.driver.switch_to.active_element.send_keys("\ue007")
        assert page.settled().cards() == 416
        assert page.run("$('redo').focus(); $('redo').click(); " + focused) == ["redo", "true"]
        assert page.settled().cards() == 415

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_text_stands_out_from_its_ground(self, scheme: str, page: Page) -> None:
        page.prefer(scheme)
        contrasts = page.open("#dealt=9h&decks=1").run(
            """
            const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
              const share = part / 255; return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; });
              return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
            const ground = (node) => { for (; node; node = node.parentElement) { const own = getComputedStyle(node).backgroundColor;
              if (!/, 0\\)$/.test(own)) return own; } };
            return [...document.querySelectorAll('body *')].filter((node) => node.offsetParent && [...node.childNodes].some(
              (child) => child.nodeType === 3 && child.textContent.trim())).map((node) => {
              const [a, b] = [light(getComputedStyle(node).color), light(ground(node))];
              return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), node.outerHTML.slice(0, 80)]; });"""
        )
        assert min(contrasts)[0] >= 4.5, min(contrasts)

    def test_a_click_takes_less_than_two_hundred_thousand_products(self, page: Page) -> None:
        """Of integers of 40 digits, which take about five times as long."""
        times, yardsticks = page.run(
            """
            const times = [], yardsticks = [];
            for (let round = 0; round < 5; round++) {
              const start = performance.now();
              for (let i = 0, big = 1n; i < 2e5; i++) big = big * 31n % (10n ** 40n + 1n);
              yardsticks.push(performance.now() - start);
            }
            for (const code of arguments[0]) {
              const button = document.querySelector(`#cards button[data-code="${code}"]`);
              const start = performance.now(); button.click(); document.body.offsetHeight; times.push(performance.now() - start);
            }
            return [times, yardsticks];""",
            [name.replace("10", "T") for name in class_names(Granularity.CARDS)],
        )
        assert median(times) < median(yardsticks), (median(times), median(yardsticks))
