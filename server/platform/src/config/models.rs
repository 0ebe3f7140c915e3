//! Checks the settings of models behind endpoints.
use secrecy::{ExposeSecret, SecretString};

use super::serve::is_address;

/// The settings of a model behind an endpoint.
pub struct ModelSettings<'a> {
    /// What the names of the variables start with, such as `PARLOR_WRITER`.
    pub prefix: &'static str,
    pub url: Option<&'a str>,
    pub model: Option<&'a str>,
    pub key: Option<&'a SecretString>,
}

impl ModelSettings<'_> {
    /// Checks the settings, if a model is configured.
    pub fn check(&self, mistakes: &mut Vec<String>) {
        let prefix = self.prefix;
        let Some(url) = self.url else {
            if self.model.is_some() || self.key.is_some() {
                mistakes.push(format!("{prefix}_MODEL and {prefix}_KEY need {prefix}_URL"));
            }
            return;
        };
        if !is_address(url) {
            mistakes.push(format!(
                "{prefix}_URL is no address; give http(s)://host[:port]/path, such as https://models.example/v1, \
                 without a key in it"
            ));
        }
        if self.model.is_none_or(|model| model.trim().is_empty()) {
            mistakes.push(format!("{prefix}_MODEL is missing; name one of the models at {prefix}_URL"));
        }
        let in_a_header = |key: &SecretString| key.expose_secret().bytes().all(|b| b.is_ascii_graphic());
        if self.key.is_some_and(|key| !in_a_header(key)) {
            mistakes.push(format!("{prefix}_KEY contains invalid characters; copy it again"));
        }
    }
}
