//! A fixed number of the random shaders: control flow compared with the host's results, layouts with those of the
//! original shader. `docs/reference/testing.md` has the commands for more.

#![allow(clippy::unwrap_used, reason = "a test ends at what it did not expect")]

use std::process::Command;

fn finds_nothing(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn random_control_flow_computes_what_the_host_does() {
    finds_nothing(env!("CARGO_BIN_EXE_flows"), &["--seed", "1", "--cases", "400", "-j", "2"]);
}

#[test]
fn random_layouts_compute_the_same() {
    finds_nothing(env!("CARGO_BIN_EXE_layouts"), &["--seed", "1", "--cases", "80", "-j", "2"]);
}

/// Checks barriers and operations of subgroups in random control flow, on the runner and on Lavapipe.
#[test]
fn random_shaders_meet_as_they_do_on_the_host() {
    finds_nothing(env!("CARGO_BIN_EXE_meets"), &["--seed", "1", "--cases", "50"]);
}
