//! Restores libsecp256k1 v0.8.0 from the files that `secp256k1-sys` ships, compiles the shim against it, and makes the
//! bindings.
//!
//! `secp256k1-sys` carries upstream's tree with two changes: six files are patched, so that they need no heap, and then
//! every name has a prefix, so that several versions can be linked together. Both are undone here in reverse order.

use std::path::{Path, PathBuf};
use std::process::exit;
use std::{env, fs, io, panic};

use bindgen::{RustEdition, RustTarget};
use cargo_metadata::MetadataCommand;

/// The package that has the files, as pinned in the manifest.
const PACKAGE: (&str, &str) = ("secp256k1-sys", "0.14.1");

/// The commit of upstream's tag v0.8.0, which the package says it was made from.
const COMMIT: &str = "6e2c8bc4ecdc6e71dbe7a368f360d8d453ce435d";

/// What stands in the package for `secp256k1_`.
const PREFIX: &str = "rustsecp256k1_v0_14_";

/// The one name that upstream has without `secp256k1_`, and that the package prefixes nevertheless.
const UNPREFIXED: &str = "ecdsa_signature_parse_der_lax";

/// The patches, all beside the tree; the files in the tree that they belong to; and by how many lines the text in the
/// file lies further down than the patch says: where a patch takes lines away, `patch` finds them wherever they are, but
/// once they are gone there is nothing to find.
const PATCHES: [(&str, &str, usize); 6] = [
    ("secp256k1.h.patch", "include/secp256k1.h", 1),
    ("secp256k1.c.patch", "src/secp256k1.c", 0),
    ("scratch.h.patch", "src/scratch.h", 0),
    ("scratch_impl.h.patch", "src/scratch_impl.h", 0),
    ("util.h.patch", "src/util.h", 0),
    ("lax_der_parsing.c.patch", "contrib/lax_der_parsing.c", 0),
];

/// What only the restored tree has: a name that each part of each patch takes away, where it could lie one line off
/// with what comes before it; the name without a prefix; the version; and the programs that others build from here.
const EXPECTED: [(&str, &str); 17] = [
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
];

fn main() {
    let manifest = PathBuf::from(var("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(var("OUT_DIR"));
    let tree = out.join("secp256k1");

    let depend = find_package(&manifest, &out).join("depend");
    restore(&depend, &tree);
    compile(&tree);
    bind(&tree, &out.join("bindings.rs"));

    // The restored headers are not among them: they are made here.
    for input in ["build.rs", "shim.c", "shim.h"] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-changed={}", depend.display());
    println!("cargo::metadata=source={}", tree.display());
    println!("cargo::metadata=include={}", manifest.display());
}

/// Asks cargo where it unpacked the package.
fn find_package(manifest: &Path, out: &Path) -> PathBuf {
    let metadata = MetadataCommand::new()
        .manifest_path(manifest.join("Cargo.toml"))
        // Locked, since a build may not change the lock file of the build that it is part of. For the host only, or
        // cargo would fetch packages that no build on this machine needs.
        .other_options(["--locked", "--filter-platform", &var("HOST")].map(String::from))
        // Cargo leaves a cache in the target folder; the caller's may be relative to a folder that is not ours.
        .env("CARGO_TARGET_DIR", out)
        .exec()
        .unwrap_or_else(|e| fail(&format!("`cargo metadata` does not run (try `cargo fetch` first): {e}")));
    let package = metadata
        .packages
        .iter()
        .find(|p| p.name.as_str() == PACKAGE.0 && p.version.to_string() == PACKAGE.1)
        .unwrap_or_else(|| fail(&format!("{PACKAGE:?} is not among the dependencies that `cargo metadata` lists")));
    package.manifest_path.parent().expect("a manifest lies in a folder").into()
}

/// Makes `tree` upstream's, from the package's folder `depend`. Does not touch it where it is that already, so that
/// what others build from it stays up to date.
fn restore(depend: &Path, tree: &Path) {
    let revision = read(&depend.join("secp256k1-HEAD-revision.txt"));
    if !revision.contains(COMMIT) {
        fail(&format!("{} is not made from libsecp256k1 v0.8.0, commit {COMMIT}", depend.display()));
    }

    let fresh = tree.with_extension("new");
    if fresh.exists() {
        done(&fresh, fs::remove_dir_all(&fresh));
    }
    let original = depend.join("secp256k1");
    for file in files(&original) {
        let from = original.join(&file);
        let name = unprefixed(&file);
        let mut text = unprefixed(&read(&from));
        if let Some((patch, _, moved)) = PATCHES.iter().find(|(_, patched, _)| *patched == name) {
            text = reverse(&read(&depend.join(patch)), &text, *moved)
                .unwrap_or_else(|part| fail(&format!("{patch} cannot be reversed: {part} does not fit {name}")));
        }
        let to = fresh.join(&name);
        let folder = to.parent().expect("a file lies in a folder");
        done(folder, fs::create_dir_all(folder));
        done(&to, fs::write(&to, text));
        // Some files are scripts.
        let permissions = done(&from, fs::metadata(&from)).permissions();
        done(&to, fs::set_permissions(&to, permissions));
    }
    check(&fresh);

    if tree.exists() && same(tree, &fresh) {
        done(&fresh, fs::remove_dir_all(&fresh));
    } else {
        if tree.exists() {
            done(tree, fs::remove_dir_all(tree));
        }
        done(tree, fs::rename(&fresh, tree));
    }
}

fn unprefixed(text: &str) -> String {
    text.replace(&format!("{PREFIX}{UNPREFIXED}"), UNPREFIXED).replace(PREFIX, "secp256k1_")
}

/// Takes a patch in diff's plain format back from the text that it was applied to, or says which part does not fit.
/// The program `patch` would need lines of context to put back what was taken away, and that format has none.
fn reverse(patch: &str, text: &str, moved: usize) -> Result<String, String> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut parts: Vec<(&str, Vec<&str>, Vec<&str>)> = Vec::new();
    for line in patch.split_inclusive('\n') {
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            parts.push((line.trim_end(), Vec::new(), Vec::new()));
        } else if let Some((_, old, new)) = parts.last_mut() {
            old.extend(line.strip_prefix("< "));
            new.extend(line.strip_prefix("> "));
        }
    }
    // From the end, so that the line numbers before stay right.
    for (command, old, new) in parts.into_iter().rev() {
        // Its second half says where the new lines are, or, if there are none, after which line the old ones were.
        let place = command.rsplit(['a', 'c', 'd']).next().unwrap_or_default();
        let line: usize = place.split(',').next().and_then(|number| number.parse().ok()).ok_or(command)?;
        let start = line + moved - usize::from(!new.is_empty());
        let range = start..start + new.len();
        if lines.get(range.clone()) != Some(&new) {
            return Err(command.into());
        }
        lines.splice(range, old);
    }
    Ok(lines.concat())
}

/// Fails unless the tree is as upstream's: nothing left of the package's changes, everything back that they took away.
fn check(tree: &Path) {
    for file in files(tree) {
        if file.contains("rustsecp") || read(&tree.join(&file)).contains("rustsecp") {
            fail(&format!("the restored {file} still has a name with a prefix that upstream does not have"));
        }
    }
    for (file, text) in EXPECTED {
        if !read(&tree.join(file)).contains(text) {
            fail(&format!("the restored {file} lacks {text:?}, which is in upstream's"));
        }
    }
}

fn same(a: &Path, b: &Path) -> bool {
    let names = files(a);
    names == files(b) && names.iter().all(|name| fs::read(a.join(name)).ok() == fs::read(b.join(name)).ok())
}

/// The files under a folder, in order, by their paths inside it.
fn files(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in done(&folder, fs::read_dir(&folder)) {
            let path = done(&folder, entry).path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let inside = path.strip_prefix(root).expect("it was found there");
                found.push(inside.to_str().expect("upstream's names are ASCII").to_owned());
            }
        }
    }
    found.sort();
    found
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

fn read(path: &Path) -> String {
    done(path, fs::read_to_string(path))
}

fn done<T>(path: &Path, result: io::Result<T>) -> T {
    result.unwrap_or_else(|e| fail(&format!("{}: {e}", path.display())))
}

/// Ends the build with a message that cargo shows as its own.
fn fail(message: &str) -> ! {
    println!("cargo::error={}", message.trim_end().replace('\n', " "));
    exit(1)
}
