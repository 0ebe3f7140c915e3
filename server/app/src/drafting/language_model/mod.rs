//! Streams the output of any endpoint that speaks the chat completions of OpenAI:
//! <https://platform.openai.com/docs/api-reference/chat-streaming>.
//!
//! A call without output is retried; one that has begun never is, so that no text comes twice. Dropping a stream
//! closes the connection, which stops the model.
mod chat_stream;
mod client;
mod model;
mod server_sent_events;
mod whole_output;

pub use client::LanguageModel;
pub use model::{ModelError, Output, Prompt};
pub use whole_output::WholeOutput;
