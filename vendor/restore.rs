//! Restores a release of libsecp256k1 from the files that `secp256k1-sys` ships.
//!
//! The package carries upstream's tree with two changes: some files are patched, so that they need no heap, and then every
//! name has a prefix, so that several versions can be linked together. Both are undone here in reverse order.

use super::fail;
use cargo_metadata::MetadataCommand;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// A release of upstream's, and what the package did to it.
pub struct Release {
    /// The version of `secp256k1-sys`, as pinned in a manifest.
    pub package: &'static str,
    /// Upstream's version.
    pub version: &'static str,
    /// The commit of its tag, which the package says it was made from.
    pub commit: &'static str,
    /// What stands in the package for `secp256k1_`.
    pub prefix: &'static str,
    /// The patches, all beside the tree, and the files in the tree that they belong to.
    pub patches: &'static [Patch],
    /// What only the restored tree has, by file.
    pub expected: &'static [(&'static str, &'static str)],
}

/// A patch, the file that it belongs to, and by how many lines the text in the file lies further down than the patch says;
/// for each of its parts if these differ. Where a patch takes lines away, `patch` finds them wherever they are, but once they
/// are gone there is nothing to find.
pub type Patch = (&'static str, &'static str, &'static [isize]);

/// The one name that upstream has without `secp256k1_`, and that the package prefixes nevertheless.
const UNPREFIXED: &str = "ecdsa_signature_parse_der_lax";

/// Asks cargo where it unpacked the package that a manifest pins. `host` is rustc's name for this machine.
pub fn find_package(manifest: &Path, version: &str, host: &str, out: &Path) -> PathBuf {
    let metadata = MetadataCommand::new()
        .manifest_path(manifest)
        // Locked, since a build may not change the lock file of the build that it is part of. For the host only, or
        // cargo would fetch packages that no build on this machine needs.
        .other_options(["--locked", "--filter-platform", host].map(String::from))
        // Cargo leaves a cache in the target folder; the caller's may be relative to a folder that is not ours.
        .env("CARGO_TARGET_DIR", out)
        .exec()
        .unwrap_or_else(|e| fail(&format!("`cargo metadata` does not run (try `cargo fetch` first): {e}")));
    let package = metadata
        .packages
        .iter()
        .find(|p| p.name.as_str() == "secp256k1-sys" && p.version.to_string() == version)
        .unwrap_or_else(|| fail(&format!("secp256k1-sys {version} is not among what `cargo metadata` lists")));
    package.manifest_path.parent().expect("a manifest lies in a folder").into()
}

/// Makes `tree` upstream's, from the package's folder `depend`. Does not touch it where it is that already, so that
/// what others build from it stays up to date.
pub fn restore(release: &Release, depend: &Path, tree: &Path) {
    let Release { version, commit, .. } = release;
    let revision = read(&depend.join("secp256k1-HEAD-revision.txt"));
    if !revision.contains(commit) {
        fail(&format!("{} is not made from libsecp256k1 {version}, commit {commit}", depend.display()));
    }

    let fresh = tree.with_extension("new");
    if fresh.exists() {
        done(&fresh, fs::remove_dir_all(&fresh));
    }
    let original = depend.join("secp256k1");
    for file in files(&original) {
        let from = original.join(&file);
        let name = release.unprefixed(&file);
        let mut text = release.unprefixed(&read(&from));
        if let Some((patch, _, moved)) = release.patches.iter().find(|(_, patched, _)| *patched == name) {
            text = reverse(&read(&depend.join(patch)), &text, moved)
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
    for (patch, patched, _) in release.patches {
        if !fresh.join(patched).exists() {
            fail(&format!("{patch} belongs to {patched}, which is not there"));
        }
    }
    check(release, &fresh);

    if tree.exists() && same(tree, &fresh) {
        done(&fresh, fs::remove_dir_all(&fresh));
    } else {
        if tree.exists() {
            done(tree, fs::remove_dir_all(tree));
        }
        done(tree, fs::rename(&fresh, tree));
    }
}

impl Release {
    fn unprefixed(&self, text: &str) -> String {
        text.replace(&format!("{}{UNPREFIXED}", self.prefix), UNPREFIXED).replace(self.prefix, "secp256k1_")
    }
}

/// Takes a patch in diff's plain format back from the text that it was applied to, or says which part does not fit.
/// The program `patch` would need lines of context to put back what was taken away, and that format has none.
fn reverse(patch: &str, text: &str, moved: &[isize]) -> Result<String, String> {
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
    for (i, (command, old, new)) in parts.into_iter().enumerate().rev() {
        // Its second half says where the new lines are, or, if there are none, after which line the old ones were.
        let place = command.rsplit(['a', 'c', 'd']).next().unwrap_or_default();
        let line: usize = place.split(',').next().and_then(|number| number.parse().ok()).ok_or(command)?;
        let moved = moved.get(i).or(moved.last()).copied().unwrap_or(0);
        let start = line.checked_add_signed(moved).ok_or(command)? - usize::from(!new.is_empty());
        let range = start..start + new.len();
        if lines.get(range.clone()) != Some(&new) {
            return Err(command.into());
        }
        lines.splice(range, old);
    }
    Ok(lines.concat())
}

/// Fails unless the tree is as upstream's: nothing left of the package's changes, everything back that they took away.
fn check(release: &Release, tree: &Path) {
    for file in files(tree) {
        if file.contains("rustsecp") || read(&tree.join(&file)).contains("rustsecp") {
            fail(&format!("the restored {file} still has a name with a prefix that upstream does not have"));
        }
    }
    for (file, text) in release.expected {
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

pub fn read(path: &Path) -> String {
    done(path, fs::read_to_string(path))
}

pub fn done<T>(path: &Path, result: io::Result<T>) -> T {
    result.unwrap_or_else(|e| fail(&format!("{}: {e}", path.display())))
}
