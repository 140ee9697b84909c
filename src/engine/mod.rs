//! What depends on the processor.
//!
//! An engine supplies field multiplication and squaring ([`Multiply`](crate::field::Multiply)).

mod portable;

pub use portable::Portable;
