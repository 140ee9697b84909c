//! Memory of the test's own for preallocated scratch spaces.

use super::api::ours;
use std::ffi::c_void;
use std::ops::Range;
use upstream::secp256k1_scratch;

const CANARY: u8 = 0xC5;
/// Bytes on both sides that nobody may write to.
const GUARD: usize = 256;

/// A block that begins at any address, with canaries before, in, and behind it.
pub struct Block {
    memory: *mut [u8],
    start: usize,
    length: usize,
}

impl Block {
    /// One that begins at an address that is `offset` modulo 64.
    pub fn at(offset: usize, length: usize) -> Block {
        let memory = Box::into_raw(vec![CANARY; length + 2 * GUARD + 64].into_boxed_slice());
        let start = GUARD + (memory.cast::<u8>().align_offset(64) + offset) % 64;
        Block { memory, start, length }
    }

    /// With a scratch space in it, for which it is just long enough.
    pub fn with_space(offset: usize, max_size: usize, alignment: usize) -> (Block, *mut secp256k1_scratch) {
        let block = Block::at(offset, ours::scratch_preallocated_size(max_size, alignment));
        let scratch = block.create(max_size, alignment);
        assert!(!scratch.is_null(), "{max_size} bytes, alignment {alignment}, from {offset}");
        (block, scratch)
    }

    pub fn create(&self, max_size: usize, alignment: usize) -> *mut secp256k1_scratch {
        // SAFETY: the block is so long.
        unsafe { ours::scratch_preallocated_create(self.pointer(), self.length, max_size, alignment) }
    }

    pub fn pointer(&self) -> *mut c_void {
        // SAFETY: inside the box.
        unsafe { self.memory.cast::<u8>().add(self.start).cast() }
    }

    pub fn addresses(&self) -> Range<usize> {
        let start = self.pointer().addr();
        start..start + self.length
    }

    /// Whether nothing was written outside of it.
    pub fn is_intact(&self) -> bool {
        // SAFETY: nobody writes while this looks.
        let memory = unsafe { &*self.memory };
        memory[..self.start].iter().chain(&memory[self.start + self.length..]).all(|&byte| byte == CANARY)
    }

    /// Whether nothing was written inside of it either.
    pub fn is_untouched(&self) -> bool {
        // SAFETY: as above.
        unsafe { &*self.memory }.iter().all(|&byte| byte == CANARY)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: from a box.
        unsafe { drop(Box::from_raw(self.memory)) };
    }
}
