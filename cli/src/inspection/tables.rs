//! The interface of a module as tables.

use crate::explain;
use llvm_ir::sorting::Sorting;
use llvm_spirv::error::escaped;
use llvm_spirv::inspect::{
    Argument, Construct, Descriptor, EntryPoint, Fact, Form, Inspection, InterfaceVariable, Length, Member, Number,
    Placement, Told, Type,
};
use std::fmt::Write;

/// Returns all facts about a module; empty tables are left out.
pub fn text(inspection: &Inspection) -> String {
    let mut text = module(inspection);
    inspection.entry_points.iter().for_each(|entry| text.push_str(&entry_point(entry)));
    let mut descriptors: Vec<_> = inspection.descriptors.iter().collect();
    descriptors.arrange_by_key(|one| (one.set, one.binding));
    let descriptors = descriptors.into_iter().map(|one| descriptor(inspection, one)).collect();
    table(&mut text, "descriptors", &["set", "binding", "kind", "count", "type", "size", "name", ""], descriptors);
    let blocks = inspection.push_constants.iter();
    let blocks = blocks.map(|block| vec![name_of(inspection, block.ty), number(block.size), named(&block.name)]);
    table(&mut text, "push constants", &["type", "size", "name"], blocks.collect());
    let constants = inspection.spec_constants.iter().map(|constant| {
        let default = value(constant.default);
        vec![constant.spec_id.to_string(), constant.type_name.clone(), default, named(&constant.name)]
    });
    table(&mut text, "specialization constants", &["id", "type", "default", "name"], constants.collect());
    let rows = inspection.reflection.iter().map(told).collect();
    table(&mut text, "reflection", &["kernel", "argument", "what", "facts"], rows);
    constructs(&mut text, &inspection.constructs);
    inspection.types.values().for_each(|ty| structure(&mut text, inspection, ty));
    text
}

/// Returns the facts about the module as a whole.
fn module(inspection: &Inspection) -> String {
    let (tool, version) = inspection.generator;
    let maker = inspection.tool.as_ref().map_or_else(|| format!("generator {tool}"), |tool| format!("made by {tool}"));
    let mut text = format!("SPIR-V {}, {maker}, version {version}\n", inspection.version);
    let _ = writeln!(text, "memory model {} {}", inspection.addressing_model, inspection.memory_model);
    for (what, reasons) in
        [("capability", &inspection.explanation.capabilities), ("extension", &inspection.explanation.extensions)]
    {
        for reason in reasons {
            let _ = writeln!(text, "{what} {}", escaped(&reason.name));
            text.push_str(&explain::because(reason.asked_by.as_ref(), reason.count, "no instruction needs it"));
        }
    }
    for set in &inspection.extended_instruction_sets {
        let _ = writeln!(text, "instructions of {}", escaped(set));
    }
    text
}

fn entry_point(entry: &EntryPoint) -> String {
    let size = entry.local_size.map(|sizes| format!(", {}", sizes.map(|size| length(&size)).join(" x ")));
    let mut text = format!("\nentry point {}: {}{}\n", escaped(&entry.name), entry.model, size.unwrap_or_default());
    for mode in &entry.modes {
        let operands: String = mode.operands.iter().map(|operand| format!(" {}", length(operand))).collect();
        let _ = writeln!(text, "  {}{operands}", mode.name);
    }
    let header = ["place", "type", "name", ""];
    table(&mut text, "  inputs", &header, entry.inputs.iter().map(interface_variable).collect());
    table(&mut text, "  outputs", &header, entry.outputs.iter().map(interface_variable).collect());
    let arguments = (0..).zip(&entry.arguments).map(|(index, one)| argument(index, one)).collect();
    table(&mut text, "  arguments", &["", "type", "storage class", "name"], arguments);
    text
}

fn interface_variable(variable: &InterfaceVariable) -> Vec<String> {
    let qualifiers = variable.placement.qualifiers.join(" ");
    vec![place(&variable.placement), escaped(&variable.type_name).into_owned(), named(&variable.name), qualifiers]
}

/// Returns the builtin, or the location with component and index.
fn place(placement: &Placement) -> String {
    let Placement { location, component, index, builtin, .. } = placement;
    let part = |what: &str, number: &Option<u32>| number.map(|number| format!("{what} {number}"));
    let parts = [builtin.clone(), part("location", location), part("component", component), part("index", index)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn argument(index: usize, argument: &Argument) -> Vec<String> {
    let storage_class = argument.storage_class.clone().unwrap_or_default();
    vec![index.to_string(), escaped(&argument.type_name).into_owned(), storage_class, named(&argument.name)]
}

fn descriptor(inspection: &Inspection, descriptor: &Descriptor) -> Vec<String> {
    let counts = descriptor.counts.iter().map(|count| count.as_ref().map_or("open".to_owned(), length));
    let attachment = descriptor.input_attachment.map(|index| format!("InputAttachmentIndex {index}"));
    vec![
        number(descriptor.set),
        number(descriptor.binding),
        descriptor.kind.name().to_owned(),
        counts.collect::<Vec<_>>().join(" x "),
        name_of(inspection, descriptor.ty),
        number(descriptor.size),
        named(&descriptor.name),
        descriptor.placement.qualifiers.iter().cloned().chain(attachment).collect::<Vec<_>>().join(" "),
    ]
}

/// Returns the cells for a reflection instruction: its kernel and argument, its name, and its other data.
fn told(told: &Told) -> Vec<String> {
    let text = |fact: &Fact| match fact {
        Fact::Number(number) => number.to_string(),
        Fact::Text(text) => escaped(text).into_owned(),
    };
    let fact = |name: &str| told.facts.iter().find(|fact| fact.0 == name).map(|fact| text(&fact.1)).unwrap_or_default();
    let others = told.facts.iter().filter(|fact| !["kernel", "ordinal", "function"].contains(&fact.0));
    let others = others.map(|(name, fact)| format!("{name} {}", text(fact)).trim_end().to_owned());
    vec![fact("kernel"), fact("ordinal"), told.what.clone(), others.collect::<Vec<_>>().join(", ")]
}

/// Adds the selections and loops, a table for each function.
fn constructs(text: &mut String, all: &[Construct]) {
    for of_function in all.chunk_by(|one, next| one.function == next.function) {
        let function = of_function.first().map(|one| one.function_name.clone().unwrap_or(format!("%{}", one.function)));
        let title = format!("constructs of {}", escaped(&function.unwrap_or_default()));
        let header = ["kind", "header", "blocks", "continue target", "continue blocks", "merge", "within"];
        table(text, &title, &header, of_function.iter().map(construct).collect());
    }
}

fn construct(construct: &Construct) -> Vec<String> {
    let label = |id: &u32| format!("%{id}");
    let labels = |ids: &[u32]| ids.iter().map(label).collect::<Vec<_>>().join(" ");
    vec![
        construct.kind.name().to_owned(),
        label(&construct.header),
        labels(&construct.blocks),
        construct.continue_target.as_ref().map(label).unwrap_or_default(),
        labels(&construct.continue_blocks),
        label(&construct.merge),
        construct.outer.as_ref().map(label).unwrap_or_default(),
    ]
}

/// Adds the members of a structure, if something is known of their layout or place.
fn structure(text: &mut String, inspection: &Inspection, ty: &Type) {
    let Form::Structure(members) = &ty.form else { return };
    let has_place = |member: &Member| member.offset.is_some() || member.placement != Placement::default();
    if !members.iter().any(has_place) {
        return;
    }
    let size = ty.size.map(|size| format!(", {size} bytes")).unwrap_or_default();
    let rows = members.iter().map(|one| member(inspection, one)).collect();
    table(text, &format!("{}{size}", escaped(&ty.name)), &["offset", "size", "type", "name", ""], rows);
}

fn member(inspection: &Inspection, member: &Member) -> Vec<String> {
    let stride = match inspection.types.get(&member.ty).map(|ty| &ty.form) {
        Some(Form::Array { stride: Some(stride), .. }) => Some(format!("array stride {stride}")),
        _ => None,
    };
    let matrix = member.matrix_stride.map(|stride| format!("matrix stride {stride}"));
    let order = member.is_row_major.map(|rows| if rows { "row-major" } else { "column-major" }.to_owned());
    let place = Some(place(&member.placement)).filter(|place| !place.is_empty());
    let all = [stride, matrix, order, place].into_iter().flatten().chain(member.placement.qualifiers.iter().cloned());
    let layout = all.collect::<Vec<_>>().join(", ");
    vec![number(member.offset), number(member.size), name_of(inspection, member.ty), named(&member.name), layout]
}

/// Returns the name of a type, escaped for a terminal.
fn name_of(inspection: &Inspection, ty: u32) -> String {
    inspection.types.get(&ty).map(|ty| escaped(&ty.name).into_owned()).unwrap_or_default()
}

fn named(name: &Option<String>) -> String {
    name.as_deref().map(|name| escaped(name).into_owned()).unwrap_or_default()
}

fn number(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

fn length(length: &Length) -> String {
    let value = length.value.map_or("?".to_owned(), |value| value.to_string());
    length.spec_id.map_or(value.clone(), |id| format!("{value} (SpecId {id})"))
}

fn value(number: Number) -> String {
    match number {
        Number::Bool(value) => value.to_string(),
        Number::Signed(value) => value.to_string(),
        Number::Unsigned(value) => value.to_string(),
        Number::Float(value) => value.to_string(),
        Number::Bits(value) => format!("{value:#x}"),
    }
}

/// Adds a table with a title, unless it is empty: columns are as wide as necessary, and columns without any text are
/// left out.
fn table(text: &mut String, title: &str, header: &[&str], rows: Vec<Vec<String>>) {
    if rows.is_empty() {
        return;
    }
    let indent = title.len() - title.trim_start().len();
    if indent == 0 {
        text.push('\n');
    }
    let _ = writeln!(text, "{title}");
    let cell = |row: &[String], column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
    let width = |column: usize| rows.iter().map(|row| cell(row, column)).max().unwrap_or(0);
    let columns: Vec<_> = header.iter().enumerate().filter(|(column, _)| width(*column) > 0).collect();
    let header = columns.iter().map(|(column, title)| (title.to_string(), width(*column).max(title.chars().count())));
    let widths: Vec<_> = columns.iter().map(|(column, title)| width(*column).max(title.chars().count())).collect();
    line(text, indent, header);
    for row in &rows {
        let cells = columns.iter().map(|(column, _)| row.get(*column).cloned().unwrap_or_default());
        line(text, indent, cells.zip(widths.iter().copied()));
    }
}

/// Adds a line of cells with the given widths.
fn line(text: &mut String, indent: usize, cells: impl Iterator<Item = (String, usize)>) {
    let mut line = " ".repeat(indent);
    for (cell, width) in cells {
        let _ = write!(line, "  {cell:width$}");
    }
    text.push_str(line.trim_end());
    text.push('\n');
}
