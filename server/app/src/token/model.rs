//! Keys and what they sign.
use platform::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

/// A key pair. It has no `Debug`, so that no log tells it.
#[derive(Clone, Serialize, Deserialize)]
pub struct SigningKey {
    /// The thumbprint of the public key (RFC 7638).
    pub kid: String,
    /// What the pair is made of, hexadecimal.
    pub seed: String,
    /// The public key, in URL-safe base64.
    pub public: String,
    /// When a newer one followed; never, for the one that signs.
    pub retired_ms: Option<Timestamp>,
}

/// What a token says (RFC 7519, section 4.1); times are seconds since the epoch.
#[derive(Debug, Serialize, Deserialize)]
pub struct Claims {
    /// In whose name it was issued.
    pub iss: String,
    /// The company.
    pub sub: String,
    pub iat: i64,
    pub exp: i64,
    /// Names this token.
    pub jti: String,
}

/// A token.
pub struct Issued {
    pub token: SecretString,
    /// Names it.
    pub id: String,
    /// Seconds.
    pub lifetime: u64,
    pub expires_at: Timestamp,
}
