"""Reads a student's source without running it. Never imported: it is started as a script, in isolation.

Prints lines of JSON: first what the search looks like without its names, then one repair after the other: a program
that differs in one small place, with the place. Whether a repair helps is found out by running it.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import json
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the real flag would cost the import of typing
    from collections.abc import Iterator
    from typing import TypeGuard

RULES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
SEARCH = "minimax"
MOST_REPAIRS = 240
LONGEST_SOURCE = 30_000
MOST_BYTES = 3_000_000
FEWEST_NODES = 60
"""A shorter search says nothing about who wrote it."""
OPPOSITE = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
LETTERS = {0: "O", "0": "O", "o": "O", "x": "X"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_of(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


# The shape of the search


def shape(tree: ast.Module) -> str:
    """Equal for two searches that are the same but for names, comments and annotations."""
    functions = functions_of(tree)
    if SEARCH not in functions:
        return ""
    names, parts = [SEARCH], []
    for name in names:  # grows while it is read
        part = without_words(functions[name])
        parts.append(part)
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and node.id in functions and node.id not in (*RULES, *names):
                names.append(node.id)
    new = {name: f"function {number}" for number, name in enumerate([*names, *globals_of(tree)])}
    for part in parts:
        rename(part, new)
    if sum(1 for part in parts for _ in ast.walk(part)) < FEWEST_NODES:
        return ""
    return hashlib.sha256("".join(ast.dump(part) for part in parts).encode()).hexdigest()[:16]


def globals_of(tree: ast.Module) -> list[str]:
    """What the file keeps outside of its functions, but for what the course names."""
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if name not in ("X", "O", "EMPTY")]


def without_words(function: ast.FunctionDef) -> ast.FunctionDef:
    """A copy without docstrings and annotations."""
    found = copy.deepcopy(function)
    for node in ast.walk(found):
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, Function):
            node.returns = None
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(node.body) > 1:
                del node.body[0]
    return found


def rename(part: ast.AST, new: dict[str, str]) -> None:
    """Names that the part itself gives are numbered as they come; those of others stay."""
    own = {node.arg for node in ast.walk(part) if isinstance(node, ast.arg)}
    own |= {node.id for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    new = dict(new)
    for node in ast.walk(part):
        if isinstance(node, Function):
            node.name = new.setdefault(node.name, f"name {len(new)}")
        elif isinstance(node, ast.arg):
            node.arg = new.setdefault(node.arg, f"name {len(new)}")
        elif isinstance(node, ast.Name) and (node.id in own or node.id in new):
            node.id = new.setdefault(node.id, f"name {len(new)}")


# Repairs


class Repairs:
    """Every program that differs from this one in one small place."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.functions = functions_of(tree)

    def all(self) -> Iterator[list[object]]:
        """Kind, function, line, what stands there, what would stand there, and the whole program then."""
        for name, function in self.functions.items():
            yield from self.copies(name, function)
            yield from self.restored(name, function)
            for parent in list(ast.walk(function)):
                for field, value in list(ast.iter_fields(parent)):
                    places = range(len(value)) if isinstance(value, list) else [None]
                    for place in places:
                        node = value if place is None else value[place]
                        if not isinstance(node, ast.AST):
                            continue
                        for kind, other in self.others(node, parent, field, function):
                            yield self.swapped(kind, name, parent, field, place, node, other)

    def swapped(
        self, kind: str, name: str, parent: ast.AST, field: str, place: int | None, node: ast.AST, other: ast.AST
    ) -> list[object]:
        whole = parent if isinstance(parent, ast.Compare | ast.BoolOp) else node
        line, before = getattr(node, "lineno", getattr(parent, "lineno", 0)), ast.unparse(whole)
        put(parent, field, place, other)
        after, source = ast.unparse(parent if whole is parent else other), ast.unparse(self.tree)
        put(parent, field, place, node)
        return [kind, name, line, before, after, source]

    def copies(self, name: str, function: ast.FunctionDef) -> Iterator[list[object]]:
        """The first argument copied, in functions that write into something."""
        writes = (
            isinstance(target, ast.Subscript)
            for node in ast.walk(function)
            for target in (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AugAssign)
                else ()
            )
        )
        if not function.args.args or not any(writes):
            return
        board = function.args.args[0].arg
        [first] = ast.parse(f"{board} = [list(row) for row in {board}]").body
        function.body.insert(0, first)
        source = ast.unparse(ast.fix_missing_locations(self.tree))
        function.body.pop(0)
        yield ["copy", name, function.lineno, "", ast.unparse(first), source]

    def restored(self, name: str, function: ast.FunctionDef) -> Iterator[list[object]]:
        """A cell that is written in a loop, emptied at the end of it."""
        for loop in (node for node in ast.walk(function) if isinstance(node, ast.For)):
            for written in (node for node in loop.body if isinstance(node, ast.Assign)):
                target = written.targets[0]
                if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Subscript):
                    [last] = ast.parse(f"{ast.unparse(target)} = EMPTY").body
                    loop.body.append(last)
                    source = ast.unparse(ast.fix_missing_locations(self.tree))
                    loop.body.pop()
                    yield ["restore", name, written.lineno, "", ast.unparse(last), source]

    def others(
        self, node: ast.AST, parent: ast.AST, field: str, function: ast.FunctionDef
    ) -> Iterator[tuple[str, ast.AST]]:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from self.other_names(node, function)
        elif isinstance(node, ast.cmpop) and type(node) in OPPOSITE:
            yield "compare", OPPOSITE[type(node)]()
        elif isinstance(node, ast.Constant):
            yield from other_constants(node, parent, field)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield "sign", node.operand
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield "other", node.operand
        elif is_infinite(node) and not isinstance(parent, ast.UnaryOp):
            yield "sign", ast.UnaryOp(ast.USub(), node)
        elif isinstance(node, ast.boolop):
            yield "other", ast.And() if isinstance(node, ast.Or) else ast.Or()
        elif isinstance(node, ast.Return) and node.value is not None and function.name not in (*RULES[:-1], SEARCH):
            yield "sign", ast.Return(ast.UnaryOp(ast.USub(), node.value), lineno=node.lineno)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and field in ("body", "orelse"):
            yield "return", ast.Return(node.value, lineno=node.lineno)

    def other_names(self, node: ast.Name, function: ast.FunctionDef) -> Iterator[tuple[str, ast.AST]]:
        opposite = {"max": "min", "min": "max", "X": "O", "O": "X"}
        if node.id in ("max", "min"):
            if function.args.args:
                turn = f"({'max' if node.id == 'max' else 'min'} if player({function.args.args[0].arg}) == "
                turn += f"{'X' if node.id == 'max' else 'O'} else {opposite[node.id]})"
                yield "both", ast.parse(turn, mode="eval").body
            yield "max", ast.Name(opposite[node.id], ast.Load())
        elif node.id in opposite:
            yield "mark", ast.Name(opposite[node.id], ast.Load())
        elif node.id in self.functions and node.id not in RULES:
            arity = len(self.functions[node.id].args.args)
            for name, other in self.functions.items():
                if name not in (*RULES, SEARCH, node.id) and len(other.args.args) == arity:
                    yield "call", ast.Name(name, ast.Load())


def other_constants(node: ast.Constant, parent: ast.AST, field: str) -> Iterator[tuple[str, ast.AST]]:
    value = node.value
    if isinstance(value, bool):
        yield "other", ast.Constant(not value)
        return
    if isinstance(parent, ast.Compare) and isinstance(value, int | str) and value in LETTERS:
        yield "letter", ast.Name(LETTERS[value], ast.Load())
    if isinstance(value, int | float) and value and not isinstance(parent, ast.UnaryOp | ast.Subscript):
        yield "sign", ast.UnaryOp(ast.USub(), node)
    if isinstance(value, int) and 0 <= value <= 9:
        near = {0, 1, 2} - {value} if isinstance(parent, ast.Subscript) else {value - 1, value + 1} - {-1}
        for other in sorted(near):
            yield "number", ast.Constant(other)


def is_infinite(node: ast.AST) -> TypeGuard[ast.expr]:
    return isinstance(node, ast.Attribute | ast.Call) and ast.unparse(node) in (
        *("math.inf", "float('inf')", "numpy.inf", "np.inf"),
    )


def put(parent: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


ORDER = ("both", "letter", "restore", "copy", "return", "sign", "max", "compare", "mark", "call", "other", "number")
"""What says most about a mistake comes first."""


def main() -> None:
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        source = file.read()
    tree = ast.parse(source)
    written = 0
    print(json.dumps(shape(tree)))
    repairs = [] if len(source) > LONGEST_SOURCE else list(Repairs(tree).all())
    for repair in sorted(repairs, key=lambda one: ORDER.index(str(one[0])))[:MOST_REPAIRS]:
        line = json.dumps(repair)
        written += len(line)
        if written > MOST_BYTES:
            break
        print(line)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
