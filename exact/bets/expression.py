"""The expression language of bets: a few of the nodes of `ast`, evaluated for one coup or for arrays of coups."""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from exact.errors import ExactError
from exact.escapes import printable
from exact.inputs import near_misses
from exact.names import canonical
from exact.records import Record, field

MAX_LENGTH = 2000
MAX_DEPTH = 40
MAX_NUMBER = 10**6
MAX_COST = 2000
_MAX_RESULT = 2**40
_CALL = re.compile(r"[^\W\d]\w* ?\([\w ,]*\)")  #: A word before words in parentheses

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class Expression(Record):
    """A checked expression; two expressions are equal if their texts are."""

    text: str
    tree: ast.expr = field(compare=False)
    names: frozenset[str] = field(compare=False)


class Kind(NamedTuple):
    """Whether an expression is a condition or a number, a bound on its size, and the cost of evaluating it."""

    condition: bool
    largest: int = 64
    cost: int = 1  #: The number of nodes, including those of the definitions it uses


def parse_condition(text: object, known: Mapping[str, Kind], where: str) -> Expression:
    """The condition in ``text`` with the names in ``known``; raises `ExactError`, at ``where``, for other texts."""
    expression, kind = parse_definition(text, known, where)
    if not kind.condition:
        raise ExactError(where, expression.text, "is a number where a condition is needed")
    return expression


def parse_definition(text: object, known: Mapping[str, Kind], where: str) -> tuple[Expression, Kind]:
    """The expression in ``text`` and its `Kind`; errors as in `parse_condition`."""
    if not isinstance(text, str) or not text.strip():
        raise ExactError(where, text, "must be an expression in quotes")
    if len(text) > MAX_LENGTH:
        raise ExactError(where, text, f"has {len(text)} characters; the bound is {MAX_LENGTH}")
    source = re.sub(r"[^\W\d]\w*", lambda name: canonical(name[0], known), " ".join(text.split()))
    source = _CALL.sub(lambda call: _pattern_called(call, known), source)
    if not source.isascii() or not source.isprintable():
        raise ExactError(where, source, "holds a character that the language of bets does not have")
    try:
        with warnings.catch_warnings(action="error"):  # Python only warns of a number run into a word, as in "9not"
            tree = ast.parse(source, mode="eval").body
    except SyntaxError as error:
        raise ExactError(where, source, f"cannot be read: {error.msg} (column {error.offset})") from None
    except (RecursionError, MemoryError):
        raise ExactError(where, source, "cannot be read: it is nested too deeply") from None
    checker = _Checker(source, known, where)
    kind = checker.kind(tree)
    return Expression(source, _PatternsAsNames().visit(tree), frozenset(checker.used)), kind


def _pattern_called(call: re.Match[str], known: Mapping[str, Kind]) -> str:
    """The name of a pattern of a group as the language spells it, such as ``straight(first_four, aces_low)``."""
    word, *arguments = re.findall(r"\w+", call[0])
    name = canonical(f"{word}({', '.join(arguments)})", known)
    return name if name in known else call[0]


class _PatternsAsNames(ast.NodeTransformer):
    """Replaces each call, once it is checked, by the name of the pattern of that group."""

    def visit_Call(self, node: ast.Call) -> ast.Name:
        return ast.copy_location(ast.Name(ast.unparse(node)), node)


class _Checker:
    """Refuses every node outside the language, and finds the `Kind` of the others."""

    def __init__(self, source: str, known: Mapping[str, Kind], where: str) -> None:
        self.source = source
        self.known = known
        self.where = where
        self.used: set[str] = set()

    def refuse(self, node: ast.expr, bound: str) -> ExactError:
        return ExactError(self.where, self.source, f"{bound} (column {node.col_offset + 1})")

    def kind(self, node: ast.expr, depth: int = 0) -> Kind:
        if depth > MAX_DEPTH:
            raise self.refuse(node, f"is nested more than {MAX_DEPTH} levels deep")
        kind = self.kind_of(node, depth)
        if kind.cost > MAX_COST:
            raise self.refuse(node, f"takes more than {MAX_COST} operations, counting the definitions it uses")
        return kind

    def kind_of(self, node: ast.expr, depth: int) -> Kind:
        match node:
            case ast.Constant(value=bool()):
                return Kind(True, 1)
            case ast.Constant(value=int() as number):
                if number > MAX_NUMBER:
                    raise self.refuse(node, f"contains a number over {MAX_NUMBER}")
                return Kind(False, number)
            case ast.Name(id=name):
                if name not in self.known:
                    hint = near_misses(name, self.known).or_else("exact help language lists the names")
                    raise self.refuse(node, f"has no name {name!r}: {hint}")
                self.used.add(name)
                return self.known[name]
            case ast.Call(func=ast.Name(id=word), args=[]):
                raise self.refuse(node, self.not_a_pattern(word, "", ""))
            case ast.Call(func=ast.Name(id=word), args=[ast.Name(id=group), *_]):
                name = ast.unparse(node)
                if name not in self.known or name not in self.source:
                    raise self.refuse(node, self.not_a_pattern(word, group, name))
                self.used.add(name)
                return self.known[name]
            case ast.BoolOp(values=operands):
                return Kind(True, 1, 1 + sum(self.condition(operand, depth).cost for operand in operands))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Kind(True, 1, 1 + self.condition(operand, depth).cost)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                negated = self.kind(operand, depth + 1)
                return Kind(False, negated.largest, 1 + negated.cost)
            case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _ARITHMETIC:
                return self.arithmetic(node, left, operation, right, depth)
            case ast.Compare(left=left, ops=operators, comparators=comparators):
                self.can_be_reached(left, operators[0], comparators[0])
                compared = zip(operators, comparators, strict=True)
                cost = sum(self.comparison(node, comparison, right, depth) for comparison, right in compared)
                return Kind(True, 1, 1 + cost + self.kind(left, depth + 1).cost)
        part = printable(self.source[node.col_offset : node.end_col_offset], 40)
        has = "has only after «in»" if isinstance(node, ast.Tuple | ast.List | ast.Set) else "does not have"
        raise self.refuse(node, f"uses {part}, which the language of bets {has}")

    def can_be_reached(self, left: ast.expr, relation: ast.cmpop, right: ast.expr) -> None:
        """Refuse a number of cards that the group of a pattern does not have, as in ``pairs(punto_hand) == 2``."""
        if isinstance(left, ast.Call) and isinstance(right, ast.Constant) and isinstance(right.value, int):
            most = self.kind(left).largest
            if isinstance(relation, ast.Eq | ast.Gt | ast.GtE) and right.value + isinstance(relation, ast.Gt) > most:
                raise self.refuse(left, f"asks {ast.unparse(left)} for {right.value}, but the group has too few cards")

    def not_a_pattern(self, word: str, group: str, name: str) -> str:
        """Why the language has no pattern of this ``name``."""
        calls = [re.findall(r"\w+", known) for known in self.known if "(" in known]
        own = dict.fromkeys(call[1] for call in calls if call[0] == word)
        if not own:
            near = near_misses(word, dict.fromkeys(call[0] for call in calls))
            return f"uses a call of {word!r}, which is no pattern: {near}"
        if group in own:
            with_aces = " or one of its aces_low and aces_high" if "straight" in word else ""
            return f"has {name}: write {word}({group}){with_aces}"
        if group in (call[1] for call in calls):
            return f"has {name}, and {group} has too few cards for it: it takes {', '.join(own)}"
        has = f"has no group of cards {group!r}" if group else "lacks a group of cards"
        return f"{has}: {word} takes {', '.join(own)}"

    def condition(self, node: ast.expr, depth: int) -> Kind:
        kind = self.kind(node, depth + 1)
        if not kind.condition:
            raise self.refuse(node, "has a number where a condition is needed")
        return kind

    def arithmetic(self, node: ast.expr, left: ast.expr, operation: ast.operator, right: ast.expr, depth: int) -> Kind:
        first, second = self.kind(left, depth + 1), self.kind(right, depth + 1)
        cost = 1 + first.cost + second.cost
        if isinstance(operation, ast.FloorDiv | ast.Mod):
            if not (isinstance(right, ast.Constant) and right.value):
                raise self.refuse(node, "divides by something that is not a number other than 0")
            return Kind(False, max(first.largest, second.largest), cost)
        both = first.largest, second.largest
        largest = both[0] * both[1] if isinstance(operation, ast.Mult) else both[0] + both[1]
        if largest > _MAX_RESULT:
            raise self.refuse(node, "can grow beyond all cards")
        return Kind(False, largest, cost)

    def comparison(self, node: ast.expr, relation: ast.cmpop, right: ast.expr, depth: int) -> int:
        """Check one comparison of a chain; returns the cost of its right-hand side."""
        if isinstance(relation, ast.In | ast.NotIn):
            if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts:
                raise self.refuse(node, "tests for membership in something other than a list like (6, 7)")
            return sum(self.kind(element, depth + 1).cost for element in right.elts)
        if type(relation) not in _COMPARISONS:
            raise self.refuse(node, "uses 'is', which the language of bets does not have")
        return self.kind(right, depth + 1).cost


Lookup = Callable[[str], Any]


def evaluate_expression(node: ast.expr, lookup: Lookup, known: Mapping[ast.expr, int] = MappingProxyType({})) -> Any:
    """The value of ``node``, 0 or 1 for a condition, for one coup or, if ``lookup`` gives arrays, for all at once.

    ``known`` has values of parts. For one coup, a name is looked up only if the answer needs it.
    """
    if node in known:
        return known[node]
    match node:
        case ast.Constant(value=value):
            return int(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return lookup(name)
        case ast.BoolOp(op=connective, values=operands):
            # Known parts first: they may decide without a question about the cards.
            known_first = sorted(operands, key=lambda part: part not in known)
            values = (evaluate_expression(operand, lookup, known) for operand in known_first)
            return _any(values) if isinstance(connective, ast.Or) else _all(values)
        case ast.UnaryOp(op=sign, operand=operand):
            value = evaluate_expression(operand, lookup, known)
            return 1 - value if isinstance(sign, ast.Not) else -value
        case ast.BinOp(left=left, op=operation, right=right):
            first, second = (evaluate_expression(side, lookup, known) for side in (left, right))
            return _ARITHMETIC[type(operation)](first, second)
        case ast.Compare():
            return _all(_comparisons(node, lookup, known))
    raise AssertionError(node)


def _comparisons(node: ast.Compare, lookup: Lookup, known: Mapping[ast.expr, int]) -> Iterator[Any]:
    first = evaluate_expression(node.left, lookup, known)
    for comparison, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(comparison, ast.In | ast.NotIn):
            assert isinstance(right, ast.Tuple | ast.List | ast.Set)
            among = _any((first == evaluate_expression(element, lookup, known)) * 1 for element in right.elts)
            yield among if isinstance(comparison, ast.In) else 1 - among
        else:
            second = evaluate_expression(right, lookup, known)
            yield _COMPARISONS[type(comparison)](first, second) * 1
            first = second


def _decided(connective: Callable[[Any, Any], Any], neutral: int, conditions: Iterable[Any]) -> Any:
    """Whether all or any ``conditions`` hold, which may be arrays; the rest is not computed once one truth decides."""
    holds: Any = neutral
    for condition in conditions:
        holds = connective(holds, condition)
        if isinstance(holds, int) and holds != neutral:
            break
    return holds


_all, _any = partial(_decided, operator.and_, 1), partial(_decided, operator.or_, 0)


def parts_without(tree: ast.expr, names: Set[str]) -> Iterator[ast.expr]:
    """The largest parts of ``tree`` in which none of these names stands."""
    if isinstance(tree, ast.Tuple | ast.List | ast.Set) or names & _names_in(tree):
        for child in _children(tree):
            yield from parts_without(child, names)
    elif not isinstance(tree, ast.Constant):
        yield tree


def comparisons(name: str, tree: ast.expr, constants: Collection[str]) -> Iterator[ast.expr | None]:
    """The comparisons of ``name`` with constants, and `None` for each place where it stands otherwise."""
    names = _names_in(tree).difference(constants)
    if isinstance(tree, ast.Compare) and names == {name}:
        yield tree
    elif isinstance(tree, ast.Name) and name in names:
        yield None
    elif name in names:
        for child in _children(tree):
            yield from comparisons(name, child, constants)


def _names_in(tree: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _children(tree: ast.expr) -> list[ast.expr]:
    return [node for node in ast.iter_child_nodes(tree) if isinstance(node, ast.expr)]
