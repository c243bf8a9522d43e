"""The published figures that the proof in tests/proof is about, as files of Coq data."""

import csv
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path

from proof_bets import catalogue_text, in_brackets

from exact.analysis.closed_form import ClosedForm
from exact.analysis.equilibrium.every_deck import every_deck
from exact.analysis.equilibrium.game import MODELS, Hand, Model
from exact.analysis.equilibrium.solutions import Profile, equilibrium
from exact.bets.payoffs import main_bets
from exact.engine.compiler import compiled
from exact.engine.forms import in_decks
from exact.engine.outcomes import count_outcomes
from exact.game import SUITS, Outcome
from exact.game.shoe import Shoe
from exact.publication.chapters.decisions import DECKS as SOLVED_DECKS
from exact.publication.chapters.decisions import SOLVED
from exact.rules import NO_THIRD, STANDARD, Matrix, Tableau, rules_named
from exact.rules.documents import interpretation, reading_ids

ROOT = Path(__file__).parents[1]
PROOF = ROOT / "tests" / "proof"
ENGINE = PROOF / "engine"
"""What Coq writes (`proved.ml`) and its line protocol (`main.ml`)."""
COEFFICIENTS = ROOT / "tables" / "coefficients.csv"
CLOSED_FORMS = ROOT / "tables" / "closed-forms.csv"
DECKS = (6, 8)
"""The full shoes whose counts are proved for each drawing table."""

COEFFICIENTS_TEXT = """\
(** tables/coefficients.csv, sha256 {digest}; written by scripts/generate.py proof. *)

From Coq Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

(** Six values, and how many of their orders punto wins, banco wins, and end in a tie. *)
Definition coefficients : list (list nat * (N * N * N)) := [
{coefficients}
].
"""

PUBLISHED_TEXT = """\
(** Published figures other than the coefficients; written by scripts/generate.py proof. *)

From Coq Require Import NArith ZArith List String.
Import ListNotations.
Open Scope string_scope.
Open Scope N_scope.

(** The drawing tables of the documents' readings: the names of the readings, the letters of punto and of banco, those of banco
    against a final total, how many cards of value 0 in a deck are told apart, and the counts of punto, banco and the tie in six
    decks and in eight. *)
Definition readings :
  list (list string * string * list string * list (nat * list string) * N * (N * N * N) * (N * N * N)) := [
{readings}
].

(** The counts of punto, banco and the tie in d full decks: the coefficients of 1, d, d² … *)
Definition counts_in_decks : list Z * list Z * list Z := (
{counts}
)%Z.

(** tables/closed-forms.csv: the expectations of the bets on punto, banco and the tie.  What punto, banco and the tie pay and
    the stake, in the same unit; the coefficients of 1, d, d² … in the numerator; the constant of the denominator, and (a, b)
    for each of its factors a·d − b. *)
Definition expectations : list ((Z * Z * Z) * Z * list Z * Z * list (Z * Z)) := [
{expectations}
]%Z.
"""

EQUILIBRIA_TEXT = """\
(** The equilibria of tables/chemin-de-fer.csv and chemin-de-fer-formulas.csv; written by scripts/generate.py proof. *)

From Coq Require Import NArith ZArith List String.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.

(** For each model its equilibria: the first and the last number of decks d, and [None] if there is no last one.  Punto's lots,
    and for each of its hands those with which it draws.  Banco's lots, those with which it draws where it mixes, and for
    each of its hands what it does if punto has no third card, a 0, … a 9: draws (D), stands (S) or mixes (M).  The value to
    punto.  Numbers are coefficients of 1, d, d² … *)
Definition equilibria : list (string * list (N * option N * (list Z * list (list nat * list Z))
  * (list Z * list Z * list (list nat * string)) * (list Z * list Z))) := [
{equilibria}
].
"""


def proof_files() -> dict[Path, bytes]:
    """`Coefficients.v`, `Published.v` (drawing tables, counts, closed forms), bets, equilibria, and the engine's digests."""
    table = COEFFICIENTS.read_bytes()
    _, *rows = csv.reader(table.decode().splitlines())
    coefficients = ";\n".join(f"({in_brackets(multiset)}%nat, {_tuple(ways)})" for multiset, *ways in rows)
    texts = {
        "Coefficients.v": COEFFICIENTS_TEXT.format(digest=hashlib.sha256(table).hexdigest(), coefficients=coefficients),
        "Published.v": PUBLISHED_TEXT.format(
            readings=";\n".join(_readings()),
            counts=",\n".join(_counts_in_decks()),
            expectations=";\n".join(_expectations()),
        ),
        "Catalogue.v": catalogue_text(),
        "Equilibria.v": EQUILIBRIA_TEXT.format(equilibria=";\n".join(_equilibria())),
    }
    digests = (
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(ENGINE.glob("*.ml*"))
    )
    texts[f"{ENGINE.name}/SHA256SUMS"] = "".join(digests)
    return {PROOF / name: text.encode() for name, text in texts.items()}


def _readings() -> Iterator[str]:
    names: dict[Tableau, list[str]] = {}
    for name in reading_ids():
        names.setdefault(interpretation(name).rules().tableau, []).append(name)
    for tableau, equal in names.items():
        against = (_tuple([f"{total}%nat", _texts(matrix)]) for total, matrix in tableau.against)
        told_apart, matrix = _by_kind(tableau)
        of_decks = [count_outcomes(Shoe.of_decks(decks), tableau) for decks in DECKS]
        counts = (_tuple(counted[side] for side in Outcome) for counted in of_decks)
        yield _tuple([_texts(equal), f'"{tableau.punto}"', _texts(matrix), in_brackets(against), told_apart, *counts])


def _by_kind(tableau: Tableau) -> tuple[int, Matrix]:
    """How many cards of value 0 in a deck banco distinguishes, and its matrix, with a column for them before the last."""
    if not tableau.ranks:
        return 0, tableau.matrix
    (_, others), (ranks, own) = tableau.by_rank()
    rows = zip(others.matrix, own.matrix, strict=True)
    return len(SUITS) * len(ranks), tuple(row[:NO_THIRD] + told_apart[0] + row[NO_THIRD:] for row, told_apart in rows)


def _texts(texts: Iterable[str]) -> str:
    return in_brackets(f'"{text}"' for text in texts)


def _counts_in_decks() -> Iterator[str]:
    rules = rules_named(STANDARD)
    for side in Outcome:
        bet = main_bets(rules)[side.value]
        yield in_brackets(in_decks(compiled(bet, rules.tableau))[bet.categories.index("win")])


def _expectations() -> Iterator[str]:
    with CLOSED_FORMS.open(encoding="utf-8", newline="") as file:
        rows = {row["bet"]: row for row in csv.DictReader(file)}
    for bet in Outcome:
        wins = rules_named(STANDARD).net_wins[bet]
        unit = lcm(*(win.denominator for win in wins.values()))
        row = rows[bet.value]
        pays = _tuple(wins[side] * unit for side in Outcome)
        numerator = in_brackets(row[power] for power in ("1", "d", "d^2", "d^3", "d^4", "d^5"))
        constant = row["denominator"].partition(" ")[0]
        factors = re.findall(r"\((\d+)d−(\d+)\)", row["denominator"])
        yield _tuple([pays, unit, numerator, constant, in_brackets(map(_tuple, factors))])


def _equilibria() -> Iterator[str]:
    always = _of_decks(MODELS["A1"], 1, "None")  # with replacement the number of decks does not matter
    yield _tuple(['"A1"', f"[\n{always}\n]"])
    for name in SOLVED:
        printed = [_of_decks(MODELS[name], decks, f"Some {decks}%N") for decks in SOLVED_DECKS]
        for era in every_deck(MODELS[name]).eras:
            last = "None" if era.last is None else f"Some {era.last}%N"
            printed.append(_equilibrium(era.first, last, era.example, [era.punto, era.banco, era.value]))
        yield _tuple([f'"{name}"', "[\n" + ";\n".join(printed) + "\n]"])


def _of_decks(model: Model, decks: int, last: str) -> str:
    solution = equilibrium(model, Shoe.of_decks(decks))
    punto, banco = (draws for draws in (*solution.punto, *solution.banco) if 0 < draws < 1)
    numbers = (number.as_integer_ratio() for number in (punto, banco, solution.value))
    return _equilibrium(decks, last, solution, [ClosedForm((part,), (whole,)) for part, whole in numbers])


def _equilibrium(first: int, last: str, example: Profile, forms: Sequence[ClosedForm]) -> str:
    """The decisions of an example, with the probabilities of drawing of punto and of banco, and the value."""
    punto, banco, value = ((in_brackets(form.numerator), in_brackets(form.denominator)) for form in forms)
    return _tuple([f"{first}%N", last, _punto(example, *punto), _banco(example, *banco), _tuple(value)])


def _punto(example: Profile, mixes: str, lots: str) -> str:
    taken = {Fraction(0): "[]", Fraction(1): lots}
    hands = zip(example.game.choices, example.punto, strict=True)
    return _tuple(
        [lots, in_brackets(_tuple([f"{in_brackets(hand)}%nat", taken.get(draws, mixes)]) for hand, draws in hands)]
    )


def _banco(example: Profile, mixes: str, lots: str) -> str:
    letters, rows = {Fraction(0): "S", Fraction(1): "D"}, dict[Hand, str]()
    for place, draws in zip(example.game.sets, example.banco, strict=True):
        rows[place.hand] = rows.get(place.hand, "") + letters.get(draws, "M")
    return _tuple(
        [lots, mixes, in_brackets(_tuple([f"{in_brackets(hand)}%nat", f'"{row}"']) for hand, row in rows.items())]
    )


def _tuple(items: Iterable[object]) -> str:
    return f"({', '.join(map(str, items))})"
