//! The tokens of OAuth by which a company's data at CINC are read.
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Milliseconds before its end from which on an access token is not used.
const MARGIN: i64 = 60_000;
/// Lifetime of an access token if CINC states none, in seconds.
const LIFETIME: i64 = 3_600;

/// An access token with what renews it. Stored as a secret of the company.
#[derive(Clone, Serialize, Deserialize)]
pub struct Tokens {
    access_token: String,
    /// Empty if CINC issued none: the administrator must then connect again.
    refresh_token: String,
    expires_ms: i64,
}

/// A response of the token endpoint.
#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    refresh_token: Option<String>,
    expires_in: Option<i64>,
}

impl Tokens {
    /// Reads a response of the token endpoint. Without a refresh token in it, `previous` stays valid.
    pub fn from_response(body: &[u8], previous: &str, now: Timestamp) -> Option<Self> {
        let response: TokenResponse = serde_json::from_slice(body).ok()?;
        let TokenResponse { access_token, refresh_token, expires_in } = response;
        let refresh_token =
            refresh_token.filter(|token| !token.is_empty()).unwrap_or_else(|| previous.to_owned());
        let lifetime = expires_in.unwrap_or(LIFETIME).clamp(0, 30 * 24 * 3_600);
        let is_valid = !access_token.is_empty() && access_token.bytes().all(|byte| byte.is_ascii_graphic());
        is_valid.then_some(Self { access_token, refresh_token, expires_ms: now.0 + lifetime * 1_000 })
    }

    /// Reads stored tokens.
    pub fn from_secret(secret: &SecretString) -> Option<Self> {
        serde_json::from_str(secret.expose_secret()).ok()
    }

    /// Returns the tokens as they are stored.
    pub fn to_secret(&self) -> SecretString {
        serde_json::to_string(self).unwrap_or_default().into()
    }

    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now.0 + MARGIN < self.expires_ms
    }

    pub fn access_token(&self) -> SecretString {
        self.access_token.clone().into()
    }

    /// Returns the refresh token; empty if there is none.
    pub fn refresh_token(&self) -> &str {
        &self.refresh_token
    }
}

/// Returns the PKCE challenge of a verifier, by the method S256.
pub fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);

    #[test]
    fn tokens_are_fresh_until_a_minute_before_their_end_and_keep_the_refresh_token() {
        let body = br#"{"access_token":"a","expires_in":120,"token_type":"Bearer"}"#;
        let tokens = Tokens::from_response(body, "r1", NOW).expect("it is a response");
        assert!(tokens.is_fresh(NOW) && tokens.is_fresh(Timestamp(NOW.0 + 59_999)));
        assert!(!tokens.is_fresh(Timestamp(NOW.0 + 60_000)));
        assert_eq!(tokens.refresh_token(), "r1");
        let rotated = Tokens::from_response(br#"{"access_token":"b","refresh_token":"r2"}"#, "r1", NOW);
        assert_eq!(rotated.expect("it is a response").refresh_token(), "r2");
        let stored = Tokens::from_secret(&tokens.to_secret()).expect("they are stored");
        assert_eq!(stored.access_token().expose_secret(), "a");
    }

    #[test]
    fn a_response_without_a_usable_token_is_none() {
        for body in ["{}", "<html>", r#"{"access_token":""}"#, r#"{"access_token":"a\nb"}"#] {
            assert!(Tokens::from_response(body.as_bytes(), "", NOW).is_none(), "{body}");
        }
    }

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        assert_eq!(challenge(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
