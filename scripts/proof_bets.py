"""The catalogue of bets in the language of tests/proof/BetLanguage.v, with the published counts and the house edges."""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from math import lcm, perm

from exact.bets.bet import Bet
from exact.bets.catalogue import catalogue
from exact.bets.expression import Expression
from exact.bets.vocabulary import CONSTANTS, EARLY, VALUE_NAMES
from exact.engine.one_shoe import count_categories
from exact.game.shoe import Shoe
from exact.rules import standard_tableau

ON_RANKS = VALUE_NAMES.keys() | {"tens", "jacks", "queens", "kings", "court_cards"}
ON_RANKS |= {f"{side}_{word}" for side in ("punto", "banco") for word in ("pair", "rank_1", "rank_2", "rank_3")}
"""The names of the language of bets that the ranks of cards decide."""
DECKS = (6, 8)
"""The full shoes whose counts are proved for each bet."""

CATALOGUE_TEXT = """\
(** The bets of the catalogue with what is published of them; written by scripts/generate.py proof. *)

From Coq Require Import NArith ZArith List.
Require Import Bets.
Import ListNotations Language.
Open Scope Z_scope.
Open Scope language_scope.
"""
GROUP_TEXT = """\

(** The bets that {meaning} decide. *)
Definition bets_on_{group} : list bet := [
{bets}
].
"""

GROUPS = {
    "values": ("point values", VALUE_NAMES.keys()),
    "punto_cards": ("punto's first two cards", {name for name in EARLY if name.startswith("punto_")}),
    "banco_cards": ("banco's first two cards", {name for name in EARLY if name.startswith("banco_")}),
    "first_ranks": ("the ranks of the first four cards", EARLY & ON_RANKS),
    "ranks": ("the ranks of all cards", ON_RANKS),
    "suits": (
        "point values, and whether a side's cards are in one suit,",
        {*VALUE_NAMES, "punto_suited", "banco_suited"},
    ),
    "colours": ("point values and the colour, if all cards have one,", {*VALUE_NAMES, "one_colour", "punto_colour_1"}),
    "patterns": (
        "ranks and patterns of the first four cards",
        {name for name in EARLY if "rank_" in name or "(first_four)" in name},
    ),
    "perfect_pairs": ("perfect pairs of both sides", {"punto_perfect_pair", "banco_perfect_pair"}),
    "first_suits": (
        "values and suits of the first four cards",
        {name for name in EARLY if re.search("value|suit_", name)},
    ),
}
"""The groups of bets, each with the names that they may use; a bet belongs to the first that has all of its names."""


def catalogue_text() -> str:
    """`Catalogue.v`: every bet of the catalogue."""
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for bet in catalogue().values():
        names = bet.classification.names() - CONSTANTS.keys()
        own = [group for group, (_, known) in GROUPS.items() if names <= known]
        if own:
            groups[own[0]].append(_bet(bet))
    texts = (
        GROUP_TEXT.format(meaning=GROUPS[group][0], group=group, bets=";\n".join(bets))
        for group, bets in groups.items()
    )
    return CATALOGUE_TEXT + "".join(texts)


def _bet(bet: Bet) -> str:
    definitions = bet.classification.definitions
    conditions = (_written(condition.tree, definitions) for condition in bet.classification.conditions)
    counts = [count_categories(bet, Shoe.of_decks(decks), standard_tableau()) for decks in DECKS]
    fields = [
        "conditions := [\n  " + ";\n  ".join(conditions) + "]",
        *(f"counts_{decks} := {in_brackets(own)}%N" for decks, own in zip(DECKS, counts, strict=True)),
        f"pay_tables := {in_brackets(_pay_table(paid, counts) for paid in bet.pay_tables.values())}",
    ]
    return f"(* {bet.name} *)\n{{| " + ";\n  ".join(fields) + " |}"


def _pay_table(paid: tuple[Fraction, ...], counts: Iterable[Sequence[int]]) -> str:
    unit = lcm(*(pays.denominator for pays in paid))
    edges = (f"edge_{decks} := {_edge(paid, own, decks)}" for decks, own in zip(DECKS, counts, strict=True))
    return f"\n  {{| unit := {unit}; pays := {in_brackets(pays * unit for pays in paid)}; {'; '.join(edges)} |}}"


def _edge(paid: tuple[Fraction, ...], counts: Sequence[int], decks: int) -> str:
    won = sum((pays * count for pays, count in zip(paid, counts, strict=True)), start=Fraction(0))
    edge = -won / perm(52 * decks, 6)
    return f"({edge.numerator}, {edge.denominator})"


def _written(tree: ast.expr, definitions: Mapping[str, Expression]) -> str:
    plain = _Plain(definitions).visit(deepcopy(tree))
    text = ast.unparse(plain).replace("%", "mod")
    if not isinstance(plain, ast.Name):
        return text
    return f"Name ({text})" if "(" in text else f"Name {text}"


class _Plain(ast.NodeTransformer):
    """Replaces own names by what they stand for, and chains and lists by single comparisons."""

    def __init__(self, definitions: Mapping[str, Expression]) -> None:
        self.definitions = definitions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        own = self.definitions.get(node.id)
        replaced: ast.expr = self.visit(deepcopy(own.tree)) if own else node
        return replaced

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        operands = [self.visit(operand) for operand in (node.left, *node.comparators)]
        single = [_compared(*pair) for pair in zip(operands, node.ops, operands[1:], strict=False)]
        return single[0] if len(single) == 1 else ast.BoolOp(ast.And(), single)


def _compared(left: ast.expr, relation: ast.cmpop, right: ast.expr) -> ast.expr:
    if not isinstance(right, ast.Tuple | ast.List | ast.Set):
        return ast.Compare(left, [relation], [right])
    among = ast.BoolOp(ast.Or(), [ast.Compare(left, [ast.Eq()], [element]) for element in right.elts])
    return among if isinstance(relation, ast.In) else ast.UnaryOp(ast.Not(), among)


def in_brackets(items: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, items))}]"
