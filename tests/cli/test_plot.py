"""``--plot``: the picture shows the figures of the answer, is the same every time, and is written whole or not at all."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support import Command, answer_to

import exact as library
from exact.answers.plots import LINE_OF_TITLE, Plot, bars, lines
from exact.errors import ExactError
from exact.views.plots import plot_of

pytest.importorskip("matplotlib")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def drawn(*words: str, language: str = "en", names: str = "punto-banco") -> Any:
    """The axes of the picture of an answer."""
    return plot_of(answer_to(*words), language, names).figure.axes[0]


@pytest.mark.slow
def test_bars_are_as_high_as_the_odds() -> None:
    heights = [bar.get_height() for bar in drawn("odds", "--decks", "8").patches]
    odds = library.odds(decks=8)
    assert heights == [float(odds.probability(side)) for side in ("punto", "banco", "tie")]


def test_the_steps_of_one_coup_are_its_outcomes_and_the_quantiles_lie_on_them() -> None:
    axes = drawn("session", "punto", "--coups", "1")
    odds = library.odds(decks=8)
    lost, pushed = (odds.probability(side) for side in ("banco", "tie"))
    steps, *marks = axes.lines
    places, shares = steps.get_data()
    assert [*places][1:4] == [-1, 0, 1]
    assert [*shares][:4] == pytest.approx([0, 100 * float(lost), 100 * float(lost + pushed), 100])
    assert [mark.get_xydata()[0].tolist() for mark in marks] == [[-1, 5], [-1, 25], [0, 50], [1, 75], [1, 95]]


def test_bounds_of_a_long_session_rise_to_one_hundred_percent() -> None:
    _places, shares = drawn("session", "punto", "--coups", "201").lines[0].get_data()
    assert [*shares] == sorted(shares)
    assert shares[-1] == pytest.approx(100, abs=0.06)


def test_lines_have_the_gains_in_percent_on_powers_of_ten() -> None:
    axes = drawn("perfect", "tie", "--unseen", "6..12", "--decks", "1")
    gains = {n: library.ask(f"gain per coup of perfect play on tie, {n} unseen, 1 deck").value for n in (6, 9, 12)}
    points = dict(axes.lines[0].get_xydata().tolist())
    assert {n: points[n] for n in gains} == pytest.approx({n: 100 * float(gain) for n, gain in gains.items()})
    assert axes.get_yscale() == "log"


def test_a_joint_distribution_is_a_grid_of_percent() -> None:
    axes = drawn("joint", "punto-pair", "banco-pair", "--decks", "8")
    assert sum(axes.collections[0].get_array().ravel()) == pytest.approx(100)
    assert axes.get_ylabel() == "Punto pair"


def test_names_are_in_the_language_and_of_the_choice() -> None:
    labels = [label.get_text() for label in drawn("odds", names="player-banker").get_xticklabels()]
    assert labels == ["Player", "Banker", "Tie"]
    italian = drawn("spread", "punto-pair,tie", "--decks", "1", "--unseen", "6..8", language="it")
    assert italian.get_xlabel() != "cards unseen"
    assert [line.get_label() for line in italian.lines] == ["Coppia del punto", "Tie"]


@pytest.mark.slow
def test_bets_have_their_names_and_pay_tables_as_in_a_question(exact: Command) -> None:
    assert "\nLucky 6 12-23 " in exact("ask", "house edge of {lucky-6:12-23,dragon-7}, 8 decks").out
    axes = drawn("spread", "lucky-6:12-23,punto-pair", "--decks", "1", "--unseen", "6..8", names="player-banker")
    assert [line.get_label() for line in axes.lines] == ["Lucky 6 12-23", "Player pair"]
    one = drawn("spread", "lucky-6:12-23", "--decks", "1", "--unseen", "6..8").figure.get_suptitle()
    assert one.endswith(": Lucky 6 12-23")
    session = drawn("session", "banco-pair", "--coups", "1", names="player-banker").figure.get_suptitle()
    assert session.endswith(": Banker pair")
    joint = drawn("joint", "lucky-6", "punto-pair").figure.get_suptitle()
    assert joint.startswith("Lucky 6 (down) and Punto pair (across)")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_picture_is_the_same_twice_and_undated(suffix: str, exact: Command) -> None:
    for name in ("one", "two"):
        exact("odds", "--plot", f"{name}.{suffix}")
    first, second = (Path(f"{name}.{suffix}").read_bytes() for name in ("one", "two"))
    assert first == second
    assert not re.search(rb"<dc:date>|Matplotlib v", first)


def test_a_very_long_title_takes_four_lines() -> None:
    title: str = bars("long " * 400, "", [("a", Fraction(1))]).figure.get_suptitle()
    assert title.count("\n") == 3
    assert max(map(len, title.splitlines())) <= LINE_OF_TITLE


def test_dollars_in_a_title_are_no_mathematics() -> None:
    assert b"<svg" in bars("Pays $x^{2$", "", [("a", Fraction(1))]).image("svg")
    assert not bars("From $5 to $6", "", [("a", Fraction(1))]).figure.texts[0].get_parse_math()


def test_thirty_lines_all_look_different() -> None:
    plot: Plot = lines("", "", "", {str(n): [(1, n + 1.0), (2, n + 2.0)] for n in range(28)})
    looks = {(line.get_color(), line.get_linestyle()) for line in plot.figure.axes[0].lines}
    assert len(looks) == 28


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "--plot", "odds.pdf"), "plot: 'odds.pdf' is not the name of a picture: it must end in .svg or .png"),
        (("odds", "--plot", "no/odds.svg"), "plot: 'no/odds.svg' cannot be written: it is a folder, or its folder"),
        (
            ("perfect", "tie", "--unseen", "9", "--plan", "--plot", "a.svg"),
            "plot: 'exact perfect-plan' has an answer with nothing",
        ),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_no_file(words: tuple[str, ...], said: str, exact: Command) -> None:
    assert exact.refused(*words).startswith(f"exact: {said}")
    assert not [*Path().glob("*.svg"), *Path().glob("*.pdf")]


def test_without_matplotlib_one_line_says_what_to_install(exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = "exact: plot: 'matplotlib' is not installed: pip install 'exact-baccarat[plot]'"
    assert exact.refused("odds", "--plot", "odds.svg").strip() == said
    assert not Path("odds.svg").exists()
    with pytest.raises(ExactError, match="is not installed"):
        bars("", "", [("a", 1.0)])
