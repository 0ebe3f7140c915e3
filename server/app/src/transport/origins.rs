//! Checks the `origin` header. A page of another origin can neither open a session nor set a password: it could sign a
//! browser in to an account of its choice, or guess passwords from the addresses of its visitors.
use http::{HeaderMap, HeaderValue, Uri, header};
use platform::{ErrorReason, Fault, request};

/// The origins whose pages may call the API.
#[derive(Clone, Debug, Default)]
pub struct AllowedOrigins {
    /// The origin of the configured public URL. Without one, a page belongs to Parlor if its origin has the host
    /// that it calls.
    pub own: Option<HeaderValue>,
    /// Other origins whose pages may call the API.
    pub allowed: Vec<HeaderValue>,
}

impl AllowedOrigins {
    /// Allows the origin of `public_url`, which may be empty, and other origins.
    #[must_use]
    pub fn new(public_url: &str, allowed: Vec<HeaderValue>) -> Self {
        let own = url::Url::parse(public_url).ok().map(|url| url.origin().ascii_serialization());
        Self { own: own.and_then(|own| HeaderValue::from_str(&own).ok()), allowed }
    }

    /// Returns whether a call has an origin that is neither Parlor's own nor allowed. Programs send no origin.
    pub fn is_foreign(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let host = uri.authority().map(|authority| authority.as_str().as_bytes());
        let host = host.or_else(|| headers.get(header::HOST).map(HeaderValue::as_bytes));
        headers.get_all(header::ORIGIN).iter().any(|origin| !self.is_ours(origin, host))
    }

    fn is_ours(&self, origin: &HeaderValue, host: Option<&[u8]>) -> bool {
        if self.allowed.contains(origin) {
            return true;
        }
        match &self.own {
            Some(own) => own == origin,
            None => {
                let origin = origin.as_bytes();
                let bare = origin.strip_prefix(b"https://").or_else(|| origin.strip_prefix(b"http://"));
                bare.is_some() && bare == host
            }
        }
    }
}

/// Refuses a call of a page of a foreign origin.
///
/// # Errors
/// `FAILED_PRECONDITION`; `PERMISSION_DENIED` would log the browser out.
pub fn check() -> Result<(), Fault> {
    if request::is_from_foreign_page() {
        return Err(Fault::precondition(
            ErrorReason::OriginNotAllowed,
            "This page does not belong to Parlor. Open Parlor at its own address, then try again.",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_foreign(public_url: &str, uri: &str, headers: &[(&'static str, &str)]) -> bool {
        let pages = AllowedOrigins::new(public_url, vec![HeaderValue::from_static("https://dash.example")]);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().expect("a value"));
        }
        pages.is_foreign(&uri.parse().expect("a path"), &map)
    }

    #[test]
    fn with_a_public_url_other_origins_are_foreign() {
        for (origin, foreign) in [
            ("https://parlor.example", false),
            ("https://dash.example", false),
            ("http://parlor.example", true),
            ("https://parlor.example:8443", true),
            ("https://parlor.example.evil.example", true),
            ("https://inside:8080", true),
            ("null", true),
            ("", true),
        ] {
            let headers = [("host", "inside:8080"), ("origin", origin)];
            assert_eq!(is_foreign("https://parlor.example", "/", &headers), foreign, "{origin}");
        }
        let both = [("origin", "https://parlor.example"), ("origin", "https://evil.example")];
        assert!(is_foreign("https://parlor.example", "/", &both));
        assert!(!is_foreign("https://parlor.example", "/", &[("host", "inside:8080")]));
    }

    #[test]
    fn without_a_public_url_the_requested_host_is_not_foreign() {
        for (origin, foreign) in [
            ("http://localhost:5173", false),
            ("https://localhost:5173", false),
            ("https://dash.example", false),
            ("http://localhost", true),
            ("http://127.0.0.1:5173", true),
            ("localhost:5173", true),
            ("https://evil.example", true),
            ("null", true),
        ] {
            assert_eq!(is_foreign("", "/", &[("host", "localhost:5173"), ("origin", origin)]), foreign);
            let over_http2 = is_foreign("", "https://localhost:5173/", &[("origin", origin)]);
            assert_eq!(over_http2, foreign, "{origin}");
        }
        assert!(is_foreign("", "/", &[("origin", "http://localhost:5173")]));
    }
}
