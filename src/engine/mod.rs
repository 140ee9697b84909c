//! What depends on the processor.
//!
//! An engine supplies field multiplication and squaring ([`Multiply`](crate::field::Multiply)). The choice is made
//! once, at the entry: `with_engine!` compiles what it is given for every engine and runs it for the
//! one that is selected. All engines give the same bytes.

#[cfg(engine_adx)]
mod adx;
#[cfg(any(test, feature = "counting"))]
pub mod counting;
mod portable;

#[cfg(engine_adx)]
pub(crate) use adx::Adx;
pub use portable::Portable;

use core::sync::atomic::{AtomicU8, Ordering};

/// `with_engine!(engine, M => expression)`: the expression with M standing for the engine's type.
macro_rules! with_engine {
    ($engine:expr, $m:ident => $body:expr) => {
        match $engine {
            $crate::engine::Engine::Portable => {
                type $m = $crate::engine::Portable;
                $body
            }
            #[cfg(engine_adx)]
            $crate::engine::Engine::Adx => {
                type $m = $crate::engine::Adx;
                $body
            }
        }
    };
}
#[cfg(any(feature = "capi", test))]
pub(crate) use with_engine;

/// An engine that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Engine {
    /// Plain Rust.
    Portable = 1,
    /// mulx, adcx and adox.
    #[cfg(engine_adx)]
    Adx = 2,
}

/// The engine that was asked for, or zero for the best one.
static SELECTED: AtomicU8 = AtomicU8::new(0);

impl Engine {
    /// Every engine that there is, the best one last.
    pub const ALL: &'static [Engine] = &[
        Engine::Portable,
        #[cfg(engine_adx)]
        Engine::Adx,
    ];

    /// Its name, in C's form.
    pub const fn name(self) -> &'static core::ffi::CStr {
        match self {
            Engine::Portable => c"portable",
            #[cfg(engine_adx)]
            Engine::Adx => c"adx",
        }
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            Engine::Portable => true,
            #[cfg(engine_adx)]
            Engine::Adx => adx::is_available(),
        }
    }

    /// The fastest engine that this processor has.
    pub fn best() -> Engine {
        *Self::ALL.iter().rev().find(|engine| engine.is_available()).unwrap_or(&Engine::Portable)
    }

    /// The engine in use.
    pub fn selected() -> Engine {
        let selected = SELECTED.load(Ordering::Relaxed);
        *Self::ALL.iter().find(|&&engine| engine as u8 == selected).unwrap_or(&Self::best())
    }

    /// Selects an engine by name for the whole process, or the best one by "auto". False, and no change, for a name that is
    /// none or an engine that this processor lacks.
    pub fn select(name: &core::ffi::CStr) -> bool {
        let selected = if name == c"auto" {
            0
        } else {
            match Self::ALL.iter().find(|engine| engine.name() == name && engine.is_available()) {
                Some(&engine) => engine as u8,
                None => return false,
            }
        };
        SELECTED.store(selected, Ordering::Relaxed);
        true
    }
}

/// Something to do with an engine, generic over it: for callers outside of this crate.
pub trait Operation {
    /// What comes of it.
    type Output;
    /// Does it with the engine M.
    fn run<M: crate::field::Multiply>(self) -> Self::Output;
}

impl Engine {
    /// Does something with this engine; `None` if the processor lacks it.
    pub fn run<O: Operation>(self, operation: O) -> Option<O::Output> {
        self.is_available().then(|| with_engine!(self, M => operation.run::<M>()))
    }
}

#[cfg(test)]
mod tests;
