//! The interface of a module as one JSON object.

use crate::explain;
use llvm_spirv::inspect::{
    Argument, Block, Construct, Descriptor, EntryPoint, Fact, Form, Image, Inspection, InterfaceVariable, Length,
    Member, Mode, Number, Placement, SpecConstant, Told, Type,
};
use serde_json::{Map, Value, json};

/// Returns all facts about a module.
pub fn object(inspection: &Inspection, file: &str) -> Value {
    json!({
        "file": file,
        "version": inspection.version.to_string(),
        "generator": { "tool": inspection.generator.0, "name": inspection.tool, "version": inspection.generator.1 },
        "addressing_model": inspection.addressing_model,
        "memory_model": inspection.memory_model,
        "capabilities": list(&inspection.explanation.capabilities, explain::reason),
        "extensions": list(&inspection.explanation.extensions, explain::reason),
        "extended_instruction_sets": inspection.extended_instruction_sets,
        "entry_points": list(&inspection.entry_points, entry_point),
        "descriptors": list(&inspection.descriptors, |one| descriptor(inspection, one)),
        "push_constants": list(&inspection.push_constants, |one| block(inspection, one)),
        "specialization_constants": list(&inspection.spec_constants, spec_constant),
        "reflection": list(&inspection.reflection, told),
        "constructs": list(&inspection.constructs, construct),
        "types": inspection.types.values().map(|one| ty(inspection, one)).collect::<Vec<_>>(),
    })
}

fn list<T>(all: &[T], one: impl Fn(&T) -> Value) -> Value {
    all.iter().map(one).collect()
}

/// Returns the name of a type.
fn name(inspection: &Inspection, ty: u32) -> Option<&str> {
    inspection.types.get(&ty).map(|ty| ty.name.as_str())
}

fn entry_point(entry: &EntryPoint) -> Value {
    json!({
        "name": entry.name,
        "execution_model": entry.model,
        "local_size": entry.local_size.map(|sizes| sizes.map(|size| length(&size))),
        "execution_modes": list(&entry.modes, mode),
        "inputs": list(&entry.inputs, interface_variable),
        "outputs": list(&entry.outputs, interface_variable),
        "arguments": list(&entry.arguments, argument),
    })
}

/// Returns the data of a reflection instruction: its name, and its facts by name; facts that occur several times are a
/// list.
fn told(told: &Told) -> Value {
    let mut object = Map::from_iter([("what".to_owned(), json!(told.what))]);
    for (name, fact) in &told.facts {
        let fact = match fact {
            Fact::Number(number) => json!(number),
            Fact::Text(text) => json!(text),
        };
        let name = if *name == "argument_size" { "argument_sizes" } else { *name };
        match object.get_mut(name) {
            Some(Value::Array(known)) => known.push(fact),
            _ if name == "argument_sizes" => drop(object.insert(name.to_owned(), json!([fact]))),
            _ => drop(object.insert(name.to_owned(), fact)),
        }
    }
    Value::Object(object)
}

pub fn construct(construct: &Construct) -> Value {
    json!({
        "function": construct.function,
        "function_name": construct.function_name,
        "kind": construct.kind.name(),
        "header": construct.header,
        "blocks": construct.blocks,
        "continue_target": construct.continue_target,
        "continue_blocks": construct.continue_blocks,
        "merge": construct.merge,
        "outer": construct.outer,
    })
}

fn mode(mode: &Mode) -> Value {
    json!({ "name": mode.name, "operands": list(&mode.operands, length) })
}

/// Returns a length: a number, or an object if a specialization constant sets it.
fn length(length: &Length) -> Value {
    match length.spec_id {
        Some(spec_id) => json!({ "default": length.value, "spec_id": spec_id }),
        None => json!(length.value),
    }
}

fn interface_variable(variable: &InterfaceVariable) -> Value {
    let mut object = Map::new();
    object.insert("id".to_owned(), json!(variable.id));
    object.insert("name".to_owned(), json!(variable.name));
    object.insert("type".to_owned(), json!(variable.type_name));
    object.insert("type_id".to_owned(), json!(variable.ty));
    place(&mut object, &variable.placement);
    Value::Object(object)
}

/// Adds the facts about a place in an interface.
fn place(object: &mut Map<String, Value>, placement: &Placement) {
    let Placement { location, component, index, builtin, qualifiers, .. } = placement;
    for (key, value) in [("location", location), ("component", component), ("index", index)] {
        if let Some(value) = value {
            object.insert(key.to_owned(), json!(value));
        }
    }
    if let Some(builtin) = builtin {
        object.insert("builtin".to_owned(), json!(builtin));
    }
    if !qualifiers.is_empty() {
        object.insert("qualifiers".to_owned(), json!(qualifiers));
    }
}

fn argument(argument: &Argument) -> Value {
    json!({
        "id": argument.id,
        "name": argument.name,
        "type": argument.type_name,
        "type_id": argument.ty,
        "storage_class": argument.storage_class,
    })
}

fn descriptor(inspection: &Inspection, descriptor: &Descriptor) -> Value {
    let counts = |count: &Option<Length>| count.as_ref().map_or(Value::Null, length);
    json!({
        "id": descriptor.id,
        "name": descriptor.name,
        "set": descriptor.set,
        "binding": descriptor.binding,
        "kind": descriptor.kind.name(),
        "counts": list(&descriptor.counts, counts),
        "type": name(inspection, descriptor.ty),
        "type_id": descriptor.ty,
        "size": descriptor.size,
        "input_attachment": descriptor.input_attachment,
        "qualifiers": descriptor.placement.qualifiers,
    })
}

fn block(inspection: &Inspection, block: &Block) -> Value {
    json!({
        "id": block.id,
        "name": block.name,
        "type": name(inspection, block.ty),
        "type_id": block.ty,
        "size": block.size,
    })
}

fn spec_constant(constant: &SpecConstant) -> Value {
    json!({
        "id": constant.id,
        "spec_id": constant.spec_id,
        "name": constant.name,
        "type": constant.type_name,
        "default": number(constant.default),
    })
}

/// Returns a number; JSON has none for NaN and infinity.
fn number(number: Number) -> Value {
    match number {
        Number::Bool(value) => json!(value),
        Number::Signed(value) => json!(value),
        Number::Unsigned(value) => json!(value),
        Number::Float(value) if value.is_finite() => json!(value),
        Number::Float(value) => json!(value.to_string()),
        Number::Bits(value) => json!(format!("{value:#x}")),
    }
}

fn ty(inspection: &Inspection, ty: &Type) -> Value {
    let mut object = Map::new();
    object.insert("id".to_owned(), json!(ty.id));
    object.insert("name".to_owned(), json!(ty.name));
    object.insert("size".to_owned(), json!(ty.size));
    let (kind, parts) = form(inspection, &ty.form);
    object.insert("kind".to_owned(), json!(kind));
    if let Value::Object(parts) = parts {
        object.extend(parts);
    }
    Value::Object(object)
}

/// Returns the kind of a type, and its other properties.
fn form(inspection: &Inspection, form: &Form) -> (&'static str, Value) {
    match form {
        Form::Scalar => ("scalar", Value::Null),
        Form::Vector(component, count) => ("vector", json!({ "component_id": component, "count": count })),
        Form::Matrix(column, count) => ("matrix", json!({ "column_id": column, "count": count })),
        Form::Array { element, length: count, stride } => {
            let count = count.as_ref().map_or(Value::Null, length);
            ("array", json!({ "element_id": element, "count": count, "stride": stride }))
        }
        Form::Structure(members) => ("structure", json!({ "members": list(members, |one| member(inspection, one)) })),
        Form::Pointer { pointee, storage_class } => {
            ("pointer", json!({ "pointee_id": pointee, "storage_class": storage_class }))
        }
        Form::Image(image) => ("image", of_image(image)),
        Form::Opaque => ("opaque", Value::Null),
    }
}

fn of_image(image: &Image) -> Value {
    json!({
        "sampled_type_id": image.sampled_type,
        "dim": image.dim,
        "depth": image.is_depth,
        "arrayed": image.is_arrayed,
        "multisampled": image.is_multisampled,
        "sampled": image.is_sampled,
        "format": image.format,
        "access": image.access,
        "with_sampler": image.has_sampler,
    })
}

fn member(inspection: &Inspection, member: &Member) -> Value {
    let mut object = Map::new();
    object.insert("name".to_owned(), json!(member.name));
    object.insert("type".to_owned(), json!(name(inspection, member.ty)));
    object.insert("type_id".to_owned(), json!(member.ty));
    object.insert("offset".to_owned(), json!(member.offset));
    object.insert("size".to_owned(), json!(member.size));
    if let Some(Form::Array { stride: Some(stride), .. }) = inspection.types.get(&member.ty).map(|ty| &ty.form) {
        object.insert("array_stride".to_owned(), json!(stride));
    }
    if let Some(stride) = member.matrix_stride {
        object.insert("matrix_stride".to_owned(), json!(stride));
    }
    if let Some(is_row_major) = member.is_row_major {
        object.insert("row_major".to_owned(), json!(is_row_major));
    }
    place(&mut object, &member.placement);
    Value::Object(object)
}
