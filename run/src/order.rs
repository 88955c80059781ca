//! The order in which the groups of a grid start.

/// A permutation of the numbers below a count: the identity, or a random one.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    count: u64,
    /// A factor that is coprime to the count.
    factor: u64,
    first: u64,
}

impl Order {
    /// Returns the random order for a seed; the identity without one.
    pub fn of(seed: Option<u64>, count: u64) -> Self {
        let Some(seed) = seed else { return Self { count, factor: 1, first: 0 } };
        let count = count.max(1);
        let [one, two] = [1, 2].map(|n| mixed(seed.wrapping_add(n)) % count);
        let factor = (one..).find(|factor| gcd(*factor, count) == 1).unwrap_or(1);
        Self { count, factor, first: two }
    }

    /// Returns the number at a position of the order.
    pub fn at(self, turn: u64) -> u64 {
        let product = u128::from(turn) * u128::from(self.factor) + u128::from(self.first);
        u64::try_from(product % u128::from(self.count.max(1))).unwrap_or(turn)
    }
}

/// Returns a hash of a number, in which each bit depends on all bits (the end of splitmix64).
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn each_number_comes_once() {
        for count in [1, 2, 3, 12, 97, 1024] {
            for seed in [None, Some(0), Some(7), Some(u64::MAX)] {
                let order = Order::of(seed, count);
                let mut found: Vec<_> = (0..count).map(|turn| order.at(turn)).collect();
                assert!(seed.is_some() || found.is_sorted());
                found.sort_unstable();
                assert!(found.into_iter().eq(0..count), "{count} {seed:?}");
            }
        }
        let firsts: std::collections::BTreeSet<_> = (0..20).map(|seed| Order::of(Some(seed), 97).at(0)).collect();
        assert!(firsts.len() > 10);
    }
}
