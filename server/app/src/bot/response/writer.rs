//! The interface of writing models: writes a reply from a question and answers, or translates a text into English.
//!
//! Texts of residents and staff are passed as data. The caller checks the output before it is sent.
use async_trait::async_trait;

use super::model::SourceAnswer;

/// Input of [`Writer::write`].
#[derive(Clone, Copy, Debug)]
pub struct WriterPrompt<'a> {
    /// The resident's question, verbatim.
    pub question: &'a str,
    /// The best answers, best first. At least one.
    pub answers: &'a [SourceAnswer],
    /// The persona's instructions. May be empty.
    pub prompt: &'a str,
    /// Creativity, 0 to 1.
    pub temperature: f64,
    /// Whether emojis are allowed.
    pub use_emojis: bool,
    /// English name of the language to write in.
    pub language: &'a str,
}

/// Output of [`Writer::write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriterOutput {
    pub reply: String,
    /// Zero-based positions of the answers that the reply is based on.
    pub citations: Vec<usize>,
}

/// The reason why a writing model failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriterError {
    /// The model did not answer in time.
    Timeout,
    /// The model could not be reached, or the connection broke.
    Unreachable,
    /// The model answered with this HTTP status.
    Status(u16),
    /// The output could not be parsed.
    Malformed,
    /// The output exceeded the size limit.
    TooLong,
    /// The maximum number of concurrent calls is reached.
    Busy,
    /// The circuit breaker is open after repeated failures.
    CircuitOpen,
}

impl WriterError {
    /// Returns the message for staff, as the beginning of a sentence.
    pub fn message(self) -> String {
        match self {
            Self::Timeout => "The writing model did not answer in time".to_owned(),
            Self::Unreachable => "The writing model could not be reached".to_owned(),
            Self::Status(status) => format!("The writing model refused to write (status {status})"),
            Self::Malformed => "The writing model's reply could not be understood".to_owned(),
            Self::TooLong => "The writing model's reply was too long".to_owned(),
            Self::Busy => "The writing model was busy with other texts".to_owned(),
            Self::CircuitOpen => "The writing model failed several times in a row and is paused".to_owned(),
        }
    }
}

/// A writing model.
#[async_trait]
pub trait Writer: Send + Sync + 'static {
    /// Writes a reply. The caller limits the time.
    async fn write(&self, prompt: &WriterPrompt<'_>) -> Result<WriterOutput, WriterError>;

    /// Translates a text into English from a language given by its English name. The caller limits the time.
    async fn translate(&self, text: &str, language: &str) -> Result<String, WriterError>;
}
