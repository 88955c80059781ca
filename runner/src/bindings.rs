//! Resources of a shader as the command line binds them.

use crate::command::Command;
use crate::pointers::{self, Named, PUSH};
use llvm_spirv::cpu::{Binding, Kernel, Param, Record};
use spirv_runner::arguments::{self, Given};
use spirv_runner::{Argument, Result};
use std::path::PathBuf;

/// Set, binding, and the number in an array of descriptors.
type Place = (u32, u32, usize);

/// The names and the arguments of a shader's parameters, in their order.
pub fn given(command: &Command, shader: &Kernel) -> Result<Named> {
    let bound = command.bind.iter().map(|text| placed(text)).collect::<Result<Vec<_>>>()?;
    let outputs = command.out.iter().map(|text| placed(text)).collect::<Result<Vec<_>>>()?;
    check(&[&bound, &outputs], shader)?;
    check_records(command, shader)?;
    let mut named = Named::default();
    let asks = Asks { shader, command, places: bound.iter().chain(&outputs).map(|(place, _)| *place).collect() };
    for (number, param) in shader.params.iter().enumerate() {
        if !asks.for_param(number, param) {
            named.names.push(String::new());
            named.given.push(Given::of(Argument::Nothing));
            continue;
        }
        let is_there = |given: &Given| !matches!(given.argument, Argument::Nothing);
        let mut earlier = shader.params.iter().zip(&named.given);
        let first = earlier.position(|(earlier, given)| is_one(earlier, param) && is_there(given));
        let (name, given) = match (param, first) {
            (Param::Binding(binding), Some(first)) => (binding_name(binding), Given::of(Argument::Same(first))),
            (Param::Push(size), _) => {
                let needed = if shader.unreached.contains(&number) { 0 } else { *size };
                (PUSH.to_owned(), push(command, needed)?)
            }
            (Param::Binding(binding), None) => (binding_name(binding), descriptor(binding, &bound, &outputs)?),
            (Param::Record(record), _) => (record.name.clone(), stage(record, command)?),
            (other, _) => return Err(format!("a shader with a parameter {other:?}")),
        };
        named.names.push(name);
        named.given.push(given);
    }
    Ok(named)
}

/// The parameters of a shader that must be given, or are.
struct Asks<'g> {
    shader: &'g Kernel,
    command: &'g Command,
    places: Vec<Place>,
}

impl Asks<'_> {
    /// Returns whether a parameter gets something: what the entry point does not reach need not, and gives way to what it
    /// does.
    fn for_param(&self, number: usize, param: &Param) -> bool {
        if !self.shader.unreached.contains(&number) {
            return true;
        }
        let reached = |(other, _): &(usize, &Param)| !self.shader.unreached.contains(other);
        let mut reached = self.shader.params.iter().enumerate().filter(reached);
        let is_named = |all: &[String], name: &str| all.iter().any(|text| text.split('=').next() == Some(name));
        match param {
            Param::Binding(binding) => {
                let is_given = self.places.iter().any(|(set, at, _)| (*set, *at) == (binding.set, binding.binding));
                is_given && !reached.any(|(_, other)| is_at(other, binding))
            }
            Param::Push(_) => !self.command.push.is_empty(),
            Param::Record(record) if record.is_output => is_named(&self.command.outputs, &record.name),
            Param::Record(record) => is_named(&self.command.inputs, &record.name),
            _ => true,
        }
    }
}

/// Returns whether a parameter is at the place of a descriptor.
fn is_at(param: &Param, place: &Binding) -> bool {
    matches!(param, Param::Binding(one) if (one.set, one.binding) == (place.set, place.binding))
}

/// Returns whether two parameters are variables of one descriptor, of one kind.
fn is_one(one: &Param, other: &Param) -> bool {
    let (Param::Binding(one), Param::Binding(other)) = (one, other) else { return false };
    let place = |binding: &Binding| (binding.set, binding.binding, binding.count);
    place(one) == place(other) && one.object == other.object
}

fn binding_name(binding: &Binding) -> String {
    format!("{}:{}", binding.set, binding.binding)
}

/// `0:1=FILE`, `0:1:2=FILE`.
fn placed(text: &str) -> Result<(Place, &str)> {
    let malformed = || format!("`{text}` is not SET:BINDING=FILE");
    let (place, value) = text.split_once('=').ok_or_else(malformed)?;
    let numbers = place.split(':').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>().ok_or_else(malformed)?;
    match numbers.as_slice() {
        [set, binding] => Ok(((*set, *binding, 0), value)),
        [set, binding, number] => Ok(((*set, *binding, *number as usize), value)),
        _ => Err(malformed()),
    }
}

/// Refuses bindings that the shader lacks.
fn check(given: &[&[(Place, &str)]], shader: &Kernel) -> Result<()> {
    let has = |set: u32, number: u32| {
        shader.params.iter().any(|param| matches!(param, Param::Binding(b) if b.set == set && b.binding == number))
    };
    match given.iter().copied().flatten().find(|((set, number, _), _)| !has(*set, *number)) {
        Some(((set, number, _), _)) => Err(format!("`{}` has no binding {set}:{number}", shader.name)),
        None => Ok(()),
    }
}

/// The values that vertices or fragments read, one behind the other; or zeros, which they write.
fn stage(record: &Record, command: &Command) -> Result<Given> {
    let named = |all: &[String]| {
        let here = all.iter().rev().filter_map(|text| text.split_once('='));
        here.filter(|(name, _)| *name == record.name).map(|(_, value)| value.to_owned()).next()
    };
    let count = command.grid.global.iter().try_fold(record.size, |product, size| product.checked_mul(*size));
    let size = count.and_then(|size| usize::try_from(size).ok()).ok_or("too many vertices or fragments")?;
    if record.is_output {
        let files = named(&command.outputs).map(|file| (0, PathBuf::from(file), Vec::new())).into_iter().collect();
        return Ok(Given { argument: Argument::Buffers(vec![vec![0; size]]), files, is_output: true });
    }
    let whole = |part: &Vec<u8>| part.iter().copied().cycle().take(size).collect();
    let default = record.default.as_ref().filter(|part| !part.is_empty()).map(whole);
    if let (None, Some(bytes)) = (named(&command.inputs), default) {
        return Ok(Given::of(Argument::Buffers(vec![bytes])));
    }
    let given =
        named(&command.inputs).ok_or_else(|| format!("nothing is given for {0}: --input {0}=FILE", record.name))?;
    let bytes = buffer(&given)?;
    if bytes.len() < size {
        return Err(format!(
            "{} has {} bytes, and {size} are read: {} for each",
            record.name,
            bytes.len(),
            record.size
        ));
    }
    Ok(Given { argument: Argument::Buffers(vec![bytes]), files: Vec::new(), is_output: false })
}

/// Refuses inputs and outputs that the shader lacks.
fn check_records(command: &Command, shader: &Kernel) -> Result<()> {
    let has = |name: &str, is_output: bool| {
        let same = |record: &Record| record.name == name && record.is_output == is_output;
        shader.params.iter().any(|param| matches!(param, Param::Record(record) if same(record)))
    };
    for (all, is_output) in [(&command.inputs, false), (&command.outputs, true)] {
        for text in all {
            let (name, _) = text.split_once('=').ok_or_else(|| format!("`{text}` is not NAME=FILE"))?;
            if !has(name, is_output) {
                let kind = if is_output { "output" } else { "input" };
                return Err(format!("`{}` has no {kind} {name}", shader.name));
            }
        }
    }
    Ok(())
}

fn push(command: &Command, size: u64) -> Result<Given> {
    let mut bytes = Vec::new();
    for text in &command.push {
        bytes.extend(pointers::push(text)?);
    }
    if (bytes.len() as u64) < size {
        return Err(format!("the push constants have {size} bytes, and {} are given: --push TYPE:VALUE", bytes.len()));
    }
    Ok(Given { argument: Argument::Push(bytes), files: Vec::new(), is_output: false })
}

fn descriptor(binding: &Binding, bound: &[(Place, &str)], outputs: &[(Place, &str)]) -> Result<Given> {
    let here = |all: &[(Place, &str)], number| {
        let found = all
            .iter()
            .rev()
            .find(|((set, index, at), _)| (*set, *index, *at) == (binding.set, binding.binding, number));
        found.map(|(_, value)| (*value).to_owned())
    };
    if binding.object.is_some() {
        return objects(binding, bound);
    }
    let numbers =
        bound.iter().chain(outputs).filter(|((set, index, _), _)| (*set, *index) == (binding.set, binding.binding));
    let most = numbers.map(|((.., number), _)| number + 1).max().unwrap_or(1);
    let count = if binding.count == 0 { most } else { usize::try_from(binding.count).unwrap_or(most) };
    let (mut buffers, mut files) = (Vec::new(), Vec::new());
    for number in 0..count {
        let output = here(outputs, number);
        let (length, file) = output.as_deref().map_or((None, None), sized);
        let content = match (here(bound, number), length) {
            (Some(value), _) => buffer(&value)?,
            (None, Some(length)) => vec![0; length],
            (None, None) => unbound(binding, file)?,
        };
        buffers.push(content);
        files.extend(file.map(|file| (number, PathBuf::from(file), Vec::new())));
    }
    let is_output = !files.is_empty() || (outputs.is_empty() && !binding.is_uniform);
    Ok(Given { argument: Argument::Buffers(buffers), files, is_output })
}

/// Images or samplers: an array of them has a number for each.
fn objects(binding: &Binding, bound: &[(Place, &str)]) -> Result<Given> {
    if binding.count == 1 {
        return object(binding, bound, 0);
    }
    let here = bound.iter().filter(|((set, index, _), _)| (*set, *index) == (binding.set, binding.binding));
    let most = here.map(|((.., number), _)| number + 1).max().unwrap_or(0);
    let count = if binding.count == 0 { most } else { usize::try_from(binding.count).unwrap_or(most) };
    let (mut all, mut files) = (Vec::new(), Vec::new());
    for number in 0..count {
        let given = object(binding, bound, number)?;
        files.extend(given.files.into_iter().map(|(_, file, header)| (number, file, header)));
        all.push(given.argument);
    }
    Ok(Given { argument: Argument::Array(all), is_output: !files.is_empty(), files })
}

/// An image or a sampler; or both, as two words for one place say it.
fn object(binding: &Binding, bound: &[(Place, &str)], number: usize) -> Result<Given> {
    let place = (binding.set, binding.binding, number);
    let all = bound.iter().filter(|(here, _)| *here == place);
    let all = all.map(|(_, value)| arguments::parse(value)).collect::<Result<Vec<_>>>()?;
    let find = |is: fn(&Argument) -> bool| all.iter().rposition(|given| is(&given.argument));
    let image = find(|argument| matches!(argument, Argument::Image(_)));
    let sampler = find(|argument| matches!(argument, Argument::Sampler(_)));
    let mut all: Vec<_> = all.into_iter().map(Some).collect();
    let mut taken = |at: Option<usize>| at.and_then(|at| all.get_mut(at)?.take());
    let none = || match number {
        0 if binding.count == 1 => missing(binding),
        _ => format!("nothing is bound to {}:{}:{number}, an image or a sampler", binding.set, binding.binding),
    };
    match (taken(image), taken(sampler)) {
        (Some(image), Some(sampler)) => match (image.argument, sampler.argument) {
            (Argument::Image(texels), Argument::Sampler(bits)) => {
                Ok(Given { argument: Argument::Sampled(texels, bits), files: image.files, is_output: false })
            }
            _ => Err(none()),
        },
        (Some(one), None) | (None, Some(one)) => Ok(one),
        (None, None) => Err(none()),
    }
}

/// `4096:out.bin`, or a file alone.
fn sized(text: &str) -> (Option<usize>, Option<&str>) {
    match text.split_once(':').and_then(|(size, file)| Some((size.parse().ok()?, file))) {
        Some((size, file)) => (Some(size), Some(file)),
        None => (None, Some(text)),
    }
}

/// A file, or a buffer as `--arg` takes it.
fn buffer(text: &str) -> Result<Vec<u8>> {
    let is_kind = text.split_once(':').is_some_and(|(kind, _)| matches!(kind, "in" | "out" | "bytes"));
    let given = arguments::parse(&if is_kind { text.to_owned() } else { format!("in:{text}") })?;
    match given.argument {
        Argument::Buffer(bytes) | Argument::Value(bytes) => Ok(bytes),
        _ => Err(format!("`{text}` is no buffer")),
    }
}

/// A buffer that is only written: as large as the file that is there, or as its block without an open array.
fn unbound(binding: &Binding, file: Option<&str>) -> Result<Vec<u8>> {
    let file = file.ok_or_else(|| missing(binding))?;
    let there = std::fs::metadata(file).ok().map(|data| data.len()).filter(|size| *size > 0);
    let size = there.or((binding.size > 0).then_some(binding.size));
    let size = size.ok_or_else(|| {
        format!("the size of the buffer is not known: --out {}:{}=BYTES:{file}", binding.set, binding.binding)
    })?;
    Ok(vec![0; usize::try_from(size).map_err(|error| error.to_string())?])
}

fn missing(binding: &Binding) -> String {
    format!("nothing is bound to {0}:{1}: --bind {0}:{1}=FILE", binding.set, binding.binding)
}
