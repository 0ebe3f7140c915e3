//! OAuth rules: authorization requests, PKCE, validity of secrets and scopes of tokens. Follows RFC 6749 (OAuth 2),
//! RFC 7636 (PKCE), RFC 7009 (revocation), RFC 9207 (issuer) and RFC 9700 (best current practice).
use std::time::Duration;

use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use percent_encoding::percent_decode_str;
use platform::{Actor, ErrorReason, Fault, Timestamp, scopes, scopes::PartnerScope};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::model::{AccessTokenRecord, AuthorizationParameters, ClientCredentials, Token, TokenExchange};
use crate::{identity::partner::Partner, operations::rate_limit::Limit};

/// Maximum number of grants of a user; a further grant ends the oldest.
pub const MAX_GRANTS: i64 = 200;
/// Minimum time between two recorded uses.
const TOUCH_EVERY: Duration = Duration::from_secs(3600);
/// Limit of failed authentications per client and location; unknown clients of a location count together.
pub const FAILED_AUTHENTICATION: Limit = Limit {
    name: "client authentication",
    most: 20,
    window: Duration::from_secs(15 * 60),
    reason: ErrorReason::TooManyAttempts,
    words: "Too many attempts with a wrong client ID or secret. Wait a moment, then try again.",
};

/// A refusal of an OAuth request.
#[derive(Debug, PartialEq, Eq)]
pub enum OAuthError {
    /// The client is unknown or not authenticated.
    InvalidClient,
    /// The user's company has no such application; shown to the user.
    UnknownApplication,
    /// The redirect URI is not registered; shown to the user.
    InvalidRedirectUri,
    /// The code or refresh token is unknown, expired, used or of another client.
    InvalidGrant,
    /// The client may not use this grant type.
    UnauthorizedClient,
    /// The grant type is unknown.
    UnsupportedGrantType,
    /// A scope is unknown or not granted.
    InvalidScope,
    /// Any other invalid request; contains how to fix it.
    InvalidRequest(&'static str),
}

impl From<OAuthError> for Fault {
    fn from(error: OAuthError) -> Self {
        use OAuthError as E;
        match error {
            E::InvalidClient => Fault::unauthenticated(
                ErrorReason::InvalidClient,
                "The client ID or the secret is wrong. Check both.",
            ),
            E::UnknownApplication => Fault::precondition(
                ErrorReason::InvalidClient,
                "Your company has not added this application. Ask your administrator to add it.",
            ),
            E::InvalidRedirectUri => Fault::precondition(
                ErrorReason::InvalidRedirectUri,
                "This application is not registered for that redirect address. Contact its developer.",
            ),
            E::InvalidGrant => Fault::precondition(
                ErrorReason::InvalidGrant,
                "This code or refresh token is invalid or has expired. Ask the user to sign in again.",
            ),
            E::UnauthorizedClient => Fault::precondition(
                ErrorReason::UnauthorizedClient,
                "A public client acts for users: use authorization_code or refresh_token as grant_type.",
            ),
            E::UnsupportedGrantType => Fault::precondition(
                ErrorReason::UnsupportedGrantType,
                "Use client_credentials, authorization_code or refresh_token as grant_type.",
            ),
            E::InvalidScope => Fault::precondition(
                ErrorReason::InvalidScope,
                "A requested scope is unknown or was not granted.",
            ),
            E::InvalidRequest(words) => Fault::precondition(ErrorReason::InvalidRequest, words),
        }
    }
}

/// Reads client credentials from the header or the body.
///
/// # Errors
/// Fails if both have credentials, or the header is malformed.
pub fn parse_credentials(
    authorization: Option<&str>,
    client_id: &str,
    secret: &str,
) -> Result<ClientCredentials, OAuthError> {
    let basic = authorization.and_then(|header| {
        let (scheme, rest) = header.split_once(' ')?;
        scheme.eq_ignore_ascii_case("basic").then(|| rest.trim())
    });
    let Some(basic) = basic else {
        if client_id.is_empty() {
            return Err(OAuthError::InvalidClient);
        }
        let secret = Some(secret.to_owned()).filter(|secret| !secret.is_empty());
        return Ok(ClientCredentials { client_id: client_id.to_owned(), secret });
    };
    let pair = STANDARD.decode(basic).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let (id, password) =
        pair.as_deref().and_then(|pair| pair.split_once(':')).ok_or(OAuthError::InvalidClient)?;
    let (id, password) = (form_decoded(id)?, form_decoded(password)?);
    if !secret.is_empty() || !(client_id.is_empty() || client_id == id) {
        return Err(OAuthError::InvalidRequest(
            "Send the client ID in the authorization header or in the body, not in both.",
        ));
    }
    // A client without a secret may send an empty one.
    let secret = Some(password).filter(|password| !password.is_empty());
    Ok(ClientCredentials { client_id: id, secret })
}

/// Decodes a form-encoded id or secret of a Basic header (RFC 6749, section 2.3.1).
fn form_decoded(text: &str) -> Result<String, OAuthError> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().map(Into::into).map_err(|_| OAuthError::InvalidClient)
}

/// Checks an authorization request and returns the requested scopes.
///
/// # Errors
/// Fails for an unregistered redirect URI, a request without PKCE or an unknown scope.
pub fn check_authorization(
    partner: &Partner,
    parameters: &AuthorizationParameters,
) -> Result<Vec<String>, OAuthError> {
    if !partner.redirect_uris.contains(&parameters.redirect_uri) {
        return Err(OAuthError::InvalidRedirectUri);
    }
    if parameters.response_type != "code" {
        return Err(OAuthError::InvalidRequest("The application must ask for response_type=code."));
    }
    if parameters.code_challenge_method != "S256" || !is_challenge(&parameters.code_challenge) {
        return Err(OAuthError::InvalidRequest(
            "The application must send a code_challenge with code_challenge_method=S256 (PKCE).",
        ));
    }
    narrow_scopes(&parameters.scope, &partner.scopes)
}

/// Returns the requested scopes in the order of `granted`; an empty request means all.
///
/// # Errors
/// Fails if a requested scope is not granted.
pub fn narrow_scopes(requested: &str, granted: &[String]) -> Result<Vec<String>, OAuthError> {
    let requested: Vec<&str> = requested.split_ascii_whitespace().collect();
    if requested.iter().any(|name| !granted.iter().any(|granted| granted == name)) {
        return Err(OAuthError::InvalidScope);
    }
    let is_requested = |name: &&String| requested.is_empty() || requested.contains(&name.as_str());
    Ok(granted.iter().filter(is_requested).cloned().collect())
}

/// Returns whether a text is a SHA-256 digest in URL-safe base64, which has 43 characters.
fn is_challenge(challenge: &str) -> bool {
    challenge.len() == 43 && challenge.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Returns whether a challenge was derived from the verifier.
fn matches_challenge(verifier: &str, challenge: &str) -> bool {
    let formed = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
    let made = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    formed && bool::from(made.as_bytes().ct_eq(challenge.as_bytes()))
}

/// Whether a code or refresh token can be exchanged.
#[derive(Debug, PartialEq, Eq)]
pub enum Validity {
    /// It can be exchanged.
    Valid,
    /// It is expired or bound to another request.
    Invalid,
    /// It was used before and may be stolen; its grant must end.
    Reused,
}

/// Checks a code; its redirect URI and verifier must match the authorization request.
pub fn check_code(code: &Token, parameters: &TokenExchange, now: Timestamp) -> Validity {
    let bound = code.redirect_uri == parameters.redirect_uri
        && matches_challenge(&parameters.code_verifier, &code.challenge);
    check_token(code, bound, now)
}

pub fn check_refresh_token(token: &Token, now: Timestamp) -> Validity {
    check_token(token, true, now)
}

fn check_token(token: &Token, bound: bool, now: Timestamp) -> Validity {
    match token.used_ms {
        Some(_) => Validity::Reused,
        None if bound && now <= token.expires_ms => Validity::Valid,
        None => Validity::Invalid,
    }
}

/// Returns the scopes of a token that its grant and its partner still have.
pub fn allowed_scopes(record: &AccessTokenRecord) -> Vec<PartnerScope> {
    let granted = |name: &String| record.grant_scopes.as_ref().is_none_or(|granted| granted.contains(name));
    let names = record.scopes.iter().filter(|name| record.partner_scopes.contains(name) && granted(name));
    names.filter_map(|name| scopes::named(name)).collect()
}

/// Returns the actor for a partner that acts on behalf of a user: limited to the user's home company.
pub fn actor_for_user(person: &Actor, allowed_scopes: Vec<PartnerScope>) -> Actor {
    Actor {
        company: person.home.clone(),
        platform_administrator: false,
        scopes: Some(allowed_scopes.into()),
        ..person.clone()
    }
}

/// Returns whether a use must be recorded.
pub fn should_record_use(used: Option<Timestamp>, now: Timestamp) -> bool {
    used.is_none_or(|used| now > used.plus(TOUCH_EVERY))
}

/// The outcome of an authorization request.
#[derive(Clone, Copy, Debug)]
pub enum AuthorizationOutcome<'a> {
    /// The user allowed it; contains the authorization code.
    Code(&'a str),
    /// The user refused.
    Denied,
}

/// Returns the redirect URI with the outcome of an authorization request.
pub fn redirect(
    parameters: &AuthorizationParameters,
    issuer: &str,
    outcome: AuthorizationOutcome<'_>,
) -> String {
    let (name, value) = match outcome {
        AuthorizationOutcome::Code(code) => ("code", code),
        AuthorizationOutcome::Denied => ("error", "access_denied"),
    };
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(name, value);
    if !parameters.state.is_empty() {
        query.append_pair("state", &parameters.state);
    }
    query.append_pair("iss", issuer);
    let separator = if parameters.redirect_uri.contains('?') { '&' } else { '?' };
    format!("{}{separator}{}", parameters.redirect_uri, query.finish())
}

/// Returns the host of a redirect URI, with its port if it has one.
pub fn host(redirect_uri: &str) -> String {
    let url = url::Url::parse(redirect_uri).ok();
    let host = url.as_ref().and_then(|url| {
        let host = url.host_str()?;
        Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
    });
    host.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_rfc_7636_matches() {
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(matches_challenge(verifier, challenge) && is_challenge(challenge));
        assert!(!matches_challenge(&verifier[1..], challenge));
        assert!(!matches_challenge(challenge, challenge));
        let spaced = format!("{} ", "a".repeat(43));
        assert!(!matches_challenge(&spaced, &URL_SAFE_NO_PAD.encode(Sha256::digest(&spaced))));
        let short = "a".repeat(42);
        assert!(!matches_challenge(&short, &URL_SAFE_NO_PAD.encode(Sha256::digest(&short))));
    }

    #[test]
    fn client_credentials_are_accepted_from_one_source_only() {
        let basic = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
        let parse_header = |header: &str| parse_credentials(Some(header), "", "");
        assert_eq!(
            parse_header(&basic("a%3Ab:c+d%25")).expect("shown"),
            ClientCredentials { client_id: "a:b".into(), secret: Some("c d%".into()) }
        );
        assert_eq!(parse_credentials(Some(&basic("a:b")), "a", "").expect("shown").client_id, "a");
        assert!(matches!(
            parse_credentials(Some(&basic("a:b")), "other", ""),
            Err(OAuthError::InvalidRequest(_))
        ));
        assert!(matches!(
            parse_credentials(Some(&basic("a:b")), "a", "b"),
            Err(OAuthError::InvalidRequest(_))
        ));
        for broken in ["Basic", "Basic ", "Basic !!", &basic("nocolon"), &basic("%ff:x")] {
            assert_eq!(parse_header(broken), Err(OAuthError::InvalidClient), "{broken}");
        }
        assert_eq!(parse_credentials(None, "a", "").expect("shown").secret, None);
        assert_eq!(parse_header(&basic("a:")).expect("shown").secret, None);
    }

    #[test]
    fn scopes_can_only_be_narrowed() {
        let granted = ["company:read".to_owned(), "events:read".to_owned()];
        assert_eq!(narrow_scopes("", &granted).expect("all"), granted);
        assert_eq!(narrow_scopes(" events:read  events:read", &granted).expect("one"), ["events:read"]);
        assert_eq!(narrow_scopes("events:read knowledge:read", &granted), Err(OAuthError::InvalidScope));
    }
}
