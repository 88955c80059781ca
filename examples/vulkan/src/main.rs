//! Computes `y = a * x + y` on a Vulkan device, with a kernel in OpenCL C: `dispatch saxpy.spv`.

use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args_os().nth(1).ok_or("the module that docs/guide/opencl-to-vulkan.md makes is missing")?;
    let bytes = |numbers: [f32; 4]| numbers.into_iter().flat_map(f32::to_le_bytes).collect::<Vec<_>>();
    // The numbers are in the order of the parameters: a, and count.
    let push = [2.0f32.to_le_bytes(), 4u32.to_le_bytes()].concat();
    let mut buffers = [bytes([1.0, 2.0, 3.0, 4.0]), bytes([10.0, 20.0, 30.0, 40.0])];
    llvm_spirv_dispatch::dispatch(&std::fs::read(file)?, c"saxpy", [1, 1, 1], &push, &mut buffers)?;
    let y: Vec<_> = buffers[1].as_chunks::<4>().0.iter().map(|word| f32::from_le_bytes(*word)).collect();
    writeln!(std::io::stdout(), "{y:?}")?;
    Ok(())
}
