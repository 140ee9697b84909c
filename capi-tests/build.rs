//! Bindings to our own header's types, which a test holds against upstream's.

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package is in the workspace");
    let header = root.join("include/secp256k1_ecmult_multi.h");
    println!("cargo:rerun-if-changed={}", header.display());
    let out = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    bindgen::Builder::default()
        .header(header.to_str().expect("the path is UTF-8"))
        .allowlist_type("secp256k1_(fe|ge|gej|scalar|callback|scratch)")
        .generate()
        .expect("bindgen reads include/secp256k1_ecmult_multi.h")
        .write_to_file(Path::new(&out).join("header.rs"))
        .expect("OUT_DIR can be written");
}
