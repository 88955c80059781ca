//! The command line.

use spirv_runner::{Grid, Result};
use std::path::PathBuf;
use std::time::Duration;

/// Says what the program says of itself.
pub const USAGE: &str = "\
Runs a kernel of a SPIR-V module on this processor.

    spirv-runner a.spv --kernel saxpy --global 1024 --local 64 --arg f32:2.0 --arg in:x.bin --arg inout:y.bin

  --kernel NAME        the kernel; not needed where there is but one
  --global X[,Y[,Z]]   work-items in each dimension (1)
  --local X[,Y[,Z]]    work-items of a group (what the kernel requires, or what divides the grid)
  --offset X[,Y[,Z]]   added to global ids (0)
  --arg KIND:VALUE     the next argument, in order:
        f32:2.0, i32x4:1,2,3,4   a number or vector (i8 to i64, u8 to u64, f32, f64)
        bytes:00ff               a value, two hexadecimal digits a byte
        in:FILE, inout:FILE      a buffer, which `inout` writes back; raw, or .npy
        out:BYTES[:FILE]         a buffer of zeros, written to a file
        local:BYTES              local memory
        image:FILE:WxH:CHANNELS:TYPE   an image, written back (u8, unorm8, f32 and so on);
                                       :levels=N, :samples=N and :layers say what else it has
        sampler:WORD,WORD        normalized, clamp_to_edge, repeat, linear and so on
        pipe:FILE:BYTES:PACKETS  a pipe for so many packets of so many bytes; the file has those in it, before and after
  --groups X[,Y[,Z]]   work-groups of a shader in each dimension (1)
  --bind S:B=FILE      what set S, binding B of a shader holds; S:B:N of an array; or KIND:VALUE as above;
                       image:... and sampler:... in two words for a combined image sampler
  --out S:B=FILE       the file that gets it afterwards; BYTES:FILE for a buffer of zeros
  --input NAME=FILE    what each vertex or fragment of the grid (--global WIDTH,HEIGHT) reads, one behind the other: in0
                       for location 0
  --output NAME=FILE   the file that gets what they write: out0, Position
  --push TYPE:VALUE    the next push constants: f32:0.5, u32x2:1,2, bytes:00ff; address:PLACE for 8 bytes
  --buffer NAME=FILE   a buffer that only addresses lead to; or in:FILE, inout:FILE, out:BYTES[:FILE], bytes:00ff
  --address AT=PLACE   8 bytes at a place are the address of another: push+8=nodes, nodes+16=0:1+32. A place is the
                       number of an argument, S:B, push or the name of a buffer, and the bytes before it
  --print TYPE[:COUNT] prints what buffers hold that the kernel may have changed
  --expect N:TYPE:V,V  fails unless argument N begins with these values (S:B:TYPE:V,V for shaders);
                       --tolerance T for floats
  --spec-const ID=V    the value of a specialization constant
  --subgroup-size N    work-items of a sub-group (8)
  --seed-order SEED    work-groups and work-items in a random order, which shows races
  --threads N          threads that run work-groups (one a core)
  --check              tells of accesses outside of buffers and local memory, of local memory that is read and was not
                       written, and of barriers that not all come to, with the line where the module has it
  --time N             prints the least time of N more launches, which go on with what the buffers hold
  --timeout SECONDS    ends a kernel that takes longer
  --then               begins the options of another launch, in the same memory of the module
  --cpu-abi mlir[:M]   functions and buffers have the names of the document on MLIR's dialect, of a module M (the file's name)
  --host FILE          LLVM IR that calls __spv__M_<kernel>: its `main` is run; --cpu-abi=mlir is understood
  --emit-cpu FILE      writes the cpu form as bitcode, and runs nothing; `-` is the standard output
  --text               with --emit-cpu: LLVM assembly
  --here               in this process, which the kernel may damage
";

/// Says what is to be done.
#[derive(Debug)]
pub struct Command {
    pub input: PathBuf,
    pub kernel: Option<String>,
    pub grid: Grid,
    pub has_local: bool,
    pub arguments: Vec<String>,
    pub groups: Option<[u64; 3]>,
    pub bind: Vec<String>,
    /// The words of `--input` and `--output`.
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
    pub out: Vec<String>,
    pub push: Vec<String>,
    /// Buffers that nothing is bound to, and addresses in memory.
    pub buffers: Vec<String>,
    pub addresses: Vec<String>,
    pub print: Vec<(String, usize)>,
    pub expect: Vec<(String, String, String)>,
    pub tolerance: f64,
    pub spec_constants: Vec<String>,
    /// The launches whose times are taken.
    pub times: u32,
    pub timeout: Option<Duration>,
    pub emit: Option<PathBuf>,
    /// The module's name in the document's names; empty for that of the file.
    pub document: Option<String>,
    /// The module whose `main` is run.
    pub host: Option<PathBuf>,
    pub is_text: bool,
    pub checks: bool,
    pub is_here: bool,
    pub is_help: bool,
}

fn three(text: &str, fill: u64) -> Result<([u64; 3], u32)> {
    let values = text.split(',').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>();
    let values = values.filter(|values| (1..=3).contains(&values.len()));
    let values = values.ok_or_else(|| format!("`{text}` is not one to three numbers"))?;
    let mut all = [fill; 3];
    for (to, from) in all.iter_mut().zip(&values) {
        *to = *from;
    }
    Ok((all, values.len() as u32))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

impl Command {
    fn new() -> Self {
        Self {
            input: PathBuf::new(),
            kernel: None,
            grid: Grid::line(1, 1),
            has_local: false,
            arguments: Vec::new(),
            groups: None,
            bind: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            out: Vec::new(),
            push: Vec::new(),
            buffers: Vec::new(),
            addresses: Vec::new(),
            print: Vec::new(),
            expect: Vec::new(),
            tolerance: 0.0,
            spec_constants: Vec::new(),
            times: 0,
            timeout: None,
            emit: None,
            document: None,
            host: None,
            is_text: false,
            checks: false,
            is_here: false,
            is_help: false,
        }
    }

    fn option(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "--time" => self.times = number(value)?,
            "--kernel" => self.kernel = Some(value.to_owned()),
            "--global" => (self.grid.global, self.grid.dimensions) = three(value, 1)?,
            "--local" => (self.grid.local, self.has_local) = (three(value, 1)?.0, true),
            "--offset" => self.grid.offset = three(value, 0)?.0,
            "--arg" => self.arguments.push(value.to_owned()),
            "--groups" => self.groups = Some(three(value, 1)?.0),
            "--bind" => self.bind.push(value.to_owned()),
            "--input" => self.inputs.push(value.to_owned()),
            "--output" => self.outputs.push(value.to_owned()),
            "--out" => self.out.push(value.to_owned()),
            "--push" => self.push.push(value.to_owned()),
            "--buffer" => self.buffers.push(value.to_owned()),
            "--address" => self.addresses.push(value.to_owned()),
            "--print" => self.print.push(printed(value)?),
            "--expect" => self.expect.push(expected(value)?),
            "--tolerance" => self.tolerance = number(value)?,
            "--spec-const" => self.spec_constants.push(value.to_owned()),
            "--subgroup-size" | "--sub-group-size" => self.grid.sub_group = number(value)?,
            "--seed-order" => self.grid.seed = Some(number(value)?),
            "--threads" => self.grid.threads = number(value)?,
            "--timeout" => self.timeout = Some(seconds(value)?),
            "--cpu-abi" => self.document = Some(document(value)?),
            "--host" => {
                self.host = Some(PathBuf::from(value));
                self.document.get_or_insert_default();
            }
            "--emit-cpu" => self.emit = Some(PathBuf::from(value)),
            _ => return Err(format!("no option `{name}`; --help lists them")),
        }
        Ok(())
    }
}

/// `mlir`, or `mlir:foo` for a module `foo`.
fn document(text: &str) -> Result<String> {
    let (kind, module) = text.split_once(':').unwrap_or((text, ""));
    if kind == "mlir" { Ok(module.to_owned()) } else { Err(format!("no names are called `{kind}`: --cpu-abi=mlir")) }
}

fn seconds(text: &str) -> Result<Duration> {
    Duration::try_from_secs_f64(number(text)?).map_err(|error| format!("--timeout={text}: {error}"))
}

fn printed(text: &str) -> Result<(String, usize)> {
    match text.split_once(':') {
        Some((ty, count)) => Ok((ty.to_owned(), number(count)?)),
        None => Ok((text.to_owned(), usize::MAX)),
    }
}

fn expected(text: &str) -> Result<(String, String, String)> {
    let mut parts = text.rsplitn(3, ':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(values), Some(ty), Some(which)) => Ok((which.to_owned(), ty.to_owned(), values.to_owned())),
        _ => Err(format!("`{text}` is not ARGUMENT:TYPE:VALUE,VALUE")),
    }
}

/// Reads a command line: launches one after the other, with `--then` between them. All are of the first one's module.
pub fn parse_all(words: &[String]) -> Result<Vec<Command>> {
    let mut commands: Vec<Command> = Vec::new();
    for words in words.split(|word| word == "--then") {
        let input = commands.first().map(|first| first.input.clone());
        commands.push(parse(words, input)?);
    }
    Ok(commands)
}

/// Reads the words of one launch.
fn parse(words: &[String], module: Option<PathBuf>) -> Result<Command> {
    let mut command = Command::new();
    let mut words = words.iter();
    let mut input = module;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--help" | "-h" => command.is_help = true,
            "--check" => command.checks = true,
            "--text" => command.is_text = true,
            "--here" => command.is_here = true,
            name if name.starts_with("--") => match name.split_once('=') {
                Some((name, value)) => command.option(name, value)?,
                None => {
                    let value = words.next().ok_or_else(|| format!("`{name}` needs a value"))?;
                    command.option(name, value)?;
                }
            },
            file if input.is_none() => input = Some(PathBuf::from(file)),
            other => return Err(format!("`{other}` is one file too many")),
        }
    }
    match input {
        Some(input) => command.input = input,
        None if command.is_help => {}
        None => return Err("no SPIR-V file is given; --help shows an example".to_owned()),
    }
    Ok(command)
}
