"""Changes of the sources that change nothing in what is proved, and why.

By function and change, as `prove.py --mutate` names them, without the line.
"""

LONGER = "an array that is longer than it has to be"
OVERWRITTEN = "written before it is read"
ONE = "the other length is 1, and then the factor is 1: products more"
FORMULA = "a shortcut: the formula gives the same"
SAME = "the same, with names or sides exchanged"
DISJOINT = "no bit is set in both"
NONZERO = "beside infinity the denominator is x of the other point then, which is not zero either"
LOOSER = "an assertion with another bound, which holds too"
SIGN = "the word is only an extended sign: 0 or all ones"
A_DIGIT_MORE = "the sum and the bounds are the same, with a digit more that is not zero"

EQUIVALENT = {
    ("CoZSums::accumulate", "self.running_sum.is_infinity(): always False"): FORMULA,
    ("Ge::equals", "(self.is_infinity(), b.is_infinity()): swapped"): SAME,
    ("Ge::equals", "(a, b): swapped"): SAME,
    ("Geh::add", "self.infinity: always False"): FORMULA,
    ("Geh::add", "b.infinity: always False"): FORMULA,
    ("Geh::add", "b.infinity: self for b"): FORMULA,
    ("Geh::to_gej", "self.infinity: always False"): FORMULA,
    ("Gej::add", "self.add_with(u1, s1, u2, s2, M::mul(self.z, b.z)): b for self"): "it is doubled where both are equal",
    ("Gej::add_zinv", "b.is_infinity(): always False"): FORMULA,
    ("GejPair::add_ge", "M::is_zero(&h.0)|M::is_zero(&h.1): always True"): "one addition after the other gives the same",
    (
        "GejPair::add_ge",
        "self.z.0.is_zero_limbs()|self.z.1.is_zero_limbs()|b.is_infinity()|c.is_infinity(): always True",
    ): "one addition after the other gives the same",
    ("Wnaf::next", "0: 1 for 0"): "the lowest bit is set already",
    ("Wnaf::next", "zeros > 64 - self.width: >="): "what comes in is masked out",
    ("all", "(b, scaled_b): swapped"): SAME,
    ("all", "(b, scaled_b): swapped (2)"): SAME,
    ("all", "(b[..b_len], scaled_b[..b_len]): swapped"): SAME,
    ("all_signs", "all(points.len(), Fe::ONE, sums): 3 for 2"): LONGER,
    ("all_signs", "points.len() > 2: >="): ONE,
    ("all_signs", "points.len()>2: always True"): ONE,
    ("add_update", "double_update(p): q for p"): "it is doubled where both are equal",
    ("denominator", "p.is_infinity() | q.is_infinity(): &"): NONZERO,
    ("denominator", "p.is_infinity(): q for p"): NONZERO,
    ("denominator", "q.is_infinity(): p for q"): NONZERO,
    ("expand_signed_sums", "all(points, factor, table): 5 for 4"): LONGER,
    ("expand_signed_sums", "all(points, factor, table): 9 for 8"): LONGER,
    ("expand_signed_sums", "points <= 7: <"): LONGER,
    ("expand_signed_sums", "points<=7: always False"): LONGER,
    ("list", "first.len() > 1: >="): ONE,
    ("list", "first.len()>1: always True"): ONE,
    ("list", "second.len() > 1: >="): ONE,
    ("list", "second.len()>1: always True"): ONE,
    ("mul_3b", "3 * G::B < 32: 33 for 32"): LOOSER,
    ("mul_3b", "3 * G::B < 32: <="): LOOSER,
    ("mul_3b", "3 * G::B: +"): LOOSER,
    ("mul_3b", "3 * G::B: 4 for 3"): LOOSER,
    ("mul_3b", "[0; LIMBS]: 1 for 0"): OVERWRITTEN,
    ("mul_low", "H + 1: 2 for 1"): LONGER,
    ("quotient", "H + 1: 2 for 1"): LONGER,
    ("short", "(v[0], v[1], v[2], 0): 1 for 0"): "above what is read",
    ("short", "[0; H + 1]: 1 for 0"): OVERWRITTEN,
    ("short", "H + 1: 2 for 1"): LONGER,
    ("special_sums", "(sum, difference): swapped (2)"): SAME,
    ("split_lambda", "[0; H + 1]: 1 for 0"): OVERWRITTEN,
    ("sub", "[0; H + 1]: 1 for 0"): OVERWRITTEN,
    ("sub", "H + 1: 2 for 1"): LONGER,
    ("to_half", "low = 0: 1 for 0"): "it is shifted out",
    ("to_half", "a[H] >> Word::BITS - 1: <<"): SIGN,
    ("to_half", "Word::BITS - 1: 2 for 1"): SIGN,
    ("transpose", "t ^ t << 7: |"): DISJOINT,
    ("transpose", "t ^ t << 14: |"): DISJOINT,
    ("two_of", "i < j: <="): "they are never equal",
    ("wnaf_256", "(position, carry, length): swapped"): SAME,
    (
        "wnaf_fixed",
        "i>=2&&digits[i-1].abs()==1&&digits[i-1].signum()==-digits[i-2].signum(): always False",
    ): A_DIGIT_MORE,
    ("wnaf_fixed", "i - 1: 2 for 1 (3)"): A_DIGIT_MORE,
    ("wnaf_fixed", "i >= 2: >"): A_DIGIT_MORE,
    ("wnaf_fixed", "i >= 2: 3 for 2"): A_DIGIT_MORE,
    ("wnaf_fixed", "digits[i - 1].abs() == 1: 2 for 1"): A_DIGIT_MORE,
}
