"""The audit: every published figure that has an exact value, and the verdict on it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from exact.lazy import tomllib
from exact.literature.bet_claims import bet_claims
from exact.literature.conditional_claims import conditional_claims
from exact.literature.main_claims import Claim, main_bet_claims
from exact.literature.published import PublishedFigure, published_figures
from exact.literature.verdict import PrintedFigure, Verdict, judge

REVIEWED_FILE = Path(__file__).with_name("reviewed.toml")
UNJUDGED_FILE = Path(__file__).with_name("unjudged.csv")


class Audited(NamedTuple):
    """A published figure, its claim, and the verdict."""

    figure: PublishedFigure
    claim: Claim
    exact: dict[int | None, Fraction]
    """The exact values by deck count (`None`: the infinite shoe); several if the source states several or none."""
    verdict: Verdict


class Unjudged(NamedTuple):
    """A published row without an exact value: a rule, a pay table, a result of a simulation."""

    id: str
    kind: str
    remark: str
    """What is wrong with it; empty if nothing is."""


def audit(claims: Mapping[str, Claim]) -> list[Audited]:
    """The verdict on each published figure whose id is in ``claims``, in the order of the literature file."""
    return [_audited(figure, claims[figure.id]) for figure in published_figures() if figure.id in claims]


def full_audit() -> list[Audited]:
    """The verdict on every figure with an exact value: main bets, other bets, probabilities given two-card totals."""
    return [entry for claims in (main_bet_claims(), bet_claims(), conditional_claims()) for entry in audit(claims)]


def unreviewed(audited: Iterable[Audited]) -> list[str]:
    """The ids of the figures that disagree and have no reviewed reason."""
    return [entry.figure.id for entry in audited if entry.verdict.disagrees and entry.verdict.reason is None]


def _audited(figure: PublishedFigure, claim: Claim) -> Audited:
    exact = {decks: value for decks in figure.possible_decks if (value := claim.exact(decks)) is not None}
    verdict = judge(PrintedFigure.parse(figure.value, figure.id), exact, figure.guessed_decks)
    reason = reviewed().get(figure.id) if verdict.disagrees else None
    verdict = verdict._replace(actual_kind=claim.actual_kind, remark=claim.remark, reason=reason)
    return Audited(figure, claim, exact, verdict)


@cache
def reviewed() -> dict[str, str]:
    """The reviewed reasons for disagreement, by the id of the figure."""
    return {figure_id: entry["reason"] for figure_id, entry in tomllib.loads(REVIEWED_FILE.read_text("utf-8")).items()}


@cache
def unjudged() -> dict[str, Unjudged]:
    """The rows of the literature file that get no verdict, by their ids."""
    with UNJUDGED_FILE.open(encoding="utf-8", newline="") as file:
        return {row["id"]: Unjudged(**row) for row in csv.DictReader(file)}
