//! The names of functions beside their addresses.

/// Lists functions with their names.
macro_rules! named {
    ($($name:ident),* $(,)?) => {
        vec![$((stringify!($name).to_owned(), $name as *const () as usize)),*]
    };
}
pub(crate) use named;
