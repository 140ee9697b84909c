//! Restores libsecp256k1 v0.8.0, compiles the shim against it, and makes the bindings.

mod restore;

use bindgen::{RustEdition, RustTarget};
use restore::{Release, done};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, panic};

/// The release, of the package that the manifest pins. Of each part of each patch it is expected what that takes away, where it
/// could lie one line off with what comes before it; further the name without a prefix; the version; and the programs that
/// others build from here.
const RELEASE: Release = Release {
    package: "0.14.1",
    version: "0.8.0",
    commit: "6e2c8bc4ecdc6e71dbe7a368f360d8d453ce435d",
    prefix: "rustsecp256k1_v0_14_",
    patches: &[
        ("secp256k1.h.patch", "include/secp256k1.h", &[1]),
        ("secp256k1.c.patch", "src/secp256k1.c", &[0]),
        ("scratch.h.patch", "src/scratch.h", &[0]),
        ("scratch_impl.h.patch", "src/scratch_impl.h", &[0]),
        ("util.h.patch", "src/util.h", &[0]),
        ("lax_der_parsing.c.patch", "contrib/lax_der_parsing.c", &[0]),
    ],
    expected: &[
        ("include/secp256k1.h", " */\nSECP256K1_API secp256k1_context *secp256k1_context_clone("),
        ("include/secp256k1.h", " */\nSECP256K1_API void secp256k1_context_destroy("),
        ("include/secp256k1.h", " */\nSECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_rfc6979;"),
        ("include/secp256k1.h", " */\nSECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_default;"),
        ("src/secp256k1.c", "\n}\n\nsecp256k1_context* secp256k1_context_create("),
        ("src/secp256k1.c", "\n}\n\nsecp256k1_context* secp256k1_context_clone("),
        ("src/secp256k1.c", "\n}\n\nvoid secp256k1_context_destroy("),
        ("src/secp256k1.c", "\n}\n\nstatic secp256k1_scratch_space* secp256k1_scratch_space_create("),
        ("src/scratch.h", "\n\nstatic secp256k1_scratch* secp256k1_scratch_create("),
        ("src/scratch_impl.h", "\n\nstatic secp256k1_scratch* secp256k1_scratch_create("),
        ("src/util.h", "#define PRINT_BUF("),
        ("src/util.h", "malloc(size)"),
        ("contrib/lax_der_parsing.c", "\n\nint ecdsa_signature_parse_der_lax("),
        ("CMakeLists.txt", "VERSION 0.8.0"),
        ("src/tests.c", "#include \"secp256k1.c\""),
        ("src/tests_exhaustive.c", "#include \"secp256k1.c\""),
        ("src/bench_ecmult.c", "#include \"secp256k1.c\""),
    ],
};

fn main() {
    let manifest = PathBuf::from(var("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(var("OUT_DIR"));
    let tree = out.join("secp256k1");

    let package = restore::find_package(&manifest.join("Cargo.toml"), RELEASE.package, &var("HOST"), &out);
    let depend = package.join("depend");
    restore::restore(&RELEASE, &depend, &tree);
    compile(&tree);
    bind(&tree, &out.join("bindings.rs"));

    // The restored headers are not among them: they are made here.
    for input in ["build.rs", "restore.rs", "shim.c", "shim.h"] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-changed={}", depend.display());
    println!("cargo::metadata=source={}", tree.display());
    println!("cargo::metadata=include={}", manifest.display());
}

/// Compiles the shim as upstream's own build compiles the library, whatever cargo's profile and flags, so that a
/// benchmark always compares with what upstream's users have.
fn compile(tree: &Path) {
    let mut build = cc::Build::new();
    build
        .file("shim.c")
        .file(tree.join("src/precomputed_ecmult.c"))
        .file(tree.join("src/precomputed_ecmult_gen.c"))
        .include(tree)
        .std("c90")
        .opt_level(2)
        // Would come with debug information, and costs a register.
        .force_frame_pointer(false)
        // Would follow `-C target-cpu`, which makes upstream's code slower and its ALIGNMENT larger.
        .inherit_rustflags(false)
        .extra_warnings(true);
    for flag in ["-pedantic", "-Wno-unused-function", "-Wno-long-long", "-Wno-overlength-strings"] {
        build.flag_if_supported(flag);
    }
    // The modules that upstream enables by default, and recovery.
    for module in ["ECDH", "RECOVERY", "EXTRAKEYS", "SCHNORRSIG", "MUSIG", "ELLSWIFT", "SILENTPAYMENTS"] {
        build.define(&format!("ENABLE_MODULE_{module}"), "1");
    }
    // Upstream's defaults for its tables.
    build.define("ECMULT_WINDOW_SIZE", "15").define("COMB_BLOCKS", "43").define("COMB_TEETH", "6");
    if var("CARGO_CFG_TARGET_ARCH") == "x86_64"
        && var("CARGO_CFG_TARGET_POINTER_WIDTH") == "64"
        && var("CARGO_CFG_TARGET_ENV") != "msvc"
    {
        build.define("USE_ASM_X86_64", "1");
    }
    if let Err(e) = build.try_compile("upstream_shim") {
        fail(&format!(
            "shim.c does not compile. It takes a C compiler for {} (Debian: `gcc`), or `CC` set to one: {e}",
            var("TARGET")
        ));
    }
}

fn bind(tree: &Path, bindings: &Path) {
    // bindgen loads libclang when it is first used, and panics where there is none.
    if panic::catch_unwind(bindgen::clang_version).is_err() {
        fail("bindgen needs libclang: install it (Debian: `libclang-dev`), or set `LIBCLANG_PATH` to its folder");
    }
    let generated = bindgen::Builder::default()
        .header("shim.h")
        .clang_arg(format!("-I{}", tree.display()))
        .allowlist_function("upstream_.*")
        .allowlist_var("upstream_.*")
        .allowlist_type("secp256k1_(fe|ge|gej|scalar|callback|scratch|ecmult_multi_callback)")
        .derive_default(true)
        .layout_tests(true)
        .rust_edition(RustEdition::Edition2024)
        .rust_target(RustTarget::stable(85, 0).expect("bindgen knows our rust-version"))
        .generate()
        .unwrap_or_else(|e| fail(&format!("bindgen cannot read shim.h: {e}")));
    done(bindings, generated.write_to_file(bindings));
}

/// A variable that cargo sets for build scripts.
fn var(name: &str) -> String {
    env::var(name).unwrap_or_else(|e| fail(&format!("{name}, which cargo sets: {e}")))
}

/// Ends the build with a message that cargo shows as its own.
fn fail(message: &str) -> ! {
    println!("cargo::error={}", message.trim_end().replace('\n', " "));
    exit(1)
}
