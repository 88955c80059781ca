//! The OpenCL versions, extensions and options of a module, as clang writes them.

use crate::error::Result;
use crate::node::Node;
use crate::tuple::{Named, Tuple};

/// The named metadata without operands that permits contraction in every kernel.
pub const ENABLE_FP_CONTRACT: &str = "opencl.enable.FP_CONTRACT";

/// A version of two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
}

impl Version {
    /// Decodes the version of an `OpSource`. In practice it is decimal, 102000 for 1.2; the document also has 0x10200
    /// (S3-61). The two encodings are distinguishable: 0xMMmm00 never ends in three decimal zeros for existing
    /// versions.
    pub fn of_source(word: u32) -> Self {
        let hexadecimal = !word.is_multiple_of(1000)
            && word & 0xff == 0
            && (1..=9).contains(&(word >> 16))
            && (word >> 8) & 0xff < 10;
        match hexadecimal {
            true => Version { major: word >> 16, minor: (word >> 8) & 0xff },
            false => Version { major: word / 100_000, minor: word / 1000 % 100 },
        }
    }

    /// Returns the version of an `OpSource`.
    pub fn source_word(self) -> u32 {
        self.major.saturating_mul(100_000).saturating_add(self.minor.saturating_mul(1000))
    }

    /// Returns the version of OpenCL C on which a version of C++ for OpenCL is based: 2.0 for 1.0, 3.0 for 2021.
    pub fn opencl_of_cxx(self) -> Self {
        Version { major: if self.major == 1 { 2 } else { 3 }, minor: 0 }
    }

    /// Returns the version of SPIR for this version of OpenCL C: 1.2 up to OpenCL 1.2, otherwise 2.0.
    pub fn spir(self) -> Self {
        let old = self <= Version { major: 1, minor: 2 };
        if old { Version { major: 1, minor: 2 } } else { Version { major: 2, minor: 0 } }
    }
}

/// Defines conventions with a list of strings per node. Several nodes are united by [`unite`].
macro_rules! string_lists {
    ($($(#[$doc:meta])* $type:ident = $name:literal),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $type(
            /// The names, in order.
            pub Vec<String>,
        );

        impl Named for $type {
            const NAME: &'static str = $name;
        }

        impl<V> Tuple<V> for $type {
            /// Reads a list without empty strings, which some front ends write for an empty list.
            fn read(node: &Node<V>) -> Result<Self> {
                let mut names = node.operands()?.rest(|node| node.as_string().map(str::to_owned))?;
                names.retain(|name| !name.is_empty());
                Ok($type(names))
            }

            fn write(&self) -> Node<V> {
                Node::strings(&self.0)
            }
        }

        impl AsRef<[String]> for $type {
            fn as_ref(&self) -> &[String] {
                &self.0
            }
        }
    )*};
}

string_lists! {
    /// The OpenCL extensions that a module uses: `!{!"cl_khr_fp16", !"cl_khr_int64_base_atomics"}`.
    UsedExtensions = "opencl.used.extensions",
    /// The optional core features that a module uses: `!{!"cl_doubles", !"cl_images"}`.
    OptionalCoreFeatures = "opencl.used.optional.core.features",
    /// The options that a module was compiled with.
    CompilerOptions = "opencl.compiler.options",
}

/// Returns all names of several lists, each once, in order of first appearance. Linked modules have several lists.
pub fn unite<L: AsRef<[String]>>(lists: &[L]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for name in lists.iter().flat_map(|list| list.as_ref()) {
        if !all.contains(&name.as_str()) {
            all.push(name);
        }
    }
    all
}

/// Defines conventions with a version: `!{i32 major, i32 minor}`.
macro_rules! versions {
    ($($(#[$doc:meta])* $type:ident = $name:literal),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $type(
            /// The version.
            pub Version,
        );

        impl Named for $type {
            const NAME: &'static str = $name;
        }

        impl<V> Tuple<V> for $type {
            fn read(node: &Node<V>) -> Result<Self> {
                let mut operands = node.operands()?;
                let major = operands.read("the major version", Node::as_word)?;
                let minor = operands.read("the minor version", Node::as_word)?;
                operands.end()?;
                Ok($type(Version { major, minor }))
            }

            fn write(&self) -> Node<V> {
                Node::words(&[self.0.major, self.0.minor])
            }
        }
    )*};
}

versions! {
    /// The version of OpenCL C: `!{i32 1, i32 2}`.
    OclVersion = "opencl.ocl.version",
    /// The version of the SPIR dialect of LLVM IR; see [`Version::spir`].
    SpirVersion = "opencl.spir.version",
    /// The version of C++ for OpenCL.
    CxxVersion = "opencl.cxx.version",
}

#[cfg(test)]
mod tests {
    use super::*;

    type Plain = Node<()>;

    #[test]
    fn s3_61_versions_of_both_sorts() {
        let v1_2 = Version { major: 1, minor: 2 };
        assert_eq!(Version::of_source(102000), v1_2);
        assert_eq!(Version::of_source(66048), v1_2);
        assert_eq!(v1_2.source_word(), 102000);
        for (major, minor) in [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 0)] {
            let version = Version { major, minor };
            assert_eq!(Version::of_source(version.source_word()), version);
            assert_eq!(Version::of_source(major << 16 | minor << 8), version);
        }
        assert_eq!(Version::of_source(0), Version::default());
    }

    #[test]
    fn version_of_spir() {
        assert_eq!(Version::of_source(100000).spir(), Version { major: 1, minor: 2 });
        assert_eq!(Version::of_source(202000).spir(), Version { major: 2, minor: 0 });
    }

    #[test]
    fn versions_of_cxx_for_opencl() {
        let versions = [(1, 2, 100_000), (2021, 3, 202_100_000)];
        for (major, opencl, word) in versions {
            let version = Version { major, minor: 0 };
            assert_eq!(version.opencl_of_cxx(), Version { major: opencl, minor: 0 });
            assert_eq!((version.source_word(), Version::of_source(word)), (word, version));
        }
    }

    #[test]
    fn versions_both_ways() {
        let version = Version { major: 2, minor: 0 };
        assert_eq!(Tuple::<()>::write(&SpirVersion(version)), Node::words(&[2, 0]));
        assert_eq!(OclVersion::read(&Plain::words(&[2, 0])), Ok(OclVersion(version)));
        assert_eq!(CxxVersion::NAME, "opencl.cxx.version");
        assert!(OclVersion::read(&Plain::words(&[2])).is_err());
    }

    #[test]
    fn lists_both_ways_and_united() {
        let first = UsedExtensions(vec!["cl_khr_int64_base_atomics".into()]);
        assert_eq!(UsedExtensions::read(&Tuple::<()>::write(&first)), Ok(first.clone()));
        let names = ["cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"];
        let second = UsedExtensions::read(&Plain::strings(&names)).unwrap();
        assert_eq!(unite(&[first, second]), names);
        assert_eq!(OptionalCoreFeatures::read(&Plain::strings(&[""])), Ok(OptionalCoreFeatures::default()));
    }
}
