//! The instructions of GLSL.std.450, one row each (SPIR-V Extended Instructions for GLSL, section 2).

use crate::concepts::builtins::Effects;
use ::spirv::GlslStd450 as Gl;
use Arg::{Float, In, Integer, Matrix, Out};
use Form::{Call, Intrinsic, Noted};

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A floating-point number or a vector of them.
    Float,
    /// An integer or a vector of them.
    Integer,
    /// A square matrix.
    Matrix,
    /// A pointer through which the second result is returned.
    Out,
    /// A pointer to an input of the stage.
    In,
}

/// The form of an instruction in LLVM IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A call of the instruction's builtin.
    Call,
    /// An intrinsic.
    Intrinsic(&'static str),
    /// The intrinsic, with a note that names the instruction.
    Noted(&'static str),
}

/// The type of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// The type of the first operand.
    OfFirst,
    /// Floating-point numbers.
    Floats,
    /// Integers.
    Integers,
    /// Floating-point numbers, with the type in the builtin's name.
    NamedFloats,
    /// Integers, with the type in the builtin's name.
    NamedIntegers,
    /// The type of the pointee, a structure, or a number or matrix by the first operand.
    Other,
}

/// The widths of numbers that an instruction accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widths {
    /// Any width.
    Any,
    /// 16 and 32 bits.
    UpTo32,
    /// 32 bits.
    Only32,
}

/// A row for an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The instruction.
    pub instruction: Gl,
    /// The instruction's name in the specification.
    pub name: &'static str,
    /// The operands.
    pub args: &'static [Arg],
    /// The form in LLVM IR.
    pub form: Form,
    /// The type of the result.
    pub result: Type,
    /// The widths of the operands' components.
    pub widths: Widths,
}

impl Row {
    /// Returns the side effects of the builtin.
    pub fn effects(&self) -> Effects {
        match self.args {
            args if args.contains(&Out) => Effects::Any,
            args if args.contains(&In) => Effects::Convergent,
            _ => Effects::None,
        }
    }

    /// Returns whether the result type is part of its builtin's name.
    pub fn names_result(&self) -> bool {
        matches!(self.result, Type::NamedFloats | Type::NamedIntegers)
    }
}

const F: &[Arg] = &[Float];
const FF: &[Arg] = &[Float, Float];
const FFF: &[Arg] = &[Float, Float, Float];
const FI: &[Arg] = &[Float, Integer];
const I: &[Arg] = &[Integer];
const II: &[Arg] = &[Integer, Integer];
const III: &[Arg] = &[Integer, Integer, Integer];
const OUT: &[Arg] = &[Float, Out];

macro_rules! rows {
    ($($number:literal $name:ident($args:expr): $form:expr;)*) => {
        /// The rows in the order of the numbers.
        pub const ROWS: &[Row] = &[$(row(Gl::$name, stringify!($name), $args, $form),)*];

        // The number is that of the name.
        $(const _: () = assert!(Gl::$name as u32 == $number);)*
    };
}

rows! {
    1 Round(F): Call;
    2 RoundEven(F): Intrinsic("llvm.roundeven");
    3 Trunc(F): Intrinsic("llvm.trunc");
    4 FAbs(F): Intrinsic("llvm.fabs");
    5 SAbs(I): Intrinsic("llvm.abs");
    6 FSign(F): Call;
    7 SSign(I): Call;
    8 Floor(F): Intrinsic("llvm.floor");
    9 Ceil(F): Intrinsic("llvm.ceil");
    10 Fract(F): Call;
    11 Radians(F): Call;
    12 Degrees(F): Call;
    13 Sin(F): Intrinsic("llvm.sin");
    14 Cos(F): Intrinsic("llvm.cos");
    15 Tan(F): Intrinsic("llvm.tan");
    16 Asin(F): Intrinsic("llvm.asin");
    17 Acos(F): Intrinsic("llvm.acos");
    18 Atan(F): Intrinsic("llvm.atan");
    19 Sinh(F): Intrinsic("llvm.sinh");
    20 Cosh(F): Intrinsic("llvm.cosh");
    21 Tanh(F): Intrinsic("llvm.tanh");
    22 Asinh(F): Call;
    23 Acosh(F): Call;
    24 Atanh(F): Call;
    25 Atan2(FF): Intrinsic("llvm.atan2");
    26 Pow(FF): Intrinsic("llvm.pow");
    27 Exp(F): Intrinsic("llvm.exp");
    28 Log(F): Intrinsic("llvm.log");
    29 Exp2(F): Intrinsic("llvm.exp2");
    30 Log2(F): Intrinsic("llvm.log2");
    31 Sqrt(F): Intrinsic("llvm.sqrt");
    32 InverseSqrt(F): Call;
    33 Determinant(&[Matrix]): Call;
    34 MatrixInverse(&[Matrix]): Call;
    35 Modf(OUT): Call;
    36 ModfStruct(F): Call;
    37 FMin(FF): Noted("llvm.minnum");
    38 UMin(II): Intrinsic("llvm.umin");
    39 SMin(II): Intrinsic("llvm.smin");
    40 FMax(FF): Noted("llvm.maxnum");
    41 UMax(II): Intrinsic("llvm.umax");
    42 SMax(II): Intrinsic("llvm.smax");
    43 FClamp(FFF): Call;
    44 UClamp(III): Call;
    45 SClamp(III): Call;
    46 FMix(FFF): Call;
    47 IMix(III): Call;
    48 Step(FF): Call;
    49 SmoothStep(FFF): Call;
    50 Fma(FFF): Intrinsic("llvm.fma");
    51 Frexp(OUT): Call;
    52 FrexpStruct(F): Call;
    53 Ldexp(FI): Intrinsic("llvm.ldexp");
    54 PackSnorm4x8(F): Call;
    55 PackUnorm4x8(F): Call;
    56 PackSnorm2x16(F): Call;
    57 PackUnorm2x16(F): Call;
    58 PackHalf2x16(F): Call;
    59 PackDouble2x32(I): Call;
    60 UnpackSnorm2x16(I): Call;
    61 UnpackUnorm2x16(I): Call;
    62 UnpackHalf2x16(I): Call;
    63 UnpackSnorm4x8(I): Call;
    64 UnpackUnorm4x8(I): Call;
    65 UnpackDouble2x32(F): Call;
    66 Length(F): Call;
    67 Distance(FF): Call;
    68 Cross(FF): Call;
    69 Normalize(F): Call;
    70 FaceForward(FFF): Call;
    71 Reflect(FF): Call;
    72 Refract(FFF): Call;
    73 FindILsb(I): Call;
    74 FindSMsb(I): Call;
    75 FindUMsb(I): Call;
    76 InterpolateAtCentroid(&[In]): Call;
    77 InterpolateAtSample(&[In, Integer]): Call;
    78 InterpolateAtOffset(&[In, Float]): Call;
    79 NMin(FF): Intrinsic("llvm.minnum");
    80 NMax(FF): Intrinsic("llvm.maxnum");
    81 NClamp(FFF): Call;
}

const fn row(instruction: Gl, name: &'static str, args: &'static [Arg], form: Form) -> Row {
    Row { instruction, name, args, form, result: result(instruction), widths: widths(instruction) }
}

const fn result(instruction: Gl) -> Type {
    use Gl::*;
    match instruction {
        UnpackSnorm2x16 | UnpackUnorm2x16 | UnpackHalf2x16 | UnpackSnorm4x8 | UnpackUnorm4x8 => Type::NamedFloats,
        UnpackDouble2x32 => Type::NamedIntegers,
        PackSnorm4x8 | PackUnorm4x8 | PackSnorm2x16 | PackUnorm2x16 | PackHalf2x16 => Type::Integers,
        PackDouble2x32 | Length | Distance | Determinant => Type::Floats,
        MatrixInverse | ModfStruct | FrexpStruct => Type::Other,
        InterpolateAtCentroid | InterpolateAtSample | InterpolateAtOffset => Type::Other,
        _ => Type::OfFirst,
    }
}

const fn widths(instruction: Gl) -> Widths {
    use Gl::*;
    match instruction {
        Radians | Degrees | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh => Widths::UpTo32,
        Asinh | Acosh | Atanh | Atan2 | Pow | Exp | Log | Exp2 | Log2 => Widths::UpTo32,
        FindILsb | FindSMsb | FindUMsb => Widths::Only32,
        _ => Widths::Any,
    }
}

/// Returns the row of a number.
pub fn by_number(number: u32) -> Option<&'static Row> {
    ROWS.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// Returns the row of a name in the specification.
pub fn by_name(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

/// Returns the row for a call of an intrinsic without a note.
pub fn by_intrinsic(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| matches!(row.form, Intrinsic(known) if known == name))
}
