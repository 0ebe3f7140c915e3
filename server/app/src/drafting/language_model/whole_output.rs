//! The output of a call, whole.
use super::{
    client::LanguageModel,
    model::{ModelError, Output, Prompt},
};

/// The output of a call.
pub struct WholeOutput {
    /// Without control characters except line breaks, and without spaces around it.
    pub text: String,
    /// Tokens that the call took, if the model says so.
    pub tokens: Option<i64>,
    /// It reached the maximum number of tokens.
    pub is_cut: bool,
}

impl LanguageModel {
    /// Makes a call and waits for its whole output.
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
