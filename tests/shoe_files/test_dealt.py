"""Dealt shoes, a line each: the cards that are left before every coup, and what is said of a line that is none."""

from pathlib import Path
from unittest.mock import patch

import pytest

from exact.errors import ExactError
from exact.rules.documents import interpretation
from exact.shoe_files.reading import DealtBlock, dealt_shoes

ONE_DECK = (16, *[4] * 9)


def dealt(tmp_path: Path, text: str, longest_line: int = 1000, at_once: int = 1000) -> list[DealtBlock]:
    """The blocks of a file that is read so many bytes at once."""
    path = tmp_path / "dealt.txt"
    path.write_bytes(text.encode())
    with (
        patch("exact.shoe_files.reading.LONGEST_LINE", longest_line),
        patch("exact.shoe_files.reading.DEALT_BYTES", at_once),
    ):
        return list(dealt_shoes(path, 1, interpretation("standard")))


def without(*values: int) -> tuple[int, ...]:
    return tuple(count - values.count(value) for value, count in enumerate(ONE_DECK))


def test_the_cards_left_before_every_coup(tmp_path: Path) -> None:
    """Burnt cards are gone before the first coup; the second has five cards, as punto draws a king, the third a
    natural."""
    (shoe,) = dealt(tmp_path, "[Kh 5] 2 3 4 4  10 9 J 7 K  K 8h 9s 2  7 7\n")
    seen = [0, 5, 2, 3, 4, 4, 0, 9, 0, 7, 0]
    assert [(coup.line, coup.number, coup.left) for coup in shoe.coups] == [
        (1, 1, without(*seen[:2])),
        (1, 2, without(*seen[:6])),
        (1, 3, without(*seen)),
    ]
    assert [len(coup.replay.dealt) for coup in shoe.coups] == [4, 5, 4]
    ((line, reason, row),) = shoe.rejected
    assert (line, row) == (1, "[Kh 5] 2 3 4 4  10 9 J 7 K  K 8h 9s 2  7 7")
    assert reason == "cards: '7 7' has 2 cards, and every coup needs at least four"


def test_a_mark_of_bytes_stands_before_the_first_line_only(tmp_path: Path) -> None:
    (block,) = dealt(tmp_path, "\ufeff8 9 A J\n8 9 A J\n\ufeff8 9 A J\n")
    assert [coup.line for coup in block.coups] == [1, 2]
    assert [bad.line for bad in block.rejected] == [3]


def test_a_file_is_read_in_pieces_of_whole_lines(tmp_path: Path) -> None:
    lines = ["8 9 A J\r\n", "\n", f"{'9 ' * 30}\n", "8 9 A J"]
    blocks = dealt(tmp_path, "".join(lines), at_once=10)
    assert [block.done for block in blocks] == [9 + 1, 9 + 1 + 61, 9 + 1 + 61 + 8]
    assert [[coup.line for coup in block.coups] for block in blocks] == [[1], [], [4]]
    (rejected,) = blocks[1].rejected
    assert (rejected.line, rejected.row) == (3, ("9 " * 30).strip())


@pytest.mark.parametrize(("length", "fits"), [(20, True), (21, False), (40, False), (41, False)])
def test_the_longest_line(tmp_path: Path, length: int, fits: bool) -> None:
    text = f"8 9 A J\n8 9 A J{' ' * (length - 7)}\n"
    if fits:
        assert [len(block.coups) for block in dealt(tmp_path, text, 20, 1)] == [1, 1]
    else:
        with pytest.raises(ExactError, match="dealt.txt: .* begins a line of over 20 bytes"):
            dealt(tmp_path, text, 20, 1)


def test_odds_need_six_cards(tmp_path: Path) -> None:
    """Of one deck, 46 cards burnt leave six; 47 leave five, with which no coup begins."""
    deck = [rank for rank in ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A") for _ in range(4)]
    for burnt, coups in ((46, 1), (47, 0)):
        (shoe,) = dealt(tmp_path, f"[{' '.join(deck[:burnt])}] {' '.join(deck[burnt:])}\n")
        assert [sum(coup.left) for coup in shoe.coups] == [6] * coups
        if not coups:
            assert shoe.rejected[0].reason.startswith("cards: '2 A A A A' come when only 5 cards are left: odds need 6")


def test_a_line_of_burnt_cards_alone_is_a_shoe_without_coups(tmp_path: Path) -> None:
    assert dealt(tmp_path, "  [9 9]  \n") == [DealtBlock([], [], 10)]
    assert dealt(tmp_path, " \t\n\n") == [DealtBlock([], [], 4)]
