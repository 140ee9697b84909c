//! Memory with nothing behind it, or nothing around it.

use std::cell::Cell;
use std::ptr::null_mut;

/// A page, and after it one that nobody may touch.
pub struct GuardedPage {
    pages: *mut u8,
    size: usize,
    closed: Cell<bool>,
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
            GuardedPage { pages: pages.cast(), size, closed: Cell::new(false) }
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

    /// From now on nobody may touch the page either.
    pub fn close(&self) {
        // SAFETY: whoever touches it ends the process.
        assert_eq!(unsafe { libc::mprotect(self.pages.cast(), self.size, libc::PROT_NONE) }, 0);
        self.closed.set(true);
    }

    pub fn is_closed(&self) -> bool {
        self.closed.get()
    }
}

impl Drop for GuardedPage {
    fn drop(&mut self) {
        // SAFETY: mapped above.
        unsafe { libc::munmap(self.pages.cast(), 2 * self.size) };
    }
}

/// Where a value lies in its pages.
#[derive(Clone, Copy, Debug)]
pub enum Edge {
    /// At their start: nothing is before it.
    Start,
    /// At their end: nothing is behind it.
    End,
}

/// Bytes at one edge of pages of their own. Nobody may touch the page before and the page behind.
pub struct Guarded {
    pages: *mut u8,
    /// Of the pages that may be touched.
    size: usize,
    start: *mut u8,
}

impl Guarded {
    pub fn new(edge: Edge, bytes: usize) -> Guarded {
        let page = page_size();
        let size = bytes.max(1).next_multiple_of(page);
        // SAFETY: new memory, that no Rust object is in.
        unsafe {
            let all = libc::mmap(
                null_mut(),
                size + 2 * page,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            assert_ne!(all, libc::MAP_FAILED);
            let pages = all.byte_add(page);
            assert_eq!(libc::mprotect(pages, size, libc::PROT_READ | libc::PROT_WRITE), 0);
            let start = match edge {
                Edge::Start => pages,
                Edge::End => pages.byte_add(size - bytes),
            };
            Guarded { pages: pages.cast(), size, start: start.cast() }
        }
    }

    /// A value there. Its size must keep it aligned.
    pub fn holding<T: Copy>(edge: Edge, value: T) -> Guarded {
        let guarded = Guarded::new(edge, size_of::<T>());
        // SAFETY: so many bytes are there; write checks the alignment in a debug build.
        unsafe { guarded.pointer::<T>().write(value) };
        guarded
    }

    /// The same, and from now on nobody may write to it.
    pub fn frozen<T: Copy>(edge: Edge, value: T) -> Guarded {
        let guarded = Guarded::holding(edge, value);
        // SAFETY: pages of ours.
        assert_eq!(unsafe { libc::mprotect(guarded.pages.cast(), guarded.size, libc::PROT_READ) }, 0);
        guarded
    }

    /// The first byte.
    pub fn pointer<T>(&self) -> *mut T {
        self.start.cast()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        let page = page_size();
        // SAFETY: mapped above.
        unsafe { libc::munmap(self.pages.byte_sub(page).cast(), self.size + 2 * page) };
    }
}

fn page_size() -> usize {
    // SAFETY: asks the system only.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}
