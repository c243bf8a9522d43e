"""The page in Firefox, where it is installed: nothing is printed over anything, and the figures are the program's."""

from __future__ import annotations

import random

import pytest
from support.calculator_page import PAGE, Firefox, Page

from exact.bets.catalogue import catalogue
from exact.engine.evaluate import Evaluator
from exact.game.cards import Granularity
from exact.game.shoe import Shoe
from exact.rules.named import rules_named

pytestmark = pytest.mark.slow
SHOES = 1000
AT_ONCE = 50


def opened(firefox: Firefox, link: str) -> Page:
    firefox.get("about:blank")
    firefox.get(f"{(PAGE / 'index.html').as_uri()}{link}")
    page = Page(firefox)
    return page.settled()


@pytest.mark.parametrize("width", [390, 820, 1400])
def test_no_row_of_bets_is_printed_over_another(width: int, firefox: Firefox) -> None:
    firefox.screen(width, 900)
    page = opened(firefox, "#lang=en&order=edge&dealt=6h3s4d5c")
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


def test_random_shoes_to_the_last_digit(firefox: Firefox) -> None:
    rng = random.Random("calculator in firefox")
    page = opened(firefox, "#lang=en")
    page.run(
        "window.every = [...DATA.sections, ...exactBaccaratSections].map((raw) => engine.decode(raw, DATA.bets, TABLEAUX))"
    )
    names = list(catalogue())
    evaluator = Evaluator(rules_named("standard").tableau, names, Granularity.CARDS)
    for _ in range(SHOES // AT_ONCE):
        shoes = [Shoe.of_cards([rng.randint(0, 8) + (card == 51) * 6 for card in range(52)]) for _ in range(AT_ONCE)]
        counts = [{kind.word: list(shoe.coarsened(kind).counts) for kind in Granularity} for shoe in shoes]
        found = page.run(
            """return arguments[0].map((shoe) => {
              const found = {};
              for (const section of every) {
                const counts = engine.evaluate(section, 0, shoe[section.granularity], section.bets);
                for (const bet of section.bets) if (bet) found[DATA.bets[bet].name] = counts[bet].map(String);
              }
              return found;
            });""",
            counts,
        )
        expected = evaluator.evaluate([list(shoe.counts) for shoe in shoes])
        for index, answer in enumerate(found):
            assert answer == {name: [str(row[index]) for row in expected.bets[name].values()] for name in names}
