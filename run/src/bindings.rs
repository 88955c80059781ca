//! Resources of a shader, bound on the command line.

use crate::pointers::{self, Named, PUSH};
use llvm_spirv::error::{Code, Error, Result};
use llvm_spirv_cli::launch::{Bound, Launch};
use spirv_runner::arguments::{self, Given, Target};
use spirv_runner::form::{Binding, Kernel, Numbers, Param, Record};
use spirv_runner::{Argument, arrays};
use std::path::Path;

/// Returns the names and the arguments of a shader's parameters, in order.
pub fn given(launch: &Launch, shader: &Kernel, global: [u64; 3]) -> Result<Named> {
    let asks = Asks { shader, launch };
    asks.check()?;
    let mut named = Named::default();
    for (number, param) in shader.params.iter().enumerate() {
        let (name, given) = asks.given(number, param, &named.given, global)?;
        named.names.push(name);
        named.given.push(given);
    }
    Ok(named)
}

fn unfit(text: impl AsRef<str>) -> Error {
    Error::of(Code::Launch, text)
}

/// The parameters of a shader, and the bindings on the command line.
struct Asks<'g> {
    shader: &'g Kernel,
    launch: &'g Launch,
}

impl Asks<'_> {
    /// Returns the name and the argument of a parameter.
    fn given(&self, number: usize, param: &Param, before: &[Given], global: [u64; 3]) -> Result<(String, Given)> {
        if !self.for_param(number, param) {
            return Ok((String::new(), Given::of(Argument::Nothing)));
        }
        let is_there = |given: &Given| !matches!(given.argument, Argument::Nothing);
        let mut earlier = self.shader.params.iter().zip(before);
        let first = earlier.position(|(earlier, given)| is_one(earlier, param) && is_there(given));
        Ok(match (param, first) {
            (Param::Binding(binding), Some(first)) => (binding.to_string(), Given::of(Argument::Same(first))),
            (Param::Binding(binding), None) => {
                let mut given = self.descriptor(binding)?;
                given.check(param, &format!("binding {binding}"))?;
                given.set_type(param.numbers());
                (binding.to_string(), given)
            }
            (Param::Push(size, numbers), _) => {
                let needed = if self.shader.unreached.contains(&number) { 0 } else { *size };
                (PUSH.to_owned(), self.push(needed, *numbers)?)
            }
            (Param::Record(record), _) => (record.name.clone(), self.record(record, global)?),
            (other, _) => return Err(Error::of(Code::Internal, format!("a shader with {other} as a parameter"))),
        })
    }

    /// Returns whether a parameter gets an argument: one that the entry point does not reach is optional, and yields to
    /// a reached one with the same binding.
    fn for_param(&self, number: usize, param: &Param) -> bool {
        if !self.shader.unreached.contains(&number) {
            return true;
        }
        let reached = |(other, _): &(usize, &Param)| !self.shader.unreached.contains(other);
        let mut reached = self.shader.params.iter().enumerate().filter(reached);
        let is_named = |all: &[(String, String)], name: &str| all.iter().any(|(known, _)| known == name);
        match param {
            Param::Binding(binding) => {
                let is_given = self.launch.bind.iter().chain(&self.launch.out).any(|bound| is_for(bound, binding));
                is_given && !reached.any(|(_, other)| is_at(other, binding))
            }
            Param::Push(..) => !self.launch.push.is_empty(),
            Param::Record(record) if record.is_output => is_named(&self.launch.outputs, &record.name),
            Param::Record(record) => is_named(&self.launch.inputs, &record.name),
            _ => true,
        }
    }

    /// Rejects bindings, inputs and outputs that the shader lacks.
    fn check(&self) -> Result<()> {
        let name = &self.shader.name;
        let params = || self.shader.params.iter();
        let has = |bound: &Bound| params().any(|param| matches!(param, Param::Binding(one) if is_for(bound, one)));
        if let Some(bound) = self.launch.bind.iter().chain(&self.launch.out).find(|bound| !has(bound)) {
            let error = unfit(format!("`{name}` has no binding {}:{}", bound.set, bound.binding));
            return Err(error.hint(listed("it has the bindings", params().filter_map(binding_name))));
        }
        for (all, is_output) in [(&self.launch.inputs, false), (&self.launch.outputs, true)] {
            let names = || params().filter_map(move |param| record_name(param, is_output));
            if let Some((unknown, _)) = all.iter().find(|(given, _)| names().all(|known| known != *given)) {
                let kind = if is_output { "output" } else { "input" };
                let error = unfit(format!("`{name}` has no {kind} {unknown}"));
                return Err(error.hint(listed(&format!("it has the {kind}s"), names())));
            }
        }
        Ok(())
    }

    /// Returns the values that vertices or fragments read, in sequence; or zeros for those that they write.
    fn record(&self, record: &Record, global: [u64; 3]) -> Result<Given> {
        let named = |all: &[(String, String)]| {
            all.iter().rev().find(|(name, _)| *name == record.name).map(|(_, value)| value.clone())
        };
        let count = global.iter().try_fold(record.size, |product, size| product.checked_mul(*size));
        let size = count.ok_or_else(|| unfit("too many vertices or fragments"))?;
        if record.is_output {
            let files = named(&self.launch.outputs).map(|file| Target::of(&file)).into_iter().collect();
            let argument = Argument::Buffers(vec![arguments::zeros(size)?]);
            return Ok(Given { argument, files, is_output: true, numbers: None });
        }
        let default = record.default.as_ref().filter(|part| !part.is_empty());
        let Some(given) = named(&self.launch.inputs) else {
            let name = &record.name;
            let error = || unfit(format!("nothing is given for {name}")).hint(format!("--input {name}=FILE"));
            let part = default.ok_or_else(error)?;
            let mut bytes = arguments::zeros(size)?;
            bytes
                .chunks_mut(part.len())
                .for_each(|place| place.iter_mut().zip(part).for_each(|(to, from)| *to = *from));
            return Ok(Given::of(Argument::Buffers(vec![bytes])));
        };
        let bytes = bytes_of(&given, arguments::buffer_or_file(&given)?.argument)?;
        if (bytes.len() as u64) < size {
            let Record { name, size: one, .. } = record;
            return Err(unfit(format!("{name} has {} bytes, and {size} are read: {one} for each", bytes.len())));
        }
        Ok(Given::of(Argument::Buffers(vec![bytes])))
    }

    fn push(&self, size: u64, numbers: Option<Numbers>) -> Result<Given> {
        let mut bytes = Vec::new();
        for text in &self.launch.push {
            let (next, given) = pointers::push(text)?;
            if let Some((given, wanted)) = given.zip(numbers).filter(|(given, wanted)| !given.is_like(*wanted)) {
                let given = Numbers { lanes: 1, ..given };
                let text = format!("the push constants are {wanted}, and {given} is given");
                return Err(Error::of(Code::Argument, text).hint(format!("--push {wanted}:...")));
            }
            bytes.extend(next);
        }
        if (bytes.len() as u64) < size {
            let text = format!("the push constants have {size} bytes, and {} are given", bytes.len());
            return Err(unfit(text).hint("--push TYPE:VALUE gives the next ones"));
        }
        Ok(Given::of(Argument::Push(bytes)))
    }

    fn descriptor(&self, binding: &Binding) -> Result<Given> {
        if binding.object.is_some() {
            return self.objects(binding);
        }
        let all = || self.launch.bind.iter().chain(&self.launch.out).filter(|bound| is_for(bound, binding));
        let most = all().map(|bound| bound.number + 1).max().unwrap_or(1);
        let count = if binding.count == 0 { most } else { usize::try_from(binding.count).unwrap_or(most) };
        let mut whole = Given::of(Argument::Nothing);
        let mut buffers = Vec::new();
        for number in 0..count {
            let given = self.buffer(binding, number)?;
            buffers.push(bytes_of("a buffer", given.argument)?);
            whole.files.extend(given.files.into_iter().map(|target| Target { number, ..target }));
            whole.is_output |= given.is_output;
            whole.numbers = whole.numbers.or(given.numbers);
        }
        // Where files are named for what is written, the others are inputs.
        whole.is_output |= self.launch.out.is_empty() && !binding.is_uniform;
        Ok(Given { argument: Argument::Buffers(buffers), ..whole })
    }

    /// Returns one buffer of a descriptor, which may be written to a file that `--out` names.
    fn buffer(&self, binding: &Binding, number: usize) -> Result<Given> {
        let here = |all: &[Bound]| all.iter().rev().find(|it| is_for(it, binding) && it.number == number).cloned();
        let (length, file) = here(&self.launch.out).map_or((None, None), |bound| sized(&bound.value));
        let mut given = match (here(&self.launch.bind), length) {
            (Some(bound), _) => arguments::buffer_or_file(&bound.value)?,
            (None, Some(length)) => Given::of(Argument::Buffer(arguments::zeros(length)?)),
            (None, None) => Given::of(Argument::Buffer(unbound(binding, number, file.as_deref())?)),
        };
        given.is_output |= file.is_some();
        given.files.extend(file.map(|file| Target::of(&file)));
        Ok(given)
    }

    /// Returns images or samplers: an array of them has a number for each.
    fn objects(&self, binding: &Binding) -> Result<Given> {
        if binding.count == 1 {
            return self.object(binding, 0);
        }
        let here = self.launch.bind.iter().filter(|bound| is_for(bound, binding));
        let most = here.map(|bound| bound.number + 1).max().unwrap_or(0);
        let count = if binding.count == 0 { most } else { usize::try_from(binding.count).unwrap_or(most) };
        let (mut all, mut files) = (Vec::new(), Vec::new());
        for number in 0..count {
            let given = self.object(binding, number)?;
            files.extend(given.files.into_iter().map(|target| Target { number, ..target }));
            all.push(given.argument);
        }
        Ok(Given { argument: Argument::Array(all), is_output: !files.is_empty(), files, numbers: None })
    }

    /// Returns an image or a sampler; or both, if two arguments name the same binding.
    fn object(&self, binding: &Binding, number: usize) -> Result<Given> {
        let all = self.launch.bind.iter().filter(|it| is_for(it, binding) && it.number == number);
        let all = all.map(|bound| arguments::parse(&bound.value)).collect::<Result<Vec<_>>>()?;
        let find = |is: fn(&Argument) -> bool| all.iter().rposition(|given| is(&given.argument));
        let image = find(|argument| matches!(argument, Argument::Image(_)));
        let sampler = find(|argument| matches!(argument, Argument::Sampler(_)));
        let mut all: Vec<_> = all.into_iter().map(Some).collect();
        let mut taken = |at: Option<usize>| at.and_then(|at| all.get_mut(at)?.take());
        match (taken(image), taken(sampler)) {
            (Some(image), Some(sampler)) => match (image.argument, sampler.argument) {
                (Argument::Image(texels), Argument::Sampler(bits)) => {
                    let argument = Argument::Sampled(texels, bits);
                    Ok(Given { argument, files: image.files, is_output: false, numbers: None })
                }
                _ => Err(missing(binding, number)),
            },
            (Some(one), None) | (None, Some(one)) => Ok(one),
            (None, None) => Err(missing(binding, number)),
        }
    }
}

/// Returns whether a command-line binding is for a descriptor.
fn is_for(bound: &Bound, binding: &Binding) -> bool {
    (bound.set, bound.binding) == (binding.set, binding.binding)
}

/// Returns whether a parameter has the set and binding of a descriptor.
fn is_at(param: &Param, place: &Binding) -> bool {
    matches!(param, Param::Binding(one) if (one.set, one.binding) == (place.set, place.binding))
}

/// Returns whether two parameters are variables with the same descriptor, of the same kind.
fn is_one(one: &Param, other: &Param) -> bool {
    let (Param::Binding(one), Param::Binding(other)) = (one, other) else { return false };
    let place = |binding: &Binding| (binding.set, binding.binding, binding.count);
    place(one) == place(other) && one.object == other.object
}

fn binding_name(param: &Param) -> Option<String> {
    if let Param::Binding(binding) = param { Some(binding.to_string()) } else { None }
}

fn record_name(param: &Param, is_output: bool) -> Option<String> {
    match param {
        Param::Record(record) if record.is_output == is_output => Some(record.name.clone()),
        _ => None,
    }
}

fn listed(what: &str, names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<_> = names.collect();
    names.dedup();
    if names.is_empty() { format!("{what} none") } else { format!("{what} {}", names.join(", ")) }
}

/// Splits `4096:out.bin` into size and file; the size is optional.
fn sized(text: &str) -> (Option<u64>, Option<String>) {
    match text.split_once(':').and_then(|(size, file)| Some((size.parse().ok()?, file))) {
        Some((size, file)) => (Some(size), Some(file.to_owned())),
        None => (None, Some(text.to_owned())),
    }
}

/// Returns the bytes of a buffer.
fn bytes_of(text: &str, argument: Argument) -> Result<Vec<u8>> {
    match argument {
        Argument::Buffer(bytes) | Argument::Value(bytes) => Ok(bytes),
        _ => Err(arguments::wrong(format!("`{text}` is no buffer"))),
    }
}

/// Returns a buffer that is only written: as large as the existing file, or as its block without a runtime array.
fn unbound(binding: &Binding, number: usize, file: Option<&str>) -> Result<Vec<u8>> {
    let file = file.ok_or_else(|| missing(binding, number))?;
    let size = arrays::length(Path::new(file)).filter(|size| *size > 0).or((binding.size > 0).then_some(binding.size));
    let unknown = || unfit("the size of the buffer is not known").hint(format!("--out {binding}=BYTES:{file}"));
    arguments::zeros(size.ok_or_else(unknown)?)
}

fn missing(binding: &Binding, number: usize) -> Error {
    let place = if binding.count == 1 { binding.to_string() } else { format!("{binding}:{number}") };
    let value = match binding.object.as_deref() {
        None => "FILE",
        Some("spirv.Sampler") => "sampler:linear,repeat",
        Some(_) => "image:FILE:WIDTHxHEIGHT:CHANNELS:TYPE",
    };
    unfit(format!("nothing is bound to {place}")).hint(format!("--bind {place}={value}"))
}
