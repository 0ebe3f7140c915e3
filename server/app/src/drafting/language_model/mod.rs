//! Streams the output of endpoints that implement the chat completions API of OpenAI:
//! <https://platform.openai.com/docs/api-reference/chat-streaming>.
//!
//! A call is retried only before its output begins, so that no text is duplicated. Dropping a stream closes
//! the connection, which stops the model.
mod chat_stream;
mod client;
mod model;
mod server_sent_events;
mod whole_output;

pub use client::LanguageModel;
pub use model::{ModelError, Output, Prompt};
pub use whole_output::WholeOutput;
