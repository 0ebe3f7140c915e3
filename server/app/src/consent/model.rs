//! Consent.

platform::stored! {
    /// Whether a phone may be texted. Without any, nothing is known.
    State {
        /// They texted first.
        Implied = 2,
        /// They said yes.
        OptedIn = 3,
        /// They said no.
        OptedOut = 4,
    }
}

platform::stored! {
    /// How it became known.
    Source {
        /// A keyword, such as STOP.
        Keyword = 1,
        /// Other words that say the same.
        FreeText = 2,
        /// The carrier reported it.
        Carrier = 5,
        /// They wrote of their own accord.
        Texted = 8,
    }
}

/// What a text says about consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// No more texts.
    OptOut(Source),
    /// Texts again.
    OptIn,
    /// Who is this?
    Help,
}
