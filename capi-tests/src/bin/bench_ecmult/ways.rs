//! Multiplications over the engine's type: what C cannot ask for, and what is counted instead of timed.

use crate::sides::{OursMulti, ours};
use secp256k1_ecmult_multi::capi::{secp256k1_callback, secp256k1_scratch};
use secp256k1_ecmult_multi::engine::{Engine, Operation};
use secp256k1_ecmult_multi::field::Multiply;
use secp256k1_ecmult_multi::group::{Gej, Secp256k1};
use secp256k1_ecmult_multi::msm::bundle::{self, Bundles, Sizes};
use secp256k1_ecmult_multi::msm::pippenger::{self, Pippenger, Summing};
use secp256k1_ecmult_multi::msm::plan::{self, Algorithm, Plan};
use secp256k1_ecmult_multi::msm::{self, Source};
use secp256k1_ecmult_multi::scalar::Scalar;
use secp256k1_ecmult_multi::scratch::{Block, PADDING};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};

/// A way to multiply and add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the plan for the memory that there is.
    Planned,
    /// By one algorithm.
    Single(Algorithm),
    /// By bundles of one size, as far as the number of points allows.
    BundlesOf(usize),
    /// By Pippenger's algorithm, with one way of summing buckets.
    Summing(Summing),
}

/// Memory to multiply in.
type Memory = [MaybeUninit<u8>];

impl Way {
    /// Bytes that are best for n points; none for a plan, which takes what it gets.
    fn bytes(self, n: usize) -> usize {
        match self {
            Way::Planned => 0,
            Way::Single(algorithm) => Plan::single(algorithm, n).best_bytes(),
            Way::BundlesOf(size) => {
                let n = n.min(Algorithm::Bundle.limit());
                Sizes::up_to(size, n)
                    .and_then(|sizes| bundle::Space::bytes(n, sizes))
                    .map_or(0, |bytes| bytes + PADDING)
            }
            Way::Summing(_) => Plan::single(Algorithm::Pippenger, n).best_bytes(),
        }
    }

    /// The sum, in so many bytes of memory, or where that is none given in as many as it takes.
    pub fn multiply<M: Multiply>(
        self,
        bytes: usize,
        g: Option<&Scalar>,
        source: &mut Source<Secp256k1>,
        n: usize,
    ) -> Option<Gej> {
        // One for all calls, so that only the first one pays for it.
        static MEMORY: Mutex<Vec<MaybeUninit<u8>>> = Mutex::new(Vec::new());
        let mut memory = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = bytes.max(self.bytes(n));
        if memory.len() < bytes {
            memory.resize(bytes, MaybeUninit::uninit());
        }
        self.multiply_in::<M>(&mut memory[..bytes], g, source, n)
    }

    fn multiply_in<M: Multiply>(
        self,
        memory: &mut Memory,
        g: Option<&Scalar>,
        source: &mut Source<Secp256k1>,
        n: usize,
    ) -> Option<Gej> {
        match self {
            Way::Planned => msm::multi::<Secp256k1, M>(memory, g, source, n),
            Way::Single(algorithm) => msm::batches::<Secp256k1, M>(memory, Plan::single(algorithm, n), g, source, n),
            Way::BundlesOf(size) => bundles_of::<M>(memory, size, g, source, n),
            Way::Summing(summing) => {
                let windows = *plan::windows(n);
                let space = pippenger::Space::take(&mut Block::new(memory), n, windows.buckets())?;
                let mut pippenger = Pippenger::<Secp256k1, M>::new(space, windows);
                for i in 0..n {
                    let (k, p) = source(i)?;
                    pippenger.push(&k, &p);
                }
                Some(pippenger.finish_by(summing, g))
            }
        }
    }
}

/// In batches as a plan makes them.
fn bundles_of<M: Multiply>(
    memory: &mut Memory,
    size: usize,
    mut g: Option<&Scalar>,
    source: &mut Source<Secp256k1>,
    n: usize,
) -> Option<Gej> {
    let (mut sum, mut start) = (Gej::INFINITY, 0);
    while start < n {
        let points = Plan::single(Algorithm::Bundle, n).batch_points.min(n - start);
        let sizes = Sizes::up_to(size, points)?;
        let space = bundle::Space::take(&mut Block::new(memory), points, sizes)?;
        let mut bundles = Bundles::<Secp256k1, M>::new(space, sizes);
        for i in start..start + points {
            let (k, p) = source(i)?;
            bundles.push(&k, &p);
        }
        sum = sum.add::<M>(&bundles.finish(g.take()));
        start += points;
    }
    Some(sum)
}

/// Ways that C has no function for.
pub const FORCED: [Way; 9] = [
    Way::BundlesOf(5),
    Way::BundlesOf(6),
    Way::BundlesOf(7),
    Way::BundlesOf(8),
    Way::Summing(Summing::ALL[0]),
    Way::Summing(Summing::ALL[1]),
    Way::Summing(Summing::ALL[2]),
    Way::Summing(Summing::ALL[3]),
    Way::Summing(Summing::ALL[4]),
];

/// The one with this number, as C would call it.
pub const fn forced<const WAY: usize>() -> OursMulti {
    unsafe extern "C" fn function<const WAY: usize>(
        _: *const secp256k1_callback,
        _: *mut secp256k1_scratch,
        r: *mut ours::secp256k1_gej,
        g: *const ours::secp256k1_scalar,
        cb: ours::secp256k1_ecmult_multi_callback,
        data: *mut c_void,
        n: usize,
    ) -> c_int {
        // SAFETY: the caller's promises.
        unsafe { as_c_calls(FORCED[WAY], r, g, cb, data, n) }
    }
    function::<WAY>
}

/// A multiplication on the selected engine.
///
/// # Safety
/// As for the exported functions.
unsafe fn as_c_calls(
    way: Way,
    r: *mut ours::secp256k1_gej,
    g: *const ours::secp256k1_scalar,
    cb: ours::secp256k1_ecmult_multi_callback,
    data: *mut c_void,
    n: usize,
) -> c_int {
    struct OnEngine<'a, 's>(Way, Option<&'a Scalar>, &'a mut Source<'s, Secp256k1>, usize);
    impl Operation for OnEngine<'_, '_> {
        type Output = Option<Gej>;
        fn run<M: Multiply>(self) -> Option<Gej> {
            let OnEngine(way, g, source, n) = self;
            way.multiply::<M>(0, g, source, n)
        }
    }
    // SAFETY: the caller's promises.
    unsafe { ours::multiply(r, g, cb, data, |g, source| Engine::selected().run(OnEngine(way, g, source, n))?) }
}
