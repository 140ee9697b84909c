//! Scratch spaces as C knows them: one block, from which objects are taken in order and to which
//! they return at a checkpoint.

use super::callback::{report, secp256k1_callback};
use super::libc;
use core::ffi::c_void;
use core::mem::{MaybeUninit, align_of, size_of};
use core::ptr::{addr_of, addr_of_mut, null_mut};

/// `secp256k1_scratch`.
#[derive(Debug)]
#[repr(C)]
pub struct secp256k1_scratch {
    magic: [u8; 8],
    data: *mut c_void,
    alloc_size: usize,
    max_size: usize,
}

/// In memory of malloc's.
const MAGIC: [u8; 8] = *b"scratch\0";
/// In memory of the caller's, which nobody may free: not libsecp256k1's own functions either, to which this is no
/// scratch space.
const MAGIC_PREALLOCATED: [u8; 8] = *b"prealloc";

/// A scratch space whose magic has been seen: the other members may be looked at.
#[derive(Clone, Copy)]
pub struct Checked(*mut secp256k1_scratch);

/// A scratch space of either kind; one error callback and `None` for what is none, or for NULL.
///
/// # Safety
/// `scratch` is NULL or valid for reads of its first 8 bytes, and of all its members if these are a magic.
pub unsafe fn check(callback: *const secp256k1_callback, scratch: *const secp256k1_scratch) -> Option<Checked> {
    // SAFETY: the caller's promise.
    unsafe { check_magic(callback, scratch, &[MAGIC, MAGIC_PREALLOCATED]) }
}

/// Looks at the magic before anything else.
///
/// # Safety
/// As for [`check`].
unsafe fn check_magic(
    callback: *const secp256k1_callback,
    scratch: *const secp256k1_scratch,
    magics: &[[u8; 8]],
) -> Option<Checked> {
    // SAFETY: the caller's promise.
    if !scratch.is_null() && magics.contains(&unsafe { addr_of!((*scratch).magic).read() }) {
        return Some(Checked(scratch.cast_mut()));
    }
    // SAFETY: the caller's promise.
    unsafe { report(callback, c"invalid scratch space") };
    None
}

/// `size` rounded up to a multiple of `alignment`; `None` if that does not fit.
fn round_up(size: usize, alignment: usize) -> Option<usize> {
    let alignment = alignment.max(1);
    size.div_ceil(alignment).checked_mul(alignment)
}

/// How a scratch space lies in a block of the caller's.
struct Preallocated {
    /// Of the header, and a power of two.
    alignment: usize,
    /// Bytes from the header to the first object.
    header: usize,
    /// Bytes that are enough wherever the block begins.
    total: usize,
}

impl Preallocated {
    /// `None` if that fits no size.
    fn new(size: usize, alignment: usize) -> Option<Preallocated> {
        let alignment = alignment.max(align_of::<secp256k1_scratch>()).checked_next_power_of_two()?;
        let header = round_up(size_of::<secp256k1_scratch>(), alignment)?;
        let total = size.checked_add(header)?.checked_add(alignment - 1)?;
        Some(Preallocated { alignment, header, total })
    }
}

/// Bytes of a block that holds a scratch space of `size` bytes wherever it begins; `None` if that fits no size.
pub fn preallocated_size(size: usize, alignment: usize) -> Option<usize> {
    Some(Preallocated::new(size, alignment)?.total)
}

impl Checked {
    /// A new scratch space of C's memory, or NULL: with an error callback if there is no memory,
    /// without one, and without asking for any, if the size would wrap.
    ///
    /// # Safety
    /// `callback` as for [`report`].
    pub unsafe fn create(callback: *const secp256k1_callback, size: usize, alignment: usize) -> *mut secp256k1_scratch {
        let header = round_up(size_of::<secp256k1_scratch>(), alignment);
        let Some((header, total)) = header.and_then(|header| Some((header, header.checked_add(size)?))) else {
            return null_mut();
        };
        // SAFETY: malloc has no preconditions.
        let memory = unsafe { libc::malloc(total) };
        if memory.is_null() {
            // SAFETY: the caller's promise.
            unsafe { report(callback, c"Out of memory") };
            return null_mut();
        }
        let scratch: *mut secp256k1_scratch = memory.cast();
        // SAFETY: malloc's memory is aligned for every C type and at least `header` bytes long.
        unsafe {
            let data = memory.byte_add(header);
            scratch.write(secp256k1_scratch { magic: MAGIC, data, alloc_size: 0, max_size: size });
        }
        scratch
    }

    /// A new scratch space in a block of the caller's, or NULL if that is shorter than [`preallocated_size`] says,
    /// wherever it begins.
    ///
    /// # Safety
    /// `memory` is NULL or `length` bytes, the scratch space's own until it is destroyed.
    pub unsafe fn create_in(
        memory: *mut c_void,
        length: usize,
        size: usize,
        alignment: usize,
    ) -> *mut secp256k1_scratch {
        let layout = Preallocated::new(size, alignment).filter(|layout| layout.total <= length && !memory.is_null());
        let Some(Preallocated { alignment, header, .. }) = layout else {
            return null_mut();
        };
        let padding = memory.addr().wrapping_neg() & (alignment - 1);
        // SAFETY: padding, header and `size` are no more than `length` together.
        unsafe {
            let scratch: *mut secp256k1_scratch = memory.byte_add(padding).cast();
            let data = scratch.byte_add(header).cast();
            scratch.write(secp256k1_scratch { magic: MAGIC_PREALLOCATED, data, alloc_size: 0, max_size: size });
            scratch
        }
    }

    /// What malloc gave, to be destroyed: `None` for NULL, and after an error callback for anything else.
    ///
    /// # Safety
    /// As for [`check`].
    pub unsafe fn created(callback: *const secp256k1_callback, scratch: *mut secp256k1_scratch) -> Option<Checked> {
        // SAFETY: the caller's promise.
        if scratch.is_null() { None } else { unsafe { check_magic(callback, scratch, &[MAGIC]) } }
    }

    /// The same of what is in the caller's memory.
    ///
    /// # Safety
    /// As for [`check`].
    pub unsafe fn created_in(callback: *const secp256k1_callback, scratch: *mut secp256k1_scratch) -> Option<Checked> {
        // SAFETY: the caller's promise.
        if scratch.is_null() { None } else { unsafe { check_magic(callback, scratch, &[MAGIC_PREALLOCATED]) } }
    }

    /// Takes the magic away, so that it is no scratch space from now on.
    pub fn end(self) {
        // SAFETY: the magic promises that the members are there. Volatile, or the compiler drops what it sees to be
        // freed next.
        unsafe { addr_of_mut!((*self.0).magic).write_volatile([0; 8]) }
    }

    /// Gives the memory back.
    ///
    /// # Safety
    /// It comes from [`Self::create`], and nothing looks at it after.
    pub unsafe fn free(self) {
        self.end();
        // SAFETY: malloc's.
        unsafe { libc::free(self.0.cast()) }
    }

    /// Bytes taken.
    pub fn checkpoint(self) -> usize {
        // SAFETY: the magic promises that the members are there.
        unsafe { addr_of!((*self.0).alloc_size).read() }
    }

    fn max_size(self) -> usize {
        // SAFETY: as above.
        unsafe { addr_of!((*self.0).max_size).read() }
    }

    fn set_checkpoint(self, size: usize) {
        // SAFETY: as above.
        unsafe { addr_of_mut!((*self.0).alloc_size).write(size) }
    }

    /// Returns what was taken since a checkpoint. One above what is taken changes nothing: an error callback.
    ///
    /// # Safety
    /// `callback` as for [`report`].
    pub unsafe fn apply_checkpoint(self, callback: *const secp256k1_callback, checkpoint: usize) {
        if checkpoint > self.checkpoint() {
            // SAFETY: the caller's promise.
            unsafe { report(callback, c"invalid checkpoint") };
        } else {
            self.set_checkpoint(checkpoint);
        }
    }

    /// Bytes left.
    pub fn left(self) -> usize {
        self.max_size().saturating_sub(self.checkpoint())
    }

    /// Bytes that so many objects can have together, however much each is rounded up.
    pub fn max_allocation(self, objects: usize, alignment: usize) -> usize {
        let padding = objects.checked_mul(alignment.max(1) - 1);
        padding.map_or(0, |padding| self.left().saturating_sub(padding))
    }

    /// `size` zeroed bytes, or NULL.
    pub fn alloc(self, size: usize, alignment: usize) -> *mut c_void {
        // Not by what is left, which is 0 where more is taken than there is.
        let fits = |&size: &usize| self.checkpoint().checked_add(size).is_some_and(|end| end <= self.max_size());
        let Some(size) = round_up(size, alignment).filter(fits) else {
            return null_mut();
        };
        // SAFETY: `data` is `max_size` bytes, of which these are not taken.
        let object = unsafe {
            let object = self.next();
            object.write_bytes(0, size);
            object
        };
        self.set_checkpoint(self.checkpoint() + size);
        object.cast()
    }

    /// The first byte that is not taken.
    ///
    /// # Safety
    /// No more than `max_size` bytes are taken.
    unsafe fn next(self) -> *mut u8 {
        // SAFETY: within `data`, or one past it.
        unsafe { addr_of!((*self.0).data).read().cast::<u8>().add(self.checkpoint()) }
    }

    /// Lets `run` use the next `bytes` of memory, or what is left of them. They are taken meanwhile,
    /// so that a callback cannot be given them, and returned after.
    pub fn lend<R>(self, bytes: usize, run: impl FnOnce(&mut [MaybeUninit<u8>]) -> R) -> R {
        let checkpoint = self.checkpoint();
        let bytes = bytes.min(self.left());
        if bytes == 0 {
            return run(&mut []);
        }
        // SAFETY: something is left, so the checkpoint is inside; the bytes are nobody's until it is applied again.
        let memory = unsafe { core::slice::from_raw_parts_mut(self.next().cast(), bytes) };
        self.set_checkpoint(checkpoint + bytes);
        let result = run(memory);
        self.set_checkpoint(checkpoint);
        result
    }
}
