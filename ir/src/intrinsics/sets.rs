//! Attributes of intrinsics of LLVM 22: sets of functions and of parameters, and lists of the latter. From `llvm/IR/IntrinsicImpl.inc`.

use super::Given::{self, Flag, Number, Range};

/// The attribute sets of functions.
#[rustfmt::skip]
pub(super) static FUNCTIONS: &[&[Given]] = &[
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("speculatable"),
        Number("memory", 0),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 0),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 1),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 12),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("speculatable"),
        Flag("nocreateundeforpoison"), Number("memory", 0),
    ],
    &[Flag("nounwind")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 8),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn")],
    &[Flag("nounwind"), Flag("nomerge")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("noduplicate"),
        Number("memory", 12),
    ],
    &[Flag("nounwind"), Number("memory", 0)],
    &[Flag("nounwind"), Number("memory", 3)],
    &[Flag("nounwind"), Number("memory", 1)],
    &[Flag("nounwind"), Flag("noreturn")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("strictfp"),
        Number("memory", 12),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Number("memory", 0),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Number("memory", 2)],
    &[Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 3),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 2),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("speculatable"),
        Number("memory", 12),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 12),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("noduplicate"),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 1365),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 2730),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Number("memory", 3)],
    &[Flag("nounwind"), Flag("nosync"), Flag("willreturn"), Number("memory", 3)],
    &[Flag("nounwind"), Flag("nosync"), Flag("willreturn"), Number("memory", 2)],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 15),
    ],
    &[Flag("nounwind")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn")],
    &[Flag("nounwind"), Flag("willreturn"), Number("memory", 2730)],
    &[Flag("nounwind"), Flag("noreturn"), Flag("cold"), Number("memory", 8)],
    &[Flag("nounwind"), Flag("nocallback")],
    &[Flag("nounwind"), Number("memory", 2730)],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Number("memory", 4),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Flag("nocreateundeforpoison"), Number("memory", 0),
    ],
    &[Flag("nounwind"), Flag("convergent")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Number("memory", 15)],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"), Number("memory", 1),
    ],
    &[Flag("nounwind"), Flag("speculatable"), Number("memory", 0)],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("convergent"), Number("memory", 1365)],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("convergent"), Number("memory", 2730)],
    &[Flag("nounwind"), Flag("noreturn"), Flag("convergent")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Flag("nocreateundeforpoison"), Number("memory", 0),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"), Number("memory", 3),
    ],
    &[Flag("nounwind"), Flag("willreturn"), Flag("convergent"), Number("memory", 15)],
    &[Flag("nounwind"), Flag("willreturn"), Flag("convergent"), Number("memory", 3)],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"), Number("memory", 0),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Number("memory", 12),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"), Number("memory", 8),
    ],
    &[Flag("nounwind"), Flag("noreturn"), Flag("nocallback"), Flag("nofree"), Flag("cold"), Flag("convergent")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Number("memory", 0)],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Number("memory", 1365)],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Number("memory", 1365),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
    ],
    &[Flag("nounwind"), Flag("convergent")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree")],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"), Flag("speculatable"),
        Number("memory", 1365),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nosync"), Flag("nofree"), Flag("willreturn"),
        Flag("nocreateundeforpoison"), Number("memory", 0),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("speculatable"),
        Number("memory", 0),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("willreturn")],
    &[Flag("nounwind"), Flag("nocallback")],
    &[Flag("nounwind"), Flag("willreturn")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Number("memory", 12)],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Flag("speculatable"), Number("memory", 0),
    ],
    &[
        Flag("nounwind"), Flag("willreturn"), Flag("convergent"), Flag("nocreateundeforpoison"), Number("memory", 0),
    ],
    &[
        Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("willreturn"), Flag("convergent"),
        Number("memory", 15),
    ],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Flag("convergent")],
    &[Flag("nounwind"), Flag("nocallback"), Flag("nofree"), Number("memory", 8)],
    &[Flag("nounwind"), Flag("willreturn"), Number("memory", 0)],
    &[Flag("nounwind"), Flag("willreturn"), Flag("convergent")],
    &[Flag("nounwind"), Flag("willreturn"), Number("memory", 3)],
];

/// The attribute sets of results and parameters.
#[rustfmt::skip]
pub(super) static PARAMETERS: &[&[Given]] = &[
    &[Flag("immarg")],
    &[Flag("noundef")],
    &[Flag("writeonly")],
    &[Number("captures", 0), Flag("readonly")],
    &[Flag("readnone")],
    &[Number("captures", 0)],
    &[Number("captures", 0), Flag("readnone")],
    &[Number("captures", 0), Flag("writeonly")],
    &[Number("captures", 0), Flag("noalias"), Flag("writeonly")],
    &[Number("captures", 0), Flag("noalias"), Flag("readonly")],
    &[Flag("returned")],
    &[Range(-1, 2)],
    &[Flag("nonnull")],
    &[Flag("immarg"), Range(0, 16)],
    &[Flag("immarg"), Range(0, 4)],
    &[Flag("noundef"), Flag("nonnull"), Number("align", 4)],
    &[Number("captures", 0), Number("align", 4)],
    &[Flag("noundef"), Number("align", 4)],
    &[Flag("noundef"), Range(32, 65)],
    &[Flag("noundef"), Range(0, 1024)],
];

/// Lists of pairs of an owner (0 is the result, the parameters follow) and the number of its set.
#[rustfmt::skip]
pub(super) static LISTS: &[&[(u8, u8)]] = &[
    &[(2, 0)], &[], &[(0, 1)], &[(0, 1), (1, 0)], &[(1, 1)], &[(1, 0)], &[(2, 2)], &[(1, 3)], &[(2, 3)],
    &[(2, 4), (3, 3)], &[(1, 5)], &[(3, 0)], &[(1, 6)], &[(2, 0), (3, 0)], &[(1, 0), (2, 0), (4, 0), (5, 0)],
    &[(1, 7), (4, 0)], &[(1, 0), (2, 0), (4, 0)], &[(1, 0), (2, 0)], &[(2, 5)], &[(2, 5), (3, 5)],
    &[(1, 7), (2, 4), (3, 4)], &[(2, 0), (3, 5)], &[(1, 0), (2, 5)], &[(1, 5), (3, 0), (4, 0), (5, 0)],
    &[(2, 7), (4, 0), (5, 0), (6, 0)], &[(3, 0), (4, 0), (5, 0)], &[(1, 8), (2, 9), (4, 0)],
    &[(1, 7), (2, 3), (4, 0)], &[(1, 10)], &[(2, 0), (3, 0), (4, 0)], &[(1, 3), (2, 0), (3, 0), (4, 0)], &[(1, 4)],
    &[(2, 0), (4, 0)], &[(0, 11)], &[(0, 12), (1, 12)], &[(4, 0)], &[(5, 0)], &[(7, 0)], &[(6, 0)], &[(4, 0), (5, 0)],
    &[(1, 3), (2, 7), (3, 0), (4, 0)], &[(1, 3), (2, 0)], &[(1, 7), (3, 0)], &[(3, 13)], &[(4, 14), (5, 0)],
    &[(3, 14)], &[(4, 14)], &[(5, 14)], &[(0, 15)], &[(1, 16), (2, 0)],
    &[(1, 5), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0)], &[(1, 0), (2, 0), (7, 0), (8, 0)],
    &[(1, 0), (2, 0), (5, 0), (6, 0)], &[(1, 0), (2, 0), (7, 0)], &[(1, 5), (2, 0)],
    &[(1, 5), (2, 5), (3, 0), (4, 0), (5, 0)], &[(1, 7), (2, 3), (3, 0), (4, 0)], &[(5, 0), (6, 0)],
    &[(6, 0), (7, 0)], &[(7, 0), (8, 0)], &[(8, 0), (9, 0)], &[(1, 0), (6, 0), (7, 0), (8, 0)],
    &[(1, 0), (7, 0), (8, 0), (9, 0)], &[(1, 0), (8, 0), (9, 0), (10, 0)], &[(1, 0), (9, 0), (10, 0), (11, 0)],
    &[(1, 0), (10, 0), (11, 0), (12, 0)], &[(1, 0), (11, 0), (12, 0), (13, 0)], &[(1, 0), (5, 0), (6, 0), (7, 0)],
    &[(1, 0), (4, 0), (5, 0)], &[(1, 0), (5, 0), (6, 0)], &[(1, 0), (6, 0), (7, 0)], &[(1, 0), (7, 0), (8, 0)],
    &[(1, 0), (12, 0), (13, 0), (14, 0)], &[(1, 0), (14, 0), (15, 0), (16, 0)], &[(1, 0), (13, 0), (14, 0), (15, 0)],
    &[(1, 0), (15, 0), (16, 0), (17, 0)], &[(1, 0), (16, 0), (17, 0), (18, 0)], &[(2, 0), (5, 0), (6, 0)],
    &[(2, 0), (6, 0), (7, 0)], &[(2, 0), (7, 0), (8, 0)], &[(2, 0), (8, 0), (9, 0)], &[(0, 17)],
    &[(1, 0), (2, 0), (3, 0)], &[(3, 0), (4, 0)], &[(1, 3), (2, 7), (3, 0), (4, 0), (5, 0)],
    &[(4, 0), (5, 0), (6, 0)], &[(4, 0), (5, 0), (6, 0), (8, 0)], &[(2, 0), (3, 0), (4, 0), (5, 0)],
    &[(2, 5), (3, 0), (6, 0), (7, 0)], &[(1, 5), (4, 0)], &[(2, 5), (5, 0)], &[(3, 5), (6, 0)], &[(1, 3), (4, 0)],
    &[(1, 3), (2, 7), (3, 0), (6, 0), (7, 0)], &[(2, 7), (5, 0)], &[(1, 3), (4, 0), (5, 0)],
    &[(2, 7), (5, 0), (6, 0)], &[(2, 5), (3, 0), (7, 0), (8, 0)], &[(1, 5), (5, 0)], &[(2, 5), (6, 0)],
    &[(3, 5), (7, 0)], &[(1, 3), (5, 0)], &[(1, 3), (2, 7), (3, 0), (7, 0), (8, 0)], &[(2, 7), (6, 0)],
    &[(1, 3), (5, 0), (6, 0)], &[(2, 7), (6, 0), (7, 0)], &[(1, 0), (3, 0), (6, 0)],
    &[(1, 0), (3, 0), (7, 0), (8, 0)], &[(1, 0), (3, 0), (7, 0), (8, 0), (9, 0)], &[(1, 0), (3, 0), (7, 0)],
    &[(3, 0), (4, 0), (5, 0), (6, 0)], &[(0, 18)], &[(1, 0), (3, 0), (5, 0), (7, 0), (8, 0)],
    &[(3, 0), (5, 0), (6, 0)], &[(1, 0), (3, 0), (5, 0)], &[(1, 0), (3, 0), (6, 0), (7, 0), (8, 0)],
    &[(1, 0), (3, 0), (5, 0), (7, 0), (8, 0), (10, 0), (11, 0), (13, 0), (14, 0)],
    &[(3, 0), (5, 0), (6, 0), (8, 0), (9, 0), (11, 0), (12, 0)], &[(0, 19)],
];
