//! Inputs and outputs of language models.

/// Input of a call.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Instructions, which contain no text of users.
    pub instructions: String,
    /// The inputs as JSON: data, not instructions.
    pub data: String,
    /// Text that the model generated before and continues. Empty at the beginning.
    pub written: String,
    /// Maximum number of tokens of the output.
    pub max_tokens: u32,
    /// Creativity, 0 to 1.
    pub temperature: f64,
}

impl Prompt {
    /// Returns the size of the prompt.
    #[must_use]
    pub fn sent(&self) -> usize {
        self.instructions.len() + self.data.len() + self.written.len()
    }
}

/// A part of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Text(String),
    /// The model finished. Contains the number of used tokens, if the model reported it.
    Finished {
        tokens: Option<i64>,
    },
    /// The output reached the maximum number of tokens.
    LengthReached {
        tokens: Option<i64>,
    },
}

/// Why a language model failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// The model could not be reached.
    Unreachable,
    /// The model did not answer in time.
    TimedOut,
    /// The model answered with this HTTP status.
    Status(u16),
    /// The maximum number of concurrent calls is reached, the model requested too long a wait, or the circuit
    /// breaker is open.
    Busy,
    /// The output could not be parsed.
    Unreadable,
    /// The output was cut off.
    Interrupted,
}
