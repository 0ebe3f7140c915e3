//! Guardrails for text that a language model wrote: checks that a reply or a translation only rephrases the answers.
//!
//! All functions are pure. In case of doubt a reply is rejected, because the answer itself can always be sent.

mod checks;
mod emoji;
pub mod facts;
mod polarity;

pub use checks::{DraftReply, ReplyPolicy, ReplyViolation, check_reply, check_translation};
pub use emoji::{contains_emoji, remove_emojis};
pub use polarity::{MeaningChange, find_meaning_change, find_translated_meaning_change};
