//! Names of errors for programs, with the list of all of them.

/// Gives an enum `code()`, the name of each variant for programs, and `CODES`, every name that it can give. Both come
/// from one list, and the compiler refuses a list that leaves a variant out.
macro_rules! codes {
    ($name:ident { $($variant:ident => $code:literal),+ $(,)? }) => {
        impl $name {
            /// Every name that [`code`](Self::code) can give.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// Its name, for programs.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $code),+
                }
            }
        }
    };
}

pub(crate) use codes;
