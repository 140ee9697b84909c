//! What every function does with what is no scratch space.

use super::api::{ALIGNMENTS, Way, ours};
use super::errors::Errors;
use super::terms::{Run, Term};
use super::values::{generator, scalar_u128};
use upstream::secp256k1_scratch;

/// Calls every function with this pointer, and expects one error callback of each.
pub fn every_function_refuses(scratch: *mut secp256k1_scratch) {
    const TEXT: &str = "invalid scratch space";
    let errors = &Errors::new();
    let e = errors.callback();
    unsafe {
        assert_eq!(ours::scratch_checkpoint(e, scratch), 0);
        errors.expect_one(TEXT);
        for checkpoint in [0, 1, usize::MAX] {
            ours::scratch_apply_checkpoint(e, scratch, checkpoint);
            errors.expect_one(TEXT);
        }
        for alignment in ALIGNMENTS {
            for size in [0, 1, 100, usize::MAX / 2] {
                assert!(ours::scratch_alloc(e, scratch, size, alignment).is_null());
                errors.expect_one(TEXT);
                assert_eq!(ours::scratch_max_allocation(e, scratch, size, alignment), 0);
                errors.expect_one(TEXT);
            }
            for way in Way::SINGLE {
                assert_eq!(way.max_points(e, scratch, alignment), 0);
                errors.expect_one(TEXT);
            }
        }
    }
    let terms = [Term::new(scalar_u128(2), generator()); 3];
    for way in Way::SINGLE {
        for n in [0, 1, 3] {
            let outcome = Run::new(&terms[..n]).ours(way, scratch);
            assert_eq!((outcome.ret, outcome.calls, outcome.errors, outcome.r.infinity), (0, 0, 1, 1), "{way:?} {n}");
        }
    }
}
