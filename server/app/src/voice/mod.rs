//! How the bot says it: from what it has to say to what is texted.
//!
//! What staff write themselves is never touched. What the bot says of an answer has the
//! community's words in place of others, and no emojis where they are not welcome. The
//! community's waiver stands before the first text that a phone gets from the bot, once ever.
mod facts;
mod model;
mod speech;
mod store;
mod verbatim;

pub use speech::{Speech, Words, plain, post};
pub use store::greet;
