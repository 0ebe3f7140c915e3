//! What may be asked, what proves what, and how far a token goes. After RFC 6749 (OAuth 2),
//! RFC 7636 (PKCE), RFC 7009 (revocation), RFC 9207 (issuer) and RFC 9700 (what is safe today).
use std::time::Duration;

use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use percent_encoding::percent_decode_str;
use platform::{Actor, Fault, Timestamp, scopes, scopes::PartnerScope};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::model::{Asked, Exchange, Held, Kind, Shown, Token};
use crate::{limit::Limit, partner::Partner};

const ACCESS_LIFE: Duration = Duration::from_secs(3600);
const CODE_LIFE: Duration = Duration::from_secs(60);
const REFRESH_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);
/// What is over is kept that long, so that a second use of it is noticed.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// A person has so many grants; the oldest ends when there is one more.
pub const MOST_GRANTS: i64 = 200;
/// A use is written down this often.
const TOUCH_EVERY: Duration = Duration::from_secs(3600);
/// Failures of one client to prove itself from one place, and of unknown clients from there. A
/// client that proves itself never waits.
pub const FAILURES: Limit = Limit {
    name: "client authentication",
    most: 20,
    window: Duration::from_secs(15 * 60),
    reason: "TOO_MANY_ATTEMPTS",
    words: "There were too many attempts with a wrong client id or secret. Wait a little, then try again.",
};

/// Why something is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum OAuthError {
    /// A client that is not known, or did not prove itself.
    InvalidClient,
    /// Seen by a person: their company has no such application.
    UnknownApplication,
    /// Seen by a person: the application does not go there.
    InvalidRedirectUri,
    /// A code or refresh token that is wrong, over, used or another client's.
    InvalidGrant,
    /// A way to get tokens that there is none.
    UnsupportedGrantType,
    /// A scope that is not known, or not had.
    InvalidScope,
    /// Anything else, with what to do about it.
    InvalidRequest(&'static str),
}

impl From<OAuthError> for Fault {
    fn from(error: OAuthError) -> Self {
        use OAuthError as E;
        match error {
            E::InvalidClient => Fault::unauthenticated(
                "INVALID_CLIENT",
                "There is no such client, or its secret is another one. Check both.",
            ),
            E::UnknownApplication => Fault::precondition(
                "INVALID_CLIENT",
                "Your company has no such application. Ask your administrator to add it.",
            ),
            E::InvalidRedirectUri => Fault::precondition(
                "INVALID_REDIRECT_URI",
                "This application may not send you to that address. Ask whoever runs it to correct it.",
            ),
            E::InvalidGrant => Fault::precondition(
                "INVALID_GRANT",
                "This code or refresh token does not work, or no longer. Ask the person once more.",
            ),
            E::UnsupportedGrantType => Fault::precondition(
                "UNSUPPORTED_GRANT_TYPE",
                "Use client_credentials, authorization_code or refresh_token as grant_type.",
            ),
            E::InvalidScope => Fault::precondition(
                "INVALID_SCOPE",
                "A scope that was asked for is not known, or not one that was given.",
            ),
            E::InvalidRequest(words) => Fault::precondition("INVALID_REQUEST", words),
        }
    }
}

/// What was over then or before is forgotten.
pub fn forgotten(now: Timestamp) -> Timestamp {
    now.minus(KEPT)
}

/// How long each kind is valid.
pub fn life(kind: Kind) -> Duration {
    match kind {
        Kind::Code => CODE_LIFE,
        Kind::Access => ACCESS_LIFE,
        Kind::Refresh => REFRESH_LIFE,
    }
}

/// Who a client says that it is: in the header, or in the message, not in both.
pub fn shown(authorization: Option<&str>, client_id: &str, secret: &str) -> Result<Shown, OAuthError> {
    let basic = authorization.and_then(|header| {
        let (scheme, rest) = header.split_once(' ')?;
        scheme.eq_ignore_ascii_case("basic").then(|| rest.trim())
    });
    let Some(basic) = basic else {
        if client_id.is_empty() {
            return Err(OAuthError::InvalidClient);
        }
        let secret = Some(secret.to_owned()).filter(|secret| !secret.is_empty());
        return Ok(Shown { client_id: client_id.to_owned(), secret });
    };
    let pair = STANDARD.decode(basic).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let (id, password) =
        pair.as_deref().and_then(|pair| pair.split_once(':')).ok_or(OAuthError::InvalidClient)?;
    let (id, password) = (form_decoded(id)?, form_decoded(password)?);
    if !secret.is_empty() || !(client_id.is_empty() || client_id == id) {
        return Err(OAuthError::InvalidRequest(
            "Say who the client is in the authorization header or in the body, not in both.",
        ));
    }
    Ok(Shown { client_id: id, secret: Some(password) })
}

/// Id and secret in a Basic header are form-encoded first (RFC 6749, 2.3.1).
fn form_decoded(text: &str) -> Result<String, OAuthError> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().map(Into::into).map_err(|_| OAuthError::InvalidClient)
}

/// Whether an application may ask that of a person; which scopes it asks for.
pub fn ask(partner: &Partner, asked: &Asked) -> Result<Vec<String>, OAuthError> {
    if !partner.redirect_uris.contains(&asked.redirect_uri) {
        return Err(OAuthError::InvalidRedirectUri);
    }
    if asked.response_type != "code" {
        return Err(OAuthError::InvalidRequest("The application must ask for response_type=code."));
    }
    if asked.code_challenge_method != "S256" || !is_challenge(&asked.code_challenge) {
        return Err(OAuthError::InvalidRequest(
            "The application must send a code_challenge with code_challenge_method=S256 (PKCE).",
        ));
    }
    narrowed(&asked.scope, &partner.scopes)
}

/// The scopes that are asked for, of those that are had; empty for all. They keep the
/// contract's order.
pub fn narrowed(asked: &str, had: &[String]) -> Result<Vec<String>, OAuthError> {
    let asked: Vec<&str> = asked.split_ascii_whitespace().collect();
    if asked.iter().any(|name| !had.iter().any(|had| had == name)) {
        return Err(OAuthError::InvalidScope);
    }
    let wanted = |name: &&String| asked.is_empty() || asked.contains(&name.as_str());
    Ok(had.iter().filter(wanted).cloned().collect())
}

/// A SHA-256 in URL-safe base64 has 43 characters.
fn is_challenge(challenge: &str) -> bool {
    challenge.len() == 43 && challenge.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Whether a challenge was made of this verifier.
fn proves(verifier: &str, challenge: &str) -> bool {
    let formed = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
    let made = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    formed && bool::from(made.as_bytes().ct_eq(challenge.as_bytes()))
}

/// What is to be done with a code or refresh token that a client has shown.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It becomes tokens.
    Good,
    /// It is refused.
    Bad,
    /// It was used before: somebody has stolen it, so all that came of it ends.
    Stolen,
}

/// Judges a code: whose place and verifier are those that it was asked for with.
pub fn judge_code(code: &Token, asked: &Exchange, now: Timestamp) -> Verdict {
    let bound = code.redirect_uri == asked.redirect_uri && proves(&asked.code_verifier, &code.challenge);
    judge(code, bound, now)
}

/// Judges a refresh token.
pub fn judge_refresh(token: &Token, now: Timestamp) -> Verdict {
    judge(token, true, now)
}

fn judge(token: &Token, bound: bool, now: Timestamp) -> Verdict {
    match token.used_ms {
        Some(_) => Verdict::Stolen,
        None if bound && now <= token.expires_ms => Verdict::Good,
        None => Verdict::Bad,
    }
}

/// What a token may be used for now: no more than its grant and its partner.
pub fn reach(held: &Held) -> Vec<PartnerScope> {
    let granted = |name: &String| held.grant_scopes.as_ref().is_none_or(|granted| granted.contains(name));
    let names = held.scopes.iter().filter(|name| held.partner_scopes.contains(name) && granted(name));
    names.filter_map(|name| scopes::named(name)).collect()
}

/// A person as a partner acts for them: in their own company alone, which is the one that let
/// the partner in.
pub fn on_behalf(person: &Actor, reach: Vec<PartnerScope>) -> Actor {
    Actor {
        company: person.home.clone(),
        platform_administrator: false,
        scopes: Some(reach.into()),
        ..person.clone()
    }
}

/// Whether a use is to be written down.
pub fn wants_touch(used: Option<Timestamp>, now: Timestamp) -> bool {
    used.is_none_or(|used| now > used.plus(TOUCH_EVERY))
}

/// Where the browser goes next.
pub fn redirect(asked: &Asked, issuer: &str, (name, value): (&str, &str)) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair(name, value);
    if !asked.state.is_empty() {
        query.append_pair("state", &asked.state);
    }
    query.append_pair("iss", issuer);
    let separator = if asked.redirect_uri.contains('?') { '&' } else { '?' };
    format!("{}{separator}{}", asked.redirect_uri, query.finish())
}

/// The host that a browser goes to, with its port if it says one.
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
    fn the_example_of_rfc_7636_holds() {
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(proves(verifier, challenge) && is_challenge(challenge));
        assert!(!proves(&verifier[1..], challenge));
        assert!(!proves(challenge, challenge));
        let spaced = format!("{} ", "a".repeat(43));
        assert!(!proves(&spaced, &URL_SAFE_NO_PAD.encode(Sha256::digest(&spaced))));
        let short = "a".repeat(42);
        assert!(!proves(&short, &URL_SAFE_NO_PAD.encode(Sha256::digest(&short))));
    }

    #[test]
    fn a_client_shows_itself_in_one_place() {
        let basic = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
        let shown_by = |header: &str| shown(Some(header), "", "");
        assert_eq!(
            shown_by(&basic("a%3Ab:c+d%25")).expect("shown"),
            Shown { client_id: "a:b".into(), secret: Some("c d%".into()) }
        );
        assert_eq!(shown(Some(&basic("a:b")), "a", "").expect("shown").client_id, "a");
        assert!(matches!(shown(Some(&basic("a:b")), "other", ""), Err(OAuthError::InvalidRequest(_))));
        assert!(matches!(shown(Some(&basic("a:b")), "a", "b"), Err(OAuthError::InvalidRequest(_))));
        for broken in ["Basic", "Basic ", "Basic !!", &basic("nocolon"), &basic("%ff:x")] {
            assert_eq!(shown_by(broken), Err(OAuthError::InvalidClient), "{broken}");
        }
        assert_eq!(shown(None, "a", "").expect("shown").secret, None);
    }

    #[test]
    fn scopes_only_narrow() {
        let had = ["company:read".to_owned(), "events:read".to_owned()];
        assert_eq!(narrowed("", &had).expect("all"), had);
        assert_eq!(narrowed(" events:read  events:read", &had).expect("one"), ["events:read"]);
        assert_eq!(narrowed("events:read knowledge:read", &had), Err(OAuthError::InvalidScope));
    }
}
