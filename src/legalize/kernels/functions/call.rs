//! A call of a builtin function, with the tools to emit its replacement.

use crate::concepts::sets::glsl_std_450::PREFIX;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{Builder, Opcode, Predicate, Type, Value};
use llvm_spirv_mangling as mangling;

/// A call of a builtin function.
pub struct Call<'a, 'm> {
    pub place: &'a Place<'m>,
    pub emit: Emit<'m>,
    pub inst: Value<'m>,
    pub name: mangling::Name,
}

impl<'a, 'm> Call<'a, 'm> {
    pub fn new(place: &'a Place<'m>, inst: Value<'m>, name: mangling::Name) -> Self {
        let emit = Emit { context: place.context, builder: Builder::new(place.module) };
        // Both build in front of the call.
        let _ = emit.builder.position_before(inst);
        Self { place, emit, inst, name }
    }

    /// Returns the name of the function without the prefix `native_` or `half_`, which only concerns its accuracy.
    pub fn base(&self) -> &str {
        let name = self.name.base.as_str();
        ["native_", "half_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
    }

    /// Returns an argument.
    pub fn arg(&self, index: u32) -> Result<Value<'m>> {
        let missing = || Error::of(Code::BuiltinCall, format!("{} with too few arguments", self.name.base));
        self.inst.call_arg(index).ok_or_else(missing)
    }

    /// Returns the type of the result.
    pub fn ty(&self) -> Type<'m> {
        self.inst.ty()
    }

    /// Returns whether a parameter is a signed integer.
    pub fn is_signed(&self, index: usize) -> bool {
        self.name.params.get(index).is_some_and(is_signed)
    }

    pub fn is_float(&self, index: u32) -> bool {
        self.inst.call_arg(index).is_some_and(|arg| arg.ty().scalar().float_width() > 0)
    }

    pub fn intrinsic(&self, name: &str, ty: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
        self.emit.builder.call_intrinsic(name, ty, args)
    }

    pub fn op(&self, op: Opcode, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.emit.builder.binary(op, a, b)
    }

    pub fn fadd(&self, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.op(Opcode::FAdd, a, b)
    }

    pub fn fsub(&self, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.op(Opcode::FSub, a, b)
    }

    pub fn fmul(&self, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.op(Opcode::FMul, a, b)
    }

    pub fn fdiv(&self, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.op(Opcode::FDiv, a, b)
    }

    pub fn select(&self, condition: Value<'m>, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.emit.select(condition, a, b)
    }

    pub fn fcmp(&self, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.emit.builder.compare_float(predicate, a, b)
    }

    pub fn icmp(&self, predicate: Predicate, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        self.emit.builder.compare_int(predicate, a, b)
    }

    /// Returns a floating-point constant of a type, in all lanes.
    pub fn float(&self, ty: Type<'m>, number: f64) -> Result<Value<'m>> {
        let bits = match ty.scalar().float_width() {
            64 => number.to_bits(),
            32 => u64::from((number as f32).to_bits()),
            _ => u64::from(half_bits(number as f32)),
        };
        let scalar = self.place.context.const_float_bits(ty.scalar(), bits)?;
        self.emit.splat(scalar, ty)
    }

    pub fn int(&self, ty: Type<'m>, number: u64) -> Result<Value<'m>> {
        let width = ty.scalar().int_width();
        let number = if width >= 64 { number } else { number & ((1 << width) - 1) };
        self.emit.int(ty, number)
    }

    /// Returns the integer type with the width and lanes of a type.
    pub fn bits_of(&self, ty: Type<'m>) -> Result<Type<'m>> {
        let width = ty.scalar().float_width().max(ty.scalar().int_width());
        self.emit.int_like(ty, width)
    }

    /// Bitcasts a value to integers of equal width.
    pub fn as_bits(&self, value: Value<'m>) -> Result<Value<'m>> {
        self.emit.cast(Opcode::BitCast, value, self.bits_of(value.ty())?)
    }

    pub fn as_type(&self, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        self.emit.cast(Opcode::BitCast, value, ty)
    }

    /// Splats a scalar if `ty` is a vector type.
    pub fn splat_like(&self, value: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        if ty.is_vector() && !value.ty().is_vector() { self.emit.splat(value, ty) } else { Ok(value) }
    }

    /// Emits an instruction of GLSL.std.450.
    pub fn glsl(&self, name: &str, ty: Type<'m>, args: &[Value<'m>], is_signed: bool) -> Result<Value<'m>> {
        self.friendly(&format!("{PREFIX}{name}"), ty, args, is_signed)
    }

    /// Emits a call of the SPIR-V friendly function for an instruction.
    pub fn friendly(&self, base: &str, ty: Type<'m>, args: &[Value<'m>], is_signed: bool) -> Result<Value<'m>> {
        let types: Option<Vec<_>> = args.iter().map(|arg| mangled(arg.ty(), is_signed)).collect();
        let no_type = || Error::of(Code::Builtin, format!("{base} of such arguments"));
        let name = mangling::write(base, &types.ok_or_else(no_type)?);
        let function = match self.place.module.function(&name) {
            Some(known) => known,
            None => {
                let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
                self.place.module.add_function(&name, self.place.context.function_type(ty, &params, false)?)?
            }
        };
        self.emit.builder.call(function, args)
    }

    /// Stores a value at the pointer that is an argument of the call.
    pub fn store(&self, value: Value<'m>, pointer: u32) -> Result<()> {
        let store = self.emit.builder.store(value, self.arg(pointer)?)?;
        let natural = self.place.module.layout().abi_alignment(value.ty().scalar()).unwrap_or(1);
        store.set_alignment(natural)
    }
}

/// Returns whether a mangled type is a signed integer, or a vector of signed integers.
pub fn is_signed(ty: &mangling::Type) -> bool {
    use mangling::Type as T;
    match ty {
        T::Char | T::SChar | T::Short | T::Int | T::Long | T::LongLong => true,
        T::Vector(_, element) | T::Atomic(element) => is_signed(element),
        T::Pointer(pointer) => is_signed(&pointer.pointee),
        _ => false,
    }
}

/// Returns the mangled type of values.
fn mangled(ty: Type<'_>, is_signed: bool) -> Option<mangling::Type> {
    use mangling::Type as T;
    if ty.target_name().is_some() {
        return Some(opaque(ty));
    }
    let scalar = ty.scalar();
    let one = match (scalar.float_width(), scalar.int_width(), is_signed) {
        (16, ..) => T::Half,
        (32, ..) => T::Float,
        (64, ..) => T::Double,
        (_, 1, _) => T::Bool,
        (_, 8, true) => T::Char,
        (_, 8, false) => T::UChar,
        (_, 16, true) => T::Short,
        (_, 16, false) => T::UShort,
        (_, 32, true) => T::Int,
        (_, 32, false) => T::UInt,
        (_, 64, true) => T::Long,
        (_, 64, false) => T::ULong,
        _ => return None,
    };
    Some(if ty.is_vector() { T::Vector(ty.count() as u32, Box::new(one)) } else { one })
}

/// Returns the mangled type of images and samplers, built from the parts of the LLVM type.
fn opaque(ty: Type<'_>) -> mangling::Type {
    let mut name = format!("__{}", ty.target_name().unwrap_or_default().replace('.', "_"));
    ty.target_types().iter().for_each(|part| name += &format!("_{part}"));
    ty.target_ints().iter().for_each(|number| name += &format!("_{number}"));
    mangling::Type::Named(name)
}

/// Returns the bits of a number as a 16-bit float; exact for the constants that are used here.
fn half_bits(number: f32) -> u16 {
    let bits = number.to_bits();
    let (sign, exponent) = ((bits >> 16) as u16 & 0x8000, (bits >> 23 & 0xFF) as i32 - 112);
    match exponent {
        _ if number == 0.0 => sign,
        31.. => sign | 0x7C00,
        ..=0 => sign,
        _ => sign | (exponent as u16) << 10 | (bits >> 13 & 0x3FF) as u16,
    }
}
