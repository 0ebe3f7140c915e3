//! A bot that uses the fake language model.
use app::startup::{Answering, Endpoint};

use super::language_model::{LanguageModelServer, WRITER_KEY};

impl LanguageModelServer {
    /// Returns the configuration of a bot that calls this server to write replies.
    pub fn answering(&self) -> Answering {
        Answering { writer: Some(self.endpoint("house-style")), ..Answering::with_model(None) }
    }

    /// Returns the configuration of a bot that calls this server to compare meaning.
    pub fn comparing(&self, model: &str) -> Answering {
        Answering { embeddings: Some(self.endpoint(model)), ..Answering::with_model(None) }
    }

    fn endpoint(&self, model: &str) -> Endpoint {
        Endpoint { base: self.base(), key: WRITER_KEY.into(), model: model.to_owned() }
    }
}
