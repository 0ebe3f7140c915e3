//! Validation and changes of partner credentials.
use platform::{ErrorReason, Fault, scopes, scopes::PartnerScope};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::{Host, Url};

use super::model::{Partner, PartnerChange};

/// Maximum number of active credentials of a company.
pub const MAX_PARTNERS: i64 = 200;
/// Calls per minute if not set.
const DEFAULT_REQUESTS_PER_MINUTE: i32 = 600;

/// Returns the digest under which a secret of 256 bits is stored.
pub fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Returns whether a digest is that of the secret, in constant time.
pub fn is_secret_of(secret: &str, hash: &str) -> bool {
    digest(secret).as_bytes().ct_eq(hash.as_bytes()).into()
}

/// Trims a name.
///
/// # Errors
/// `INVALID_ARGUMENT` if it does not have 2 to 80 characters.
pub fn parse_name(name: &str) -> Result<String, Fault> {
    let name = name.trim();
    match name.chars().count() {
        2..=80 => Ok(name.to_owned()),
        _ => Err(Fault::field("name", "A name has 2 to 80 characters.")),
    }
}

/// Returns the distinct names of scopes in the contract's order.
///
/// # Errors
/// `INVALID_ARGUMENT` for an unknown scope or none.
pub fn scope_names(requested: &[PartnerScope]) -> Result<Vec<String>, Fault> {
    if requested.contains(&PartnerScope::Unspecified) {
        return Err(Fault::field("scopes", "This scope does not exist."));
    }
    let names: Vec<String> = scopes::all()
        .filter(|scope| requested.contains(scope))
        .map(|scope| scopes::name(scope).into())
        .collect();
    if names.is_empty() {
        return Err(Fault::field("scopes", "Choose at least one permission."));
    }
    Ok(names)
}

/// Validates redirect URIs and drops duplicates.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid URI.
pub fn redirect_uris(requested: Vec<String>) -> Result<Vec<String>, Fault> {
    let mut uris: Vec<String> = Vec::new();
    for uri in requested {
        if !is_redirect_uri(&uri) {
            return Err(Fault::field(
                "redirectUris",
                "Enter full addresses that start with https:// (or http:// on localhost), without #.",
            ));
        }
        if !uris.contains(&uri) {
            uris.push(uri);
        }
    }
    Ok(uris)
}

/// Validates the redirect URIs of a new credential; a public client needs at least one.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid URI, or none for a public client.
pub fn new_partner_redirect_uris(requested: Vec<String>, is_public: bool) -> Result<Vec<String>, Fault> {
    let uris = redirect_uris(requested)?;
    require_redirect_uri(is_public, &uris)?;
    Ok(uris)
}

/// Checks that a public client has a redirect URI.
fn require_redirect_uri(is_public: bool, uris: &[String]) -> Result<(), Fault> {
    match is_public && uris.is_empty() {
        true => {
            Err(Fault::field("redirectUris", "A public client acts for users: enter a redirect address."))
        }
        false => Ok(()),
    }
}

/// Returns whether a URI uses https, or http on a loopback address, and has no part that parsers interpret
/// differently.
fn is_redirect_uri(uri: &str) -> bool {
    let plain = uri.bytes().all(|b| b.is_ascii_graphic() && !b"\\\"<>^`{|}#".contains(&b));
    let Ok(url) = Url::parse(uri) else { return false };
    let scheme = match url.scheme() {
        "https" => uri.starts_with("https://"),
        "http" => uri.starts_with("http://") && is_loopback(&url),
        _ => false,
    };
    let has_no_credentials = url.username().is_empty() && url.password().is_none();
    let authority =
        uri.split("://").nth(1).is_some_and(|rest| !rest.starts_with('/') && !rest.starts_with('@'));
    plain && scheme && has_no_credentials && authority && url.host().is_some() && url.fragment().is_none()
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address == std::net::Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(address)) => address == std::net::Ipv6Addr::LOCALHOST,
        None => false,
    }
}

/// Returns the calls per minute; 0 means the default.
pub fn requests_per_minute(requested: i32) -> i32 {
    if requested == 0 { DEFAULT_REQUESTS_PER_MINUTE } else { requested }
}

/// Applies a change to a credential and summarizes it for the audit trail.
///
/// # Errors
/// `FAILED_PRECONDITION` if the credential is revoked.
pub fn apply_change(partner: Partner, change: PartnerChange) -> Result<(Partner, String), Fault> {
    require_active(&partner)?;
    let before = partner.clone();
    let after = Partner {
        name: change.name.unwrap_or(partner.name),
        scopes: change.scopes.unwrap_or(partner.scopes),
        redirect_uris: change.redirect_uris.unwrap_or(partner.redirect_uris),
        requests_per_minute: change.requests_per_minute.unwrap_or(partner.requests_per_minute),
        ..partner
    };
    require_redirect_uri(after.is_public, &after.redirect_uris)?;
    let changed = [
        ("the name", before.name != after.name),
        ("the permissions", before.scopes != after.scopes),
        ("the redirect URLs", before.redirect_uris != after.redirect_uris),
        ("the rate limit", before.requests_per_minute != after.requests_per_minute),
    ];
    let changed: Vec<&str> = changed.into_iter().filter_map(|(what, is)| is.then_some(what)).collect();
    let summary = match changed.is_empty() {
        true => format!("Saved {} unchanged", after.name),
        false => format!("Changed {} of {}", changed.join(", "), after.name),
    };
    Ok((after, summary))
}

/// Checks that a credential is not revoked.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `PARTNER_REVOKED`.
pub fn require_active(partner: &Partner) -> Result<(), Fault> {
    match partner.revoked_ms {
        None => Ok(()),
        Some(_) => Err(Fault::precondition(
            ErrorReason::PartnerRevoked,
            "This credential was revoked. Create a new one instead.",
        )),
    }
}

/// Checks that a credential has a secret.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `PARTNER_IS_PUBLIC`.
pub fn require_confidential(partner: &Partner) -> Result<(), Fault> {
    match partner.is_public {
        false => Ok(()),
        true => Err(Fault::precondition(
            ErrorReason::PartnerIsPublic,
            "A public client has no secret. Create a confidential credential if the application can keep one.",
        )),
    }
}

/// Returns the error above the maximum number of credentials.
pub fn too_many_partners() -> Fault {
    Fault::exhausted(
        ErrorReason::TooManyPartners,
        "Your company has 200 credentials. Revoke one that is no longer needed.",
        None,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_uri_uses_https_or_a_loopback_address() {
        for good in [
            "https://app.example/back",
            "https://app.example:8443/back?tenant=1",
            "http://localhost:8912/back",
            "http://127.0.0.1/back",
            "http://[::1]:9000/",
        ] {
            assert!(is_redirect_uri(good), "{good}");
        }
        for bad in [
            "http://app.example/back",
            "http://localhost.evil.example/",
            "http://127.0.0.2/",
            "https://app.example/back#part",
            "https://app.example/back#",
            "https://user@app.example/",
            "https://@app.example/",
            "https:app.example",
            "https:///app.example",
            "https://app.example\\@evil.example/",
            " https://app.example/",
            "https://app.example/ back",
            "javascript:alert(1)",
            "app:/back",
            "//app.example",
            "",
        ] {
            assert!(!is_redirect_uri(bad), "{bad}");
        }
    }

    #[test]
    fn a_secret_matches_only_its_own_digest() {
        assert!(is_secret_of("a", &digest("a")));
        assert!(!is_secret_of("b", &digest("a")));
        assert!(!is_secret_of("a", "a"));
    }
}
