//! Every algorithm against double-and-add, and against all of the small groups.

use super::bundle::Sizes;
use super::*;
use crate::engine::counting::{Counting, count};
use crate::engine::{Engine, Portable as M, with_engine};
use crate::field::Fe;
use crate::group::{CurveParams, Order7, Order13, Order199, Secp256k1};
use crate::recode::Windows;
use crate::scalar::{Scalar, SmallScalar};
use crate::scratch::LINE;
use pippenger::Summing;

/// Memory for any batch of these tests.
fn memory() -> Vec<MaybeUninit<u8>> {
    vec![MaybeUninit::uninit(); 1 << 22]
}

/// One way to compute a multi-multiplication.
type Way<C> = (&'static str, Box<Multiplication<C>>);
type Multiplication<C> =
    dyn Fn(&mut [MaybeUninit<u8>], Option<&<C as CurveParams>::Scalar>, &mut Source<C>, usize) -> Option<Gej>;

/// Every algorithm on every engine that this processor has.
fn ways<C: Curve>() -> Vec<Way<C>> {
    let mut all = Vec::new();
    for &engine in Engine::ALL.iter().filter(|engine| engine.is_available()) {
        with_engine!(engine, E => all.extend(ways_on::<C, E>()));
    }
    all
}

fn ways_on<C: Curve, E: Multiply>() -> Vec<Way<C>> {
    let mut ways: Vec<Way<C>> = Vec::new();
    ways.push(("default", Box::new(|m, g, s, n| multi::<C, E>(m, g, s, n))));
    ways.push(("stack", Box::new(|_, g, s, n| multi_on_stack::<C, E>(g, s, n))));
    let algorithms =
        [("strauss", Algorithm::Strauss), ("bundle", Algorithm::Bundle), ("pippenger", Algorithm::Pippenger)];
    for (name, algorithm) in algorithms {
        ways.push((name, Box::new(move |m, g, s, n| batches::<C, E>(m, Plan::single(algorithm, n), g, s, n))));
    }
    for &summing in Summing::ALL {
        ways.push((summing.name(), Box::new(move |m, g, s, n| pippenger_by::<C, E>(summing, m, g, s, n))));
    }
    let narrow = add_strauss::<C, E, { strauss::NARROW }>;
    ways.push(("strauss, narrow", Box::new(move |m, g, s, n| one_batch(m, g, s, n, narrow))));
    for (name, size, width) in MIXED {
        let mixed = move |sum: &mut Gej, batch: Batch<C>| {
            let bundled = batch.terms.len().min(size);
            let cut = Cut::new(bundled, size, batch.terms.len() - bundled)?;
            match width {
                strauss::NARROW => add_mixed::<C, E, { strauss::NARROW }>(sum, batch, cut),
                _ => add_mixed::<C, E, { strauss::WIDTH }>(sum, batch, cut),
            }
        };
        ways.push((name, Box::new(move |m, g, s, n| one_batch(m, g, s, n, mixed))));
    }
    for (name, size) in BUNDLES {
        let bundles = move |sum: &mut Gej, batch: Batch<C>| add_bundles_of::<C, E>(sum, batch, size);
        ways.push((name, Box::new(move |m, g, s, n| one_batch(m, g, s, n, bundles))));
    }
    ways
}

/// Bundles of every size that there is: as few as each allows.
const BUNDLES: [(&str, usize); 7] = [
    ("bundles of 2", 2),
    ("bundles of 3", 3),
    ("bundles of 4", 4),
    ("bundles of 5", 5),
    ("bundles of 6", 6),
    ("bundles of 7", 7),
    ("bundles of 8", 8),
];

/// One bundle, and what is over by itself, in digits of a width.
const MIXED: [(&str, usize, u32); 6] = [
    ("bundle of 2 and points", 2, strauss::WIDTH),
    ("bundle of 3 and points", 3, strauss::WIDTH),
    ("bundle of 8 and points", 8, strauss::WIDTH),
    ("bundle of 2 and narrow points", 2, strauss::NARROW),
    ("bundle of 3 and narrow points", 3, strauss::NARROW),
    ("bundle of 6 and narrow points", 6, strauss::NARROW),
];

/// Points from which a way does something else than those before it in the list: with fewer there is one bundle of all.
fn differs_from(name: &str) -> usize {
    let bundles = BUNDLES.iter().find(|(of, _)| *of == name).map(|(_, size)| *size);
    let mixed = MIXED.iter().find(|(of, ..)| *of == name).map(|(_, size, _)| size + 1);
    bundles.or(mixed).unwrap_or(0)
}

/// All terms in one batch.
fn one_batch<C: Curve>(
    memory: &mut [MaybeUninit<u8>],
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
    add: impl FnOnce(&mut Gej, Batch<C>) -> Option<()>,
) -> Option<Gej> {
    let mut sum = Gej::INFINITY;
    add(&mut sum, Batch { block: &mut Block::new(memory), g, source, terms: 0..n })?;
    Some(sum)
}

/// A batch in as few bundles as a size allows.
fn add_bundles_of<C: Curve, E: Multiply>(sum: &mut Gej, batch: Batch<C>, size: usize) -> Option<()> {
    let sizes = Sizes::up_to(size, batch.terms.len())?;
    let space = bundle::Space::take(batch.block, batch.terms.len(), sizes)?;
    add_batch!(sum, batch, Bundles::<C, E>::new(space, sizes))
}

/// All terms in one batch, with buckets summed in a given way.
fn pippenger_by<C: Curve, E: Multiply>(
    summing: Summing,
    memory: &mut [MaybeUninit<u8>],
    g: Option<&C::Scalar>,
    source: &mut Source<C>,
    n: usize,
) -> Option<Gej> {
    let windows = *plan::windows(n);
    let space = pippenger::Space::take(&mut Block::new(memory), n, windows.buckets())?;
    let mut pippenger = Pippenger::<C, E>::new(space, windows);
    for i in 0..n {
        let (k, p) = source(i)?;
        pippenger.push(&k, &p);
    }
    Some(pippenger.finish_by(summing, g))
}

/// Σ k_i·P_i by double-and-add.
fn naive(terms: &[(Scalar, Ge)]) -> Gej {
    let mut r = Gej::INFINITY;
    for bit in (0..256).rev() {
        r = r.double::<M>();
        for (k, p) in terms {
            if k.to_u64s()[bit / 64] >> (bit % 64) & 1 == 1 {
                r = r.add_ge::<M>(p);
            }
        }
    }
    r
}

/// A reproducible sequence of scalars and points.
struct Numbers(Scalar);

impl Numbers {
    fn new(seed: u64) -> Numbers {
        Numbers(Scalar::from_u64s([seed, 1, 2, 3]))
    }
    fn scalar(&mut self) -> Scalar {
        self.0 = self.0.mul(&self.0).add(&Scalar::from_u64s([0x9E37_79B9_7F4A_7C15, 0, 0, 0]));
        self.0
    }
    fn point(&mut self) -> Ge {
        naive(&[(self.scalar(), Secp256k1::G)]).to_ge::<M>()
    }
}

fn check(terms: &[(Scalar, Ge)], g: Option<Scalar>) {
    let mut all = terms.to_vec();
    all.extend(g.map(|g| (g, Secp256k1::G)));
    let expected = naive(&all);
    for (name, way) in ways::<Secp256k1>() {
        let mut asked = 0;
        let got = way(
            &mut memory(),
            g.as_ref(),
            &mut |i| {
                assert_eq!(i, asked);
                asked += 1;
                Some(terms[i])
            },
            terms.len(),
        )
        .unwrap();
        assert_eq!(asked, terms.len(), "{name}");
        assert!(got.equals::<M>(&expected), "{name} n = {} {terms:x?} {g:x?}", terms.len());
    }
}

#[test]
fn random_terms_agree_with_double_and_add() {
    let mut numbers = Numbers::new(1);
    let points: Vec<Ge> = (0..40).map(|_| numbers.point()).collect();
    for n in [0, 1, 2, 3, 5, 6, 7, 8, 13, 14, 15, 28, 29, 70, 71, 150, 151, 200] {
        let terms: Vec<_> = (0..n).map(|i| (numbers.scalar(), points[i % points.len()])).collect();
        check(&terms, None);
        check(&terms, Some(numbers.scalar()));
        check(&terms, Some(Scalar::ZERO));
    }
}

// PITFALLS 19, 20
#[test]
fn related_points_and_vanishing_terms() {
    let mut numbers = Numbers::new(2);
    let p = numbers.point();
    let lambda_p = p.mul_lambda::<M>();
    let double_p = Gej::from_ge(&p).double::<M>().to_ge::<M>();
    let pool = [p, p.neg(), lambda_p, lambda_p.neg(), double_p, Ge::INFINITY, Secp256k1::G, Secp256k1::G.neg()];
    let k = numbers.scalar();
    let scalars = [k, k.neg(), Scalar::ZERO, Scalar::ONE, Scalar::ONE.neg(), Scalar::LAMBDA, k.mul(&Scalar::LAMBDA)];
    for (i, a) in pool.iter().enumerate() {
        for b in &pool[i..] {
            for x in scalars {
                for y in scalars {
                    check(&[(x, *a), (y, *b)], None);
                }
            }
            check(&[(k, *a), (k, *b)], Some(k));
            check(&[(k, *a), (k.neg(), *b)], Some(k.neg()));
        }
    }
    for copies in [6, 32, 100] {
        check(&vec![(k, p); copies], Some(k));
        check(&vec![(Scalar::ONE, p); copies], None);
        check(&(0..copies).map(|i| (k, if i % 2 == 0 { p } else { p.neg() })).collect::<Vec<_>>(), None);
    }
}

/// Multiplications and squarings of every way: those of its field operations that its time comes from.
fn costs(terms: &[(Scalar, Ge)]) -> Vec<(&'static str, u64)> {
    let cost = |(name, way): Way<Secp256k1>| {
        let (sum, operations) = count(|| way(&mut memory(), None, &mut |i| Some(terms[i]), terms.len()));
        assert!(sum.is_some(), "{name}");
        (name, operations.mul + operations.sqr)
    };
    ways_on::<Secp256k1, Counting<M>>().into_iter().map(cost).collect()
}

// PITFALLS 20: what makes equal points slow in one library, a retry for each, would show here.
#[test]
fn equal_points_cost_no_more_than_random_ones() {
    let mut numbers = Numbers::new(6);
    for n in [2, 7, 60, 300] {
        let random: Vec<_> = (0..n).map(|_| (numbers.scalar(), numbers.point())).collect();
        let (k, p) = (numbers.scalar(), numbers.point());
        let (minus, lambda) = (p.neg(), p.mul_lambda::<M>());
        // An eighth for the digits of one scalar that are not zero, which may be more than those of others.
        let limits: Vec<_> = costs(&random).into_iter().map(|(_, cost)| cost + cost / 8).collect();
        let check = |name: &str, term: &dyn Fn(usize) -> (Scalar, Ge)| {
            let terms: Vec<_> = (0..n).map(term).collect();
            for ((way, cost), limit) in costs(&terms).into_iter().zip(&limits) {
                assert!(cost <= *limit, "{way}, {n} {name}: {cost}, at most {limit} are due");
            }
        };
        check("equal scalars", &|i| (k, random[i].1));
        check("equal points", &|i| (random[i].0, p));
        check("equal terms", &|_| (k, p));
        check("opposite terms", &|i| (k, [p, minus][i % 2]));
        check("opposite points", &|i| (random[i].0, [p, minus][i % 2]));
        check("multiples by λ", &|i| (k, [p, lambda][i % 2]));
    }
}

// PITFALLS 16
#[test]
fn extreme_halves_at_every_number_of_windows() {
    // The largest halves leave a carry in the top window, whatever its width.
    let mut numbers = Numbers::new(3);
    let p = numbers.point();
    let scalars = crate::scalar::extreme_halves();
    for count in Windows::MIN_COUNT..=Windows::MAX_COUNT {
        let windows = Windows::new(count);
        for chunk in scalars.chunks(48) {
            let terms: Vec<_> = chunk.iter().map(|k| (*k, p)).collect();
            let mut memory = vec![MaybeUninit::uninit(); 1 << 23];
            let total = chunk.iter().fold(Scalar::ZERO, |a, b| a.add(b));
            let expected = naive(&[(total, p)]);
            for &summing in Summing::ALL {
                let block = &mut Block::new(&mut memory);
                let space = pippenger::Space::take(block, terms.len(), windows.buckets()).unwrap();
                let mut pippenger = Pippenger::<Secp256k1, M>::new(space, windows);
                for (k, p) in &terms {
                    pippenger.push(k, p);
                }
                assert!(pippenger.finish_by(summing, None).equals::<M>(&expected), "{summing:?} {count}");
            }
        }
    }
}

#[test]
fn a_refusal_ends_the_multiplication_at_once() {
    let mut numbers = Numbers::new(4);
    let p = numbers.point();
    for n in [1, 2, 7, 8, 20] {
        for refused in 0..n {
            for bytes in [0, 5000, 20_000] {
                let mut asked = 0;
                let got = multi::<Secp256k1, M>(
                    &mut memory()[..bytes],
                    Some(&Scalar::ONE),
                    &mut |i| {
                        asked += 1;
                        (i != refused).then_some((Scalar::LAMBDA, p))
                    },
                    n,
                );
                assert!(got.is_none());
                assert_eq!(asked, refused + 1);
            }
        }
    }
}

#[test]
fn every_memory_size_gives_the_same_sum() {
    let mut numbers = Numbers::new(5);
    let p = numbers.point();
    let terms: Vec<_> = (0..30).map(|_| (numbers.scalar(), p)).collect();
    let expected = naive(&terms);
    let mut memory = memory();
    for bytes in (0..40_000).step_by(331) {
        // also at every alignment
        let start = bytes % 16;
        let got = multi::<Secp256k1, M>(&mut memory[start..start + bytes], None, &mut |i| Some(terms[i]), 30).unwrap();
        assert!(got.equals::<M>(&expected), "{bytes}");
    }
}

/// Whether a block has room for bundles and single points.
fn takes_cut(block: &mut Block, cut: Cut, width: u32) -> bool {
    bundle::Space::take(block, cut.bundled, cut.sizes).is_some()
        && strauss::Space::take(block, cut.singles, width).is_some()
}

/// A plan that has less room than it says gives no sum, and a caller takes that for a refusal of the callback's.
#[test]
fn every_batch_of_every_plan_has_room_at_every_alignment() {
    const MOST: usize = 12_000;
    #[repr(align(64))]
    struct Lines([MaybeUninit<u8>; MOST + LINE]);
    let mut memory = Lines([MaybeUninit::uninit(); MOST + LINE]);
    let step = if everything() { 1 } else { 13 };
    for n in (1..=38).chain([56, 57, 112, 113, 209, 210, 211, 560, 561, 1000, usize::MAX]) {
        for bytes in (0..MOST).step_by(step) {
            let Some(plan) = plan::plan(n, bytes) else { continue };
            let last = n % plan.batch_points;
            for offset in 0..LINE {
                for points in [plan.batch_points, last].into_iter().filter(|&points| points > 0) {
                    let block = &mut Block::new(&mut memory.0[offset..][..plan.best_bytes().min(bytes)]);
                    let has_room = match plan.algorithm {
                        Algorithm::Strauss => strauss::Space::take(block, points, strauss::WIDTH).is_some(),
                        Algorithm::Pippenger => {
                            pippenger::Space::take(block, points, plan::windows(points).buckets()).is_some()
                        }
                        Algorithm::Bundle => {
                            let cut = Cut::fitting(points, block.room());
                            cut.is_some_and(|cut| takes_cut(block, cut, strauss::WIDTH))
                        }
                    };
                    assert!(has_room, "{points} of {n} points, {plan:?}, {bytes} bytes from {offset}");
                }
            }
        }
    }
}

/// Points on no curve give some point, but the same on every engine, in the same representation.
#[test]
fn engines_agree_on_points_that_are_none() {
    let mut numbers = Numbers::new(13);
    let good = numbers.point();
    let p = Fe::from_u64s([0xFFFF_FFFE_FFFF_FC2F, !0, !0, !0]);
    let all = Fe::from_u64s([!0; 4]);
    let coordinates = [Fe::ZERO, p, all, Fe::ONE, Fe::ONE.neg(), Fe::BETA, good.x, good.y];
    let pool: Vec<Ge> = coordinates.iter().flat_map(|&x| coordinates.iter().map(move |&y| Ge { x, y })).collect();
    let engines: Vec<_> = Engine::ALL.iter().filter(|engine| engine.is_available()).collect();
    for n in [1, 2, 3, 5, 6, 8, 9, 10, 17, 40] {
        for shift in 0..pool.len() {
            let stride = [0, 1, 7, 27][shift % 4];
            let terms: Vec<_> = (0..n).map(|i| (numbers.scalar(), pool[(shift + stride * i) % pool.len()])).collect();
            let g = numbers.scalar();
            let mut sums = Vec::new();
            for engine in &engines {
                let ways = with_engine!(engine, E => ways_on::<Secp256k1, E>());
                let of = |(name, way): &Way<Secp256k1>| {
                    let sum = way(&mut memory(), Some(&g), &mut |i| Some(terms[i]), n).unwrap();
                    (*name, [sum.x, sum.y, sum.z].map(|fe| fe.to_u64s()))
                };
                sums.push(ways.iter().map(of).collect::<Vec<_>>());
            }
            assert!(sums.windows(2).all(|pair| pair[0] == pair[1]), "{terms:x?}");
        }
    }
}

/// i·G for every i.
fn elements<C: Curve>(order: u32) -> Vec<Ge> {
    let mut sum = Gej::INFINITY;
    (0..order)
        .map(|_| {
            let p = sum.to_ge::<M>();
            sum = sum.add_ge::<M>(&C::G);
            p
        })
        .collect()
}

/// Every way, for the terms (k, x·G) given by their numbers, and g·G.
fn check_small<C, const N: u32, const L: u32>(
    ways: &[Way<C>],
    memory: &mut [MaybeUninit<u8>],
    group: &[Ge],
    terms: &[(u32, u32)],
    g: u32,
) where
    C: Curve<Scalar = SmallScalar<N, L>>,
{
    let expected = &group[((terms.iter().map(|(k, x)| k * x).sum::<u32>() + g) % N) as usize];
    for (name, way) in ways {
        let mut source = |i: usize| Some((SmallScalar::new(terms[i].0), group[terms[i].1 as usize]));
        let got = way(memory, Some(&SmallScalar::new(g)), &mut source, terms.len()).unwrap();
        // affine: compare without an inversion for each of a million calls
        let same = if expected.is_infinity() {
            got.is_infinity()
        } else {
            let scaled = expected.rescale::<M>(&got.z);
            !got.is_infinity() && scaled.x.equals(&got.x) && scaled.y.equals(&got.y)
        };
        assert!(same, "{name} order {N}: {terms:?} {g}");
    }
}

/// Whether every way takes every case of the larger groups; without this the main ones do on the first engine, which is plain
/// Rust, and of the others each takes a share: they have all of order 7 with limbs as wide as they can be, and engines agree to
/// the byte.
fn everything() -> bool {
    std::env::var_os("ECMULT_MULTI_EXHAUSTIVE").is_some()
}

fn exhaust<C, const N: u32, const L: u32>(two_points: bool)
where
    C: Curve<Scalar = SmallScalar<N, L>>,
{
    const MAIN: [&str; 3] = ["strauss", "bundle", "pippenger"];
    const SHARE: usize = 16;
    let (ways, group, mut memory) = (ways::<C>(), elements::<C>(N), memory());
    let differs: Vec<usize> = ways.iter().map(|(name, _)| differs_from(name)).collect();
    // With the other width of limbs the formulas are the same.
    let whole = N == 7 && cfg!(not(ecmult_multi_limbs = "32")) || everything();
    let per_engine = ways.len() / Engine::ALL.iter().filter(|engine| engine.is_available()).count();
    let mut case = 0;
    let mut check = |terms: &[(u32, u32)], g: u32| {
        case += 1;
        for (i, way) in ways.iter().enumerate() {
            let is_due = whole || i < per_engine && MAIN.contains(&way.0) || (case + i) % SHARE == 0;
            if is_due && terms.len() >= differs[i] {
                check_small::<C, N, L>(core::slice::from_ref(way), &mut memory, &group, terms, g);
            }
        }
    };
    for g in 0..N {
        check(&[], g);
        for k in 0..N {
            for x in 0..N {
                if N < 199 || g < 3 || (k + x) % 61 == g % 61 {
                    check(&[(k, x)], g);
                }
                for (l, y) in (0..N * N).map(|i| (i / N, i % N)).filter(|_| two_points) {
                    check(&[(k, x), (l, y)], g);
                }
            }
        }
    }
    // random shares with more points
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u32 % N
    };
    for n in (2..24).chain([70, 150]) {
        for _ in 0..300 {
            let terms: Vec<_> = (0..n).map(|_| (next(), next())).collect();
            check(&terms, next());
        }
    }
}

// PITFALLS 19
#[test]
fn order_7_whole_for_up_to_two_points() {
    exhaust::<Order7, 7, 2>(true);
}

// PITFALLS 19
#[test]
fn order_13_whole_for_up_to_two_points() {
    exhaust::<Order13, 13, 9>(true);
}

#[test]
fn order_199_for_one_point() {
    exhaust::<Order199, 199, 92>(false);
}

#[test]
fn tables_of_g_hold_odd_multiples() {
    fn check<C: Curve>(count: usize) {
        let two_128 = (0..128).fold(Gej::from_ge(&C::G), |p, _| p.double::<M>());
        for (high, base) in [(false, Gej::from_ge(&C::G)), (true, two_128)] {
            let double = base.double::<M>();
            let mut p = base;
            for i in 0..count {
                assert!(Gej::from_ge(&C::odd_multiple_of_g(high, i)).equals::<M>(&p));
                p = p.add::<M>(&double);
            }
        }
    }
    check::<Secp256k1>(1 << (Secp256k1::WINDOW_G - 2));
    check::<Order7>(16);
    check::<Order13>(16);
    check::<Order199>(16);
}

#[test]
fn double_multiplication_takes_any_z() {
    let mut numbers = Numbers::new(6);
    let p = numbers.point();
    for (k, g) in
        [(numbers.scalar(), Some(numbers.scalar())), (numbers.scalar(), None), (Scalar::ZERO, Some(Scalar::ONE))]
    {
        let z = Fe::from_u64s([1, 2, 3, 4]);
        let scaled = p.rescale::<M>(&z);
        let a = Gej { x: scaled.x, y: scaled.y, z };
        let mut terms = vec![(k, p)];
        terms.extend(g.map(|g| (g, Secp256k1::G)));
        assert!(double_multiply::<Secp256k1, M>(Some(&(a, k)), g.as_ref()).equals::<M>(&naive(&terms)));
        let only_g: Vec<_> = g.map(|g| (g, Secp256k1::G)).into_iter().collect();
        assert!(double_multiply::<Secp256k1, M>(None, g.as_ref()).equals::<M>(&naive(&only_g)));
        assert!(double_multiply::<Secp256k1, M>(Some(&(Gej::INFINITY, k)), g.as_ref()).equals::<M>(&naive(&only_g)));
    }
}

/// Bundles of every size that has these places, with something particular in them and any points in the others.
fn check_bundle(numbers: &mut Numbers, places: &[(usize, Ge)]) {
    let last = places.iter().map(|&(place, _)| place).max().unwrap();
    for size in (last + 1).max(5)..=8 {
        let mut terms: Vec<_> = (0..size).map(|_| (numbers.scalar(), numbers.point())).collect();
        places.iter().for_each(|&(place, p)| terms[place].1 = p);
        check(&terms, Some(numbers.scalar()));
        // the same with equal scalars, whose digits agree everywhere
        let k = numbers.scalar();
        terms.iter_mut().for_each(|term| term.0 = k);
        check(&terms, None);
    }
}

/// i·p.
fn times(i: u64, p: &Ge) -> Ge {
    naive(&[(Scalar::from_u64s([i, 0, 0, 0]), *p)]).to_ge::<M>()
}

// PITFALLS 21
#[test]
fn bundle_of_equal_points() {
    let mut numbers = Numbers::new(21);
    let p = numbers.point();
    for size in 5..=8 {
        check_bundle(&mut numbers, &[0, 1, 2, 3, 4, 5, 6, 7].map(|i| (i, p))[..size]);
    }
}

// PITFALLS 21
#[test]
fn bundle_with_p_and_minus_p_in_any_two_places() {
    let mut numbers = Numbers::new(22);
    let p = numbers.point();
    for i in 0..8 {
        for j in 0..i {
            check_bundle(&mut numbers, &[(i, p), (j, p.neg())]);
            check_bundle(&mut numbers, &[(i, p), (j, p)]);
        }
    }
}

// PITFALLS 21
#[test]
fn bundle_of_small_multiples() {
    let mut numbers = Numbers::new(23);
    let p = numbers.point();
    check_bundle(&mut numbers, &[1, 2, 3].map(|i| (i as usize - 1, times(i, &p))));
    check_bundle(&mut numbers, &[1, 2, 3].map(|i| (i as usize + 2, times(i, &p))));
    check_bundle(&mut numbers, &[1, 2, 3, 4, 5, 6].map(|i| (i as usize - 1, times(i, &p))));
    check_bundle(&mut numbers, &[1, 2, 3, 4, 5, 6, 7, 8].map(|i| (i as usize - 1, times(i, &p))));
    check_bundle(&mut numbers, &[0, 1, 2, 3, 4, 5].map(|i| (i as usize, times(1 << i, &p))));
    check_bundle(&mut numbers, &[0, 1, 2, 3, 4, 5, 6, 7].map(|i| (i as usize, times(1 << i, &p))));
}

// PITFALLS 21
#[test]
fn bundle_with_sums_that_vanish_or_coincide() {
    let mut numbers = Numbers::new(24);
    let (p, q) = (numbers.point(), numbers.point());
    let sum = Gej::from_ge(&p).add_ge::<M>(&q).to_ge::<M>();
    let difference = Gej::from_ge(&p).add_ge::<M>(&q.neg()).to_ge::<M>();
    for [a, b, c] in [[0, 1, 2], [0, 2, 4], [1, 3, 5], [3, 4, 5], [0, 3, 5], [2, 3, 0], [0, 3, 6], [1, 6, 7], [5, 6, 7]]
    {
        check_bundle(&mut numbers, &[(a, p), (b, q), (c, sum)]);
        check_bundle(&mut numbers, &[(a, p), (b, q), (c, sum.neg())]);
        check_bundle(&mut numbers, &[(a, p), (b, q.neg()), (c, difference)]);
        // the first three against the others: p + q + r = p' + q' + r' in either order
        let r = numbers.point();
        check_bundle(&mut numbers, &[(0, p), (1, q), (2, r), (3, r), (4, p), (5, q)]);
        check_bundle(&mut numbers, &[(0, p), (1, q), (2, r), (3, r.neg()), (4, p), (5, q)]);
        check_bundle(&mut numbers, &[(0, p), (1, q), (2, r), (3, sum), (4, r), (5, Ge::INFINITY)]);
    }
}

// PITFALLS 21
#[test]
fn bundle_of_lambda_multiples() {
    let mut numbers = Numbers::new(25);
    let p = numbers.point();
    let (q, r) = (p.mul_lambda::<M>(), p.mul_lambda::<M>().mul_lambda::<M>());
    // p + λp + λ²p = 0
    check_bundle(&mut numbers, &[(0, p), (1, q), (2, r)]);
    check_bundle(&mut numbers, &[(1, p), (3, q), (5, r.neg())]);
    check_bundle(&mut numbers, &[(0, p), (6, q), (7, r)]);
    check_bundle(&mut numbers, &[(0, p), (1, q), (2, r), (3, p), (4, q), (5, r)]);
}

// PITFALLS 21
#[test]
fn bundle_with_g_among_the_points() {
    let mut numbers = Numbers::new(26);
    let g = Secp256k1::G;
    for i in 0..8 {
        check_bundle(&mut numbers, &[(i, g)]);
        check_bundle(&mut numbers, &[(i, g), ((i + 1) % 8, g.neg())]);
    }
    for size in 5..=8 {
        check_bundle(&mut numbers, &[0, 1, 2, 3, 4, 5, 6, 7].map(|i| (i, g))[..size]);
    }
}

// PITFALLS 21
#[test]
fn bundle_with_infinity_in_each_place() {
    let mut numbers = Numbers::new(27);
    for i in 0..8 {
        check_bundle(&mut numbers, &[(i, Ge::INFINITY)]);
        for j in 0..i {
            check_bundle(&mut numbers, &[(i, Ge::INFINITY), (j, Ge::INFINITY)]);
        }
    }
    for size in 5..=8 {
        check_bundle(&mut numbers, &[0, 1, 2, 3, 4, 5, 6, 7].map(|i| (i, Ge::INFINITY))[..size]);
    }
}

// PITFALLS 21
#[test]
fn bundles_of_every_remainder() {
    let mut numbers = Numbers::new(28);
    let points: Vec<Ge> = (0..45).map(|_| numbers.point()).collect();
    for n in 0..45 {
        let terms: Vec<_> = points[..n].iter().map(|p| (numbers.scalar(), *p)).collect();
        check(&terms, Some(numbers.scalar()));
    }
}

/// The points that are added by themselves: infinite, with scalars that vanish, on a bundle's point or its negation.
#[test]
fn single_points_of_every_kind_beside_bundles() {
    let mut numbers = Numbers::new(30);
    let points: Vec<Ge> = (0..35).map(|_| numbers.point()).collect();
    for n in [9, 10, 11, 17, 19, 25, 33, 35] {
        let bundled = n / 8 * 8;
        let mut terms: Vec<_> = points[..n].iter().map(|p| (numbers.scalar(), *p)).collect();
        let (k, p) = terms[0];
        for single in
            [(k, Ge::INFINITY), (Scalar::ZERO, p), (k, p), (k, p.neg()), (Scalar::LAMBDA, p), (Scalar::ONE, p)]
        {
            terms[bundled..].fill(single);
            check(&terms, Some(numbers.scalar()));
        }
        // Nothing but what cancels.
        terms.fill((Scalar::ZERO, Ge::INFINITY));
        terms[bundled - 1] = (k, p);
        terms[n - 1] = (k, p.neg());
        check(&terms, None);
    }
}

/// Where the memory for single points begins to be enough, each part may be moved to a cache line.
#[test]
fn single_points_fit_from_the_first_byte_that_allows_them() {
    #[repr(align(64))]
    struct Lines([MaybeUninit<u8>; 40_000]);
    let mut memory = Lines([MaybeUninit::uninit(); 40_000]);
    for n in [9, 10, 11, 17, 18, 19, 25, 26, 27, 33, 34, 35] {
        let cut_at = |bytes: usize| Cut::fitting(n, bytes).is_some_and(|cut| cut.singles > 0);
        let first = (0..40_000).find(|&bytes| cut_at(bytes)).expect("there is memory for all");
        for (offset, bytes) in (0..LINE).flat_map(|offset| (first - 2..first + 130).map(move |bytes| (offset, bytes))) {
            let block = &mut Block::new(&mut memory.0[offset..][..bytes]);
            let cut = Cut::fitting(n, block.room()).expect("bundles alone fit");
            assert!(takes_cut(block, cut, strauss::WIDTH), "{n} points, {bytes} bytes from {offset}, {cut:?}");
        }
    }
}

// PITFALLS 16
#[test]
fn bundles_of_the_largest_halves() {
    let mut numbers = Numbers::new(29);
    let p = [numbers.point(), numbers.point(), numbers.point()];
    // split_odd halves (k − 1 − λ)/2, so these are twice the extremes, and 1 + λ
    let offset = Scalar::ONE.add(&Scalar::LAMBDA);
    let extremes: Vec<_> = crate::scalar::extreme_halves().iter().map(|k| k.add(k).add(&offset)).collect();
    for chunk in extremes.chunks(24) {
        let terms: Vec<_> = chunk.iter().enumerate().map(|(i, k)| (*k, p[i % 3])).collect();
        check(&terms, None);
    }
}

/// Small ones, and the largest.
fn numbers_of_points() -> impl Iterator<Item = usize> {
    (0..400).chain([usize::MAX >> 24, usize::MAX - 1, usize::MAX])
}

#[test]
fn batches_on_the_stack_have_room_and_do_not_become_small() {
    #[repr(align(64))]
    struct Line([MaybeUninit<u8>; 2 * size_of::<few::StackMemory>()]);
    let mut memory = Line([MaybeUninit::uninit(); 2 * size_of::<few::StackMemory>()]);
    // Wherever it may lie in a cache line.
    let places = (0..64).step_by(align_of::<few::StackMemory>());
    for (offset, n) in places.flat_map(|offset| numbers_of_points().map(move |n| (offset, n))) {
        let few = Few::of(n);
        assert!(few.points() <= n && (few.points() > 0) == (n > 0));
        let block = &mut Block::new(&mut memory.0[offset..][..size_of::<few::StackMemory>()]);
        match few {
            Few::Strauss(points) => assert!(strauss::Space::take(block, points, strauss::WIDTH).is_some()),
            Few::Narrow(points) => assert!(strauss::Space::take(block, points, strauss::NARROW).is_some()),
            Few::Mixed(cut) => assert!(takes_cut(block, cut, strauss::NARROW)),
        }
    }
    // Where there is room for three single points, no batch of several has fewer than five points.
    if matches!(Few::of(9), Few::Mixed(Cut { singles: 3, .. })) {
        for n in 11..400 {
            let (mut rest, mut least) = (n, usize::MAX);
            while rest > 0 {
                let points = Few::of(rest).points();
                (rest, least) = (rest - points, least.min(points));
            }
            assert!(least >= 5, "{n}");
        }
    }
}
