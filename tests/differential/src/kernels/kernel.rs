//! A kernel that calls a function with the computation, and the reference function for LLVM's code that calls it in the
//! same way.

use super::aligned::{Aligned, MOST};
use crate::jit::Jit;
use std::fmt::Write as _;

/// The number of work-items.
pub const ITEMS: usize = 4;

/// A kernel `name(buffers, arguments)`.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The contents of its buffers, which are the first arguments.
    pub buffers: Vec<Vec<u8>>,
    /// The attributes of the pointers to the buffers: `align 16`.
    pub attributes: String,
    /// The arguments after the buffers.
    pub arguments: Vec<Parameter>,
    /// The variables that the function uses, as LLVM IR.
    pub globals: String,
    /// The instructions of the function `work(buffers, i64 i, arguments)`, except its return. Buffers are `%b0`, `%b1`,
    /// ..., arguments `%a0`, `%a1`, ....
    pub body: String,
}

/// An argument.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: String,
    /// Its alignment in bytes.
    pub alignment: usize,
    /// True for a `byval` pointer.
    pub is_by_value: bool,
    /// Its value.
    pub bytes: Vec<u8>,
}

impl Parameter {
    fn declared(&self) -> String {
        match self.is_by_value {
            true => format!("ptr byval({}) align {}", self.ty, self.alignment),
            false => self.ty.clone(),
        }
    }
}

impl Kernel {
    /// Returns kernel `number`, which is empty.
    pub fn of(number: u64) -> Self {
        let none = String::new;
        let (buffers, arguments) = (Vec::new(), Vec::new());
        Self { name: format!("k{number}"), buffers, attributes: none(), arguments, globals: none(), body: none() }
    }

    /// Returns the function with the computation, and the kernel that calls it for a work-item.
    pub fn translated(&self) -> String {
        let (name, buffers, arguments) = (&self.name, self.buffers(&self.attributes), self.arguments());
        format!(
            "{}define spir_kernel void @{name}({buffers}{arguments}) {{\n  \
             %i = call spir_func i64 @_Z13get_global_idj(i32 0)\n  \
             call spir_func void @{name}.work({}, i64 %i{arguments})\n  ret void\n}}\n",
            self.work(),
            self.buffers("")
        )
    }

    /// Returns the function with the computation, and `void name(ptr in, ptr out)`, which calls it for all work-items:
    /// the arguments are in `in`, the buffers in `out`.
    pub fn reference(&self) -> String {
        let mut text = format!("{}define void @{}(ptr %in, ptr %out) {{\n", self.work(), self.name);
        for (number, place) in self.places_of_buffers().into_iter().enumerate() {
            let _ = writeln!(text, "  %c{number} = getelementptr i8, ptr %out, i64 {place}");
            let _ = writeln!(text, "  %b{number} = addrspacecast ptr %c{number} to ptr addrspace(1)");
        }
        for (number, (parameter, place)) in self.arguments.iter().zip(self.places()).enumerate() {
            let (to, ty) = (format!("%a{number}"), &parameter.ty);
            let from = if parameter.is_by_value { to.clone() } else { format!("{to}.place") };
            let _ = writeln!(text, "  {from} = getelementptr i8, ptr %in, i64 {place}");
            if !parameter.is_by_value {
                let _ = writeln!(text, "  {to} = load {ty}, ptr {from}, align {}", parameter.alignment);
            }
        }
        for item in 0..ITEMS {
            let (name, buffers, arguments) = (&self.name, self.buffers(""), self.arguments());
            let _ = writeln!(text, "  call spir_func void @{name}.work({buffers}, i64 {item}{arguments})");
        }
        text + "  ret void\n}\n"
    }

    fn work(&self) -> String {
        let signature = format!("{}, i64 %i{}", self.buffers(""), self.arguments());
        let (globals, name, body) = (&self.globals, &self.name, &self.body);
        format!("{globals}define internal spir_func void @{name}.work({signature}) noinline {{\n{body}  ret void\n}}\n")
    }

    fn buffers(&self, attributes: &str) -> String {
        let one = |number| format!("ptr addrspace(1){attributes} %b{number}");
        (0..self.buffers.len()).map(one).collect::<Vec<_>>().join(", ")
    }

    fn arguments(&self) -> String {
        let arguments = self.arguments.iter().enumerate();
        arguments.map(|(number, parameter)| format!(", {} %a{number}", parameter.declared())).collect()
    }

    /// Returns the offsets of the arguments, laid out as members of a structure.
    fn places(&self) -> Vec<usize> {
        let mut end = 0_usize;
        let place = |parameter: &Parameter| {
            let at = end.next_multiple_of(parameter.alignment);
            end = at + parameter.bytes.len();
            at
        };
        self.arguments.iter().map(place).collect()
    }

    /// Returns the arguments at their offsets, in at least `size` bytes.
    pub fn block(&self, size: usize) -> Vec<u8> {
        let mut block = Vec::new();
        for (place, parameter) in self.places().into_iter().zip(&self.arguments) {
            block.resize(place, 0);
            block.extend(&parameter.bytes);
        }
        block.resize(block.len().max(size), 0);
        block
    }

    /// Returns the offsets of the buffers for LLVM's code, and the end of the last one.
    fn places_of_buffers(&self) -> Vec<usize> {
        let ends = self.buffers.iter().scan(0, |end: &mut usize, buffer| {
            let at = *end;
            *end = (at + buffer.len()).next_multiple_of(MOST);
            Some(at)
        });
        ends.collect()
    }

    /// Runs LLVM's code; returns the resulting buffers.
    ///
    /// # Errors
    ///
    /// Errors of the JIT.
    pub fn by_llvm(&self, jit: &Jit) -> Result<Vec<Vec<u8>>, String> {
        let mut all = Vec::new();
        for (place, buffer) in self.places_of_buffers().into_iter().zip(&self.buffers) {
            all.resize(place, 0);
            all.extend(buffer);
        }
        let (arguments, mut all) = (Aligned::new(&self.block(0)), Aligned::new(&all));
        jit.call(&self.name, arguments.bytes(), all.bytes_mut())?;
        let after = |(place, buffer): (usize, &Vec<u8>)| all.bytes()[place..place + buffer.len()].to_vec();
        Ok(self.places_of_buffers().into_iter().zip(&self.buffers).map(after).collect())
    }
}
