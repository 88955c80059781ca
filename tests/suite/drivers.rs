//! Environments of drivers: nothing that a driver accepts needs a flag, an error names at once what it forbids, and
//! `--spirv-ext` refines both.

use crate::support::{run, scratch, spirv_tools, tool};
use llvm_spirv::error::{Code, Error};
use llvm_spirv::options::{Environment, Extensions, Options};
use llvm_spirv::{Llvm, llvm_to_spirv, spirv_to_llvm};

const DRIVERS: [&str; 5] = ["intel-gpu", "intel-cpu", "pocl", "mesa-rusticl", "clvk"];

fn options(environment: &str, extensions: &str) -> Options {
    Options {
        environment: environment.parse().unwrap(),
        extensions: extensions.parse::<Extensions>().unwrap(),
        error_limit: 0,
        ..Options::default()
    }
}

const HINT: &str = "target triple = \"spir64-unknown-unknown\"
    define spir_kernel void @k(ptr addrspace(1) %p) {
      %x = load i32, ptr addrspace(1) %p, align 4
      %y = call i32 @llvm.expect.i32(i32 %x, i32 1)
      %z = add nsw i32 %y, 1
      store i32 %z, ptr addrspace(1) %p, align 4
      ret void
    }
    declare i32 @llvm.expect.i32(i32, i32)";

/// A module that needs pipes, images that are read and written, generic pointers, split barriers, and atomics of
/// floats.
const MUCH: &str = "target triple = \"spir64-unknown-unknown\"
    define spir_kernel void @pipes(target(\"spirv.Pipe\", 0) %p, ptr addrspace(1) %to) {
      %to.generic = addrspacecast ptr addrspace(1) %to to ptr addrspace(4)
      %r = call spir_func i32 @__read_pipe_2(target(\"spirv.Pipe\", 0) %p, ptr addrspace(4) %to.generic, i32 4, i32 4)
      ret void
    }
    define spir_func void @barriers() {
      call spir_func void @_Z33__spirv_ControlBarrierArriveINTELiii(i32 2, i32 2, i32 256)
      ret void
    }
    define spir_func float @floats(ptr addrspace(1) %p) {
      %old = call spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1) %p, i32 1, i32 0, float 1.0)
      ret float %old
    }
    declare spir_func i32 @__read_pipe_2(target(\"spirv.Pipe\", 0), ptr addrspace(4), i32, i32)
    declare spir_func void @_Z33__spirv_ControlBarrierArriveINTELiii(i32, i32, i32)
    declare spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)";

fn made(text: &str, environment: &str, extensions: &str) -> Vec<u8> {
    llvm_to_spirv(text.as_bytes(), &options(environment, extensions)).unwrap().bytes
}

fn errors(text: &str, environment: &str, extensions: &str) -> Vec<Error> {
    let outcome = llvm_to_spirv(text.as_bytes(), &options(environment, extensions));
    outcome.map_or_else(|error| error.all().cloned().collect(), |_| Vec::new())
}

fn declares(module: &[u8], extension: &str) -> bool {
    module.windows(extension.len()).any(|part| part == extension.as_bytes())
}

#[test]
fn extensions_of_a_driver_are_used_unasked() {
    let has = |environment, extensions| {
        let module = made(HINT, environment, extensions);
        spirv_tools::validate(&module).unwrap();
        spirv_to_llvm(&module, &options(environment, extensions), Llvm::Bitcode).unwrap();
        declares(&module, "SPV_KHR_expect_assume")
    };
    assert!(has("intel-gpu", "") && has("mesa-rusticl", "") && !has("pocl", "") && !has("clvk", ""));
    assert!(!has("intel-gpu", "-SPV_KHR_expect_assume") && !has("intel-gpu", "-all"));
    assert!(has("pocl", "+SPV_KHR_expect_assume"), "a driver may be newer than the table");
    assert!(!has("pocl", "+all"), "all that the driver takes");
}

#[test]
fn all_that_a_driver_forbids_is_named_at_once() {
    let errors = errors(MUCH, "clvk", "");
    let said: Vec<_> = errors.iter().map(ToString::to_string).collect();
    for needed in ["Pipes", "SPV_INTEL_split_barrier", "SPV_EXT_shader_atomic_float_add"] {
        let names = |text: &String| text.contains(needed) && text.contains("which the environment clvk forbids");
        assert!(said.iter().any(names), "{needed}: {said:#?}");
    }
    assert!(errors.iter().all(|error| error.code() == Code::Environment), "{said:#?}");
}

#[test]
fn drivers_are_named_on_the_command_line() {
    let names: Vec<_> = Environment::names().collect();
    for driver in DRIVERS {
        assert!(names.contains(&driver));
        assert_eq!(driver.parse::<Environment>().unwrap().to_string(), driver);
    }
    let older: Environment = "intel-gpuspv1.3".parse().unwrap();
    assert_eq!((older.version().to_string().as_str(), older.to_string().as_str()), ("1.3", "intel-gpuspv1.3"));
    assert!("clvkspv1.4".parse::<Environment>().unwrap_err().to_string().contains("clvk has no SPIR-V 1.4"));
    let input = scratch().join("drivers.ll");
    std::fs::write(&input, MUCH).unwrap();
    let refused = run(tool().arg("--environment=clvk").arg(&input).args(["-o", "-"]), b"").unwrap_err();
    assert!(refused.contains("Pipes") && refused.contains("SPV_INTEL_split_barrier"), "{refused}");
}
