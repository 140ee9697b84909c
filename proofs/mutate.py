"""Plants faults in the functions of the sources, one at a time, and looks whether the proofs refute them."""

import re
from collections import Counter

SWAPPED = {"add": "sub", "sub": "add", "sub_double": "sub", "is_zero": "is_zero_limbs"}
DROPPED = {"half", "double", "neg", "cneg", "normalize", "sqr"}
OPERATORS = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "^": "|", "&": "|", "|": "&",
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
}  # fmt: skip
FIELDS = {"x": "y", "y": "x", "z": "y", "0": "1", "1": "0", "accumulator": "running_sum", "running_sum": "accumulator"}


def mutants(function):
    """Pairs of what is changed and the function with that change."""
    names = elements_of(function.body)
    types = [kind or f"&{function.owner}" for kind in function.types]
    named = [(name, kind) for pattern, kind in zip(function.parameters, types) for name in names_in(pattern)]
    points = [name for name, kind in named if sum(kind == other for _, other in named) > 1]
    seen, counts = set(), Counter()
    for what, body in changed(function.body, names, points):
        if body not in seen and body != function.body:
            seen.add(body)
            counts[without_place(what)] += 1
            count = counts[without_place(what)]
            yield what if count == 1 else f"{what} ({count})", function.with_body(body)


def names_in(pattern):
    """The names that a parameter's pattern binds."""
    form, parts = pattern
    return [parts] if form == "name" else [name for part in parts for name in names_in(part)]


def changed(node, names, points, around=None):
    """All changes within a node. What an assertion in debug builds says is no part of what is computed."""
    if node[:2] in (("call", ("debug_assert!",)), ("call", ("debug_assert_eq!",))):
        return
    yield from changes(node, names, points, around)
    around = node if node and isinstance(node[0], str) else around
    for i, part in enumerate(node):
        if isinstance(part, tuple):
            for what, new in changed(part, names, points, around):
                yield what, node[:i] + (new,) + node[i + 1 :]


def elements_of(node):
    """The names that are bound to elements of the field, in their order."""
    names = []
    if node[:1] == ("let",) and node[1][0] == "name" and is_element(node[2]):
        names.append(node[1][1])
    for part in node:
        if isinstance(part, tuple):
            names += elements_of(part)
    return names


def is_element(node):
    if node[0] == "call":
        return node[1] in (("M", "mul"), ("M", "sqr"))
    return node[0] == "method" and node[2] in (*SWAPPED, *DROPPED, "sub_sub_double") and not node[2].startswith("is_")


def changes(node, names, points, around):
    """Changes of a node itself, which is a part of the node `around`."""
    form = node[0] if node and isinstance(node[0], str) else None
    if form == "method":
        _, receiver, name, constants, arguments, place = node
        at = f"{place} {text(node)}"
        if name in SWAPPED:
            yield f"{at}: {SWAPPED[name]}", ("method", receiver, SWAPPED[name], constants, arguments, place)
        if name in DROPPED and not arguments or name == "cneg":
            yield f"{at}: no {name}", receiver
        if name == "sub_sub_double":
            yield f"{at}: operands", ("method", receiver, name, constants, arguments[::-1], place)
        if name == "mul" and len(arguments) == 1:
            yield f"{at}: one factor", receiver
    elif form == "call" and node[1] in (("M", "mul"), ("M", "sqr")):
        _, path, constants, arguments, place = node
        at = f"{place} {text(node)}"
        for argument in arguments:
            yield f"{at}: only {text(argument)}", argument
        if path[1] == "mul":
            yield f"{at}: square", ("call", path, constants, (arguments[0],) * 2, place)
    elif form == "call" and node[1] == ("M", "is_zero"):
        yield f"{node[4]} {text(node)}: is_zero_limbs", ("method", node[3][0], "is_zero_limbs", (), (), node[4])
    elif form in ("if", "if_let"):
        for value in (False, True) if form == "if" else ():
            yield f"{node[-1]}: always {value}", ("if", ("constant", value), *node[2:])
    elif form == "binary":
        _, a, b, operation, place = node
        yield f"{place} {text(node)}: {OPERATORS[operation]}", ("binary", a, b, OPERATORS[operation], place)
    elif form in ("&&", "||"):
        other = {"&&": "||", "||": "&&"}[form]
        yield f"{node[4]} {text(node)}: {other}", (other, *node[1:3], other, node[4])
    elif form == "unary":
        yield f"{text(node)}: no {node[1]}", node[2]
    elif form == "constant":
        if isinstance(node[1], bool):
            yield f"{text(around)}: not {str(node[1]).lower()}", ("constant", not node[1])
        else:
            yield f"{text(around)}: {node[1] + 1} for {node[1]}", ("constant", node[1] + 1)
    elif form == "path":
        _, path, place, constants = node
        if path in (("Fe", "ONE"), ("Fe", "ZERO")):
            other = "ZERO" if path[1] == "ONE" else "ONE"
            yield f"{place} {text(around)}: {other}", ("path", ("Fe", other), place, constants)
        if len(path) == 1 and path[0] in names and len(names) > 1:
            other = names[names.index(path[0]) - 1]
            yield f"{place} {text(around)}: {other} for {path[0]}", ("path", (other,), place, constants)
        if len(path) == 1 and path[0] in points and len(points) > 1:
            other = points[points.index(path[0]) - 1]
            yield f"{place} {text(around)}: {other} for {path[0]}", ("path", (other,), place, constants)
    elif form == "field" and node[2] in FIELDS:
        yield f"{text(around)}: {FIELDS[node[2]]} for {node[2]}", (*node[:2], FIELDS[node[2]])
    elif form == "tuple" and len(node[1]) > 1:
        items = node[1]
        yield f"{text(node)}: swapped", ("tuple", (items[1], items[0], *items[2:]))
    elif form == "array" and len(node[1]) > 1:
        yield f"{text(node)}: swapped", ("array", node[1][::-1])
    elif form == "assign":
        yield f"{text(node)}: left out", ("tuple", ())
    elif form == "drop" and node[1][0] == "method":
        yield f"{text(node[1])}: left out", ("drop", ("tuple", ()))


def text(node):
    """A node as one reads it, shortened."""
    form = node[0]
    if form == "path":
        return "::".join(node[1])
    if form == "field":
        return f"{text(node[1])}.{node[2]}"
    if form in ("reference", "places", "copy"):
        return text(node[1])
    if form == "method":
        return f"{text(node[1])}.{node[2]}({', '.join(map(text, node[4]))})"
    if form == "call":
        return f"{'::'.join(node[1])}({', '.join(map(text, node[3]))})"
    if form == "binary":
        return f"{text(node[1])} {node[3]} {text(node[2])}"
    if form in ("&&", "||"):
        return f"{text(node[1])} {form} {text(node[2])}"
    if form in ("constant", "name"):
        return str(node[1])
    if form == "repeat":
        return f"[{text(node[1])}; {text(node[2])}]"
    if form == "index":
        return f"{text(node[1])}[{text(node[2])}]"
    if form in ("tuple", "array"):
        return f"({', '.join(map(text, node[1]))})"
    if form == "assign":
        return f"{text(node[2])} {node[1]}= {text(node[3])}"
    if form == "unary":
        return f"{node[1]}{text(node[2])}"
    if form == "let":
        return f"{text(node[1])} = {text(node[2])}"
    if form in ("drop", "value", "return") and node[1]:
        return text(node[1])
    if form == "struct":
        return node[1]
    if form == "range":
        return "..".join(text(part) if part else "" for part in node[1:3])
    if form == "as":
        return f"{text(node[1])} as {node[2]}"
    return f"({form})"


def without_place(what):
    """What is changed, without the line, which moves."""
    return re.sub(r"\b(\w+\.rs):\d+ ", "", what)
