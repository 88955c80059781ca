//! Functions in textual form: assembly, in self-contained chunks.

/// The number of bytes that a function may read.
pub const IN_BYTES: usize = 4096;
/// The number of bytes that a function may write.
pub const OUT_BYTES: usize = 65536;
/// The number of inputs that each function is run with.
pub const INPUTS: usize = 4;

/// The header with the data layout of OpenCL's 64-bit targets: the same before and after the translation.
pub const HEADER: &str = concat!(
    "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024",
    "-n8:16:32:64-G1\"\ntarget triple = \"spir64-unknown-unknown\"\n"
);

/// The prefix of the line that begins a chunk.
const MARK: &str = "; function ";
/// The line that begins the reference for the chunk.
const REFERENCE: &str = "; reference";

/// A function with all its helpers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The name of the function `void (ptr addrspace(1) in, ptr addrspace(1) out)`.
    pub name: String,
    /// Its assembly, without the header.
    pub text: String,
    /// An equivalent function for which LLVM has code, which is run in its place before the translation.
    pub reference: Option<String>,
}

/// Returns the chunks as one text.
pub fn write(chunks: &[Chunk]) -> String {
    let reference = |text: &String| format!("{REFERENCE}\n{text}");
    let reference = |chunk: &Chunk| chunk.reference.as_ref().map(reference).unwrap_or_default();
    chunks.iter().map(|chunk| format!("{MARK}{}\n{}{}", chunk.name, chunk.text, reference(chunk))).collect()
}

/// Returns the chunks of a text. A text without marks is one chunk, whose function is the last definition.
pub fn read(text: &str) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix(MARK), chunks.last_mut()) {
            (Some(name), _) => chunks.push(Chunk { name: name.trim().into(), text: String::new(), reference: None }),
            (None, Some(chunk)) if line == REFERENCE => chunk.reference = Some(String::new()),
            (None, Some(chunk)) => *chunk.reference.as_mut().unwrap_or(&mut chunk.text) += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    if chunks.is_empty() {
        let defined = text.lines().filter(|line| line.starts_with("define "));
        let name = defined.filter_map(|line| line.split_once('@')?.1.split_once('(')).next_back();
        let name = name.map_or("f", |(name, _)| name);
        let body = text.lines().filter(|line| !line.starts_with("target "));
        let text = body.flat_map(|line| [line, "\n"]).collect();
        chunks.push(Chunk { name: name.into(), text, reference: None });
    }
    chunks
}

/// Returns the module of these chunks.
pub fn module<'a>(chunks: impl IntoIterator<Item = &'a Chunk>) -> String {
    let mut text = HEADER.to_owned();
    text.extend(chunks.into_iter().map(|chunk| chunk.text.as_str()));
    text
}

/// Returns the module of the references, which is run before the translation.
pub fn reference<'a>(chunks: impl IntoIterator<Item = &'a Chunk>) -> String {
    let mut text = HEADER.to_owned();
    text.extend(chunks.into_iter().map(|chunk| chunk.reference.as_ref().unwrap_or(&chunk.text).as_str()));
    text
}

/// Returns the `number`-th input: zeros, ones, words of single bits and special floats, noise.
pub fn input(number: usize) -> Vec<u8> {
    const SPECIAL: [u64; 8] = [
        0x7FF0_0000_7F80_0000,
        0x8000_0000_8000_0000,
        0x0000_0001_7C00_FC00,
        0x3FF0_0000_3F80_0000,
        0x7FFF_FFFF_FFFF_FFFF,
        0x0010_0000_0080_0400,
        0xC1E0_0000_4F00_0000,
        0x8000_7FFF_FF80_0001,
    ];
    let mut state = number as u64;
    let words = (0..IN_BYTES / 8).map(|at| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match number {
            0 => 0,
            1 => u64::MAX,
            2 => SPECIAL[(state >> 40) as usize % SPECIAL.len()] ^ (state >> 63) << (at % 64),
            _ => state ^ state >> 29,
        }
    });
    words.flat_map(u64::to_le_bytes).collect()
}
