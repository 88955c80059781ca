//! Kernels that move pointers: by byte offsets that only the host knows, by elements and fields, in loops, by selection
//! and through memory; pointers that may be null, distances, and low bits of addresses.

mod maker;
mod moves;
mod pointer;
mod uses;

use crate::kernels::{ITEMS, Kernel, Parameter, Subject};
use llvm_spirv_testing::Random;
use maker::Maker;

/// The size in bytes of a work-item's region in a buffer, and of those in private and local memory.
const REGION: u32 = 256;

/// A random kernel `(ptr read, ptr written, ptr counters, ptr out, i32, i32, i32)`.
#[derive(Debug)]
pub struct Pointers(Kernel);

/// The steps in bytes that the host passes: the maximum, and a common divisor.
const STEPS: [(u32, u32); 3] = [(64, 16), (60, 4), (31, 1)];

impl Subject for Pointers {
    const DECLARATIONS: &str = uses::DECLARATIONS;

    fn random(seed: u64, number: u64) -> Self {
        let mut random = Random::new(seed, number);
        let input = &mut Random::new(seed ^ 1, number);
        let mut bytes = || (0..ITEMS as u32 * REGION).map(|_| input.number() as u8).collect::<Vec<_>>();
        let buffers = vec![bytes(), bytes(), bytes(), vec![0; 8 * ITEMS]];
        let step = |(most, unit): (u32, u32)| {
            let bytes = random.below((most / unit + 1) as usize) as u32 * unit;
            Parameter { ty: "i32".into(), alignment: 4, is_by_value: false, bytes: bytes.to_le_bytes().into() }
        };
        let arguments = STEPS.map(step).into();
        let attributes = (random.pick(&["", " align 4", " noundef align 16"])).into();
        let kernel = Kernel { buffers, arguments, attributes, ..Kernel::of(number) };
        let (globals, body) = Maker::new(random, &kernel.name).body();
        Self(Kernel { globals, body, ..kernel })
    }

    fn kernel(&self) -> &Kernel {
        &self.0
    }

    fn difference(&self, before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<String> {
        let differing = |number: &usize| before[*number] != after[*number];
        let number = (0..before.len()).find(differing)?;
        let (before, after) = (&before[number], &after[number]);
        let at = before.iter().zip(after).position(|(before, after)| before != after)?;
        Some(format!("byte {at} of buffer {number}: {:02x} by LLVM, {:02x} after", before[at], after[at]))
    }
}
