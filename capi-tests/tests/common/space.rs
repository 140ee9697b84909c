//! Scratch spaces over memory of the test's own.

use super::api::ours;
use super::errors::Errors;
use std::ptr::null_mut;
use upstream::{secp256k1_scratch, upstream_scratch_create, upstream_scratch_destroy};

/// Bytes on both sides that nobody may write to.
const GUARD: usize = 256;
const CANARY: u8 = 0xC5;
/// What the memory holds before: an algorithm may not count on zeros.
const DIRT: u8 = 0xA5;

/// A scratch space that begins at any address, full of dirt, with canaries around.
pub struct Space {
    header: *mut secp256k1_scratch,
    memory: *mut [u8],
    start: usize,
    bytes: usize,
}

impl Space {
    pub fn new(bytes: usize) -> Space {
        Space::at(0, bytes)
    }

    /// One whose memory begins at an address that is `offset` modulo 64.
    pub fn at(offset: usize, bytes: usize) -> Space {
        let memory = Box::into_raw(vec![CANARY; bytes + 2 * GUARD + 64].into_boxed_slice());
        let begin: *mut u8 = memory.cast();
        let start = GUARD + (begin.align_offset(64) + offset) % 64;
        // SAFETY: inside the box.
        let data = unsafe {
            begin.add(start).write_bytes(DIRT, bytes);
            begin.add(start).cast()
        };
        let header = secp256k1_scratch { magic: *b"scratch\0", data, alloc_size: 0, max_size: bytes };
        Space { header: Box::into_raw(Box::new(header)), memory, start, bytes }
    }

    /// One of a size for which there is no memory: for functions that only compute.
    pub fn imagined(bytes: usize) -> Space {
        let space = Space::new(0);
        // SAFETY: the space's own header.
        unsafe { (*space.header).max_size = bytes };
        space
    }

    pub fn pointer(&self) -> *mut secp256k1_scratch {
        self.header
    }

    /// Takes some bytes, so that the next object begins at an odd address, say.
    pub fn take(&self, bytes: usize) -> usize {
        let errors = Errors::new();
        assert!(!unsafe { ours::scratch_alloc(errors.callback(), self.header, bytes, 1) }.is_null());
        self.taken()
    }

    pub fn taken(&self) -> usize {
        // SAFETY: the space's own header.
        unsafe { (*self.header).alloc_size }
    }

    /// Takes back and makes dirty all memory.
    pub fn reset(&self) {
        // SAFETY: inside the box.
        unsafe {
            (*self.header).alloc_size = 0;
            self.memory.cast::<u8>().add(self.start).write_bytes(DIRT, self.bytes);
        }
    }

    /// Whether what lies around the memory, and the header, are as they were.
    pub fn is_intact(&self) -> bool {
        // SAFETY: nobody writes while this looks.
        unsafe {
            let memory = &*self.memory;
            let header = &*self.header;
            header.magic == *b"scratch\0"
                && header.max_size == self.bytes
                && header.data.cast_const() == (&raw const memory[self.start]).cast()
                && memory[..self.start].iter().chain(&memory[self.start + self.bytes..]).all(|&byte| byte == CANARY)
        }
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        // SAFETY: both come from boxes.
        unsafe {
            drop(Box::from_raw(self.header));
            drop(Box::from_raw(self.memory));
        }
    }
}

/// One of upstream's own.
pub struct UpstreamSpace(*mut secp256k1_scratch, Errors);

impl UpstreamSpace {
    pub fn new(bytes: usize) -> UpstreamSpace {
        let errors = Errors::new();
        let scratch = unsafe { upstream_scratch_create(errors.callback(), bytes) };
        assert_ne!(scratch, null_mut());
        UpstreamSpace(scratch, errors)
    }

    pub fn pointer(&self) -> *mut secp256k1_scratch {
        self.0
    }
}

impl Drop for UpstreamSpace {
    fn drop(&mut self) {
        unsafe { upstream_scratch_destroy(self.1.callback(), self.0) };
        self.1.expect_none();
    }
}
