"""What takes the place of field elements: polynomials, and integers modulo a small prime.

Both have the methods of `Fe`. `is_zero_limbs` of the sources looks at a representative and sees the integer 0, but not p, so
it may only be asked about what is the integer 0 where it is zero at all. A constant is, x of an affine point and
z of a Jacobian one are by agreement, and a product of such elements is. A sum or a difference is not: it may be p.
"""

from functools import cache

from sympy import QQ, lex, ring

P = 2**256 - 2**32 - 977

# z = 1/z1 where an inversion is looked at, and β where that is. xr, yr: a third point; xs, ys: a fourth.
R, y1, y2, yr, ys, x1, x2, xr, xs, w, z1, z2, b = ring("y1,y2,yr,ys,x1,x2,xr,xs,w,z1,z2,b", QQ, lex)
CURVES = [y1**2 - x1**3 - b, y2**2 - x2**3 - b, yr**2 - xr**3 - b, ys**2 - xs**3 - b]


class Element:
    """The methods of `Fe`, from sums, differences and products."""

    def add(self, other):
        return self + other

    def sub(self, other):
        return self - other

    def mul(self, other):
        return self * other

    mul_portable = mul

    def sqr(self):
        return self * self

    sqr_portable = sqr

    def neg(self):
        return -self

    def cneg(self, flag):
        return self.neg() if flag else self

    def double(self):
        return self + self

    def sub_double(self, other):
        return self - other - other

    def sub_sub_double(self, a, b):
        return self - a - b - b

    def equals(self, other):
        return (self - other).is_zero()


class Case:
    """What is nonzero in a case, and the relations that its symbols satisfy: leading terms without a common factor."""

    def __init__(self, nonzero=(), relations=()):
        self.relations = (*CURVES, *relations)
        # y1^2 reduces to x1^3 + b, which is nonzero as well
        self.known = {factor for p in nonzero for power in (1, 2) for factor in self.factors(p**power)}

    def reduce(self, polynomial):
        """Its normal form."""
        return reduce(polynomial, self.relations)

    def factors(self, polynomial):
        return factors(polynomial, self.relations)


def reduce(polynomial, relations):
    for coefficient in polynomial.coeffs():
        assert coefficient.denominator & (coefficient.denominator - 1) == 0, "a denominator that p may divide"
    return polynomial.rem(list(relations))


@cache
def factors(polynomial, relations):
    """The irreducible factors of the normal form, each with leading coefficient one."""
    polynomial = reduce(polynomial, relations)
    assert polynomial != 0, "zero where it may not be"
    constant, parts = polynomial.factor_list()
    assert constant.numerator % P != 0
    return {part.monic() for part, _ in parts if not part.is_ground}


class Polynomial(Element):
    """A polynomial, and whether it is the integer 0 wherever it is zero."""

    case = Case()

    def __init__(self, value, exact=False, normalized=False):
        self.value, self.exact, self.normalized = R(value), exact, normalized

    def __add__(self, other):
        return Polynomial(self.value + other.value)

    def __sub__(self, other):
        return Polynomial(self.value - other.value)

    def __mul__(self, other):
        exact = self.exact and other.exact or any(a.exact and a.value == 0 for a in (self, other))
        return Polynomial(self.value * other.value, exact)

    def __neg__(self):
        return Polynomial(-self.value)

    def scale(self, factor):
        return Polynomial(self.value * factor)

    def half(self):
        return self.scale(QQ(1, 2))

    def normalize(self):
        return Polynomial(self.value, True, True)

    def inverse(self):
        inverse = Polynomial(w, True)
        assert (self * inverse).is_one(), "inverse of what it is not known of"
        return inverse

    def is_one(self):
        return self.case.reduce(self.value - 1) == 0

    def vanishes(self):
        return self.case.reduce(self.value) == 0

    def nonzero(self, what):
        """Shows that it is a product of what is not zero."""
        unknown = self.case.factors(self.value) - self.case.known
        assert not unknown, f"{what}: {unknown} may vanish"

    def is_zero(self):
        if self.vanishes():
            return True
        self.nonzero("a condition")
        return False

    def is_zero_limbs(self):
        zero = self.is_zero()
        assert not zero or self.exact, "p or 0, and only 0 is seen"
        return zero


def modular(p):
    """Integers modulo p."""

    class Integer(Element):
        __slots__ = ("value",)
        normalized = True

        def __init__(self, value):
            self.value = value % p

        def __add__(self, other):
            return Integer(self.value + other.value)

        def __sub__(self, other):
            return Integer(self.value - other.value)

        def __mul__(self, other):
            return Integer(self.value * other.value)

        def neg(self):
            return Integer(-self.value)

        def scale(self, factor):
            return Integer(self.value * factor)

        def half(self):
            return Integer(self.value * (p + 1) // 2)

        def normalize(self):
            return self

        def inverse(self):
            return Integer(pow(self.value, -1, p))

        def vanishes(self):
            return self.value == 0

        is_zero = is_zero_limbs = vanishes

        def nonzero(self, what):
            assert self.value, f"{what} vanishes"

    return Integer
