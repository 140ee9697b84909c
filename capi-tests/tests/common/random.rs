//! Reproducible randomness.

use std::hash::{BuildHasher, RandomState};
use std::{env, sync::OnceLock};

/// The seed of all random tests of this program: `ECMULT_MULTI_SEED`, or a new one. A failing test's output has it.
pub fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    let seed =
        *SEED.get_or_init(|| from_environment("ECMULT_MULTI_SEED").unwrap_or_else(|| RandomState::new().hash_one(0)));
    println!("to run this test again: ECMULT_MULTI_SEED={seed}");
    seed
}

/// Cases of the test that tries the most.
pub const MOST_CASES: u64 = 3000;

/// How many cases a random test tries: `ECMULT_MULTI_CASES` replaces [`MOST_CASES`], and the usual number of every other
/// test is raised or lowered in proportion.
pub fn cases(usual: u64) -> u64 {
    let most = from_environment("ECMULT_MULTI_CASES").unwrap_or(MOST_CASES);
    (u128::from(usual) * u128::from(most)).div_ceil(u128::from(MOST_CASES)).try_into().unwrap_or(u64::MAX)
}

fn from_environment(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is {value:?}, which is no number below 2^64")))
}

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// For one test. `salt` keeps tests from all seeing the same values.
    pub fn for_test(salt: u64) -> Random {
        Random(seed() ^ salt.wrapping_mul(0xD6E8_FEB8_6659_FD93))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// One time in so many.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    pub fn words(&mut self) -> [u64; 4] {
        [(); 4].map(|()| self.next())
    }

    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.next().to_be_bytes()));
        bytes
    }

    /// 256 bits in long runs of zeros and ones, which make carries travel.
    pub fn runs(&mut self) -> [u64; 4] {
        let (mut words, mut bit, mut one) = ([0; 4], 0, self.one_in(2));
        while bit < 256 {
            let end = (bit + 1 + self.below(64)).min(256);
            if one {
                (bit..end).for_each(|i| words[i / 64] |= 1u64 << (i % 64));
            }
            (bit, one) = (end, !one);
        }
        words
    }
}
