//! Restores the older releases of libsecp256k1 that the drop-in header accepts, each to a folder of its own:
//! `libsecp256k1-releases DIRECTORY HOST`, HOST being rustc's name for this machine. Prints the versions.

#[path = "../restore.rs"]
mod restore;

use restore::{Patch, Release};
use std::path::{Path, PathBuf};
use std::{env, fs};

// Scratch spaces had no patch of their header then.
const PATCHES_0_4_0: &[Patch] = &[
    ("secp256k1.h.patch", "include/secp256k1.h", &[0]),
    ("secp256k1.c.patch", "src/secp256k1.c", &[0]),
    ("scratch_impl.h.patch", "src/scratch_impl.h", &[0]),
    ("util.h.patch", "src/util.h", &[0]),
    ("lax_der_parsing.c.patch", "contrib/lax_der_parsing.c", &[0]),
];

const PATCHES_0_4_1: &[Patch] = &[
    ("secp256k1.h.patch", "include/secp256k1.h", &[0]),
    ("secp256k1.c.patch", "src/secp256k1.c", &[0]),
    ("scratch_impl.h.patch", "src/scratch_impl.h", &[0]),
    ("util.h.patch", "src/util.h", &[-5]),
    ("lax_der_parsing.c.patch", "contrib/lax_der_parsing.c", &[0]),
];

const PATCHES_0_6_0: &[Patch] = &[
    ("secp256k1.h.patch", "include/secp256k1.h", &[-3, -3, -3, -3, -3, -2, -2]),
    ("secp256k1.c.patch", "src/secp256k1.c", &[1, 1, 1, -1]),
    ("scratch.h.patch", "src/scratch.h", &[0]),
    ("scratch_impl.h.patch", "src/scratch_impl.h", &[0]),
    ("util.h.patch", "src/util.h", &[15]),
    ("lax_der_parsing.c.patch", "contrib/lax_der_parsing.c", &[0]),
];

const PATCHES_0_7_0: &[Patch] = &[
    ("secp256k1.h.patch", "include/secp256k1.h", &[0]),
    ("secp256k1.c.patch", "src/secp256k1.c", &[1, 1, 1, -1]),
    ("scratch.h.patch", "src/scratch.h", &[0]),
    ("scratch_impl.h.patch", "src/scratch_impl.h", &[0]),
    ("util.h.patch", "src/util.h", &[15]),
    ("lax_der_parsing.c.patch", "contrib/lax_der_parsing.c", &[0]),
];

/// What each of them has where it was taken away, and what comes before it.
macro_rules! expected {
    ($version:literal, $($more:expr),* $(,)?) => {
        &[
            ("CMakeLists.txt", concat!("VERSION ", $version)),
            ("include/secp256k1.h", " */\nSECP256K1_API secp256k1_context *secp256k1_context_create("),
            ("include/secp256k1.h", " */\nSECP256K1_API secp256k1_context *secp256k1_context_clone("),
            ("include/secp256k1.h", " */\nSECP256K1_API void secp256k1_context_destroy("),
            ("include/secp256k1.h", " */\nSECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_rfc6979;"),
            ("include/secp256k1.h", " */\nSECP256K1_API const secp256k1_nonce_function secp256k1_nonce_function_default;"),
            ("src/secp256k1.c", "\n}\n\nsecp256k1_context* secp256k1_context_create("),
            ("src/secp256k1.c", "\n}\n\nsecp256k1_context* secp256k1_context_clone("),
            ("src/secp256k1.c", "\n}\n\nvoid secp256k1_context_destroy("),
            ("src/scratch.h", "\n\nstatic secp256k1_scratch* secp256k1_scratch_create("),
            ("src/scratch_impl.h", "\n\nstatic secp256k1_scratch* secp256k1_scratch_create("),
            ("src/util.h", "/* Debug helper for printing arrays of unsigned char. */\n#define PRINT_BUF("),
            ("src/util.h", "#endif\n\nstatic SECP256K1_INLINE void *checked_malloc("),
            ("contrib/lax_der_parsing.c", "\n\nint ecdsa_signature_parse_der_lax("),
            ("src/tests.c", "#include \"secp256k1.c\""),
            $($more,)*
        ]
    };
}

const RELEASES: [Release; 4] = [
    Release {
        package: "0.9.2",
        version: "0.4.0",
        commit: "199d27cea32203b224b208627533c2e813cd3b21",
        prefix: "rustsecp256k1_v0_9_2_",
        patches: PATCHES_0_4_0,
        expected: expected!(
            "0.4.0",
            ("src/secp256k1.c", "\n}\n\nsecp256k1_scratch_space* secp256k1_scratch_space_create(")
        ),
    },
    Release {
        package: "0.10.1",
        version: "0.4.1",
        commit: "1ad5185cd42c0636104129fcc9f6a4bf9c67cc40",
        prefix: "rustsecp256k1_v0_10_0_",
        patches: PATCHES_0_4_1,
        expected: expected!(
            "0.4.1",
            ("src/secp256k1.c", "\n}\n\nsecp256k1_scratch_space* secp256k1_scratch_space_create(")
        ),
    },
    Release {
        package: "0.11.0",
        version: "0.6.0",
        commit: "0cdc758a56360bf58a851fe91085a327ec97685a",
        prefix: "rustsecp256k1_v0_11_",
        patches: PATCHES_0_6_0,
        expected: expected!(
            "0.6.0",
            ("src/secp256k1.c", "\n}\n\nstatic secp256k1_scratch_space* secp256k1_scratch_space_create(")
        ),
    },
    Release {
        package: "0.13.0",
        version: "0.7.0",
        commit: "a660a4976efe880bae7982ee410b9e0dc59ac983",
        prefix: "rustsecp256k1_v0_13_",
        patches: PATCHES_0_7_0,
        expected: expected!(
            "0.7.0",
            ("src/secp256k1.c", "\n}\n\nstatic secp256k1_scratch_space* secp256k1_scratch_space_create(")
        ),
    },
];

fn main() {
    let [Some(directory), Some(host)] = [1, 2].map(|i| env::args().nth(i)) else {
        fail("usage: libsecp256k1-releases DIRECTORY HOST")
    };
    let directory = PathBuf::from(directory);
    restore::done(&directory, fs::create_dir_all(&directory));
    let directory = restore::done(&directory, directory.canonicalize());
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    for release in RELEASES {
        let package = restore::find_package(&manifest, release.package, &host, &directory);
        restore::restore(&release, &package.join("depend"), &directory.join(release.version));
        println!("{}", release.version);
    }
}

fn fail(message: &str) -> ! {
    eprintln!("libsecp256k1-releases: {message}");
    std::process::exit(1)
}
