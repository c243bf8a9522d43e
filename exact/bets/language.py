"""The expression language of bets: names, numbers, comparisons, arithmetic, and/or/not and membership, nothing else.

An expression is parsed with `ast`, and every node must be on a short list; there is no attribute, no call, no power
and no name outside the vocabulary. It is then evaluated either over arrays of coups at once, or lazily for one coup,
where a name may raise because the cards it asks about are not known yet.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from exact.errors import ExactError, near_misses

MAX_LENGTH = 2000
MAX_DEPTH = 40
MAX_NUMBER = 10**6
_MAX_RESULT = 2**40

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
}


class Place(NamedTuple):
    """Where an expression stands, for errors."""

    text: str
    """The file and line, or the name of the bet."""

    def error(self, expression: str, bound: str, node: ast.AST | None = None) -> ExactError:
        """An `ExactError` that shows the expression and, if ``node`` is given, the column it starts at."""
        column = f" (column {node.col_offset + 1})" if node is not None and hasattr(node, "col_offset") else ""
        return ExactError(self.text, expression, f"{bound}{column}")


class Expression(NamedTuple):
    """A checked expression."""

    text: str
    tree: ast.expr
    names: frozenset[str]


class _Kind(NamedTuple):
    """What a node yields: a condition or a number, and a bound on its size."""

    condition: bool
    largest: int


def parse_condition(text: object, known: Mapping[str, bool], place: Place) -> Expression:
    """The condition written in ``text`` over the names in ``known`` (name: whether it is a condition).

    Raises `ExactError` that points at the place for anything outside the language.
    """
    expression, kind = _parse(text, known, place)
    if not kind.condition:
        raise place.error(expression.text, "is a number where a condition is needed")
    return expression


def parse_definition(text: object, known: Mapping[str, bool], place: Place) -> tuple[Expression, bool]:
    """The expression in ``text``, and whether it is a condition; errors as in `parse_condition`."""
    expression, kind = _parse(text, known, place)
    return expression, kind.condition


def _parse(text: object, known: Mapping[str, bool], place: Place) -> tuple[Expression, _Kind]:
    if not isinstance(text, str) or not text.strip():
        raise ExactError(place.text, text, "must be an expression in quotes")
    if len(text) > MAX_LENGTH:
        raise place.error(text, f"has {len(text)} characters; the bound is {MAX_LENGTH}")
    source = " ".join(text.split())
    try:
        tree = ast.parse(source, mode="eval").body
    except SyntaxError as error:
        raise place.error(source, f"cannot be read: {error.msg} (column {error.offset})") from None
    except (ValueError, RecursionError, MemoryError):
        raise place.error(source, "cannot be read: it is nested too deeply or holds an impossible character") from None
    checker = _Checker(source, known, place)
    kind = checker.kind(tree, 0)
    return Expression(source, tree, frozenset(checker.used)), kind


class _Checker:
    def __init__(self, source: str, known: Mapping[str, bool], place: Place) -> None:
        self.source = source
        self.known = known
        self.place = place
        self.used: set[str] = set()

    def refuse(self, node: ast.AST, bound: str) -> ExactError:
        return self.place.error(self.source, bound, node)

    def kind(self, node: ast.expr, depth: int) -> _Kind:
        if depth > MAX_DEPTH:
            raise self.refuse(node, f"is nested more than {MAX_DEPTH} deep")
        match node:
            case ast.Constant(value=bool()):
                return _Kind(True, 1)
            case ast.Constant(value=int() as number):
                if number > MAX_NUMBER:
                    raise self.refuse(node, f"holds a number over {MAX_NUMBER}")
                return _Kind(False, number)
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.BoolOp(values=operands) | ast.UnaryOp(op=ast.Not(), operand=ast.expr() as operands):
                for operand in operands if isinstance(operands, list) else [operands]:
                    self.condition(operand, depth)
                return _Kind(True, 1)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _Kind(False, self.kind(operand, depth + 1).largest)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
                return self.arithmetic(node, left, operator, right, depth)
            case ast.Compare(left=left, ops=operators, comparators=comparators):
                for comparison, right in zip(operators, comparators, strict=True):
                    self.comparison(node, comparison, right, depth)
                self.kind(left, depth + 1)
                return _Kind(True, 1)
        raise self.refuse(node, f"uses {_described(node)}, which the language of bets does not have")

    def name(self, node: ast.AST, name: str) -> _Kind:
        if name not in self.known:
            raise self.refuse(node, f"has no name {name!r}: {_suggestion(name, self.known)}")
        self.used.add(name)
        return _Kind(self.known[name], 64)

    def condition(self, node: ast.expr, depth: int) -> None:
        if not self.kind(node, depth + 1).condition:
            raise self.refuse(node, "has a number where a condition is needed")

    def arithmetic(self, node: ast.AST, left: ast.expr, operator: ast.operator, right: ast.expr, depth: int) -> _Kind:
        first, second = self.kind(left, depth + 1).largest, self.kind(right, depth + 1).largest
        if isinstance(operator, ast.FloorDiv | ast.Mod):
            if not (isinstance(right, ast.Constant) and right.value):
                raise self.refuse(node, "divides by something that is not a number other than 0")
            return _Kind(False, max(first, second))
        largest = first * second if isinstance(operator, ast.Mult) else first + second
        if largest > _MAX_RESULT:
            raise self.refuse(node, "can grow beyond all cards")
        return _Kind(False, largest)

    def comparison(self, node: ast.AST, operator: ast.cmpop, right: ast.expr, depth: int) -> None:
        if isinstance(operator, ast.In | ast.NotIn):
            if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts:
                raise self.refuse(node, "looks for membership in something that is no list, like (6, 7)")
            for element in right.elts:
                self.kind(element, depth + 1)
        elif type(operator) in _COMPARISONS:
            self.kind(right, depth + 1)
        else:
            raise self.refuse(node, "uses 'is', which the language of bets does not have")


def _suggestion(name: str, known: Mapping[str, bool]) -> str:
    text = near_misses(name, list(known))
    return text if text.startswith("did") else "exact bet --help lists the names"


def _described(node: ast.AST) -> str:
    words = {
        ast.Attribute: "an attribute",
        ast.Call: "a call",
        ast.Subscript: "an index",
        ast.Lambda: "a lambda",
        ast.IfExp: "if … else",
        ast.Constant: "a text or a fraction",
        ast.BinOp: "an operator",
        ast.UnaryOp: "an operator",
        ast.Tuple: "a list outside of «in»",
        ast.List: "a list outside of «in»",
    }
    return words.get(type(node), f"a {type(node).__name__.lower()}")


Lookup = Callable[[str], Any]


def evaluate_arrays(node: ast.expr, lookup: Lookup) -> Any:
    """The value of ``node`` for every coup at once; names are integer arrays, conditions are 0 and 1."""
    match node:
        case ast.Constant(value=value):
            return np.int64(int(value))  # type: ignore[arg-type]
        case ast.Name(id=name):
            return lookup(name)
        case ast.BoolOp(op=operator, values=operands):
            combine = np.logical_and if isinstance(operator, ast.And) else np.logical_or
            result = evaluate_arrays(operands[0], lookup)
            for operand in operands[1:]:
                result = combine(result, evaluate_arrays(operand, lookup))
            return np.asarray(result).astype(np.int64)
        case ast.UnaryOp(op=operator, operand=operand):
            value = evaluate_arrays(operand, lookup)
            return np.asarray(np.logical_not(value)).astype(np.int64) if isinstance(operator, ast.Not) else -value
        case ast.BinOp(left=left, op=operator, right=right):
            return _ARITHMETIC[type(operator)](evaluate_arrays(left, lookup), evaluate_arrays(right, lookup))
        case ast.Compare(left=left, ops=operators, comparators=comparators):
            first = evaluate_arrays(left, lookup)
            holds: Any = np.True_
            for comparison, right in zip(operators, comparators, strict=True):
                if isinstance(comparison, ast.In | ast.NotIn):
                    among: Any = np.False_
                    for element in _elements(right):
                        among = among | (first == evaluate_arrays(element, lookup))
                    holds = holds & (among if isinstance(comparison, ast.In) else ~among)
                else:
                    second = evaluate_arrays(right, lookup)
                    holds = holds & _COMPARISONS[type(comparison)](first, second)
                    first = second
            return np.asarray(holds).astype(np.int64)
    raise AssertionError(node)


def evaluate_lazily(node: ast.expr, lookup: Lookup, known: Mapping[ast.expr, int]) -> int:
    """The value of ``node`` for one coup, asking for a name only where the answer still depends on it.

    ``known`` gives the values of subexpressions found beforehand.
    """
    if node in known:
        return known[node]
    match node:
        case ast.Constant(value=value):
            return int(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return int(lookup(name))
        case ast.BoolOp(op=operator, values=operands):
            stop = isinstance(operator, ast.Or)
            # What is known already may decide without a question about the cards.
            for operand in sorted(operands, key=lambda operand: operand not in known):
                if bool(evaluate_lazily(operand, lookup, known)) is stop:
                    return int(stop)
            return int(not stop)
        case ast.UnaryOp(op=operator, operand=operand):
            value = evaluate_lazily(operand, lookup, known)
            return int(not value) if isinstance(operator, ast.Not) else -value
        case ast.BinOp(left=left, op=operator, right=right):
            function = _ARITHMETIC[type(operator)]
            return int(function(evaluate_lazily(left, lookup, known), evaluate_lazily(right, lookup, known)))
        case ast.Compare(left=left, ops=operators, comparators=comparators):
            first = evaluate_lazily(left, lookup, known)
            for comparison, right in zip(operators, comparators, strict=True):
                if isinstance(comparison, ast.In | ast.NotIn):
                    among = any(first == evaluate_lazily(element, lookup, known) for element in _elements(right))
                    if among is isinstance(comparison, ast.NotIn):
                        return 0
                else:
                    second = evaluate_lazily(right, lookup, known)
                    if not _COMPARISONS[type(comparison)](first, second):
                        return 0
                    first = second
            return 1
    raise AssertionError(node)


def _elements(node: ast.expr) -> list[ast.expr]:
    assert isinstance(node, ast.Tuple | ast.List | ast.Set)
    return node.elts
