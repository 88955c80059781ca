//! The metadata of a module as LLVM prints it: nodes with their fields, and the places that refer to them.

/// The prefix of the label of a declared function.
pub const DECLARED: &str = "declared ";
/// The suffix of the label of a phi.
pub const PHI: &str = ": a phi";
/// The suffix of the label of an instruction other than a phi.
pub const INSTRUCTION: &str = ": an instruction";

/// The suffix of the label of a record.
pub const RECORD: &str = ": a record";
/// The text of an instruction that is a call.
pub const CALL: &str = "call";

/// A field of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Another node, by its number.
    Node(usize),
    /// Anything else, as it is printed.
    Text(String),
}

/// A node: the class and the fields in order; entries of a list are named by their positions.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The class, such as `DIFile`; empty for a list.
    pub class: String,
    /// The fields.
    pub fields: Vec<(String, Value)>,
}

/// A place in the module that refers to nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The name of the place.
    pub label: String,
    /// The significant rest of the line.
    pub text: String,
    /// The nodes.
    pub nodes: Vec<usize>,
}

/// The nodes of a module by number, and the places that refer to them.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The places that refer to nodes: units, globals, functions, locations and records, in order.
    pub roots: Vec<Root>,
}

/// Reads a module.
pub fn read(text: &str) -> Module {
    let mut module = Module::default();
    let (mut function, mut is_described) = (String::new(), false);
    for line in text.lines() {
        if let Some((number, body)) = definition(line) {
            if module.nodes.len() <= number {
                module.nodes.resize(number + 1, Node::default());
            }
            module.nodes[number] = node(body);
        } else if let Some(list) = line.strip_prefix("!llvm.dbg.cu = ") {
            module.root("units", "", numbers(list));
        } else if line.starts_with("define ") || line.starts_with("declare ") || line.starts_with('@') {
            function = name(line);
            let label = if line.starts_with("declare ") { format!("{DECLARED}{function}") } else { function.clone() };
            is_described = line.contains("!dbg ");
            module.root(&label, "", attached(line));
        } else if !is_described {
            // Locations in a function that nothing describes say nothing.
        } else if let Some(record) = line.trim_start().strip_prefix("#dbg_") {
            let (kind, arguments) = record.split_once('(').unwrap_or((record, ""));
            let (value, rest) = split_value(arguments);
            let said = if value.ends_with("poison") || value.ends_with("undef") { "nowhere" } else { "somewhere" };
            let expression = rest.split_once("!DIExpression").map(|rest| rest.1).and_then(|rest| rest.split_once(')'));
            let expression = without_literals(expression.map_or("", |rest| rest.0.trim_start_matches('(')));
            let text = format!("{kind} {said}: {expression}");
            module.root(&format!("{function}{RECORD}"), &text, numbers(rest));
        } else if line.starts_with("  ") {
            let kind = if line.contains(" = phi ") { PHI } else { INSTRUCTION };
            let text = if line.contains("call ") { CALL } else { "" };
            module.root(&format!("{function}{kind}"), text, attached(line));
        }
    }
    module
}

/// Returns an expression with `DW_OP_litN` spelled as `DW_OP_constu, N`.
fn without_literals(expression: &str) -> String {
    let spelled = |word: &str| match word.strip_prefix("DW_OP_lit") {
        Some(number) => format!("DW_OP_constu, {number}"),
        None => word.to_owned(),
    };
    let words: Vec<_> = expression.split(", ").map(spelled).collect();
    joined(&words).join(", ")
}

/// Joins the halves of numbers of more than 32 bits.
fn joined(words: &[String]) -> Vec<String> {
    let (mut all, mut rest) = (Vec::new(), words);
    while let Some((first, tail)) = rest.split_first() {
        let texts: Vec<_> = rest.iter().take(8).map(String::as_str).collect();
        let halves = match *texts {
            ["DW_OP_constu", high, "DW_OP_constu", "32", "DW_OP_shl", "DW_OP_constu", low, "DW_OP_or"] => {
                Some((high, low))
            }
            _ => None,
        };
        let number = halves.and_then(|(high, low)| Some(high.parse::<u64>().ok()? << 32 | low.parse::<u64>().ok()?));
        match number {
            Some(number) => {
                all.extend(["DW_OP_constu".to_owned(), number.to_string()]);
                rest = &rest[8..];
            }
            None => {
                all.push(first.clone());
                rest = tail;
            }
        }
    }
    all
}

impl Module {
    fn root(&mut self, label: &str, text: &str, nodes: Vec<usize>) {
        self.roots.push(Root { label: label.to_owned(), text: text.to_owned(), nodes });
    }
}

/// Splits `!7 = distinct !DIFile(...)` into number and body.
fn definition(line: &str) -> Option<(usize, &str)> {
    let (number, body) = line.strip_prefix('!')?.split_once(" = ")?;
    Some((number.parse().ok()?, body.strip_prefix("distinct ").unwrap_or(body)))
}

fn node(body: &str) -> Node {
    let (class, inner) = body.trim_start_matches('!').split_once(['(', '{']).unwrap_or((body, ""));
    let inner = inner.get(..inner.len().saturating_sub(1)).unwrap_or_default();
    let fields = split(inner).into_iter().enumerate().map(|(place, field)| match field.split_once(": ") {
        Some((name, value)) if !class.is_empty() && class != "DIExpression" => (name.to_owned(), self::value(value)),
        _ => (place.to_string(), value(field)),
    });
    Node { class: class.to_owned(), fields: fields.collect() }
}

fn value(text: &str) -> Value {
    match text.strip_prefix('!').and_then(|number| number.parse().ok()) {
        Some(number) => Value::Node(number),
        None => Value::Text(text.to_owned()),
    }
}

/// Splits at commas outside of parentheses and strings.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0, false);
    for (place, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '(' | '{' if !quoted => depth += 1,
            ')' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(text[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.extend(Some(text[start..].trim()).filter(|rest| !rest.is_empty()));
    parts
}

/// Splits the arguments of a record into the value and the nodes after it.
fn split_value(arguments: &str) -> (&str, &str) {
    let first = split(arguments.strip_suffix(')').unwrap_or(arguments)).first().copied().unwrap_or_default();
    (first, arguments.get(first.len()..).unwrap_or_default())
}

/// Returns all numbers of nodes in a text.
fn numbers(text: &str) -> Vec<usize> {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split('!').skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

/// The nodes behind `!dbg`.
fn attached(line: &str) -> Vec<usize> {
    line.split("!dbg ").skip(1).filter_map(|rest| numbers(rest).first().copied()).collect()
}

/// The name of a function or variable.
fn name(line: &str) -> String {
    let rest = line.split_once('@').map_or("", |rest| rest.1);
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "._$".contains(*c)).collect()
}
