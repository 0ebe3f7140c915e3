//! A bot whose words come from the language model on loopback.
use app::startup::{Answering, Endpoint};

use super::language_model::{LanguageModelServer, WRITER_KEY};

impl LanguageModelServer {
    /// Returns a bot that calls it.
    pub fn answering(&self) -> Answering {
        let endpoint =
            Endpoint { base: self.base(), key: WRITER_KEY.into(), model: "house-style".to_owned() };
        Answering { writer: Some(endpoint), ..Answering::with_model(None) }
    }
}
