#!/usr/bin/env python3
"""Proves the formulas of src/group: each addition, doubling, Co-Z step and change of coordinates.

The functions are read from the Rust sources and run on polynomials, once for every case of their operands: finite
or infinite, different, equal or negated. What comes out is compared with the chord and tangent rule,
as an identity of polynomials modulo the curve's equation. Whatever a branch or a result's z takes
to be nonzero has to be a product of what is nonzero in that case:

- z of every finite operand, and x2 - x1 of points that are neither equal nor negated;
- y of a finite point, of its double, and of the difference of different points: y = 0 means order two;
- x of a finite point, of its double, and of the sum of points that are not negated: x = 0 means order three.

The groups that the library runs in are of prime order, seven or more, so they have no such points.

The identities hold over the rationals, with denominators that are powers of two, so they hold modulo p.
For every case the branches that caught it are printed; none means the formula itself.
"""

import sys
from pathlib import Path

from sympy import QQ, lex, ring

from rust import Program, Struct

GROUP = Path(__file__).resolve().parent.parent / "src" / "group"
FILES = [GROUP / name for name in ("ge.rs", "gej.rs", "geh.rs", "co_z.rs")]
P = 2**256 - 2**32 - 977

# xr, yr: an accumulator that only follows. w: a second z.
R, y1, y2, yr, x1, x2, xr, z1, z2, w, b = ring("y1,y2,yr,x1,x2,xr,z1,z2,w,b", QQ, lex)
CURVES = [y1**2 - x1**3 - b, y2**2 - x2**3 - b, yr**2 - xr**3 - b]
ONE, ZERO = R.one, R.zero


def reduce(polynomial):
    """Its normal form modulo the curve's equation at each point."""
    for coefficient in R(polynomial).coeffs():
        assert coefficient.denominator & (coefficient.denominator - 1) == 0, "a denominator that p may divide"
    return R(polynomial).rem(CURVES)


class Case:
    """What is nonzero in a case, and what was taken to be."""

    def __init__(self):
        self.known = set()

    def set(self, *nonzero):
        # y1^2 reduces to x1^3 + b, which is nonzero as well
        self.known = {factor for p in nonzero for power in (1, 2) for factor in factors(p**power)}

    def nonzero(self, polynomial, where):
        unknown = factors(polynomial) - self.known
        assert not unknown, f"{where}: {unknown} may vanish"

    def zero(self, value, place):
        if reduce(value) == 0:
            return True
        self.nonzero(value, place)
        return False


def factors(polynomial):
    """The irreducible factors, each with leading coefficient one."""
    polynomial = reduce(polynomial)
    assert polynomial != 0
    constant, parts = polynomial.factor_list()
    assert constant.numerator % P != 0
    return {part.monic() for part, _ in parts if not part.is_ground}


BUILTINS = {
    ("Fe", "ONE"): ONE,
    ("Fe", "ZERO"): ZERO,
    ("M", "mul"): lambda a, b: a * b,
    ("M", "sqr"): lambda a: a * a,
    ("mul_3b",): lambda a: 3 * b * a,
    ("Fe", "add"): lambda a, b: a + b,
    ("Fe", "sub"): lambda a, b: a - b,
    ("Fe", "neg"): lambda a: -a,
    ("Fe", "double"): lambda a: 2 * a,
    ("Fe", "half"): lambda a: a * QQ(1, 2),
    ("Fe", "sub_double"): lambda a, b: a - 2 * b,
    ("Fe", "sub_sub_double"): lambda a, b, c: a - b - 2 * c,
}
case = Case()
program = Program(FILES, BUILTINS, case.zero)

# Points as expected: None for infinity, or (X, Y, D) for (X/D^2, Y/D^3).


def chord(p, q):
    (xp, yp), (xq, yq) = p, q
    d = xq - xp
    x = (yq - yp) ** 2 - (xp + xq) * d**2
    return x, (yq - yp) * (xp * d**2 - x) - yp * d**3, d


def tangent(p):
    x, y = p
    d = 2 * y
    double = 9 * x**4 - 2 * x * d**2
    return double, 3 * x**2 * (x * d**2 - double) - y * d**3, d


def affine(p):
    return p and (p[0], p[1], ONE)


def negative(p):
    return p[0], -p[1]


P1, P2, ACCUMULATOR = (x1, y1), (x2, y2), (xr, yr)
Z = [z1, z2, w]
POINTS = [coordinate for point in (P1, P2, ACCUMULATOR) for coordinate in (*point, *tangent(point))]
DIFFERENT = [x2 - x1, chord(P1, P2)[0], chord(P1, negative(P2))[1]]

# Operands: name, second operand for a first P1, their sum, what is nonzero
PAIRS = {
    "different": (P1, P2, chord(P1, P2), DIFFERENT),
    "equal": (P1, P1, tangent(P1), []),
    "negated": (P1, negative(P1), None, []),
    "first infinite": (None, P2, affine(P2), []),
    "second infinite": (P1, None, affine(P1), []),
    "both infinite": (None, None, None, []),
}


def ge(p, z=ONE):
    return Struct("Ge", x=p[0] * z**2, y=p[1] * z**3) if p else Struct("Ge", x=ZERO, y=ZERO)


def gej(p, z):
    return Struct("Gej", **ge(p, z), z=z if p else ZERO)


def geh(p, z):
    if not p:
        return Struct("Geh", x=ZERO, y=ONE, z=ZERO, infinity=True)
    return Struct("Geh", x=p[0] * z, y=p[1] * z, z=z, infinity=False)


def check(point, expected, z=None):
    """Whether a Ge on the curve isomorphic by z, a Gej or a Geh is what is expected."""
    x, y, z = point["x"], point["y"], point["z"] if z is None else z
    infinite = {"Ge": x == 0, "Gej": z == 0, "Geh": point.get("infinity")}[point.name]
    assert infinite == (expected is None), "infinity"
    if infinite:
        return
    case.nonzero(z, "z")
    xe, ye, d = expected
    power = (1, 1) if point.name == "Geh" else (2, 3)
    assert reduce(x * d**2 - xe * z ** power[0]) == 0, "x"
    assert reduce(y * d**3 - ye * z ** power[1]) == 0, "y"


def prove(name, what, nonzero, run):
    case.set(*Z, *POINTS, *nonzero)
    program.taken.clear()
    try:
        run()
    except AssertionError as error:
        sys.exit(f"{name}, {what}: not right, {error}")
    print(f"  {what:18}{', '.join(dict.fromkeys(program.taken))}".rstrip())


def for_pairs(name, run):
    print(name)
    for what, (p, q, expected, nonzero) in PAIRS.items():
        prove(name, what, nonzero, lambda: run(p, q, expected))


def for_points(name, run, double=True):
    print(name)
    for what, p in {"finite": P1, "infinite": None}.items():
        prove(name, what, [], lambda: run(p, (tangent(p) if double else affine(p)) if p else None))


def call(*arguments):
    return program.call(*arguments)


def update(result, p, expected):
    """A sum, p and the ratio of their z to z1."""
    total, same, ratio = result
    case.nonzero(ratio, "ratio")
    check(total, expected, z1 * ratio)
    check(same, affine(p), z1 * ratio)


def jacobian():
    for_points("Ge::rescale", lambda p, e: check(call("Ge", "rescale", ge(p, z1), w), e, z1 * w), double=False)
    for_points("Gej::double", lambda p, e: check(call("Gej", "double", gej(p, z1)), e))
    for_pairs("Gej::add", lambda p, q, e: check(call("Gej", "add", gej(p, z1), gej(q, z2)), e))
    for_pairs("Gej::add_ge", lambda p, q, e: check(call("Gej", "add_ge", gej(p, z1), ge(q)), e))

    def scaled(point):
        return point and (point[0] * w**2, point[1] * w**3)

    def add_zinv(p, q, expected):
        # q stands for q scaled by w, and p is another point than elsewhere, so that it can be p scaled by w.
        result = call("Gej", "add_zinv", gej(scaled(p), z1), ge(q), w)
        check(result, expected and scaled(expected) + expected[2:])

    for_pairs("Gej::add_zinv", add_zinv)


def homogeneous():
    for_points("Geh::from_gej", lambda p, e: check(call("Geh", "from_gej", gej(p, z1)), e), double=False)
    for_points("Geh::to_gej", lambda p, e: check(call("Geh", "to_gej", geh(p, z1)), e), double=False)
    for_points("Geh::double", lambda p, e: check(call("Geh", "double", geh(p, z1)), e))

    def add(p, q, expected):
        result = call("Geh", "add", geh(p, z1), geh(q, z2))
        check(result, expected)
        if expected is None:
            # never (0 : 0 : 0)
            case.nonzero(result["y"], "y")

    for_pairs("Geh::add", add)
    print("Geh::add without the flag")
    infinity = Struct("Geh", x=ZERO, y=w, z=ZERO, infinity=False)
    for what, (p, q, expected, nonzero) in list(PAIRS.items())[3:]:
        operands = [geh(point, z) if point else infinity for point, z in ((p, z1), (q, z2))]

        def unflagged():
            result = call("Geh", "add", *operands)
            check(result, expected)
            case.nonzero(result["y"], "y")

        prove("Geh::add without the flag", what, nonzero, unflagged)


def co_z():
    for_points("double_update", lambda p, e: update(call(None, "double_update", ge(p, z1)), p, e))
    for_pairs("add_update", lambda p, q, e: update(call(None, "add_update", ge(p, z1), ge(q, z1)), p, e))

    def sums(accumulator, running_sum):
        z = z1 if accumulator or running_sum else ZERO
        return Struct("CoZSums", accumulator=ge(accumulator, z1), running_sum=ge(running_sum, z1), z=z)

    def check_sums(value, accumulator, running_sum):
        branches = list(program.taken)
        for field, expected in (("accumulator", accumulator), ("running_sum", running_sum)):
            check(value[field], expected, value["z"])
            check(call("CoZSums", field, value), expected)
        program.taken[:] = branches

    def accumulate(running_sum, accumulator, expected):
        value = sums(accumulator, running_sum)
        call("CoZSums", "accumulate", value)
        check_sums(value, expected, affine(running_sum))

    for_pairs("CoZSums::accumulate (running sum first, accumulator second)", accumulate)

    def add(accumulator):
        def run(running_sum, bucket, expected):
            value = sums(accumulator, running_sum)
            call("CoZSums", "add", value, gej(bucket, z2))
            check_sums(value, affine(accumulator), expected)

        return run

    for_pairs("CoZSums::add (running sum first, bucket second; an accumulator)", add(ACCUMULATOR))
    for_pairs("CoZSums::add (running sum first, bucket second; no accumulator yet)", add(None))
    for_points("CoZSums::new", lambda p, e: check_sums(call("CoZSums", "new", gej(p, z1)), e, None), double=False)


if __name__ == "__main__":
    jacobian()
    homogeneous()
    co_z()
