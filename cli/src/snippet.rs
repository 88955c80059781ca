//! Errors as text: with the line of the source and a caret, like those of compilers, if the source file is available.
//!
//! In: an error, whose place may name a position in the source. Out: its text. The source file is looked up by the name
//! and folder in the debug information. It is read only if it is a regular file of bounded size: its name comes from
//! the input.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use llvm_spirv::error::{Error, escaped, escaped_lines};
use llvm_spirv::error::{Place, Source};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Sources above this size are not searched for a line.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// The length above which a line is too long to show.
const MAX_LINE_BYTES: usize = 4096;

/// Returns the error with its code, its place and a hint.
pub fn shown(error: &Error) -> String {
    let place = error.place();
    let line = place.source.as_ref().and_then(|source| Some((source, line(source)?)));
    match line {
        Some((source, line)) => with_line(error, source, &line),
        None => plain(error),
    }
}

fn title(error: &Error) -> String {
    format!("{}{}", error.kind().prefix(), error.message())
}

/// Returns the error on one line, and the hint on another.
fn plain(error: &Error) -> String {
    let mut text = format!("error[{}]: {}", error.code(), title(error));
    if !error.place().is_empty() {
        text.push_str(&format!(" ({})", error.place()));
    }
    if let Some(hint) = error.help() {
        text.push_str(&format!("\n  hint: {hint}"));
    }
    text
}

fn with_line(error: &Error, source: &Source, line: &str) -> String {
    let column = line.floor_char_boundary((source.column.max(1) as usize - 1).min(line.len()));
    let caret = AnnotationKind::Primary.span(column..column);
    let path = escaped(&source.file);
    let snippet = Snippet::source(line).line_start(source.line as usize).path(&*path).annotation(caret);
    let title = title(error);
    let rest = Place { source: None, ..error.place().clone() };
    let rest = rest.to_string();
    let note = (!rest.is_empty()).then(|| Level::NOTE.message(&rest));
    let hint = error.help().map(|hint| Level::HELP.with_name("hint").message(escaped_lines(hint)));
    let group = Level::ERROR.primary_title(&title).id(error.code().text()).element(snippet);
    let group = group.elements(note).elements(hint);
    let renderer = if is_colored() { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// Returns whether the standard error supports colors. The first call must come before the first child process starts,
/// whose standard error is a pipe.
pub fn is_colored() -> bool {
    static IS_COLORED: OnceLock<bool> = OnceLock::new();
    *IS_COLORED.get_or_init(|| {
        let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        std::io::stderr().is_terminal() && !is_refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
    })
}

/// Returns the line of the source, if the file exists and has it.
fn line(source: &Source) -> Option<String> {
    let path = found(source)?;
    let text = std::fs::read(path).ok()?;
    let line = text.split(|byte| *byte == b'\n').nth((source.line as usize).checked_sub(1)?)?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (line.len() <= MAX_LINE_BYTES).then(|| String::from_utf8_lossy(line).into_owned())
}

/// Returns the source file, if it is a regular one of bounded size.
fn found(source: &Source) -> Option<PathBuf> {
    let path = Path::new(&source.directory).join(&source.file);
    let facts = std::fs::metadata(&path).ok()?;
    (facts.is_file() && facts.len() <= MAX_FILE_BYTES).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use llvm_spirv::error::{Code, internals};

    fn error(source: Option<Source>) -> Error {
        let place = Place { function: Some("f".into()), source, ..Place::default() };
        internals::at(Error::of(Code::Unsupported, "x").hint("y"), place)
    }

    #[test]
    fn s_an_error_without_its_source_is_a_line() {
        let error = error(None);
        assert_eq!(shown(&error), "error[E0400]: unsupported: x (in function f)\n  hint: y");
    }

    #[test]
    fn s_the_caret_is_below_the_column() {
        let source = || Source { file: "k.cl".into(), directory: "/src".into(), line: 7, column: 5 };
        let error = error(Some(source()));
        assert!(shown(&error).contains("(k.cl:7:5, in function f)"));
        let text = with_line(&error, &source(), "int a = b;");
        let expected = "error[E0400]: unsupported: x\n --> k.cl:7:5\n  |\n7 | int a = b;\n  |     ^\n  |\n  = note: in function f\n  = hint: y";
        assert_eq!(text, expected);
        let beyond = Source { column: 900, ..source() };
        assert!(with_line(&error, &beyond, "ü\u{1b}[31m").contains("k.cl:7:"));
        assert!(!with_line(&error, &beyond, "ü\u{1b}[31m").contains('\u{1b}'));
    }
}
