//! What ends the process, seen from outside.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, exit};
use std::{env, thread};

/// Set in the child.
const CHILD: &str = "ECMULT_MULTI_TEST_CHILD";

/// Runs `fatal` in a process of its own, which has to end by abort after writing `message` to stderr.
///
/// The child is the same program, told to run only this test, and of this test only the fatal part with this name.
#[track_caller]
pub fn aborts(name: &str, message: &str, fatal: impl FnOnce()) {
    let thread = thread::current();
    // The harness names the thread after the test.
    let test = thread.name().expect("a test's thread has a name");
    match env::var(CHILD) {
        Ok(wanted) if wanted == name => {
            fatal();
            exit(0)
        }
        Ok(_) => return,
        Err(_) => {}
    }
    let program = env::current_exe().unwrap();
    // With one thread only, the harness would run the test on its own, which has another name.
    let arguments = ["--exact", test, "--nocapture", "--test-threads=2"];
    let output = Command::new(program).args(arguments).env(CHILD, name).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), Some(libc::SIGABRT), "{name}: {:?} {text}", output.status);
    assert!(text.contains(message), "{name}: {text}");
}
