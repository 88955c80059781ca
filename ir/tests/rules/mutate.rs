//! Makes single changes in the printed assembly of a valid module.

use super::words::*;
use llvm_spirv_testing::Random;

/// A rule of LLVM IR that a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Change {
    Type,
    Opcode,
    Predicate,
    Flag,
    Operand,
    Constant,
    Number,
    Attribute,
    Linkage,
    Convention,
    Dominance,
    Line,
    Phi,
    Label,
    Node,
    Field,
    Global,
    Intrinsic,
}

pub const CHANGES: [Change; 18] = [
    Change::Type,
    Change::Opcode,
    Change::Predicate,
    Change::Flag,
    Change::Operand,
    Change::Constant,
    Change::Number,
    Change::Attribute,
    Change::Linkage,
    Change::Convention,
    Change::Dominance,
    Change::Line,
    Change::Phi,
    Change::Label,
    Change::Node,
    Change::Field,
    Change::Global,
    Change::Intrinsic,
];

/// Returns the end of the token at a place: a name with its sigil, a number, a text, or a mark.
fn token_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let is_word = |c: u8| c.is_ascii_alphanumeric() || b"$._-".contains(&c);
    let mut end = at + 1;
    if bytes[at] == b'"' {
        while end < bytes.len() && bytes[end] != b'"' {
            end += 1;
        }
        return (end + 1).min(bytes.len());
    }
    if is_word(bytes[at]) || b"%@!#$".contains(&bytes[at]) {
        if b"%@!$".contains(&bytes[at]) && bytes.get(end) == Some(&b'"') {
            return token_end(text, end);
        }
        while end < bytes.len() && is_word(bytes[end]) {
            end += 1;
        }
    }
    end
}

/// Returns the tokens of assembly as ranges of bytes, without comments.
pub fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b';' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b' ' | b'\n' | b'\t' => at += 1,
            byte if !byte.is_ascii() => at += text[at..].chars().next().map_or(1, char::len_utf8),
            _ => {
                let end = token_end(text, at);
                list.push((at, end));
                at = end;
            }
        }
    }
    list
}

/// A module to be changed.
pub struct Source {
    text: String,
    tokens: Vec<(usize, usize)>,
    /// The lines of instructions, and the number of their function.
    lines: Vec<(usize, usize, usize)>,
}

impl Source {
    pub fn new(text: String) -> Source {
        let tokens = tokens(&text);
        let (mut lines, mut at, mut function, mut inside) = (Vec::new(), 0, 0, false);
        for line in text.split_inclusive('\n') {
            inside |= line.starts_with("define ");
            if line.starts_with("  ") && inside {
                lines.push((at, at + line.len(), function));
            }
            if line.starts_with('}') {
                (inside, function) = (false, function + 1);
            }
            at += line.len();
        }
        Source { text, tokens, lines }
    }

    fn word(&self, (start, end): (usize, usize)) -> &str {
        &self.text[start..end]
    }

    fn with(&self, (start, end): (usize, usize), new: &str) -> String {
        format!("{}{new}{}", &self.text[..start], &self.text[end..])
    }

    /// Returns the place of a random token that satisfies a predicate.
    fn find(&self, random: &mut Random, is: impl Fn(&str) -> bool) -> Option<(usize, usize)> {
        (0..40).find_map(|_| random.one_of(&self.tokens).filter(|&place| is(self.word(place))))
    }

    /// Replaces a random token that satisfies a predicate by one of a list.
    fn token(&self, random: &mut Random, is: impl Fn(&str) -> bool, new: &[&str]) -> Option<String> {
        let place = self.find(random, is)?;
        Some(self.with(place, random.one_of(new)?))
    }

    fn inserted(&self, random: &mut Random, is: impl Fn(&str) -> bool, new: &str) -> Option<String> {
        let (_, end) = self.find(random, is)?;
        Some(self.with((end, end), &format!(" {new} ")))
    }

    /// Replaces a token by another one with the same sigil.
    fn swapped(&self, random: &mut Random, sign: char) -> Option<String> {
        let place = self.find(random, |word| word.starts_with(sign) && word.len() > 1)?;
        let other = self.find(random, |word| word.starts_with(sign) && word.len() > 1 && word != self.word(place))?;
        Some(self.with(place, self.word(other)))
    }

    /// Returns a module with one change, or `None` if the change does not apply.
    pub fn changed(&self, change: Change, random: &mut Random) -> Option<String> {
        let is_type = |word: &str| TYPES.contains(&word) || word.starts_with('i') && word[1..].parse::<u32>().is_ok();
        let is_name = |word: &str| word.starts_with('%') && word.len() > 1;
        match change {
            Change::Type => self.token(random, is_type, TYPES),
            Change::Opcode => {
                let place = self.find(random, |word| OTHERS.iter().any(|list| list.contains(&word)))?;
                let list = OTHERS.iter().find(|list| list.contains(&self.word(place)))?;
                Some(self.with(place, random.one_of(list)?))
            }
            Change::Predicate => match random.below(2) {
                0 => self.token(random, |word| PREDICATES.contains(&word), PREDICATES),
                _ => self.token(random, |word| ORDERINGS.contains(&word), ORDERINGS),
            },
            Change::Flag => {
                let flag = random.one_of(FLAGS)?;
                let is = |word: &str| {
                    OTHERS.iter().any(|list| list.contains(&word))
                        || matches!(word, "getelementptr" | "store" | "call" | "=")
                };
                self.inserted(random, is, flag)
            }
            Change::Operand => self.swapped(random, '%'),
            Change::Constant => self.token(
                random,
                |word| is_name(word) || word.parse::<i64>().is_ok() || CONSTANTS.contains(&word),
                CONSTANTS,
            ),
            Change::Number => self.token(random, |word| word.parse::<i64>().is_ok(), NUMBERS),
            Change::Attribute => {
                let attribute = random.one_of(ATTRIBUTES)?;
                match random.below(3) {
                    0 => self.inserted(random, |word| word == ")", attribute),
                    1 => self.inserted(random, is_type, attribute),
                    _ => self.inserted(random, |word| matches!(word, "{" | "call" | "define" | "declare"), attribute),
                }
            }
            Change::Linkage => {
                let linkage = random.one_of(LINKAGES)?;
                match random.below(3) {
                    0 => self.token(random, |word| LINKAGES.contains(&word), LINKAGES),
                    _ => self.inserted(random, |word| matches!(word, "define" | "declare" | "="), linkage),
                }
            }
            Change::Convention => {
                let convention = random.one_of(CONVENTIONS)?;
                match random.below(2) {
                    0 => self.token(random, |word| CONVENTIONS.contains(&word), CONVENTIONS),
                    _ => self.inserted(
                        random,
                        |word| matches!(word, "define" | "declare" | "call" | "invoke"),
                        convention,
                    ),
                }
            }
            Change::Dominance | Change::Line => self.moved(change == Change::Line, random),
            Change::Phi => self.phi(random),
            Change::Label => {
                let place = self.find(random, |word| word == "label")?;
                let i = self.tokens.iter().position(|&token| token == place)?;
                let name = *self.tokens.get(i + 1)?;
                let other = self
                    .tokens
                    .iter()
                    .enumerate()
                    .filter(|(_, token)| self.word(**token) == "label")
                    .map(|(i, _)| i + 1);
                let others: Vec<_> = other.filter_map(|i| self.tokens.get(i)).collect();
                Some(self.with(name, self.word(*random.one_of(&others)?)))
            }
            Change::Node => match random.below(4) {
                0 => self.token(
                    random,
                    |word| word.starts_with('!') && word.len() > 1,
                    &["null", "!{}", "i32 1", "!\"text\"", "!{null}"],
                ),
                1 => self.inserted(random, |word| word == "{", "null, "),
                _ => self.swapped(random, '!'),
            },
            Change::Field => self.field(random),
            Change::Global => self.swapped(random, '@'),
            Change::Intrinsic => Some(format!("{}\n{}\n", self.text, random.one_of(INTRINSICS)?)),
        }
    }

    /// Moves an instruction within its function, removes it, or doubles it.
    fn moved(&self, is_removed: bool, random: &mut Random) -> Option<String> {
        let (start, end, function) = random.one_of(&self.lines)?;
        let line = &self.text[start..end];
        if is_removed {
            return Some(self.with((start, end), ""));
        }
        let others: Vec<_> = self.lines.iter().filter(|other| other.2 == function && other.0 != start).collect();
        let at = random.one_of(&others)?.0;
        let (first, second) = if at < start { (at, start) } else { (start, at) };
        Some(match at < start {
            true => format!("{}{line}{}{}", &self.text[..first], &self.text[first..second], &self.text[end..]),
            false => format!("{}{}{line}{}", &self.text[..first], &self.text[end..second], &self.text[second..]),
        })
    }

    /// Removes, doubles or changes an entry of a phi.
    fn phi(&self, random: &mut Random) -> Option<String> {
        let phis: Vec<_> = self.lines.iter().filter(|line| self.text[line.0..line.1].contains(" = phi ")).collect();
        let &(start, end, _) = random.one_of(&phis)?;
        let line = &self.text[start..end];
        let entries: Vec<(usize, usize)> =
            line.match_indices("[ ").filter_map(|(i, _)| Some((i, i + line[i..].find(" ]")? + 2))).collect();
        let (from, to) = random.one_of(&entries)?;
        let other = random.one_of(&entries)?;
        let entry = &line[from..to];
        let new = match random.below(4) {
            0 => line[..from].trim_end_matches(", ").to_owned() + line[to..].trim_start_matches(','),
            1 => format!("{}{entry}, {}", &line[..from], &line[from..]),
            2 => format!("{}{}{}", &line[..from], &line[other.0..other.1], &line[to..]),
            _ => format!("{}[ undef, {}{}", &line[..from], entry.split_once(", ")?.1, &line[to..]),
        };
        Some(self.with((start, end), &new))
    }

    /// Removes a field of a node, or gives it the value of another one.
    fn field(&self, random: &mut Random) -> Option<String> {
        let nodes: Vec<&str> = self.text.lines().filter(|line| line.starts_with('!') && line.contains(": ")).collect();
        let line = random.one_of(&nodes)?;
        let start = line.as_ptr() as usize - self.text.as_ptr() as usize;
        let open = line.find('(')? + 1;
        let fields: Vec<&str> = line.get(open..line.rfind(')')?)?.split(", ").collect();
        let other_line = random.one_of(&nodes)?;
        let other = other_line.get(other_line.find('(')? + 1..other_line.rfind(')')?)?;
        let others: Vec<&str> = other.split(", ").collect();
        let i = random.below(fields.len());
        let mut new = fields.clone();
        match random.below(4) {
            0 => drop(new.remove(i)),
            1 => new.push(random.one_of(&others)?),
            2 => new[i] = random.one_of(&others)?,
            _ => {
                let value = random.one_of(&others)?.split_once(": ")?.1;
                let made = format!("{}: {value}", fields.get(i)?.split_once(": ")?.0);
                return Some(
                    self.with((start, start + line.len()), &format!("{}{}", &line[..open], joined(&new, i, &made))),
                );
            }
        }
        Some(self.with((start, start + line.len()), &format!("{}{})", &line[..open], new.join(", "))))
    }
}

fn joined(fields: &[&str], i: usize, made: &str) -> String {
    let mut fields = fields.to_vec();
    fields[i] = made;
    format!("{})", fields.join(", "))
}
