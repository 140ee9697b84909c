//! Scratch spaces in the caller's memory.
#![cfg(all(unix, target_pointer_width = "64"))]

mod common;

use common::api::ours;
use common::block::Block;
use common::extremes::{any_scalar, any_terms};
use common::refusals::every_function_refuses;
use common::terms::expected;
use common::{ALIGNMENTS, Errors, Random, Run, Way, child, engines, pages};
use secp256k1_ecmult_multi::capi::{self, abi_5x52, abi_5x52_verify, abi_10x26, abi_10x26_verify};
use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use upstream::*;

const INVALID: &str = "invalid scratch space";

// ---- creation ----

#[test]
fn a_block_may_begin_anywhere() {
    let errors = Errors::new();
    let e = errors.callback();
    for offset in 0..64 {
        for alignment in ALIGNMENTS {
            for max_size in [0, 1, 15, 16, 17, 1000] {
                let (block, scratch) = Block::with_space(offset, max_size, alignment);
                // Where the space is, and where its objects are.
                assert_eq!(scratch.addr() % alignment, 0);
                assert!(block.addresses().contains(&scratch.addr()));
                let data: *mut u8 = unsafe { (*scratch).data }.cast();
                assert_eq!(data.addr() % alignment, 0, "objects have the alignment of the caller");
                assert!(data.addr() >= scratch.addr() + size_of::<secp256k1_scratch>());
                assert!(data.addr() + max_size <= block.addresses().end);
                unsafe {
                    assert_eq!(((*scratch).alloc_size, (*scratch).max_size), (0, max_size));
                    let whole = max_size / alignment * alignment;
                    assert_eq!(ours::scratch_alloc(e, scratch, whole, alignment).cast(), data);
                    data.write_bytes(0xFF, max_size);
                    assert!(ours::scratch_alloc(e, scratch, alignment, alignment).is_null());
                    ours::scratch_apply_checkpoint(e, scratch, 0);
                    ours::scratch_preallocated_destroy(e, scratch);
                }
                assert!(block.is_intact());
                errors.expect_none();
            }
        }
    }
}

#[test]
fn a_block_that_is_too_short_gives_null_wherever_it_begins() {
    for offset in 0..64 {
        for alignment in ALIGNMENTS {
            for max_size in [0, 1, 1000] {
                let size = ours::scratch_preallocated_size(max_size, alignment);
                for length in [size - 1, size / 2, 1, 0] {
                    let block = Block::at(offset, length);
                    assert!(block.create(max_size, alignment).is_null(), "{length} of {size} bytes, from {offset}");
                    assert!(block.is_untouched());
                }
            }
        }
    }
}

#[test]
fn no_block_gives_null() {
    for max_size in [0, 1, 1000, usize::MAX] {
        for length in [0, 1, 10_000, usize::MAX] {
            assert!(unsafe { ours::scratch_preallocated_create(null_mut(), length, max_size, 16) }.is_null());
        }
    }
}

// PITFALLS 1
#[test]
fn a_size_that_wraps_is_zero_and_gives_null() {
    let block = Block::at(0, 1000);
    for alignment in ALIGNMENTS {
        let header = size_of::<secp256k1_scratch>().next_multiple_of(alignment);
        for below in 0..300 {
            let max_size = usize::MAX - below;
            let size = max_size.checked_add(header + alignment - 1).unwrap_or(0);
            assert_eq!(ours::scratch_preallocated_size(max_size, alignment), size, "SIZE_MAX - {below}");
            if size == 0 {
                let create =
                    |length| unsafe { ours::scratch_preallocated_create(block.pointer(), length, max_size, alignment) };
                assert!([0, 1000, usize::MAX].map(create).iter().all(|scratch| scratch.is_null()));
            }
        }
        for max_size in [0, 1, 1000, usize::MAX / 2] {
            assert_eq!(ours::scratch_preallocated_size(max_size, alignment), max_size + header + alignment - 1);
        }
    }
    assert!(block.is_untouched());
}

// The headers pass ALIGNMENT on; what comes past them must do no harm.
#[test]
fn an_alignment_that_is_none_gives_a_larger_one_or_null() {
    for alignment in [0, 1, 2, 3, 4, 7, 8, 12, 17, 48, 100, 129] {
        let (block, scratch) = Block::with_space(13, 100, alignment);
        assert_eq!(scratch.addr() % align_of::<secp256k1_scratch>(), 0);
        assert!(scratch.addr() % alignment.max(1).next_power_of_two() == 0 && block.is_intact());
    }
    for alignment in [usize::MAX / 2, usize::MAX / 2 + 1, usize::MAX / 2 + 2, usize::MAX] {
        let block = Block::at(0, 1000);
        assert!(block.create(100, alignment).is_null() && block.is_untouched());
    }
}

// ---- use ----

#[test]
fn multiplications_take_it_as_any_other() {
    engines::each(|| {
        let random = &mut Random::for_test(1);
        let pool = any_terms(random, 250);
        for n in [0, 1, 5, 6, 9, 20, 250] {
            let (terms, g) = (&pool[..n], Some(any_scalar(random)));
            let sum = expected(terms, g);
            for way in Way::ALL {
                let max_size = match way {
                    Way::Var => ours::multi_scratch_size(n),
                    _ => way.size(n) + 16 * way.objects(),
                };
                let offsets = if n < 10 { 0..64 } else { 3..5 };
                for (offset, alignment) in offsets.flat_map(|offset| ALIGNMENTS.map(|alignment| (offset, alignment))) {
                    let (block, scratch) = Block::with_space(offset, max_size, alignment);
                    let mut most = 0;
                    let mut look = |_| most = unsafe { (*scratch).alloc_size };
                    let outcome = Run::new(terms).g(g).hook(&mut look).ours(way, scratch);
                    outcome.is_sum(sum, n).unwrap_or_else(|fault| panic!("{way:?}, {n} points at {offset}: {fault}"));
                    assert!(block.is_intact() && unsafe { (*scratch).alloc_size } == 0);
                    if n > 0 {
                        assert!(most > 0, "{way:?}, {n} points: the memory is not used");
                    }
                }
            }
        }
    });
}

#[test]
fn checkpoints_and_maxima_are_those_of_any_other() {
    let errors = Errors::new();
    let e = errors.callback();
    let (_block, scratch) = Block::with_space(5, 10_000, 16);
    unsafe {
        assert_eq!(ours::scratch_max_allocation(e, scratch, 2, 16), 10_000 - 30);
        assert!(Way::SINGLE.iter().all(|way| way.max_points(e, scratch, 16) > 0));
        assert!(!ours::scratch_alloc(e, scratch, 100, 16).is_null());
        assert_eq!(ours::scratch_checkpoint(e, scratch), 112);
        errors.expect_none();
        ours::scratch_apply_checkpoint(e, scratch, 113);
        errors.expect_one("invalid checkpoint");
        ours::scratch_apply_checkpoint(e, scratch, 0);
        assert_eq!(ours::scratch_checkpoint(e, scratch), 0);
    }
    errors.expect_none();
}

// ---- the end ----

// PITFALLS 3
#[test]
fn a_destroyed_one_is_refused() {
    let errors = Errors::new();
    let (block, scratch) = Block::with_space(0, 1000, 16);
    unsafe { ours::scratch_preallocated_destroy(errors.callback(), scratch) };
    errors.expect_none();
    assert_eq!(unsafe { (*scratch).magic }, [0; 8]);
    unsafe { ours::scratch_preallocated_destroy(errors.callback(), scratch) };
    errors.expect_one(INVALID);
    unsafe { ours::scratch_destroy(errors.callback(), scratch) };
    errors.expect_one(INVALID);
    every_function_refuses(scratch);
    // Its memory serves again.
    assert!(!block.create(1000, 16).is_null());
}

// PITFALLS 3
#[test]
fn each_kind_is_destroyed_by_its_own_function() {
    let errors = Errors::new();
    let e = errors.callback();
    unsafe {
        let (_block, preallocated) = Block::with_space(0, 1000, 16);
        let created = ours::scratch_create(e, 1000, 16);
        assert_ne!((*preallocated).magic, (*created).magic);
        ours::scratch_destroy(e, preallocated);
        errors.expect_one(INVALID);
        ours::scratch_preallocated_destroy(e, created);
        errors.expect_one(INVALID);
        // Nothing has happened to either.
        for scratch in [preallocated, created] {
            assert!(!ours::scratch_alloc(e, scratch, 100, 16).is_null());
            ours::scratch_apply_checkpoint(e, scratch, 0);
        }
        errors.expect_none();
        ours::scratch_preallocated_destroy(e, preallocated);
        ours::scratch_destroy(e, created);
        ours::scratch_preallocated_destroy(e, null_mut());
        ours::scratch_preallocated_destroy(null(), null_mut());
    }
    errors.expect_none();
}

// Code that is compiled without our headers has upstream's own functions, one of which would free the memory.
#[test]
fn upstreams_functions_refuse_it() {
    let errors = Errors::new();
    let (_block, scratch) = Block::with_space(0, 1000, 16);
    unsafe { upstream_scratch_destroy(errors.callback(), scratch) };
    errors.expect_one(INVALID);
    assert!(unsafe { upstream_scratch_alloc(errors.callback(), scratch, 16) }.is_null());
    errors.expect_one(INVALID);
    assert_eq!(unsafe { ours::scratch_checkpoint(errors.callback(), scratch) }, 0);
    errors.expect_none();
}

#[test]
fn what_never_was_one_is_not_destroyed() {
    let errors = Errors::new();
    let page = pages::GuardedPage::new();
    for magic in [[0; 8], *b"Prealloc", *b"prealloC", *b"scratch ", [0xFF; 8]] {
        // Behind the magic there is no memory.
        let scratch = page.last(&magic).cast();
        unsafe { ours::scratch_preallocated_destroy(errors.callback(), scratch) };
        errors.expect_one(INVALID);
        assert_eq!(unsafe { *scratch.cast::<[u8; 8]>() }, magic);
        every_function_refuses(scratch);
    }
}

// Documented: the memory stays the caller's, so the multiplication comes to its end.
#[test]
fn a_term_callback_may_destroy_it() {
    engines::each(|| {
        let (random, errors) = (&mut Random::for_test(2), Errors::new());
        let terms = any_terms(random, 30);
        let sum = expected(&terms, None);
        for way in Way::ALL {
            for (bytes, last) in [(way.size(30) + 500, 0), (way.size(30) + 500, 29), (9000, 17)] {
                let (block, scratch) = Block::with_space(7, bytes, 16);
                let mut destroy = |idx| {
                    if idx == last {
                        unsafe { ours::scratch_preallocated_destroy(errors.callback(), scratch) }
                    }
                };
                let outcome = Run::new(&terms).hook(&mut destroy).ours(way, scratch);
                errors.expect_none();
                if outcome.ret == 1 || way == Way::Var {
                    outcome.is_sum(sum, 30).unwrap_or_else(|fault| panic!("{way:?}, {bytes} bytes: {fault}"));
                    assert_eq!(unsafe { (*scratch).magic }, [0; 8], "it stays destroyed");
                }
                assert!(block.is_intact());
            }
        }
    });
}

/// An error callback that ends the scratch space, and lets nobody touch its memory any more.
unsafe extern "C" fn close(_: *const c_char, page: *mut c_void) {
    // SAFETY: the page that the callback's data points to.
    unsafe { (*page.cast::<pages::GuardedPage>()).close() }
}

// Documented: an error callback is the last that is done with a scratch space.
#[test]
fn an_error_callback_may_end_the_space() {
    let terms = any_terms(&mut Random::for_test(3), 20);
    let on_page = |run: &dyn Fn(*const secp256k1_callback, *mut secp256k1_scratch), magic_is_wrong: bool| {
        let page = pages::GuardedPage::new();
        let callback = secp256k1_callback { fn_: Some(close), data: (&raw const page).cast() };
        let memory = page.last(&[0; 3000]).cast();
        let scratch = unsafe { ours::scratch_preallocated_create(memory, 3000, 2500, 16) };
        assert!(!scratch.is_null());
        if magic_is_wrong {
            unsafe { (*scratch).magic[0] ^= 1 };
        }
        run(&callback, scratch);
        assert!(page.is_closed(), "no error");
    };
    on_page(&|e, scratch| unsafe { ours::scratch_apply_checkpoint(e, scratch, 1) }, false);
    on_page(&|e, scratch| unsafe { ours::scratch_destroy(e, scratch) }, false);
    on_page(&|e, scratch| unsafe { ours::scratch_destroy(e, scratch) }, true);
    on_page(&|e, scratch| unsafe { ours::scratch_preallocated_destroy(e, scratch) }, true);
    on_page(&|e, scratch| unsafe { ours::scratch_apply_checkpoint(e, scratch, 0) }, true);
    on_page(&|e, scratch| assert_eq!(unsafe { ours::scratch_checkpoint(e, scratch) }, 0), true);
    on_page(&|e, scratch| assert!(unsafe { ours::scratch_alloc(e, scratch, 1, 16) }.is_null()), true);
    on_page(&|e, scratch| assert_eq!(unsafe { ours::scratch_max_allocation(e, scratch, 1, 16) }, 0), true);
    for way in Way::SINGLE {
        on_page(&|e, scratch| assert_eq!(way.max_points(e, scratch, 16), 0), true);
        let refused = |e, scratch| Run::new(&terms).error_callback(e).ours(way, scratch).is_failure(0).unwrap();
        on_page(&refused, true);
    }
    let sum = expected(&terms, None);
    on_page(&|e, scratch| Run::new(&terms).error_callback(e).ours(Way::Var, scratch).is_sum(sum, 20).unwrap(), true);
}

// What upstream's VERIFY builds refuse too: a term callback that destroys a scratch space is one way to get there.
#[test]
fn a_verify_layout_aborts_when_a_space_in_use_is_destroyed() {
    const TEST: &str = "a_verify_layout_aborts_when_a_space_in_use_is_destroyed";
    const MESSAGE: &str = "before all checkpoints are applied";
    type Destroy = unsafe extern "C" fn(*const capi::secp256k1_callback, *mut capi::secp256k1_scratch);
    let destroy_in_use = |destroy: Destroy, preallocated: bool| unsafe {
        let (_block, in_block) = Block::with_space(0, 1000, 16);
        let scratch = if preallocated { in_block } else { ours::scratch_create(null(), 1000, 16) };
        assert!(!ours::scratch_alloc(null(), scratch, 1, 16).is_null());
        destroy(null(), scratch.cast());
        assert!(!preallocated || (*scratch).magic == [0; 8]);
    };
    let [plain, verify]: [[[Destroy; 2]; 2]; 2] = [
        [
            [abi_5x52::secp256k1_scratch_destroy, abi_5x52::secp256k1_scratch_preallocated_destroy],
            [abi_10x26::secp256k1_scratch_destroy, abi_10x26::secp256k1_scratch_preallocated_destroy],
        ],
        [
            [abi_5x52_verify::secp256k1_scratch_destroy, abi_5x52_verify::secp256k1_scratch_preallocated_destroy],
            [abi_10x26_verify::secp256k1_scratch_destroy, abi_10x26_verify::secp256k1_scratch_preallocated_destroy],
        ],
    ];
    for (name, [destroy, preallocated_destroy]) in ["5x52", "10x26"].into_iter().zip(verify) {
        child::aborts(TEST, name, MESSAGE, || destroy_in_use(destroy, false));
        child::aborts(TEST, &format!("{name} preallocated"), MESSAGE, || destroy_in_use(preallocated_destroy, true));
    }
    unsafe extern "C-unwind" fn destroy_in_callback(
        _: *mut abi_5x52_verify::secp256k1_scalar,
        _: *mut abi_5x52_verify::secp256k1_ge,
        _: usize,
        scratch: *mut c_void,
    ) -> c_int {
        unsafe { abi_5x52_verify::secp256k1_scratch_destroy(null(), scratch.cast()) };
        0
    }
    child::aborts(TEST, "in a term callback", MESSAGE, || unsafe {
        let (scratch, mut r) = (ours::scratch_create(null(), 100_000, 16), MaybeUninit::uninit());
        let (cb, data) = (Some(destroy_in_callback as _), scratch.cast());
        abi_5x52_verify::secp256k1_ecmult_multi_var(null(), scratch.cast(), r.as_mut_ptr(), null(), cb, data, 3);
    });
    // The others destroy it.
    for [destroy, preallocated_destroy] in plain {
        destroy_in_use(destroy, false);
        destroy_in_use(preallocated_destroy, true);
    }
}
