//! How the bot says it: from what it has to say to what is texted.
//!
//! What staff write themselves is never touched. What the bot says of an answer has the
//! community's words in place of others, and no emojis where they are not welcome. The
//! community's waiver stands before the first text that a phone gets from the bot, once ever.
//!
//! A writing model may word a reply, if whoever runs the server gave it one. It is asked before
//! the transaction that decides, and what it wrote goes out only if the decision is the same
//! then, if every number, link, phone and time in it stands in an answer that it names and by what it
//! stands by there, and if it turns none of them around: adds no "not", no "must", no "free", and
//! loses none, nor a sentence.
//! In every other case the answer goes out word for word, and a step on the text says why.
//!
//! It also puts texts in other languages into English, by which answers are found, and those
//! answers into the resident's language. What a resident wrote never meets what they read.
mod checks;
mod facts;
mod model;
mod openai;
mod say;
mod speech;
mod store;
mod turns;
mod verbatim;
mod writer;

pub use model::{Manner, Material, Said, Writing};
pub use openai::{Endpoint, OpenAi};
pub use say::{Asked, Voice};
pub use speech::{Speech, Words, plain, post, texts};
pub use store::greet;
pub use writer::Writer;
