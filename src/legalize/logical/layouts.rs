//! The layouts of buffers. clang writes packed structures with `target("spirv.Padding", n)` between members. It writes
//! an array with padded elements as a structure: an array of all elements but the last one with padding, and the last
//! one without.
//!
//! Out: structures that `!spirv.Struct` describes, with the offsets of LLVM's types.

mod standard;

use crate::conventions::notes::{self, PADDED};
use crate::error::{Code, Error, Result};
use crate::legalize::kit::place::Place;
use crate::llvm::{Metadata, Type};
use crate::state::slots::shaders::Note;
use ::spirv::Decoration;
use rustc_hash::FxHashMap;
use standard::Rules;

/// The named metadata that describes structures.
const STRUCTS: &str = "spirv.Struct";

/// The target type of padding.
pub const PADDING: &str = "spirv.Padding";

/// The types with explicit layouts that were created for clang's types.
pub struct Layouts<'a, 'm> {
    place: &'a Place<'m>,
    types: FxHashMap<Type<'m>, Type<'m>>,
    padded: FxHashMap<(Type<'m>, u64), Type<'m>>,
    /// The blocks without a name.
    blocks: FxHashMap<BlockKey<'m>, Block<'m>>,
    /// Replaces LLVM's offsets by those of the standard layout if it is set: true for that of uniform blocks, false for
    /// that of other blocks.
    standard: Option<bool>,
}

/// A block, and the index of the struct element of each member.
pub type Block<'m> = (Type<'m>, Vec<u32>);

/// The contents of a block: of several members the structure and the names, of one member its type, name and decorations.
type BlockKey<'m> = (Type<'m>, Vec<String>, Option<Vec<Decoration>>);

/// The name in LLVM IR of blocks that have none in SPIR-V.
const UNNAMED: &str = "block";

/// A member of a block.
pub struct Member<'m> {
    /// The name of the member; empty if it has none.
    pub name: String,
    /// The decorations of the member besides its offset.
    pub decorations: Vec<Decoration>,
    /// The type of the member in clang's layout.
    pub ty: Type<'m>,
}

impl<'a, 'm> Layouts<'a, 'm> {
    pub fn new(place: &'a Place<'m>) -> Self {
        let (types, padded, blocks) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { place, types, padded, blocks, standard: None }
    }

    /// Creates the layouts for a block with these contents: LLVM's if every Vulkan device accepts them, else the
    /// standard ones.
    pub fn standard_for(place: &'a Place<'m>, contents: Type<'m>, is_uniform: bool) -> Self {
        let layouts = Self::new(place);
        let standard = (!layouts.is_standard(contents, is_uniform)).then_some(is_uniform);
        Self { standard, ..layouts }
    }

    /// Returns a block without a name with the members of a structure: the same type for the same members.
    pub fn shared(&mut self, source: Type<'m>, names: Vec<String>) -> Result<Block<'m>> {
        let key = (source, names.clone(), None);
        self.once(key, |layouts| layouts.structure("", source, &names, true))
    }

    /// Returns a block without a name of one member at the offset 0: the same type for the same member.
    pub fn shared_of(&mut self, member: Member<'m>) -> Result<Type<'m>> {
        let key = (member.ty, vec![member.name.clone()], Some(member.decorations.clone()));
        Ok(self.once(key, |layouts| Ok((layouts.block_of("", member)?, vec![0])))?.0)
    }

    /// Returns the block of these contents, which `make` creates if there is none.
    fn once(&mut self, key: BlockKey<'m>, make: impl FnOnce(&mut Self) -> Result<Block<'m>>) -> Result<Block<'m>> {
        if let Some(known) = self.blocks.get(&key) {
            return Ok(known.clone());
        }
        let block = make(self)?;
        self.blocks.insert(key, block.clone());
        Ok(block)
    }

    fn named(&self, name: &str) -> Type<'m> {
        self.place.context.named_struct(if name.is_empty() { UNNAMED } else { name })
    }

    /// Returns a block of one member at the offset 0.
    pub fn block_of(&mut self, name: &str, member: Member<'m>) -> Result<Type<'m>> {
        let ty = self.named(name);
        let element = self.converted(member.ty)?;
        self.place.context.set_body(ty, &[element], true)?;
        let mut row = self.member(0, &member.name, 0, &member.decorations)?;
        row.extend(self.strides(member.ty)?.map(Some));
        self.describe(ty, name, true, &[row])?;
        Ok(ty)
    }

    /// Returns a block with the members of a structure in clang's layout.
    pub fn block(&mut self, name: &str, source: Type<'m>, names: &[String]) -> Result<Block<'m>> {
        self.structure(name, source, names, true)
    }

    /// Returns whether every Vulkan device accepts the layout of a block with these contents.
    pub fn is_standard(&self, contents: Type<'m>, is_uniform: bool) -> bool {
        Rules { layouts: self, is_uniform }.hold(contents)
    }

    /// Returns a block of 32-bit words: a runtime array, or, for a uniform block, an array of known length of rows of
    /// four words.
    pub fn words(
        &mut self,
        name: &str,
        contents: Type<'m>,
        decorations: &[Decoration],
        rows: bool,
    ) -> Result<Type<'m>> {
        let word = self.place.context.int_type(32)?;
        let ty = match rows {
            true => {
                let row = self.place.context.vector_type(word, 4)?;
                self.place.context.array_type(row, self.size(contents)?.div_ceil(16))?
            }
            false => self.place.context.array_type(word, 0)?,
        };
        self.block_of(name, Member { name: String::new(), decorations: decorations.to_vec(), ty })
    }

    /// Returns the type with an explicit layout that corresponds to one of clang's.
    fn converted(&mut self, ty: Type<'m>) -> Result<Type<'m>> {
        if let Some(known) = self.types.get(&ty) {
            return Ok(*known);
        }
        let converted = match ty.element().filter(|_| ty.is_array()) {
            Some(element) => {
                let stride = self.size(element)?;
                let element = self.converted(element)?;
                // The last padding of an element counts, which its structure in SPIR-V does not have.
                let element = if self.size(element)? < stride { self.padded(element, stride)? } else { element };
                self.place.context.array_type(element, ty.count())?
            }
            None if ty.is_struct() => match self.strided(ty)? {
                Some(array) => array,
                None => self.structure(ty.struct_name().unwrap_or("struct"), ty, &[], false)?.0,
            },
            None => ty,
        };
        self.types.insert(ty, converted);
        Ok(converted)
    }

    /// Returns the element type, the number of elements and the stride of an array with padding, which clang writes as
    /// `<{ [n x <{ t, padding }>], t }>`.
    pub fn strided_parts(&self, ty: Type<'m>) -> Option<(Type<'m>, u64, u64)> {
        let [first, last] = ty.struct_fields()[..] else { return None };
        let padded = first.element().filter(|_| first.is_array() && ty.struct_name().is_none())?;
        let [element, padding] = padded.struct_fields()[..] else { return None };
        let is_padding = element == last && padding.target_name() == Some(PADDING);
        Some((last, first.count().checked_add(1)?, self.size_of(padded)?)).filter(|_| is_padding)
    }

    fn strided(&mut self, ty: Type<'m>) -> Result<Option<Type<'m>>> {
        let Some((element, count, stride)) = self.strided_parts(ty) else { return Ok(None) };
        let element = self.converted(element)?;
        let element = self.padded(element, stride)?;
        self.place.context.array_type(element, count).map(Some)
    }

    /// Returns an array element with padding behind it.
    fn padded(&mut self, element: Type<'m>, stride: u64) -> Result<Type<'m>> {
        if let Some(known) = self.padded.get(&(element, stride)) {
            return Ok(*known);
        }
        let gap = stride.saturating_sub(self.size(element)?);
        let ty = self.place.context.named_struct(&format!("{PADDED}{stride}"));
        self.place.context.set_body(ty, &[element, self.bytes(gap)?], true)?;
        self.padded.insert((element, stride), ty);
        Ok(ty)
    }

    fn bytes(&self, count: u64) -> Result<Type<'m>> {
        self.place.context.array_type(self.place.context.int_type(8)?, count)
    }

    /// Returns the size of a type.
    pub fn size_of(&self, ty: Type<'m>) -> Option<u64> {
        self.place.module.layout().abi_size(ty)
    }

    fn size(&self, ty: Type<'m>) -> Result<u64> {
        let no_size = || Error::of(Code::IllegalType, format!("{ty} in a buffer, which has no size"));
        self.size_of(ty).ok_or_else(no_size)
    }

    /// Returns a structure with members at the offsets of the source, and the index of the struct element of each
    /// member.
    fn structure(&mut self, name: &str, source: Type<'m>, names: &[String], is_block: bool) -> Result<Block<'m>> {
        let ty = self.named(name);
        let (mut body, mut rows, mut elements, mut end) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let members = self.members(source);
        let offsets = self.offsets(&members)?;
        for (number, (field, offset)) in members.iter().enumerate() {
            if *offset > end {
                body.push(self.bytes(offset - end)?);
            }
            let element = self.converted(*field)?;
            end = offset + self.size(element)?;
            let name = names.get(number).map_or("", String::as_str);
            let said = offsets.get(number).copied().unwrap_or(*offset);
            let mut row = self.member(body.len() as u32, name, said, &[])?;
            row.extend(self.strides(*field)?.map(Some));
            elements.push(body.len() as u32);
            // Bytes stand for an array in whose last padding the next member begins.
            match members.get(number + 1).filter(|next| next.1 < end) {
                Some(next) => {
                    end = next.1;
                    row.push(Some(self.cut(element)?));
                    body.push(self.bytes(end - offset)?);
                }
                None => body.push(element),
            }
            rows.push(row);
        }
        self.place.context.set_body(ty, &body, true)?;
        self.describe(ty, name, is_block, &rows)?;
        Ok((ty, elements))
    }

    /// Returns the members of a structure, without padding, and their offsets.
    pub fn members(&self, source: Type<'m>) -> Vec<(Type<'m>, u64)> {
        let layout = self.place.module.layout();
        let members = (0..).zip(source.struct_fields());
        let members = members.filter(|(_, field)| field.target_name() != Some(PADDING));
        members.map(|(index, field)| (field, layout.element_offset(source, index).unwrap_or(0))).collect()
    }

    /// Returns the offsets of the members of a structure: its own, or those of the standard layout.
    fn offsets(&self, members: &[(Type<'m>, u64)]) -> Result<Vec<u64>> {
        let Some(is_uniform) = self.standard else { return Ok(members.iter().map(|member| member.1).collect()) };
        let types: Vec<_> = members.iter().map(|member| member.0).collect();
        Rules { layouts: self, is_uniform }.offsets(&types).ok_or_else(too_large)
    }

    /// Returns the note with the strides of a member in the standard layout, if it is an array.
    fn strides(&self, ty: Type<'m>) -> Result<Option<Metadata<'m>>> {
        let Some(is_uniform) = self.standard.filter(|_| ty.is_array()) else { return Ok(None) };
        let note = self.strided_note(ty, &Rules { layouts: self, is_uniform })?;
        notes::write(self.place.context, &note).map(Some)
    }

    fn strided_note(&self, ty: Type<'m>, rules: &Rules<'_, '_, 'm>) -> Result<Note<'m>> {
        let Some(element) = ty.element().filter(|_| ty.is_array()) else { return Ok(Note::Plain) };
        let stride = rules.stride(ty).and_then(|stride| u32::try_from(stride).ok()).ok_or_else(too_large)?;
        Ok(Note::Array { stride, length: None, element: Box::new(self.strided_note(element, rules)?) })
    }

    /// Returns the note of an array of bytes that stands for another array.
    fn cut(&self, array: Type<'m>) -> Result<Metadata<'m>> {
        let note = notes::by_default(self.place.module.layout(), array, true)?;
        notes::write(self.place.context, &Note::Cut { ty: array, note: Box::new(note) })
    }

    /// Returns the metadata of a member.
    fn member(
        &self,
        element: u32,
        name: &str,
        offset: u64,
        decorations: &[Decoration],
    ) -> Result<Vec<Option<Metadata<'m>>>> {
        let context = self.place.context;
        let mut list = vec![Some(self.decoration(Decoration::Offset, &[offset])?)];
        for decoration in decorations {
            list.push(Some(self.decoration(*decoration, &[])?));
        }
        let element = context.md_int(32, element.into())?;
        Ok(vec![Some(element), Some(context.md_string(name)), Some(context.md_node(&list))])
    }

    fn decoration(&self, decoration: Decoration, operands: &[u64]) -> Result<Metadata<'m>> {
        let numbers = std::iter::once(decoration as u64).chain(operands.iter().copied());
        let numbers =
            numbers.map(|number| self.place.context.md_int(32, number).map(Some)).collect::<Result<Vec<_>>>()?;
        Ok(self.place.context.md_node(&numbers))
    }

    /// Adds the metadata of a structure.
    fn describe(&self, ty: Type<'m>, name: &str, is_block: bool, members: &[Vec<Option<Metadata<'m>>>]) -> Result<()> {
        let context = self.place.context;
        let block = is_block.then(|| self.decoration(Decoration::Block, &[])).transpose()?;
        let decorations: Vec<_> = block.into_iter().map(Some).collect();
        let poison = context.md_value(context.poison(ty)?)?;
        let mut row = vec![Some(poison), Some(context.md_string(name)), Some(context.md_node(&decorations))];
        row.extend(members.iter().map(|member| Some(context.md_node(member))));
        self.place.module.add_named_metadata(STRUCTS, context.md_node(&row))
    }

    /// Returns the list of decorations of a variable.
    pub fn decorations(&self, list: &[(Decoration, u64)]) -> Result<Metadata<'m>> {
        let list = list.iter().map(|(decoration, number)| self.decoration(*decoration, &[*number]).map(Some));
        Ok(self.place.context.md_node(&list.collect::<Result<Vec<_>>>()?))
    }
}

/// Returns the error for a layout whose offsets or strides are out of range.
fn too_large() -> Error {
    Error::of(Code::Limit, "a block longer than 2^64 bytes, or with a stride of more than 2^32")
}
