//! Computes the tables of odd multiples of G and 2^128·G with the library's own arithmetic.

use std::ops::RangeInclusive;
use std::{env, fs, path::Path};

#[allow(dead_code)]
#[path = "src/field/mod.rs"]
mod field;
#[allow(dead_code, unused_imports)]
#[path = "src/group"]
mod group {
    #[path = "curve.rs"]
    mod curve;
    #[path = "ge.rs"]
    mod ge;
    #[path = "gej.rs"]
    mod gej;
    pub use curve::{CurveParams, Order7, Order13, Order199, Secp256k1};
    pub use ge::Ge;
    pub use gej::Gej;
}
#[allow(dead_code)]
#[path = "src/scalar/mod.rs"]
mod scalar;

use field::{Fe, Multiply};
use group::{CurveParams, Ge, Gej, Order7, Order13, Order199, Secp256k1};

/// Width of the digits of G's scalar where nothing else is asked for: libsecp256k1's.
const DEFAULT_WINDOW: u32 = 15;
/// Bytes of stack for a multiplication without scratch space.
const DEFAULT_STACK: u32 = 8192;
/// In the small groups: wide enough for every table to hold infinity.
const SMALL_WINDOW: u32 = 6;

#[derive(Clone, Copy)]
struct Plain;

impl Multiply for Plain {
    fn mul(a: &Fe, b: &Fe) -> Fe {
        a.mul_portable(b)
    }
    fn sqr(a: &Fe) -> Fe {
        a.sqr_portable()
    }
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/field");
    println!("cargo:rerun-if-changed=src/group");
    println!("cargo:rerun-if-changed=src/scalar");
    let window = setting("ECMULT_MULTI_WINDOW_G", DEFAULT_WINDOW, 2..=20);
    let stack = setting("ECMULT_MULTI_STACK_BYTES", DEFAULT_STACK, 4096..=1 << 20);
    choose_engines();
    write("stack.rs", format!("const STACK_BYTES: usize = {stack};\n").as_bytes());
    write_tables::<Secp256k1>("g_secp256k1.bin", window);
    write_tables::<Order7>("g_order7.bin", SMALL_WINDOW);
    write_tables::<Order13>("g_order13.bin", SMALL_WINDOW);
    write_tables::<Order199>("g_order199.bin", SMALL_WINDOW);
}

/// A number from the environment, or the default.
fn setting(name: &str, default: u32, range: RangeInclusive<u32>) -> u32 {
    println!("cargo:rerun-if-env-changed={name}");
    match env::var(name).map(|value| value.parse()) {
        Err(_) => default,
        Ok(Ok(number)) if range.contains(&number) => number,
        Ok(_) => panic!("{name} must be a number from {} to {}", range.start(), range.end()),
    }
}

/// Which engines the target can have: 64-bit limbs on x86-64 for adx.
fn choose_engines() {
    let target = |key: &str| env::var(format!("CARGO_CFG_{key}")).unwrap_or_default();
    println!("cargo:rustc-check-cfg=cfg(engine_adx)");
    // The words are those of the target, or forced: field/word.rs. x32 has pointers of 32 bits.
    let wide = match target("ECMULT_MULTI_LIMBS").as_str() {
        "" => target("TARGET_POINTER_WIDTH") == "64",
        limbs => limbs == "64",
    };
    if target("TARGET_ARCH") == "x86_64" && wide {
        println!("cargo:rustc-cfg=engine_adx");
    }
}

fn write_tables<C: CurveParams>(file: &str, window: u32) {
    let high = (0..128).fold(Gej::from_ge(&C::G), |p, _| p.double::<Plain>());
    let mut bytes = Vec::new();
    for base in [C::G, high.to_ge::<Plain>()] {
        for p in odd_multiples(&base, 1 << (window - 2)) {
            for limb in p.x.to_u64s().into_iter().chain(p.y.to_u64s()) {
                bytes.extend(limb.to_le_bytes());
            }
        }
    }
    write(file, &bytes);
}

fn write(file: &str, bytes: &[u8]) {
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join(file);
    fs::write(&path, bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

/// p, 3p, 5p, … with canonical coordinates, brought to z = 1 with one inversion.
fn odd_multiples(p: &Ge, count: usize) -> Vec<Ge> {
    let double = Gej::from_ge(p).double::<Plain>().to_ge::<Plain>();
    let mut sums = vec![Gej::from_ge(p)];
    while sums.len() < count {
        sums.push(sums[sums.len() - 1].add_ge::<Plain>(&double));
    }
    // Montgomery's trick: products[i] is the product of all z before i that are not zero.
    let mut product = Fe::ONE;
    let mut products = Vec::new();
    for s in &sums {
        products.push(product);
        if !s.is_infinity() {
            product = Plain::mul(&product, &s.z);
        }
    }
    let mut inverse = product.inverse();
    let mut affine = vec![Ge::INFINITY; count];
    for i in (0..count).rev().filter(|&i| !sums[i].is_infinity()) {
        let s = &sums[i];
        let p = Ge { x: s.x, y: s.y }.rescale::<Plain>(&Plain::mul(&inverse, &products[i]));
        affine[i] = Ge { x: p.x.normalize(), y: p.y.normalize() };
        inverse = Plain::mul(&inverse, &s.z);
    }
    affine
}
