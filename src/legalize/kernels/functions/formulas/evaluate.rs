//! The value of a formula: each operator is an operation of a machine, in the order of the text.

use super::text::{Formula, Token, formula};
use crate::error::{Error, Result};

/// The binary operators by precedence, lowest first.
const OPERATORS: [&[&str]; 6] =
    [&["|"], &["&"], &["==", "!=", "<", ">", "<=", ">="], &["<<", ">>", ">>>"], &["+", "-"], &["*", "/"]];
/// The number of nested calls of formulas.
const MAX_DEPTH: u32 = 32;

/// The values and operations by which formulas are evaluated: floating-point numbers, 64-bit integers and conditions.
pub trait Machine {
    type Value: Copy;
    fn number(&self, number: f64) -> Result<Self::Value>;
    fn integer(&self, number: u64) -> Result<Self::Value>;
    fn binary(&self, operator: &str, a: Self::Value, b: Self::Value) -> Result<Self::Value>;
    fn select(&self, condition: Self::Value, yes: Self::Value, no: Self::Value) -> Result<Self::Value>;
    /// Returns the results of a named operation; `None` if the machine has no operation of this name.
    fn operation(&self, name: &str, args: &[Self::Value]) -> Result<Option<Self::Value>>;
}

/// Evaluates a formula.
pub fn evaluate<M: Machine>(machine: &M, formula: &Formula, args: &[M::Value]) -> Result<Vec<M::Value>> {
    Evaluation::of(machine, formula, args, MAX_DEPTH)?.body()
}

/// The evaluation of a formula.
struct Evaluation<'a, M: Machine> {
    machine: &'a M,
    rest: &'a [Token],
    known: Vec<(&'static str, M::Value)>,
    depth: u32,
}

impl<'a, M: Machine> Evaluation<'a, M> {
    fn of(machine: &'a M, formula: &'a Formula, args: &[M::Value], depth: u32) -> Result<Self> {
        if formula.params.len() != args.len() {
            return Err(wrong(formula.name));
        }
        let known = formula.params.iter().copied().zip(args.iter().copied()).collect();
        let depth = depth.checked_sub(1).ok_or_else(|| wrong(formula.name))?;
        Ok(Self { machine, rest: &formula.body, known, depth })
    }

    /// Consumes a mark if it is the next token.
    fn takes(&mut self, mark: &str) -> bool {
        match self.rest.split_first() {
            Some((Token::Mark(next), rest)) if *next == mark => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn need(&mut self, mark: &str) -> Result<()> {
        if self.takes(mark) { Ok(()) } else { Err(wrong(mark)) }
    }

    fn next(&mut self) -> Result<Token> {
        let (first, rest) = self.rest.split_first().ok_or_else(|| wrong("the end"))?;
        self.rest = rest;
        Ok(*first)
    }

    /// Evaluates the assignments and the `return` of a formula.
    fn body(mut self) -> Result<Vec<M::Value>> {
        loop {
            let Token::Name(name) = self.next()? else { return Err(wrong("an assignment")) };
            if name == "return" {
                return self.list();
            }
            let mut names = vec![name];
            while self.takes(",") {
                let Token::Name(name) = self.next()? else { return Err(wrong(name)) };
                names.push(name);
            }
            self.need("=")?;
            let values = self.list()?;
            self.need(";")?;
            if names.len() != values.len() {
                return Err(wrong(name));
            }
            self.known.extend(names.into_iter().zip(values));
        }
    }

    /// Evaluates expressions that are separated by commas; a call may have several values.
    fn list(&mut self) -> Result<Vec<M::Value>> {
        let mut values = self.choice()?;
        while self.takes(",") {
            values.extend(self.choice()?);
        }
        Ok(values)
    }

    /// Evaluates an expression with an optional `?:`.
    fn choice(&mut self) -> Result<Vec<M::Value>> {
        let values = self.operators(0)?;
        if !self.takes("?") {
            return Ok(values);
        }
        let condition = single(&values)?;
        let yes = single(&self.choice()?)?;
        self.need(":")?;
        let no = single(&self.choice()?)?;
        Ok(vec![self.machine.select(condition, yes, no)?])
    }

    /// Evaluates an expression of operators of at least the given precedence.
    fn operators(&mut self, rank: usize) -> Result<Vec<M::Value>> {
        let Some(operators) = OPERATORS.get(rank) else { return self.operand() };
        let mut values = self.operators(rank + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.takes(operator)) {
            let other = single(&self.operators(rank + 1)?)?;
            values = vec![self.machine.binary(operator, single(&values)?, other)?];
        }
        Ok(values)
    }

    fn operand(&mut self) -> Result<Vec<M::Value>> {
        let value = match self.next()? {
            Token::Number(number) => self.machine.number(number)?,
            Token::Integer(number) => self.machine.integer(number)?,
            Token::Mark("(") => {
                let values = self.choice()?;
                self.need(")")?;
                return Ok(values);
            }
            Token::Mark("-") => match self.operand()?.as_slice() {
                [value] => self.operation("-", &[*value])?,
                _ => return Err(wrong("-")),
            },
            Token::Mark("!") => {
                let value = single(&self.operand()?)?;
                self.operation("!", &[value])?
            }
            Token::Name(name) if self.takes("(") => {
                let args = self.list()?;
                self.need(")")?;
                return self.call(name, &args);
            }
            Token::Name(name) => self.variable(name)?,
            Token::Mark(mark) => return Err(wrong(mark)),
        };
        Ok(vec![value])
    }

    fn operation(&self, name: &str, args: &[M::Value]) -> Result<M::Value> {
        self.machine.operation(name, args)?.ok_or_else(|| wrong(name))
    }

    /// Returns the value that was last assigned to a name.
    fn variable(&self, name: &str) -> Result<M::Value> {
        match name {
            "inf" => self.machine.number(f64::INFINITY),
            "nan" => self.machine.number(f64::NAN),
            _ => self.known.iter().rev().find(|known| known.0 == name).map(|known| known.1).ok_or_else(|| wrong(name)),
        }
    }

    fn call(&self, name: &str, args: &[M::Value]) -> Result<Vec<M::Value>> {
        match (name, args) {
            ("polynomial", [x, coefficients @ ..]) => self.polynomial(*x, coefficients).map(|value| vec![value]),
            ("four_of", [index, table @ ..]) => self.four_of(*index, table),
            _ => match formula(name)? {
                Some(formula) => Self::of(self.machine, formula, args, self.depth)?.body(),
                None => self.operation(name, args).map(|value| vec![value]),
            },
        }
    }

    /// Returns a polynomial in Horner's scheme, the coefficient of the lowest power first.
    fn polynomial(&self, x: M::Value, coefficients: &[M::Value]) -> Result<M::Value> {
        let (last, others) = coefficients.split_last().ok_or_else(|| wrong("polynomial"))?;
        let step =
            |sum, coefficient: &M::Value| self.machine.binary("+", *coefficient, self.machine.binary("*", sum, x)?);
        others.iter().rev().try_fold(*last, step)
    }

    /// Returns four values of a table from an index below 32 on, by shifting the table for each bit of the index.
    fn four_of(&self, index: M::Value, table: &[M::Value]) -> Result<Vec<M::Value>> {
        let mut table = table.to_vec();
        for bit in [16, 8, 4, 2, 1] {
            let is_set = self.machine.binary("&", index, self.machine.integer(bit as u64)?)?;
            let is_set = self.machine.binary("!=", is_set, self.machine.integer(0)?)?;
            let moved = table.get(bit..).unwrap_or_default().iter().zip(&table);
            let moved = moved.map(|(moved, kept)| self.machine.select(is_set, *moved, *kept));
            let moved = moved.collect::<Result<Vec<_>>>()?;
            // What lies behind is not asked for where the bit is set.
            let behind = table.get(moved.len()..3 + bit).unwrap_or_default().to_vec();
            table = moved.into_iter().chain(behind).take(3 + bit).collect();
        }
        Ok(table)
    }
}

fn single<T: Copy>(values: &[T]) -> Result<T> {
    if let [value] = values { Ok(*value) } else { Err(wrong("several values")) }
}

fn wrong(what: &str) -> Error {
    Error::internal(format!("a formula with {what} where it cannot be"))
}
