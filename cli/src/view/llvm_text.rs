//! LLVM assembly as lines: the places of its instructions, and a copy in which the debug position of each instruction
//! is the number of its line.
//!
//! In: assembly as the library writes it, an instruction a line, except for lists in brackets. The copy has new
//! positions in place of the original ones, so that its translation shows the line from which each instruction came.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A module as lines of text.
#[derive(Debug)]
pub struct LlvmText {
    /// The lines.
    pub lines: Vec<String>,
    /// The instructions in order: first and last line.
    pub instructions: Vec<(usize, usize)>,
    /// The line in which the function begins, for each line of a function.
    functions: Vec<Option<usize>>,
}

impl LlvmText {
    /// Splits a text into lines and finds the instructions.
    pub fn new(text: &str) -> Self {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (mut instructions, mut functions, mut function) = (Vec::new(), Vec::with_capacity(lines.len()), None);
        let mut open = None;
        for (number, line) in lines.iter().enumerate() {
            if line.starts_with("define ") {
                function = Some(number);
            }
            functions.push(function);
            if line == "}" {
                function = None;
            } else if function.is_some_and(|define| define < number) {
                open = instruction(line, number, open, &mut instructions);
            }
        }
        Self { lines, instructions, functions }
    }

    /// Returns the line in which the function of a line begins.
    pub fn function(&self, line: usize) -> Option<usize> {
        self.functions.get(line).copied().flatten()
    }

    /// Returns the name of the function or variable that a line defines or declares.
    pub fn name(&self, line: usize) -> Option<&str> {
        let line = self.lines.get(line)?;
        let is_named = line.starts_with("define ") || line.starts_with("declare ") || line.starts_with('@');
        let rest = line.get(line.find('@').filter(|_| is_named)? + 1..)?;
        match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => rest.split(|c: char| !c.is_ascii_alphanumeric() && !"._$-".contains(c)).next(),
        }
    }

    /// Returns the module with the number of its line, from 1, as the debug position of each instruction, and no other
    /// debug information.
    pub fn marked(&self) -> String {
        let first = self.free_number();
        let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
        ends.extend(self.instructions.iter().map(|(begin, end)| (*end, *begin)));
        let mut nodes = Nodes::new(first);
        let mut text = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            let trimmed = line.trim_start();
            if trimmed.starts_with("#dbg_") || line.starts_with("!llvm.dbg.cu") {
                continue;
            }
            let plain = without_position(line);
            if line.starts_with("define ") {
                let head = plain.strip_suffix('{').unwrap_or(&plain).trim_end();
                let _ = writeln!(text, "{head} !dbg !{} {{", nodes.function());
            } else if let Some(begin) = ends.get(&number) {
                let _ = writeln!(text, "{plain}, !dbg !{}", nodes.position(begin + 1));
            } else if let Some(flags) = line.strip_prefix("!llvm.module.flags = !{") {
                let _ = writeln!(text, "!llvm.module.flags = !{{{}", nodes.flags(flags));
            } else {
                let _ = writeln!(text, "{plain}");
            }
        }
        text + &nodes.finish()
    }

    /// Returns the first number that is free for metadata.
    fn free_number(&self) -> usize {
        let numbers = self.lines.iter().filter_map(|line| line.strip_prefix('!')?.split(' ').next()?.parse().ok());
        numbers.max().map_or(0, |most: usize| most + 1)
    }

    /// Returns the debug position of each instruction, with the file, by the line of the instruction.
    pub fn positions(&self) -> BTreeMap<usize, (String, usize)> {
        let nodes = nodes(&self.lines);
        let place = |(begin, end): &(usize, usize)| {
            let number = position_number(self.lines.get(*end)?)?;
            let location = nodes.get(number)?;
            let line = field(location, "line: ")?.parse().ok().filter(|line| *line > 0)?;
            Some((*begin, (file_of(&nodes, field(location, "scope: ")?)?, line)))
        };
        self.instructions.iter().filter_map(place).collect()
    }

    /// Returns the text of a source file from the debug information.
    pub fn source(&self, file: &str) -> Option<String> {
        let named = |line: &&String| line.contains("!DIFile(") && path_of(line).as_deref() == Some(file);
        let line = self.lines.iter().find(named)?;
        let (_, rest) = line.split_once("source: \"")?;
        Some(unescaped(rest.split('"').next()?))
    }
}

/// Records a line of a body: an instruction, a part of one, or none.
fn instruction(line: &str, number: usize, open: Option<usize>, found: &mut Vec<(usize, usize)>) -> Option<usize> {
    match open {
        Some(begin) if line.trim_start().starts_with(']') => {
            found.push((begin, number));
            None
        }
        Some(begin) => Some(begin),
        None if !line.starts_with("  ") || line.trim_start().starts_with(['#', ';']) => None,
        None if line.ends_with('[') => Some(number),
        None => {
            found.push((number, number));
            None
        }
    }
}

/// The nodes of debug information in a marked module.
struct Nodes {
    first: usize,
    next: usize,
    text: String,
    has_flags: bool,
    function: usize,
}

impl Nodes {
    fn new(first: usize) -> Self {
        let mut text = String::new();
        let (file, unit, ty, flag) = (first, first + 1, first + 2, first + 3);
        let _ = writeln!(text, "!{file} = !DIFile(filename: \"marks\", directory: \"\")");
        let unit_of = format!("language: DW_LANG_OpenCL, file: !{file}, emissionKind: LineTablesOnly");
        let _ = writeln!(text, "!{unit} = distinct !DICompileUnit({unit_of})");
        let _ = writeln!(text, "!{ty} = !DISubroutineType(types: !{{}})");
        let _ = writeln!(text, "!{flag} = !{{i32 2, !\"Debug Info Version\", i32 3}}");
        Self { first, next: first + 4, text, has_flags: false, function: first }
    }

    fn take(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn function(&mut self) -> usize {
        let (first, number) = (self.first, self.take());
        let what = format!("scope: !{first}, file: !{first}, line: 1, type: !{}, unit: !{}", first + 2, first + 1);
        let _ = writeln!(self.text, "!{number} = distinct !DISubprogram({what}, spFlags: DISPFlagDefinition)");
        self.function = number;
        number
    }

    fn position(&mut self, line: usize) -> usize {
        let (number, function) = (self.take(), self.function);
        let _ = writeln!(self.text, "!{number} = !DILocation(line: {line}, scope: !{function})");
        number
    }

    /// Returns the flags of the module with the version of debug information added, unless it is there.
    fn flags(&mut self, others: &str) -> String {
        self.has_flags = true;
        format!("!{}{}{others}", self.first + 3, if others.starts_with('}') { "" } else { ", " })
    }

    fn finish(mut self) -> String {
        if !self.has_flags {
            let _ = writeln!(self.text, "!llvm.module.flags = !{{!{}}}", self.first + 3);
        }
        let _ = writeln!(self.text, "!llvm.dbg.cu = !{{!{}}}", self.first + 1);
        self.text
    }
}

/// Returns a line without its debug position.
fn without_position(line: &str) -> String {
    let Some(at) = line.find("!dbg !") else { return line.to_owned() };
    let (before, rest) = line.split_at(at);
    let number = rest.get(6..).unwrap_or_default();
    let after = number.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{}{after}", before.trim_end().trim_end_matches(','))
}

fn position_number(line: &str) -> Option<usize> {
    let (_, rest) = line.split_once("!dbg !")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Returns the nodes of metadata by number.
fn nodes(lines: &[String]) -> Vec<&str> {
    let mut nodes = Vec::new();
    for line in lines {
        let Some((number, node)) = line.strip_prefix('!').and_then(|rest| rest.split_once(" = ")) else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        if number < lines.len() {
            nodes.resize(nodes.len().max(number + 1), "");
            nodes[number] = node;
        }
    }
    nodes
}

fn field<'t>(node: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = node.split_once(name)?;
    rest.split([',', ')']).next()
}

/// Returns the path of the file of a scope.
fn file_of(nodes: &[&str], scope: &str) -> Option<String> {
    let of = |reference: &str| nodes.get(reference.strip_prefix('!')?.parse::<usize>().ok()?).copied();
    path_of(of(field(of(scope)?, "file: ")?)?)
}

fn path_of(file: &str) -> Option<String> {
    let quoted = |name: &str| file.split_once(name).and_then(|(_, rest)| rest.split('"').next()).map(unescaped);
    let (name, folder) = (quoted("filename: \"")?, quoted("directory: \"").unwrap_or_default());
    let is_whole = name.starts_with('/') || folder.is_empty();
    Some(if is_whole { name } else { format!("{folder}/{name}") })
}

/// Returns a text without the escapes of LLVM assembly.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter().copied();
    while let Some(byte) = rest.next() {
        let digit = |at: usize| rest.clone().nth(at).and_then(|byte| char::from(byte).to_digit(16));
        let value = digit(0).zip(digit(1)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        match value.filter(|_| byte == b'\\') {
            Some(value) => {
                bytes.push(value);
                rest.nth(1);
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "define void @f(i32 %x) !dbg !3 {\n  switch i32 %x, label %a [\n    i32 0, label %a\n  ], !dbg !4\n\na:\n  \
                        #dbg_value(i32 %x, !5, !DIExpression(), !4)\n  ret void, !dbg !4\n}\n!llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!2}\n\
                        !0 = !DIFile(filename: \"a.cl\", directory: \"/t\", source: \"a\\0Ab\")\n!1 = distinct !DICompileUnit(file: !0)\n!2 = !{}\n\
                        !3 = distinct !DISubprogram(name: \"f\", file: !0, unit: !1)\n!4 = !DILocation(line: 7, scope: !3)\n";

    #[test]
    fn instructions_are_found_with_their_positions() {
        let text = LlvmText::new(TEXT);
        assert_eq!(text.instructions, [(1, 3), (7, 7)]);
        assert_eq!((text.function(7), text.name(0)), (Some(0), Some("f")));
        let place = ("/t/a.cl".to_owned(), 7);
        assert_eq!(text.positions(), BTreeMap::from([(1, place.clone()), (7, place)]));
        assert_eq!(text.source("/t/a.cl").as_deref(), Some("a\nb"));
    }

    #[test]
    fn marks_are_positions() {
        let marked = LlvmText::new(&LlvmText::new(TEXT).marked());
        let lines: Vec<_> = marked.positions().values().map(|place| place.1).collect();
        assert_eq!(lines, [2, 8]);
        assert!(!marked.lines.iter().any(|line| line.contains("#dbg_value")));
        assert!(marked.lines.contains(&"!llvm.module.flags = !{!8, !2}".to_owned()));
    }
}
