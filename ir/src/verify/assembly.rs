//! Checks the constraints of inline assembly against the arguments of the call.

use super::attributes::ELEMENT_TYPE;
use super::calls::Call;
use super::fault::Rule;
use super::{Chapter, Verifier};
use crate::attributes::FIRST_PARAMETER;
use crate::instruction::Opcode;
use crate::module::Text;
use crate::types::TypeKind;

const HERE: Chapter = Chapter::Assembly;

/// A constraint of inline assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Constraint {
    kind: Kind,
    indirect: bool,
    /// The number of alternatives.
    alternatives: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Input,
    Output,
    Clobber,
    Label,
}

/// Parses a constraint; `None` if it is malformed. `outputs` is the number of outputs before it.
fn constraint(text: &[u8], outputs: usize) -> Option<Constraint> {
    let mut rest = text;
    let mut found = Constraint { kind: Kind::Input, indirect: false, alternatives: 1 };
    match rest.first() {
        Some(b'~') => {
            found.kind = Kind::Clobber;
            rest = rest.get(1..)?;
            // The register is in braces; spaces and the like may follow, as codes.
            if rest.first().is_some_and(|&first| first != b'{') {
                return None;
            }
        }
        Some(b'=') => {
            found.kind = Kind::Output;
            rest = rest.get(1..)?;
        }
        Some(b'!') => {
            found.kind = Kind::Label;
            rest = rest.get(1..)?;
        }
        _ => {}
    }
    if let Some(inner) = rest.strip_prefix(b"*") {
        // Clobbers and labels cannot be indirect.
        if matches!(found.kind, Kind::Clobber | Kind::Label) {
            return None;
        }
        found.indirect = true;
        rest = inner;
    }
    if found.kind == Kind::Output && rest.first() == Some(&b'&') {
        rest = rest.get(1..)?;
    }
    if rest.is_empty() {
        return None;
    }
    codes(rest, &mut found, outputs)?;
    Some(found)
}

/// Parses the codes of a constraint.
fn codes(mut rest: &[u8], found: &mut Constraint, outputs: usize) -> Option<()> {
    while let Some((&code, after)) = rest.split_first() {
        rest = match code {
            b'{' => {
                let end = after.iter().position(|&c| c == b'}')?;
                after.get(end + 1..)?
            }
            b'0'..=b'9' => {
                let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
                let number: usize = std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()?;
                // The operand matches an earlier output.
                if number >= outputs || found.kind != Kind::Input {
                    return None;
                }
                rest.get(digits..)?
            }
            b'|' => {
                found.alternatives += 1;
                after
            }
            b'^' => after.get(2..)?,
            b'@' => {
                let (&digit, after) = after.split_first()?;
                after.get((digit as char).to_digit(10)? as usize..)?
            }
            b'&' | b'%' | b'#' | b'*' => return None,
            _ => after,
        };
    }
    Some(())
}

/// Parses all constraints of a text; `None` if one is malformed.
fn constraints(text: &[u8]) -> Option<Vec<Constraint>> {
    let mut list: Vec<Constraint> = Vec::new();
    if text.is_empty() {
        return Some(list);
    }
    if text.last() == Some(&b',') {
        return None;
    }
    for part in text.split(|&c| c == b',') {
        let outputs = list.iter().filter(|c| c.kind == Kind::Output).count();
        list.push(constraint(part, outputs)?);
    }
    Some(list)
}

impl<'m> Verifier<'m> {
    /// Returns the constraints of the inline assembly that a call calls.
    fn constraints_of(&self, call: &Call<'_, 'm>) -> Option<Vec<Constraint>> {
        let words = self.m.constants.words(self.m.constant(call.callee)?);
        let &[_, _, _, _, start, count] = words else { return None };
        constraints(self.m.text(Text { start, count }))
    }

    pub(super) fn assembly(&mut self, call: &Call<'_, 'm>) -> Rule {
        let Some(list) = self.constraints_of(call) else {
            return HERE.broken("constraints of inline assembly are malformed");
        };
        self.matches_type(call, &list)?;
        let mut argument = 0;
        let mut labels = 0;
        for constraint in &list {
            match constraint.kind {
                Kind::Label => labels += 1,
                Kind::Clobber => continue,
                Kind::Output if !constraint.indirect => continue,
                _ => {
                    self.argument_of(call, argument, constraint.indirect)?;
                    argument += 1;
                }
            }
        }
        if call.here.row.opcode == Opcode::CallBr {
            return HERE.require(
                labels == call.here.word(4),
                "Number of label constraints does not match number of callbr dests",
            );
        }
        HERE.require(labels == 0, "Label constraints can only be used with callbr")
    }

    fn argument_of(&mut self, call: &Call<'_, 'm>, i: usize, indirect: bool) -> Rule {
        let has = self.has(call.list, FIRST_PARAMETER + i as u32, ELEMENT_TYPE);
        if !indirect {
            return HERE.require(!has, "Elementtype attribute can only be applied for indirect constraints");
        }
        let argument = call.arguments.get(i).map(|&value| self.m.type_of(value));
        HERE.require(
            argument.is_some_and(|ty| self.m.types.is_pointer(ty)),
            "Operand for indirect constraint must have pointer type",
        )?;
        HERE.require(has, "Operand for indirect constraint must have elementtype attribute")
    }

    /// Checks that the inputs and outputs match the function type in number and order.
    fn matches_type(&self, call: &Call<'_, 'm>, list: &[Constraint]) -> Rule {
        let (mut inputs, mut outputs, mut clobbers, mut labels, mut indirect) = (0, 0, 0, 0, 0);
        for constraint in list {
            let in_order = match constraint.kind {
                Kind::Output => {
                    if constraint.indirect {
                        indirect += 1;
                        inputs += 1;
                    } else {
                        outputs += 1;
                    }
                    inputs == indirect && clobbers == 0 && labels == 0
                }
                Kind::Input => {
                    inputs += 1;
                    clobbers == 0
                }
                Kind::Clobber => {
                    clobbers += 1;
                    true
                }
                Kind::Label => {
                    labels += 1;
                    clobbers == 0
                }
            };
            HERE.require(in_order, "constraints of inline assembly are out of order")?;
        }
        let types = &self.m.types;
        let result = types.result(call.ty);
        let results = match types.kind(result) {
            TypeKind::Void => 0,
            TypeKind::Struct | TypeKind::NamedStruct if outputs > 1 => types.parts(result).len(),
            _ => 1,
        };
        let fits = results == outputs && types.parameters(call.ty).len() == inputs && !types.is_variadic(call.ty);
        HERE.require(fits, "constraints of inline assembly do not match its type")
    }
}

#[cfg(test)]
mod tests {
    use super::constraints;

    #[test]
    fn reads_constraints() {
        assert_eq!(constraints(b"=r,r,~{memory}").map(|list| list.len()), Some(3));
        assert_eq!(constraints(b"=&{rax},=*m,0,!i").map(|list| list.len()), Some(4));
        assert!(constraints(b"=r,").is_none());
        assert!(constraints(b"0").is_none());
    }
}
