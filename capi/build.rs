//! Sets the name of the shared library for the dynamic linker, from the version of its interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        // As `LLVM_SPIRV_ABI_VERSION` of the header.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libllvm_spirv_c.so.1");
    }
}
