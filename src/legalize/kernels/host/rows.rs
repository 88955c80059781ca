//! `!spirv.Reflection`: one instruction of the extended instruction set for each fact that is passed to the host.

use super::told::{Argument, Placed};
use super::{Data, Grid, Plan, Told};
use crate::concepts::sets::reflection::{NAME, REVISION};
use crate::error::Result;
use crate::legalize::kernels::descriptors::{Buffer, Parameter};
use crate::legalize::kernels::functions::Printed;
use crate::legalize::kernels::{spaces, work_items};
use crate::legalize::kit::place::Place;
use crate::llvm::{Metadata, Value};
use llvm_ir::sorting::Sorting;

/// The instructions that only later revisions of the instruction set have; the revision is kept low, since more hosts
/// support it.
const LATER: [(&str, u32); 2] = [("NormalizedSamplerMaskPushConstant", 6), ("WorkgroupVariableSize", 7)];

/// OpenCL's host-side constants for the address space of an argument, by address space in LLVM IR.
const SPACES: [(u32, u32); 3] = [(1, 0x119B), (2, 0x119D), (3, 0x119C)];
/// OpenCL's host-side constant for private memory.
const PRIVATE: u32 = 0x119E;
/// OpenCL's host-side constants for the access qualifiers of images.
const ACCESS: [(&str, u32); 3] = [("read_only", 0x11A0), ("write_only", 0x11A1), ("read_write", 0x11A2)];
/// OpenCL's host-side constant for an argument that is no image.
const NO_ACCESS: u32 = 0x11A3;
/// The bits of type qualifiers.
const QUALIFIERS: [(&str, u32); 4] = [("const", 1), ("restrict", 2), ("volatile", 4), ("pipe", 8)];

/// The flag of a kernel that prints.
const PRINTS: u32 = 1;

/// The size in bytes of a push constant about an argument.
const WORD: u32 = 4;

/// Writes the reflection instructions for the kernels, which are given with their functions, for variables and for
/// `printf`.
pub fn write<'m>(
    place: &Place<'m>,
    (plan, data, printed): (&Plan, Option<&Data>, Option<(&Printed<'m>, &Buffer<'m>)>),
    kernels: &[(Value<'m>, &Told<'m>)],
) -> Result<()> {
    let mut rows = Rows { place, rows: Vec::new(), revision: REVISION };
    if let Some((printed, buffer)) = printed {
        rows.printed(printed, buffer)?;
    }
    if plan.is_told {
        rows.all((plan, data), kernels)?;
    }
    if rows.rows.is_empty() { Ok(()) } else { rows.finish() }
}
/// The reflection instructions so far.
struct Rows<'a, 'm> {
    place: &'a Place<'m>,
    rows: Vec<Metadata<'m>>,
    revision: u32,
}

impl<'m> Rows<'_, 'm> {
    /// Adds the format strings of `printf`, and its buffer.
    fn printed(&mut self, printed: &Printed<'m>, buffer: &Buffer<'m>) -> Result<()> {
        for (number, (text, sizes)) in (0..).zip(printed.texts()) {
            let mut operands = vec![self.number(number)?, self.place.context.md_string(&text)];
            for size in sizes {
                operands.push(self.number(size)?);
            }
            self.add("PrintfInfo", &operands);
        }
        let Parameter { set, binding, .. } = buffer.parameter;
        self.numbers("PrintfBufferStorageBuffer", None, &[set, binding, printed.size])
    }

    /// Adds the facts about kernels and variables.
    fn all(&mut self, (plan, data): (&Plan, Option<&Data>), kernels: &[(Value<'m>, &Told<'m>)]) -> Result<()> {
        for sampler in plan.samplers() {
            self.numbers("LiteralSampler", None, &sampler)?;
        }
        if let Some(data) = data {
            let digits = self.place.context.md_string(&data.digits());
            let operands = [self.number(data.set)?, self.number(data.binding)?, digits];
            self.add("ConstantDataStorageBuffer", &operands);
        }
        for (function, told) in kernels {
            self.kernel(*function, told)?;
        }
        for (index, grid) in (0..).zip(&plan.grid) {
            self.numbers(grid.instruction(), None, &[index * Grid::SIZE as u32, Grid::SIZE as u32])?;
        }
        if kernels.iter().any(|(_, told)| told.size.is_none()) {
            self.numbers("SpecConstantWorkgroupSize", None, &[0, 1, 2].map(|index| plan.first + index))?;
        }
        let dimensions = plan.first + work_items::DIMENSIONS;
        if work_items::has_constant(self.place, dimensions) {
            self.numbers("SpecConstantWorkDim", None, &[dimensions])?;
        }
        self.local_variables()
    }

    fn number(&self, number: u32) -> Result<Metadata<'m>> {
        self.place.context.md_int(32, number.into())
    }

    /// Adds an instruction, unless there is an equal one.
    fn add(&mut self, name: &str, operands: &[Metadata<'m>]) -> Metadata<'m> {
        let later = LATER.iter().find(|row| row.0 == name).map_or(REVISION, |row| row.1);
        self.revision = self.revision.max(later);
        let name = self.place.context.md_string(name);
        let operands: Vec<_> = [name].iter().chain(operands).copied().map(Some).collect();
        let node = self.place.context.md_node(&operands);
        if !self.rows.contains(&node) {
            self.rows.push(node);
        }
        node
    }

    /// Adds an instruction whose operands are numbers, after the kernel that it refers to, if any.
    fn numbers(&mut self, name: &str, of: Option<Metadata<'m>>, numbers: &[u32]) -> Result<()> {
        let numbers = numbers.iter().map(|number| self.number(*number)).collect::<Result<Vec<_>>>()?;
        let operands: Vec<_> = of.into_iter().chain(numbers).collect();
        self.add(name, &operands);
        Ok(())
    }

    fn kernel(&mut self, function: Value<'m>, told: &Told<'m>) -> Result<()> {
        let context = self.place.context;
        let (name, attributes) = (context.md_string(&told.name), context.md_string(&told.attributes()));
        let (count, flags) =
            (self.number(told.names.len() as u32)?, self.number(if told.prints { PRINTS } else { 0 })?);
        let kernel = self.add("Kernel", &[context.md_value(function)?, name, count, flags, attributes]);
        if let Some(size) = told.size {
            self.numbers("PropertyRequiredWorkgroupSize", Some(kernel), &size)?;
        }
        let mut arguments = told.arguments.clone();
        arguments.arrange_by_key(|argument| argument.ordinal);
        arguments.iter().try_for_each(|argument| self.argument(kernel, told, argument))?;
        told.questions.iter().try_for_each(|question| {
            let numbers = [question.ordinal, question.offset as u32, WORD];
            self.numbers(question.instruction, Some(kernel), &numbers)
        })
    }

    fn argument(&mut self, kernel: Metadata<'m>, told: &Told<'m>, argument: &Argument) -> Result<()> {
        let (instruction, numbers) = match argument.placed {
            Placed::Descriptor(instruction, set, binding) => (instruction, vec![set, binding]),
            Placed::Constant { at: Some((set, binding)), offset, size, is_address } => {
                let name = if is_address { "ArgumentPointerUniform" } else { "ArgumentPodUniform" };
                (name, vec![set, binding, offset as u32, size as u32])
            }
            Placed::Constant { at: None, offset, size, is_address } => {
                let name = if is_address { "ArgumentPointerPushConstant" } else { "ArgumentPodPushConstant" };
                (name, vec![offset as u32, size as u32])
            }
            Placed::Local { constant, size } => ("ArgumentWorkgroup", vec![constant, size as u32]),
        };
        let mut operands = vec![kernel, self.number(argument.ordinal)?];
        for number in numbers {
            operands.push(self.number(number)?);
        }
        operands.extend(self.info(told, argument.ordinal)?);
        self.add(instruction, &operands);
        Ok(())
    }

    /// Adds the facts about an argument that the source states, if any are known.
    fn info(&mut self, told: &Told<'m>, ordinal: u32) -> Result<Option<Metadata<'m>>> {
        let args = &told.metadata.args;
        let text = |list: &Option<Vec<String>>| list.as_ref()?.get(ordinal as usize).cloned();
        let space = args.addr_space.as_ref().and_then(|list| list.get(ordinal as usize));
        let name = told.names.get(ordinal as usize).map_or("", String::as_str);
        let mut operands = vec![self.place.context.md_string(name)];
        if let (Some(ty), Some(space), Some(access), Some(qualifiers)) =
            (text(&args.ty), space, text(&args.access_qual), text(&args.type_qual))
        {
            let space = SPACES.iter().find(|row| row.0 == *space).map_or(PRIVATE, |row| row.1);
            let access = ACCESS.iter().find(|row| row.0 == access).map_or(NO_ACCESS, |row| row.1);
            let is_said = |name: &str| qualifiers.split(' ').any(|word| word == name);
            let bits = QUALIFIERS.iter().filter(|row| is_said(row.0)).fold(0, |bits, row| bits | row.1);
            operands.push(self.place.context.md_string(&ty));
            for number in [space, access, bits] {
                operands.push(self.number(number)?);
            }
        }
        let is_known = operands.len() > 1 || !name.is_empty();
        Ok(is_known.then(|| self.add("ArgumentInfo", &operands)))
    }

    /// Adds the sizes of workgroup variables of kernels. Those of arguments are runtime arrays, whose lengths are
    /// specialization constants.
    fn local_variables(&mut self) -> Result<()> {
        let layout = self.place.module.layout();
        for global in self.place.module.globals().filter(|global| global.ty().address_space() == spaces::LOCAL) {
            let is_open = |ty: &crate::llvm::Type<'m>| ty.is_array() && ty.count() == 0;
            let size = global.value_type().filter(|ty| !is_open(ty)).and_then(|ty| layout.abi_size(ty));
            if let Some(size) = size {
                let operands = [self.place.context.md_value(global)?, self.number(size as u32)?];
                self.add("WorkgroupVariableSize", &operands);
            }
        }
        Ok(())
    }

    /// Writes the list of instructions, preceded by the required revision.
    fn finish(self) -> Result<()> {
        let revision = self.place.context.md_node(&[Some(self.number(self.revision)?)]);
        let rows = [revision].into_iter().chain(self.rows);
        for row in rows {
            self.place.module.add_named_metadata(NAME, row)?;
        }
        Ok(())
    }
}
