//! The parser of formulas: it divides the texts into tokens, and finds each formula.

use crate::error::{Error, Result};
use std::sync::OnceLock;

/// The texts with formulas, each of which may use all others.
const TEXTS: [&str; 4] =
    [include_str!("pairs.txt"), include_str!("powers.txt"), include_str!("angles.txt"), include_str!("gamma.txt")];

/// The operators and punctuation; a mark comes before its prefixes.
const MARKS: [&str; 25] = [
    ">>>", ">>", "<<", "<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*", "/", "&", "|", "!", "?", ":", ",", ";",
    "(", ")", "{", "}",
];

/// A token of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token {
    Name(&'static str),
    Number(f64),
    Integer(u64),
    Mark(&'static str),
}

/// A formula: its name, parameters and body.
#[derive(Debug)]
pub struct Formula {
    pub name: &'static str,
    pub params: Vec<&'static str>,
    pub body: Vec<Token>,
}

/// Returns the formula of a name.
pub fn formula(name: &str) -> Result<Option<&'static Formula>> {
    static ALL: OnceLock<Option<Vec<Formula>>> = OnceLock::new();
    let all = ALL.get_or_init(|| TEXTS.iter().map(|text| formulas(text)).collect::<Option<Vec<_>>>().map(joined));
    let all = all.as_ref().ok_or_else(|| Error::internal("a formula that is none"))?;
    Ok(all.iter().find(|formula| formula.name == name))
}

fn joined(parts: Vec<Vec<Formula>>) -> Vec<Formula> {
    parts.into_iter().flatten().collect()
}

/// Parses a text that consists of formulas; `None` if it is malformed.
fn formulas(text: &'static str) -> Option<Vec<Formula>> {
    let tokens = tokens(text)?;
    let ends = |token: &Token| *token == Token::Mark("}");
    tokens.split_inclusive(ends).map(one).collect()
}

/// Parses one formula from its tokens.
fn one(tokens: &[Token]) -> Option<Formula> {
    let begin = tokens.iter().position(|token| *token == Token::Mark("{"))?;
    let (head, body) = (tokens.get(..begin)?, tokens.get(begin + 1..tokens.len() - 1)?);
    let mut names = head.iter().filter_map(|token| if let Token::Name(name) = token { Some(*name) } else { None });
    Some(Formula { name: names.next()?, params: names.collect(), body: body.to_vec() })
}

/// Divides a text into tokens, without its comments.
fn tokens(text: &'static str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut rest = line.split('#').next().unwrap_or_default().trim_start();
        while !rest.is_empty() {
            let (token, length) = token(rest)?;
            found.push(token);
            rest = rest.get(length..)?.trim_start();
        }
    }
    Some(found)
}

/// Returns the token that a text begins with, and its length.
fn token(text: &'static str) -> Option<(Token, usize)> {
    let first = text.chars().next()?;
    if first.is_ascii_digit() {
        return literal(text);
    }
    if first.is_ascii_alphabetic() {
        let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let name = text.get(..text.find(is_other).unwrap_or(text.len()))?;
        return Some((Token::Name(name), name.len()));
    }
    let mark = MARKS.iter().find(|mark| text.starts_with(**mark))?;
    Some((Token::Mark(mark), mark.len()))
}

/// Returns the literal at the beginning of a text, and its length.
fn literal(text: &str) -> Option<(Token, usize)> {
    let bytes = text.as_bytes();
    let is_part = |(at, byte): (usize, &u8)| {
        let is_sign = matches!(byte, b'-' | b'+') && at > 0 && bytes.get(at - 1) == Some(&b'e');
        byte.is_ascii_alphanumeric() || *byte == b'.' || is_sign
    };
    let length = bytes.iter().enumerate().take_while(|part| is_part(*part)).count();
    let all = text.get(..length)?;
    let token = match all.strip_prefix("0x") {
        Some(digits) => Token::Integer(u64::from_str_radix(digits, 16).ok()?),
        None if all.contains(['.', 'e']) => Token::Number(all.parse().ok()?),
        None => Token::Integer(all.parse().ok()?),
    };
    Some((token, length))
}
