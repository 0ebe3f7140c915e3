//! A bot that uses the fake language model.
use app::startup::{Answering, Endpoint};

use super::language_model::{LanguageModelServer, WRITER_KEY};

impl LanguageModelServer {
    /// Returns the configuration of a bot that calls this server.
    pub fn answering(&self) -> Answering {
        let endpoint =
            Endpoint { base: self.base(), key: WRITER_KEY.into(), model: "house-style".to_owned() };
        Answering { writer: Some(endpoint), ..Answering::with_model(None) }
    }
}
