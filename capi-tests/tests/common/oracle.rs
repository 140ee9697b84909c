//! Sums by other means.

use super::terms::Term;
use super::values::{self, Xy, to_gej};
use k256::elliptic_curve::PrimeField;
use k256::elliptic_curve::sec1::{FromSec1Point, ToSec1Point};
use k256::{FieldBytes, ProjectivePoint, Scalar, Sec1Point};
use std::ptr::null_mut;
use upstream::*;

/// By the crate k256: other formulas, other reductions, other authors.
pub fn k256(terms: &[Term], g: Option<secp256k1_scalar>) -> Xy {
    let products = terms.iter().map(|term| k256_point(Xy::of(&term.point)) * k256_scalar(&term.scalar));
    let sum: ProjectivePoint = products.chain(g.map(|g| ProjectivePoint::GENERATOR * k256_scalar(&g))).sum();
    let encoded = sum.to_affine().to_sec1_point(false);
    // The first byte tells infinity, alone, from 4, before x and y.
    Xy(encoded.as_bytes().get(1..).and_then(|xy| xy.try_into().ok()))
}

fn k256_scalar(a: &secp256k1_scalar) -> Scalar {
    Option::from(Scalar::from_repr(FieldBytes::from(values::scalar_bytes(a)))).expect("a reduced scalar")
}

fn k256_point(xy: Xy) -> ProjectivePoint {
    let Some(xy) = xy.0 else { return ProjectivePoint::IDENTITY };
    let encoded = Sec1Point::from_untagged_bytes(&xy.into());
    Option::from(ProjectivePoint::from_sec1_point(&encoded)).expect("a point on the curve")
}

/// Bit by bit, with neither windows nor λ.
pub fn naive(terms: &[Term], g: Option<secp256k1_scalar>) -> Xy {
    let mut sum = to_gej(&values::infinity(0));
    let g = g.map(|g| Term::new(g, values::generator()));
    for term in terms.iter().chain(&g) {
        if term.point.infinity != 0 {
            continue;
        }
        let (mut product, before) = (secp256k1_gej::default(), sum);
        unsafe {
            upstream_ecmult_naive(&mut product, &term.point, &term.scalar);
            upstream_gej_add_var(&mut sum, &before, &product, null_mut());
        }
    }
    Xy::of_gej(&sum)
}
