//! The variables of images and samplers, and the handles that are loaded from them.

use super::samplers::Literals;
use super::{Asked, Texel, queries};
use crate::error::{Code, Error, Result};
use crate::legalize::kernels::descriptors::{Descriptors, Kind, name};
use crate::legalize::kernels::functions::call::Call;
use crate::legalize::kernels::host::Plan;
use crate::legalize::kernels::spaces;
use crate::legalize::kit::emit::Emit;
use crate::legalize::kit::place::Place;
use crate::legalize::logical::layouts::Layouts;
use crate::llvm::{Builder, Linkage, Opcode, Type, Value};
use ::spirv::{Capability, Decoration, Dim};
use llvm_spirv_mangling as mangling;
use rustc_hash::{FxHashMap, FxHashSet};

/// Access qualifiers of images.
const READ_ONLY: u32 = 0;
const WRITE_ONLY: u32 = 1;

/// The shape of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub dim: u32,
    pub is_depth: bool,
    pub is_arrayed: bool,
    pub is_multisampled: bool,
    pub access: u32,
}

impl Shape {
    /// Returns the shape of a kernel's image.
    pub fn of(ty: Type<'_>) -> Result<Self> {
        let no_image = || Error::of(Code::IllegalType, format!("an image of type {ty} in a kernel for Vulkan"));
        let numbers = ty.target_ints();
        match (ty.target_name(), numbers.as_slice()) {
            (Some("spirv.Image"), [dim, depth, arrayed, multisampled, _, _, access]) => Ok(Self {
                dim: *dim,
                is_depth: *depth == 1,
                is_arrayed: *arrayed == 1,
                is_multisampled: *multisampled == 1,
                access: *access,
            }),
            _ => Err(no_image().hint("give the parameter one of the image types of OpenCL C")),
        }
    }

    /// Returns whether the image is a storage image.
    pub fn is_storage(self) -> bool {
        self.access != READ_ONLY
    }

    pub fn is_buffer(self) -> bool {
        self.dim == Dim::DimBuffer as u32
    }

    /// Returns the number of dimensions, not counting the layers of an array.
    pub fn dimensions(self) -> u32 {
        match Dim::from_u32(self.dim) {
            Some(Dim::Dim1D | Dim::DimBuffer) => 1,
            Some(Dim::Dim3D) => 3,
            _ => 2,
        }
    }

    /// Returns the number of coordinates.
    pub fn coordinates(self) -> u32 {
        self.dimensions() + u32::from(self.is_arrayed)
    }

    /// Returns whether Vulkan requires normalized coordinates to sample the image.
    pub fn is_normalized(self) -> bool {
        self.is_arrayed || self.dimensions() == 3
    }

    /// Returns the integer parameters of the shader's image type.
    fn numbers(self) -> [u32; 6] {
        let sampled = if self.is_storage() { 2 } else { 1 };
        [self.dim, u32::from(self.is_depth), u32::from(self.is_arrayed), u32::from(self.is_multisampled), sampled, 0]
    }
}

/// An image as an operand.
#[derive(Clone, Copy, Debug)]
pub struct Image<'m> {
    pub handle: Value<'m>,
    pub shape: Shape,
}

/// The values that may replace an image or a sampler of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The image or sampler itself.
    Itself,
    /// The sampler with normalized coordinates that replaces one with other coordinates.
    Normalized,
    /// The number that describes a sampler, as in OpenCL C.
    Mask,
}

/// The images and samplers of an entry point.
pub struct Images<'a, 'm> {
    pub place: &'a Place<'m>,
    pub emit: Emit<'m>,
    pub literals: Literals<'a, 'm>,
    pub function: Value<'m>,
    /// The replacements of parameters, of samplers that are numbers, and of phis and selects of them, by role.
    pub known: FxHashMap<(Value<'m>, Role), Value<'m>>,
    asked: Vec<Asked<'m>>,
}

impl<'a, 'm> Images<'a, 'm> {
    /// Declares the variables for the image and sampler parameters of a function.
    pub fn new(
        place: &'a Place<'m>,
        function: Value<'m>,
        descriptors: &'a Descriptors<'m>,
        calls: &[(Value<'m>, mangling::Name)],
        plan: &'a Plan,
    ) -> Result<Self> {
        let emit = Emit { context: place.context, builder: Builder::new(place.module) };
        let literals = Literals::of(descriptors, plan, calls);
        let mut images = Self { place, emit, literals, function, known: FxHashMap::default(), asked: Vec::new() };
        for (parameter, param) in descriptors.parameters.iter().zip(function.params().collect::<Vec<_>>()) {
            let ty = match parameter.kind {
                Kind::Image => {
                    let shape = Shape::of(param.ty())?;
                    require(place, shape)?;
                    image_type(place, shape, texel(param, calls)?)?
                }
                Kind::Sampler => param.ty(),
                _ => continue,
            };
            let handle = images.variable(&name(function, param), ty, parameter.set, parameter.binding)?;
            images.known.insert((param, Role::Itself), handle);
            if parameter.kind == Kind::Sampler {
                images.known.insert((param, Role::Normalized), handle);
            }
        }
        Ok(images)
    }

    /// Declares a variable, and loads from it at the beginning of the function.
    pub fn variable(&self, name: &str, ty: Type<'m>, set: u32, binding: u32) -> Result<Value<'m>> {
        let place = self.place;
        let variable = place.module.add_global(name, ty, spaces::CONSTANT)?;
        variable.set_global_constant(true)?;
        variable.set_linkage(Linkage::External)?;
        let list = [(Decoration::DescriptorSet, set.into()), (Decoration::Binding, binding.into())];
        variable.set_global_metadata("spirv.Decorations", Layouts::new(place).decorations(&list)?)?;
        self.begin()?;
        self.emit.builder.load(ty, variable)
    }

    /// Positions the builder at the beginning of the function.
    pub fn begin(&self) -> Result<()> {
        let first = self.function.entry_block().and_then(|block| block.first_instruction());
        self.emit.builder.position_before(first.ok_or_else(|| Error::internal("a function without instructions"))?)
    }

    /// Returns the image that is the first argument of a call.
    pub fn image(&mut self, call: &Call<'_, 'm>) -> Result<Image<'m>> {
        let old = call.arg(0)?;
        let shape = Shape::of(old.ty())?;
        Ok(Image { handle: self.handle(old, Role::Itself)?, shape })
    }

    /// Returns the replacement of a parameter, or of a phi or select. Replaces their operands first, without recursion,
    /// since any number of them may follow one another.
    pub fn handle(&mut self, old: Value<'m>, role: Role) -> Result<Value<'m>> {
        if let Some(known) = self.known.get(&(old, role)) {
            return Ok(*known);
        }
        let (found, choices) = (roots(old), choices(old, |value| self.known.contains_key(&(value, role))));
        let ty = found.into_iter().find_map(|root| self.known.get(&(root, role))).map(|handle| handle.ty());
        let (phis, selects): (Vec<_>, Vec<_>) = choices.into_iter().partition(|choice| choice.is_op(Opcode::Phi));
        for phi in &phis {
            self.emit.builder.position_before(*phi)?;
            let new = self.emit.builder.phi(ty.ok_or_else(no_parameter)?)?;
            self.known.insert((*phi, role), new);
        }
        selects.into_iter().try_for_each(|select| self.select(select, role))?;
        for phi in phis {
            let new = self.made(phi, role)?;
            for (value, block) in phi.incoming().collect::<Vec<_>>() {
                let value = self.made(value, role)?;
                same_type(value, new)?;
                self.emit.builder.add_incoming(new, value, block)?;
            }
        }
        self.made(old, role)
    }

    fn made(&self, old: Value<'m>, role: Role) -> Result<Value<'m>> {
        self.known.get(&(old, role)).copied().ok_or_else(no_parameter)
    }

    /// Emits a select of replacements.
    fn select(&mut self, old: Value<'m>, role: Role) -> Result<()> {
        let operands: Vec<_> = old.operands().collect();
        let [condition, a, b] = operands[..] else { return Err(no_parameter()) };
        let (a, b) = (self.made(a, role)?, self.made(b, role)?);
        same_type(a, b)?;
        self.emit.builder.position_before(old)?;
        let new = self.emit.builder.select(condition, a, b)?;
        self.known.insert((old, role), new);
        Ok(())
    }

    /// Adds a query about an image, which the host answers by a push constant.
    pub fn ask_of_image(&mut self, call: Value<'m>, base: &str) -> Result<()> {
        let image = call.call_arg(0).filter(|image| image.is_argument());
        let no_image = || {
            Error::of(Code::Builtin, format!("{base} of an image that is chosen"))
                .hint("ask each image, and choose from the answers")
        };
        let question = base.strip_prefix("get_image_").unwrap_or(base);
        self.ask(image.ok_or_else(no_image)?, call, (question, queries::instruction(base)));
        Ok(())
    }

    /// Adds a query about a parameter; the answer will replace the instruction `stands`.
    pub fn ask(&mut self, param: Value<'m>, stands: Value<'m>, (question, instruction): (&str, &'static str)) {
        let ordinal = self.function.params().position(|other| other == param).unwrap_or_default() as u32;
        let name = format!("{}.{question}", name(self.function, param));
        match self.asked.iter_mut().find(|asked| asked.name == name) {
            Some(known) => known.calls.push(stands),
            None => self.asked.push(Asked { name, instruction, ordinal, calls: vec![stands] }),
        }
    }

    /// Erases the replaced phis and selects, and returns the queries for the host.
    pub fn finish(self) -> Result<Vec<Asked<'m>>> {
        let olds: FxHashSet<_> = self.known.into_keys().map(|(old, _)| old).collect();
        let (choices, params): (Vec<_>, Vec<_>) = olds.into_iter().partition(|old| old.is_instruction());
        for old in &choices {
            old.replace_uses(self.place.context.poison(old.ty())?)?;
        }
        choices.iter().try_for_each(|old| old.erase())?;
        let is_asked = |user: Value<'m>| self.asked.iter().any(|asked| asked.calls.contains(&user));
        match params.iter().flat_map(|param| param.uses()).find(|user| !is_asked(*user)) {
            Some(user) => Err(no_parameter().at_instruction(|| user.print())),
            None => Ok(self.asked),
        }
    }
}

fn no_parameter() -> Error {
    Error::of(Code::IllegalType, "an image or sampler that is no parameter of the kernel")
        .hint("use the parameter itself: Vulkan has no images in memory")
}

fn same_type(a: Value<'_>, b: Value<'_>) -> Result<()> {
    let differ = || {
        Error::of(Code::IllegalType, "a choice of images whose texels are numbers of several kinds")
            .hint("read each of the images, and choose from the texels")
    };
    if a.ty() == b.ty() { Ok(()) } else { Err(differ()) }
}

/// Returns the values from which a phi or select chooses, directly or through others.
pub fn roots(choice: Value<'_>) -> Vec<Value<'_>> {
    let (mut seen, mut work, mut found) = (FxHashSet::default(), vec![choice], Vec::new());
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            Some(Opcode::Phi) => work.extend(value.operands()),
            Some(Opcode::Select) => work.extend(value.operands().skip(1)),
            _ => found.push(value),
        }
    }
    found
}

/// Returns the phis and selects from which a value is computed and that are not replaced yet, each select after its
/// operands. The operands of phis, which may depend on the phis themselves, come last.
fn choices<'m>(value: Value<'m>, is_known: impl Fn(Value<'m>) -> bool) -> Vec<Value<'m>> {
    let (mut seen, mut later, mut found) = (FxHashSet::default(), vec![value], Vec::new());
    while let Some(value) = later.pop() {
        let mut work = vec![(value, false)];
        while let Some((value, is_ready)) = work.pop() {
            let is_phi = value.is_op(Opcode::Phi);
            if is_ready {
                found.push(value);
            } else if (is_phi || value.is_op(Opcode::Select)) && !is_known(value) && seen.insert(value) {
                work.push((value, true));
                match is_phi {
                    true => later.extend(value.operands()),
                    false => work.extend(value.operands().skip(1).map(|part| (part, false))),
                }
            }
        }
    }
    found
}

/// Returns the kind of texel that the calls with an image read and write.
fn texel<'m>(param: Value<'m>, calls: &[(Value<'m>, mangling::Name)]) -> Result<Texel> {
    let mut found: Option<Texel> = None;
    let reached = calls.iter().filter(|(call, _)| call.call_arg(0).is_some_and(|image| roots(image).contains(&param)));
    for (_, name) in reached {
        let end = ["read_image", "write_image"].iter().find_map(|prefix| name.base.strip_prefix(prefix));
        let Some(end) = end else { continue };
        let texel = match Texel::named(end, &name.base)? {
            Texel::Half => Texel::Float,
            other => other,
        };
        if found.is_some_and(|found| found != texel) {
            let several = "an image whose texels are read or written as numbers of several kinds";
            return Err(Error::of(Code::IllegalType, several)
                .hint("use either read_imagef, read_imagei or read_imageui for all texels of an image"));
        }
        found = Some(texel);
    }
    Ok(found.unwrap_or(Texel::Float))
}

/// Declares the capabilities that storage images without a format require.
fn require<'m>(place: &Place<'m>, shape: Shape) -> Result<()> {
    let needed: &[Capability] = match shape.access {
        READ_ONLY => &[],
        WRITE_ONLY => &[Capability::StorageImageWriteWithoutFormat],
        _ => &[Capability::StorageImageReadWithoutFormat, Capability::StorageImageWriteWithoutFormat],
    };
    for capability in needed {
        let node = place.context.md_node(&[Some(place.context.md_int(32, *capability as u64)?)]);
        if !place.module.named_metadata_nodes("spirv.Capability").any(|known| known == node) {
            place.module.add_named_metadata("spirv.Capability", node)?;
        }
    }
    Ok(())
}

fn image_type<'m>(place: &Place<'m>, shape: Shape, texel: Texel) -> Result<Type<'m>> {
    let (name, component) = match texel {
        Texel::Signed => ("spirv.SignedImage", place.context.int_type(32)?),
        Texel::Unsigned => ("spirv.Image", place.context.int_type(32)?),
        _ => ("spirv.Image", place.context.float_type()),
    };
    place.context.target_type(name, &[component], &shape.numbers())
}
