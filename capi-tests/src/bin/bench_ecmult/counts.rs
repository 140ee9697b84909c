//! How many field operations a multiplication takes.

use crate::algorithms::Call;
use crate::configuration::Configuration;
use crate::inputs::{self, Inputs, Terms};
use crate::internals::{gej_of, scalar_of};
use crate::report::Column;
use crate::sides::ours;
use secp256k1_ecmult_multi::engine::Portable;
use secp256k1_ecmult_multi::engine::counting::{Counting, Operations, count};
use secp256k1_ecmult_multi::group::Secp256k1;
use secp256k1_ecmult_multi::msm;
use std::ptr;
use upstream::secp256k1_gej;

/// Every engine takes the same operations.
type M = Counting<Portable>;

/// Per point.
pub const COLUMNS: [Column; 4] = [
    Column { name: "multiplications", head: "M", width: 7 },
    Column { name: "squarings", head: "S", width: 7 },
    Column { name: "zero_tests", head: "zero", width: 7 },
    Column { name: "inversions", head: "I", width: 4 },
];

/// The fields of [`COLUMNS`], for the first of the inputs that are timed.
pub fn fields(configuration: &Configuration, inputs: &Inputs) -> Vec<String> {
    let terms = Terms::nth(inputs, 0);
    let Operations { mul, sqr, zero_tests, inversions } = operations(configuration, &terms);
    let per_point = |count: u64| count as f64 / configuration.points as f64;
    let rounded = |count| format!("{:.1}", per_point(count));
    vec![rounded(mul), rounded(sqr), rounded(zero_tests), per_point(inversions).to_string()]
}

fn operations(configuration: &Configuration, terms: &Terms) -> Operations {
    let Terms { inputs, first_point, g_scalar } = terms;
    let scalar = |i: usize| &inputs.scalars[(g_scalar + i) % inputs::POINTS];
    let g = configuration.includes_g.then(|| scalar(0));
    match configuration.algorithm.call {
        Call::Multi(_, way, _) => {
            let g = g.map_or(ptr::null(), |g| ptr::from_ref(g).cast());
            let data = ptr::from_ref(terms).cast_mut().cast();
            let bytes = configuration.scratch_bytes();
            let mut r = secp256k1_gej::default();
            // SAFETY: the callback takes the data for the terms that it is.
            count(|| unsafe {
                ours::multiply((&raw mut r).cast(), g, inputs::ours_callback(), data, |g, source| {
                    way.multiply::<M>(bytes, g, source, configuration.points)
                })
            })
            .1
        }
        Call::Double => {
            let term = (gej_of(&inputs.jacobian[*first_point]), scalar_of(scalar(1)));
            let g = g.map(scalar_of);
            count(|| msm::double_multiply::<Secp256k1, M>(Some(&term), g.as_ref())).1
        }
    }
}
