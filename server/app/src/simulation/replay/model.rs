//! Replay proposals, indexes and reports.
use crate::{knowledge::answer::Proposal, messaging::thread::InboundQuestion};

/// A change to answers that is not stored yet.
pub enum ReplayProposal {
    /// A change to one answer.
    Answer(Proposal),
    /// An import of a file of answers.
    File {
        bytes: Vec<u8>,
        /// Whether questions that already have an answer keep it.
        keep_answered: bool,
    },
}

/// How the outcome of a question differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The bot answers it now and would escalate it.
    Escalated,
    /// The bot escalates it now and would answer it.
    Answered,
    /// The bot would send a different answer.
    OtherAnswer,
}

/// The answer that the bot sends to a question.
#[derive(Debug)]
pub struct SentAnswer {
    /// The question of the answer.
    pub question: String,
    pub confidence: f32,
}

/// A question whose outcome differs.
#[derive(Debug)]
pub struct ReplayDifference {
    pub question: InboundQuestion,
    pub kind: DifferenceKind,
    /// Unset if the bot escalates the question.
    pub before: Option<SentAnswer>,
    /// Unset if the bot would escalate the question.
    pub after: Option<SentAnswer>,
}

/// The result of a replay.
#[derive(Debug, Default)]
pub struct ReplayReport {
    /// Number of replayed questions.
    pub question_count: usize,
    pub answered_before: usize,
    pub answered_after: usize,
    /// Number of questions that get the same answer with a different text.
    pub reworded: usize,
    /// In the order of the replayed questions.
    pub differences: Vec<ReplayDifference>,
}
