//! Custom address spaces in the LLVM IR of a reverse translation.

use std::collections::BTreeMap;

/// The replacements of address spaces, and the address space of functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct AddressSpaces {
    /// The replacement of each address space; unlisted ones are not replaced.
    pub map: BTreeMap<u32, u32>,
    /// The address space of functions, if it is not that of private memory.
    pub functions: Option<u32>,
}

impl AddressSpaces {
    /// Returns the replacement of this address space.
    pub fn of(&self, space: u32) -> u32 {
        self.map.get(&space).copied().unwrap_or(space)
    }

    /// Returns the address space of local variables.
    pub fn of_variables(&self) -> u32 {
        self.of(0)
    }

    /// Returns the address space of functions.
    pub fn of_functions(&self) -> u32 {
        self.functions.unwrap_or_else(|| self.of(0))
    }

    /// Returns a data layout with the address spaces of local variables and functions.
    pub(crate) fn in_layout(&self, layout: &str) -> String {
        let places = [('A', self.of_variables()), ('P', self.of_functions())];
        let said = places.iter().filter(|place| place.1 != 0).map(|(letter, space)| format!("-{letter}{space}"));
        layout.to_owned() + &said.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_where_private_memory_is_if_nothing_else_is_said() {
        let spaces = AddressSpaces { map: [(0, 4), (4, 0)].into(), functions: None };
        assert_eq!((spaces.of(4), spaces.of(1), spaces.of_functions()), (0, 1, 4));
        assert_eq!(spaces.in_layout("e"), "e-A4-P4");
        assert_eq!(AddressSpaces { functions: Some(3), ..spaces }.in_layout("e"), "e-A4-P3");
        assert_eq!(AddressSpaces::default().in_layout("e"), "e");
    }
}
