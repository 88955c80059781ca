//! Shaders over random blocks, as SPIR-V assembly.

use super::shape::{Rules, SCALARS, Shape, scalar};
use llvm_spirv_testing::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The limit on accessed elements of an open array.
const OPEN: u32 = 4;
/// The limit on the accesses of a case.
const MOST: usize = 12;

/// The head of a module: capabilities, and the scalar types of `SCALARS`.
const CAPABILITIES: &str = "OpCapability Shader\nOpCapability Int8\nOpCapability Int16\nOpCapability Int64\n\
    OpCapability Float16\nOpCapability Float64\nOpCapability StorageBuffer8BitAccess\n\
    OpCapability StorageBuffer16BitAccess\nOpMemoryModel Logical GLSL450\n";
const TYPES: &str = "%void = OpTypeVoid\n%main_type = OpTypeFunction %void\n%float = OpTypeFloat 32\n\
    %int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n%double = OpTypeFloat 64\n%long = OpTypeInt 64 1\n\
    %ulong = OpTypeInt 64 0\n%half = OpTypeFloat 16\n%short = OpTypeInt 16 1\n%ushort = OpTypeInt 16 0\n\
    %char = OpTypeInt 8 1\n%uchar = OpTypeInt 8 0\n";

/// A case: its number, and the accesses that are left out.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The number that determines the case.
    pub number: u64,
    /// The accesses that are left out, by position.
    pub without: BTreeSet<usize>,
}

impl Case {
    /// Returns a case with all accesses.
    pub fn new(number: u64) -> Self {
        Self { number, without: BTreeSet::new() }
    }
}

/// A part of a block.
#[derive(Clone, Debug)]
struct Place {
    /// The name of the type of the value.
    ty: String,
    /// The indices of the part.
    path: Vec<Index>,
    /// True if it is in Uniform memory.
    is_uniform: bool,
}

#[derive(Clone, Copy, Debug)]
enum Index {
    /// A member, or a part with a constant index.
    Constant(u32),
    /// An element with a dynamic index below this number.
    Element(u32),
}

/// A module that is being written.
#[derive(Debug, Default)]
struct Writer {
    decorations: String,
    globals: String,
    code: String,
    known: BTreeMap<String, String>,
    next: usize,
}

/// Returns the assembly of a module with cases, each with a separate storage buffer.
pub fn module(seed: u64, cases: &[Case]) -> String {
    let mut writer = Writer { globals: TYPES.to_owned(), ..Writer::default() };
    writer.decorations += "OpDecorate %words ArrayStride 4\nOpDecorate %indices Block\nOpMemberDecorate %indices 0 Offset 0\n\
        OpDecorate %index DescriptorSet 1\nOpDecorate %index Binding 0\n";
    writer.globals += "%words = OpTypeRuntimeArray %uint\n%indices = OpTypeStruct %words\n\
        %to_indices = OpTypePointer StorageBuffer %indices\n%index = OpVariable %to_indices StorageBuffer\n\
        %to_index = OpTypePointer StorageBuffer %uint\n";
    let mut interface = "%index".to_owned();
    for (position, case) in cases.iter().enumerate() {
        for variable in writer.case(seed, position, case) {
            let _ = write!(interface, " %{variable}");
        }
    }
    let Writer { decorations, globals, code, .. } = writer;
    format!(
        "{CAPABILITIES}OpEntryPoint GLCompute %main \"main\" {interface}\nOpExecutionMode %main LocalSize 1 1 1\n\
         {decorations}{globals}%main = OpFunction %void None %main_type\n%entry = OpLabel\n{code}OpReturn\nOpFunctionEnd\n"
    )
}

impl Writer {
    fn fresh(&mut self, what: &str) -> String {
        self.next += 1;
        format!("{what}_{}", self.next)
    }

    /// Returns the name of a declaration, and adds it if it is new.
    fn declared(&mut self, what: &str, text: &str) -> String {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let name = self.fresh(what);
        let _ = writeln!(self.globals, "%{name} = {text}");
        self.known.insert(text.to_owned(), name.clone());
        name
    }

    fn constant(&mut self, value: u32) -> String {
        self.declared("c", &format!("OpConstant %uint {value}"))
    }

    /// Adds a case; returns the names of its variables.
    fn case(&mut self, seed: u64, position: usize, case: &Case) -> Vec<String> {
        let mut random = Random::new(seed, case.number);
        let mut places = Vec::new();
        let mut names = vec![self.block(&mut random, position, false, &mut places)];
        if position.is_multiple_of(2) && random.one_in(2) {
            names.push(self.block(&mut random, position, true, &mut places));
        }
        for access in 0..2 + random.below(MOST) {
            let text = self.access(&mut random, &places, &names);
            if !case.without.contains(&access) {
                self.code += &text;
            }
        }
        names
    }

    /// Declares a block; returns the name of its variable.
    fn block(&mut self, random: &mut Random, position: usize, is_uniform: bool, places: &mut Vec<Place>) -> String {
        let rules = Rules { is_extended: is_uniform };
        let shape = Shape::block(random, rules);
        let name = self.ty(&shape);
        let class = if is_uniform { "Uniform" } else { "StorageBuffer" };
        let pointer = self.declared("to", &format!("OpTypePointer {class} %{name}"));
        let variable = self.fresh(if is_uniform { "uniform" } else { "block" });
        let _ = writeln!(self.globals, "%{variable} = OpVariable %{pointer} {class}");
        let (set, binding) = if is_uniform { (2, position) } else { (0, position) };
        let _ = writeln!(self.decorations, "OpDecorate %{name} Block\nOpDecorate %{variable} DescriptorSet {set}");
        let _ = writeln!(self.decorations, "OpDecorate %{variable} Binding {binding}");
        self.places(&shape, &name, &mut Vec::new(), is_uniform, places);
        variable
    }

    /// Returns the name of a type; types with a layout are declared anew each time.
    fn ty(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Scalar(row) => scalar(*row).0.to_owned(),
            Shape::Vector(row, count) => self.declared("v", &format!("OpTypeVector %{} {count}", scalar(*row).0)),
            Shape::Matrix { scalar: row, columns, rows, .. } => {
                let column = self.ty(&Shape::Vector(*row, *rows));
                self.declared("m", &format!("OpTypeMatrix %{column} {columns}"))
            }
            Shape::Array { element, length, stride } => {
                let element = self.ty(element);
                let name = self.fresh("array");
                let _ = match length {
                    0 => writeln!(self.globals, "%{name} = OpTypeRuntimeArray %{element}"),
                    _ => {
                        let length = self.constant(*length);
                        writeln!(self.globals, "%{name} = OpTypeArray %{element} %{length}")
                    }
                };
                let _ = writeln!(self.decorations, "OpDecorate %{name} ArrayStride {stride}");
                name
            }
            Shape::Struct(members) => {
                let types: Vec<_> = members.iter().map(|(member, _)| format!("%{}", self.ty(member))).collect();
                let name = self.fresh("struct");
                let _ = writeln!(self.globals, "%{name} = OpTypeStruct {}", types.join(" "));
                for (index, (member, offset)) in members.iter().enumerate() {
                    let _ = writeln!(self.decorations, "OpMemberDecorate %{name} {index} Offset {offset}");
                    self.matrix_layout(&name, index, member);
                }
                name
            }
        }
    }

    fn matrix_layout(&mut self, name: &str, index: usize, mut member: &Shape) {
        while let Shape::Array { element, .. } = member {
            member = element;
        }
        if let Shape::Matrix { stride, is_row_major, .. } = member {
            let order = if *is_row_major { "RowMajor" } else { "ColMajor" };
            let _ = writeln!(self.decorations, "OpMemberDecorate %{name} {index} MatrixStride {stride}");
            let _ = writeln!(self.decorations, "OpMemberDecorate %{name} {index} {order}");
        }
    }

    /// Lists all parts of a value that can be loaded.
    fn places(&mut self, shape: &Shape, ty: &str, path: &mut Vec<Index>, is_uniform: bool, places: &mut Vec<Place>) {
        let is_open = |shape: &Shape| matches!(shape, Shape::Array { length: 0, .. });
        let holds_open = matches!(shape, Shape::Struct(members) if members.iter().any(|(member, _)| is_open(member)));
        if !is_open(shape) && !holds_open && !path.is_empty() {
            places.push(Place { ty: ty.to_owned(), path: path.clone(), is_uniform });
        }
        let mut part = |writer: &mut Self, shape: &Shape, index| {
            let ty = writer.part_type(shape, ty, index);
            path.push(index);
            writer.places(shape, &ty, path, is_uniform, places);
            path.pop();
        };
        match shape {
            Shape::Scalar(_) => {}
            Shape::Vector(row, count) => part(self, &Shape::Scalar(*row), Index::Element(*count)),
            Shape::Matrix { scalar, columns, rows, .. } => {
                part(self, &Shape::Vector(*scalar, *rows), Index::Element(*columns));
            }
            Shape::Array { element, length, .. } => {
                part(self, element, Index::Element(if *length == 0 { OPEN } else { *length }));
            }
            Shape::Struct(members) => {
                for (index, (member, _)) in (0..).zip(members) {
                    part(self, member, Index::Constant(index));
                }
            }
        }
    }

    /// Returns the name of the type of a part, from the declaration of the whole.
    fn part_type(&mut self, shape: &Shape, whole: &str, index: Index) -> String {
        if matches!(shape, Shape::Scalar(_) | Shape::Vector(..) | Shape::Matrix { .. }) {
            return self.ty(shape);
        }
        let mark = format!("%{whole} = ");
        let line = self.globals.lines().find_map(|line| line.strip_prefix(&mark)).unwrap_or_default();
        let position = match index {
            Index::Constant(member) => member as usize + 1,
            Index::Element(_) => 1,
        };
        line.split(' ').nth(position).unwrap_or_default().trim_start_matches('%').to_owned()
    }

    /// Returns an access that copies the value at one place to another place of the same type.
    fn access(&mut self, random: &mut Random, places: &[Place], variables: &[String]) -> String {
        let mut text = String::new();
        let Some(from) = places.get(random.below(places.len())) else { return text };
        let same: Vec<_> = places.iter().filter(|place| place.ty == from.ty && !place.is_uniform).collect();
        let Some(to) = same.get(random.below(same.len())) else { return text };
        let source = self.chain(random, from, variables, &mut text);
        let value = self.fresh("value");
        let _ = writeln!(text, "%{value} = OpLoad %{} %{source}", from.ty);
        let value = self.changed(random, &from.ty, value, &mut text);
        let target = self.chain(random, to, variables, &mut text);
        let _ = writeln!(text, "OpStore %{target} %{value}");
        text
    }

    /// Sometimes adds one to a number.
    fn changed(&mut self, random: &mut Random, ty: &str, value: String, text: &mut String) -> String {
        let is_float = ["float", "double", "half"].contains(&ty);
        if !SCALARS.iter().any(|row| row.0 == ty) || !random.one_in(2) {
            return value;
        }
        let one = self.declared("one", &format!("OpConstant %{ty} 1"));
        let sum = self.fresh("sum");
        let op = if is_float { "OpFAdd" } else { "OpIAdd" };
        let _ = writeln!(text, "%{sum} = {op} %{ty} %{value} %{one}");
        sum
    }

    /// Returns the name of an address.
    fn chain(&mut self, random: &mut Random, place: &Place, variables: &[String], text: &mut String) -> String {
        let class = if place.is_uniform { "Uniform" } else { "StorageBuffer" };
        let pointer = self.declared("to", &format!("OpTypePointer {class} %{}", place.ty));
        let mut indices = String::new();
        for index in &place.path {
            let name = match *index {
                Index::Constant(member) => self.constant(member),
                Index::Element(count) if random.one_in(2) => self.constant(random.below(count as usize) as u32),
                Index::Element(count) => self.dynamic(random, count, text),
            };
            let _ = write!(indices, " %{name}");
        }
        let variable = variables.get(usize::from(place.is_uniform)).map_or("", String::as_str);
        let name = self.fresh("at");
        let op = if random.one_in(2) { "OpAccessChain" } else { "OpInBoundsAccessChain" };
        let _ = writeln!(text, "%{name} = {op} %{pointer} %{variable}{indices}");
        name
    }

    /// Returns the name of an index below `count` that is loaded from memory.
    fn dynamic(&mut self, random: &mut Random, count: u32, text: &mut String) -> String {
        let (zero, at, count) = (self.constant(0), self.constant(random.below(16) as u32), self.constant(count));
        let (address, word, index) = (self.fresh("at"), self.fresh("word"), self.fresh("index"));
        let _ = writeln!(text, "%{address} = OpAccessChain %to_index %index %{zero} %{at}");
        let _ = writeln!(text, "%{word} = OpLoad %uint %{address}\n%{index} = OpUMod %uint %{word} %{count}");
        index
    }
}
