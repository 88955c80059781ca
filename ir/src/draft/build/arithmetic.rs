//! Arithmetic, comparisons, casts, `select` and `freeze`, and their flags.

use super::Builder;
use crate::draft::{Refused, Result, Role, Type, Value, need};
use crate::instruction::{Opcode, Predicate, Row, flag};
use crate::types::TypeKind;

fn refuse<T>(what: String) -> Result<T> {
    Err(Refused::new(what))
}

fn is_float(ty: Type<'_>) -> bool {
    ty.draft.types.borrow().is_float(ty.number)
}

fn is_int(ty: Type<'_>) -> bool {
    ty.scalar().kind() == TypeKind::Integer
}

fn is_pointer(ty: Type<'_>) -> bool {
    ty.scalar().kind() == TypeKind::Pointer
}

/// Returns an error unless two values can be the operands of a binary operator.
pub(in crate::draft) fn check_binary(opcode: Opcode, a: Value<'_>, b: Value<'_>) -> Result<()> {
    let ty = a.ty();
    let float = opcode >= Opcode::FAdd;
    let fits = opcode.is_binary() && ty == b.ty() && if float { is_float(ty) } else { is_int(ty) };
    if fits { Ok(()) } else { refuse(format!("`{}` cannot take {} and {}", opcode.word(), ty.show(), b.ty().show())) }
}

/// Returns the number of elements of a vector, and whether it is scalable.
fn lanes(ty: Type<'_>) -> Option<(TypeKind, u64)> {
    matches!(ty.kind(), TypeKind::Vector | TypeKind::ScalableVector).then(|| (ty.kind(), ty.size()))
}

/// Returns the total number of bits of a type whose size needs no data layout, and whether it is scalable.
fn bits(ty: Type<'_>) -> Option<(u64, bool)> {
    let element = ty.draft.types.borrow().bits(ty.scalar().number)?;
    let count = lanes(ty).map_or(1, |(_, count)| count);
    Some((element * count, ty.kind() == TypeKind::ScalableVector))
}

/// Returns an error unless the opcode casts between the types.
pub(in crate::draft) fn check_cast(opcode: Opcode, from: Type<'_>, to: Type<'_>) -> Result<()> {
    use Opcode::*;
    let same_lanes = lanes(from) == lanes(to);
    let width = |ty: Type<'_>| ty.draft.types.borrow().bits(ty.scalar().number).unwrap_or(0);
    let (narrower, wider) = (width(from) > width(to), width(from) < width(to));
    let ints = is_int(from) && is_int(to);
    let floats = is_float(from) && is_float(to);
    let fits = match opcode {
        Trunc => ints && same_lanes && narrower,
        ZExt | SExt => ints && same_lanes && wider,
        FpTrunc => floats && same_lanes && narrower,
        FpExt => floats && same_lanes && wider,
        UiToFp | SiToFp => is_int(from) && is_float(to) && same_lanes,
        FpToUi | FpToSi => is_float(from) && is_int(to) && same_lanes,
        PtrToInt => is_pointer(from) && is_int(to) && same_lanes,
        PtrToAddr => is_pointer(from) && is_int(to) && same_lanes && address_bits(from) == width(to),
        IntToPtr => is_int(from) && is_pointer(to) && same_lanes,
        BitCast => bitcast_fits(from, to),
        AddrSpaceCast => is_pointer(from) && is_pointer(to) && same_lanes && from.scalar().size() != to.scalar().size(),
        _ => false,
    };
    if fits { Ok(()) } else { refuse(format!("`{}` cannot cast {} to {}", opcode.word(), from.show(), to.show())) }
}

/// Returns the width of an address in the address space of a pointer type.
fn address_bits(pointer: Type<'_>) -> u64 {
    pointer.draft.sizes.borrow().0.index_bits(pointer.scalar().size() as u32)
}

fn bitcast_fits(from: Type<'_>, to: Type<'_>) -> bool {
    if is_pointer(from) || is_pointer(to) {
        let same_space = is_pointer(from) && is_pointer(to) && from.scalar().size() == to.scalar().size();
        let one = |ty| lanes(ty).is_none_or(|lanes| lanes == (TypeKind::Vector, 1));
        return same_space && (lanes(from) == lanes(to) || one(from) && one(to));
    }
    from == to && from.fits(Role::Data) && from.parts().is_empty() || bits(from).is_some() && bits(from) == bits(to)
}

/// Returns the opcode of a comparison, or an error unless two values can be compared by a predicate.
pub(in crate::draft) fn check_compare(predicate: Predicate, a: Value<'_>, b: Value<'_>) -> Result<Opcode> {
    let ty = a.ty();
    let float = !predicate.is_integer();
    let opcode = if float { Opcode::FCmp } else { Opcode::ICmp };
    let fits = if float { is_float(ty) } else { is_int(ty) || is_pointer(ty) };
    if !fits || ty != b.ty() {
        return refuse(format!("`{}` cannot compare {} and {}", opcode.word(), ty.show(), b.ty().show()));
    }
    Ok(opcode)
}

/// Returns an error unless the operands of a `select` fit.
pub(in crate::draft) fn check_select(condition: Value<'_>, a: Value<'_>, b: Value<'_>) -> Result<()> {
    let (ty, by) = (a.ty(), condition.ty());
    let one = by.scalar().kind() == TypeKind::Integer && by.scalar().size() == 1;
    let fits = one && ty == b.ty() && ty.fits(Role::Data) && lanes(by).is_none_or(|by| lanes(ty) == Some(by));
    if !fits {
        return refuse(format!("`select` cannot take {}, {} and {}", by.show(), ty.show(), b.ty().show()));
    }
    Ok(())
}

impl<'d> Builder<'d> {
    fn boolean(&self, like: Type<'d>) -> u32 {
        let mut types = self.draft.types.borrow_mut();
        let boolean = types.simple(TypeKind::Integer, 1);
        types.like(like.number, boolean)
    }

    /// Makes a binary operator.
    ///
    /// # Errors
    /// Operands that do not fit.
    pub fn binary(&self, opcode: Opcode, a: Value<'d>, b: Value<'d>) -> Result<Value<'d>> {
        check_binary(opcode, a, b)?;
        self.put_value(opcode, &[a.number, b.number], a.ty().number)
    }

    /// Makes `fneg`.
    ///
    /// # Errors
    /// A value that is not floating point.
    pub fn fneg(&self, value: Value<'d>) -> Result<Value<'d>> {
        let ty = value.ty();
        if !is_float(ty) {
            return refuse(format!("`fneg` cannot take {}", ty.show()));
        }
        self.put_value(Opcode::FNeg, &[value.number], ty.number)
    }

    /// Makes `icmp` or `fcmp`, by the predicate.
    ///
    /// # Errors
    /// Operands that do not fit.
    pub fn compare(&self, predicate: Predicate, a: Value<'d>, b: Value<'d>) -> Result<Value<'d>> {
        let opcode = check_compare(predicate, a, b)?;
        let result = self.boolean(a.ty());
        let row = Row { opcode, sub: predicate as u8, ty: result, ..Row::default() };
        self.put(row, &[a.number, b.number], result)
    }

    /// Makes a cast.
    ///
    /// # Errors
    /// Types between which the opcode does not cast.
    pub fn cast(&self, opcode: Opcode, value: Value<'d>, ty: Type<'d>) -> Result<Value<'d>> {
        check_cast(opcode, value.ty(), ty)?;
        self.put_value(opcode, &[value.number], ty.number)
    }

    /// Makes `select`.
    ///
    /// # Errors
    /// A condition that is neither an `i1` nor a vector of `i1` as long as the operands, operands of different types.
    pub fn select(&self, condition: Value<'d>, a: Value<'d>, b: Value<'d>) -> Result<Value<'d>> {
        check_select(condition, a, b)?;
        self.put_value(Opcode::Select, &[condition.number, a.number, b.number], a.ty().number)
    }

    /// Makes `freeze`.
    ///
    /// # Errors
    /// A value of a type that instructions cannot have.
    pub fn freeze(&self, value: Value<'d>) -> Result<Value<'d>> {
        value.ty().require(Role::Data, "frozen")?;
        self.put_value(Opcode::Freeze, &[value.number], value.ty().number)
    }
}

/// Returns the flags that an instruction may have.
fn flags_of(opcode: Opcode, ty: Type<'_>) -> u16 {
    use Opcode::*;
    match opcode {
        _ if opcode.may_overflow() => flag::NUW | flag::NSW,
        Trunc => flag::NUW | flag::NSW,
        _ if opcode.may_be_exact() => flag::EXACT,
        Or => flag::DISJOINT,
        ZExt | UiToFp => flag::NNEG,
        ICmp => flag::SAMESIGN,
        GetElementPtr => flag::INBOUNDS | flag::NUSW | flag::GEP_NUW,
        FNeg | FAdd | FSub | FMul | FDiv | FRem | FCmp | FpTrunc | FpExt => flag::FAST,
        Phi | Select | Call if is_float(innermost(ty)) => flag::FAST,
        _ => 0,
    }
}

/// Returns the innermost element type of nested arrays.
fn innermost(mut ty: Type<'_>) -> Type<'_> {
    while let Some(element) = ty.part(0).filter(|_| ty.kind() == TypeKind::Array) {
        ty = element;
    }
    ty
}

impl Value<'_> {
    /// Sets the flags of an instruction that belong to its opcode: `nuw` and the like, fast-math flags. Other flags stay.
    ///
    /// # Errors
    /// Flags that the instruction cannot have.
    pub fn set_flags(self, flags: u16) -> Result<()> {
        let (Some(row), Some(instruction)) = (self.row(), self.instruction()) else {
            return need(false, "only instructions have flags that change");
        };
        let allowed = flags_of(row.opcode, self.ty());
        need(flags & !allowed == 0, "the instruction cannot have such flags")?;
        self.draft.rows.change(instruction, |row| row.flags = row.flags & !allowed | flags);
        Ok(())
    }
}
