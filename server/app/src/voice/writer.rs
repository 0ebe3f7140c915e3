//! The writing model as the bot knows it: it is given a question and answers, and words a reply; or a text, and puts
//! it into English.
//!
//! What residents and staff wrote goes in as data. What comes back is checked before anybody
//! reads it; no writer is trusted with more than wording.
use async_trait::async_trait;

use super::model::Material;

/// What a writer is given.
#[derive(Clone, Copy, Debug)]
pub struct Brief<'a> {
    /// What the resident asks, in their words.
    pub asked: &'a str,
    /// The best answers, best first; at least one.
    pub answers: &'a [Material],
    /// How the community wants to sound; may be empty.
    pub prompt: &'a str,
    /// How freely it writes, 0 to 1.
    pub temperature: f64,
    /// It may use emojis.
    pub use_emojis: bool,
    /// The language to write in, by its English name.
    pub language: &'a str,
}

/// What it wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub reply: String,
    /// The places, from 0 on, of the answers that it rests on.
    pub cites: Vec<usize>,
}

/// Why nothing was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It took too long.
    Late,
    /// It could not be reached, or broke off.
    Away,
    /// It answered with this status.
    Refused(u16),
    /// What it said is not what was asked for.
    Nonsense,
    /// It said far more than that.
    Endless,
    /// It has enough to do.
    Busy,
    /// It failed again and again, and is left alone for a moment.
    Resting,
}

impl Trouble {
    /// For staff, as the beginning of a sentence.
    pub fn words(self) -> String {
        match self {
            Self::Late => "The writing model did not answer in time".to_owned(),
            Self::Away => "The writing model could not be reached".to_owned(),
            Self::Refused(status) => format!("The writing model refused to write (status {status})"),
            Self::Nonsense => "The writing model's reply could not be understood".to_owned(),
            Self::Endless => "The writing model's reply was far too long".to_owned(),
            Self::Busy => "The writing model was busy with other texts".to_owned(),
            Self::Resting => {
                "The writing model failed several times in a row and is left alone for a moment".to_owned()
            }
        }
    }
}

/// Whoever words replies, and puts texts into English.
#[async_trait]
pub trait Writer: Send + Sync + 'static {
    /// Words a reply. May take as long as it likes: whoever asks stops waiting.
    ///
    /// # Errors
    /// What went wrong.
    async fn write(&self, brief: &Brief<'_>) -> Result<Written, Trouble>;

    /// Puts a text that is in another language, by its English name, into English. May take as long
    /// as it likes: whoever asks stops waiting.
    ///
    /// # Errors
    /// What went wrong.
    async fn translate(&self, text: &str, language: &str) -> Result<String, Trouble>;
}
