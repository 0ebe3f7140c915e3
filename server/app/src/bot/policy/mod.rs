//! Decides what the bot does with a text, without side effects.
mod blast_follow_up;
mod decision;
mod emergency;
mod prepared_decision;
mod question_parts;
mod service_request;

pub use blast_follow_up::is_answered_by_blast;
pub use decision::{BotAction, BotDecision, DecisionContext, InboundText};
pub use emergency::is_emergency;
pub use prepared_decision::PreparedDecision;
pub use question_parts::{QuestionPart, ReplyPlan};
pub use service_request::{
    MissingDetail, RequestDetails, RequestReply, is_question, is_status_question, parse_reply,
    recognize_request, request_number,
};
