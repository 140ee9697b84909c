//! An error callback that counts.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};
use upstream::secp256k1_callback;

/// The callback, and what it was told. Boxed, since the callback holds its address.
pub struct Errors {
    callback: secp256k1_callback,
    seen: Box<Seen>,
}

#[derive(Default)]
struct Seen {
    count: Cell<usize>,
    /// The last one, in place: a test may be counting allocations.
    text: Cell<Text>,
}

type Text = [u8; 32];

/// As much of a text as fits.
fn text(from: &[u8]) -> Text {
    let mut text = Text::default();
    text.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    text
}

unsafe extern "C" fn record(message: *const c_char, data: *mut c_void) {
    // SAFETY: `data` is what `Errors` holds; the text ends in NUL.
    unsafe {
        let seen = &*data.cast::<Seen>();
        seen.count.set(seen.count.get() + 1);
        seen.text.set(text(CStr::from_ptr(message).to_bytes()));
    }
}

impl Errors {
    pub fn new() -> Errors {
        let seen = Box::<Seen>::default();
        Errors { callback: secp256k1_callback { fn_: Some(record), data: (&raw const *seen).cast() }, seen }
    }

    pub fn callback(&self) -> *const secp256k1_callback {
        &self.callback
    }

    /// How often it was called since the last time that this was asked.
    pub fn take(&self) -> usize {
        self.seen.count.take()
    }

    /// Exactly one call, with this text, since the last time.
    #[track_caller]
    pub fn expect_one(&self, message: &str) {
        assert_eq!((self.take(), self.seen.text.get()), (1, text(message.as_bytes())), "{message}");
    }

    #[track_caller]
    pub fn expect_none(&self) {
        assert_eq!(self.take(), 0, "{}", String::from_utf8_lossy(&self.seen.text.get()));
    }
}
