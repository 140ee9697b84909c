//! The parts that multiplications are made of, from the Rust side: `cargo bench --bench internals`.
//!
//! Each is a chain in which every operation waits for the one before, as most of them do in a multiplication.
//! To compare with upstream's, run capi-tests' `bench_ecmult --internals`, which alternates between the two.

use criterion::Criterion;
use secp256k1_ecmult_multi::engine::{self, Engine};
use secp256k1_ecmult_multi::field::{Fe, Multiply};
use secp256k1_ecmult_multi::group::{CurveParams, Gej, Secp256k1};
use secp256k1_ecmult_multi::recode::{Windows, Wnaf, wnaf_fixed, wnaf_fixed_len};
use secp256k1_ecmult_multi::scalar::{GroupScalar, Half, Scalar};
use std::hint::black_box;

/// Any field element that is not special.
const X: Fe = Secp256k1::G.x;
/// Any scalar that is not special.
const K: Scalar = Scalar::LAMBDA;

fn engines(c: &mut Criterion) {
    struct WithField<'a>(&'a mut Criterion, &'a str);
    impl engine::Operation for WithField<'_> {
        type Output = ();
        fn run<M: Multiply>(self) {
            with_field::<M>(self.0, self.1);
        }
    }
    for engine in Engine::ALL {
        // None where the processor lacks the engine.
        engine.run(WithField(c, &engine.name().to_string_lossy()));
    }
}

/// What uses the engine's field multiplication.
fn with_field<M: Multiply>(c: &mut Criterion, engine: &str) {
    let mut chain = |name: &str, begin: Gej, step: &dyn Fn(&Gej) -> Gej| {
        let mut r = begin;
        c.bench_function(&format!("{name}/{engine}"), |b| b.iter(|| r = step(&r)));
        black_box(r);
    };
    let double = Gej::from_ge(&Secp256k1::G).double::<M>();
    let g = black_box(Secp256k1::G);
    let q = black_box(double.double::<M>());
    chain("doubling", double, &|r| r.double::<M>());
    chain("mixed addition", double, &|r| r.add_ge::<M>(&g));
    chain("addition", double, &|r| r.add::<M>(&q));

    let (mut r, x) = (X, black_box(X));
    c.bench_function(&format!("field multiplication/{engine}"), |b| b.iter(|| r = M::mul(&r, &x)));
    c.bench_function(&format!("field squaring/{engine}"), |b| b.iter(|| r = M::sqr(&r)));
    black_box(r);
}

/// What is the same on every engine.
fn without_field(c: &mut Criterion) {
    let (mut r, x) = (X, black_box(X));
    // The addition keeps it from alternating between two values.
    c.bench_function("field inversion", |b| b.iter(|| r = r.inverse().add(&x)));
    black_box(r);

    let mut k = K;
    c.bench_function("split by λ", |b| {
        b.iter(|| {
            let [a, b] = k.split_lambda().map(|half| half.magnitude ^ half.negative as u128);
            k = Scalar::from_u64s([a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64]);
        })
    });
    black_box(k);
}

/// Recodings, each of an integer that the one before has changed: no two are alike, and branches are as hard to
/// predict as they are with random scalars.
fn recodings(c: &mut Criterion) {
    let mut recoding = |name: &str, recode: &mut dyn FnMut(u128) -> u128| {
        let mut integer = Half::BOUND / 3;
        c.bench_function(name, |b| {
            b.iter(|| {
                // An odd multiplier, so that no state is lost; below Half::BOUND, which is above 2^127.
                integer = integer.wrapping_mul(0x2545_F491_4F6C_DD1D_9E37_79B9_7F4A_7C15) ^ recode(integer >> 1);
            })
        });
        black_box(integer);
    };

    const WIDTH: u32 = 5;
    let mut sparse = [(0, 0); Wnaf::max_digits(WIDTH)];
    recoding("wNAF, width 5", &mut |integer| {
        let mut digits = 0;
        for (slot, digit) in sparse.iter_mut().zip(Wnaf::new(integer, WIDTH)) {
            *slot = digit;
            digits += 1;
        }
        digits
    });

    let width = black_box(10);
    let mut fixed = vec![0; wnaf_fixed_len(width).unwrap_or(0)];
    recoding("fixed wNAF, width 10", &mut |integer| wnaf_fixed(&mut fixed, integer, width) as u128);

    let windows = black_box(Windows::new(13));
    let mut digits = vec![0; windows.count() as usize];
    recoding("signed windows, 13", &mut |integer| {
        let recoded = windows.recode(integer);
        digits.iter_mut().zip(0..).for_each(|(digit, i)| *digit = windows.digit(recoded, i));
        digits[0] as u128
    });
    black_box((&sparse, &fixed, &digits));
}

fn main() {
    let mut c = Criterion::default().configure_from_args();
    engines(&mut c);
    without_field(&mut c);
    recodings(&mut c);
    c.final_summary();
}
