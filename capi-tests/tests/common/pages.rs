//! Memory with nothing behind it.

use std::ptr::null_mut;

/// A page, and after it one that nobody may touch.
pub struct GuardedPage {
    pages: *mut u8,
    size: usize,
}

impl GuardedPage {
    pub fn new() -> GuardedPage {
        // SAFETY: new memory, that no Rust object is in.
        unsafe {
            let size = libc::sysconf(libc::_SC_PAGESIZE) as usize;
            let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            let pages = libc::mmap(null_mut(), 2 * size, access, kind, -1, 0);
            assert_ne!(pages, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(pages.byte_add(size), size, libc::PROT_NONE), 0);
            GuardedPage { pages: pages.cast(), size }
        }
    }

    /// The last bytes of the page, which get these values.
    pub fn last(&self, bytes: &[u8]) -> *mut u8 {
        // SAFETY: inside the page.
        unsafe {
            let start = self.pages.add(self.size - bytes.len());
            start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            start
        }
    }
}

impl Drop for GuardedPage {
    fn drop(&mut self) {
        // SAFETY: mapped above.
        unsafe { libc::munmap(self.pages.cast(), 2 * self.size) };
    }
}
