//! Links the program at a fixed address. At any other one, the loader writes the address of each row of each table anew
//! at every start, which costs more than the translation of a small kernel (docs/performance.md).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
