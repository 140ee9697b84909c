//! Sums on which libraries of this kind have gone wrong, on purpose.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::extremes::{any_scalar, corners, edges, unreduced};
use common::terms::{expected, expected_by_all};
use common::values::{
    self, add, check_form, check_point, generator, infinity, lambda, lambda_times, mul, negate, negative, raised,
    random_point, scalar, scalar_u128,
};
use common::{Random, Run, Space, Term, Way, Xy, engines, oracle, plans, random};
use std::ptr::null_mut;
use upstream::*;

/// The sum by every function, in one batch and in many, and without scratch space.
#[track_caller]
fn check_against(sum: Xy, terms: &[Term], g: Option<secp256k1_scalar>) {
    let n = terms.len();
    for way in Way::ALL {
        let one_batch = way.size(n) + 16 * way.objects();
        let mut sizes = vec![one_batch];
        if way == Way::Var {
            // Batches of two and five points, say.
            sizes.extend([2300, 5300, 12_000].into_iter().filter(|&bytes| bytes < one_batch));
        }
        for bytes in sizes {
            let space = Space::new(bytes);
            let outcome = Run::new(terms).g(g).ours(way, space.pointer());
            outcome
                .is_sum(sum, n)
                .unwrap_or_else(|fault| panic!("{way:?} in {bytes} bytes: {fault}\n{terms:#?}\n{g:x?}"));
        }
    }
    let outcome = Run::new(terms).g(g).ours(Way::Var, null_mut());
    outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("no scratch space: {fault}\n{terms:#?}\n{g:x?}"));
}

/// The same, and the sum is upstream's, for a few terms by all oracles.
#[track_caller]
fn check(terms: &[Term], g: Option<secp256k1_scalar>) {
    check_against(if terms.len() < 4 { expected_by_all(terms, g) } else { expected(terms, g) }, terms, g);
}

fn minus_one() -> secp256k1_scalar {
    negate(&scalar_u128(1))
}

fn random_scalar(random: &mut Random) -> secp256k1_scalar {
    scalar(random.words())
}

// ---- digits ----

// PITFALLS 15: halves with many zeros on the left, whose digits an earlier term's could be left in place of.
#[test]
fn short_scalars_after_long_ones() {
    engines::each(|| {
        let random = &mut Random::for_test(1);
        for n in [2, 6, 20, 110] {
            let point = random_point(random);
            let terms: Vec<_> = (0..n)
                .map(|i| {
                    let long = random_scalar(random);
                    let short = scalar_u128(u128::from(random.next()) >> random.below(64));
                    // On either half.
                    Term::new(
                        if i % 2 == 0 { long } else { mul(&short, &[scalar_u128(1), lambda()][i / 2 % 2]) },
                        point,
                    )
                })
                .collect();
            check(&terms, None);
            check(&terms[..n - 1], Some(scalar_u128(1)));
        }
    });
}

// PITFALLS 16
#[test]
fn extreme_halves_at_every_n_where_the_number_of_windows_changes() {
    engines::each(|| {
        let random = &mut Random::for_test(2);
        let extremes = corners();
        let (p, q) = (random_point(random), random_point(random));
        let mut ends = plans::window_ends(30_000);
        ends.extend(plans::algorithm_ends(30_000));
        for end in ends {
            for n in end.saturating_sub(1)..=end + 1 {
                // Two points, so that the sum is two multiplications whatever n is.
                let mut totals = [scalar_u128(0); 2];
                let terms: Vec<_> = (0..n)
                    .map(|i| {
                        let k =
                            if i < 2 * extremes.len() { extremes[i % extremes.len()] } else { *random.pick(&extremes) };
                        totals[i % 2] = add(&totals[i % 2], &k);
                        Term::new(k, [p, q][i % 2])
                    })
                    .collect();
                let sum = oracle::naive(&[Term::new(totals[0], p), Term::new(totals[1], q)], None);
                for way in [Way::Pippenger, Way::Var] {
                    let space = Space::new(way.size(n) + 16 * way.objects());
                    let outcome = Run::new(&terms).ours(way, space.pointer());
                    outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("{way:?}, {n} points: {fault}"));
                }
            }
        }
    });
}

// PITFALLS 16
#[test]
fn extreme_scalars_one_by_one() {
    engines::each(|| {
        let random = &mut Random::for_test(3);
        let p = random_point(random);
        let mut scalars = edges();
        scalars.extend(corners());
        for k in &scalars {
            check(&[Term::new(*k, p)], None);
            check(&[], Some(*k));
            check(&[Term::new(*k, p), Term::new(*k, p)], Some(*k));
        }
        check(&scalars.iter().map(|k| Term::new(*k, p)).collect::<Vec<_>>(), None);
    });
}

// PITFALLS 15, 16: every power of two, and all bits below it.
#[test]
fn every_bit_of_a_scalar_counts() {
    engines::each(|| {
        let random = &mut Random::for_test(4);
        let p = random_point(random);
        let powers: Vec<_> = (0..256)
            .map(|bit| {
                let mut words = [0; 4];
                words[bit / 64] = 1u64 << (bit % 64);
                scalar(words)
            })
            .collect();
        for power in &powers {
            for k in [*power, add(power, &minus_one()), negate(power)] {
                let terms = [Term::new(k, p)];
                let sum = expected(&terms, Some(k));
                for way in Way::ALL {
                    let space = Space::new(way.size(1) + 16 * way.objects());
                    Run::new(&terms).g(Some(k)).ours(way, space.pointer()).is_sum(sum, 1).unwrap();
                }
            }
        }
        check(&powers.iter().map(|k| Term::new(*k, p)).collect::<Vec<_>>(), None);
    });
}

// ---- terms that vanish ----

// PITFALLS 17, 18
#[test]
fn terms_that_all_vanish() {
    engines::each(|| {
        let random = &mut Random::for_test(5);
        for n in [1, 2, 6, 7, 8, 30, 120] {
            let k = random_scalar(random);
            let p = random_point(random);
            let zero = |_| Term::new(scalar_u128(0), p);
            let infinite = |i: usize| match i % 3 {
                0 => Term::new(k, infinity(u64::MAX)),
                1 => Term::new(k, infinity(0)),
                _ => Term::unwritten_infinity(k),
            };
            let both = |_| Term::unwritten_infinity(scalar_u128(0));
            for g in [None, Some(scalar_u128(0)), Some(k)] {
                let sum = oracle::naive(&[], g);
                check_against(sum, &(0..n).map(zero).collect::<Vec<_>>(), g);
                check_against(sum, &(0..n).map(infinite).collect::<Vec<_>>(), g);
                check_against(sum, &(0..n).map(both).collect::<Vec<_>>(), g);
            }
        }
    });
}

// PITFALLS 17
#[test]
fn batches_that_vanish_and_batches_that_do_not() {
    engines::each(|| {
        let random = &mut Random::for_test(6);
        let (k, p) = (random_scalar(random), random_point(random));
        for n in [14, 60, 240] {
            for share in [n / 7, n / 2, n - 1] {
                // Which of the terms add something.
                for alive in [0..share, share..n, n - 1..n, share / 2..share] {
                    let terms: Vec<_> = (0..n)
                        .map(|i| match i % 2 {
                            _ if alive.contains(&i) => Term::new(k, p),
                            0 => Term::unwritten_infinity(k),
                            _ => Term::new(scalar_u128(0), p),
                        })
                        .collect();
                    let sum = oracle::naive(&[Term::new(mul(&k, &scalar_u128(alive.len() as u128)), p)], None);
                    check_against(sum, &terms, None);
                    // Batches of every size from one point on, by either algorithm.
                    for bytes in (1000..20_000).step_by(1711).chain([40_000, 70_000]) {
                        let space = Space::new(bytes);
                        Run::new(&terms).ours(Way::Var, space.pointer()).is_sum(sum, n).unwrap();
                    }
                }
            }
        }
    });
}

// PITFALLS 17, 20: batches whose sums are infinite, or each other's negation, without a term that vanishes.
#[test]
fn batches_that_cancel() {
    engines::each(|| {
        let random = &mut Random::for_test(7);
        let (k, p) = (random_scalar(random), random_point(random));
        for n in [2, 14, 60, 240] {
            let alternating: Vec<_> = (0..n).map(|i| Term::new(k, if i % 2 == 0 { p } else { negative(&p) })).collect();
            check_against(Xy::INFINITY, &alternating, None);
            check_against(oracle::naive(&[], Some(k)), &alternating, Some(k));
            let halves: Vec<_> = (0..n).map(|i| Term::new(if i < n / 2 { k } else { negate(&k) }, p)).collect();
            check_against(Xy::INFINITY, &halves, None);
            check_against(oracle::naive(&[], Some(k)), &halves, Some(k));
        }
    });
}

// ---- G ----

// PITFALLS 19
#[test]
fn g_and_its_negation_among_the_points() {
    engines::each(|| {
        let random = &mut Random::for_test(8);
        let g = generator();
        let related = [g, negative(&g), lambda_times(&g), negative(&lambda_times(&g)), values::sum(&g, &g)];
        for point in related {
            for k in [scalar_u128(1), scalar_u128(2), minus_one(), lambda(), random_scalar(random)] {
                for joint in [k, negate(&k), mul(&k, &lambda()), negate(&mul(&k, &lambda())), scalar_u128(0)] {
                    check(&[Term::new(k, point)], Some(joint));
                    check(&[Term::new(k, point), Term::new(joint, negative(&point))], Some(k));
                    check(&[Term::new(k, g), Term::new(joint, negative(&g)), Term::new(k, point)], Some(negate(&k)));
                }
            }
        }
        // Schnorr's equation in the batch form: s·G − e·P − R with everything known.
        let (x, e, nonce) = (random_scalar(random), random_scalar(random), random_scalar(random));
        let times_g = |k| {
            let sum = oracle::naive(&[], Some(k)).0.unwrap();
            let mut point = secp256k1_ge::default();
            unsafe { assert_eq!(upstream_ge_from_xy64(&mut point, sum.as_ptr(), 0), 1) };
            point
        };
        let s = add(&nonce, &mul(&e, &x));
        let terms = [Term::new(negate(&e), times_g(x)), Term::new(minus_one(), times_g(nonce))];
        check_against(Xy::INFINITY, &terms, Some(s));
    });
}

// ---- related points ----

// PITFALLS 20
#[test]
fn many_copies_of_one_point() {
    engines::each(|| {
        let random = &mut Random::for_test(9);
        let p = random_point(random);
        for n in [2, 3, 5, 6, 7, 12, 32, 100, 101, 330] {
            for k in [scalar_u128(1), scalar_u128(2), minus_one(), lambda(), random_scalar(random)] {
                let total = mul(&k, &scalar_u128(n as u128));
                let sum = oracle::naive(&[Term::new(total, p)], None);
                check_against(sum, &vec![Term::new(k, p); n], None);
                // The same, as another representation of it half of the time.
                let mixed: Vec<_> = (0..n).map(|i| Term::new(k, if i % 2 == 0 { raised(&p) } else { p })).collect();
                check_against(sum, &mixed, None);
            }
            let equal_scalars: Vec<_> = (0..n).map(|_| Term::new(lambda(), random_point(random))).collect();
            check(&equal_scalars, None);
        }
    });
}

// PITFALLS 20: P, −P, λP, −λP in every bucket.
#[test]
fn a_point_and_its_relatives_with_few_scalars() {
    engines::each(|| {
        let random = &mut Random::for_test(10);
        for n in [8, 40, 150, 330] {
            let p = random_point(random);
            let (l, l2) = (lambda_times(&p), lambda_times(&lambda_times(&p)));
            let points = [p, negative(&p), l, negative(&l), l2, negative(&l2), values::sum(&p, &p)];
            let k = random_scalar(random);
            let scalars = [k, negate(&k), scalar_u128(1), minus_one(), lambda(), mul(&k, &lambda()), scalar_u128(3)];
            for _ in 0..6 {
                let terms: Vec<_> = (0..n).map(|_| Term::new(*random.pick(&scalars), *random.pick(&points))).collect();
                check(&terms, Some(*random.pick(&scalars)));
            }
        }
    });
}

/// Term lists of n points, all of which start with these points.
fn with_random_rest(points: &[secp256k1_ge], n: usize, random: &mut Random) -> Vec<Term> {
    let mut all = points.to_vec();
    all.resize_with(n.max(points.len()), || random_point(random));
    all.into_iter().map(|point| Term::new(random_scalar(random), point)).collect()
}

// PITFALLS 21
#[test]
fn six_points_in_every_relation() {
    engines::each(|| {
        let random = &mut Random::for_test(12);
        let fresh: Vec<_> = (0..6).map(|_| random_point(random)).collect();
        let p = fresh[0];
        let double = values::sum(&p, &p);
        let sums = |points: &[secp256k1_ge]| points.iter().fold(infinity(0), |sum, point| values::sum(&sum, point));
        let mut sets: Vec<Vec<secp256k1_ge>> = vec![
            // six equal points, with as many signs as there are
            vec![p; 6],
            vec![p, p, p, negative(&p), negative(&p), negative(&p)],
            vec![negative(&p), p, p, p, p, p],
            // multiples, ascending and not
            vec![p, double, values::sum(&double, &p), p, double, values::sum(&double, &p)],
            vec![values::sum(&double, &p), double, p, negative(&p), negative(&double), p],
            (0..6).scan(p, |q, _| Some(std::mem::replace(q, values::sum(q, q)))).collect(),
            // λ-multiples
            vec![p, lambda_times(&p), lambda_times(&lambda_times(&p)), negative(&p), fresh[1], lambda_times(&fresh[1])],
            // P + λP + λ²P = 0
            vec![p, lambda_times(&p), lambda_times(&lambda_times(&p)), fresh[1], fresh[2], fresh[3]],
            vec![generator(), negative(&generator()), p, generator(), lambda_times(&generator()), negative(&p)],
        ];
        for size in 2..=5 {
            // a point that cancels a sum of others, one that equals it, and one that equals a difference
            let sum = sums(&fresh[..size]);
            let difference = values::sum(&fresh[0], &negative(&sums(&fresh[1..size])));
            for last in [sum, negative(&sum), difference, negative(&difference)] {
                for at in 0..=size {
                    let mut set = fresh[..size].to_vec();
                    set.insert(at, last);
                    set.extend_from_slice(&fresh[size..5]);
                    sets.push(set);
                }
            }
        }
        for i in 0..6 {
            for j in 0..6 {
                // P and −P, or P twice, in any two places
                if i != j {
                    for related in
                        [negative(&fresh[i]), fresh[i], lambda_times(&fresh[i]), values::sum(&fresh[i], &fresh[i])]
                    {
                        let mut set = fresh.clone();
                        set[j] = related;
                        sets.push(set);
                    }
                }
            }
            // infinity in each place
            for poison in [0, u64::MAX] {
                let mut set = fresh.clone();
                set[i] = infinity(poison);
                sets.push(set);
            }
        }
        let few = [scalar_u128(1), minus_one(), scalar_u128(2), lambda(), random_scalar(random)];
        for set in &sets {
            assert_eq!(set.len(), 6);
            check(&with_random_rest(set, 6, random), Some(random_scalar(random)));
            let same = *random.pick(&few);
            check(&set.iter().map(|point| Term::new(same, *point)).collect::<Vec<_>>(), None);
            check(&set.iter().map(|point| Term::new(*random.pick(&few), *point)).collect::<Vec<_>>(), Some(same));
        }
    });
}

// PITFALLS 21
#[test]
fn every_n_modulo_six_with_related_points() {
    engines::each(|| {
        let random = &mut Random::for_test(13);
        for n in 1..=38 {
            let (p, k) = (random_point(random), random_scalar(random));
            let point = |i: usize, random: &mut Random| match i % 6 {
                0 | 3 => p,
                1 => negative(&p),
                2 => lambda_times(&p),
                4 => values::sum(&p, &p),
                _ => random_point(random),
            };
            let points: Vec<_> = (0..n).map(|i| point(i, random)).collect();
            check(&points.iter().map(|point| Term::new(k, *point)).collect::<Vec<_>>(), Some(k));
            check(&points.iter().map(|point| Term::new(any_scalar(random), *point)).collect::<Vec<_>>(), None);
            // what is left over after the sixes vanishes, or alone does not
            for (rest_vanishes, g) in [(true, None), (false, Some(k))] {
                let terms: Vec<_> = (0..n)
                    .map(|i| {
                        let vanishes = (i >= n / 6 * 6) == rest_vanishes;
                        if vanishes { Term::unwritten_infinity(k) } else { Term::new(random_scalar(random), points[i]) }
                    })
                    .collect();
                check(&terms, g);
            }
        }
    });
}

// ---- limbs ----

// PITFALLS 22
#[test]
fn points_at_the_limit_of_the_magnitudes() {
    engines::each(|| {
        let random = &mut Random::for_test(14);
        for n in [1, 2, 6, 7, 30, 120] {
            let terms: Vec<_> = (0..n).map(|_| Term::new(any_scalar(random), random_point(random))).collect();
            let sum = expected(&terms, None);
            let unnormalized: Vec<_> = terms.iter().map(|term| Term::new(term.scalar, raised(&term.point))).collect();
            assert!(unnormalized.iter().any(|term| term.point.x.n[1] > 7 << 52));
            check_against(sum, &unnormalized, None);
        }
    });
}

/// Limbs that stand for no field element within the contract.
fn garbage_fe(random: &mut Random) -> secp256k1_fe {
    let n = match random.below(6) {
        0 => [u64::MAX; 5],
        1 => [0; 5],
        2 => [1, 0, 0, 0, 0],
        // p, which is zero
        3 => [0xF_FFFE_FFFF_FC2F, (1 << 52) - 1, (1 << 52) - 1, (1 << 52) - 1, (1 << 48) - 1],
        _ => [(); 5].map(|()| random.next()),
    };
    secp256k1_fe { n }
}

// docs/abi.md: garbage gives some point or 0.
#[test]
fn garbage_gives_something() {
    engines::each(|| {
        let random = &mut Random::for_test(15);
        for _ in 0..random::cases(150) {
            let n = *random.pick(&[1, 2, 3, 6, 7, 8, 13, 30, 100, 200]);
            let mut some = Vec::new();
            let terms: Vec<_> = (0..n)
                .map(|_| {
                    // Points off the curve may repeat, and meet their negations, too.
                    let point = match random.below(4) {
                        0 if !some.is_empty() => *random.pick(&some),
                        1 => random_point(random),
                        _ => {
                            let flag = if random.one_in(10) { random.next() as i32 } else { 0 };
                            secp256k1_ge { x: garbage_fe(random), y: garbage_fe(random), infinity: flag }
                        }
                    };
                    some.push(point);
                    Term::new(if random.one_in(3) { unreduced(random) } else { any_scalar(random) }, point)
                })
                .collect();
            let g = Some(unreduced(random));
            for way in Way::ALL {
                for bytes in [0, 3000, way.size(n) + 16 * way.objects()] {
                    let space = Space::new(bytes);
                    let outcome = Run::new(&terms).g(g).ours(way, space.pointer());
                    check_form(&outcome.r).unwrap();
                    assert!(outcome.errors == 0 && (outcome.ret == 0 || outcome.succeeded(n).is_ok()));
                    assert!(space.is_intact() && space.taken() == 0);
                }
            }
        }
    });
}

// Scalars that are none, with points that are some.
#[test]
fn unreduced_scalars_give_some_point() {
    engines::each(|| {
        let random = &mut Random::for_test(16);
        for n in [1, 6, 20, 120] {
            let terms: Vec<_> = (0..n).map(|_| Term::new(unreduced(random), random_point(random))).collect();
            for way in Way::ALL {
                let space = Space::new(way.size(n) + 16 * way.objects());
                let outcome = Run::new(&terms).g(Some(unreduced(random))).ours(way, space.pointer());
                outcome.succeeded(n).unwrap();
                check_point(&outcome.r).unwrap();
            }
        }
    });
}

// A flag that is neither 0 nor 1 says infinity, as C's conditions do.
#[test]
fn any_flag_but_zero_is_infinity() {
    engines::each(|| {
        let random = &mut Random::for_test(17);
        for flag in [2, -1, 256, i32::MIN, i32::MAX] {
            let term = Term::new(random_scalar(random), random_point(random));
            let infinite = Term::new(random_scalar(random), secp256k1_ge { infinity: flag, ..random_point(random) });
            check_against(oracle::naive(&[term], None), &[infinite, term, infinite], None);
        }
    });
}

// The tests above trust these.
#[test]
fn oracles_agree_with_each_other() {
    let random = &mut Random::for_test(18);
    for n in 0..20 {
        let terms: Vec<_> = (0..n).map(|_| Term::new(any_scalar(random), random_point(random))).collect();
        expected_by_all(&terms, Some(any_scalar(random)));
    }
    // Neither is their agreement empty.
    let [one, two] = [1, 2].map(|k| oracle::k256(&[], Some(scalar_u128(k))));
    assert_ne!(one, two);
    assert_eq!(one, Xy::of(&generator()));
    assert_eq!(Xy::of(&raised(&generator())), one);
}
