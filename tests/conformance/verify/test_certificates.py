"""The certificate of an engine: what it says, in both forms, and where it cannot be written."""

import shutil
import subprocess
from pathlib import Path

import pytest
from support.scripted_engines import TWO, Verified, hello, one_blank

from exact.conformance.vectors.engine import answer

ANSWERS = [{"id": f"v-{number}", **answer(request)} for number, request in enumerate(TWO)]
DATE = ("--date", "2026-11-22")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("suffix", [".md", pytest.param(".tex", marks=pytest.mark.slow)])
def test_a_certificate_is_one_page_with_what_the_engine_claims_and_the_date_that_was_given(
    suffix: str, results: Verified
) -> None:
    engine, file = (
        hello(kinds=["outcomes", "coup"], rules=["standard", "classic-it", "castle-vaduz"]),
        Path(f"c{suffix}"),
    )
    texts = []
    for _ in range(2):
        assert results([engine, *ANSWERS], "--certificate", str(file), *DATE).code == 0
        texts.append(file.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    claims = "exact; any shoe, by values; outcomes, coup; rules standard, classic-it, castle-vaduz"
    for fact in ("Conformance of test", "2026-11-22", claims, "ab" * 32, "conforms on 2 of 2 questions"):
        assert fact in texts[0].replace(r"\allowbreak{}", "")
    if suffix == ".md":
        assert "| precision | exact |" in one_blank(texts[0])
    elif shutil.which("pdflatex"):
        words = ["pdflatex", "-interaction=batchmode", "-halt-on-error", file.name]
        subprocess.run(words, check=True, capture_output=True, timeout=120)
        assert b"(1 page" in Path("c.log").read_bytes()


def test_a_certificate_in_italian_and_without_a_handshake(results: Verified) -> None:
    """What the engine claims is known from its handshake only."""
    for entries, claims in (([hello(), *ANSWERS], True), (ANSWERS, False)):
        assert results(entries, "--certificate", "c.md", *DATE, "--lang", "it").code == 0
        text = Path("c.md").read_text(encoding="utf-8")
        assert text.startswith("# Conformità di ")
        assert "conforme; risposte giuste: 2 su 2 domande" in text
        assert ("; outcomes; " in text) is claims


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--certificate", "c.pdf", *DATE), "certificate: 'c.pdf' must be the name of a file that ends in .md or .tex"),
        (
            ("--certificate", "no/c.md", *DATE),
            "certificate: 'no/c.md' cannot be written: it is a folder, or its folder does not exist",
        ),
        (("--certificate", "folder.md", *DATE), "certificate: 'folder.md' cannot be written"),
        (("--certificate", "c.md"), "date: 'nothing' is given: a certificate needs --date, such as 2026-11-22"),
        (("--certificate", "c.md", "--date", "22.11.2026"), "date: '22.11.2026' must be a date such as 2026-11-22"),
        (("--certificate", "c.md", "--date", "2026-02-30"), "date: '2026-02-30' must be a date such as 2026-11-22"),
        (("--certificate", "c.md", *DATE, "--smoke"), "needs the whole set"),
        (DATE, "name its file with --certificate"),
        (("--digits", "3", "--decimals", "4"), "--decimals: not allowed with argument --digits"),
        (("--decimals", "16"), "decimals: 16 must be a whole number from 1 to 15"),
        (("--certificate", "c.md", "--date", "20261122"), "date: '20261122' must be a date such as 2026-11-22"),
    ],
)
def test_what_cannot_become_a_certificate(words: tuple[str, ...], message: str, results: Verified) -> None:
    Path("folder.md").mkdir()
    assert message in results(ANSWERS, *words).refused()
    assert not Path("c.md").exists()


def test_a_certificate_says_how_exact_floating_answers_had_to_be(results: Verified) -> None:
    deals = [sum(map(int, answer(request)["counts"].values())) for request in TWO]
    shares = [
        {name: round(int(count) / whole, 3) for name, count in answer(request)["counts"].items()}
        for request, whole in zip(TWO, deals, strict=True)
    ]
    given = [{"id": f"v-{number}", "probabilities": share} for number, share in enumerate(shares)]
    for words, text in ((("--decimals", "3"), "rounded to 3 decimals"), (("--digits", "2"), "2 significant digits")):
        assert results([hello(arithmetic="floating"), *given], "--certificate", "c.md", *DATE, *words).code == 0
        assert f"| precision | {text} |" in one_blank(Path("c.md").read_text(encoding="utf-8"))


def test_a_certificate_for_which_the_disk_has_no_room(results: Verified) -> None:
    Path("c.md").symlink_to("/dev/full")
    ran = results(ANSWERS, "--certificate", "c.md", *DATE)
    assert (ran.code, ran.err) == (2, "exact: certificate: 'c.md' cannot be written: No space left on device\n")
