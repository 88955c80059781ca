//! The output as text that shows the subject of a file and little else, so that it changes only when the subject does.

use llvm_spirv::binary::{Words, text};
use std::collections::HashMap;
use std::fmt::Write;

/// Returns the assembly of a SPIR-V module, with its version before it. Ids that have no name are numbered in order of
/// appearance, so that an additional id elsewhere changes nothing here.
pub fn assembly(bytes: &[u8]) -> Result<String, String> {
    const INDENT: usize = 15;
    let words = Words::read(bytes).map_err(|e| e.to_string())?;
    let (major, minor) = words.header().version;
    let options = text::DisassemblyOptions { header: false, indent: false, ..text::DisassemblyOptions::default() };
    let mut numbers = Numbers::new('%');
    let mut out = format!("; SPIR-V {major}.{minor}\n");
    for line in text::disassemble(&words, options).lines() {
        let line = numbers.renumber(line);
        let result = line.starts_with('%').then(|| line.find(" = ")).flatten().map_or(0, |end| end + 3);
        let _ = writeln!(out, "{:blanks$}{line}", "", blanks = INDENT.saturating_sub(result));
    }
    Ok(out)
}

/// Returns an LLVM module without the target and the metadata of the module as a whole: functions, variables, and the
/// nodes that these name.
pub fn functions(module: &str) -> String {
    let is_node = |line: &&str| line.starts_with('!');
    let nodes: HashMap<&str, &str> = module.lines().filter(is_node).filter_map(|line| line.split_once(" = ")).collect();
    let mut numbers = Numbers::new('!');
    let mut out = String::new();
    for line in module.lines().filter(|line| !is_node(line) && !line.starts_with("target ")) {
        if !(line.is_empty() && (out.is_empty() || out.ends_with("\n\n"))) {
            let _ = writeln!(out, "{}", numbers.renumber(line));
        }
    }
    let mut next = 0;
    while let Some(old) = numbers.seen.get(next).cloned() {
        let node = nodes.get(format!("!{old}").as_str()).copied().unwrap_or_default();
        let _ = writeln!(out, "!{next} = {}", numbers.renumber(node));
        next += 1;
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// The numbers behind a mark, replaced by numbers from 0 in order of appearance.
struct Numbers {
    mark: char,
    seen: Vec<String>,
}

impl Numbers {
    fn new(mark: char) -> Self {
        Self { mark, seen: Vec::new() }
    }

    /// Returns the line with new numbers; strings are unchanged.
    fn renumber(&mut self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        for (index, part) in line.split('"').enumerate() {
            if index > 0 {
                out.push('"');
            }
            if index % 2 == 1 { out.push_str(part) } else { self.part(part, &mut out) }
        }
        out
    }

    fn part(&mut self, part: &str, out: &mut String) {
        for (index, piece) in part.split(self.mark).enumerate() {
            let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
            let is_name = piece[digits..].starts_with(|c: char| c.is_alphanumeric() || "._$".contains(c));
            let (number, rest) = piece.split_at(if index > 0 && !is_name { digits } else { 0 });
            if index > 0 {
                out.push(self.mark);
            }
            if !number.is_empty() {
                let _ = write!(out, "{}", self.number(number));
            }
            out.push_str(rest);
        }
    }

    fn number(&mut self, old: &str) -> usize {
        self.seen.iter().position(|seen| seen == old).unwrap_or_else(|| {
            self.seen.push(old.to_owned());
            self.seen.len() - 1
        })
    }
}

#[test]
fn only_what_functions_name_is_shown() {
    let module = "target triple = \"x\"\n\n\ndefine void @f() !a !7 !9x {\n}\n\n!b = !{!1}\n!1 = !{!\"!7\"}\n!5 = !{}\n!7 = !{!5, !\"!7\"}\n";
    assert_eq!(functions(module), "define void @f() !a !0 !9x {\n}\n\n!0 = !{!1, !\"!7\"}\n!1 = !{}\n");
}
