//! Records in a buffer, in the format of clspv and clvk. The first word of the buffer counts the words that all records
//! would need. Each record consists of the number of a format string and the arguments, in words of 32 bits. A string
//! argument is the number of a string.
//!
//! Records that do not fit are lost; but if its first word fits, it is written, so that a host that reads on finds a
//! valid number. The format string is that of the program; reflection states the sizes of the arguments in bytes.

use super::text::{constant_text, conversion, refused};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::descriptors::{Buffer, Kind, Parameter};
use crate::legalize::kernels::functions::call::Call;
use crate::legalize::kernels::places::Places;
use crate::legalize::kernels::spaces;
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::llvm::{AtomicOrdering, AtomicRmwOp, Builder, Linkage, Opcode, Predicate, Value};
use std::cell::RefCell;

/// The name of the buffer.
pub const NAME: &str = "printf";

/// The bits of a word.
const WORD: u64 = 32;

/// The number of nested phis and selects of strings that are examined.
const MAX_DEPTH: u32 = 16;

/// A format string, with the sizes of its arguments.
type Text = (String, Vec<u32>);

/// The printf buffer of a module, and its format strings.
#[derive(Debug)]
pub struct Printed<'m> {
    /// The size in bytes that the host gives the buffer.
    pub size: u32,
    variable: RefCell<Option<Value<'m>>>,
    texts: RefCell<Vec<Text>>,
}

impl<'m> Printed<'m> {
    pub fn of(size: u32) -> Self {
        Self { size, variable: RefCell::default(), texts: RefCell::default() }
    }

    /// Returns the format strings in the order of their numbers.
    pub fn texts(&self) -> Vec<Text> {
        self.texts.borrow().clone()
    }

    /// Returns the buffer if the module prints, at the set and binding that the options choose, or else at the first
    /// binding of `set`.
    pub fn buffer(&self, places: &Places, set: u32) -> Result<Option<Buffer<'m>>> {
        let Some(variable) = *self.variable.borrow() else { return Ok(None) };
        let (set, binding) = places.place(NAME)?.unwrap_or((set, 0));
        let parameter = Parameter { kind: Kind::Buffer, set, binding };
        Ok(Some(Buffer { parameter, variable, name: NAME.to_owned(), ordinal: None }))
    }

    /// Writes a record in front of a call. Returns the result of the call: 0, or -1 if the record does not fit.
    pub fn write(&self, call: &Call<'_, 'm>, format: &str) -> Result<Value<'m>> {
        let (mut words, mut sizes) = (Vec::new(), Vec::new());
        for arg in call.inst.call_args().skip(1) {
            let parts = self.words(call, arg)?;
            sizes.push(u32::try_from(parts.len()).unwrap_or(u32::MAX).saturating_mul(4));
            words.extend(parts);
        }
        if count(format)? > sizes.len() {
            return Err(Error::of(Code::BuiltinCall, "printf with too few arguments"));
        }
        let number = self.number(format, sizes);
        let number = call.place.context.const_int(call.place.context.int_type(32)?, number.into())?;
        words.insert(0, number);
        let result = self.record(call.place, call.inst, &words)?;
        call.emit.resize(result, call.ty(), true)
    }

    /// Returns the number of a format string with arguments of these sizes.
    fn number(&self, text: &str, sizes: Vec<u32>) -> u32 {
        let mut texts = self.texts.borrow_mut();
        let known = texts.iter().position(|known| known.0 == text && known.1 == sizes);
        let number = known.unwrap_or_else(|| {
            texts.push((text.to_owned(), sizes));
            texts.len() - 1
        });
        number as u32
    }

    /// Returns the words of an argument.
    fn words(&self, call: &Call<'_, 'm>, arg: Value<'m>) -> Result<Vec<Value<'m>>> {
        if arg.ty().is_pointer() {
            return Ok(vec![self.string(call, arg, MAX_DEPTH)?]);
        }
        // What the language has promoted is a number of 32 bits again: devices need not have others.
        let before = arg.operand(0).filter(|_| arg.is_op(Opcode::FpExt));
        let arg = before.filter(|before| before.ty().scalar().float_width() == 32).unwrap_or(arg);
        let context = call.place.context;
        let arg = match arg.ty().scalar().float_width() {
            0 => arg,
            width => call.emit.cast(Opcode::BitCast, arg, call.emit.like(arg.ty(), context.int_type(width)?)?)?,
        };
        let width = u64::from(arg.ty().scalar().int_width());
        if !matches!(width, 8 | 16 | 32 | 64) {
            return Err(Error::of(Code::BuiltinCall, format!("printf of a number of type {}", arg.ty())));
        }
        let lanes = if arg.ty().is_vector() { arg.ty().count() as u32 } else { 1 };
        let lanes = (0..lanes).map(|lane| call.emit.lane(arg, lane)).collect::<Result<Vec<_>>>()?;
        match width {
            64 => {
                let halves = lanes.iter().flat_map(|lane| [(*lane, 0), (*lane, WORD)]);
                halves.map(|(lane, by)| word(&call.emit, call.emit.with(Opcode::LShr, lane, by)?)).collect()
            }
            _ => lanes.chunks((WORD / width) as usize).map(|lanes| packed(&call.emit, lanes, width)).collect(),
        }
    }

    /// Returns the number of a constant string; for a phi or select, one of numbers.
    fn string(&self, call: &Call<'_, 'm>, pointer: Value<'m>, depth: u32) -> Result<Value<'m>> {
        let unknown = || refused("of an address, or of a string that is not constant");
        let depth = depth.checked_sub(1).ok_or_else(unknown)?;
        if pointer.is_op(Opcode::Select) {
            let parts: Vec<_> = pointer.operands().collect();
            let [condition, a, b] = parts[..] else { return Err(unknown()) };
            return call.select(condition, self.string(call, a, depth)?, self.string(call, b, depth)?);
        }
        let number = self.number(&constant_text(pointer).ok_or_else(unknown)?, Vec::new());
        call.place.context.const_int(call.place.context.int_type(32)?, number.into())
    }

    /// Emits a call of a function that stores a record, and inlines it.
    fn record(&self, place: &Place<'m>, before: Value<'m>, words: &[Value<'m>]) -> Result<Value<'m>> {
        let context = place.context;
        let word = context.int_type(32)?;
        let function =
            place.module.add_function("spirv.printf", context.function_type(word, &vec![word; words.len()], false)?)?;
        function.set_linkage(Linkage::Internal)?;
        self.body(place, function)?;
        place.builder.position_before(before)?;
        let call = place.builder.call(function, words)?;
        // What it returns outlives the call.
        let result = place.builder.freeze(call)?;
        if !call.inline()? {
            return Err(Error::internal("a record that cannot be inlined"));
        }
        function.delete_global()?;
        place.builder.position_before(before)?;
        Ok(result)
    }

    /// Writes the body of the function that stores its parameters as a record.
    fn body(&self, place: &Place<'m>, function: Value<'m>) -> Result<()> {
        let emit = Emit { context: place.context, builder: Builder::new(place.module) };
        let words: Vec<_> = function.params().collect();
        let buffer = self.variable(place)?;
        let [entry, number, rest, exit] = ["", "", "", ""].map(|name| place.module.append_block(function, name));
        let (entry, number, rest, exit) = (entry?, number?, rest?, exit?);
        emit.builder.position_at_end(entry);
        let count = emit.index(words.len() as u32)?;
        let zero = emit.index(0)?;
        let begin = emit.builder.atomic_rmw(AtomicRmwOp::Add, buffer, count, AtomicOrdering::Monotonic, "device")?;
        // As many words as there are behind the first one.
        let room = |used: u32| emit.index((self.size / 4).saturating_sub(1).saturating_sub(used.saturating_sub(1)));
        let has_number = emit.compare(Predicate::Ult, begin, room(1)?)?;
        emit.builder.cond_br(has_number, number, exit)?;
        let at = |index: u32| {
            let place = emit.with(Opcode::Add, begin, u64::from(index) + 1)?;
            emit.builder.gep(emit.context.int_type(32)?, buffer, &[place], false)
        };
        emit.builder.position_at_end(number);
        let lost = emit.builder.binary(Opcode::Sub, zero, emit.index(1)?)?;
        let (first, others) = words.split_first().ok_or_else(|| Error::internal("a record without a number"))?;
        emit.builder.store(*first, at(0)?)?;
        let has_all = emit.compare(Predicate::Ult, begin, room(words.len() as u32)?)?;
        emit.builder.cond_br(has_all, rest, exit)?;
        emit.builder.position_at_end(rest);
        for (index, word) in (1..).zip(others) {
            emit.builder.store(*word, at(index)?)?;
        }
        emit.builder.br(exit)?;
        emit.builder.position_at_end(exit);
        let result = emit.builder.phi(zero.ty())?;
        for (value, block) in [(lost, entry), (lost, number), (zero, rest)] {
            emit.builder.add_incoming(result, value, block)?;
        }
        emit.builder.ret(result)?;
        Ok(())
    }

    /// Returns the variable of the buffer, which is declared on first use.
    fn variable(&self, place: &Place<'m>) -> Result<Value<'m>> {
        let mut variable = self.variable.borrow_mut();
        if let Some(known) = *variable {
            return Ok(known);
        }
        let bytes = place.context.array_type(place.context.int_type(8)?, 0)?;
        let made = place.module.add_global("", bytes, spaces::BUFFER)?;
        *variable = Some(made);
        Ok(made)
    }
}

/// Returns the number of arguments that a format string expects.
fn count(format: &str) -> Result<usize> {
    let (mut rest, mut count) = (format, 0);
    while let Some((_, behind)) = rest.split_once('%') {
        let (conversion, behind) = conversion(behind).ok_or_else(|| refused("with an unfinished conversion"))?;
        count += usize::from(conversion.kind != '%');
        rest = behind;
    }
    Ok(count)
}

fn word<'m>(emit: &Emit<'m>, number: Value<'m>) -> Result<Value<'m>> {
    emit.resize(number, emit.context.int_type(32)?, false)
}

/// Packs several numbers into a word, with the first one in the lowest bits.
fn packed<'m>(emit: &Emit<'m>, lanes: &[Value<'m>], width: u64) -> Result<Value<'m>> {
    let mut whole = emit.index(0)?;
    for (index, lane) in (0..).zip(lanes) {
        let lane = emit.with(Opcode::Shl, word(emit, *lane)?, index * width)?;
        whole = emit.binary(Opcode::Or, whole, lane)?;
    }
    Ok(whole)
}
