//! Consent states, their sources, the ledger, and the intents that change them.
use platform::{Timestamp, phone::Phone};
use sqlx::FromRow;

/// The messaging program of a company. There is one, so STOP ends all texts.
pub const PROGRAM: &str = "texts";

platform::db_enum! {
    /// Whether a phone number may be texted. The numbers are those of the contract.
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
    /// The source of a consent state. The numbers are those of the contract.
    ConsentSource {
        /// A keyword, such as STOP.
        Keyword = 1,
        /// A phrase that opts out without a keyword.
        FreeText = 2,
        /// The resident told staff in person or on paper.
        Agent = 3,
        /// An import of homeowner accounts or of a recipient list.
        Import = 4,
        /// A report of the carrier.
        Carrier = 5,
        /// The resident wrote staff an email.
        Email = 6,
        /// The resident told staff on the phone.
        Phone = 7,
        /// The resident texted first.
        Texted = 8,
    }
}

impl ConsentSource {
    /// Returns whether staff recorded it.
    pub fn is_staff(self) -> bool {
        matches!(self, Self::Agent | Self::Email | Self::Phone)
    }
}

/// A phone number in a messaging program.
#[derive(Clone, Copy)]
pub struct Subscription<'a> {
    pub phone: &'a Phone,
    pub program: &'a str,
}

impl<'a> Subscription<'a> {
    /// Returns a phone number in the company's program.
    pub fn of(phone: &'a Phone) -> Self {
        Self { phone, program: PROGRAM }
    }
}

/// The current consent of a subscription.
#[derive(FromRow)]
pub struct CurrentConsent {
    #[sqlx(try_from = "i32")]
    pub state: ConsentState,
    #[sqlx(try_from = "i32")]
    pub source: ConsentSource,
    /// When the state began.
    pub at_ms: Timestamp,
}

impl CurrentConsent {
    /// Returns whether staff may record an opt-in. After an opt-out that staff did not record, the resident has to
    /// opt in.
    pub fn can_opt_in(&self) -> bool {
        self.state != ConsentState::OptedOut || self.source.is_staff()
    }
}

/// An entry of the ledger.
#[derive(FromRow)]
pub struct Entry {
    pub id: String,
    #[sqlx(try_from = "i32")]
    pub state: ConsentState,
    #[sqlx(try_from = "i32")]
    pub source: ConsentSource,
    /// Empty if it is a text to a community outside of the scope.
    pub evidence: String,
    /// Name of the user or partner who recorded it; empty unless staff did.
    pub recorded_by: String,
    /// Date on which the resident told staff, such as 2026-05-03; empty unless staff recorded it.
    pub given_on: String,
    pub at_ms: Timestamp,
}

/// An entry to append to the ledger.
pub struct NewEntry<'a> {
    pub id: &'a str,
    pub subscription: Subscription<'a>,
    pub state: ConsentState,
    pub source: ConsentSource,
    pub evidence: &'a str,
    /// The ID of the resident's message, if one caused the change.
    pub message: Option<&'a str>,
    /// Empty unless staff recorded it.
    pub recorded_by: &'a str,
    /// Empty unless staff recorded it.
    pub given_on: &'a str,
    pub at: Timestamp,
}

/// The consent of a phone number, with the newest entry of its ledger.
pub struct PhoneConsent {
    pub phone: Phone,
    /// `None` if nothing is known.
    pub current: Option<CurrentConsent>,
    pub entry: Option<Entry>,
}

/// Consent that staff record.
pub struct RecordConsent {
    pub phone: Phone,
    pub state: ConsentState,
    pub source: ConsentSource,
    pub evidence: String,
    /// Empty for today.
    pub given_on: String,
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
