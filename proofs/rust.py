"""Runs the formulas of src/group as they stand there, on polynomials in place of numbers.

What is read is the small part of Rust that formulas are written in: let, if, return, assignments,
struct literals, calls of functions and methods. Anything else stops the proof with its line.
"""

import re
from pathlib import Path

TOKEN = re.compile(r"//[^\n]*|#\[[^\n]*|\s+|(?P<t>\"[^\"]*\"|\d+|\w+|::|->|=>|\.\.|&&|\|\||==|!=|.)")


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
    """A struct's fields."""

    def __init__(self, name, **fields):
        super().__init__(fields)
        self.name = name

    def copy(self):
        return Struct(self.name, **self)


class Return(Exception):
    pass


class Parser:
    """From tokens to nested tuples, of which the first item names the form."""

    def __init__(self, words, at):
        self.words, self.at = words, at

    def peek(self, ahead=0):
        return self.words[self.at + ahead]

    def next(self, *expected):
        word = self.words[self.at]
        if expected and word not in expected:
            raise SyntaxError(f"{word.place}: {word!r} where {expected} is read")
        self.at += 1
        return word

    def take(self, word):
        if self.peek() == word:
            self.at += 1
            return True
        return False

    def skip_brackets(self, opening, closing):
        depth = 0
        while True:
            word = self.next()
            depth += (word == opening) - (word == closing)
            if depth == 0:
                return

    def until(self, *stops):
        while self.peek() not in stops:
            self.next()

    def function(self):
        """After `fn name`: parameters and body."""
        if self.peek() == "<":
            self.skip_brackets("<", ">")
        self.next("(")
        names = []
        while not self.take(")"):
            while self.take("&") or self.take("mut"):
                pass
            names.append(self.next())
            self.until(",", ")")
            self.take(",")
        self.until("{")
        return names, self.block()

    def block(self):
        place = self.next("{")
        statements = []
        while not self.take("}"):
            statements.append(self.statement())
        return "block", statements, place.place

    def statement(self):
        if self.take("let"):
            self.take("mut")
            pattern = self.pattern()
            self.next("=")
            statement = "let", pattern, self.expression()
            self.next(";")
            return statement
        expression = self.expression()
        if self.take("="):
            expression = "assign", expression, self.expression()
        if self.take(";"):
            return "drop", expression
        if self.peek() != "}" and expression[0] != "if":
            raise SyntaxError(f"{self.peek().place}: {self.peek()!r} after an expression")
        return "drop" if self.peek() != "}" else "value", expression

    def pattern(self):
        if self.take("("):
            names = self.list(")", self.next)
            return "tuple", names
        name = self.next()
        if self.take("{"):
            return "fields", self.list("}", self.next)
        return "name", name

    def list(self, closing, item):
        items = []
        while not self.take(closing):
            items.append(item())
            if self.peek() != closing:
                self.next(",")
        return items

    def expression(self, struct=True):
        return self.binary(["||", "&&", "=="], struct)

    def binary(self, operators, struct):
        if not operators:
            return self.unary(struct)
        left = self.binary(operators[1:], struct)
        while self.take(operators[0]):
            left = operators[0], left, self.binary(operators[1:], struct)
        return left

    def unary(self, struct):
        if self.take("&"):
            self.take("mut")
            return self.unary(struct)
        if self.take("*"):
            return "copy", self.unary(struct)
        if self.take("!"):
            return "!", self.unary(struct)
        expression = self.primary(struct)
        while True:
            if self.take("."):
                name = self.next()
                self.turbofish()
                if self.take("("):
                    expression = "method", expression, name, self.list(")", self.expression), name.place
                else:
                    expression = "field", expression, name
            elif expression[0] == "path" and self.take("("):
                expression = "call", expression[1], self.list(")", self.expression), expression[2]
            else:
                return expression

    def turbofish(self):
        if self.peek() == "::" and self.peek(1) == "<":
            self.next()
            self.skip_brackets("<", ">")

    def primary(self, struct):
        word = self.next()
        if word == "if":
            start = self.at
            condition = self.expression(struct=False)
            branch = f"{word.place} {''.join(self.words[start : self.at])}"
            then, otherwise = self.block(), None
            if self.take("else"):
                otherwise = self.primary(struct) if self.peek() == "if" else self.block()
            return "if", condition, then, otherwise, branch
        if word == "return":
            return "return", None if self.peek() in ("}", ";") else self.expression()
        if word == "(":
            items = self.list(")", self.expression)
            return items[0] if len(items) == 1 else ("tuple", items)
        if word in ("true", "false"):
            return "constant", word == "true"
        if not word[0].isalpha():
            raise SyntaxError(f"{word.place}: {word!r} in a formula")
        path = [word]
        while True:
            self.turbofish()
            if not self.take("::"):
                break
            path.append(self.next())
        if struct and word[0].isupper() and self.peek() == "{":
            self.next()
            fields, rest = {}, None
            while not self.take("}"):
                if self.take(".."):
                    rest = self.expression()
                else:
                    name = self.next()
                    fields[name] = self.expression() if self.take(":") else ("path", [name], name.place)
                if self.peek() != "}":
                    self.next(",")
            return "struct", word, fields, rest
        return "path", path, word.place


class Program:
    """The functions and constants of some files, and what it is to run them.

    `zero(value, place)` decides whether a polynomial vanishes; `taken` collects the conditions that held.
    """

    def __init__(self, paths, builtins, zero):
        self.functions, self.constants, self.builtins, self.zero, self.taken = {}, {}, builtins, zero, []
        for path in paths:
            self.read(tokens(Path(path)))

    def read(self, words):
        parser, owner, depth, owner_depth = Parser(words, 0), None, 0, None
        while parser.at < len(words):
            word = parser.next()
            if word == "impl":
                owner, owner_depth = parser.next(), depth
            elif word == "{":
                depth += 1
            elif word == "}":
                depth -= 1
                if depth == owner_depth:
                    owner = owner_depth = None
            elif word in ("fn", "const") and parser.peek() not in ("fn", "{"):
                name = parser.next()
                start = parser.at
                try:
                    if word == "fn":
                        self.functions[owner, name] = parser.function()
                    else:
                        parser.until("=")
                        parser.next()
                        self.constants[owner, name] = parser.expression()
                except SyntaxError as error:
                    # not a formula, unless one asks for it
                    self.functions[owner, name] = error
                    parser.at = start

    def call(self, owner, name, *arguments):
        function = self.functions[owner, name]
        if isinstance(function, SyntaxError):
            raise function
        names, body = function
        scope = dict(zip(names, arguments, strict=True))
        scope["Self"] = owner
        try:
            return self.run(body, scope)
        except Return as value:
            return value.args[0]

    def run(self, node, scope):
        name = {"||": "or", "&&": "and", "!": "not", "==": "equals"}.get(node[0], node[0])
        return getattr(self, f"run_{name}")(scope, *node[1:])

    def run_block(self, scope, statements, _place):
        scope, value = Scope(scope), None
        for kind, *rest in statements:
            if kind == "let":
                pattern, expression = rest
                got = self.run(expression, scope)
                if pattern[0] == "name":
                    scope.own(pattern[1], got)
                elif pattern[0] == "tuple":
                    for name, item in zip(pattern[1], got, strict=True):
                        scope.own(name, item)
                else:
                    for name in pattern[1]:
                        scope.own(name, got[name])
            else:
                got = self.run(rest[0], scope)
                value = got if kind == "value" else None
        return value

    def run_assign(self, scope, target, expression):
        value = self.run(expression, scope)
        if target[0] == "field":
            self.run(target[1], scope)[target[2]] = value
        else:
            raise SyntaxError(f"assignment to {target}")

    def run_if(self, scope, condition, then, otherwise, branch):
        if self.run(condition, scope):
            self.taken.append(branch)
            return self.run(then, scope)
        return self.run(otherwise, scope) if otherwise else None

    def run_return(self, scope, expression):
        raise Return(self.run(expression, scope) if expression else None)

    def run_tuple(self, scope, items):
        return tuple(self.run(item, scope) for item in items)

    def run_constant(self, _scope, value):
        return value

    def run_copy(self, scope, expression):
        value = self.run(expression, scope)
        return value.copy() if isinstance(value, Struct) else value

    def run_or(self, scope, a, b):
        return self.run(a, scope) or self.run(b, scope)

    def run_and(self, scope, a, b):
        return self.run(a, scope) and self.run(b, scope)

    def run_not(self, scope, a):
        return not self.run(a, scope)

    def run_equals(self, scope, a, b):
        return self.run(a, scope) == self.run(b, scope)

    def run_field(self, scope, expression, name):
        return self.run(expression, scope)[name]

    def run_struct(self, scope, name, fields, rest):
        value = self.run(rest, scope).copy() if rest else Struct(name)
        for field, expression in fields.items():
            value[field] = self.run(expression, scope)
        return value

    def run_path(self, scope, path, place):
        if len(path) == 1 and path[0] in scope:
            return scope[path[0]]
        if tuple(path) in self.builtins:
            return self.builtins[tuple(path)]
        if tuple(path) in self.constants:
            return self.run(self.constants[tuple(path)], {})
        raise SyntaxError(f"{place}: unknown {'::'.join(path)}")

    def run_call(self, scope, path, arguments, place):
        values = [self.run(argument, scope) for argument in arguments]
        if tuple(path) in self.builtins:
            return self.builtins[tuple(path)](*values)
        return self.call(path[0] if len(path) > 1 else None, path[-1], *values)

    def run_method(self, scope, expression, name, arguments, place):
        receiver = self.run(expression, scope)
        values = [self.run(argument, scope) for argument in arguments]
        if isinstance(receiver, Struct):
            return self.call(receiver.name, name, receiver, *values)
        if name in ("is_zero", "is_zero_limbs"):
            return self.zero(receiver, place)
        if ("Fe", name) not in self.builtins:
            raise SyntaxError(f"{place}: unknown method {name}")
        return self.builtins["Fe", name](receiver, *values)


class Scope(dict):
    """Names of a block, which begin as those of the block around it."""

    own = dict.__setitem__
