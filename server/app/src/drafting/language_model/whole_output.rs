//! The complete output of a call.
use super::{
    client::LanguageModel,
    model::{ModelError, Output, Prompt},
};

/// The complete output of a call.
pub struct WholeOutput {
    /// Trimmed text without control characters except line breaks.
    pub text: String,
    /// Number of used tokens, if the model reported it.
    pub tokens: Option<i64>,
    /// Whether the output reached the maximum number of tokens.
    pub is_cut: bool,
}

impl LanguageModel {
    /// Makes a call and waits for its complete output.
    ///
    /// # Errors
    /// Fails as the call does, and with [`ModelError::Unreadable`] if there is no output.
    pub async fn whole_output(&self, prompt: &Prompt) -> Result<WholeOutput, ModelError> {
        let mut stream = self.start(prompt).await?;
        let mut text = String::new();
        let (tokens, is_cut) = loop {
            match stream.next().await? {
                Output::Text(part) => text.extend(part.chars().filter(|c| !c.is_control() || *c == '\n')),
                Output::LengthReached { tokens } => break (tokens, true),
                Output::Finished { tokens } => break (tokens, false),
            }
        };
        let text = text.trim().to_owned();
        if text.is_empty() { Err(ModelError::Unreadable) } else { Ok(WholeOutput { text, tokens, is_cut }) }
    }
}
