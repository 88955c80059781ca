//! The resources and inputs for a shader, from its reflection; resources are filled by the pattern.

use crate::capture::Captured;
use crate::formats::{Format, Number};
use crate::layout::{self, Kind, Leaf};
use crate::{Result, capture, lacks, partner};
use ash::vk::{Format as Vk, SamplerAddressMode as Mode};
use llvm_spirv::inspect::{Descriptor, DescriptorKind, EntryPoint, Form, Image, Inspection, InterfaceVariable};

/// The number of descriptors of an open array.
const OPEN: usize = 4;
/// The default workgroups.
const GROUPS: [u32; 3] = [2, 2, 1];
/// The limit on the bytes of push constants.
const PUSH: usize = 128;

/// The stage of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A compute shader.
    Compute,
    /// A vertex shader.
    Vertex,
    /// A fragment shader.
    Fragment,
}

/// A block in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The numbers in it.
    pub leaves: Vec<Leaf>,
    /// Its contents before the shader runs.
    pub bytes: Vec<u8>,
}

/// An image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The dimensions, by their name in SPIR-V.
    pub dim: String,
    /// True if it is an array of images.
    pub is_arrayed: bool,
    /// True if it has several samples.
    pub is_multisampled: bool,
    /// True if it is read and written without a sampler.
    pub is_storage: bool,
    /// The format of its texels.
    pub format: Format,
    /// The requested size and contents, in place of the pattern.
    pub given: Option<Given>,
}

/// The contents of an image of one level and one layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Width, height and depth.
    pub extent: [u32; 3],
    /// The texels.
    pub bytes: Vec<u8>,
}

/// A sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampler {
    /// True if it compares.
    pub compares: bool,
    /// True for linear filtering.
    pub is_linear: bool,
    /// The handling of coordinates beyond the edges.
    pub mode: Mode,
    /// True if coordinates are counted in texels.
    pub is_unnormalized: bool,
}

/// The object of a descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A uniform buffer.
    Uniform(Block),
    /// A storage buffer.
    Storage(Block),
    /// A texel buffer: its format, with true if it may be written.
    Texels(Format, bool),
    /// An image without a sampler.
    Image(Picture),
    /// A sampler.
    Sampler(Sampler),
    /// An image with a sampler.
    Combined(Picture, Sampler),
}

/// A binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The descriptor set.
    pub set: u32,
    /// The binding.
    pub binding: u32,
    /// The number of descriptors.
    pub count: usize,
    /// The object of each of them.
    pub thing: Thing,
}

/// A vertex attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The location.
    pub location: u32,
    /// The format of its components.
    pub format: Vk,
    /// The kind of its components.
    pub kind: Kind,
    /// The number of components.
    pub components: usize,
}

/// The stage with its specific resources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Workgroups of invocations.
    Compute,
    /// Vertices with attributes, and the outputs that are recorded.
    Vertex(Vec<Attribute>, Vec<Captured>),
    /// The color attachments by location, and the words of a vertex shader for the inputs.
    Fragment(Vec<(u32, Format)>, Vec<u8>),
}

/// The setup of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The name of the entry point.
    pub entry: String,
    /// The stage.
    pub work: Work,
    /// The bindings.
    pub slots: Vec<Slot>,
    /// The push constants.
    pub push: Block,
    /// The blocks that physical pointers point to, each with the id of its type.
    pub pointees: Vec<(u32, Block)>,
    /// The number of workgroups in each direction.
    pub groups: [u32; 3],
    /// Specialization constants of 32 bits, by number.
    pub constants: Vec<(u32, u32)>,
}

/// Returns the setup for the first entry point of a module.
///
/// # Errors
///
/// Resources that this tool cannot provide.
pub fn of(inspection: &Inspection) -> Result<Setup> {
    let [entry] = inspection.entry_points.as_slice() else { return lacks("no entry point, or several") };
    let slots = slots(inspection)?;
    let push = push(inspection)?;
    let blocks = slots.iter().filter_map(Slot::block).chain([&push]);
    let pointees = pointees(inspection, blocks)?;
    let (entry, work) = (entry.name.clone(), work(inspection, entry)?);
    Ok(Setup { entry, work, slots, push, pointees, groups: GROUPS, constants: Vec::new() })
}

impl Slot {
    fn block(&self) -> Option<&Block> {
        match &self.thing {
            Thing::Uniform(block) | Thing::Storage(block) => Some(block),
            _ => None,
        }
    }
}

impl Setup {
    /// Returns the blocks by name.
    pub fn blocks(&self) -> impl Iterator<Item = (String, &Block)> {
        let slot = |slot: &'_ Slot| format!("buffer {}.{}", slot.set, slot.binding);
        let slots = self.slots.iter().filter_map(move |known| Some((slot(known), known.block()?)));
        let pointees = self.pointees.iter().map(|(ty, block)| (format!("pointee %{ty}"), block));
        slots.chain(pointees).chain([("push".to_owned(), &self.push)])
    }

    /// Returns the places of addresses in blocks, by the block's name and an offset, with the target block.
    pub fn addresses(&self) -> impl Iterator<Item = (String, usize, String)> {
        self.blocks().flat_map(|(name, block)| {
            let leaves = block.leaves.iter().filter_map(move |leaf| match leaf.kind {
                Kind::Address(ty) => Some((name.clone(), leaf.offset, format!("pointee %{ty}"))),
                _ => None,
            });
            leaves.collect::<Vec<_>>()
        })
    }

    /// Returns the stage.
    pub fn stage(&self) -> Stage {
        match self.work {
            Work::Compute => Stage::Compute,
            Work::Vertex(..) => Stage::Vertex,
            Work::Fragment(..) => Stage::Fragment,
        }
    }
}

fn work(inspection: &Inspection, entry: &EntryPoint) -> Result<Work> {
    match entry.model.as_str() {
        "GLCompute" => Ok(Work::Compute),
        "Vertex" => Ok(Work::Vertex(attributes(inspection, entry)?, capture::outputs(inspection, entry)?)),
        "Fragment" => Ok(Work::Fragment(attachments(inspection, entry)?, partner::vertex(inspection, entry)?)),
        model => lacks(format!("stage {model}")),
    }
}

fn slots(inspection: &Inspection) -> Result<Vec<Slot>> {
    let mut slots: Vec<Slot> = Vec::new();
    for descriptor in &inspection.descriptors {
        // The contents are those of the binding, in whatever order a module declares them.
        let seed =
            u64::from(descriptor.set.unwrap_or_default()) << 8 | u64::from(descriptor.binding.unwrap_or_default());
        let slot = slot(inspection, descriptor, seed)?;
        let earlier = slots.iter_mut().find(|other| (other.set, other.binding) == (slot.set, slot.binding));
        match earlier {
            None => slots.push(slot),
            Some(earlier) => join(earlier, slot)?,
        }
    }
    slots.sort_by_key(|slot| (slot.set, slot.binding));
    Ok(slots)
}

/// Joins two variables with the same binding.
fn join(earlier: &mut Slot, slot: Slot) -> Result<()> {
    earlier.count = earlier.count.max(slot.count);
    match (&mut earlier.thing, slot.thing) {
        (Thing::Storage(a), Thing::Storage(b)) | (Thing::Uniform(a), Thing::Uniform(b)) => {
            if a.bytes.len() < b.bytes.len() {
                *a = b;
            }
            Ok(())
        }
        (a, b) if *a == b => Ok(()),
        // One descriptor serves both.
        (Thing::Image(picture), Thing::Sampler(sampler)) if !picture.is_storage => {
            earlier.thing = Thing::Combined(picture.clone(), sampler);
            Ok(())
        }
        (Thing::Sampler(sampler), Thing::Image(picture)) if !picture.is_storage => {
            earlier.thing = Thing::Combined(picture, *sampler);
            Ok(())
        }
        _ => lacks("variables of several kinds at a binding"),
    }
}

fn slot(inspection: &Inspection, descriptor: &Descriptor, seed: u64) -> Result<Slot> {
    let counts = descriptor.counts.iter().map(|length| length.map_or(OPEN as u64, |length| length.value.unwrap_or(1)));
    let count = counts.product::<u64>() as usize;
    if count > 64 {
        return lacks("a large array of descriptors");
    }
    let (set, binding) = (descriptor.set.unwrap_or_default(), descriptor.binding.unwrap_or_default());
    Ok(Slot { set, binding, count, thing: thing(inspection, descriptor, seed)? })
}

fn thing(inspection: &Inspection, descriptor: &Descriptor, seed: u64) -> Result<Thing> {
    use DescriptorKind as D;
    Ok(match descriptor.kind {
        D::UniformBuffer => Thing::Uniform(block(inspection, descriptor.ty, seed)?),
        D::StorageBuffer => Thing::Storage(block(inspection, descriptor.ty, seed)?),
        D::Sampler => Thing::Sampler(separate_sampler(inspection)),
        D::SampledImage | D::StorageImage => Thing::Image(picture(inspection, descriptor)?),
        D::CombinedImageSampler => {
            let picture = picture(inspection, descriptor)?;
            let compares = image(inspection, descriptor)?.is_depth == Some(true);
            let is_linear = picture.format.number != Number::Integer;
            Thing::Combined(picture, Sampler { compares, is_linear, ..Sampler::default() })
        }
        D::UniformTexelBuffer => Thing::Texels(format(inspection, image(inspection, descriptor)?)?, false),
        D::StorageTexelBuffer => Thing::Texels(format(inspection, image(inspection, descriptor)?)?, true),
        kind => return lacks(kind.name()),
    })
}

/// Returns a sampler for all sampled images; its type does not determine which ones it is used with.
fn separate_sampler(inspection: &Inspection) -> Sampler {
    let images = inspection.types.values().filter_map(|ty| match &ty.form {
        Form::Image(image) if image.is_sampled == Some(true) => Some(image),
        _ => None,
    });
    let images: Vec<_> = images.collect();
    let compares = !images.is_empty() && images.iter().all(|image| image.is_depth == Some(true));
    let is_float =
        |image: &&Image| scalar(inspection, image.sampled_type).is_some_and(|kind| matches!(kind, Kind::Float(_)));
    Sampler { compares, is_linear: images.iter().all(is_float), ..Sampler::default() }
}

fn scalar(inspection: &Inspection, ty: u32) -> Option<Kind> {
    Kind::named(&inspection.types.get(&ty)?.name)
}

fn image<'i>(inspection: &'i Inspection, descriptor: &Descriptor) -> Result<&'i Image> {
    match inspection.types.get(&descriptor.ty).map(|ty| &ty.form) {
        Some(Form::Image(image)) => Ok(image),
        _ => lacks("an image of another type"),
    }
}

fn picture(inspection: &Inspection, descriptor: &Descriptor) -> Result<Picture> {
    let image = image(inspection, descriptor)?;
    Ok(Picture {
        dim: image.dim.clone(),
        is_arrayed: image.is_arrayed,
        is_multisampled: image.is_multisampled,
        is_storage: image.is_sampled == Some(false),
        format: format(inspection, image)?,
        given: None,
    })
}

/// Returns the format of an image: its own, or one for the type of its components.
fn format(inspection: &Inspection, image: &Image) -> Result<Format> {
    let is_storage = image.is_sampled == Some(false);
    let name = match (image.format.as_str(), scalar(inspection, image.sampled_type)) {
        ("Unknown", _) if image.is_depth == Some(true) => "depth",
        ("Unknown", Some(Kind::Float(4 | 2))) => {
            if is_storage {
                "Rgba32f"
            } else {
                "Rgba8"
            }
        }
        ("Unknown", Some(Kind::Signed(4))) => "Rgba32i",
        ("Unknown", Some(Kind::Unsigned(4))) => "Rgba32ui",
        (name, _) => name,
    };
    Format::named(name).map_or_else(|| lacks(format!("images of format {name}")), Ok)
}

fn block(inspection: &Inspection, ty: u32, seed: u64) -> Result<Block> {
    let (leaves, size) = layout::leaves(inspection, ty)?;
    let bytes = layout::filled(&leaves, size, seed);
    Ok(Block { leaves, bytes })
}

fn push(inspection: &Inspection) -> Result<Block> {
    match inspection.push_constants.as_slice() {
        [] => Ok(Block::default()),
        [push] => {
            let mut block = block(inspection, push.ty, 99)?;
            without_zeros(&mut block);
            if block.bytes.len() > PUSH {
                lacks(format!("push constants of {} bytes", block.bytes.len()))
            } else {
                Ok(block)
            }
        }
        _ => lacks("several blocks of push constants"),
    }
}

/// Replaces integers that are 0: those of push constants are mostly numbers of iterations or elements.
fn without_zeros(block: &mut Block) {
    for leaf in block.leaves.iter().filter(|leaf| matches!(leaf.kind, Kind::Signed(_) | Kind::Unsigned(_))) {
        let number = block.bytes.get_mut(leaf.offset..leaf.offset + leaf.kind.size()).unwrap_or_default();
        if number.iter().all(|byte| *byte == 0) {
            number.iter_mut().take(1).for_each(|low| *low = 5);
        }
    }
}

/// Returns the blocks that pointers in blocks point to, recursively.
fn pointees<'b>(inspection: &Inspection, blocks: impl Iterator<Item = &'b Block>) -> Result<Vec<(u32, Block)>> {
    let mut open: Vec<u32> = blocks.flat_map(addressed).collect();
    let mut found: Vec<(u32, Block)> = Vec::new();
    while let Some(ty) = open.pop() {
        if !found.iter().any(|(known, _)| *known == ty) {
            let block = block(inspection, ty, 100 + found.len() as u64)?;
            open.extend(addressed(&block));
            found.push((ty, block));
        }
    }
    Ok(found)
}

fn addressed(block: &Block) -> impl Iterator<Item = u32> {
    block.leaves.iter().filter_map(|leaf| match leaf.kind {
        Kind::Address(ty) => Some(ty),
        _ => None,
    })
}

fn attributes(inspection: &Inspection, entry: &EntryPoint) -> Result<Vec<Attribute>> {
    let mut found = Vec::new();
    for input in entry.inputs.iter().filter(|input| input.placement.builtin.is_none()) {
        let Some(location) = input.placement.location else { return lacks("an input without a location") };
        if input.placement.component.unwrap_or_default() != 0 {
            return lacks("an input with a component");
        }
        attribute(inspection, input.ty, location, &mut found)?;
    }
    Ok(found)
}

/// Adds the attributes of an input, and returns the location behind it.
fn attribute(inspection: &Inspection, ty: u32, location: u32, found: &mut Vec<Attribute>) -> Result<u32> {
    let Some(known) = inspection.types.get(&ty) else { return lacks("an input without a type") };
    let (part, count) = match &known.form {
        Form::Scalar => return vector(inspection, ty, 1, location, found),
        Form::Vector(part, count) => return vector(inspection, *part, *count as usize, location, found),
        Form::Matrix(column, count) => (*column, u64::from(*count)),
        Form::Array { element, length: Some(length), .. } => (*element, length.value.unwrap_or(1)),
        _ => return lacks(format!("an input of type {}", known.name)),
    };
    (0..count).try_fold(location, |location, _| attribute(inspection, part, location, found))
}

fn vector(
    inspection: &Inspection,
    part: u32,
    components: usize,
    location: u32,
    found: &mut Vec<Attribute>,
) -> Result<u32> {
    const FLOATS: [Vk; 4] = [Vk::R32_SFLOAT, Vk::R32G32_SFLOAT, Vk::R32G32B32_SFLOAT, Vk::R32G32B32A32_SFLOAT];
    const SIGNED: [Vk; 4] = [Vk::R32_SINT, Vk::R32G32_SINT, Vk::R32G32B32_SINT, Vk::R32G32B32A32_SINT];
    const UNSIGNED: [Vk; 4] = [Vk::R32_UINT, Vk::R32G32_UINT, Vk::R32G32B32_UINT, Vk::R32G32B32A32_UINT];
    let kind = scalar(inspection, part);
    let formats = match kind {
        Some(Kind::Float(4)) => FLOATS,
        Some(Kind::Signed(4)) => SIGNED,
        Some(Kind::Unsigned(4)) => UNSIGNED,
        _ => return lacks("vertex attributes whose numbers are not of 32 bits"),
    };
    let format = formats.get(components.wrapping_sub(1));
    let (Some(kind), Some(format)) = (kind, format) else { return lacks("a vertex attribute of another size") };
    if location >= 16 || found.len() >= 16 {
        return lacks("more than 16 vertex attributes");
    }
    found.push(Attribute { location, format: *format, kind, components });
    Ok(location + 1)
}

/// Returns the color attachments of a fragment shader.
fn attachments(inspection: &Inspection, entry: &EntryPoint) -> Result<Vec<(u32, Format)>> {
    let mut found: Vec<(u32, Format)> = Vec::new();
    let is_color = |output: &&InterfaceVariable| output.placement.builtin.is_none();
    for output in entry.outputs.iter().filter(is_color) {
        let first = output.placement.location.unwrap_or_default();
        let (part, count) = locations(inspection, output.ty);
        let name = match scalar(inspection, part) {
            Some(Kind::Float(2 | 4)) => "Rgba32f",
            Some(Kind::Signed(4)) => "Rgba32i",
            Some(Kind::Unsigned(4)) => "Rgba32ui",
            _ => return lacks("an output of another type than numbers of 32 bits"),
        };
        let Some(format) = Format::named(name) else { return lacks(name) };
        for location in first..first + count {
            if !found.iter().any(|(known, _)| *known == location) {
                found.push((location, format));
            }
        }
    }
    if found.iter().any(|(location, _)| *location >= 8) { lacks("more than 8 color attachments") } else { Ok(found) }
}

/// Returns the type of the components of an output, and the number of its locations.
fn locations(inspection: &Inspection, ty: u32) -> (u32, u32) {
    match inspection.types.get(&ty).map(|ty| &ty.form) {
        Some(Form::Vector(part, _)) => (*part, 1),
        Some(Form::Array { element, length: Some(length), .. }) => {
            let (part, count) = locations(inspection, *element);
            (part, count.saturating_mul(length.value.unwrap_or(1) as u32))
        }
        _ => (ty, 1),
    }
}

/// Returns the setup for a module whose only resource is a buffer of words, all of them 0.
///
/// # Errors
///
/// The fault of the module.
pub fn zeroed(bytes: &[u8], size: usize, groups: [u32; 3]) -> std::result::Result<Setup, String> {
    let inspection = Inspection::of(bytes).map_err(|error| error.to_string())?;
    let mut setup = of(&inspection).map_err(|fault| fault.to_string())?;
    setup.groups = groups;
    for slot in &mut setup.slots {
        let leaves = (0..size / 4).map(|word| Leaf { offset: word * 4, kind: Kind::Unsigned(4) }).collect();
        slot.thing = Thing::Storage(Block { leaves, bytes: vec![0; size] });
    }
    Ok(setup)
}
