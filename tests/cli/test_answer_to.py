"""A command asked from Python: its answer, or an `ExactError` for whatever the command refuses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from support import Ran

from exact import ExactError, Outcome, Shoe, rules_named
from exact.analysis.odds import odds_of_shoe
from exact.cli.main import answer_to
from exact.report.render import FORMATS, render_answer


def test_an_answer_has_typed_values(capsys: pytest.CaptureFixture[str]) -> None:
    answer = answer_to("odds", "--decks", "8")
    odds = odds_of_shoe(Shoe.of_decks(8), rules_named("standard").tableau)
    outcomes = {row[0]: row[1:3] for row in answer.tables[0].rows}
    assert outcomes["tie"] == (odds.counts[Outcome.TIE], Fraction(odds.counts[Outcome.TIE], odds.deals))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("style", [style for style in FORMATS if style != "text"])
def test_its_formats_are_what_the_command_prints(style: str, exact: Callable[..., Ran]) -> None:
    words = ("bet", "tie", "--decks", "8", "--rules", "come-si-gioca")
    assert render_answer(answer_to(*words), style) == exact(*words, "--format", style).out


@pytest.mark.parametrize("words", [(), ("--help",), ("--version",), ("odds", "-h"), ("verify", "engine", "--help")])
def test_words_that_ask_for_no_answer_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(ExactError, match="^words: .* are not the words of a command that has an answer"):
        answer_to(*words)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("bet", "--decks", "8"), "words: 'bet --decks 8' do not fit together: .* BET --bet is required"),
        (("odds", "--decks", "0"), "decks: 0 must be a whole number"),
        (("odds", "--dekcs", "8"), "option: '--dekcs' is not an option of exact odds: did you mean --decks?"),
        (("odd",), "command: 'odd' is not a command: did you mean odds?"),
        (("odds", "--decks", 8), "words: .* must be texts"),
    ],
)
def test_what_a_command_refuses_is_an_error(words: tuple[str, ...], error: str) -> None:
    with pytest.raises(ExactError, match=f"^{error.replace('?', '[?]').replace('|', '[|]')}"):
        answer_to(*words)
