//! Terms, the callback that gives them, and what a call does with them.

use super::api::{Multi, Way};
use super::errors::Errors;
use super::oracle;
use super::space::UpstreamSpace;
use super::values::{self, Xy, check_point};
use std::ffi::{c_int, c_void};
use std::fmt;
use std::ptr::{addr_of_mut, null};
use upstream::*;

/// A scalar and a point.
#[derive(Clone, Copy)]
pub struct Term {
    pub scalar: secp256k1_scalar,
    pub point: secp256k1_ge,
    /// For infinity: the callback writes nothing but the flag.
    pub unwritten: bool,
}

impl Term {
    pub fn new(scalar: secp256k1_scalar, point: secp256k1_ge) -> Term {
        Term { scalar, point, unwritten: false }
    }

    /// A scalar, and infinity whose coordinates are never written.
    pub fn unwritten_infinity(scalar: secp256k1_scalar) -> Term {
        Term { scalar, point: values::infinity(0), unwritten: true }
    }

    /// Whether it adds nothing.
    pub fn vanishes(&self) -> bool {
        self.point.infinity != 0 || self.scalar.d == [0; 4]
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [a, b, c, d] = self.scalar.d;
        write!(f, "{d:016x}{c:016x}{b:016x}{a:016x}·{:?}", Xy::of(&self.point))?;
        let limbs = self.point.x.n[..4].iter().chain(&self.point.y.n[..4]);
        if self.point.infinity != 0 {
            write!(f, " {}", if self.unwritten { "unwritten" } else { "poisoned" })
        } else if limbs.max() > Some(&((1 << 52) - 1)) {
            write!(f, " from {:x?} {:x?}", self.point.x.n, self.point.y.n)
        } else {
            Ok(())
        }
    }
}

/// A call to be made.
pub struct Run<'a> {
    terms: &'a [Term],
    n: usize,
    g: Option<secp256k1_scalar>,
    refuse_at: Option<usize>,
    hook: Option<&'a mut dyn FnMut(usize)>,
    error_callback: Option<*const secp256k1_callback>,
}

/// What a call gave.
pub struct Outcome {
    pub ret: c_int,
    pub r: secp256k1_gej,
    /// How often the callback was called.
    pub calls: usize,
    /// What was wrong about its calls.
    fault: Option<String>,
    /// How often the error callback was called.
    pub errors: usize,
}

struct State<'a> {
    terms: &'a [Term],
    calls: usize,
    refuse_at: Option<usize>,
    fault: Option<String>,
    hook: Option<&'a mut dyn FnMut(usize)>,
}

/// Gives term idx. Takes notes instead of panicking, which would end the process before it says why.
unsafe extern "C" fn give(sc: *mut secp256k1_scalar, pt: *mut secp256k1_ge, idx: usize, data: *mut c_void) -> c_int {
    // SAFETY: `data` is a `State` that nobody else looks at during the call; sc and pt can be written to.
    unsafe {
        let state = &mut *data.cast::<State>();
        let expected = state.calls;
        state.calls += 1;
        if idx != expected {
            state.fault.get_or_insert(format!("asked for {idx} where {expected} was due"));
            return 0;
        }
        if state.refuse_at.is_some_and(|refused| expected > refused) {
            state.fault.get_or_insert(format!("asked for {idx} after the refusal"));
            return 0;
        }
        if let Some(hook) = &mut state.hook {
            hook(idx);
        }
        if state.refuse_at == Some(idx) {
            return 0;
        }
        let Some(term) = state.terms.get(idx) else {
            state.fault.get_or_insert(format!("asked for {idx} of {}", state.terms.len()));
            return 0;
        };
        sc.write(term.scalar);
        if term.unwritten {
            addr_of_mut!((*pt).infinity).write(term.point.infinity);
        } else {
            pt.write(term.point);
        }
        1
    }
}

impl<'a> Run<'a> {
    /// Of all terms, without a scalar for G.
    pub fn new(terms: &'a [Term]) -> Run<'a> {
        Run { terms, n: terms.len(), g: None, refuse_at: None, hook: None, error_callback: None }
    }

    /// Pretends that there are more terms.
    pub fn n(mut self, n: usize) -> Self {
        self.n = n;
        self
    }

    pub fn g(mut self, g: Option<secp256k1_scalar>) -> Self {
        self.g = g;
        self
    }

    /// The callback refuses this term.
    pub fn refuse_at(mut self, idx: usize) -> Self {
        self.refuse_at = Some(idx);
        self
    }

    /// The callback does this first.
    pub fn hook(mut self, hook: &'a mut dyn FnMut(usize)) -> Self {
        self.hook = Some(hook);
        self
    }

    /// With this error callback, instead of one that counts.
    pub fn error_callback(mut self, callback: *const secp256k1_callback) -> Self {
        self.error_callback = Some(callback);
        self
    }

    pub fn ours(self, way: Way, scratch: *mut secp256k1_scratch) -> Outcome {
        self.call(way.ours(), scratch)
    }

    pub fn upstream(self, way: Way, scratch: *mut secp256k1_scratch) -> Outcome {
        self.call(way.upstream(), scratch)
    }

    fn call(self, multi: Multi, scratch: *mut secp256k1_scratch) -> Outcome {
        let errors = Errors::new();
        let mut state = State { terms: self.terms, calls: 0, refuse_at: self.refuse_at, fault: None, hook: self.hook };
        let mut r = values::unwritten_gej();
        let g = self.g.as_ref().map_or(null(), |g| g);
        let e = self.error_callback.unwrap_or(errors.callback());
        // SAFETY: all pointers are valid, or NULL where that is allowed.
        let ret = unsafe { multi(e, scratch, &mut r, g, Some(give), (&raw mut state).cast(), self.n) };
        Outcome { ret, r, calls: state.calls, fault: state.fault, errors: errors.take() }
    }
}

impl Outcome {
    /// Success with this sum, for which the callback was asked for each of n terms once and in order.
    pub fn is_sum(&self, expected: Xy, n: usize) -> Result<(), String> {
        self.succeeded(n)?;
        check_point(&self.r)?;
        let got = Xy::of_gej(&self.r);
        if got != expected { Err(format!("{got:?} instead of {expected:?}")) } else { Ok(()) }
    }

    /// Success, whatever the sum.
    pub fn succeeded(&self, n: usize) -> Result<(), String> {
        self.calls_are_right()?;
        if (self.ret, self.calls) == (1, n) {
            Ok(())
        } else {
            Err(format!("returned {} after {} of {n} callbacks", self.ret, self.calls))
        }
    }

    /// Failure after so many callbacks, with nothing in r that could be taken for a result.
    pub fn is_failure(&self, calls: usize) -> Result<(), String> {
        self.calls_are_right()?;
        if (self.ret, self.calls) != (0, calls) {
            return Err(format!("returned {} after {} callbacks instead of 0 after {calls}", self.ret, self.calls));
        }
        values::check_form(&self.r)?;
        if self.r.infinity == 1 { Ok(()) } else { Err("r is not infinity".into()) }
    }

    fn calls_are_right(&self) -> Result<(), String> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None if self.errors > 0 => Err(format!("{} error callbacks", self.errors)),
            None => Ok(()),
        }
    }
}

/// The sum by upstream's fastest algorithm, with ample scratch space.
pub fn expected(terms: &[Term], g: Option<secp256k1_scalar>) -> Xy {
    let space = UpstreamSpace::new(2 * Way::Var.upstream_size(terms.len()) + 4096);
    let outcome = Run::new(terms).g(g).upstream(Way::Var, space.pointer());
    outcome.succeeded(terms.len()).unwrap();
    Xy::of_gej(&outcome.r)
}

/// The same by each oracle. They must agree, or the test itself is wrong.
pub fn expected_by_all(terms: &[Term], g: Option<secp256k1_scalar>) -> Xy {
    let sum = expected(terms, g);
    assert_eq!(sum, oracle::naive(terms, g), "upstream against double-and-add: {terms:?} {g:x?}");
    assert_eq!(sum, oracle::k256(terms, g), "upstream against k256: {terms:?} {g:x?}");
    sum
}
