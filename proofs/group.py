"""Proves the formulas of src/group: each addition, doubling, Co-Z step and change of coordinates.

The functions are read from the Rust sources and run on polynomials, once for every case of their operands: finite
or infinite, different, equal or negated. What comes out is compared with the chord and tangent rule,
as an identity of polynomials modulo the curve's equation. Whatever a branch or a result's z takes
to be nonzero has to be a product of what is nonzero in that case:

- z of every finite operand, and x2 - x1 of points that are neither equal nor negated;
- y of a finite point, of its double, and of the difference of different points: y = 0 means order two;
- x of a finite point, of its double, and of sum and difference of points that are neither equal nor negated:
  x = 0 means order three.

The groups that the library runs in are of prime order, seven or more, so they have no such points.

The identities hold over the rationals, with denominators that are powers of two, so they hold modulo p.
For every case the branches that caught it are printed; none means the formula itself.
"""

from elements import b, w, x1, z1, z2
from rust import Struct

PROOFS = []


class Proof:
    """A function that checks what some functions of the sources give for operands.

    `points` are the points that vary, of p, q, r, s, and `zs` the z.
    """

    def __init__(self, functions, points, zs="", inverse=False, nonzero=(), relations=(), where=None):
        self.functions, self.points, self.zs = functions.split(", "), points.split(), zs.split()
        self.inverse, self.nonzero = inverse, list(nonzero)
        self.relations = [*relations, *([z1 * w - 1] if inverse else [])]
        self.where = where

    def __call__(self, run):
        self.run = run
        PROOFS.append(self)
        return run

    def __str__(self):
        return ", ".join(self.functions) + (f" ({self.where})" if self.where else "")


def with_unit(p, t):
    """A point as one that a sum is expected to be."""
    return p and (*p, t.one)


def negated(p):
    return p and (p[0], p[1].neg())


# Affine points


@Proof("Ge::is_infinity", "p", "z1")
def _(t, c):
    assert t.call("Ge::is_infinity", t.ge(c.p, c.z1)) == (c.p is None)


@Proof("Ge::neg, Ge::cneg", "p", "z1")
def _(t, c):
    t.check(t.call("Ge::neg", t.ge(c.p, c.z1)), with_unit(negated(c.p), t), c.z1)
    t.check(t.call("Ge::cneg", t.ge(c.p, c.z1), True), with_unit(negated(c.p), t), c.z1)
    t.check(t.call("Ge::cneg", t.ge(c.p, c.z1), False), with_unit(c.p, t), c.z1)


@Proof("Ge::mul_lambda", "p", "z1", where="that this is λ times the point is in integers.py")
def _(t, c):
    beta = t.program.builtins["Fe", "BETA"]
    t.check(t.call("Ge::mul_lambda", t.ge(c.p, c.z1)), c.p and (c.p[0] * beta, c.p[1], t.one), c.z1)


@Proof("Ge::rescale", "p", "z1 w")
def _(t, c):
    t.check(t.call("Ge::rescale", t.ge(c.p, c.z1), c.w), with_unit(c.p, t), c.z1 * c.w)


@Proof("Ge::is_on_curve", "p", "z2", nonzero=[z2**2 - x1**3 - b])
def _(t, c):
    assert t.call("Ge::is_on_curve", t.ge(c.p))
    # z2 is any other y
    if c.p and not (c.z2 * c.z2 - c.p[1] * c.p[1]).vanishes():
        assert not t.call("Ge::is_on_curve", Struct("Ge", x=c.p[0], y=c.z2))


@Proof("Ge::equals", "p q", "z1")
def _(t, c):
    assert t.call("Ge::equals", t.ge(c.p, c.z1), t.ge(c.q, c.z1)) == (c.difference is None)


# Jacobian points


@Proof("Gej::from_ge", "p")
def _(t, c):
    t.check(t.call("Gej::from_ge", t.ge(c.p)), with_unit(c.p, t))


@Proof("Gej::is_infinity", "p", "z1")
def _(t, c):
    assert t.call("Gej::is_infinity", t.gej(c.p, c.z1)) == (c.p is None)


@Proof("Gej::neg", "p", "z1")
def _(t, c):
    t.check(t.call("Gej::neg", t.gej(c.p, c.z1)), with_unit(negated(c.p), t))


@Proof("Gej::double", "p", "z1")
def _(t, c):
    t.check(t.call("Gej::double", t.gej(c.p, c.z1)), c.double)


@Proof("Gej::add", "p q", "z1 z2")
def _(t, c):
    t.check(t.call("Gej::add", t.gej(c.p, c.z1), t.gej(c.q, c.z2)), c.sum)


@Proof("Gej::add_ge", "p q", "z1")
def _(t, c):
    t.check(t.call("Gej::add_ge", t.gej(c.p, c.z1), t.ge(c.q)), c.sum)


@Proof("Gej::add_zinv", "p q", "z1 w")
def _(t, c):
    # q stands for q scaled by w, and p is another point than elsewhere, so that it can be p scaled by w.
    scaled = lambda p: p and (p[0] * c.w * c.w, p[1] * c.w * c.w * c.w, *p[2:])
    t.check(t.call("Gej::add_zinv", t.gej(scaled(c.p), c.z1), t.ge(c.q), c.w), scaled(c.sum))


@Proof("Gej::to_ge", "p", "z1", inverse=True)
def _(t, c):
    point = t.call("Gej::to_ge", t.gej(c.p, c.z1))
    t.check(point, with_unit(c.p, t))
    assert c.p is None or point["x"].normalized and point["y"].normalized, "not canonical"


@Proof("Gej::equals", "p q", "z1 z2")
def _(t, c):
    assert t.call("Gej::equals", t.gej(c.p, c.z1), t.gej(c.q, c.z2)) == (c.difference is None)


# Two Jacobian points side by side


def pair(t, c):
    return t.call("GejPair::new", t.gej(c.p, c.z1), t.gej(c.r, c.z2))


def check_pair(t, value, expected, other):
    for point, sum in zip(t.call("GejPair::get", value), (expected, other), strict=True):
        t.check(point, sum)


@Proof("GejPair::new, GejPair::get", "p r", "z1 z2")
def _(t, c):
    check_pair(t, pair(t, c), with_unit(c.p, t), with_unit(c.r, t))


@Proof("GejPair::double", "p r", "z1 z2")
def _(t, c):
    value = pair(t, c)
    t.call("GejPair::double", value)
    check_pair(t, value, c.double, c.double2)


@Proof("GejPair::add_ge", "p q r s", where="p + q beside r + s")
def _(t, c):
    value = pair(t, c)
    t.call("GejPair::add_ge", value, t.ge(c.q), t.ge(c.s))
    check_pair(t, value, c.sum, c.sum2)


# Homogeneous points


@Proof("Geh::from_gej", "p", "z1")
def _(t, c):
    t.check(t.call("Geh::from_gej", t.gej(c.p, c.z1)), with_unit(c.p, t))


@Proof("Geh::to_gej", "p", "z1")
def _(t, c):
    t.check(t.call("Geh::to_gej", t.geh(c.p, c.z1)), with_unit(c.p, t))


@Proof("Geh::double", "p", "z1")
def _(t, c):
    t.check(t.call("Geh::double", t.geh(c.p, c.z1)), c.double)


@Proof("Geh::add", "p q", "z1 z2")
def _(t, c):
    t.check(t.call("Geh::add", t.geh(c.p, c.z1), t.geh(c.q, c.z2)), c.sum)


@Proof("Geh::add", "p q", "z1 w", where="without the flag: the formula is complete")
def _(t, c):
    infinity = Struct("Geh", x=t.zero, y=c.w, z=t.zero, infinity=False)
    t.check(
        t.call("Geh::add", *(t.geh(p, z) if p else infinity for p, z in ((c.p, c.z1), (c.q, c.z2)))),
        c.sum,
    )


# Co-Z


def update(t, c, result, expected):
    """A sum, p and the ratio of their z to z1."""
    total, same, ratio = result
    ratio.nonzero("ratio")
    t.check(total, expected, c.z1 * ratio)
    t.check(same, with_unit(c.p, t), c.z1 * ratio)


@Proof("double_update", "p", "z1")
def _(t, c):
    update(t, c, t.call("double_update", t.ge(c.p, c.z1)), c.double)


@Proof("add_update", "p q", "z1")
def _(t, c):
    update(t, c, t.call("add_update", t.ge(c.p, c.z1), t.ge(c.q, c.z1)), c.sum)


def co_z_sums(t, accumulator, running_sum, z):
    """With every z that they can have: where both are infinite, none or any."""
    for z in (z,) if accumulator or running_sum else (z, t.zero):
        yield Struct("CoZSums", accumulator=t.ge(accumulator, z), running_sum=t.ge(running_sum, z), z=z)


def check_sums(t, value, accumulator, running_sum):
    for field, expected in (("accumulator", accumulator), ("running_sum", running_sum)):
        t.check(value[field], expected, value["z"])


@Proof("CoZSums::new", "p", "z1")
def _(t, c):
    check_sums(t, t.call("CoZSums::new", t.gej(c.p, c.z1)), with_unit(c.p, t), None)


@Proof("CoZSums::accumulator, CoZSums::running_sum", "p r", "z1", where="p and r with one z")
def _(t, c):
    for value in co_z_sums(t, c.p, c.r, c.z1):
        t.check(t.call("CoZSums::accumulator", value), with_unit(c.p, t))
        t.check(t.call("CoZSums::running_sum", value), with_unit(c.r, t))


@Proof("CoZSums::accumulate", "p q", "z1", where="running sum first, accumulator second")
def _(t, c):
    for value in co_z_sums(t, c.q, c.p, c.z1):
        t.call("CoZSums::accumulate", value)
        check_sums(t, value, c.sum, with_unit(c.p, t))


@Proof("CoZSums::add", "p q r", "z1 z2", where="running sum first, bucket second; an accumulator")
def _(t, c):
    for value in co_z_sums(t, c.r, c.p, c.z1):
        t.call("CoZSums::add", value, t.gej(c.q, c.z2))
        check_sums(t, value, with_unit(c.r, t), c.sum)


# Signed sums: what all their tables are made with. signed_sums.py has the rest.


@Proof("denominator, sum_and_difference", "p q", "z1 w", where="w is z over the denominator")
def _(t, c):
    p, q = t.ge(c.p, c.z1), t.ge(c.q, c.z1)
    h = t.call("denominator", p, q)
    h.nonzero("the denominator")
    z = c.w * h
    scaled = [t.ge(point, c.z1 * z) for point in (c.p, c.q)]
    total, difference = Struct("Ge"), Struct("Ge")
    t.call("sum_and_difference", (p, q), tuple(scaled), c.w, total, difference)
    t.check(total, c.sum, c.z1 * z)
    t.check(difference, c.difference, c.z1 * z)
