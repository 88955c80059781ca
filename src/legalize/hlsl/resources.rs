//! Handles of resources: each binding becomes a variable. The handle of a buffer becomes its address, and the handle of
//! an image becomes the image that is loaded from the variable.

use super::bindings::{Binding, number};
use super::constant_buffers::{Buffer, replace_by_offsets, replace_members};
use super::{calls, is_handle, texels, words};
use crate::conventions::classes;
use crate::conventions::notes;
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::{Layouts, Member};
use crate::llvm::{AtomicOrdering, AtomicRmwOp, Opcode, Type, Value};
use crate::state::slots::shaders::Note;
use ::spirv::{Capability, Decoration, StorageClass};
use rustc_hash::FxHashMap;

/// The target type of buffers: contents, storage class, and whether it is written.
const BUFFER: &str = "spirv.VulkanBuffer";

/// The variable of a binding.
#[derive(Clone)]
struct Variable<'m> {
    global: Value<'m>,
    /// The type of one resource: a block or an image.
    ty: Type<'m>,
    /// The index of the struct element for each member of the source's structure.
    elements: Vec<u32>,
    /// Set if the variable is an array of resources.
    is_array: bool,
    /// The type in clang's layout if it breaks the rules of Vulkan; the block is then an array of words.
    source: Option<Type<'m>>,
}

/// The type of a resource, its storage class, the struct element of each member, and, for a block of words, the type in
/// clang's layout.
type Kind<'m> = (Type<'m>, StorageClass, Vec<u32>, Option<Type<'m>>);

/// The variables, by binding and type of the handle.
pub struct Resources<'a, 'm> {
    place: &'a Place<'m>,
    bindings: FxHashMap<Value<'m>, Binding>,
    made: FxHashMap<(Binding, Type<'m>), Variable<'m>>,
}

impl<'a, 'm> Resources<'a, 'm> {
    pub fn new(place: &'a Place<'m>, bindings: FxHashMap<Value<'m>, Binding>) -> Self {
        Self { place, bindings, made: FxHashMap::default() }
    }

    /// Replaces all handles, and the members of constant buffers.
    pub fn replace(mut self, layouts: &mut Layouts<'_, 'm>, buffers: Vec<Buffer<'m>>) -> Result<()> {
        for buffer in buffers {
            let names = buffer.members.iter().map(|member| member.map_or("", Value::name).to_owned());
            let variable = self.variable(layouts, buffer.handle, &names.collect::<Vec<_>>())?;
            match variable.source {
                Some(source) => {
                    let offsets: Vec<_> = layouts.members(source).into_iter().map(|member| member.1).collect();
                    replace_by_offsets(self.place, &buffer, variable.global, &offsets)?;
                }
                None => replace_members(self.place, &buffer, (variable.global, variable.ty), &variable.elements)?,
            }
        }
        let handles: Vec<_> = calls(self.place.module).into_iter().filter(|(_, name)| is_handle(name)).collect();
        for (handle, _) in &handles {
            let variable = self.variable(layouts, *handle, &[])?;
            self.uses(*handle, &variable).map_err(|error| error.at_instruction(|| handle.print()))?;
        }
        // Those of counters name other handles.
        let (counters, others): (Vec<_>, Vec<_>) = handles.into_iter().partition(|(_, name)| name.contains("counter"));
        counters.into_iter().chain(others).try_for_each(|(handle, _)| erase(handle))
    }

    /// Returns the variable of a handle.
    fn variable(&mut self, layouts: &mut Layouts<'_, 'm>, handle: Value<'m>, names: &[String]) -> Result<Variable<'m>> {
        let no_binding = || Error::internal("a handle without a binding");
        let binding = *self.bindings.get(&handle).ok_or_else(no_binding)?;
        if let Some(known) = self.made.get(&(binding, handle.ty())) {
            return Ok(known.clone());
        }
        let name = name_of(handle);
        let (ty, class, elements, source) = self.resource(layouts, handle.ty(), &name, names)?;
        let count = count(handle)?;
        let is_array = count != 1;
        let count = if count == u32::MAX { 0 } else { count };
        let value = if is_array { self.place.context.array_type(ty, count.into())? } else { ty };
        let global = self.place.module.add_global(&name, value, classes::space_of(class))?;
        let numbers = [(Decoration::DescriptorSet, binding.0.into()), (Decoration::Binding, binding.1.into())];
        global.set_global_metadata("spirv.Decorations", layouts.decorations(&numbers)?)?;
        global.set_global_constant(class != StorageClass::StorageBuffer)?;
        if is_array && class != StorageClass::UniformConstant {
            let note = Note::Array { stride: 0, length: None, element: Box::new(Note::Plain) };
            global.set_global_metadata(notes::NAME, notes::write(self.place.context, &note)?)?;
        }
        let variable = Variable { global, ty, elements, is_array, source };
        self.made.insert((binding, handle.ty()), variable.clone());
        Ok(variable)
    }

    /// Returns the type of a resource, its storage class, and the elements of its members.
    fn resource(
        &self,
        layouts: &mut Layouts<'_, 'm>,
        handle: Type<'m>,
        name: &str,
        names: &[String],
    ) -> Result<Kind<'m>> {
        if handle.target_name() != Some(BUFFER) {
            return Ok((handle, StorageClass::UniformConstant, Vec::new(), None));
        }
        let malformed = || Error::of(Code::IllegalType, format!("the resource type {handle}"));
        let contents = handle.target_types().first().copied().ok_or_else(malformed)?;
        let numbers = handle.target_ints();
        let [class, is_written] = numbers[..] else { return Err(malformed()) };
        let class = StorageClass::from_u32(class).ok_or_else(malformed)?;
        let is_uniform = class == StorageClass::Uniform;
        let is_readonly = is_written == 0 && !is_uniform;
        let decorations = if is_readonly { vec![Decoration::NonWritable] } else { Vec::new() };
        if !layouts.is_standard(contents, is_uniform) && words::are_words(contents) {
            let block = layouts.words(name, contents, &decorations, is_uniform)?;
            return Ok((block, class, Vec::new(), Some(contents)));
        }
        if contents.is_struct() {
            let (block, elements) = layouts.block(name, contents, names)?;
            return Ok((block, class, elements, None));
        }
        let member = Member { name: String::new(), decorations, ty: contents };
        Ok((layouts.block_of(name, member)?, class, vec![0], None))
    }

    /// Replaces the uses of a handle.
    fn uses(&self, handle: Value<'m>, variable: &Variable<'m>) -> Result<()> {
        if variable.ty.target_name().is_some() {
            return self.image(handle, variable);
        }
        for user in handle.uses().collect::<Vec<_>>() {
            let name = user.called_function().and_then(Value::intrinsic_name).unwrap_or_default();
            match name.strip_prefix("llvm.spv.resource.") {
                Some("getpointer") => self.pointer(user, handle, variable)?,
                Some("updatecounter") => self.counter(user, handle, variable)?,
                Some("getdimensions.x") => self.length(user, handle, variable)?,
                Some("counterhandlefrombinding" | "counterhandlefromimplicitbinding") => {}
                _ => return Err(Error::of(Code::Intrinsic, "a handle that is chosen while the shader runs")),
            }
        }
        Ok(())
    }

    fn index(&self, index: u32) -> Result<Value<'m>> {
        self.place.context.const_int(self.place.context.int_type(32)?, index.into())
    }

    /// Returns the address of the buffer of a handle, computed in front of an instruction.
    fn base(&self, handle: Value<'m>, variable: &Variable<'m>, before: Value<'m>) -> Result<Value<'m>> {
        self.place.builder.position_before(before)?;
        if !variable.is_array {
            return Ok(variable.global);
        }
        let index = main_handle(handle).call_arg(3).ok_or_else(|| Error::internal("a handle without an index"))?;
        let space = variable.global.ty().address_space();
        let digits = space.to_string().len() + 2;
        let name = format!("_Z19__spirv_AccessChainPU{digits}AS{space}vj");
        let chain = self.call(&name, variable.global.ty(), &[variable.global, index])?;
        self.mark(chain, index)?;
        Ok(chain)
    }

    /// Decorates a value as `NonUniform` if the index it depends on may differ between invocations.
    fn mark(&self, value: Value<'m>, index: Value<'m>) -> Result<()> {
        let callee = index.called_function().and_then(Value::intrinsic_name);
        if callee != Some("llvm.spv.resource.nonuniformindex") {
            return Ok(());
        }
        let number = self.place.context.md_int(32, Decoration::NonUniform as u64)?;
        let decoration = self.place.context.md_node(&[Some(number)]);
        self.declare(capability_of(value.ty()))?;
        value.set_metadata("spirv.Decorations", self.place.context.md_node(&[Some(decoration)]))
    }

    /// Declares a capability.
    fn declare(&self, capability: Capability) -> Result<()> {
        let number = self.place.context.md_int(32, capability as u64)?;
        self.place.module.add_named_metadata("spirv.Capability", self.place.context.md_node(&[Some(number)]))
    }

    fn call(&self, name: &str, result: Type<'m>, args: &[Value<'m>]) -> Result<Value<'m>> {
        let function = match self.place.module.function(name) {
            Some(function) => function,
            None => {
                let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
                self.place.module.add_function(name, self.place.context.function_type(result, &params, false)?)?
            }
        };
        self.place.builder.call(function, args)
    }

    /// Replaces the intrinsic for a pointer to a buffer element by the address of the element.
    fn pointer(&self, call: Value<'m>, handle: Value<'m>, variable: &Variable<'m>) -> Result<()> {
        let base = self.base(handle, variable, call)?;
        let index = call.call_arg(1).ok_or_else(|| Error::internal("an element without an index"))?;
        let is_open = variable.ty.field(0).is_some_and(|field| field.is_array() && variable.elements.len() == 1);
        let zero = self.index(0)?;
        if let Some(source) = variable.source {
            let pointer = self.word(base, source, index)?;
            call.replace_uses(pointer)?;
            call.erase()?;
            return words::split(self.place, pointer);
        }
        let indices = if is_open { vec![zero, zero, index] } else { vec![zero] };
        let pointer = self.place.builder.gep(variable.ty, base, &indices, false)?;
        call.replace_uses(pointer)?;
        call.erase()
    }

    /// Returns the address of an element of a block of words.
    fn word(&self, base: Value<'m>, source: Type<'m>, index: Value<'m>) -> Result<Value<'m>> {
        let element = source.element().filter(|_| source.is_array()).unwrap_or(source);
        let stride = self.place.module.layout().abi_size(element).and_then(|size| u32::try_from(size).ok());
        let no_size = || Error::of(Code::IllegalType, format!("{element} in a buffer, which has no size"));
        let stride = self.index(stride.ok_or_else(no_size)?)?;
        let offset = self.place.builder.binary(Opcode::Mul, index, stride)?;
        self.place.builder.gep(self.place.context.int_type(8)?, base, &[offset], false)
    }

    /// Replaces the intrinsic that updates a counter by `atomicrmw add`. The result is the old value of an increment,
    /// and the new value of a decrement.
    fn counter(&self, call: Value<'m>, handle: Value<'m>, variable: &Variable<'m>) -> Result<()> {
        let base = self.base(handle, variable, call)?;
        let step = call.call_arg(1).and_then(Value::int_signed);
        let step = step.ok_or_else(|| Error::of(Code::Intrinsic, "a counter with a step that is computed"))?;
        let zero = self.index(0)?;
        let pointer = self.place.builder.gep(variable.ty, base, &[zero, zero], false)?;
        let step_value = self.index(step as u32)?;
        let (add, order) = (AtomicRmwOp::Add, AtomicOrdering::Monotonic);
        let mut value = self.place.builder.atomic_rmw(add, pointer, step_value, order, "device")?;
        if step < 0 {
            value = self.place.builder.binary(Opcode::Add, value, step_value)?;
        }
        call.replace_uses(value)?;
        call.erase()
    }

    /// Replaces the intrinsic for the number of elements of a buffer by `OpArrayLength`.
    fn length(&self, call: Value<'m>, handle: Value<'m>, variable: &Variable<'m>) -> Result<()> {
        let base = self.base(handle, variable, call)?;
        let space = base.ty().address_space();
        let name = format!("_Z19__spirv_ArrayLengthPU{}AS{space}vj", space.to_string().len() + 2);
        let length = self.call(&name, call.ty(), &[base, self.index(0)?])?;
        call.replace_uses(length)?;
        call.erase()
    }

    /// Replaces the handle of an image by the image, which is loaded from the variable.
    fn image(&self, handle: Value<'m>, variable: &Variable<'m>) -> Result<()> {
        self.place.builder.position_before(handle)?;
        let mut pointer = variable.global;
        if variable.is_array {
            let index = handle.call_arg(3).ok_or_else(|| Error::internal("a handle without an index"))?;
            let array = pointer.value_type().ok_or_else(|| Error::internal("a variable without a type"))?;
            pointer = self.place.builder.gep(array, pointer, &[self.index(0)?, index], false)?;
            if pointer.is_instruction() {
                self.mark(pointer, index)?;
            }
        }
        let image = self.place.builder.load(variable.ty, pointer)?;
        if let Some(index) = handle.call_arg(3).filter(|_| variable.is_array) {
            self.mark(image, index)?;
        }
        handle.replace_uses(image)?;
        texels::replace(self.place, image)
    }
}

/// Returns the capability for non-uniform indices into an array of resources of a type, or of the type that a pointer
/// is to.
fn capability_of(ty: Type<'_>) -> Capability {
    const SAMPLED: usize = 4;
    let is_image = ty.target_name().is_some() || ty.address_space() == classes::space_of(StorageClass::UniformConstant);
    match ty.target_ints().get(SAMPLED) {
        Some(1) => Capability::UniformTexelBufferArrayNonUniformIndexing,
        _ if is_image => Capability::StorageTexelBufferArrayNonUniformIndexing,
        _ if ty.address_space() == classes::space_of(StorageClass::Uniform) => {
            Capability::UniformBufferArrayNonUniformIndexing
        }
        _ => Capability::StorageBufferArrayNonUniformIndexing,
    }
}

/// Returns the handle of the buffer that a counter belongs to, or the handle itself.
fn main_handle(handle: Value<'_>) -> Value<'_> {
    let is_main = |handle: Value<'_>| handle.call_arg_count() != 3;
    handle.call_arg(0).filter(|_| !is_main(handle)).unwrap_or(handle)
}

/// Deletes a handle that nothing uses, and the string with its name.
fn erase(handle: Value<'_>) -> Result<()> {
    let name = handle.call_arg(4).filter(|name| name.is_global_variable());
    handle.erase()?;
    name.filter(|name| !name.is_used()).map_or(Ok(()), Value::delete_global)
}

/// Returns the number of descriptors at a binding; `u32::MAX` for an unbounded array.
fn count(handle: Value<'_>) -> Result<u32> {
    let main = main_handle(handle);
    if main.is_op(Opcode::Call) { number(main, 2) } else { Ok(1) }
}

/// Returns the name of a resource: a string of the module.
fn name_of(handle: Value<'_>) -> String {
    let main = main_handle(handle);
    let text = main.call_arg(4).and_then(Value::initializer).and_then(Value::data_bytes).unwrap_or_default();
    let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
    let name = String::from_utf8_lossy(text).into_owned();
    if main == handle { name } else { format!("{name}.counter") }
}
