//! What a credential may look like.
use platform::{Fault, scopes, scopes::PartnerScope};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use url::{Host, Url};

use super::model::{Change, Partner};

/// A company has so many that hold.
pub const MOST: i64 = 200;
/// Calls a minute, where nothing else is said.
const USUAL_RATE: i32 = 600;

/// The digest that stands for a secret of 256 bits in storage.
pub fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Whether a secret is the one that a digest was made of; in constant time.
pub fn is_secret_of(secret: &str, hash: &str) -> bool {
    digest(secret).as_bytes().ct_eq(hash.as_bytes()).into()
}

/// A name: 2 to 80 characters.
///
/// # Errors
/// `INVALID_ARGUMENT` for the field.
pub fn name(name: &str) -> Result<String, Fault> {
    let name = name.trim();
    match name.chars().count() {
        2..=80 => Ok(name.to_owned()),
        _ => Err(Fault::field("name", "A name has 2 to 80 characters.")),
    }
}

/// Names of scopes, each once and in the contract's order; at least one.
///
/// # Errors
/// `INVALID_ARGUMENT` for the field.
pub fn scope_names(asked: &[PartnerScope]) -> Result<Vec<String>, Fault> {
    if asked.contains(&PartnerScope::Unspecified) {
        return Err(Fault::field("scopes", "This is not a scope."));
    }
    let names: Vec<String> =
        scopes::all().filter(|scope| asked.contains(scope)).map(|scope| scopes::name(scope).into()).collect();
    if names.is_empty() {
        return Err(Fault::field("scopes", "Choose at least one thing that the partner may do."));
    }
    Ok(names)
}

/// Addresses that a person may be sent back to, each once.
///
/// # Errors
/// `INVALID_ARGUMENT` for the field.
pub fn redirect_uris(asked: Vec<String>) -> Result<Vec<String>, Fault> {
    let mut uris: Vec<String> = Vec::new();
    for uri in asked {
        if !is_redirect_uri(&uri) {
            return Err(Fault::field(
                "redirectUris",
                "Give whole addresses that begin with https:// (or with http:// on localhost), without #.",
            ));
        }
        if !uris.contains(&uri) {
            uris.push(uri);
        }
    }
    Ok(uris)
}

/// https, or http on the machine itself; nothing that one reader of addresses takes
/// differently from another.
fn is_redirect_uri(uri: &str) -> bool {
    let plain = uri.bytes().all(|b| b.is_ascii_graphic() && !b"\\\"<>^`{|}#".contains(&b));
    let Ok(url) = Url::parse(uri) else { return false };
    let scheme = match url.scheme() {
        "https" => uri.starts_with("https://"),
        "http" => uri.starts_with("http://") && is_own_machine(&url),
        _ => false,
    };
    let nobody = url.username().is_empty() && url.password().is_none();
    let authority =
        uri.split("://").nth(1).is_some_and(|rest| !rest.starts_with('/') && !rest.starts_with('@'));
    plain && scheme && nobody && authority && url.host().is_some() && url.fragment().is_none()
}

fn is_own_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address == std::net::Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(address)) => address == std::net::Ipv6Addr::LOCALHOST,
        None => false,
    }
}

/// How many calls a minute; 0 is what is usual.
pub fn rate(asked: i32) -> i32 {
    if asked == 0 { USUAL_RATE } else { asked }
}

/// A credential after a change, and what changed in words.
///
/// # Errors
/// `FAILED_PRECONDITION` when it was ended.
pub fn change(partner: Partner, change: Change) -> Result<(Partner, String), Fault> {
    refuse_revoked(&partner)?;
    let before = partner.clone();
    let after = Partner {
        name: change.name.unwrap_or(partner.name),
        scopes: change.scopes.unwrap_or(partner.scopes),
        redirect_uris: change.redirect_uris.unwrap_or(partner.redirect_uris),
        requests_per_minute: change.requests_per_minute.unwrap_or(partner.requests_per_minute),
        ..partner
    };
    let changed = [
        ("the name", before.name != after.name),
        ("what it may do", before.scopes != after.scopes),
        ("where it sends people back to", before.redirect_uris != after.redirect_uris),
        ("how many calls it may make", before.requests_per_minute != after.requests_per_minute),
    ];
    let changed: Vec<&str> = changed.into_iter().filter_map(|(what, is)| is.then_some(what)).collect();
    let summary = match changed.is_empty() {
        true => format!("Saved {} unchanged", after.name),
        false => format!("Changed {} of {}", changed.join(", "), after.name),
    };
    Ok((after, summary))
}

/// Refuses to change what was ended.
///
/// # Errors
/// `FAILED_PRECONDITION`.
pub fn refuse_revoked(partner: &Partner) -> Result<(), Fault> {
    match partner.revoked_ms {
        None => Ok(()),
        Some(_) => Err(Fault::precondition(
            "PARTNER_REVOKED",
            "This credential was ended. Issue another one instead.",
        )),
    }
}

/// The refusal of one too many.
pub fn too_many() -> Fault {
    Fault::exhausted(
        "TOO_MANY_PARTNERS",
        "Your company has 200 credentials. End one that nobody needs any more.",
        None,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_sent_back_by_https_or_to_their_own_machine() {
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
    fn a_secret_is_told_from_another() {
        assert!(is_secret_of("a", &digest("a")));
        assert!(!is_secret_of("b", &digest("a")));
        assert!(!is_secret_of("a", "a"));
    }
}
