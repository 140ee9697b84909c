"""Proves the arithmetic of integers: that of src/recode, of the split by λ, and multiples by 3B.

Bundle indices are XORs of bits, and run at their full length on symbols for all bits at once. The other recodings run as they
stand in the sources, with shorter words in place of u64 and u128, on every integer that has room in them. Where a
bound depends on the length, it is shown for the full length by exact integers.
"""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

from sympy import isprime

from rust import Program, Sources, Struct

SRC = Path(__file__).resolve().parent.parent / "src"
FILES = [SRC / "recode" / name for name in ("bundle.rs", "wnaf.rs", "wnaf_fixed.rs", "windows.rs")]
FILES += [SRC / "scalar" / "half.rs", SRC / "scalar" / "split.rs", SRC / "group" / "geh.rs"]

# Bits as symbols


class Bits:
    """Bits from the lowest up. Each is a set of symbols, whose XOR it is; the symbol 1 is a constant."""

    def __init__(self, bits):
        self.bits = [frozenset(bit) for bit in bits]

    @staticmethod
    def of(value, length):
        if isinstance(value, Bits):
            return value.resized(length)
        assert 0 <= value < 1 << length, "a constant that is too long"
        return Bits([{1} if value >> i & 1 else {} for i in range(length)])

    def resized(self, length):
        return Bits((self.bits + [{}] * length)[:length])

    def __xor__(self, other):
        return Bits([a ^ b for a, b in zip(self.bits, Bits.of(other, len(self.bits)).bits, strict=True)])

    __rxor__ = __xor__

    def __invert__(self):
        return self ^ ((1 << len(self.bits)) - 1)

    def __and__(self, mask):
        return Bits([bit if mask >> i & 1 else {} for i, bit in enumerate(self.bits)])

    def __or__(self, other):
        other = Bits.of(other, len(self.bits))
        assert all(not a or not b for a, b in zip(self.bits, other.bits)), "not known to be an XOR"
        return self ^ other

    def __ror__(self, other):
        return self | other

    def __lshift__(self, count):
        return Bits(([{}] * count + self.bits)[: len(self.bits)])

    def __rshift__(self, count):
        return Bits(self.bits[count:] + [{}] * min(count, len(self.bits)))

    def __ne__(self, other):
        assert isinstance(other, bool)
        return self ^ int(other)

    def to_le_bytes(self):
        return [Bits(self.bits[i : i + 8]) for i in range(0, len(self.bits), 8)]


def bundle_indices(sources, size, anchor_top):
    """What `bundle_indices` gives for symbols in place of all bits, but for the anchor's top one."""
    halves = [
        Struct("Half", bits=Bits([{(i, j)} for j in range(128)]), top=Bits([{(i, 128)}]) if i else anchor_top)
        for i in range(size)
    ]
    program = Program(
        sources,
        {
            ("Half", "to_bits"): lambda half: (half["bits"], half["top"]),
            ("u128", "to_le_bytes"): lambda a: Bits.of(a, 128).to_le_bytes(),
            ("u64", "from_le_bytes"): lambda rows: Bits([bit for row in rows for bit in row.bits]),
            ("core", "array", "from_fn"): lambda function: [function(i) for i in range(8)],
        },
        cast=lambda value, kind: Bits.of(value, {"u8": 8}[kind]),
    )
    indices = [0] * 129
    program.call(None, "bundle_indices", halves, indices)
    return [Bits.of(index, 8) for index in indices]


def prove_bundle(sources):
    """Index bits are what src/recode/bundle.rs says, for all halves of all bundles."""
    for size, anchor_top in product(range(1, 9), (False, True)):
        indices = bundle_indices(sources, size, anchor_top)
        # Bit j of u + 2^128, where u has these two's complement bits, as a set of symbols: the top one inverted.
        top = {1} if anchor_top else set()
        b = lambda i, j: ({(i, j)} if j < 128 else {1} ^ ({(i, 128)} if i else top))
        for j, index in enumerate(indices):
            assert index.bits[7] == {1} ^ b(0, j), f"the anchor's sign at {j}"
            for i in range(1, 8):
                expected = b(i, j) ^ b(0, j) if i < size else set()
                assert index.bits[i - 1] == expected, f"follower {i} at {j}"


def prove_sign_digits(_sources):
    """Σ (2·b_j − 1)·2^j = 2·u + 1, both sides affine in the bits of u: equal at 0 and at each single bit."""
    length = 129
    for single in [None, *range(length)]:
        bits = [int(j == single) for j in range(length)]
        u = sum(bit << j for j, bit in enumerate(bits[:-1])) - (bits[-1] << (length - 1))
        b = [*bits[:-1], 1 - bits[-1]]
        assert sum((2 * bit - 1) << j for j, bit in enumerate(b)) == 2 * u + 1


# Integers of Rust's types, with shorter words


class Int(int):
    """An integer of a type: what does not fit stops the proof, and what is shifted out is lost."""

    def __new__(cls, value, bits, signed):
        low, high = (-(1 << (bits - 1)), 1 << (bits - 1)) if signed else (0, 1 << bits)
        assert low <= value < high, f"{value} overflows {bits} bits"
        self = super().__new__(cls, value)
        self.bits, self.signed = bits, signed
        return self

    def like(self, value):
        return Int(value, self.bits, self.signed)

    @staticmethod
    def wrapped(value, bits, signed):
        value &= (1 << bits) - 1
        return Int(value - (1 << bits) if signed and value >> (bits - 1) else value, bits, signed)

    def __lshift__(self, count):
        assert 0 <= count < self.bits, "a shift by too much"
        return Int.wrapped(int(self) << count, self.bits, self.signed)

    def __rshift__(self, count):
        assert 0 <= count < self.bits, "a shift by too much"
        return self.like(int(self) >> count)

    def wrapping_neg(self):
        return Int.wrapped(-int(self), self.bits, self.signed)


def kept(name):
    method = getattr(int, name)
    return lambda self, other: self.like(method(int(self), int(other)))


for name in ("add", "sub", "mul", "or", "xor", "and", "floordiv", "mod"):
    for prefix in ("__", "__r"):
        setattr(Int, f"{prefix}{name}__", kept(f"{prefix}{name}__"))


def substituted(node, numbers):
    """The same with other numbers."""
    if isinstance(node, Exception):
        return node
    if node[:1] == ("constant",) and type(node[1]) is int:
        return "constant", numbers.get(node[1], node[1])
    return tuple(substituted(part, numbers) if isinstance(part, tuple) else part for part in node)


def short_words(sources, builtins, types, numbers):
    """A program with other numbers of bits in types, and other numbers."""
    short = Sources([])
    for key, function in sources.functions.items():
        short.functions[key] = function.with_body(substituted(function.body, numbers))
    short.constants = {key: substituted(body, numbers) for key, body in sources.constants.items()}
    types = {name: (bits, name[0] == "i") for name, bits in types.items()}
    cast = lambda value, kind: Int.wrapped(int(value), *types[kind]) if kind in types else int(value)
    return Program(short, {("None",): None, ("Some",): lambda value: value, **builtins}, cast)


def prove_to_bits(sources):
    """Half::to_bits, with 8 bits in place of 128, for all magnitudes."""
    program = short_words(sources, {}, {}, {})
    for negative, magnitude in product((False, True), range(256)):
        half = Struct("Half", negative=negative, magnitude=Int(magnitude, 8, False))
        low, top = program.call("Half", "to_bits", half)
        assert int(low) - 256 * top == (-magnitude if negative else magnitude), f"{negative} {magnitude}"


def prove_wnaf(sources):
    """The digits of `Wnaf`, with words of 5 bits in place of 64, for all integers of two words."""
    word = 5
    for width in (2, 3, 4):
        types = {"u64": word, "u128": 2 * word, "i32": width + 2}
        program = short_words(sources, {}, types, {64: word, 129: 2 * word + 1})
        positions, most = 2 * word + 1, program.call("Wnaf", "max_digits", width)
        for integer in range(1 << (2 * word)):
            wnaf = program.call("Wnaf", "new", Int(integer, 2 * word, False), width)
            digits = []
            while (item := program.call("Wnaf", "next", wnaf)) is not None:
                digits.append(tuple(map(int, item)))
                assert len(digits) <= most, f"{integer}: too many digits"
            assert sum(digit << position for position, digit in digits) == integer, f"{integer}: the sum"
            assert all(digit % 2 and abs(digit) < 1 << (width - 1) for _, digit in digits), f"{integer}: a digit"
            places = [position for position, _ in digits]
            assert all(b - a >= width for a, b in zip(places, places[1:])), f"{integer}: the distance"
            assert all(0 <= position < positions for position in places), f"{integer}: a position"


def prove_wnaf_256(sources):
    """`wnaf_256` with 8 bits in place of 256, in four words, for all integers, signs and lengths."""
    program = short_words(sources, {}, {}, {64: 2, 256: 8})
    for integer, negative, width in product(range(256), (False, True), (2, 3)):
        for length in (5, 8, 9):
            digits = [7] * length
            words = [integer >> i & 3 for i in (0, 2, 4, 6)]
            used = program.call(None, "wnaf_256", digits, words, negative, width)
            total = sum(digit << i for i, digit in enumerate(digits))
            difference = total - (-integer if negative else integer)
            # A carry out of 8 bits takes one more position.
            assert difference == 0 if length >= 9 else difference % (1 << length) == 0, f"{integer} {length}: the sum"
            assert abs(total) <= 1 << length, f"{integer} {length}: bits above the length"
            places = [i for i, digit in enumerate(digits) if digit]
            assert all(digits[i] % 2 and abs(digits[i]) < 1 << (width - 1) for i in places), f"{integer}: a digit"
            assert all(b - a >= width for a, b in zip(places, places[1:])), f"{integer}: the distance"
            assert used == (places[-1] + 1 if places else 0), f"{integer}: the length"
    for width in (0, 1, 32, 33):
        digits = [7] * 9
        assert program.call(None, "wnaf_256", digits, [3] * 4, False, width) == 0 and not any(digits)


def prove_wnaf_fixed(sources):
    """`wnaf_fixed` with 10 bits in place of 128, for all integers and widths."""
    program = Program(sources, {})
    assert [program.call(None, "wnaf_fixed_len", width) for width in (0, 1, 30, 31)] == [None, 128, 5, None]
    for width in (1, 2, 3, 4, 5, 9, 10):
        program = short_words(sources, {}, {"i32": 12}, {128: 10})
        length = program.call(None, "wnaf_fixed_len", width)
        assert length == -(-10 // width)
        for integer in range(1 << 10):
            digits = [7] * length
            skew = program.call(None, "wnaf_fixed", digits, Int(integer, 10 + width, False), width)
            digits = [int(digit) for digit in digits]
            total = sum(digit << (width * i) for i, digit in enumerate(digits))
            assert total == integer + skew, f"{integer} {width}: the sum"
            assert all(d == 0 or d % 2 and abs(d) < 1 << width for d in digits), f"{integer} {width}: a digit"
            assert skew == (integer % 2 == 0 and integer != 0), f"{integer} {width}: the skew"


def prove_windows(sources):
    """Signed windows: all integers with 12 bits in place of 128, and the bounds at full length."""
    program = short_words(sources, {}, {}, {})
    bound = program.constant("Half", "BOUND")
    for count in range(8, 44):
        windows = program.call("Windows", "new", count)
        check_windows(program, windows, count, 129, bound)
        assert program.call("Windows", "buckets", windows) == 1 << (-(-129 // count) - 1)
    for count in (7, 44):
        try:
            program.call("Windows", "new", count)
        except AssertionError:
            continue
        raise AssertionError(f"{count} windows are not refused")
    bound = 6354 * 2**12 // 10000
    for count in (1, 2, 3, 4):
        limits = {("Windows", "MIN_COUNT"): 1, ("Windows", "MAX_COUNT"): 4, ("Half", "BOUND"): bound}
        program = short_words(sources, limits, {"i32": 16}, {129: 13})
        windows = program.call("Windows", "new", count)
        check_windows(program, windows, count, 13, bound)
        places = [program.call("Windows", "offset", windows, i) for i in range(count)]
        most = [1 << (program.call("Windows", "width", windows, i) - 1) for i in range(count)]
        for integer in range(bound + 1):
            recoded = program.call("Windows", "recode", windows, Int(integer, 12, False))
            digits = [int(program.call("Windows", "digit", windows, recoded, i)) for i in range(count)]
            assert sum(digit << place for digit, place in zip(digits, places)) == integer, f"{integer} {count}: the sum"
            assert all(abs(digit) <= m for digit, m in zip(digits, most)), f"{integer} {count}: a digit"
            assert digits[-1] >= 0, f"{integer} {count}: the top digit"


def check_windows(program, windows, count, bits, bound):
    """Windows without a gap, room for what is added, and a bucket for the top digit."""
    at = 0
    for i in range(count):
        assert program.call("Windows", "offset", windows, i) == at, f"{count}: offset {i}"
        at += program.call("Windows", "width", windows, i)
    assert at == bits and program.call("Windows", "count", windows) == count, f"{count}: the widths"
    width = program.call("Windows", "width", windows, count - 1)
    most = bound + windows["bias"]
    assert most < 1 << (bits - 1), f"{count}: no room for the bias"
    # the top digit grows with the integer
    assert most >> (bits - width) <= 1 << (width - 1), f"{count}: no bucket for the top digit"


# The split by λ


def words(value, count=4, bits=64):
    return [value >> (bits * i) & ((1 << bits) - 1) for i in range(count)]


def integer(words, bits=64):
    return sum((word % (1 << bits)) << (bits * i) for i, word in enumerate(words))


def word_functions(bits, limbs):
    """What src/field/word.rs has, for words of so many bits."""
    word = lambda value: Int(value, bits, False)
    base = 1 << bits

    def adc(a, b, carry):
        total = int(a) + int(b) + carry
        return word(total % base), total >= base

    def sbb(a, b, borrow):
        difference = int(a) - int(b) - borrow
        return word(difference % base), difference < 0

    def mac(a, b, add, carry):
        total = int(a) * int(b) + int(add) + int(carry)
        return word(total % base), word(total // base)

    def add_256(a, b):
        total = integer(map(int, a), bits) + integer(map(int, b), bits)
        return list(map(word, words(total, limbs, bits))), total >= base**limbs

    def mul_wide(a, b):
        return list(map(word, words(integer(map(int, a), bits) * integer(map(int, b), bits), 2 * limbs, bits)))

    return {
        ("LIMBS",): limbs,
        ("Word", "BITS"): bits,
        ("adc",): adc,
        ("sbb",): sbb,
        ("mac",): mac,
        ("add_256",): add_256,
        ("mul_wide",): mul_wide,
        ("from_u64s",): lambda limbs: [word(limb % base) for limb in limbs],
    }


def wide_constant(path, *name):
    """A constant of a file, written as 64-bit limbs."""
    wide = lambda limbs: integer(limbs)
    builtins = {(f,): wide for f in ("from_u64s", "short")} | {(f, "from_u64s"): wide for f in ("Fe", "Scalar")}
    builtins |= {(f,): lambda value: value for f in ("Scalar", "Fe")}
    return Program(Sources([SRC / path]), builtins).constant(*name)


def prove_split(sources):
    """The halves of any scalar are within `Half::BOUND`, and have 129 bits in two's complement.

    (k1, k2) = (k, 0) - c1·(a1, b1) - c2·(a2, b2) = (t1, t2) times the basis, for the two errors t of the quotients:
    with the real quotients in place of c1 and c2 nothing is left. So |k1| ≤ t·(|a1| + |a2|), and the same for k2.
    """
    n, lambda_ = wide_constant("scalar/mod.rs", "N"), wide_constant("scalar/mod.rs", "Scalar", "LAMBDA")
    a1, minus_b1, a2, g1, g2 = (wide_constant("scalar/split.rs", name) for name in ("A1", "MINUS_B1", "A2", "G1", "G2"))
    b1, b2 = -minus_b1, a1
    assert (a1 + b1 * lambda_) % n == 0 and (a2 + b2 * lambda_) % n == 0, "a basis of another lattice"
    assert a1 * b2 - a2 * b1 == n, "not a basis of the whole lattice"
    # The quotients are b2·k/n and -b1·k/n, taken as k·g/2^384 to the nearest integer.
    error = Fraction(1, 2)
    for g, b in ((g1, b2), (g2, minus_b1)):
        assert abs(g - Fraction(b * 2**384, n)) <= Fraction(1, 2), "g is not the nearest integer"
        error = max(error, Fraction(1, 2) + abs(Fraction(g, 2**384) - Fraction(b, n)) * (n - 1))
        # the quotient has 128 bits
        assert Fraction((n - 1) * g, 2**384) + Fraction(1, 2) < 2**128, "a quotient of more than 128 bits"
    program = Program(sources, {})
    bound = program.constant("Half", "BOUND")
    most = max(error * (abs(a1) + abs(a2)), error * (abs(b1) + abs(b2)))
    assert most <= bound, "a half may exceed Half::BOUND"
    assert bound < Fraction(6354, 10000) * 2**128, "0.6354"
    # 129 two's complement bits hold -2^128 … 2^128 - 1.
    positions = program.constant("BUNDLE_POSITIONS")
    assert bound < 2 ** (positions - 1), "more bits than positions"
    assert bound < 2 ** (program.constant("Wnaf", "POSITIONS") - 1), "more bits and a carry than positions of wNAF"

    # The corners of the cell, where the quotients are halfway between integers, and some others.
    scalars = [0, 1, 2, n - 1, n - 2, lambda_, n - lambda_, 2**128, 2**128 - 1]
    for i, j in product((1, -1, 3, 2**64 + 1), repeat=2):
        x, y = (i * a1 + j * a2) // 2, (i * b1 + j * b2) // 2
        scalars += [(x + y * lambda_ + d) % n for d in (-1, 0, 1)]
    scalars += [pow(3, i, n) for i in range(50)]
    largest = 0
    for bits in (64, 32):
        split = Program(sources, word_functions(bits, 256 // bits), lambda a, kind: Int(int(a), int(kind[1:]), False))
        # 32-bit words are made from 64-bit ones
        split.builtins["from_u64s",] = lambda limbs: [Int(w, bits, False) for w in words(integer(limbs), 256 // bits, bits)]
        for k in scalars:
            operand = [Int(word, bits, False) for word in words(k, 256 // bits, bits)]
            halves = split.call(None, "split_lambda", operand)
            k1, k2 = (-int(h["magnitude"]) if h["negative"] else int(h["magnitude"]) for h in halves)
            c1, c2 = ((k * g + 2**383) >> 384 for g in (g1, g2))
            assert (k1, k2) == (k - c1 * a1 - c2 * a2, -c1 * b1 - c2 * b2), f"{k:x}"
            assert (k1 + k2 * lambda_ - k) % n == 0
            largest = max(largest, abs(k1), abs(k2))
    assert 2**127 <= largest <= bound, "128 positions would be enough, or 129 are not"


def prove_mul_3b(sources):
    """`mul_3b` with a field of 12 bits in two words in place of 256, for all integers: p = 2^12 - 3, and 3B = 21."""
    constants = {("C",): [Int(3, 6, False), Int(0, 6, False)], ("G", "B"): 7}
    functions = word_functions(6, 2)

    def add(a, b):
        total, carry = functions["add_256",](a["0"], b["0"])
        assert not carry, "an overflow after the last one"
        return Struct("Fe", **{"0": total})

    program = Program(sources, {**functions, **constants, ("Fe", "add"): add}, lambda a, kind: Int(int(a), 6, False))
    for a in range(1 << 12):
        limbs = [Int(word, 6, False) for word in words(a, 2, 6)]
        result = program.call(None, "mul_3b", Struct("Fe", **{"0": limbs}))
        assert (integer(map(int, result["0"]), 6) - 21 * a) % (2**12 - 3) == 0, f"{a}"


# The constants of the curves


def add_points(p, q, modulus):
    """The chord and tangent rule."""
    if not p or not q:
        return p or q
    if p[0] != q[0]:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, modulus)
    elif p[1] == q[1]:
        slope = 3 * p[0] ** 2 * pow(2 * p[1], -1, modulus)
    else:
        return None
    x = (slope**2 - p[0] - q[0]) % modulus
    return x, (slope * (p[0] - x) - p[1]) % modulus


def multiply(k, p, modulus):
    result = None
    for bit in f"{k:b}":
        result = add_points(result, result, modulus)
        if bit == "1":
            result = add_points(result, p, modulus)
    return result


def prove_constants(_sources):
    """Generators are on their curves and of their orders, and λ·(x, y) = (β·x, y).

    λ and (x, y) -> (β·x, y) are endomorphisms, and equal at the generator, so they are at every point of its group. The orders
    are prime and seven at least, so no point of these groups has order two or three.
    """
    p, beta = wide_constant("field/mod.rs", "P"), wide_constant("field/mod.rs", "Fe", "BETA")
    assert p == 2**256 - 2**32 - 977 and beta != 1 and pow(beta, 3, p) == 1, "p, β"
    n, lambda_ = wide_constant("scalar/mod.rs", "N"), wide_constant("scalar/mod.rs", "Scalar", "LAMBDA")
    text = (SRC / "group" / "curve.rs").read_text()
    curves = {"Secp256k1": (n, lambda_)}
    for name, order, eigenvalue in re.findall(r"for (\w+) \{\s*type Scalar = SmallScalar<(\d+), (\d+)>;", text):
        curves[name] = int(order), int(eigenvalue)
    assert len(curves) == text.count("impl CurveParams for"), "a curve whose order is not found"
    for name, (order, eigenvalue) in curves.items():
        g = wide_constant("group/curve.rs", name, "G")
        b = wide_constant("group/curve.rs", name, "B")
        g = g["x"], g["y"]
        assert (g[1] ** 2 - g[0] ** 3 - b) % p == 0, f"{name}: the generator is not on the curve"
        assert order >= 7 and isprime(order) and multiply(order, g, p) is None, f"{name}: the order"
        assert multiply(eigenvalue, g, p) == (beta * g[0] % p, g[1]), f"{name}: λ"


PROOFS = [
    prove_bundle,
    prove_sign_digits,
    prove_to_bits,
    prove_wnaf,
    prove_wnaf_256,
    prove_wnaf_fixed,
    prove_windows,
    prove_split,
    prove_mul_3b,
    prove_constants,
]


def read():
    """The functions of these files; of geh.rs only what works on limbs."""
    sources = Sources(FILES)
    for key, function in list(sources.functions.items()):
        if function.place.startswith("geh.rs") and function.name != "mul_3b":
            del sources.functions[key]
    return sources
