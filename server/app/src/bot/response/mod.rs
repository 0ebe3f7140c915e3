//! Renders and sends the bot's replies.
//!
//! Texts that staff write are never changed. In the bot's replies, the community's word replacements are applied, and
//! emojis are removed where the persona does not allow them. The community's waiver precedes the first text that a
//! phone gets from the bot.
//!
//! A writing model may write the reply, if the operator configured one. It is called before the transaction that
//! decides, and its output is sent only if the decision is still the same, if every number, link, phone and time in
//! it stands in an answer that it cites and next to the same words, and if it reverses no statement: it adds or
//! drops no "not", no "must", no "free", and no sentence. Otherwise the answer is sent word for word, and a step on
//! the text says why.
//!
//! The writing model also translates texts into English, to search with, and answers into the resident's language.
//! A resident's text is never part of the prompt for a reply in another language.
mod checks;
mod model;
mod openai;
mod outbound;
mod renderer;
mod store;
mod verbatim;
mod writer;

pub use model::{RenderedReply, ReplyStyle, SourceAnswer, WriterState};
pub use openai::{Endpoint, OpenAi};
pub use outbound::{OutboundReply, ReplyBody, plain, post, texts};
pub use renderer::{ReplyRenderer, ReplyRequest};
pub use store::mark_contacted;
pub use writer::Writer;
