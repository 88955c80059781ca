//! Control flow of all kinds is structured, passes the checker, and does what it did.

mod random;
mod rules;
mod shapes;
mod trace;
