//! Renders and sends the bot's replies.
//!
//! Texts that staff write are never changed. In the bot's replies, the community's word replacements are
//! applied, and emojis are removed if the persona does not allow them. The community's waiver precedes the
//! bot's first text to a phone.
//!
//! If the operator configured a writing model, it may write the reply. It is called before the transaction
//! that decides. Its output is sent only if the decision is unchanged, if every number, link, phone number
//! and time in it occurs next to the same words in an answer that it cites, and if it reverses no statement:
//! it adds or drops no "not", no "must", no "free", and no sentence. Otherwise the answer is sent verbatim,
//! and a step on the text explains why.
//!
//! The writing model also translates texts into English for the search, and answers into the resident's
//! language. A resident's text is never part of the prompt for a reply in another language.
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
pub use outbound::{OutboundReply, ReplyBody, plain, post, text, texts};
pub use renderer::{ReplyRenderer, ReplyRequest};
pub use store::mark_contacted;
pub use writer::Writer;
