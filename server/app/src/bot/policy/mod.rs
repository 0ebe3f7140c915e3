//! What the bot does with a text, decided without side effects.
mod blast_follow_up;
mod decision;
mod emergency;
mod question_parts;

pub use blast_follow_up::is_answered_by_blast;
pub use decision::{BotAction, BotDecision, DecisionContext, InboundText};
pub use emergency::is_emergency;
pub use question_parts::{QuestionPart, ReplyPlan};
