//! Random multi-multiplications, special cases sown in, by each function, engine and size of scratch space, against
//! upstream and, for a share of them, against k256 and double-and-add.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::extremes::{any_point, any_scalar, unreduced};
use common::terms::{expected, expected_by_all};
use common::values::{is_reduced, scalar_u128};
use common::{Errors, Random, Run, Space, Term, Way, Xy, engines, plans, random, values};
use quickcheck::{Arbitrary, Gen, QuickCheck};
use std::ptr::{null, null_mut};
use std::thread;
use upstream::*;

/// The scratch space of a call, as it depends on the number of points: shrinking changes that number.
#[derive(Clone, Copy, Debug)]
enum Scratch {
    Null,
    Bytes(usize),
    /// What our figure says, with padding for each object.
    Enough,
    OneByteLess,
    /// What upstream's figure says, with padding.
    EnoughForUpstream,
    /// Room for this many points.
    EnoughFor(usize),
    Ample,
}

/// One call.
#[derive(Clone, Debug)]
struct Case {
    way: Way,
    g: Option<secp256k1_scalar>,
    scratch: Scratch,
    /// Where the memory begins, modulo 64.
    offset: usize,
    /// Bytes that are taken before.
    taken: usize,
    /// Whether slow oracles are to be asked too.
    thorough: bool,
    terms: Vec<Term>,
}

impl Scratch {
    /// Bytes, none for no scratch space.
    fn bytes(self, way: Way, n: usize) -> Option<usize> {
        let padding = way.objects() * 16;
        Some(match self {
            Scratch::Null => return None,
            Scratch::Bytes(bytes) => bytes,
            Scratch::Enough => way.size(n) + padding,
            Scratch::OneByteLess => (way.size(n) + padding).saturating_sub(1),
            Scratch::EnoughForUpstream => way.upstream_size(n) + padding,
            Scratch::EnoughFor(points) => way.size(points) + padding,
            Scratch::Ample => 2 * way.size(n) + 10_000,
        })
    }
}

/// quickcheck's generator, as ours: two draws, since it favours a few values of u64.
fn to_random(g: &mut Gen) -> Random {
    Random::new(u64::arbitrary(g).rotate_left(32) ^ u64::arbitrary(g))
}

fn number_of_points(random: &mut Random, most: usize) -> usize {
    match random.below(8) {
        0..=2 => *random.pick(&[0, 1, 2, 3, 6, 7, 8]),
        3 => *random.pick(&plans::interesting(most)),
        4..=6 => random.below(40),
        _ => random.below(most + 1),
    }
}

fn terms(random: &mut Random, n: usize) -> Vec<Term> {
    // Points all different, or from a few, or all the same; the same for scalars.
    let kinds = *random.pick(&[n, n, n, n, 5, 3, 2, 1]);
    let mut pool = Vec::new();
    for _ in 0..kinds.min(n) {
        let point = any_point(random, &pool);
        pool.push(point);
    }
    let scalar_kinds = *random.pick(&[n, n, n, 4, 2, 1]);
    let scalars: Vec<_> = (0..scalar_kinds.min(n)).map(|_| any_scalar(random)).collect();
    // A long run that adds nothing, so that some batches are empty.
    let silent = if random.one_in(6) { random.below(n + 1) } else { 0 };
    (0..n)
        .map(|i| {
            let point = if kinds < n { *random.pick(&pool) } else { pool[i] };
            let scalar = if scalar_kinds < n { *random.pick(&scalars) } else { scalars[i] };
            match i < silent {
                true if i % 2 == 0 => Term::unwritten_infinity(scalar),
                true => Term::new(scalar_u128(0), point),
                false if random.one_in(40) => Term::unwritten_infinity(scalar),
                false => Term::new(scalar, point),
            }
        })
        .collect()
}

impl Arbitrary for Case {
    fn arbitrary(generator: &mut Gen) -> Case {
        let random = &mut to_random(generator);
        let n = number_of_points(random, generator.size());
        let mut terms = terms(random, n);
        // Garbage, whose sum is nobody's business: see `check`.
        if n > 0 && random.one_in(20) {
            let i = random.below(n);
            terms[i].scalar = unreduced(random);
        }
        let scratch = match random.below(8) {
            0 => Scratch::Null,
            // odd steps from 0 up, to where everything fits
            1 | 2 => Scratch::Bytes(random.below(60 + 37 * n) * 37),
            3 => Scratch::Enough,
            4 => Scratch::OneByteLess,
            5 => Scratch::EnoughForUpstream,
            6 => Scratch::EnoughFor(1 + random.below(12)),
            _ => Scratch::Ample,
        };
        Case {
            way: *random.pick(&Way::ALL),
            g: match random.below(4) {
                0 => None,
                1 => Some(scalar_u128(0)),
                _ => Some(any_scalar(random)),
            },
            scratch,
            offset: random.below(64),
            taken: if random.one_in(2) { 0 } else { random.below(100) },
            thorough: n < 10 || random.one_in(10),
            terms,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Case>> {
        let case = self.clone();
        let fewer = self.terms.shrink().map(move |terms| Case { terms, ..case.clone() });
        let mut simpler = Vec::new();
        if self.g.is_some() {
            simpler.push(Case { g: None, ..self.clone() });
        }
        if (self.offset, self.taken) != (0, 0) {
            simpler.push(Case { offset: 0, taken: 0, ..self.clone() });
        }
        if let Scratch::Bytes(bytes) = self.scratch {
            simpler.extend((bytes > 0).then(|| Case { scratch: Scratch::Bytes(bytes / 2), ..self.clone() }));
        }
        Box::new(simpler.into_iter().chain(fewer))
    }
}

impl Arbitrary for Term {
    fn arbitrary(g: &mut Gen) -> Term {
        let random = &mut to_random(g);
        Term::new(any_scalar(random), any_point(random, &[]))
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Term>> {
        let mut simpler = Vec::new();
        if self.scalar.d[1..] != [0; 3] {
            simpler.push(Term { scalar: scalar_u128(1), ..*self });
        }
        if self.point.infinity == 0 && Xy::of(&self.point) != Xy::of(&values::generator()) {
            simpler.push(Term { point: values::generator(), ..*self });
        }
        Box::new(simpler.into_iter())
    }
}

fn check(case: Case) -> Result<(), String> {
    let Case { way, g, scratch, offset, taken, thorough, terms } = &case;
    let n = terms.len();
    let space = scratch.bytes(*way, n).map(|bytes| (bytes, Space::at(*offset, bytes + taken)));
    let pointer = match &space {
        None => null_mut(),
        Some((_, space)) => {
            space.take(*taken);
            space.pointer()
        }
    };
    if space.is_none() && *way != Way::Var {
        // PITFALLS 8
        let outcome = Run::new(terms).g(*g).ours(*way, pointer);
        assert_eq!((outcome.ret, outcome.calls, outcome.errors, outcome.r.infinity), (0, 0, 1, 1));
        return Ok(());
    }
    let outcome = Run::new(terms).g(*g).ours(*way, pointer);
    if let Some((bytes, space)) = &space {
        if !space.is_intact() || space.taken() != *taken {
            return Err("the scratch space is not as it was".into());
        }
        let upstream_suffices = *way != Way::Bundle && *bytes >= way.upstream_size(n) + 16 * way.objects();
        let ours_suffices = *bytes >= way.size(n) + 16 * way.objects();
        let enough = *way == Way::Var || upstream_suffices || ours_suffices;
        if !enough && outcome.ret == 0 {
            return outcome.is_failure(0);
        }
    }
    if !terms.iter().all(|term| is_reduced(&term.scalar)) {
        outcome.succeeded(n)?;
        return values::check_point(&outcome.r);
    }
    let sum = if *thorough { expected_by_all(terms, *g) } else { expected(terms, *g) };
    outcome.is_sum(sum, n)
}

// PITFALLS 8, 11, 13, 17, 18, 20, 21, 22
#[test]
fn random_sums_equal_upstreams() {
    let seed = random::seed();
    engines::each(|| {
        let most = 330;
        QuickCheck::new()
            .rng(Gen::from_size_and_seed(most, seed))
            .tests(random::cases(random::MOST_CASES))
            .max_tests(u64::MAX)
            .quickcheck(check as fn(Case) -> Result<(), String>);
    });
}

// PITFALLS 11
#[test]
fn both_sides_of_every_threshold() {
    engines::each(|| {
        let random = &mut Random::for_test(1);
        let most = 1400;
        let mut terms = terms(random, most);
        for term in &mut terms {
            term.scalar = any_scalar(random);
        }
        for n in plans::interesting(most) {
            let g = [None, Some(any_scalar(random))][n % 2];
            let sum = expected(&terms[..n], g);
            for way in Way::ALL {
                let space = Space::at(n, way.size(n) + 16 * way.objects());
                let outcome = Run::new(&terms[..n]).g(g).ours(way, space.pointer());
                outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("{way:?}, {n} points: {fault}"));
            }
        }
    });
}

// PITFALLS 7, 11
#[test]
fn batches_of_every_size_give_the_same_sum() {
    engines::each(|| {
        let random = &mut Random::for_test(2);
        for n in [8, 24, 130] {
            let (terms, g) = (terms(random, n), Some(any_scalar(random)));
            let sum = expected(&terms, g);
            // From nothing, by an odd step, to what takes all points at once by either algorithm.
            let bytes = (0..Way::Var.size(n)).step_by(if n < 100 { 331 } else { 3331 });
            // and around what is just enough for each number of points in a batch
            let exact = (1..=n).flat_map(|points| {
                let size = move |way: Way| way.size(points) + 16 * way.objects();
                Way::SINGLE.into_iter().flat_map(move |way| size(way) - 49..size(way) + 2).step_by(16)
            });
            for bytes in bytes.chain(exact.step_by(if n < 100 { 5 } else { 37 })) {
                let space = Space::at(bytes, bytes);
                let outcome = Run::new(&terms).g(g).ours(Way::Var, space.pointer());
                outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("{n} points, {bytes} bytes: {fault}"));
                assert!(space.is_intact() && space.taken() == 0);
            }
        }
    });
}

// PITFALLS 13
#[test]
fn no_points_and_one() {
    engines::each(|| {
        let random = &mut Random::for_test(3);
        let mut scalars = vec![None, Some(scalar_u128(0)), Some(scalar_u128(1)), Some(values::negate(&scalar_u128(1)))];
        scalars.extend((0..20).map(|_| Some(any_scalar(random))));
        for g in scalars {
            for terms in [vec![], terms(random, 1)] {
                let sum = expected_by_all(&terms, g);
                for way in Way::ALL {
                    for bytes in [0, 1, 16, way.size(terms.len()) + 16 * way.objects(), 100_000] {
                        let space = Space::new(bytes);
                        let outcome = Run::new(&terms).g(g).ours(way, space.pointer());
                        if outcome.ret == 1 || way == Way::Var || bytes > 16 {
                            outcome.is_sum(sum, terms.len()).unwrap();
                        } else {
                            outcome.is_failure(0).unwrap();
                        }
                    }
                }
                Run::new(&terms).g(g).ours(Way::Var, null_mut()).is_sum(sum, terms.len()).unwrap();
            }
        }
    });
}

// PITFALLS 6, 13: upstream looks at neither the scratch space nor the callback then.
#[test]
fn no_points_need_no_scratch_space() {
    engines::each(|| {
        let (errors, space) = (Errors::new(), Space::new(0));
        for way in Way::ALL {
            let mut r = values::unwritten_gej();
            // SAFETY: no callback is called for no points.
            let ret = unsafe { way.ours()(errors.callback(), space.pointer(), &mut r, null(), None, null_mut(), 0) };
            errors.expect_none();
            assert_eq!((ret, r.infinity), (1, 1), "{way:?}");
            values::check_form(&r).unwrap();
        }
        // Strauss' algorithm has nothing to put there even with a scalar for G.
        let g = Some(any_scalar(&mut Random::for_test(5)));
        for bytes in 0..100 {
            let outcome = Run::new(&[]).g(g).ours(Way::Strauss, Space::new(bytes).pointer());
            outcome.is_sum(expected_by_all(&[], g), 0).unwrap_or_else(|fault| panic!("{bytes} bytes: {fault}"));
        }
    });
}

// docs/abi.md: different scratch spaces may be used from different threads at once.
#[test]
fn threads_with_a_scratch_space_each() {
    engines::each(|| {
        let random = &mut Random::for_test(4);
        let jobs: Vec<_> = (0..6)
            .map(|i| {
                let terms = terms(random, 20 + 30 * i);
                let sum = expected(&terms, None);
                (terms, sum)
            })
            .collect();
        thread::scope(|scope| {
            for (i, (terms, sum)) in jobs.iter().enumerate() {
                scope.spawn(move || {
                    for repetition in 0..5 {
                        let way = Way::ALL[(i + repetition) % Way::ALL.len()];
                        let errors = Errors::new();
                        unsafe {
                            let scratch = ours::scratch_create(errors.callback(), 2 * way.size(terms.len()), 16);
                            Run::new(terms).ours(way, scratch).is_sum(*sum, terms.len()).unwrap();
                            ours::scratch_destroy(errors.callback(), scratch);
                        }
                        errors.expect_none();
                    }
                });
            }
        });
    });
}
