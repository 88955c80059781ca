//! A test that the files under `src/generated/` are the output of `generate.py` for the JSON files beside it.

#[test]
fn generated_files_are_up_to_date() -> std::io::Result<()> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = std::process::Command::new("python3").args(["generate.py", "--check"]).current_dir(folder).output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
