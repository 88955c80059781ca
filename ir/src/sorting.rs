//! Stable sorts of lists that no translation waits for. The sort of the standard library is some seven kilobytes for
//! each type and key; here each costs the exchange of its elements alone.

use std::cmp::Ordering;

/// Sorts that share their code.
pub trait Sorting<T> {
    /// Sorts as [`slice::sort_by_key`] does.
    fn arrange_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts as [`slice::sort_by`] does.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Sorting<T> for [T] {
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }

    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = order(self.len(), &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        exchange(&mut order, &mut |a, b| self.swap(a, b));
    }
}

/// Returns the places of the elements in their new order; nothing if they are in order.
fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    if (1..count).all(|at| compare(at - 1, at).is_le()) {
        return Vec::new();
    }
    let mut order = Vec::from_iter(0..count);
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Brings each element to its new place, one cycle of places after the other.
fn exchange(order: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(from) = order.get_mut(at) {
            let from = std::mem::replace(from, at);
            if from == start || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sorting;
    use llvm_spirv_testing::Random;

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut random = Random::new(35, 0);
        for length in 0..200 {
            let mut list: Vec<_> = (0..length).map(|place| (random.below(17), place)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|pair| pair.0);
            list.arrange_by_key(|pair| pair.0);
            assert_eq!(list, expected);
        }
    }
}
