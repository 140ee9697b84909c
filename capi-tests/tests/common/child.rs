//! What ends the process, seen from outside.

use std::env;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, exit};

/// Set in the child.
const CHILD: &str = "ECMULT_MULTI_TEST_CHILD";

/// Runs `fatal` in a process of its own, which has to end by abort after writing `message` to stderr.
#[track_caller]
pub fn aborts(test: &str, name: &str, message: &str, fatal: impl FnOnce()) {
    ends_by(libc::SIGABRT, test, name, message, fatal);
}

/// The same for any signal.
///
/// The child is the same program, told to run only the calling test, and of this test only the fatal part with this
/// name.
#[track_caller]
pub fn ends_by(signal: i32, test: &str, name: &str, message: &str, fatal: impl FnOnce()) {
    match env::var(CHILD) {
        Ok(wanted) if wanted == name => {
            fatal();
            exit(0)
        }
        Ok(_) => return,
        Err(_) => {}
    }
    let program = env::current_exe().unwrap();
    let output = Command::new(program).args(["--exact", test, "--nocapture"]).env(CHILD, name).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), Some(signal), "{name}: {:?} {text}", output.status);
    assert!(text.contains(message), "{name}: {text}");
}
