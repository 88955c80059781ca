//! The macro that declares correspondences between LLVM and SPIR-V: each row is written once and serves both directions.

/// Declares rows between two enumerations and the two functions that read them.
///
/// `both` rows are exact inverses; `forward` rows are read only on the way to SPIR-V, `reverse` rows only on the way
/// back. A duplicate on either side is an unreachable pattern and does not build. A test that each `both` row inverts
/// is generated beside them.
///
/// ```text
/// rows! {
///     /// What the rows are about.
///     binary: Opcode = Op;
///     both { Add = IAdd, FAdd = FAdd }
///     forward { }
///     reverse { }
/// }
/// ```
/// makes a module `binary` with `to_spirv(Opcode) -> Option<Op>`, `to_llvm(Op) -> Option<Opcode>`, the lists `LLVM` and
/// `SPIRV` of the opcodes on the left and on the right, for the handlers of a chapter, and `BOTH`.
macro_rules! rows {
    (
        $(#[$doc:meta])*
        $name:ident: $llvm:ident = $spirv:ident;
        both { $($bl:ident = $bs:ident),* $(,)? }
        $(forward { $($fl:ident = $fs:ident),* $(,)? })?
        $(reverse { $($rl:ident = $rs:ident),* $(,)? })?
    ) => {
        $(#[$doc])*
        pub(crate) mod $name {
            #[allow(unused_imports, reason = "where both sides are one enumeration")]
            use super::{$llvm, $spirv};

            /// Returns the SPIR-V side of the row for `llvm`.
            #[deny(unreachable_patterns)]
            pub(crate) fn to_spirv(llvm: $llvm) -> Option<$spirv> {
                Some(match llvm {
                    $($llvm::$bl => $spirv::$bs,)*
                    $($($llvm::$fl => $spirv::$fs,)*)?
                    #[allow(unreachable_patterns, reason = "where the rows name all of an enumeration")]
                    _ => return None,
                })
            }

            /// Returns the LLVM side of the row for `spirv`.
            #[deny(unreachable_patterns)]
            #[allow(dead_code, reason = "a chapter may have handlers for one way alone")]
            pub(crate) fn to_llvm(spirv: $spirv) -> Option<$llvm> {
                Some(match spirv {
                    $($spirv::$bs => $llvm::$bl,)*
                    $($($spirv::$rs => $llvm::$rl,)*)?
                    #[allow(unreachable_patterns, reason = "where the rows name all of an enumeration")]
                    _ => return None,
                })
            }

            /// The opcodes that are translated to SPIR-V.
            #[allow(dead_code, reason = "a chapter may have handlers for one way alone")]
            pub(crate) const LLVM: &[$llvm] = &[$($llvm::$bl,)* $($($llvm::$fl,)*)?];

            /// The opcodes that are translated to LLVM IR.
            #[allow(dead_code, reason = "a chapter may have handlers for one way alone")]
            pub(crate) const SPIRV: &[$spirv] = &[$($spirv::$bs,)* $($($spirv::$rs,)*)?];

            /// The rows that are exact inverses.
            #[cfg(test)]
            pub(crate) const BOTH: &[($llvm, $spirv)] = &[$(($llvm::$bl, $spirv::$bs)),*];

            #[cfg(test)]
            #[test]
            fn each_row_inverts() {
                for (llvm, spirv) in BOTH {
                    assert_eq!(to_spirv(*llvm), Some(*spirv));
                    assert_eq!(to_llvm(*spirv), Some(*llvm));
                }
            }
        }
    };
}

pub(crate) use rows;
