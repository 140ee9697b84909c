//! Scratch spaces as C knows them: one block, from which objects are taken in order and to which
//! they return at a checkpoint.

use super::callback::{report, secp256k1_callback};
use core::ffi::c_void;
use core::mem::{MaybeUninit, size_of};
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

const MAGIC: [u8; 8] = *b"scratch\0";

/// A scratch space whose magic has been seen: the other members may be looked at.
#[derive(Clone, Copy)]
pub struct Checked(*mut secp256k1_scratch);

/// Looks at the magic before anything else. One error callback and `None` if it is not there, or for NULL.
///
/// # Safety
/// `scratch` is NULL or valid for reads of its first 8 bytes, and of all its members if these are the magic.
pub unsafe fn check(callback: *const secp256k1_callback, scratch: *const secp256k1_scratch) -> Option<Checked> {
    // SAFETY: the caller's promise.
    if !scratch.is_null() && unsafe { addr_of!((*scratch).magic).read() } == MAGIC {
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

    /// Gives the memory back, and takes the magic away first.
    ///
    /// # Safety
    /// It comes from [`Self::create`].
    pub unsafe fn destroy(self) {
        // SAFETY: valid, and malloc's.
        unsafe {
            // Volatile, or the compiler drops what it sees to be freed next.
            addr_of_mut!((*self.0).magic).write_volatile([0; 8]);
            libc::free(self.0.cast());
        }
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
        let Some(size) = round_up(size, alignment).filter(|&size| size <= self.left()) else {
            return null_mut();
        };
        // SAFETY: `data` is `max_size` bytes, of which these are not taken.
        let object = unsafe { self.next() };
        unsafe { object.write_bytes(0, size) };
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
