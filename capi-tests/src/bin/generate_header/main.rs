//! Writes `include/secp256k1_ecmult_multi.h`: cbindgen's prototypes, and a macro that follows the plan, inside the
//! hand-written template.
//!
//! `generate_header ROOT` writes it, `generate_header ROOT --check` fails when it is not up to date.

mod scratch_size;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (root, check) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [root] => (Path::new(root), false),
        [root, "--check"] => (Path::new(root), true),
        _ => {
            eprintln!("usage: generate_header ROOT [--check]");
            return ExitCode::FAILURE;
        }
    };
    let header = generate(root);
    let path = root.join("include/secp256k1_ecmult_multi.h");
    if !check {
        fs::write(&path, header).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    } else if fs::read_to_string(&path).ok() != Some(header) {
        eprintln!("{} is not up to date: run `make header` and commit it", path.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn generate(root: &Path) -> String {
    let read = |file: &str| {
        let path = root.join(file);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    // cbindgen evaluates no macros; the suffix of a layout is what the template's macros append in C.
    let exports: String = read("src/capi/exports.rs")
        .lines()
        .map(|line| if line.starts_with("#[unsafe(export_name = ") { "#[no_mangle]" } else { line })
        .flat_map(|line| [line, "\n"])
        .collect();
    let source = env::temp_dir().join(format!("exports_{}.rs", std::process::id()));
    fs::write(&source, exports).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let template = read("include/secp256k1_ecmult_multi.h.in").replace("@scratch_size@", &scratch_size::define());
    let (before, after) = template.split_once("@prototypes@").expect("the template has a line @prototypes@");
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is valid");
    config.header = Some(before.trim_end().to_owned());
    config.trailer = Some(after.trim_start().trim_end().to_owned());
    let bindings = cbindgen::Builder::new().with_config(config).with_src(&source).generate();
    fs::remove_file(&source).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let mut header = Vec::new();
    bindings.expect("the exported functions can be said in C").write(&mut header);
    String::from_utf8(header).expect("cbindgen writes UTF-8")
}
