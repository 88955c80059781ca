//! Builtins that are core instructions, there and back.
