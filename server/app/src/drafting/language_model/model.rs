//! What goes to a language model and what comes back.

/// Input of a call.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// Instructions, which contain no text of users.
    pub instructions: String,
    /// The inputs as JSON: data, not instructions.
    pub data: String,
    /// Text that the model wrote before; it goes on from there. Empty at the beginning.
    pub written: String,
    /// Maximum number of tokens of the output.
    pub max_tokens: u32,
}

impl Prompt {
    /// Returns the size of what is sent.
    #[must_use]
    pub fn sent(&self) -> usize {
        self.instructions.len() + self.data.len() + self.written.len()
    }
}

/// A part of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Text(String),
    /// The model has finished by itself, and used this many tokens, if it says so.
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
    /// It could not be reached.
    Unreachable,
    /// It did not answer in time.
    TimedOut,
    /// It answered with this HTTP status.
    Status(u16),
    /// All concurrent calls are in use, it asked to wait for too long, or the circuit breaker is open.
    Busy,
    /// Its output could not be read.
    Unreadable,
    /// Its output broke off.
    Interrupted,
}
