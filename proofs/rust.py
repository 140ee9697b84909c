"""Runs functions of the Rust sources as they stand there, on whatever takes the place of their numbers.

What is read is the part of Rust that formulas and recodings are written in: let, if, for, while, match,
assignments, arrays and slices, closures, struct literals, calls of functions and methods. Types are not looked
at, but for casts of integers. Anything else stops the proof with its line, as soon as it is called for.
"""

import operator
import re
from copy import copy

TOKEN = re.compile(
    r"//[^\n]*|#!?\[[^\n]*|\s+|(?P<t>\"[^\"]*\"|0x[\da-fA-F_]+(?:_?[iu]\d+)?|\d[\d_]*(?:[iu]\d+|usize)?|\w+"
    r"|::|->|=>|\.\.=?|&&|\|\||<<=|>>=|<<|>>|[-+*/%^&|=!<>]=|.)"
)
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "^=", "&=", "|=", "<<=", ">>=")
# From the loosest to the tightest.
BINARY = [("||",), ("&&",), ("==", "!=", "<", ">", "<=", ">="), ("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%")]
OPERATORS = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "|": operator.or_, "^": operator.xor, "&": operator.and_, "<<": operator.lshift, ">>": operator.rshift,
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod,
}  # fmt: skip


class Token(str):
    """A word with the place that it stands at."""

    place = ""


def tokens(path):
    text, result, line = path.read_text(), [], 1
    for match in TOKEN.finditer(text):
        if match["t"]:
            token = Token(match["t"])
            token.place = f"{path.name}:{line}"
            result.append(token)
        line += match[0].count("\n")
    return result


class Struct(dict):
    """A struct's fields; those of a tuple struct are "0", "1", …"""

    def __init__(self, name, **fields):
        super().__init__(fields)
        self.name = name

    def copy(self):
        return Struct(self.name, **{name: copied(value) for name, value in self.items()})


class View:
    """A part of an array."""

    def __init__(self, array, start, stop):
        assert 0 <= start <= stop <= len(array), "a slice out of bounds"
        self.array, self.start, self.stop = array, start, stop

    def __len__(self):
        return self.stop - self.start

    def place(self, i):
        assert 0 <= i < len(self), "an index out of bounds"
        return self.start + i

    def __getitem__(self, i):
        return self.array[self.place(i)]

    def __setitem__(self, i, value):
        self.array[self.place(i)] = value

    def __iter__(self):
        return (self[i] for i in range(len(self)))


class Place:
    """An element of an array, by reference."""

    def __init__(self, array, i):
        self.array, self.i = array, i

    @staticmethod
    def all(array):
        return [x if isinstance(x, (Struct, View, list)) else Place(array, i) for i, x in enumerate(array)]


class Function:
    def __init__(self, owner, name, place, public, parameters, types, constants, body):
        self.owner, self.name, self.place, self.public = owner, name, place, public
        self.parameters, self.types, self.constants, self.body = parameters, types, constants, body

    def with_body(self, body):
        function = copy(self)
        function.body = body
        return function

    def __str__(self):
        return f"{self.owner}::{self.name}" if self.owner else self.name


class Return(Exception):
    pass


class Continue(Exception):
    pass


class Parser:
    """From tokens to nested tuples, of which the first item names the form."""

    def __init__(self, words, at):
        self.words, self.at, self.structs = words, at, True

    def peek(self, ahead=0):
        return self.words[self.at + ahead]

    def next(self, *expected):
        word = self.words[self.at]
        if expected and word not in expected:
            raise SyntaxError(f"{word.place}: {word!r} where {expected} is read")
        self.at += 1
        return word

    def take(self, *words):
        if self.peek() in words:
            return self.next()
        return None

    def skip_brackets(self):
        """Over brackets with all that they hold."""
        depth = 0
        while True:
            word = self.next()
            depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1, ">>": -2}.get(word, 0)
            if depth <= 0:
                return

    def skip_type(self, *stops):
        while self.peek() not in stops:
            if self.peek() in ("<", "(", "["):
                self.skip_brackets()
            else:
                self.next()

    def generics(self):
        """The names of a function's constant parameters, and None for each other one."""
        names = []
        if self.take("<"):
            while not self.take(">"):
                names.append(self.next() if self.take("const") else None)
                self.skip_type(",", ">")
                self.take(",")
        return names

    def function(self):
        """After `fn name`: the parameters' patterns, their types, constant parameters and body."""
        constants = self.generics()
        self.next("(")
        names, types = [], []
        while not self.take(")"):
            while self.take("&", "mut"):
                pass
            names.append(self.pattern())
            start = self.at
            self.skip_type(",", ")")
            types.append("".join(self.words[start + 1 : self.at]))
            self.take(",")
        self.skip_type("{", ";")
        return names, types, constants, self.block()

    def block(self):
        self.next("{")
        outer, self.structs = self.structs, True
        statements = []
        while not self.take("}"):
            statements.append(self.statement())
        self.structs = outer
        return "block", tuple(statements)

    def statement(self):
        if self.take("let"):
            pattern = self.pattern()
            if self.take(":"):
                self.skip_type("=")
            self.next("=")
            statement = "let", pattern, self.expression()
            self.next(";")
            return statement
        # What begins with a word like these ends with its block.
        block = self.peek() in ("if", "for", "while", "match")
        constant = self.take("const")
        expression = self.primary() if block or constant else self.expression()
        if self.peek() in ASSIGNMENTS:
            operation = self.next()
            expression = "assign", operation[:-1], expression, self.expression()
        if self.take(";"):
            return "drop", expression
        if self.peek() == "}":
            return "value", expression
        if expression[0] in ("assign", "if", "if_let", "for", "while", "match", "block"):
            return "drop", expression
        raise SyntaxError(f"{self.peek().place}: {self.peek()!r} after an expression")

    def pattern(self):
        self.take("&")
        self.take("mut")
        for form, opening, closing in (("tuple", "(", ")"), ("array", "[", "]")):
            if self.take(opening):
                return form, self.list(closing, self.pattern)
        name = self.next()
        if name in ("true", "false"):
            return "literal", name == "true"
        if name[0].isupper() and self.take("{"):
            return "fields", self.list("}", self.next)
        return "name", name

    def list(self, closing, item):
        outer, self.structs = self.structs, True
        items = []
        while not self.take(closing):
            items.append(item())
            if self.peek() != closing:
                self.next(",")
        self.structs = outer
        return tuple(items)

    def condition(self):
        """An expression that a block follows, so that a brace does not begin a struct's literal."""
        outer, self.structs = self.structs, False
        expression = self.expression()
        self.structs = outer
        return expression

    def expression(self):
        if self.peek() in ("|", "||"):
            return self.closure()
        start = None if self.peek() in ("..", "..=") else self.binary(0)
        ends = self.take("..", "..=")
        if not ends:
            return start
        return "range", start, None if self.peek() in ("]", ")", "{") else self.binary(0), ends == "..="

    def closure(self):
        patterns = () if self.next() == "||" else self.list("|", self.parameter)
        if self.take("->"):
            self.skip_type("{")
        return "closure", patterns, self.expression()

    def parameter(self):
        pattern = self.pattern()
        if self.take(":"):
            self.take("&")
            self.skip_type(",", "|")
        return pattern

    def binary(self, level):
        if level == len(BINARY):
            return self.cast()
        left = self.binary(level + 1)
        while self.peek() in BINARY[level]:
            operation = self.next()
            right = self.binary(level + 1)
            left = (str(operation) if level < 2 else "binary", left, right, str(operation), operation.place)
        return left

    def cast(self):
        expression = self.unary()
        while self.take("as"):
            expression = "as", expression, self.next()
        return expression

    def unary(self):
        if self.take("&"):
            form = "places" if self.take("mut") else "reference"
            # &*a is a
            self.take("*")
            return form, self.unary()
        if self.take("*"):
            return "copy", self.unary()
        if self.peek() in ("!", "-"):
            return "unary", str(self.next()), self.unary()
        expression = self.primary()
        while True:
            if self.take("."):
                name = self.next()
                constants = self.turbofish()
                if self.take("("):
                    expression = "method", expression, name, constants, self.list(")", self.expression), name.place
                else:
                    expression = "field", expression, name
            elif self.take("["):
                outer, self.structs = self.structs, True
                expression = "index", expression, self.expression()
                self.next("]")
                self.structs = outer
            elif expression[0] == "path" and self.take("("):
                expression = "call", expression[1], expression[3], self.list(")", self.expression), expression[2]
            else:
                return expression

    def turbofish(self):
        if self.peek() != "::" or self.peek(1) != "<":
            return ()
        self.next()
        self.next()
        return self.list(">", lambda: self.binary(3))

    def primary(self):
        word = self.next()
        if word == "if":
            return self.branches(word)
        if word == "for":
            pattern = self.pattern()
            self.next("in")
            return "for", pattern, self.condition(), self.block()
        if word == "while":
            return "while", self.condition(), self.block()
        if word == "match":
            subject = self.condition()
            self.next("{")
            arms = []
            while not self.take("}"):
                pattern = self.pattern()
                self.next("=>")
                arms.append((pattern, self.expression()))
                self.take(",")
            return "match", subject, tuple(arms)
        if word == "return":
            return "return", None if self.peek() in ("}", ";") else self.expression()
        if word == "(":
            start = self.at
            items = self.list(")", self.expression)
            single = len(items) == 1 and self.words[self.at - 2] != ","
            return items[0] if single and self.at > start else ("tuple", items)
        if word == "{":
            self.at -= 1
            return self.block()
        if word == "[":
            outer, self.structs = self.structs, True
            first = self.expression() if self.peek() != "]" else None
            if self.take(";"):
                array = "repeat", first, self.expression()
                self.next("]")
            else:
                self.take(",")
                array = "array", (() if first is None else (first,)) + self.list("]", self.expression)
            self.structs = outer
            return array
        if word == "continue":
            return ("continue",)
        if word in ("true", "false"):
            return "constant", word == "true"
        if word[0].isdigit():
            digits = re.sub(r"_?([iu]\d+|usize)$", "", word)
            return "constant", int(digits.replace("_", ""), 0)
        if not word[0].isalpha():
            raise SyntaxError(f"{word.place}: {word!r} in a formula")
        path, constants = [word], self.turbofish()
        while self.take("::"):
            path.append(self.next())
            constants = self.turbofish()
        path = tuple(path)
        if self.peek() == "!" and self.peek(1) == "(":
            self.next()
            self.next()
            return "call", (f"{word}!",), (), self.list(")", self.expression), word.place
        if self.structs and word[0].isupper() and self.peek() == "{":
            self.next()
            fields, rest = [], None
            while not self.take("}"):
                if self.take(".."):
                    rest = self.expression()
                else:
                    name = self.next()
                    fields.append((name, self.expression() if self.take(":") else ("path", (name,), name.place, ())))
                if self.peek() != "}":
                    self.next(",")
            return "struct", word, tuple(fields), rest
        return "path", path, word.place, constants

    def branches(self, word):
        start = self.at
        pattern = None
        if self.take("let"):
            pattern = self.pattern()
            self.next("=")
        condition = self.condition()
        branch = f"{word.place} {''.join(self.words[start : self.at])}"
        then, otherwise = self.block(), None
        if self.take("else"):
            if self.peek() == "if":
                otherwise = self.branches(self.next())
            else:
                otherwise = self.block()
        if pattern:
            return "if_let", pattern, condition, then, otherwise, branch
        return "if", condition, then, otherwise, branch


class Sources:
    """Functions and constants of some files."""

    def __init__(self, paths):
        self.functions, self.constants = {}, {}
        for path in paths:
            self.read(tokens(path))

    def read(self, words):
        # The words end where a parser that has lost its way can be stopped.
        end = Token("")
        end.place = f"{words[-1].place}: the end"
        parser, owner, depth, owner_depth = Parser([*words, end, end], 0), None, 0, None
        while parser.at < len(words):
            word = parser.next()
            if word == "impl":
                owner, owner_depth = self.implemented(parser), depth
            elif word == "{":
                depth += 1
            elif word == "}":
                depth -= 1
                if depth == owner_depth:
                    owner = owner_depth = None
            elif word in ("fn", "const") and parser.peek() not in ("fn", "{"):
                public = self.public(words, parser.at - 1)
                name = parser.next()
                start = parser.at
                try:
                    if word == "fn":
                        function = Function(owner, name, word.place, public, *parser.function())
                        assert (owner, name) not in self.functions, f"{word.place}: a second {name}"
                        self.functions[owner, name] = function
                    else:
                        parser.skip_type("=", ";", "}", ",", ")")
                        parser.next("=")
                        file = word.place.partition(":")[0]
                        self.constants[owner, name] = parser.expression()
                        if not owner:
                            # what another file has by the same name is another constant
                            self.constants[file, name] = self.constants[owner, name]
                except (SyntaxError, IndexError) as error:
                    # not a formula, unless one asks for it
                    if word == "fn":
                        self.functions[owner, name] = Function(owner, name, word.place, public, (), (), (), error)
                    parser.at = start

    @staticmethod
    def implemented(parser):
        if parser.peek() == "<":
            parser.skip_brackets()
        owner = parser.next()
        while parser.peek() != "{":
            if parser.next() == "for":
                owner = parser.peek()
        return owner

    @staticmethod
    def public(words, at):
        while words[at - 1] in ("const", "unsafe", "extern", ")", "(", "super", "crate", "in"):
            at -= 1
        return words[at - 1] == "pub" or words[at] == "pub"


class Program:
    """What it is to run functions of the sources.

    `builtins` are functions and constants by their paths, and take precedence. For all programs together, `taken`
    collects the conditions that held, `outcomes` those that held and those that did not, and `called` the functions.
    """

    taken, outcomes, called = [], set(), set()

    def __init__(self, sources, builtins, cast=None):
        self.sources, self.builtins, self.cast = sources, {**BUILTINS, **builtins}, cast
        self.forms = {name[4:]: getattr(self, name) for name in dir(self) if name.startswith("run_")}
        self.forms |= {"&&": self.run_and, "||": self.run_or}

    def call(self, owner, name, *arguments, constants=()):
        if (owner, name) not in self.sources.functions:
            raise SyntaxError(f"unknown {owner}::{name}")
        function = self.sources.functions[owner, name]
        if isinstance(function.body, Exception):
            raise function.body
        self.called.add((owner, name))
        scope = Scope(None)
        for pattern, argument in zip(function.parameters, arguments, strict=True):
            self.bind(pattern, argument, scope)
        scope.names.update((n, c) for n, c in zip(function.constants, constants) if n)
        scope.names.update(Self=owner, file=function.place.partition(":")[0])
        try:
            return self.run(function.body, scope)
        except Return as value:
            return value.args[0]

    def constant(self, *path):
        return self.run(("path", path, "", ()), Scope(None))

    def run(self, node, scope):
        return self.forms[node[0]](scope, *node[1:])

    def value(self, node, scope):
        """What moves to another place: a struct is copied, unless it is a reference that moves."""
        value = self.run(node, scope)
        return value.copy() if isinstance(value, Struct) and node[0] in ("field", "index") else value

    def bind(self, pattern, value, scope):
        """Whether the value has the pattern, with the pattern's names bound to its parts."""
        form, parts = pattern
        if form == "name":
            scope.names[parts] = value
        elif form == "literal":
            return value == parts
        elif form == "fields":
            scope.names.update((name, value[name]) for name in parts)
        else:
            return len(parts) == len(value) and all(self.bind(p, v, scope) for p, v in zip(parts, value))
        return True

    def run_block(self, scope, statements):
        scope, value = Scope(scope), None
        for statement in statements:
            if statement[0] == "let":
                assert self.bind(statement[1], self.value(statement[2], scope), scope), "a pattern that does not match"
                value = None
            else:
                got = self.run(statement[1], scope)
                value = got if statement[0] == "value" else None
        return value

    def run_assign(self, scope, operation, target, expression):
        value = self.value(expression, scope)
        if operation:
            value = OPERATORS[operation](self.run(target, scope), value)
        self.assign(scope, target, value)

    def assign(self, scope, target, value):
        if target[0] == "field":
            self.run(target[1], scope)[target[2]] = value
        elif target[0] == "index":
            self.run(target[1], scope)[self.run(target[2], scope)] = value
        elif target[0] == "path":
            scope.assign(target[1][0], value)
        elif target[0] == "copy":
            place = self.run(target[1], scope)
            if isinstance(place, Place):
                place.array[place.i] = value
            else:
                place.update(value)
        elif target[0] == "tuple":
            for part, item in zip(target[1], value, strict=True):
                self.assign(scope, part, item)
        else:
            raise SyntaxError(f"assignment to {target}")

    def run_if(self, scope, condition, then, otherwise, branch):
        held = self.run(condition, scope)
        assert held in (True, False)
        return self.branch(held, scope, then, otherwise, branch)

    def run_if_let(self, scope, pattern, expression, then, otherwise, branch):
        inner = Scope(scope)
        held = self.bind(pattern, self.run(expression, scope), inner)
        return self.branch(held, inner if held else scope, then, otherwise, branch)

    def branch(self, held, scope, then, otherwise, branch):
        self.outcomes.add((branch, bool(held)))
        if held:
            self.taken.append(branch)
            return self.run(then, scope)
        return self.run(otherwise, scope) if otherwise else None

    def run_for(self, scope, pattern, items, body):
        array = self.run(items, scope)
        for item in Place.all(array) if items[0] == "places" else items_of(array):
            inner = Scope(scope)
            self.bind(pattern, item, inner)
            self.run(body, inner)

    def run_while(self, scope, condition, body):
        count = 0
        while self.run(condition, scope):
            try:
                self.run(body, scope)
            except Continue:
                pass
            count += 1
            assert count < 10000, "a loop without end"

    def run_match(self, scope, subject, arms):
        value = self.run(subject, scope)
        for pattern, expression in arms:
            inner = Scope(scope)
            if self.bind(pattern, value, inner):
                return self.run(expression, inner)
        raise AssertionError("no arm matches")

    def run_return(self, scope, expression):
        raise Return(self.run(expression, scope) if expression else None)

    def run_continue(self, _scope):
        raise Continue

    def run_tuple(self, scope, items):
        return tuple(self.value(item, scope) for item in items)

    def run_array(self, scope, items):
        return [self.value(item, scope) for item in items]

    def run_repeat(self, scope, item, count):
        value = self.run(item, scope)
        return [copied(value) for _ in range(self.run(count, scope))]

    def run_constant(self, _scope, value):
        return value

    def run_reference(self, scope, expression):
        return self.run(expression, scope)

    run_places = run_reference

    def run_copy(self, scope, expression):
        value = self.run(expression, scope)
        return value.array[value.i] if isinstance(value, Place) else copied(value)

    def run_or(self, scope, a, b, *_):
        return self.run(a, scope) or self.run(b, scope)

    def run_and(self, scope, a, b, *_):
        return self.run(a, scope) and self.run(b, scope)

    def run_binary(self, scope, a, b, operation, _place):
        return OPERATORS[operation](self.run(a, scope), self.run(b, scope))

    def run_unary(self, scope, operation, a):
        value = self.run(a, scope)
        if operation == "-":
            return -value
        return not value if isinstance(value, bool) else ~value

    def run_as(self, scope, expression, kind):
        value = self.run(expression, scope)
        return self.cast(value, kind) if self.cast else value

    def run_range(self, scope, start, stop, inclusive):
        start = self.run(start, scope) if start else 0
        return range(start, self.run(stop, scope) + inclusive) if stop else (start,)

    def run_closure(self, scope, patterns, body):
        def closure(*arguments):
            inner = Scope(scope)
            for pattern, argument in zip(patterns, arguments, strict=True):
                assert self.bind(pattern, argument, inner)
            return self.run(body, inner)

        return closure

    def run_field(self, scope, expression, name):
        return self.run(expression, scope)[name]

    def run_index(self, scope, expression, index):
        array, index = self.run(expression, scope), self.run(index, scope)
        if isinstance(index, range):
            return View(array, index.start, index.stop)
        if isinstance(index, tuple):
            return View(array, index[0], len(array))
        assert 0 <= index < len(array), "an index out of bounds"
        return array[index]

    def run_struct(self, scope, name, fields, rest):
        value = self.run(rest, scope).copy() if rest else Struct(name)
        for field, expression in fields:
            value[field] = self.value(expression, scope)
        return value

    def resolve(self, scope, path):
        return (scope.get("Self"), *path[1:]) if path[0] == "Self" and len(path) > 1 else path

    def run_path(self, scope, path, place, _constants):
        if len(path) == 1 and scope.has(path[0]):
            return scope.get(path[0])
        path = self.resolve(scope, path)
        if path in self.builtins:
            return copied(self.builtins[path])
        key = path if len(path) > 1 else (scope.get("file") if scope.has("file") else None, *path)
        if key not in self.sources.constants:
            key = (None, *path)
        if key in self.sources.constants:
            inner = Scope(None)
            inner.names["Self"] = key[0]
            return self.run(self.sources.constants[key], inner)
        raise SyntaxError(f"{place}: unknown {'::'.join(path)}")

    def run_call(self, scope, path, constants, arguments, place):
        values = [self.run(argument, scope) for argument in arguments]
        if len(path) == 1 and scope.has(path[0]):
            return scope.get(path[0])(*values)
        path = self.resolve(scope, path)
        if path in self.builtins:
            return self.builtins[path](*values)
        key = path if len(path) > 1 else (None, *path)
        if key not in self.sources.functions and len(path) == 1 and path[0][0].isupper():
            return Struct(path[0], **{str(i): value for i, value in enumerate(values)})
        return self.call(*key, *values, constants=self.constants(scope, constants))

    def constants(self, scope, expressions):
        known = lambda e: e[0] != "path" or scope.has(e[1][0]) or (None, e[1][0]) in self.sources.constants
        return [self.run(e, scope) if known(e) else None for e in expressions]

    def run_method(self, scope, expression, name, constants, arguments, place):
        receiver = self.run(expression, scope)
        values = [self.run(argument, scope) for argument in arguments]
        if isinstance(receiver, Struct):
            if (receiver.name, name) in self.builtins:
                return self.builtins[receiver.name, name](receiver, *values)
            return self.call(receiver.name, name, receiver, *values, constants=self.constants(scope, constants))
        if isinstance(receiver, (list, tuple, View, range)):
            if name in ARRAYS:
                return ARRAYS[name](receiver, *values)
        elif hasattr(receiver, name):
            return getattr(receiver, name)(*values)
        elif isinstance(receiver, int) and name in INTEGERS:
            return INTEGERS[name](receiver, *values)
        raise SyntaxError(f"{place}: unknown method {name}")


class Scope:
    """Names of a block, and those of the block around it."""

    def __init__(self, outer):
        self.names, self.outer = {}, outer

    def find(self, name):
        scope = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        return scope

    def has(self, name):
        return self.find(name) is not None

    def get(self, name):
        return self.find(name).names[name]

    def assign(self, name, value):
        self.find(name).names[name] = value


def copied(value):
    if isinstance(value, Struct):
        return value.copy()
    return [copied(item) for item in value] if isinstance(value, list) else value


def items_of(value):
    return list(value)


def copy_from_slice(target, source):
    assert len(target) == len(source), "slices of different lengths"
    for i, value in enumerate(list(source)):
        target[i] = copied(value)


def fold(items, value, function):
    for item in items:
        value = function(value, item)
    return value


def check(condition, *_):
    assert condition, "a failed assertion"


def check_equal(a, b, *_):
    assert a == b, "a failed assertion"


BUILTINS = {
    ("assert!",): check,
    ("debug_assert!",): check,
    ("assert_eq!",): check_equal,
    ("debug_assert_eq!",): check_equal,
}
# Iterators are lists of what they yield.
ARRAYS = {
    "len": len,
    "is_empty": lambda a: len(a) == 0,
    "iter": items_of,
    "iter_mut": Place.all,
    "enumerate": lambda a: list(enumerate(a)),
    "rev": lambda a: items_of(a)[::-1],
    "zip": lambda a, b: list(zip(a, b)),
    "filter": lambda a, f: [item for item in a if f(item)],
    "sum": sum,
    "contains": lambda a, item: item in a,
    "map": lambda a, f: [f(item) for item in a],
    "flat_map": lambda a, f: [inner for item in a for inner in f(item)],
    "fold": fold,
    "split_at": lambda a, i: (View(a, 0, i), View(a, i, len(a))),
    "split_at_mut": lambda a, i: (View(a, 0, i), View(a, i, len(a))),
    "chunks_exact_mut": lambda a, n: [View(a, i, i + n) for i in range(0, len(a) - n + 1, n)],
    "copy_from_slice": copy_from_slice,
    "fill": lambda a, value: copy_from_slice(a, [value] * len(a)),
}
INTEGERS = {
    "div_ceil": lambda a, b: -(-a // b),
    "min": min,
    "max": max,
    "then": lambda a, f: f() if a else None,
    "abs": abs,
    "signum": lambda a: (a > 0) - (a < 0),
    "saturating_sub": lambda a, b: max(a - b, 0),
    "trailing_zeros": lambda a: (a & -a).bit_length() - 1,
}
