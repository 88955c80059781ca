//! mangling
