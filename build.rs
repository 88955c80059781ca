//! Compiles the C++ files of `src/llvm/`: what LLVM's C API lacks. Nothing with the other back end, which has no LLVM.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "llvm")]
    shims::compile();
}

#[cfg(feature = "llvm")]
mod shims {
    use std::path::PathBuf;
    use std::process::Command;

    const HEADER: &str = "src/llvm/debug/guard.h";
    const SHIMS: [&str; 4] =
        ["src/llvm/shim.cpp", "src/llvm/create/shim.cpp", "src/llvm/debug/guard.cpp", "src/llvm/debug/shim.cpp"];

    pub fn compile() {
        let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
        let here = PathBuf::from(file!()).parent().map(PathBuf::from).unwrap_or_default();
        let here = if here.is_absolute() { here } else { root };
        for file in SHIMS.iter().chain([&HEADER]) {
            // Relative to the package, so that a copy of the tree with its target folder is up to date.
            println!("cargo::rerun-if-changed={file}");
        }
        let config = std::env::var("LLVM_CONFIG_PATH").unwrap_or_else(|_| "llvm-config-22".into());
        let output = Command::new(&config).arg("--includedir").output();
        let include = match output {
            Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            _ => {
                println!("cargo::error={config} does not run: install llvm-22-dev, or set LLVM_CONFIG_PATH");
                return;
            }
        };
        let mut build = cc::Build::new();
        build.cpp(true).std("c++17").files(SHIMS.map(|shim| here.join(shim))).flag("-isystem").flag(&include);
        build.flag_if_supported("-fno-exceptions").flag_if_supported("-fno-rtti").warnings(false);
        build.compile("llvm_spirv_shim");
    }
}
