//! Functions that the legalisation adds to a module for code with branches or loops.

use super::super::rewrite::Rewriter;
use crate::error::{Error, Result};
use crate::llvm::{Block, Builder, Context, Linkage, Module, Opcode as O, Predicate as P, Type, Value, call_conv};

/// A function under construction. It may use illegal types, since it is legalized when it is complete.
pub struct Body<'m> {
    /// The builder for the instructions of the function.
    pub builder: Builder<'m>,
    context: &'m Context,
    module: &'m Module<'m>,
    function: Value<'m>,
}

/// Calls the function `name`; creates it with `body` if the module does not have it yet.
pub fn call<'m>(
    w: &mut Rewriter<'m>,
    name: String,
    result: Type<'m>,
    arguments: &[Value<'m>],
    body: impl FnOnce(&Body<'m>) -> Result<()>,
) -> Result<Value<'m>> {
    let function = match w.helpers.get(&name) {
        Some(function) => *function,
        None => {
            let types: Vec<_> = arguments.iter().map(|argument| argument.ty()).collect();
            let function = w.module.add_function(&name, w.emit.context.function_type(result, &types, false)?)?;
            function.set_linkage(Linkage::Internal)?;
            function.set_call_conv(call_conv::SPIR_FUNC)?;
            let builder = Builder::new(w.module);
            body(&Body { builder, context: w.emit.context, module: w.module, function })?;
            w.helpers.insert(name, function);
            w.added.push(function);
            function
        }
    };
    let call = w.emit.builder.call(function, arguments);
    w.made(call)
}

impl<'m> Body<'m> {
    /// Appends a new block to the function.
    pub fn block(&self, name: &str) -> Result<Block<'m>> {
        self.module.append_block(self.function, name)
    }

    /// The parameter `index`.
    pub fn param(&self, index: u32) -> Result<Value<'m>> {
        self.function.param(index).ok_or_else(|| Error::internal("a parameter too few"))
    }

    /// The integer type of a width.
    pub fn integer(&self, bits: u32) -> Result<Type<'m>> {
        self.context.int_type(bits)
    }

    /// Returns an integer constant of a type.
    pub fn number(&self, ty: Type<'m>, number: u64) -> Result<Value<'m>> {
        self.context.const_int(ty, number)
    }

    /// Returns the address of an element, `index` strides after `base`. The index is unsigned, while `getelementptr`
    /// takes signed ones.
    pub fn element(&self, base: Value<'m>, index: Value<'m>, stride: u64, address: Type<'m>) -> Result<Value<'m>> {
        let wide = match index.ty().int_width().cmp(&address.int_width()) {
            std::cmp::Ordering::Less => self.builder.cast(O::ZExt, index, address)?,
            std::cmp::Ordering::Equal => index,
            std::cmp::Ordering::Greater => self.builder.cast(O::Trunc, index, address)?,
        };
        let offset = self.builder.binary(O::Mul, wide, self.number(address, stride)?)?;
        self.builder.gep(self.context.int_type(8)?, base, &[offset], false)
    }

    /// Branches to `end` if the count is zero, else to `work`.
    pub fn unless_none(&self, count: Value<'m>, work: Block<'m>, end: Block<'m>) -> Result<()> {
        let none = self.builder.compare_int(P::Eq, count, self.number(count.ty(), 0)?)?;
        self.builder.cond_br(none, end, work).map(drop)
    }

    /// Emits a loop that runs `work` for each index below `count`, which is not zero; it is entered from the block
    /// `from`, and leaves to `end`.
    pub fn count_up(
        &self,
        count: Value<'m>,
        [from, around, end]: [Block<'m>; 3],
        work: impl FnOnce(Value<'m>) -> Result<()>,
    ) -> Result<()> {
        self.builder.position_at_end(around);
        let index = self.builder.phi(count.ty())?;
        work(index)?;
        let next = self.builder.binary(O::Add, index, self.number(count.ty(), 1)?)?;
        self.builder.add_incoming(index, self.number(count.ty(), 0)?, from)?;
        self.builder.add_incoming(index, next, around)?;
        let more = self.builder.compare_int(P::Ult, next, count)?;
        self.builder.cond_br(more, around, end).map(drop)
    }

    /// Emits a loop that runs `work` for each index below `count`, which is not zero, from the last index down to 0.
    pub fn count_down(
        &self,
        count: Value<'m>,
        [from, around, end]: [Block<'m>; 3],
        work: impl FnOnce(Value<'m>) -> Result<()>,
    ) -> Result<()> {
        self.builder.position_at_end(around);
        let left = self.builder.phi(count.ty())?;
        let index = self.builder.binary(O::Sub, left, self.number(count.ty(), 1)?)?;
        work(index)?;
        self.builder.add_incoming(left, count, from)?;
        self.builder.add_incoming(left, index, around)?;
        let more = self.builder.compare_int(P::Ne, index, self.number(count.ty(), 0)?)?;
        self.builder.cond_br(more, around, end).map(drop)
    }
}
