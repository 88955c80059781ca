//! Tests that control flow of all kinds is structured, passes the checker, and keeps its behaviour.

mod random;
mod rules;
mod shapes;
mod trace;
