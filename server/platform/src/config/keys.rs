//! The keys that encrypt secrets.
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::{ExposeSecret, SecretString};

use crate::vault::KEY_BYTES;

pub fn read_keys(texts: &[SecretString], mistakes: &mut Vec<String>) -> Vec<[u8; KEY_BYTES]> {
    let mut keys = Vec::new();
    for key in texts {
        match read_key(key.expose_secret()) {
            Some(key) => keys.push(key),
            None => mistakes.push("PARLOR_SECRET_KEYS has a key that is not 32 bytes in base64".to_owned()),
        }
    }
    keys
}

/// Decodes a key of 32 bytes from base64 of either alphabet. Returns `None` if the text is not such a key.
#[must_use]
pub fn read_key(text: &str) -> Option<[u8; KEY_BYTES]> {
    let text = text.trim().trim_end_matches('=').replace('+', "-").replace('/', "_");
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// Encodes a key as a text that [`read_key`] decodes.
#[must_use]
pub fn write_key(key: &[u8; KEY_BYTES]) -> String {
    URL_SAFE_NO_PAD.encode(key)
}
