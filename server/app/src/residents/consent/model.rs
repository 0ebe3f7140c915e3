//! Consent states, their sources and the intents that change them.
use platform::phone::Phone;

platform::db_enum! {
    /// Whether a phone number may be texted.
    ConsentState {
        /// The resident texted first.
        Implied = 2,
        /// The resident opted in.
        OptedIn = 3,
        /// The resident opted out.
        OptedOut = 4,
    }
}

platform::db_enum! {
    /// The source of a consent state.
    ConsentSource {
        /// A keyword, such as STOP.
        Keyword = 1,
        /// A phrase that opts out without a keyword.
        FreeText = 2,
        /// An import of homeowner accounts.
        Import = 4,
        /// A report of the carrier.
        Carrier = 5,
        /// The resident texted first.
        Texted = 8,
    }
}

/// A phone number in a messaging program.
#[derive(Clone, Copy)]
pub struct Subscription<'a> {
    pub phone: &'a Phone,
    pub program: &'a str,
}

/// The intent of a text about consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentIntent {
    /// Stop texts.
    OptOut(ConsentSource),
    /// Resume texts.
    OptIn,
    /// Identify the sender.
    Help,
}
