"""Proves how src/group/signed_sums.rs puts its tables together, for every number of points.

group.py shows that `sum_and_difference` gives p + q and p - q on the curve isomorphic by z, whatever p and q are, from both of
them on one curve, the same two taken to z, and z over what `denominator` gives for them, which is not zero.
Here the rest of the file runs with these two functions replaced by what they have been shown to be: points are names,
a denominator is a symbol for its two points, and a sum comes only from operands that are what they should be.
So nothing depends on what the points are. They may be infinite, equal, negated: 0 times z is the integer 0.
"""

from collections import Counter
from itertools import product

from elements import Element
from rust import Program, Struct


class Monomial(Element):
    """A product of symbols, or 0. There are no sums: what is not a product stops the proof."""

    def __init__(self, symbols, sign=1):
        self.symbols, self.sign = Counter(symbols), sign

    def __mul__(self, other):
        return Monomial(self.symbols + other.symbols, self.sign * other.sign)

    def __eq__(self, other):
        return (self.symbols, self.sign) == (other.symbols, other.sign)

    def key(self):
        return frozenset(self.symbols.items())

    def root(self, n):
        assert all(power % n == 0 for power in self.symbols.values()), "not a point on an isomorphic curve"
        return Monomial({symbol: power // n for symbol, power in self.symbols.items()})


def point(signs, z):
    """The sum of points with these signs, on the curve isomorphic by z. The first sign that is not 0 is positive."""
    return Struct("Ge", x=Monomial({("x", signs): 1}) * z * z, y=Monomial({("y", signs): 1}) * z * z * z)


def signs_and_z(ge):
    parts = []
    for coordinate, power in (("x", 2), ("y", 3)):
        value = ge[coordinate]
        names = [s for s in value.symbols if s[0] in ("x", "y")]
        assert value.sign == 1 and len(names) == 1 and names[0][0] == coordinate, "not a point's coordinate"
        assert value.symbols[names[0]] == 1
        rest = Monomial({s: n for s, n in value.symbols.items() if s != names[0]})
        parts.append((names[0][1], rest.root(power)))
    assert parts[0] == parts[1], "x and y of different points, or on different curves"
    return parts[0]


def denominator(p, q):
    """A symbol for what is divided by. It depends on the points and on the curve that they are on."""
    (a, z), (b, zb) = signs_and_z(p), signs_and_z(q)
    assert z == zb, "points on different curves"
    return Monomial({("h", a, b, z.key()): 1})


def sum_and_difference(pair, scaled, z_over_h, sum_place, difference_place):
    (p, q), (scaled_p, scaled_q) = pair, scaled
    (a, curve), (b, _) = signs_and_z(p), signs_and_z(q)
    z = z_over_h * denominator(p, q)
    assert signs_and_z(scaled_p) == (a, curve * z), "p on another curve than z's"
    assert signs_and_z(scaled_q) == (b, curve * z), "q on another curve than z's"
    assert not any(i and j for i, j in zip(a, b)), "a point twice in a sum"
    total, difference = (tuple(i + s * j for i, j in zip(a, b)) for s in (1, -1))
    sum_place.update(point(total, curve * z))
    difference_place.update(point(difference, curve * z))


ONE = Monomial({})
BUILTINS = {
    ("Fe", "ONE"): ONE,
    ("Fe", "ZERO"): Monomial({}, 0),
    ("M", "mul"): lambda a, b: a * b,
    ("M", "sqr"): lambda a: a * a,
    ("denominator",): denominator,
    ("sum_and_difference",): sum_and_difference,
}
SIZES = range(2, 9)


def program(sources):
    return Program(sources, BUILTINS)


def prove_size(program, size):
    points = [point(tuple(int(i == j) for j in range(size)), ONE) for i in range(size)]
    table = [program.run(("path", ("Ge", "INFINITY"), "", ()), None) for _ in range(1 << (size - 1))]
    factor = Monomial({("factor",): 1})
    z = program.call(None, "list_signed_sums", points, table)
    program.call(None, "expand_signed_sums", size, factor, table)
    for number, entry in enumerate(table):
        expected = (1, *(-1 if number >> i & 1 else 1 for i in range(size - 1)))
        assert signs_and_z(entry) == (expected, z * factor), f"entry {number:b}"
    # a product of denominators alone
    assert all(symbol[0] == "h" for symbol in z.symbols), "z"


def prove_small_field(setting, size, factors):
    """The same with numbers, of all points of a small curve."""
    number = setting.element
    for points in product(setting.points, repeat=size):
        for factor in range(1, factors + 1):
            table = [setting.ge(None) for _ in range(1 << (size - 1))]
            operands = [setting.ge(p and (number(p[0]), number(p[1]))) for p in points]
            z = setting.call("list_signed_sums", operands, table) * number(factor)
            setting.call("expand_signed_sums", size, number(factor), table)
            z.nonzero("z")
            for signs, entry in enumerate(table):
                total = points[0]
                for i, p in enumerate(points[1:]):
                    total = setting.add(total, setting.negate(p) if signs >> i & 1 else p)
                setting.check(entry, total and (number(total[0]), number(total[1]), setting.one), z)
