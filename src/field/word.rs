//! The machine word that field elements and scalars are made of, and its carry chains.
//!
//! Everything above this file is written once over [`Word`]; which word it is depends on the
//! target, or on `--cfg ecmult_multi_limbs="32"` / `"64"`, so that both can be tested on one machine.

macro_rules! words {
    ($word:ty, $double:ty, $limbs:literal) => {
        /// A limb: four of 64 bits or eight of 32 hold 256 bits.
        pub type Word = $word;
        /// Twice a limb: holds `a·b + c + d` for limbs a, b, c, d.
        pub type DoubleWord = $double;
        /// Limbs in 256 bits.
        pub const LIMBS: usize = $limbs;
    };
}

#[cfg(any(ecmult_multi_limbs = "64", all(target_pointer_width = "64", not(ecmult_multi_limbs = "32"))))]
words!(u64, u128, 4);
#[cfg(not(any(ecmult_multi_limbs = "64", all(target_pointer_width = "64", not(ecmult_multi_limbs = "32")))))]
words!(u32, u64, 8);

/// `a + b + carry`, and the carry out.
#[inline(always)]
pub const fn adc(a: Word, b: Word, carry: bool) -> (Word, bool) {
    let (s, c1) = a.overflowing_add(b);
    let (s, c2) = s.overflowing_add(carry as Word);
    (s, c1 | c2)
}

/// `a − b − borrow`, and the borrow out.
#[inline(always)]
pub const fn sbb(a: Word, b: Word, borrow: bool) -> (Word, bool) {
    let (d, b1) = a.overflowing_sub(b);
    let (d, b2) = d.overflowing_sub(borrow as Word);
    (d, b1 | b2)
}

/// Low and high word of `a·b + c + d`, which cannot overflow: (W−1)² + 2(W−1) = W² − 1.
#[inline(always)]
pub const fn mac(a: Word, b: Word, c: Word, d: Word) -> (Word, Word) {
    let t = a as DoubleWord * b as DoubleWord + c as DoubleWord + d as DoubleWord;
    (t as Word, (t >> Word::BITS) as Word)
}

/// All ones if `bit`, else zero.
#[inline(always)]
pub const fn mask(bit: bool) -> Word {
    (bit as Word).wrapping_neg()
}

/// The sum of two 256-bit integers and its carry.
#[inline(always)]
pub const fn add_256(a: &[Word; LIMBS], b: &[Word; LIMBS]) -> ([Word; LIMBS], bool) {
    let mut r = [0; LIMBS];
    let mut carry = false;
    let mut i = 0;
    while i < LIMBS {
        (r[i], carry) = adc(a[i], b[i], carry);
        i += 1;
    }
    (r, carry)
}

/// The difference of two 256-bit integers and its borrow.
#[inline(always)]
pub const fn sub_256(a: &[Word; LIMBS], b: &[Word; LIMBS]) -> ([Word; LIMBS], bool) {
    let mut r = [0; LIMBS];
    let mut borrow = false;
    let mut i = 0;
    while i < LIMBS {
        (r[i], borrow) = sbb(a[i], b[i], borrow);
        i += 1;
    }
    (r, borrow)
}

/// `a` where `bit` is set, else zero.
#[inline(always)]
pub const fn and_mask(a: &[Word; LIMBS], bit: bool) -> [Word; LIMBS] {
    let mut r = *a;
    let m = mask(bit);
    let mut i = 0;
    while i < LIMBS {
        r[i] &= m;
        i += 1;
    }
    r
}

/// Whether a 256-bit integer is zero.
#[inline(always)]
pub const fn is_zero_256(a: &[Word; LIMBS]) -> bool {
    let mut any = 0;
    let mut i = 0;
    while i < LIMBS {
        any |= a[i];
        i += 1;
    }
    any == 0
}

/// `(a + 2^256·top)/2`, rounded down.
#[inline(always)]
pub const fn shift_right_1(a: &[Word; LIMBS], top: bool) -> [Word; LIMBS] {
    let mut r = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let above = if i + 1 < LIMBS { a[i + 1] } else { top as Word };
        r[i] = (a[i] >> 1) | (above << (Word::BITS - 1));
        i += 1;
    }
    r
}

/// The 512-bit product of two 256-bit integers, by rows.
#[inline(always)]
pub const fn mul_wide(a: &[Word; LIMBS], b: &[Word; LIMBS]) -> [Word; 2 * LIMBS] {
    let mut r = [0; 2 * LIMBS];
    let mut i = 0;
    while i < LIMBS {
        let mut carry = 0;
        let mut j = 0;
        while j < LIMBS {
            (r[i + j], carry) = mac(a[j], b[i], r[i + j], carry);
            j += 1;
        }
        r[i + LIMBS] = carry;
        i += 1;
    }
    r
}

/// The 512-bit square of a 256-bit integer: each product of two different limbs once, doubled, then the squares.
#[inline(always)]
pub const fn sqr_wide(a: &[Word; LIMBS]) -> [Word; 2 * LIMBS] {
    let mut r = [0; 2 * LIMBS];
    let mut i = 0;
    while i + 1 < LIMBS {
        let mut carry = 0;
        let mut j = i + 1;
        while j < LIMBS {
            (r[i + j], carry) = mac(a[i], a[j], r[i + j], carry);
            j += 1;
        }
        r[i + LIMBS] = carry;
        i += 1;
    }
    // r = Σ_{i<j} a_i a_j W^(i+j) < 2^511, so doubling loses nothing.
    let mut k = 2 * LIMBS - 1;
    while k > 0 {
        r[k] = (r[k] << 1) | (r[k - 1] >> (Word::BITS - 1));
        k -= 1;
    }
    let mut carry = false;
    let mut i = 0;
    while i < LIMBS {
        let (low, high) = mac(a[i], a[i], 0, 0);
        (r[2 * i], carry) = adc(r[2 * i], low, carry);
        (r[2 * i + 1], carry) = adc(r[2 * i + 1], high, carry);
        i += 1;
    }
    r
}

/// A 256-bit integer from its 64-bit parts, least significant first.
#[inline(always)]
pub const fn from_u64s(v: [u64; 4]) -> [Word; LIMBS] {
    let mut r = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS {
        r[i] = (v[i * Word::BITS as usize / 64] >> (i as u32 * Word::BITS % 64)) as Word;
        i += 1;
    }
    r
}

/// A 256-bit integer as 64-bit parts, least significant first.
#[inline(always)]
pub const fn to_u64s(v: &[Word; LIMBS]) -> [u64; 4] {
    let mut r = [0; 4];
    let mut i = 0;
    while i < LIMBS {
        r[i * Word::BITS as usize / 64] |= (v[i] as u64) << (i as u32 * Word::BITS % 64);
        i += 1;
    }
    r
}

/// A 256-bit integer from 32 bytes, most significant first.
pub const fn from_be_bytes(bytes: &[u8; 32]) -> [Word; LIMBS] {
    let mut v = [0u64; 4];
    let mut i = 0;
    while i < 32 {
        v[(31 - i) / 8] |= (bytes[i] as u64) << (8 * ((31 - i) % 8));
        i += 1;
    }
    from_u64s(v)
}

/// 32 bytes, most significant first.
pub const fn to_be_bytes(v: &[Word; LIMBS]) -> [u8; 32] {
    let v = to_u64s(v);
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = (v[(31 - i) / 8] >> (8 * ((31 - i) % 8))) as u8;
        i += 1;
    }
    bytes
}
