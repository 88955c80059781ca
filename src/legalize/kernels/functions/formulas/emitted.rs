//! The machine that builds LLVM IR, and the functions whose formulas it evaluates.

use super::super::call::Call;
use super::evaluate::{Machine, evaluate};
use super::text::formula;
use crate::error::{Error, Result};
use crate::llvm::{Opcode, Predicate, Type, Value};

/// The functions of OpenCL C that have a formula of their name, with their numbers of arguments.
const FUNCTIONS: &[(&str, u32)] = &[
    ("acos", 1),
    ("acosh", 1),
    ("acospi", 1),
    ("asin", 1),
    ("asinh", 1),
    ("asinpi", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atan2pi", 2),
    ("atanh", 1),
    ("atanpi", 1),
    ("cbrt", 1),
    ("cos", 1),
    ("cosh", 1),
    ("cospi", 1),
    ("erf", 1),
    ("erfc", 1),
    ("expm1", 1),
    ("lgamma", 1),
    ("lgamma_r", 1),
    ("log1p", 1),
    ("pow", 2),
    ("pown", 2),
    ("powr", 2),
    ("rootn", 2),
    ("sin", 1),
    ("sincos", 1),
    ("sinh", 1),
    ("sinpi", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tanpi", 1),
    ("tgamma", 1),
];

/// The functions that are computed in `double` for narrower types, too, for lack of another method.
const FOR_ALL: [&str; 3] = ["lgamma", "lgamma_r", "tgamma"];

/// Returns the result of a function that has a formula; `None` for any other call. `is_double` states that the call is
/// on `double`.
pub fn value<'m>(call: &Call<'_, 'm>, is_double: bool) -> Result<Option<Value<'m>>> {
    let is_it = |row: &&(&str, u32)| row.0 == call.base() && (is_double || FOR_ALL.contains(&row.0));
    let Some((name, count)) = FUNCTIONS.iter().find(is_it) else { return Ok(None) };
    let machine = Emitted { call, ty: call.emit.like(call.ty(), call.place.context.double_type())? };
    let args = (0..*count).map(|index| machine.argument(index)).collect::<Result<Vec<_>>>()?;
    match *name {
        "sincos" => {
            call.store(machine.result("cos", &args)?, 1)?;
            machine.result("sin", &args).map(Some)
        }
        "lgamma_r" => {
            let sign = machine.result("sign_of_gamma", &args)?;
            call.store(call.emit.cast(Opcode::FpToSi, sign, call.emit.int_like(call.ty(), 32)?)?, 1)?;
            machine.result("lgamma", &args).map(Some)
        }
        name => machine.result(name, &args).map(Some),
    }
}

/// The machine that emits LLVM IR for a call.
struct Emitted<'a, 'b, 'm> {
    call: &'a Call<'b, 'm>,
    /// The type of floating-point numbers, with the lanes of the call.
    ty: Type<'m>,
}

impl<'m> Emitted<'_, '_, 'm> {
    /// Returns an argument of the call, converted to the type of the machine.
    fn argument(&self, index: u32) -> Result<Value<'m>> {
        let arg = self.call.splat_like(self.call.arg(index)?, self.ty)?;
        let op = if arg.ty().scalar().is_int() { Opcode::SiToFp } else { Opcode::FpExt };
        if arg.ty() == self.ty { Ok(arg) } else { self.call.emit.cast(op, arg, self.ty) }
    }

    /// Returns the results of a formula, converted to the types of the call.
    fn result(&self, name: &str, args: &[Value<'m>]) -> Result<Value<'m>> {
        let formula = formula(name)?.ok_or_else(|| Error::internal("a function without a formula"))?;
        let values = evaluate(self, formula, args)?;
        let value = *values.first().ok_or_else(|| Error::internal("a formula without a value"))?;
        if value.ty() == self.call.ty() {
            Ok(value)
        } else {
            self.call.emit.cast(Opcode::FpTrunc, value, self.call.ty())
        }
    }
}

/// The operators, with their instructions on floating-point numbers and on integers.
const ARITHMETIC: [(&str, Option<Opcode>, Option<Opcode>); 9] = [
    ("+", Some(Opcode::FAdd), Some(Opcode::Add)),
    ("-", Some(Opcode::FSub), Some(Opcode::Sub)),
    ("*", Some(Opcode::FMul), Some(Opcode::Mul)),
    ("/", Some(Opcode::FDiv), None),
    ("&", None, Some(Opcode::And)),
    ("|", None, Some(Opcode::Or)),
    ("<<", None, Some(Opcode::Shl)),
    (">>", None, Some(Opcode::LShr)),
    (">>>", None, Some(Opcode::AShr)),
];
/// The comparison operators, with their predicates for floating-point numbers and for unsigned integers.
const COMPARISONS: [(&str, Predicate, Predicate); 6] = [
    ("==", Predicate::Oeq, Predicate::Eq),
    ("!=", Predicate::Une, Predicate::Ne),
    ("<", Predicate::Olt, Predicate::Ult),
    (">", Predicate::Ogt, Predicate::Ugt),
    ("<=", Predicate::Ole, Predicate::Ule),
    (">=", Predicate::Oge, Predicate::Uge),
];
/// Operations that are intrinsics of LLVM.
const INTRINSICS: [(&str, &str); 5] = [
    ("copysign", "llvm.copysign"),
    ("fabs", "llvm.fabs"),
    ("floor", "llvm.floor"),
    ("rint", "llvm.roundeven"),
    ("sqrt", "llvm.sqrt"),
];

impl<'m> Machine for Emitted<'_, '_, 'm> {
    type Value = Value<'m>;

    fn number(&self, number: f64) -> Result<Value<'m>> {
        self.call.float(self.ty, number)
    }

    fn integer(&self, number: u64) -> Result<Value<'m>> {
        self.call.int(self.call.bits_of(self.ty)?, number)
    }

    fn binary(&self, operator: &str, a: Value<'m>, b: Value<'m>) -> Result<Value<'m>> {
        let is_float = a.ty().scalar().float_width() > 0;
        if let Some(row) = COMPARISONS.iter().find(|row| row.0 == operator) {
            return if is_float { self.call.fcmp(row.1, a, b) } else { self.call.icmp(row.2, a, b) };
        }
        let row = ARITHMETIC.iter().find(|row| row.0 == operator);
        let opcode = row.and_then(|row| if is_float { row.1 } else { row.2 });
        self.call.op(opcode.ok_or_else(|| Error::internal("an operator of other operands"))?, a, b)
    }

    fn select(&self, condition: Value<'m>, yes: Value<'m>, no: Value<'m>) -> Result<Value<'m>> {
        self.call.select(condition, yes, no)
    }

    fn operation(&self, name: &str, args: &[Value<'m>]) -> Result<Option<Value<'m>>> {
        let call = self.call;
        if let Some((_, intrinsic)) = INTRINSICS.iter().find(|row| row.0 == name) {
            return call.intrinsic(intrinsic, self.ty, args).map(Some);
        }
        let [value] = args else { return Ok(None) };
        let bits = call.bits_of(self.ty)?;
        Ok(Some(match name {
            "-" => call.emit.builder.fneg(*value)?,
            "!" => call.emit.with(Opcode::Xor, *value, 1)?,
            "bits" => call.as_bits(*value)?,
            "number" => call.as_type(*value, self.ty)?,
            "float" => call.emit.cast(Opcode::SiToFp, *value, self.ty)?,
            "whole" => call.emit.cast(Opcode::FpToSi, *value, bits)?,
            _ => return Ok(None),
        }))
    }
}
