//! Questions that are asked again.
use crate::{conversation::Asked, knowledge::Proposal};

/// A change that is not made yet.
pub enum Wish {
    /// To one answer.
    Change(Proposal),
    /// To all that a file concerns.
    File {
        bytes: Vec<u8>,
        /// What has an answer stays.
        keep: bool,
    },
}

/// In which way a question turns out otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The bot answers it, and would leave it to staff.
    Escalated,
    /// The bot leaves it to staff, and would answer it.
    Answered,
    /// It would get another answer.
    OtherAnswer,
}

/// The question of the answer that a text gets, and how sure the bot is of it; nothing where staff
/// get it.
pub type Outcome = Option<(String, f32)>;

/// A question that turns out otherwise.
#[derive(Debug)]
pub struct Flip {
    pub asked: Asked,
    pub change: Change,
    pub before: Outcome,
    pub after: Outcome,
}

/// What became of all of them.
#[derive(Debug, Default)]
pub struct Replayed {
    pub asked: usize,
    pub answered_before: usize,
    pub answered_after: usize,
    /// Answered by the same entry, in other words.
    pub reworded: usize,
    /// In the order of the questions.
    pub flips: Vec<Flip>,
}
