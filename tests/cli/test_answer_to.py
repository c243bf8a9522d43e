"""A command asked from Python: an `ExactError` for whatever the command refuses."""

import pytest

from exact import ExactError
from exact.cli.main import answer_to


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
