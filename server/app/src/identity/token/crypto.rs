//! Key generation, signing and verification.
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use platform::{Fault, Timestamp};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    model::{Claims, SigningKey},
    rules,
};

/// Generates a key pair from a seed of 256 bits in hexadecimal.
pub fn generate_key(seed: String) -> Result<SigningKey, Fault> {
    let public = BASE64.encode(pair(&seed)?.public_key());
    // RFC 7638 defines the members of the thumbprint and their order.
    let thumbprint = Sha256::digest(format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{public}"}}"#));
    Ok(SigningKey { kid: BASE64.encode(thumbprint), seed, public, retired_ms: None })
}

fn pair(seed: &str) -> Result<Ed25519KeyPair, Fault> {
    let unusable = || Fault::internal("a signing key cannot be used");
    let bytes = hex::decode(seed).map_err(|_| unusable())?;
    Ed25519KeyPair::from_seed_unchecked(&bytes).map_err(|_| unusable())
}

/// Signs claims with the first key.
pub fn sign(keys: &[SigningKey], claims: &Claims) -> Result<String, Fault> {
    let key = keys.first().ok_or_else(|| Fault::internal("there is no key to sign with"))?;
    let der = pair(&key.seed)?.to_pkcs8().map_err(Fault::internal)?;
    let header = Header { kid: Some(key.kid.clone()), ..Header::new(Algorithm::EdDSA) };
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_ed_der(der.as_ref())).map_err(Fault::internal)
}

/// Returns the claims of a token if a published key signed it. The algorithm is fixed and never taken from the
/// token.
pub fn verify(keys: &[SigningKey], token: &str, now: Timestamp) -> Option<Claims> {
    let kid = jsonwebtoken::decode_header(token).ok()?.kid?;
    let key = rules::published(keys, now).find(|key| key.kid == kid)?;
    let mut validation = Validation::new(Algorithm::EdDSA);
    // `rules::check_claims` validates the claims with the server's clock.
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let public = DecodingKey::from_ed_components(&key.public).ok()?;
    jsonwebtoken::decode(token, &public, &validation).ok().map(|token| token.claims)
}

/// Returns the public part of a key (RFC 8037, section 2).
pub fn public(key: &SigningKey) -> Value {
    json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": key.kid, "x": key.public })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8037, appendix A: a secret key, its public key and its thumbprint.
    #[test]
    fn a_key_id_is_the_thumbprint_of_the_public_key() {
        let key = generate_key("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60".into())
            .expect("a key");
        assert_eq!(key.public, "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        assert_eq!(key.kid, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    }
}
