"""What stands behind the figures of the tables that answer no question of the notation, by table and column.

Other numbers without a question say what a row is about, such as the decks, or what a source printed.
"""

import csv
import io
import re
from collections.abc import Sequence

from exact.answers.table import Exactness
from exact.questions.quantities import CERTIFIED, CHANGED, DEALS, LISTED, SOLVED
from exact.questions.standing import THEOREMS
from exact.questions.subjects import OUTCOMES

Record = tuple[str, ...]  # row, column, question, id, value, exactness and standing, as in the file of figures
_PROVED = {theorem.name: theorem.text for theorem in THEOREMS}
_SIMULATED, _ONCE = "simulated, standard error", "computed once"
_DEALT, _COUPS = "sums over cards used, every coup after every coup", "formula, every sequence of coups"
BEHIND: dict[str, tuple[str, str]] = {
    "baccara-banque": ("(both|first|second|neither) draws?.*|.*(agreeing|alone)", f"computed twice: {CERTIFIED}"),
    "baccara-banque-stakes": ("from|begins.*|value there|.* draws?|need not.*", f"computed twice: {CERTIFIED}"),
    "banker-streak": ("as dealt|difference|standard error", f"computed twice: {_DEALT}"),
    "chemin-de-fer-commission": ("from|to|begins.*|.* draws|value.*", f"computed twice: {SOLVED}"),
    "chemin-de-fer-formulas": ("numerator|denominator|limit", _PROVED["chemin_de_fer"]),
    "closed-form-expansions": ("1/d.*", "computed twice: division of polynomials, series"),
    "closed-forms": (r"d|d\^.|1|denominator", "computed twice: polynomial in the decks, prices of full decks"),
    "coefficients": ("punto|banco|tie", _PROVED["polynomial"]),
    "commission-ranges": (".* stakes?|stakes .*", "computed twice: formula, every stake"),
    "coup-correlations": ("correlation", f"computed twice: {_DEALT}"),
    "cut-card": (f"coups|({'|'.join(OUTCOMES)}).*", f"computed twice: {_DEALT}"),
    "cut-card-shoes": ("estimate|.*standard errors?", _SIMULATED),
    "next-given-cards-used": (f"probability|({'|'.join(OUTCOMES)}).*", f"computed twice: {_DEALT}"),
    "one-deck-shoe": (
        "at .*|if independent|difference",
        "computed twice: every composition, every order of small shoes",
    ),
    "otto-mazzi-standing": ("best by .*", f"computed twice: {DEALS}"),
    "outcomes-6-and-8-decks": ("fraction|probability", f"computed twice: {DEALS}"),
    **dict.fromkeys(
        [f"perfect-{of}-{decks}-decks" for of in ("play", "pairs") for decks in (6, 8)],
        ("compositions", f"computed twice: {LISTED}"),
    ),
    "promotions": ("|".join(OUTCOMES), f"computed twice: {_COUPS}"),
    "published-last-digits": ("figures|too .*", _ONCE),
    "published-simulations": ("found|standard error", _SIMULATED),
    "punto-choices": ("against the best banco", _ONCE),
    "runs": (".*, a tie counts", f"computed twice: {_COUPS}"),
    "sessions": (r"\d+ %", f"computed twice: {_COUPS}"),
    "shoe-numbers": ("estimate|excess.*|.*standard errors?", _SIMULATED),
    "streaks": ("probability|difference|standard error", _SIMULATED),
    "study-edges": ("coups|.*to .*|over .*", Exactness.SIMULATED),
    "study-gains": (".*error|frequency|mean .*|gain .*", _SIMULATED),
    "study-penetration": (".*error|positive|mean edge|(its )?per 100|count bets|its edge", _SIMULATED),
    "tableau-best-replies": ("expectation|gain.*|decimal", f"computed twice: {CHANGED}"),
}
"""For each table its columns of such figures, as a pattern, and what stands behind them."""


def records_of(table_id: str, table: str, asked: Sequence[Record]) -> list[Record]:
    """The records of all figures in a table's CSV, of which ``asked`` are those that answer questions."""
    columns, behind = BEHIND.get(table_id, ("", ""))
    found, answered = list(asked), {record[:2] for record in asked}
    for number, row in enumerate(csv.DictReader(io.StringIO(table)), start=1):
        is_simulated = any(cell for head, cell in row.items() if head.endswith("error"))
        is_proved = table_id == "closed-forms" and row["bet"] in OUTCOMES
        standing = _SIMULATED if is_simulated else _PROVED["closed_forms"] if is_proved else behind
        known = Exactness.BOUNDS if "at least" in row else Exactness.EXACT
        exactness = Exactness.SIMULATED if standing.startswith(Exactness.SIMULATED) else known
        for head, cell in row.items():
            if cell and (str(number), head) not in answered and re.fullmatch(columns, head):
                found.append((str(number), head, "", "", cell, exactness, standing))
    return sorted(found, key=lambda record: int(record[0]))
