//! Pointers to texels of typed buffers, which SPIR-V lacks: loads and stores through them become image reads and
//! writes.

use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::{Place, offset_of};
use crate::llvm::{AttributeKind, AttributePlace, Opcode, Type, Value};

/// The number of components of a texel in SPIR-V.
const COMPONENTS: u32 = 4;

/// The number of nested geps through which pointers are followed.
const MAX_DEPTH: u32 = 8;

/// Replaces the pointers to texels of an image.
pub fn replace<'m>(place: &Place<'m>, image: Value<'m>) -> Result<()> {
    for call in image.uses().collect::<Vec<_>>() {
        let name = call.called_function().and_then(Value::intrinsic_name);
        if name == Some("llvm.spv.resource.getpointer") {
            Texel::of(place, image, call)?.pointer(call, 0, MAX_DEPTH)?;
            call.erase()?;
        }
    }
    Ok(())
}

/// A texel of a typed buffer that a pointer addresses.
struct Texel<'a, 'm> {
    place: &'a Place<'m>,
    image: Value<'m>,
    index: Value<'m>,
    /// The type of a component.
    component: Type<'m>,
    /// The number of components of the source's texel type, if it is known.
    count: Option<u32>,
}

impl<'a, 'm> Texel<'a, 'm> {
    fn of(place: &'a Place<'m>, image: Value<'m>, call: Value<'m>) -> Result<Self> {
        let component = image.ty().target_types().first().copied();
        let component = component.ok_or_else(|| Error::of(Code::IllegalType, format!("the image {}", image.ty())))?;
        let size = place.module.layout().store_size(component).unwrap_or(1).max(1);
        let bytes = call.int_attribute(AttributePlace::Return, AttributeKind::Dereferenceable);
        let count = bytes.and_then(|bytes| u32::try_from(bytes / size).ok()).map(|count| count.min(COMPONENTS));
        let index = call.call_arg(1).ok_or_else(|| Error::internal("a texel without an index"))?;
        Ok(Self { place, image, index, component, count })
    }

    /// Replaces the uses of a pointer at a byte offset into the texel.
    fn pointer(&self, pointer: Value<'m>, offset: u64, depth: u32) -> Result<()> {
        let no_texel = |user: Value<'m>| {
            Error::of(Code::Instruction, "a pointer to a texel that is not loaded from or stored to")
                .at_instruction(|| user.print())
        };
        for user in pointer.uses().collect::<Vec<_>>() {
            match user.opcode() {
                Some(Opcode::Load) => self.load(user, offset)?,
                Some(Opcode::Store) if user.operand(1) == Some(pointer) => self.store(user, offset)?,
                Some(Opcode::GetElementPtr) if depth > 0 => {
                    let further = offset_of(self.place, user).ok_or_else(|| no_texel(user))?;
                    self.pointer(user, offset.saturating_add(further), depth - 1)?;
                }
                _ => return Err(no_texel(user)),
            }
            user.erase()?;
        }
        Ok(())
    }

    /// Returns the index of the first component that an access covers, and the number of components in its type.
    fn part(&self, ty: Type<'m>, offset: u64) -> Result<(u32, u32)> {
        let size = self.place.module.layout().store_size(self.component).unwrap_or(1).max(1);
        let count = if ty.is_vector() { ty.count() } else { 1 };
        let first = offset / size;
        let fits = ty.scalar() == self.component && offset.is_multiple_of(size) && first + count <= COMPONENTS.into();
        let no_part = || Error::of(Code::Instruction, format!("an access of {ty} in a texel of {}", self.component));
        if fits { Ok((first as u32, count as u32)) } else { Err(no_part()) }
    }

    fn index(&self, index: u32) -> Result<Value<'m>> {
        self.place.context.const_int(self.place.context.int_type(32)?, index.into())
    }

    fn read(&self) -> Result<Value<'m>> {
        let ty = self.place.context.vector_type(self.component, COMPONENTS)?;
        self.place.builder.call_intrinsic("llvm.spv.resource.load.typedbuffer", ty, &[self.image, self.index])
    }

    fn load(&self, load: Value<'m>, offset: u64) -> Result<()> {
        let (first, count) = self.part(load.ty(), offset)?;
        self.place.builder.position_before(load)?;
        let texel = self.read()?;
        let mask: Vec<i32> = (first..first + count).map(|index| index as i32).collect();
        let value = match load.ty().is_vector() {
            true => self.place.builder.shuffle_vector(texel, texel, &mask)?,
            false => self.place.builder.extract_element(texel, self.index(first)?)?,
        };
        load.replace_uses(value)
    }

    fn store(&self, store: Value<'m>, offset: u64) -> Result<()> {
        let value = store.operand(0).ok_or_else(|| Error::internal("a store without a value"))?;
        let (first, count) = self.part(value.ty(), offset)?;
        self.place.builder.position_before(store)?;
        let is_all = first == 0 && self.count.is_none_or(|all| all <= count);
        let ty = self.place.context.vector_type(self.component, COMPONENTS)?;
        let mut texel = if is_all { self.place.context.const_null(ty)? } else { self.read()? };
        for index in 0..count {
            let part = match value.ty().is_vector() {
                true => self.place.builder.extract_element(value, self.index(index)?)?,
                false => value,
            };
            texel = self.place.builder.insert_element(texel, part, self.index(first + index)?)?;
        }
        let (name, void) = ("llvm.spv.resource.store.typedbuffer", self.place.context.void_type());
        self.place.builder.call_intrinsic(name, void, &[self.image, self.index, texel]).map(drop)
    }
}
