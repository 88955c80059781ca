//! A vertex shader for a fragment shader: two triangles that cover the image, one of them a back face, and an output
//! for each input, with values from the pattern at the six vertices. It is written as text for `spirv-as`; types may be
//! declared twice, which drivers accept.

use crate::layout::{Kind, mixed, small_float};
use crate::{Fault, Result, lacks};
use llvm_spirv::inspect::{EntryPoint, Form, Inspection, InterfaceVariable};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The number of vertices.
pub const VERTICES: u32 = 6;

/// The positions of the vertices.
const POSITIONS: [[&str; 2]; VERTICES as usize] =
    [["-1", "-1"], ["1", "-1"], ["-1", "1"], ["1", "-1"], ["-1", "1"], ["1", "1"]];

/// The builtins that a fragment shader may read.
const BUILTINS: &[&str] = &[
    "FragCoord",
    "FrontFacing",
    "PointCoord",
    "SampleId",
    "SamplePosition",
    "SampleMask",
    "HelperInvocation",
    "PrimitiveId",
    "Layer",
    "ViewportIndex",
    "ViewIndex",
    "SubgroupSize",
    "SubgroupLocalInvocationId",
];

/// The parts of the text.
#[derive(Debug, Default)]
struct Text {
    interface: String,
    decorations: String,
    globals: String,
    body: String,
    known: BTreeSet<u32>,
}

/// Returns the vertex shader for a fragment shader, as a binary.
///
/// # Errors
///
/// An input that it cannot provide.
pub fn vertex(inspection: &Inspection, entry: &EntryPoint) -> Result<Vec<u8>> {
    let mut text = Text::default();
    for input in &entry.inputs {
        match &input.placement.builtin {
            Some(builtin) if BUILTINS.contains(&builtin.as_str()) => {}
            Some(builtin) => return lacks(format!("the builtin {builtin} as an input")),
            None => text.output(inspection, input)?,
        }
    }
    assemble(&text.whole())
}

impl Text {
    fn output(&mut self, inspection: &Inspection, input: &InterfaceVariable) -> Result<()> {
        let (id, ty) = (input.id, input.ty);
        self.declare(inspection, ty, input.placement.location.is_none())?;
        _ = write!(self.interface, " %out{id}");
        for (name, value) in [("Location", input.placement.location), ("Component", input.placement.component)] {
            if let Some(value) = value {
                _ = writeln!(self.decorations, "OpDecorate %out{id} {name} {value}");
            }
        }
        let values =
            (0..VERTICES).map(|vertex| self.value(inspection, ty, u64::from(id) << 16 | u64::from(vertex) << 12));
        let values = values.collect::<Result<Vec<_>>>()?.join(" ");
        _ = write!(
            self.globals,
            "%po{id} = OpTypePointer Output %t{ty}\n%out{id} = OpVariable %po{id} Output\n\
             %a{id} = OpTypeArray %t{ty} %vertices\n%pp{id} = OpTypePointer Private %a{id}\n\
             %pe{id} = OpTypePointer Private %t{ty}\n%c{id} = OpConstantComposite %a{id} {values}\n\
             %table{id} = OpVariable %pp{id} Private %c{id}\n"
        );
        _ = write!(
            self.body,
            "%at{id} = OpAccessChain %pe{id} %table{id} %index\n%value{id} = OpLoad %t{ty} %at{id}\n\
             OpStore %out{id} %value{id}\n"
        );
        Ok(())
    }

    /// Declares a type of the fragment shader. The ids of a type's parts precede its own, so the recursion ends.
    fn declare(&mut self, inspection: &Inspection, ty: u32, is_block: bool) -> Result<()> {
        let Some(known) = inspection.types.get(&ty) else { return lacks("an input without a type") };
        if !self.known.insert(ty) {
            return Ok(());
        }
        let text = match &known.form {
            Form::Scalar => match Kind::named(&known.name) {
                Some(Kind::Float(size)) => format!("OpTypeFloat {}", size * 8),
                Some(Kind::Signed(size)) => format!("OpTypeInt {} 1", size * 8),
                Some(Kind::Unsigned(size)) => format!("OpTypeInt {} 0", size * 8),
                _ => return lacks(format!("an input of type {}", known.name)),
            },
            Form::Vector(part, count) => self.of_part(inspection, "OpTypeVector", *part, &count.to_string())?,
            Form::Matrix(part, count) => self.of_part(inspection, "OpTypeMatrix", *part, &count.to_string())?,
            Form::Array { element, length: Some(length), .. } => {
                _ = writeln!(self.globals, "%l{ty} = OpConstant %uint {}", length.value.unwrap_or(1));
                self.of_part(inspection, "OpTypeArray", *element, &format!("%l{ty}"))?
            }
            Form::Structure(members) => {
                let mut text = "OpTypeStruct".to_owned();
                for (index, member) in members.iter().enumerate() {
                    self.declare(inspection, member.ty, false)?;
                    _ = write!(text, " %t{}", member.ty);
                    if let Some(location) = member.placement.location {
                        _ = writeln!(self.decorations, "OpMemberDecorate %t{ty} {index} Location {location}");
                    }
                    if let Some(component) = member.placement.component {
                        _ = writeln!(self.decorations, "OpMemberDecorate %t{ty} {index} Component {component}");
                    }
                    if member.placement.builtin.is_some() {
                        return lacks("a block of builtins as an input");
                    }
                }
                if is_block || members.iter().any(|member| member.placement.location.is_some()) {
                    _ = writeln!(self.decorations, "OpDecorate %t{ty} Block");
                }
                text
            }
            _ => return lacks(format!("an input of type {}", known.name)),
        };
        _ = writeln!(self.globals, "%t{ty} = {text}");
        Ok(())
    }

    fn of_part(&mut self, inspection: &Inspection, op: &str, part: u32, rest: &str) -> Result<String> {
        self.declare(inspection, part, false)?;
        Ok(format!("{op} %t{part} {rest}"))
    }

    /// Writes a constant of a type, and returns its name.
    fn value(&mut self, inspection: &Inspection, ty: u32, position: u64) -> Result<String> {
        let Some(known) = inspection.types.get(&ty) else { return lacks("an input without a type") };
        let name = format!("%v{position}_{ty}");
        let parts: Vec<u32> = match &known.form {
            Form::Scalar => {
                let text = match Kind::named(&known.name) {
                    Some(Kind::Float(_)) => small_float(position).to_string(),
                    _ => (mixed(position) % 8).to_string(),
                };
                _ = writeln!(self.globals, "{name} = OpConstant %t{ty} {text}");
                return Ok(name);
            }
            Form::Vector(part, count) | Form::Matrix(part, count) => vec![*part; *count as usize],
            Form::Array { element, length: Some(length), .. } => {
                vec![*element; length.value.unwrap_or(1).min(64) as usize]
            }
            Form::Structure(members) => members.iter().map(|member| member.ty).collect(),
            _ => return lacks(format!("an input of type {}", known.name)),
        };
        let parts = (1..).zip(parts).map(|(index, part)| self.value(inspection, part, position * 31 + index));
        let parts = parts.collect::<Result<Vec<_>>>()?.join(" ");
        _ = writeln!(self.globals, "{name} = OpConstantComposite %t{ty} {parts}");
        Ok(name)
    }

    fn whole(&self) -> String {
        let Self { interface, decorations, globals, body, .. } = self;
        let mut positions = String::new();
        for (index, [x, y]) in POSITIONS.iter().enumerate() {
            let coordinate = |text: &str| if text == "1" { "%one" } else { "%minus" };
            let (x, y) = (coordinate(x), coordinate(y));
            _ = writeln!(positions, "%corner{index} = OpConstantComposite %vector {x} {y} %quarter %one");
        }
        let corners: Vec<_> = (0..VERTICES).map(|index| format!("%corner{index}")).collect();
        format!(
            "OpCapability Shader\nOpMemoryModel Logical GLSL450\n\
             OpEntryPoint Vertex %main \"main\" %position %number{interface}\n\
             OpDecorate %position BuiltIn Position\nOpDecorate %number BuiltIn VertexIndex\n{decorations}\
             %void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n%uint = OpTypeInt 32 0\n\
             %vertices = OpConstant %uint {VERTICES}\n%one = OpConstant %float 1\n%minus = OpConstant %float -1\n\
             %quarter = OpConstant %float 0.25\n%vector = OpTypeVector %float 4\n{globals}\
             %corners = OpTypeArray %vector %vertices\n{positions}%all = OpConstantComposite %corners {}\n\
             %pcorners = OpTypePointer Private %corners\n%pcorner = OpTypePointer Private %vector\n\
             %pvector = OpTypePointer Output %vector\n%puint = OpTypePointer Input %uint\n\
             %table = OpVariable %pcorners Private %all\n%position = OpVariable %pvector Output\n\
             %number = OpVariable %puint Input\n\
             %main = OpFunction %void None %fn\n%label = OpLabel\n%index = OpLoad %uint %number\n\
             %corner = OpAccessChain %pcorner %table %index\n%where = OpLoad %vector %corner\n\
             OpStore %position %where\n{body}OpReturn\nOpFunctionEnd\n",
            corners.join(" ")
        )
    }
}

/// Assembles a text with `spirv-as`.
fn assemble(text: &str) -> Result<Vec<u8>> {
    let failed = |error: std::io::Error| Fault::Failed(format!("spirv-as: {error}"));
    let mut command = Command::new("spirv-as");
    let command = command.args(["--target-env", "spv1.3", "-o", "-", "-"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        scope.spawn(|| stdin.map(|mut stdin| stdin.write_all(text.as_bytes())));
        child.wait_with_output()
    });
    let output = output.map_err(failed)?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Fault::Failed(format!("spirv-as: {}\n{text}", String::from_utf8_lossy(&output.stderr))))
}
