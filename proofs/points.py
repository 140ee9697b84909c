"""The operands of formulas, and what they are to give.

A setting has operands for everything that a formula is to be right for: `Symbolic` a case of any points at a time, as
polynomials; `SmallField` each choice of points of a small curve, and of z.
"""

from itertools import product
from types import SimpleNamespace

from elements import R, Case, Polynomial, modular, w, x1, x2, xr, xs, y1, y2, yr, ys, z1, z2
from elements import b as curve_b
from rust import Program, Struct


def small(limbs):
    """The element that one limb stands for."""
    assert not any(limbs[1:]), "an integer of more limbs"
    return limbs[0]


class Setting:
    """What both have: structs for points, and a look at those that come out."""

    def __init__(self, sources, element, b, beta):
        self.element, self.b, self.zero, self.one = element, b, element(0), element(1)
        self.program = Program(
            sources,
            {
                ("Fe", "ONE"): self.one,
                ("Fe", "ZERO"): self.zero,
                ("Fe", "BETA"): beta,
                ("M", "mul"): lambda a, b: a * b,
                ("M", "sqr"): lambda a: a * a,
                ("M", "is_zero"): lambda a: a.is_zero(),
                ("M", "inverse"): lambda a: a.inverse(),
                ("mul_3b",): lambda a: (self.b * a).scale(3),
                ("C", "B"): b,
                ("Fe", "from_u64s"): small,
            },
        )

    def call(self, path, *arguments):
        owner, _, name = path.rpartition("::")
        return self.program.call(owner or None, name, *arguments)

    # A point is None, or x and y. Here it is on the curve that is isomorphic by z.

    def ge(self, p, z=None):
        if not p:
            # y of infinity is 0 or p
            return Struct("Ge", x=self.zero, y=self.zero - self.zero)
        x, y = p
        return Struct("Ge", x=x * z * z, y=y * z * z * z) if z else Struct("Ge", x=x, y=y)

    def gej(self, p, z):
        if not p:
            # x and y of infinity may be anything
            return Struct("Gej", x=self.any, y=self.any * self.any, z=self.zero)
        return Struct("Gej", **self.ge(p, z), z=z)

    def geh(self, p, z):
        if not p:
            return Struct("Geh", x=self.zero, y=self.one, z=self.zero, infinity=True)
        return Struct("Geh", x=p[0] * z, y=p[1] * z, z=z, infinity=False)

    def check(self, point, expected, z=None):
        """That a Ge on the curve isomorphic by z, a Gej or a Geh is (X/D², Y/D³), for expected = (X, Y, D)."""
        x, y, z = point["x"], point["y"], z or point.get("z", self.one)
        infinite = point["infinity"] if point.name == "Geh" else (x if point.name == "Ge" else z).is_zero_limbs()
        assert infinite == (expected is None), "infinity"
        if infinite:
            if point.name == "Geh":
                # never (0 : 0 : 0)
                assert z.is_zero() and x.is_zero(), "infinity's z and x"
                y.nonzero("infinity's y")
            return
        z.nonzero("z")
        xe, ye, d = expected
        zx, zy = (z, z) if point.name == "Geh" else (z * z, z * z * z)
        assert (x * d * d - xe * zx).vanishes(), "x"
        assert (y * d * d * d - ye * zy).vanishes(), "y"


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
    return p and (*p, R.one)


def negative(p):
    return p and (p[0], -p[1])


def pairs(p, q):
    """By name: two points, their sum, their difference, and what is not zero as they are different."""
    different = [q[0] - p[0], chord(p, q)[0], chord(p, negative(q))[0], chord(p, negative(q))[1]]
    return {
        "different": (p, q, chord(p, q), chord(p, negative(q)), different),
        "equal": (p, p, tangent(p), None, []),
        "negated": (p, negative(p), None, tangent(p), []),
        "first infinite": (None, q, affine(q), affine(negative(q)), []),
        "second infinite": (p, None, affine(p), affine(p), []),
        "both infinite": (None, None, None, None, []),
    }


def single(p):
    return {"finite": (p, None, None, None, []), "infinite": (None, None, None, None, [])}


class Symbolic(Setting):
    """Every case of up to four points p, q, r, s, and any z1, z2, w."""

    def __init__(self, sources):
        super().__init__(sources, lambda constant: Polynomial(constant, True), Polynomial(curve_b), Polynomial(w, True))
        # Nothing is known of this: a proof that takes it to be zero or nonzero stops.
        self.any = Polynomial(curve_b + xs * ys)

    def operands(self, proof):
        first, second, third, fourth = (x1, y1), (x2, y2), (xr, yr), (xs, ys)
        one = pairs(first, second) if "q" in proof.points else single(first)
        other = {"": (None, None, None, None, [])}
        if "r" in proof.points:
            other = pairs(third, fourth) if "s" in proof.points else single(third)
        always = [z1, z2, w] + [c for point in (first, second, third, fourth) for c in (*point, *tangent(point))]
        for (what, (p, q, pq, p_q, nonzero)), (what2, (r, s, rs, _, nonzero2)) in product(one.items(), other.items()):
            Polynomial.case = Case(always + nonzero + nonzero2 + proof.nonzero, proof.relations)
            wrapped = lambda point: point and tuple(Polynomial(c, i == 0) for i, c in enumerate(point))
            yield f"{what}; {what2}" if what2 else what, SimpleNamespace(
                p=wrapped(p), q=wrapped(q), r=wrapped(r), s=wrapped(s),
                sum=wrapped(pq), difference=wrapped(p_q), sum2=wrapped(rs),
                double=p and wrapped(tangent(p)), double2=r and wrapped(tangent(r)),
                z1=Polynomial(z1, True), z2=Polynomial(z2, True), w=Polynomial(w, True),
            )  # fmt: skip


class SmallField(Setting):
    """All points of y² = x³ + b modulo p, and all z."""

    def __init__(self, sources, p, b):
        element = modular(p)
        beta = next(i for i in range(2, p) if i**3 % p == 1)
        super().__init__(sources, element, element(b), element(beta))
        self.p, self.any = p, element(3)
        self.points = [None] + [(x, y) for x in range(p) for y in range(p) if (y * y - x**3 - b) % p == 0]

    def __str__(self):
        return f"{len(self.points)} points modulo {self.p}"

    def add(self, p, q):
        """The chord and tangent rule."""
        if not p or not q:
            return p or q
        if p[0] != q[0]:
            slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, self.p)
        elif p[1] == q[1]:
            slope = 3 * p[0] ** 2 * pow(2 * p[1], -1, self.p)
        else:
            return None
        x = (slope**2 - p[0] - q[0]) % self.p
        return x, (slope * (p[0] - x) - p[1]) % self.p

    def negate(self, p):
        return p and (p[0], -p[1] % self.p)

    def size(self, proof):
        return len(self.points) ** len(proof.points) * (self.p - 1) ** len(proof.zs)

    def operands(self, proof):
        number = self.element
        units = [number(i) for i in range(1, self.p)]
        wrapped = lambda p: p and (number(p[0]), number(p[1]))
        expected = lambda p: p and (*wrapped(p), self.one)
        for points in product(self.points, repeat=len(proof.points)):
            p, q, r, s = (dict(zip(proof.points, points)).get(name) for name in "pqrs")
            fixed = dict(
                p=wrapped(p), q=wrapped(q), r=wrapped(r), s=wrapped(s),
                sum=expected(self.add(p, q)), difference=expected(self.add(p, self.negate(q))),
                sum2=expected(self.add(r, s)), double=expected(self.add(p, p)), double2=expected(self.add(r, r)),
            )  # fmt: skip
            for z in product(units, repeat=len(proof.zs)):
                zs = dict(z1=units[1], z2=units[2], w=units[3]) | dict(zip(proof.zs, z))
                if proof.inverse:
                    zs["w"] = zs["z1"].inverse()
                yield f"p, q, r, s = {p}, {q}, {r}, {s}, z = {[i.value for i in z]}", SimpleNamespace(**fixed, **zs)


def small_fields(sources):
    """Curves of prime order from seven on over the fields of 7 and 13 elements, of which the first is the smallest."""
    fields = [SmallField(sources, p, b) for p in (7, 13) for b in range(1, p)]
    prime = {7, 11, 13, 17, 19, 23}
    by_order = {}
    for field in fields:
        if len(field.points) in prime:
            by_order.setdefault((field.p, len(field.points)), field)
    return sorted(by_order.values(), key=lambda field: (field.p, len(field.points)))
