"""Joint distributions: two classifications of the same coup, counted exactly for any shoe.

A classification is a bet or an expression of the language of bets, such as ``punto_total`` or ``punto_natural``.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from exact.analysis.pricing import correlation_squared, covariance
from exact.bets.bet import Bet, Classification
from exact.bets.catalogue import every_bet
from exact.bets.coups import coups_of
from exact.bets.expression import Expression, evaluate_expression, parse_definition
from exact.bets.knowledge import NOTHING, Knowledge
from exact.bets.payoffs import bet_under
from exact.bets.vocabulary import CARD_NAMES, CONSTANTS, POSITIONAL, VALUE_NAMES, known_names
from exact.engine import one_shoe
from exact.errors import ExactError
from exact.escapes import printable
from exact.game.shoe import Shoe
from exact.lazy import Integers, np
from exact.names import canonical, matches
from exact.records import Record
from exact.rules import Rules, Tableau

MAX_VALUES = 200
_VALUE = "value"
_HYPHENATED = re.compile(r"[a-zA-Z0-9]+(-[a-zA-Z0-9]+)+")

Label = int | str


class Variable(NamedTuple):
    """A classification of coups with a label for each category, in order."""

    text: str
    labels: tuple[Label, ...]
    """The values of an expression in ascending order (0 and 1 for a condition), or the names of a bet's categories."""
    classification: Classification
    values: tuple[Fraction, ...]
    """The number that each category stands for: the expression's value, or the bet's payoff."""


class JointDistribution(Record):
    """The joint distribution of two classifications: padded deals of each pair of labels out of ``deals``."""

    first: Variable
    second: Variable
    counts: dict[tuple[Label, Label], int]  #: In the order of the labels, without pairs that cannot happen
    deals: int

    def __repr__(self) -> str:
        return f"<Joint of {printable(self.first.text, 35)} and {printable(self.second.text, 35)}>"

    def labels(self) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
        """The labels of each classification that can happen."""
        rows, columns = ({pair[side] for pair in self.counts} for side in (0, 1))
        return (
            tuple(label for label in self.first.labels if label in rows),
            tuple(label for label in self.second.labels if label in columns),
        )

    def probability(self, row: Label, column: Label) -> Fraction:
        """The probability of a pair of labels; 0 where it cannot happen."""
        return Fraction(self.counts.get((row, column), 0), self.deals)

    def covariance(self, first: int = 0, second: int = 1) -> Fraction:
        """The covariance of two of the variables, 0 or 1 each."""
        sides = self.first, self.second
        indices = [{label: index for index, label in enumerate(side.labels)} for side in sides]
        joint = Counter[tuple[int, int]]()
        for pair, deals in self.counts.items():
            joint[indices[first][pair[first]], indices[second][pair[second]]] += deals
        return covariance(sides[first].values, sides[second].values, joint, self.deals)

    def correlation_squared(self) -> Fraction | None:
        """The signed square of the correlation of the variables; `None` if one of them does not vary."""
        return correlation_squared(self.covariance(), self.covariance(0, 0), self.covariance(1, 1))


def variable_of_expression(text: str, tableau: Tableau, parameter: str = "expression") -> Variable:
    """The classification by an expression; raises `ExactError` for one outside the language or of too many values."""
    expression, _ = parse_definition(text, known_names(), parameter)
    values = sorted(_possible_values(expression, tableau, parameter))
    texts = [f"{_VALUE} == {value}" for value in values]
    conditions = tuple(Expression(text, ast.parse(text, mode="eval").body, frozenset({_VALUE})) for text in texts)
    classification = Classification(conditions, {_VALUE: expression})
    return Variable(expression.text, tuple(values), classification, tuple(map(Fraction, values)))


def variable_of_bet(bet: Bet) -> Variable:
    """The classification by the categories of a bet."""
    return Variable(bet.name, bet.categories, bet.classification, bet.payoffs())


def variable_named(text: str, rules: Rules, parameter: str) -> Variable:
    """The bet of this name, unless the language has the same name; else the expression."""
    hyphenated = _HYPHENATED.fullmatch(text) and not set(text.split("-")) & known_names().keys()
    base = text.partition(":")[0]
    is_bet = matches(base, every_bet()) and canonical(base, known_names()) not in known_names()
    if ".toml" in text or hyphenated or is_bet:
        return variable_of_bet(bet_under(text, rules))
    return variable_of_expression(text, rules.tableau, parameter)


def count_jointly(
    first: Variable, second: Variable, shoe: Shoe, tableau: Tableau, known: Knowledge = NOTHING
) -> JointDistribution:
    """The joint distribution; raises `ExactError` for a shoe too coarse, and for too many pairs of categories."""
    name = f"{first.text} and {second.text}"
    both = first.classification, second.classification
    width = second.classification.categories
    counts: dict[tuple[Label, Label], int] = {}
    for joint, deals in sorted(one_shoe.count_jointly(both, shoe, tableau, name, known).items()):
        if deals:
            counts[first.labels[joint // width], second.labels[joint % width]] = deals
    return JointDistribution(first, second, counts, sum(counts.values()))


def _possible_values(expression: Expression, tableau: Tableau, parameter: str) -> set[int]:
    """Every value of an expression, perhaps with some impossible ones if ranks or suits decide it."""

    def of(node: ast.expr) -> set[int]:
        values = set[int]()
        for value in unbounded(node):
            values.add(value)
            if len(values) > MAX_VALUES:
                bound = f"may have more than {MAX_VALUES} values, the bound: ask about fewer cards, or for a condition"
                raise ExactError(parameter, expression.text, bound)
        return values

    def unbounded(node: ast.expr) -> Iterable[int]:
        names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        if not names & CARD_NAMES.keys():
            return values_taken(node, frozenset(names), tableau)
        match node:
            case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return 0, 1
            case ast.Name(id=name):
                # a rank is 1 to 13, a card not dealt −1, a count at most 6
                return (0, 1) if CARD_NAMES[name].condition else range(-1, 14)
            case ast.UnaryOp(operand=operand):
                return (-value for value in of(operand))
        assert isinstance(node, ast.BinOp)
        pairs = product(of(node.left), of(node.right))
        # both sides are known, so that no name is looked up
        return (evaluate_expression(node, int, {node.left: first, node.right: second}) for first, second in pairs)

    return of(expression.tree)


def values_taken(node: ast.expr, names: frozenset[str], tableau: Tableau) -> set[int]:
    """Every value that an expression of ``names`` which point values decide takes on the coups of a tableau."""
    columns = coups_of(tableau, bool(names & POSITIONAL)).values.T

    def lookup(name: str) -> Integers:
        return np.full(1, CONSTANTS[name][0]) if name in CONSTANTS else VALUE_NAMES[name].compute(columns)

    return set(np.unique(evaluate_expression(node, lookup)).tolist())
