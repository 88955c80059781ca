//! A translator with its settings, for programs with many translations, on any number of threads.

use crate::error::Result;
use crate::options::Options;
use crate::{Llvm, Output, llvm_to_spirv, spirv_to_llvm};

/// Translates with the same settings each time.
///
/// A translation shares nothing with another one: each has an LLVM context of its own, and the same bytes give the same
/// bytes, on whichever thread.
///
/// ```
/// use llvm_spirv::{Llvm, Translator, options::Options};
///
/// let ir = b"target triple = \"spir64-unknown-unknown\"\ndefine spir_kernel void @k() {\n  ret void\n}\n";
/// let translator = Translator::new(Options::default());
/// let outputs: Vec<_> = std::thread::scope(|scope| {
///     let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| translator.to_spirv(ir))).collect();
///     threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
/// });
/// for spirv in outputs {
///     translator.to_llvm(&spirv?.bytes, Llvm::Bitcode)?;
/// }
/// # Ok::<(), llvm_spirv::error::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Translator {
    options: Options,
}

impl Translator {
    /// Creates a translator with these settings.
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Translates bitcode or assembly to a SPIR-V binary: [`llvm_to_spirv`].
    ///
    /// # Errors
    ///
    /// The errors of [`llvm_to_spirv`].
    pub fn to_spirv(&self, bytes: &[u8]) -> Result<Output> {
        llvm_to_spirv(bytes, &self.options)
    }

    /// Translates a SPIR-V binary to bitcode or assembly: [`spirv_to_llvm`].
    ///
    /// # Errors
    ///
    /// The errors of [`spirv_to_llvm`].
    pub fn to_llvm(&self, bytes: &[u8], format: Llvm) -> Result<Output> {
        spirv_to_llvm(bytes, &self.options, format)
    }
}

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Translator>();
    is_shared::<Output>();
    is_shared::<crate::error::Error>();
};
