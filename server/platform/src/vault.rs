//! Encrypts stored secrets and signs tokens, with keys from the configuration. The first key encrypts and
//! signs; every key decrypts and verifies, so keys can be rotated without downtime.
//!
//! An encrypted secret is bound to its company and its name: copied to another row, it cannot be decrypted.
use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey},
    digest, hkdf, hmac,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};

use crate::{Fault, ids::CompanyId};

/// Length of a key in bytes.
pub const KEY_BYTES: usize = 32;

/// Encrypts, decrypts, signs and verifies.
pub struct Vault {
    keys: Vec<Key>,
}

struct Key {
    /// The first 4 bytes of the key's SHA-256 digest in hexadecimal; the prefix of what the key encrypts.
    id: String,
    seal: RandomizedNonceKey,
    sign: hmac::Key,
}

impl Vault {
    /// Creates a vault with these keys, the newest first.
    ///
    /// # Errors
    /// Fails if there is no key, or the library refuses one.
    pub fn new(keys: &[[u8; KEY_BYTES]]) -> Result<Self, Fault> {
        let keys = keys.iter().map(Key::new).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() { Err(Fault::internal("a vault needs a key")) } else { Ok(Self { keys }) }
    }

    /// Encrypts `plain` for a company under a name: `key.nonce.text` in URL-safe base64.
    ///
    /// # Errors
    /// Fails if the library fails, which is not expected.
    pub fn seal(&self, company: &CompanyId, name: &str, plain: &[u8]) -> Result<String, Fault> {
        let key = &self.keys[0];
        let mut bytes = plain.to_vec();
        let nonce = key
            .seal
            .seal_in_place_append_tag(Aad::from(bound_to(company, name)), &mut bytes)
            .map_err(Fault::internal)?;
        Ok(format!("{}.{}.{}", key.id, BASE64.encode(nonce.as_ref()), BASE64.encode(bytes)))
    }

    /// Decrypts a secret of a company with a name.
    ///
    /// # Errors
    /// Fails if its key is not configured anymore, or it was encrypted for another company or name.
    pub fn open(&self, company: &CompanyId, name: &str, sealed: &str) -> Result<Vec<u8>, Fault> {
        let refused = || Fault::internal(format!("the secret {name} of {company} cannot be opened"));
        let mut parts = sealed.split('.');
        let (id, nonce, text) = (parts.next(), parts.next(), parts.next());
        let (Some(id), Some(nonce), Some(text)) = (id, nonce, text) else { return Err(refused()) };
        let key = self.keys.iter().find(|key| key.id == id).ok_or_else(|| {
            Fault::internal(format!("the key {id} that sealed {name} of {company} is not configured"))
        })?;
        let nonce: [u8; NONCE_LEN] =
            BASE64.decode(nonce).ok().and_then(|n| n.try_into().ok()).ok_or_else(refused)?;
        let mut bytes = BASE64.decode(text).map_err(|_| refused())?;
        let nonce = Nonce::assume_unique_for_key(nonce);
        let plain = key
            .seal
            .open_in_place(nonce, Aad::from(bound_to(company, name)), &mut bytes)
            .map_err(|_| refused())?;
        Ok(plain.to_vec())
    }

    /// Returns whether a secret is encrypted with the first key.
    #[must_use]
    pub fn is_current(&self, sealed: &str) -> bool {
        sealed.split('.').next() == Some(self.keys[0].id.as_str())
    }

    /// Returns the signature of a text for one purpose, in URL-safe base64.
    #[must_use]
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        BASE64.encode(hmac::sign(&self.keys[0].sign, signed_message(purpose, text).as_bytes()))
    }

    /// Returns whether the vault made a signature of a text for one purpose. Compares in constant time.
    #[must_use]
    pub fn verify(&self, purpose: &str, text: &str, signature: &str) -> bool {
        let Ok(signature) = BASE64.decode(signature) else { return false };
        let message = signed_message(purpose, text);
        self.keys.iter().any(|key| hmac::verify(&key.sign, message.as_bytes(), &signature).is_ok())
    }
}

impl Key {
    fn new(key: &[u8; KEY_BYTES]) -> Result<Self, Fault> {
        let id = hex::encode(&digest::digest(&digest::SHA256, key).as_ref()[..4]);
        let derived = |purpose: &[u8]| {
            let mut out = [0; KEY_BYTES];
            hkdf::Salt::new(hkdf::HKDF_SHA256, b"parlor")
                .extract(key)
                .expand(&[purpose], hkdf::HKDF_SHA256)
                .and_then(|okm| okm.fill(&mut out))
                .map(|()| out)
                .map_err(Fault::internal)
        };
        Ok(Self {
            id,
            seal: RandomizedNonceKey::new(&AES_256_GCM, &derived(b"seal")?).map_err(Fault::internal)?,
            sign: hmac::Key::new(hmac::HMAC_SHA256, &derived(b"sign")?),
        })
    }
}

fn bound_to(company: &CompanyId, name: &str) -> String {
    format!("{company}\0{name}")
}

fn signed_message(purpose: &str, text: &str) -> String {
    format!("{purpose}\0{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn company(id: &str) -> CompanyId {
        id.into()
    }

    #[test]
    fn a_secret_can_only_be_decrypted_in_its_context() {
        let vault = Vault::new(&[[1; 32]]).expect("a key");
        let sealed = vault.seal(&company("a"), "smtp", b"hush").expect("sealed");
        assert_eq!(vault.open(&company("a"), "smtp", &sealed).expect("opened"), b"hush");
        assert!(vault.open(&company("b"), "smtp", &sealed).is_err());
        assert!(vault.open(&company("a"), "other", &sealed).is_err());
        assert!(!sealed.contains("hush"));
        assert_ne!(vault.seal(&company("a"), "smtp", b"hush").expect("sealed"), sealed);
    }

    #[test]
    fn secrets_and_signatures_survive_a_key_rotation() {
        let old = Vault::new(&[[1; 32]]).expect("a key");
        let (sealed, signed) = (old.seal(&company("a"), "n", b"x").expect("sealed"), old.sign("file", "x"));
        let rotated = Vault::new(&[[2; 32], [1; 32]]).expect("keys");
        assert_eq!(rotated.open(&company("a"), "n", &sealed).expect("opened"), b"x");
        assert!(rotated.verify("file", "x", &signed) && !rotated.is_current(&sealed));
        let new = Vault::new(&[[2; 32]]).expect("a key");
        assert!(new.open(&company("a"), "n", &sealed).is_err() && !new.verify("file", "x", &signed));
    }

    #[test]
    fn a_signature_is_valid_only_for_its_purpose_and_text() {
        let vault = Vault::new(&[[1; 32]]).expect("a key");
        let signed = vault.sign("file", "x");
        assert!(vault.verify("file", "x", &signed));
        assert!(!vault.verify("file", "y", &signed) && !vault.verify("link", "x", &signed));
        assert!(!vault.verify("file", "x", "nonsense"));
    }
}
