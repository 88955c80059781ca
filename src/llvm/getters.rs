//! The one macro by which getters are said that LLVM has for one kind of type or value only: it follows wild pointers
//! when asked of another.

/// Getters, each with the test for the kind it is for, LLVM's function, and an answer for other kinds.
macro_rules! getters {
    ($($(#[$doc:meta])* $name:ident: $out:ty = $test:ident, $get:ident, |$raw:ident| $some:expr, else $none:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> $out {
            if !self.$test() {
                return $none;
            }
            // SAFETY: a live type or value of the kind that this function is for.
            let $raw = unsafe { $get(self.raw()) };
            $some
        }
    )*};
}
pub(super) use getters;
