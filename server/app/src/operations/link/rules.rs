//! Codes and permitted targets of short links.
use std::time::Duration;

use percent_encoding::percent_decode_str;
use platform::{ErrorReason, Fault, Ids, Timestamp, network_address::may_be_public};
use sha2::{Digest, Sha256};
use url::{Host, Url};

use crate::operations::rate_limit::Limit;

/// Limit of short links per user.
pub const LINKS: Limit = Limit {
    name: "short links by person",
    most: 60,
    window: Duration::from_secs(3600),
    reason: ErrorReason::TooManyLinks,
    words: "You created many short links in the last hour. Wait a moment, then try again.",
};

/// Letters and digits that are not easily confused with each other.
const ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH: usize = 8;
/// Minimum time between two attempts to resolve the name of a link's target.
const CHECK_EVERY: Duration = Duration::from_secs(10);

/// Top-level names that lead into a private network or nowhere (RFC 6761, 6762, 8375, 9476).
const PRIVATE_NAMES: [&str; 13] = [
    "localhost",
    "local",
    "internal",
    "test",
    "invalid",
    "onion",
    "alt",
    "lan",
    "home",
    "corp",
    "intranet",
    "private",
    "arpa",
];

/// Returns a random code.
pub fn code(ids: &Ids) -> String {
    let letter = || {
        let at = ids.below(ALPHABET.len() as u64);
        usize::try_from(at).ok().and_then(|at| ALPHABET.get(at)).copied().unwrap_or(ALPHABET[0]) as char
    };
    (0..LENGTH).map(|_| letter()).collect()
}

/// Returns whether a text has the format of a code.
pub fn is_code(code: &str) -> bool {
    code.len() == LENGTH && code.bytes().all(|b| ALPHABET.contains(&b))
}

/// Returns the key that is unique for a target and a campaign, which may be empty.
pub fn target_key(target: &str, campaign: &str) -> String {
    match campaign {
        "" => hex::encode(Sha256::digest(target)),
        campaign => hex::encode(Sha256::digest(format!("{target}\0{campaign}"))),
    }
}

/// Returns the codes of the short links in a text, each once.
pub fn codes_in<'a>(text: &'a str, public_url: &str) -> Vec<&'a str> {
    let prefix = format!("{public_url}/s/");
    let links = text.split(prefix.as_str()).skip(1);
    let mut codes: Vec<&str> =
        links.filter_map(|rest| rest.get(..LENGTH)).filter(|code| is_code(code)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Returns the URL of the short link with a code.
pub fn address(public_url: &str, code: &str) -> String {
    format!("{public_url}/s/{code}")
}

/// Returns the normalized target of a short link.
///
/// # Errors
/// `INVALID_ARGUMENT` on `url` if a short link may not lead there.
pub fn target(text: &str, public_url: &str) -> Result<String, Fault> {
    let refused = |words: &str| Fault::field("url", words);
    let text = text.trim();
    let url = Url::parse(text)
        .map_err(|_| refused("Enter a full address, such as https://www.example.com/page."))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("A short link must start with http:// or https://."));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("Remove the user name and password from the address."));
    }
    if !(may_be_public(&url) && url.domain().is_none_or(is_public_name)) {
        return Err(not_public());
    }
    if is_short_link(&url, public_url) {
        return Err(refused("This is already a short link."));
    }
    Ok(url.into())
}

/// Returns the error for a target in a private network.
pub fn not_public() -> Fault {
    Fault::field("url", "This address is not on the public Internet, so residents could not open it.")
}

/// Returns the host name of a target; `None` if its host is an IP address.
pub fn name(target: &str) -> Option<String> {
    match Url::parse(target).ok()?.host()? {
        Host::Domain(name) => Some(name.to_owned()),
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}

/// Returns whether the name of a target that did not resolve at `checked` should be resolved again.
pub fn should_check(checked: Timestamp, now: Timestamp) -> bool {
    now >= checked.plus(CHECK_EVERY)
}

fn is_public_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    name.contains('.') && !PRIVATE_NAMES.contains(&last)
}

/// Returns whether a URL is a short link of Parlor, even if its path is percent-encoded.
fn is_short_link(url: &Url, public_url: &str) -> bool {
    let ours = Url::parse(public_url).ok();
    let same = ours.is_some_and(|ours| ours.host_str().map(bare) == url.host_str().map(bare));
    let path = percent_decode_str(url.path()).decode_utf8_lossy();
    same && path.trim_start_matches('/').starts_with("s/")
}

fn bare(host: &str) -> &str {
    host.trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "https://parlor.community";

    #[test]
    fn public_urls_are_normalized_as_in_browsers() {
        for (given, read) in [
            ("https://Example.com", "https://example.com/"),
            (" http://www.harborline.co/pool?x=1#rules ", "http://www.harborline.co/pool?x=1#rules"),
            ("https://8.8.8.8:8443/", "https://8.8.8.8:8443/"),
            ("https://parlor.community/turbo", "https://parlor.community/turbo"),
            ("https://bücher.de/ä", "https://xn--bcher-kva.de/%C3%A4"),
        ] {
            assert_eq!(target(given, OURS).expect(given), read);
        }
    }

    #[test]
    fn private_and_invalid_urls_are_refused_in_any_notation() {
        for bad in [
            "example.com",
            "//example.com",
            "javascript:alert(1)",
            "data:text/html,x",
            "ftp://example.com/",
            "https://user@example.com/",
            "https://user:pass@example.com/",
            "https://:x@example.com/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://x.localhost:8080/",
            "http://printer.local/",
            "http://db.internal/",
            "http://a.test/",
            "http://intranet/",
            "http://1.0.168.192.in-addr.arpa/",
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.0.0.1/",
            "http://0177.0.0.1/",
            "http://10.0.0.8/",
            "http://169.254.169.254/latest/meta-data",
            "http://0/",
            "http://224.0.0.1/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://①②⑦.0.0.1/",
            "https://parlor.community/s/abcdefgh",
            "https://parlor.community./s/abcdefgh",
            "http://PARLOR.community:8080/%73/abcdefgh",
            "https://parlor.community/x/../s/abcdefgh",
            "https://parlor.community//s/abcdefgh",
        ] {
            assert!(target(bad, OURS).is_err(), "{bad}");
        }
    }

    #[test]
    fn short_links_in_a_text_are_found_once() {
        let text = "See https://parlor.community/s/abcdefgh. Or https://parlor.community/s/23456789, \
                    https://parlor.community/s/abcdefgh https://parlor.community/s/short https://other.example/s/abcdefgh";
        assert_eq!(codes_in(text, OURS), ["23456789", "abcdefgh"]);
    }

    #[test]
    fn links_of_different_campaigns_have_different_keys() {
        let target = "https://example.com/";
        assert_ne!(target_key(target, "a"), target_key(target, "b"));
        assert_ne!(target_key(target, "a"), target_key(target, ""));
    }

    #[test]
    fn codes_have_8_characters_that_are_not_easily_confused() {
        let ids = Ids::from_seed(4);
        for code in (0..200).map(|_| code(&ids)) {
            assert!(is_code(&code) && !code.contains(['0', 'o', '1', 'l', 'i']), "{code}");
        }
        assert!(!is_code("abcdefg") && !is_code("abcdefg/") && !is_code("abcdefgO"));
    }
}
