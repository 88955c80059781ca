//! The kind of a file, by its first bytes.
//!
//! In: bytes. Out: their [`Kind`]. A file counts as LLVM assembly if it begins like a module in the grammar of LLVM's
//! assembly, so that no file that LLVM could read is mistaken for another kind.

/// The number of bytes that are examined.
pub const LOOKED_AT: usize = 1 << 16;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No bytes, or nothing but white space.
    Empty,
    /// A SPIR-V binary.
    Spirv,
    /// LLVM bitcode.
    Bitcode,
    /// LLVM assembly.
    Assembly,
    /// The assembly of SPIRV-Tools.
    SpirvAssembly,
    /// The text that the Khronos translator writes.
    InternalText,
    /// OpenCL C.
    OpenClC,
    /// C, C++ or a related language.
    C,
    /// A file that this program cannot use: its name, and a hint, with `{}` for the file's name.
    Other(&'static str, &'static str),
    /// An unknown kind.
    Unknown,
}

const UNPACK: &str = "unpack it first";
const EMIT: &str = "clang -emit-llvm -c writes LLVM bitcode in its place";
const NONE: &str = "LLVM bitcode, LLVM assembly and SPIR-V binaries are what is translated";

/// Returns the kind of a file unrelated to LLVM IR and SPIR-V.
const fn foreign(name: &'static str) -> Kind {
    Kind::Other(name, NONE)
}

/// Returns the kind of a file that a compiler wrote in place of LLVM IR.
const fn compiled(name: &'static str) -> Kind {
    Kind::Other(name, EMIT)
}

/// Returns the kind of an archive or compressed file that contains another file.
const fn packed(name: &'static str) -> Kind {
    Kind::Other(name, UNPACK)
}

/// The magic bytes of files, and their kinds.
const BEGINNINGS: &[(&[u8], Kind)] = &[
    (b"\x03\x02\x23\x07", Kind::Spirv),
    (b"\x07\x23\x02\x03", Kind::Spirv),
    (b"BC\xC0\xDE", Kind::Bitcode),
    (b"\xDE\xC0\x17\x0B", Kind::Bitcode),
    (b"%PDF-", foreign("a PDF document")),
    (b"\x7FELF", compiled("an ELF object, library or program")),
    (b"MZ", compiled("a program for Windows")),
    (b"\xCF\xFA\xED\xFE", compiled("a Mach-O object, library or program")),
    (b"\0asm", compiled("a WebAssembly module")),
    (b"!<arch>\n", Kind::Other("an archive", "llvm-ar x {} unpacks it; its members are translated one by one")),
    (b"!<thin>\n", Kind::Other("a thin archive", "llvm-ar t {} lists the files to translate")),
    (
        b"__CLANG_OFFLOAD_BUNDLE__",
        Kind::Other("a bundle of clang's", "clang-offload-bundler --unbundle takes it apart"),
    ),
    (b"\x10\xFF\x10\xAD", Kind::Other("an offload binary of LLVM's", "llvm-offload-binary takes it apart")),
    (b"CPCH", compiled("a precompiled header or module of clang's")),
    (b"ML\xEFR", Kind::Other("MLIR bytecode", "mlir-translate writes LLVM IR or SPIR-V of it")),
    (b"DXBC", foreign("a container for DirectX")),
    (b"\x1F\x8B", packed("compressed by gzip")),
    (b"BZh", packed("compressed by bzip2")),
    (b"\xFD7zXZ\0", packed("compressed by xz")),
    (b"\x28\xB5\x2F\xFD", packed("compressed by zstd")),
    (b"PK\x03\x04", packed("a ZIP archive")),
    (b"\x89PNG", foreign("a PNG image")),
    (b"\xFF\xD8\xFF", foreign("a JPEG image")),
    (b"\xFF\xFE", Kind::Other("text in UTF-16", "iconv -f UTF-16 -t UTF-8 makes it readable")),
    (b"\xFE\xFF", Kind::Other("text in UTF-16", "iconv -f UTF-16 -t UTF-8 makes it readable")),
    (b"; SPIR-V", Kind::SpirvAssembly),
    (b"119734787 ", Kind::InternalText),
];

/// The words with which LLVM assembly may begin.
const ASSEMBLY: &[&str] =
    &["source_filename", "target", "define", "declare", "attributes", "uselistorder", "uselistorder_bb", "deplibs"];
const MLIR: Kind = Kind::Other("MLIR", "mlir-translate writes LLVM IR or SPIR-V of it");
const GLSL: Kind =
    Kind::Other("GLSL source", "shaders are none of this program's business: glslang compiles them to SPIR-V");
/// The beginnings of other texts; a word must match as a whole.
const OTHERS: &[(&str, Kind)] = &[
    ("builtin.module", MLIR),
    ("spirv.module", MLIR),
    ("spv.module", MLIR),
    ("func.func", MLIR),
    ("gpu.module", MLIR),
    ("#map", MLIR),
    ("#loc", MLIR),
    ("#version", GLSL),
    (".version", foreign("PTX")),
    ("<!DOCTYPE", Kind::Other("an HTML page", "it was downloaded in place of the file, perhaps")),
    ("<html", Kind::Other("an HTML page", "it was downloaded in place of the file, perhaps")),
    ("<?xml", foreign("XML")),
    ("{", foreign("JSON")),
    ("#!", foreign("a script")),
    ("version https://git-lfs", Kind::Other("a pointer to a file in Git LFS", "git lfs pull brings the file")),
    ("kernel", Kind::OpenClC),
    ("__kernel", Kind::OpenClC),
    ("__constant", Kind::OpenClC),
    ("constant", Kind::OpenClC),
    ("#", Kind::C),
    ("//", Kind::C),
    ("using", Kind::C),
    ("typedef", Kind::C),
    ("struct", Kind::C),
    ("union", Kind::C),
    ("enum", Kind::C),
    ("static", Kind::C),
    ("extern", Kind::C),
    ("inline", Kind::C),
    ("const", Kind::C),
    ("void", Kind::C),
    ("int", Kind::C),
    ("uint", Kind::C),
    ("char", Kind::C),
    ("float", Kind::C),
    ("double", Kind::C),
    ("unsigned", Kind::C),
    ("template", Kind::C),
    ("namespace", Kind::C),
    ("__attribute__", Kind::C),
    ("__global__", Kind::C),
    ("__device__", Kind::C),
];

impl Kind {
    /// Returns the kind of a file that begins with these bytes, which are the whole file if it is smaller than
    /// [`LOOKED_AT`].
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.get(..LOOKED_AT).unwrap_or(bytes);
        let beginning = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
        beginning.map_or_else(|| of_text(bytes), |(_, kind)| *kind)
    }

    /// Returns the name of the kind for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Spirv => "a SPIR-V binary",
            Self::Bitcode => "LLVM bitcode",
            Self::Assembly => "LLVM assembly",
            Self::SpirvAssembly => "SPIR-V assembly",
            Self::InternalText => "the internal text of the Khronos translator",
            Self::OpenClC => "OpenCL C source",
            Self::C => "C or C++ source",
            Self::Other(name, _) => name,
            Self::Unknown => "of a kind that is not known here",
        }
    }
}

fn of_text(bytes: &[u8]) -> Kind {
    let text = without_comments(bytes);
    let end = text.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'(').unwrap_or(text.len());
    let word = String::from_utf8_lossy(text.get(..end).unwrap_or_default());
    let second = text.get(end..).unwrap_or_default().trim_ascii_start();
    match text.first() {
        None => {
            if bytes.contains(&b';') {
                Kind::Assembly
            } else {
                Kind::Empty
            }
        }
        Some(b'%') if is_result(second) => Kind::SpirvAssembly,
        Some(b'@' | b'$' | b'%' | b'!' | b'^') => Kind::Assembly,
        _ if word == "module" && second.starts_with(b"asm") => Kind::Assembly,
        _ if word == "module" => MLIR,
        _ if ASSEMBLY.contains(&&*word) => Kind::Assembly,
        _ => of_other_text(bytes, text),
    }
}

/// Returns whether a text begins with `= OpX`, which follows the name of a result.
fn is_result(text: &[u8]) -> bool {
    text.strip_prefix(b"=").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"Op"))
}

fn of_other_text(bytes: &[u8], text: &[u8]) -> Kind {
    if matches!(text, [b'O', b'p', b'A'..=b'Z', ..]) {
        return Kind::SpirvAssembly;
    }
    let known = OTHERS.iter().find(|(beginning, _)| begins(text, beginning.as_bytes()));
    let says = |word: &str| bytes.windows(word.len()).any(|part| part == word.as_bytes());
    match known {
        Some((_, Kind::C)) if ["kernel void", "__kernel", "get_global_id", "cl_khr_"].into_iter().any(says) => {
            Kind::OpenClC
        }
        Some((_, kind)) => *kind,
        None => Kind::Unknown,
    }
}

/// Returns whether a text begins with this one, at the end of a word.
fn begins(text: &[u8], with: &[u8]) -> bool {
    let is_of_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    text.strip_prefix(with).is_some_and(|rest| !(is_of_word(with.last()) && is_of_word(rest.first())))
}

/// Returns the text from the first character on that is neither space nor in a comment of LLVM's assembly; the byte
/// order mark of UTF-8 is space.
fn without_comments(mut text: &[u8]) -> &[u8] {
    text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    loop {
        let start = text.iter().position(|byte| !byte.is_ascii_whitespace() && *byte != 0).unwrap_or(text.len());
        text = text.get(start..).unwrap_or_default();
        let end = match text {
            [b';', ..] => text.iter().position(|byte| *byte == b'\n'),
            [b'/', b'*', ..] => text.windows(2).position(|pair| pair == b"*/").map(|end| end + 2),
            _ => return text,
        };
        text = end.and_then(|end| text.get(end..)).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_content() {
        let kinds: &[(&str, Kind)] = &[
            ("", Kind::Empty),
            (" \n", Kind::Empty),
            ("; a comment\n", Kind::Assembly),
            ("; ModuleID = 'x'\ntarget triple = \"spir64\"\n", Kind::Assembly),
            ("/* new */ %t = type { i32 }\n", Kind::Assembly),
            ("module asm \"x\"", Kind::Assembly),
            ("module {\n}", MLIR),
            ("; SPIR-V\n; Version: 1.0\n", Kind::SpirvAssembly),
            ("; mine\n%void = OpTypeVoid\n", Kind::SpirvAssembly),
            ("OpCapability Kernel\n", Kind::SpirvAssembly),
            ("119734787 65536 393230 9 0\n", Kind::InternalText),
            ("/* mine */\n#include \"x.h\"\nkernel void k() {}", Kind::OpenClC),
            ("__kernel void k() {}", Kind::OpenClC),
            ("#include <stdio.h>\nint main() {}", Kind::C),
            ("no module", Kind::Unknown),
            ("Opening", Kind::Unknown),
            ("constant int x;", Kind::OpenClC),
            ("constants", Kind::Unknown),
        ];
        for (text, kind) in kinds {
            assert_eq!(Kind::of(text.as_bytes()), *kind, "{text}");
        }
        assert!(matches!(Kind::of(b"%PDF-1.7\n"), Kind::Other("a PDF document", _)));
    }
}
