//! What asks for heap memory and what gives it back, and a scratch space after its end.
//!
//! A program of its own, since its malloc and free stand before C's. For the GNU C library, whose own functions have
//! second names.
#![cfg(all(target_env = "gnu", target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::terms::expected;
use common::values::{generator, scalar_u128, unwritten_gej};
use common::{Errors, Run, Term, Way, engines};
use std::cell::Cell;
use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::{null, null_mut};
use upstream::{secp256k1_callback, secp256k1_gej, secp256k1_scalar, secp256k1_scratch};

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
}

thread_local! {
    /// Blocks that malloc has given to this thread.
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
    /// Blocks that this thread has given back.
    static FREED: Cell<usize> = const { Cell::new(0) };
    /// What to keep instead of giving it back, so that it can be looked at after.
    static KEPT: Cell<*mut c_void> = const { Cell::new(null_mut()) };
}

#[unsafe(no_mangle)]
unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    ALLOCATED.set(ALLOCATED.get() + 1);
    // SAFETY: malloc itself, by its second name.
    unsafe { __libc_malloc(size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn free(block: *mut c_void) {
    FREED.set(FREED.get() + usize::from(!block.is_null()));
    if block.is_null() || block != KEPT.get() {
        // SAFETY: free itself, by its second name.
        unsafe { __libc_free(block) }
    }
}

/// Blocks that `run` allocates and frees.
fn heap<R>(run: impl FnOnce() -> R) -> (R, usize, usize) {
    let (allocated, freed) = (ALLOCATED.get(), FREED.get());
    let result = run();
    (result, ALLOCATED.get() - allocated, FREED.get() - freed)
}

#[test]
fn the_counters_count() {
    // Compilers know that pair, and leave it out where the block goes nowhere.
    let (_, allocated, freed) = heap(|| unsafe { libc::free(black_box(libc::malloc(1))) });
    assert_eq!((allocated, freed), (1, 1));
}

#[test]
fn a_scratch_space_is_one_block() {
    let errors = Errors::new();
    let (scratch, allocated, freed) = heap(|| unsafe { ours::scratch_create(errors.callback(), 1000, 16) });
    assert_eq!((allocated, freed), (1, 0));
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_destroy(errors.callback(), scratch) });
    assert_eq!((allocated, freed), (0, 1));
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_destroy(errors.callback(), null_mut()) });
    assert_eq!((allocated, freed), (0, 0));
    errors.expect_none();
}

// PITFALLS 1
#[test]
fn a_size_that_wraps_is_not_asked_for() {
    let errors = Errors::new();
    for alignment in [1, 16, 32, 64] {
        for below in 0..32 {
            let create = || unsafe { ours::scratch_create(errors.callback(), usize::MAX - below, alignment) };
            assert_eq!(heap(create), (null_mut(), 0, 0));
        }
    }
    errors.expect_none();
}

// PITFALLS 3
#[test]
fn a_destroyed_space_is_recognized_and_not_freed_again() {
    let errors = Errors::new();
    let e = errors.callback();
    unsafe {
        let scratch = ours::scratch_create(e, 1000, 16);
        // The memory stays, and holds what a destroyed space leaves in it.
        KEPT.set(scratch.cast());
        let ((), _, freed) = heap(|| ours::scratch_destroy(e, scratch));
        assert_eq!(freed, 1);
        errors.expect_none();
        // As a store into memory that is about to be freed, this is one that compilers leave out.
        assert_eq!((&raw const (*black_box(scratch)).magic).read_volatile(), [0; 8], "the magic is still there");

        let ((), allocated, freed) = heap(|| ours::scratch_destroy(e, scratch));
        assert_eq!((allocated, freed), (0, 0));
        errors.expect_one("invalid scratch space");
        assert!(ours::scratch_alloc(e, scratch, 16, 16).is_null());
        errors.expect_one("invalid scratch space");
        assert_eq!(ours::scratch_checkpoint(e, scratch), 0);
        errors.expect_one("invalid scratch space");
        let terms = [Term::new(scalar_u128(2), generator())];
        for way in Way::ALL {
            let outcome = Run::new(&terms).ours(way, scratch);
            assert_eq!((outcome.errors, outcome.ret), (1, i32::from(way == Way::Var)));
        }
        KEPT.set(null_mut());
        __libc_free(scratch.cast());
    }
}

// PITFALLS 3
#[test]
fn what_never_was_a_scratch_space_is_not_freed() {
    let errors = Errors::new();
    let mut fake = secp256k1_scratch::default();
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_destroy(errors.callback(), &mut fake) });
    assert_eq!((allocated, freed), (0, 0));
    errors.expect_one("invalid scratch space");
}

// docs/abi.md: the caller's memory is not C's to free.
#[test]
fn a_preallocated_space_is_neither_allocated_nor_freed() {
    let errors = Errors::new();
    let e = errors.callback();
    let mut block = [0u8; 1000];
    let (size, allocated, freed) = heap(|| ours::scratch_preallocated_size(500, 16));
    assert_eq!((allocated, freed), (0, 0));
    assert!(size <= block.len());
    let create = || unsafe { ours::scratch_preallocated_create(block.as_mut_ptr().cast(), size, 500, 16) };
    let (scratch, allocated, freed) = heap(create);
    assert!(!scratch.is_null());
    assert_eq!((allocated, freed), (0, 0));
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_destroy(e, scratch) });
    assert_eq!((allocated, freed), (0, 0));
    errors.expect_one("invalid scratch space");
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_preallocated_destroy(e, scratch) });
    assert_eq!((allocated, freed), (0, 0));
    errors.expect_none();
}

// docs/abi.md, "Without a heap".
#[test]
fn what_malloc_gave_is_freed_by_its_own_function_only() {
    let errors = Errors::new();
    let e = errors.callback();
    let scratch = unsafe { ours::scratch_create(e, 1000, 16) };
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_preallocated_destroy(e, scratch) });
    assert_eq!((allocated, freed), (0, 0));
    errors.expect_one("invalid scratch space");
    let ((), allocated, freed) = heap(|| unsafe { ours::scratch_destroy(e, scratch) });
    assert_eq!((allocated, freed), (0, 1));
    errors.expect_none();
}

/// Gives 3·G every time, without heap memory of its own.
unsafe extern "C" fn three_g(
    sc: *mut secp256k1_scalar,
    pt: *mut upstream::secp256k1_ge,
    _: usize,
    _: *mut c_void,
) -> i32 {
    unsafe {
        sc.write(secp256k1_scalar { d: [3, 0, 0, 0] });
        pt.write(generator());
    }
    1
}

// docs/abi.md: no function but scratch_create asks for heap memory.
#[test]
fn multiplications_ask_for_no_heap_memory() {
    engines::each(|| {
        let e: *const secp256k1_callback = null();
        for (n, bytes) in [(0, 0), (1, 0), (20, 0), (20, 5000), (20, 100_000), (300, 30_000), (300, 1_000_000)] {
            let scratch = unsafe { ours::scratch_create(e, bytes, 16) };
            let g = scalar_u128(5);
            let sum = expected(&[Term::new(scalar_u128(3 * n as u128 + 5), generator())], None);
            for (way, scratch) in Way::ALL.into_iter().map(|way| (way, scratch)).chain([(Way::Var, null_mut())]) {
                let mut r: secp256k1_gej = unwritten_gej();
                let (ret, allocated, freed) =
                    heap(|| unsafe { way.ours()(e, scratch, &mut r, &g, Some(three_g), null_mut(), n) });
                assert_eq!((allocated, freed), (0, 0), "{way:?}, {n} points, {bytes} bytes");
                assert!(ret == 0 || common::Xy::of_gej(&r) == sum);
            }
            let ((), allocated, freed) = heap(|| unsafe {
                let mut r = unwritten_gej();
                ours::ecmult(&mut r, &common::values::to_gej(&generator()), &g, &g);
                ours::scratch_alloc(e, scratch, bytes / 2, 16);
                ours::scratch_apply_checkpoint(e, scratch, 0);
                ours::strauss_max_points(e, scratch, 16);
                ours::pippenger_max_points(e, scratch, 16);
                ours::multi_scratch_size(n);
                let mut digits = [0; 256];
                ours::wnaf(digits.as_mut_ptr(), 256, &g, 5);
                ours::wnaf_fixed(digits.as_mut_ptr(), &g, 5);
            });
            assert_eq!((allocated, freed), (0, 0));
            unsafe { ours::scratch_destroy(e, scratch) };
        }
    });
}
