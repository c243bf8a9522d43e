"""exact verify: its four commands, in every format."""

import io
import subprocess
import sys

import pytest
from support import Command

STYLES = ["text", "markdown", "latex", "csv", "json"]


@pytest.mark.parametrize("style", STYLES)
def test_a_stream_in_every_format(style: str, exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"punto\nbanco\ntie\n")))
    ran = exact("verify", "stream", "--decks", "8", "--every", "2", "--format", style)
    assert (ran.code, ran.err) == (0, "")
    assert "conforms" in ran.out
    assert ("watching" in ran.out) == (style in ("text", "json"))


def test_a_stream_in_italian(exact: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"punto\nbanco\ntie\n")))
    first, *__, last = exact("verify", "stream", "--decks", "8", "--every", "2", "--lang", "it").out.splitlines()
    assert (first.split(":")[0], first.split(", ")[-1]) == ("2 colpi", "in osservazione")
    assert last.startswith("3 colpi: ")
    assert "conforme" in last


@pytest.mark.slow
def test_a_rejection_keeps_its_exit_code_where_nobody_reads_it() -> None:
    command = (
        f"yes tie | head -1000 | {sys.executable} -m exact verify stream --decks 8 | true; echo ${{PIPESTATUS[2]}}"
    )
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert (ran.stdout, ran.stderr) == ("1\n", "")


def test_each_command_has_its_own_options(exact: Command) -> None:
    has = {name: exact("verify", name, "--help").out for name in ("engine", "results", "simulated", "stream")}
    for option, names in (
        ("--smoke", {"engine", "results"}),
        ("--timeout", {"engine"}),
        ("--level", {"simulated", "stream"}),
        ("--every", {"stream"}),
    ):
        assert {name for name, text in has.items() if f"  {option} " in text or f"  {option}\n" in text} == names
