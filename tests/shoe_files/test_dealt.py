"""Dealt shoes, a line each: the cards that are left before every coup, and what is said of a line that is none."""

from pathlib import Path
from unittest.mock import patch

import pytest

from exact.rules.documents import interpretation
from exact.shoe_files.reading import DealtShoe, dealt_shoes

ONE_DECK = (16, *[4] * 9)


def dealt(tmp_path: Path, data: str | bytes, decks: int = 1, longest_line: int = 100) -> list[DealtShoe]:
    path = tmp_path / "dealt.txt"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    with patch("exact.shoe_files.reading.LONGEST_LINE", longest_line):
        return list(dealt_shoes(path, decks, interpretation("standard")))


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
    first, second, third = dealt(tmp_path, "\ufeff8 9 A J\n8 9 A J\n\ufeff8 9 A J\n")
    assert [len(shoe.coups) for shoe in (first, second, third)] == [1, 1, 0]
    assert not first.rejected
    assert third.rejected[0].line == 3


def test_how_far_the_file_is_read(tmp_path: Path) -> None:
    lines = ["8 9 A J\r\n", "\n", f"{'9 ' * 30}\n", "8 9 A J"]
    shoes = dealt(tmp_path, "".join(lines), longest_line=50)
    assert [shoe.done for shoe in shoes] == [9, 9 + 1 + 61, 9 + 1 + 61 + 7]
    assert [[coup.line for coup in shoe.coups] for shoe in shoes] == [[1], [], [4]]
    (rejected,) = shoes[1].rejected
    assert (rejected.line, rejected.row) == (3, "9 " * 20)
    assert rejected.reason == f"cards: '{'9 ' * 20}' begins a line of over 50 bytes"


@pytest.mark.parametrize(("length", "fits"), [(20, True), (21, False), (40, False), (41, False)])
def test_the_longest_line(tmp_path: Path, length: int, fits: bool) -> None:
    line = f"8 9 A J{' ' * (length - 8)}\n"
    assert len(line) == length
    first, second = dealt(tmp_path, f"{line}8 9 A J\n", longest_line=20)
    assert (len(first.coups), len(first.rejected)) == ((1, 0) if fits else (0, 1))
    assert (second.coups[0].line, second.done) == (2, length + 8)
    assert [bad.row for bad in first.rejected] == ([] if fits else [line[:21]])


def test_odds_need_six_cards(tmp_path: Path) -> None:
    """Of one deck, 46 cards burnt leave six; 47 leave five, with which no coup begins."""
    deck = [rank for rank in ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A") for _ in range(4)]
    for burnt, coups in ((46, 1), (47, 0)):
        (shoe,) = dealt(tmp_path, f"[{' '.join(deck[:burnt])}] {' '.join(deck[burnt:])}\n", longest_line=1000)
        assert [sum(coup.left) for coup in shoe.coups] == [6] * coups
        if not coups:
            assert shoe.rejected[0].reason.startswith("cards: '2 A A A A' come when only 5 cards are left: odds need 6")


def test_a_line_of_burnt_cards_alone_is_a_shoe_without_coups(tmp_path: Path) -> None:
    assert dealt(tmp_path, "  [9 9]  \n") == [DealtShoe([], [], 10)]
    assert dealt(tmp_path, " \t\n\n") == []
