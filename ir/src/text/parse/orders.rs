//! Parses use-list orders, of which those of blocks are kept, and summaries, which are skipped.

use super::Parser;
use crate::error::Result;
use crate::module::BlockOrder;
use crate::text::lex::Token;

impl Parser<'_> {
    /// Parses `{ 1, 0 }`: distinct numbers that are not sorted.
    fn order(&mut self) -> Result<Vec<u32>> {
        let at = self.at;
        self.need(b'{')?;
        let mut places = Vec::new();
        loop {
            places.push(self.number()?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.need(b'}')?;
        let mut sorted: Vec<u32> = places.clone();
        sorted.sort_unstable();
        let fits = places.len() > 1 && (0..).zip(&sorted).all(|(i, place)| i == *place) && sorted != places;
        if fits { Ok(places) } else { self.fail_at(at, "expected numbers from 0 on, each once, in another order") }
    }

    /// Parses `uselistorder type value, { 1, 0 }`.
    pub(super) fn use_list_order(&mut self) -> Result<()> {
        self.next()?;
        let is_block = self.is_word("label");
        let value = if is_block { self.typed_block()? } else { self.typed()?.0 };
        self.need(b',')?;
        let places = self.order()?;
        if is_block {
            let block = self.block_number(value);
            self.m.block_orders.push(BlockOrder { block, places });
        }
        Ok(())
    }

    /// Parses `uselistorder_bb @f, %bb, { 1, 0 }`.
    pub(super) fn use_list_order_of_block(&mut self) -> Result<()> {
        self.next()?;
        let at = self.at;
        let key = self.global_key()?;
        self.need(b',')?;
        let Token::Local(raw) = self.token else { return self.fail("expected the name of a block") };
        let block_at = self.at;
        self.next()?;
        self.need(b',')?;
        let places = self.order()?;
        let value = self.find_global(key).filter(|known| known.is_defined).map(|known| known.value);
        let number = value.and_then(|value| self.m.constants.get(value)).map(|c| c.data as usize);
        let Some(body) = number.and_then(|n| self.m.globals.get(n)).and_then(|global| global.body.clone()) else {
            return self.fail_at(at, "expected a function that is defined before");
        };
        let names = crate::module::within(&self.m.block_names, &body.block_names);
        let name = raw.text();
        let Some(block) = names.iter().find(|n| self.m.text(n.text) == &*name).map(|n| n.of) else {
            return self.fail_at(block_at, "the function has no block of this name");
        };
        self.add_order(number, BlockOrder { block, places });
        Ok(())
    }

    /// Inserts a use-list order for a block of an earlier function, and shifts the ranges of later functions.
    fn add_order(&mut self, function: Option<usize>, order: BlockOrder) {
        let Some(at) = function
            .and_then(|n| self.m.globals.get(n))
            .and_then(|global| global.body.as_ref())
            .map(|body| body.block_orders.end)
        else {
            return;
        };
        self.m.block_orders.insert((at as usize).min(self.m.block_orders.len()), order);
        for (number, global) in self.m.globals.iter_mut().enumerate() {
            let Some(body) = &mut global.body else { continue };
            if Some(number) == function {
                body.block_orders.end += 1;
            } else if body.block_orders.start >= at {
                body.block_orders = body.block_orders.start + 1..body.block_orders.end + 1;
            }
        }
    }

    /// Skips a summary, `^5 = gv: (...)`, which is for link-time optimization only.
    pub(super) fn summary(&mut self) -> Result<()> {
        self.next()?;
        self.need(b'=')?;
        let Token::Label(raw) = self.token else { return self.fail("expected the kind of a summary") };
        self.next()?;
        match raw.source() {
            b"flags" | b"blockcount" => self.number::<u64>().map(|_| ()),
            b"gv" | b"module" | b"typeid" | b"typeidCompatibleVTable" => self.skip_parentheses(),
            _ => self.fail("there is no such kind of summary"),
        }
    }

    fn skip_parentheses(&mut self) -> Result<()> {
        self.need(b'(')?;
        let mut depth = 1;
        while depth > 0 {
            match self.token {
                Token::Mark(b'(') => depth += 1,
                Token::Mark(b')') => depth -= 1,
                Token::End => return self.fail("the summary does not end"),
                _ => {}
            }
            self.next()?;
        }
        Ok(())
    }
}
