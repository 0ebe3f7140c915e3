//! Signing keys, claims and tokens.
use platform::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

/// A key pair. It does not implement `Debug`, so that it cannot be logged.
#[derive(Clone, Serialize, Deserialize)]
pub struct SigningKey {
    /// The thumbprint of the public key (RFC 7638).
    pub kid: String,
    /// The seed of the key pair, hexadecimal.
    pub seed: String,
    /// The public key, in URL-safe base64.
    pub public: String,
    /// When a newer key replaced this one; `None` for the key that signs.
    pub retired_ms: Option<Timestamp>,
}

/// The claims of a token (RFC 7519, section 4.1); times are seconds since the epoch.
#[derive(Debug, Serialize, Deserialize)]
pub struct Claims {
    /// The issuer.
    pub iss: String,
    /// The company.
    pub sub: String,
    pub iat: i64,
    pub exp: i64,
    /// The token's id.
    pub jti: String,
}

/// A newly issued token.
pub struct IssuedToken {
    pub token: SecretString,
    pub id: String,
    /// In seconds.
    pub lifetime: u64,
    pub expires_at: Timestamp,
}
