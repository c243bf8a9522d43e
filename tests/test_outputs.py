"""Files that the program writes: whole or not at all, and whatever stood under the name keeps its nature.

Expected are the rules of the system: a link is followed, a pipe is read by its reader, a mode belongs to its file.
"""

import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from support import Command, refusal

from exact.outputs import Output, check_output, write_file

SHOES = "c0,c1,c2,c3,c4,c5,c6,c7,c8,c9\n" + "4,1,1,1,1,1,1,1,1,1\n" * 2
WRITERS = {
    "game.efg": ("equilibrium", "--model", "A1", "--decks", "1", "--gambit"),
    "odds.csv": ("shoes", "shoes.csv", "--out"),
    "odds.jsonl": ("shoes", "shoes.csv", "--out"),
    "odds.parquet": ("shoes", "shoes.csv", "--out"),
    "verdicts.csv": ("audit", "figures.csv", "--out"),
}
Written = Callable[[str], bytes]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exact: Command) -> Written:
    """Run the command that writes this file, in a folder of its own; returns what it wrote."""
    monkeypatch.chdir(tmp_path)
    Path("shoes.csv").write_text(SHOES, encoding="ascii")
    Path("figures.csv").write_text('claim,printed\n"house edge of banco, 8 decks",1.06 %\n', encoding="ascii")

    def write(name: str) -> bytes:
        assert exact(*WRITERS[name], name).code == 0
        return Path(name).read_bytes() if Path(name).is_file() else b""

    return write


@pytest.mark.parametrize("name", WRITERS)
def test_a_link_is_followed_and_a_mode_is_kept(written: Written, name: str) -> None:
    plain = written(name)
    Path("elsewhere").mkdir()
    Path("elsewhere", "target").write_text("old", encoding="ascii")
    Path("elsewhere", "target").chmod(0o600)
    Path(name).unlink()
    Path(name).symlink_to("elsewhere/target")
    assert written(name) == plain
    assert Path(name).is_symlink()
    assert Path("elsewhere", "target").read_bytes() == plain
    assert stat.S_IMODE(Path("elsewhere", "target").stat().st_mode) == 0o600
    Path("elsewhere", "target").unlink()  # the link now leads nowhere, and the file is made where it points
    assert written(name) == plain
    assert os.listdir("elsewhere") == ["target"]


@pytest.mark.parametrize("name", WRITERS)
def test_a_pipe_is_written_and_stays_a_pipe(written: Written, name: str) -> None:
    plain = written(name)
    Path(name).unlink()
    os.mkfifo(name)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(Path(name).read_bytes()))
    reader.start()
    written(name)
    reader.join(10)
    assert read == [plain]
    assert stat.S_ISFIFO(os.stat(name).st_mode)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser makes devices")
def test_a_device_stays_a_device(tmp_path: Path) -> None:
    path = tmp_path / "null"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        write_file(path, "lost", "out")
    except PermissionError:
        pytest.skip("no devices in this container")
    assert stat.S_ISCHR(path.stat().st_mode)


@pytest.mark.parametrize("before", [None, b"old"])
def test_a_failed_run_changes_nothing(tmp_path: Path, before: bytes | None) -> None:
    path = tmp_path / "file"
    if before is not None:
        path.write_bytes(before)
    with suppress(KeyboardInterrupt), Output(path, "out") as output:
        output.write(b"half")
        output.file.flush()
        raise KeyboardInterrupt
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == ({} if before is None else {"file": before})


def test_what_cannot_be_written_is_named_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"

    def is_read_only(*_: object) -> None:
        raise OSError(30, "Read-only file system", ".exact-1234.partial")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", is_read_only)
        assert refusal(Output, path, "out") == f"out: '{path}' cannot be written: Read-only file system"
    monkeypatch.setattr("os.access", lambda *_: False)
    assert refusal(Output, path, "out") == f"out: '{path}' cannot be written: Permission denied"
    assert "it is a folder" in refusal(check_output, tmp_path, "out")
    path.symlink_to(path)
    assert "symbolic link" in refusal(Output, path, "out")
    path.unlink()
    assert "its folder does not exist" in refusal(check_output, tmp_path / "no" / "file", "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["null\0", "n" * 300])
def test_a_name_that_no_file_has_is_refused_at_every_door(name: str, tmp_path: Path, exact: Command) -> None:
    path = str(tmp_path / name)
    for words in ("audit", "shoes --out x.csv", "tables --check --out", "tables --pictures --check --out", "rules"):
        exact.refused(*words.split(), path)
    exact.refused("equilibrium", "--model", "A1", "--decks", "1", "--gambit", path)
