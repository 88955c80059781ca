//! The errors of one translation, which continues after an error as long as the rest can be checked independently.
//!
//! In: errors, each with its subject (a value, an id). Out: one [`Error`] that stands for all of them, in the order in
//! which they were found. An error that only follows from another one is not reported: the caller checks whether the
//! subject refers to something that has failed ([`Collected::has_failed`]).

use super::cause::Need;
use super::{Code, Error, Kind, Result};
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// The errors so far, and the subjects that have failed.
#[derive(Clone, Debug)]
pub struct Collected<K> {
    found: Vec<Error>,
    failed: FxHashSet<K>,
    told: FxHashSet<(Code, Told)>,
    limit: usize,
}

/// A key for errors that are reported only once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Told {
    /// An unmet need, wherever it arises.
    Need(Need),
    /// A sentence and the place to which it applies.
    Sentence(String, String),
}

impl Told {
    fn of(error: &Error) -> Self {
        match error.cause().need() {
            Some(need) => Self::Need(need),
            None => Self::Sentence(error.message().to_owned(), error.place().to_string()),
        }
    }
}

impl<K: Copy + Eq + Hash> Collected<K> {
    /// Creates an empty collection; `limit` is the maximum number of errors, 0 for no limit.
    pub fn new(limit: usize) -> Self {
        Self { found: Vec::new(), failed: FxHashSet::default(), told: FxHashSet::default(), limit }
    }

    /// Returns whether there is no error yet.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.failed.is_empty()
    }

    /// Returns whether this could not be translated.
    pub fn has_failed(&self, what: K) -> bool {
        !self.failed.is_empty() && self.failed.contains(&what)
    }

    /// Records that `what` could not be translated, so that errors in its users are not reported.
    #[cold]
    pub fn fail(&mut self, what: K) {
        self.failed.insert(what);
    }

    /// Adds an error. The same need, and the same sentence about the same place, count once; an internal error after
    /// another error is ignored as a likely consequence.
    ///
    /// # Errors
    ///
    /// All errors so far, if the limit is reached.
    #[cold]
    pub fn add(&mut self, mut error: Error) -> Result<()> {
        let others = std::mem::take(&mut error.0.others);
        self.add_one(error)?;
        others.into_iter().try_for_each(|other| self.add_one(other))
    }

    fn add_one(&mut self, error: Error) -> Result<()> {
        // What comes back up as the error of a function is what was collected.
        if self.is_full() {
            return self.finish();
        }
        if error.kind() == Kind::Internal && !self.found.is_empty() {
            return Ok(());
        }
        if !self.told.insert((error.code(), Told::of(&error))) {
            self.count(&error);
            return Ok(());
        }
        self.found.push(error);
        if self.is_full() { self.finish() } else { Ok(()) }
    }

    /// Adds to the count of the error with the same need.
    fn count(&mut self, error: &Error) {
        let need = error.cause().need();
        let is_same = |told: &&mut Error| told.code() == error.code() && told.cause().need() == need;
        if let Some(told) = self.found.iter_mut().find(is_same).filter(|_| need.is_some()) {
            told.0.count += error.count();
        }
    }

    /// Returns whether there are as many errors as the limit allows.
    fn is_full(&self) -> bool {
        self.limit > 0 && self.found.len() >= self.limit
    }

    /// Adds the error of a failed result.
    ///
    /// # Errors
    ///
    /// See [`add`](Self::add).
    #[inline]
    pub fn check(&mut self, outcome: Result<()>) -> Result<()> {
        match outcome {
            Ok(()) => Ok(()),
            Err(error) => self.add(error),
        }
    }

    /// Ends the collection.
    ///
    /// # Errors
    ///
    /// All errors as one, if there are any.
    pub fn finish(&mut self) -> Result<()> {
        // A broken rule of our own says nothing where the input explains it.
        if self.found.iter().any(|error| error.kind() != Kind::Internal) {
            self.found.retain(|error| error.kind() != Kind::Internal);
        }
        // They stay: whoever goes on all the same meets them again.
        let Some((first, others)) = self.found.split_first() else {
            // What has failed is not left out in silence, whatever became of its error.
            return if self.failed.is_empty() { Ok(()) } else { Err(Error::internal("what failed has no error")) };
        };
        let mut first = first.clone();
        first.0.others = others.to_vec();
        first.0.is_cut = self.limit > 1 && self.found.len() >= self.limit;
        Err(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsupported(text: &str) -> Error {
        Error::unsupported(text)
    }

    #[test]
    fn s_errors_are_collected_in_order_up_to_a_limit() {
        let mut all = Collected::<u32>::new(3);
        assert!(all.finish().is_ok());
        for text in ["a", "a", "b"] {
            assert!(all.add(unsupported(text)).is_ok());
        }
        assert!(all.add(Error::internal("consequence")).is_ok());
        let cut = all.add(unsupported("c")).unwrap_err();
        assert_eq!(cut.all().map(Error::message).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert!(cut.is_cut());
        assert_eq!(all.add(cut.clone()).unwrap_err(), cut, "nothing is lost on the way up");
        assert_eq!(all.finish().unwrap_err(), cut);
    }

    #[test]
    fn what_failed_is_not_left_out_in_silence() {
        let mut all = Collected::new(0);
        all.fail(1);
        assert_eq!(all.finish().unwrap_err().kind(), Kind::Internal);
    }

    #[test]
    fn needs_count_once_wherever_they_are() {
        let mut all = Collected::<u32>::new(0);
        for function in ["f", "g"] {
            all.add(Error::needs_extension("x", "SPV_X").in_function(function)).unwrap();
            all.add(unsupported("y").in_function(function)).unwrap();
        }
        let error = all.finish().unwrap_err();
        assert_eq!((error.all().count(), error.is_cut()), (3, false));
        assert_eq!(error.all().map(Error::count).collect::<Vec<_>>(), [2, 1, 1]);
    }

    #[test]
    fn errors_within_errors_are_taken_one_by_one() {
        let mut inner = Collected::<u32>::new(0);
        inner.add(unsupported("a")).unwrap();
        inner.add(unsupported("b")).unwrap();
        let mut outer = Collected::<u32>::new(0);
        outer.add(inner.finish().unwrap_err()).unwrap();
        assert_eq!(outer.finish().unwrap_err().all().count(), 2);
    }
}
