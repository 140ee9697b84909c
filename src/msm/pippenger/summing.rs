//! What a way of summing buckets has to supply, and how one is selected.

use crate::field::Multiply;
use crate::group::{Curve, Geh, Gej};

/// A way of summing buckets.
pub trait SumBuckets: Copy + 'static {
    /// The sum of the windows so far, as it is kept from window to window.
    type Accumulator: Accumulator;

    /// `r + Σ (i + 1)·buckets[i]`.
    ///
    /// By running sums from the heaviest bucket down: the sum of the first so many buckets is added
    /// once for each unit of weight, so that a bucket costs two additions.
    fn add_weighted_sum<C: Curve, M: Multiply>(r: Self::Accumulator, buckets: &[Gej]) -> Self::Accumulator;
}

/// Coordinates of an accumulator: what happens to it between windows.
pub trait Accumulator: Copy {
    /// The empty sum.
    const INFINITY: Self;

    /// 2^times·self.
    fn double_times<C: Curve, M: Multiply>(self, times: u32) -> Self;

    /// The sum as the algorithm gives it.
    fn to_gej<M: Multiply>(&self) -> Gej;
}

impl Accumulator for Gej {
    const INFINITY: Gej = Gej::INFINITY;

    fn double_times<C: Curve, M: Multiply>(mut self, times: u32) -> Gej {
        if !self.is_infinity() {
            for _ in 0..times {
                self = self.double::<M>();
            }
        }
        self
    }

    fn to_gej<M: Multiply>(&self) -> Gej {
        *self
    }
}

impl Accumulator for Geh {
    const INFINITY: Geh = Geh::INFINITY;

    fn double_times<C: Curve, M: Multiply>(mut self, times: u32) -> Geh {
        for _ in 0..times {
            self = self.double::<C, M>();
        }
        self
    }

    fn to_gej<M: Multiply>(&self) -> Gej {
        self.to_gej::<M>()
    }
}

/// `summings! { file: Name "name"; … }` declares the files and the list of all ways.
macro_rules! summings {
    ($($file:ident: $($way:ident $name:literal),+;)+) => {
        $(mod $file; pub use $file::{$($way),+};)+

        /// A way of summing buckets, as a value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Summing {
            $($(#[doc = concat!("As [`struct@", stringify!($way), "`].")] $way,)+)+
        }

        impl Summing {
            /// Every way that there is.
            pub const ALL: &'static [Summing] = &[$($(Summing::$way),+),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $($(Summing::$way => $name),+),+ }
            }
        }

        impl<C: Curve, M: Multiply> Pippenger<'_, C, M> {
            /// The sum, with k·G if there is one, by a way that is a value.
            pub fn finish_by(self, summing: Summing, g: Option<&C::Scalar>) -> Gej {
                match summing { $($(Summing::$way => self.finish_as::<$way>(g)),+),+ }
            }
        }
    };
}
pub(super) use summings;
