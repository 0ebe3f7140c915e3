//! XSRF protection: Parlor's pages repeat the cookie `XSRF-TOKEN` in a header. Other sites can neither read the cookie
//! nor send the header.
//! Session tokens are sent in a header anyway; this check applies wherever a browser sends cookies.
use http::{HeaderMap, HeaderName, HeaderValue, header};
use platform::{ErrorReason, Fault};
use subtle::ConstantTimeEq;

const COOKIE: &str = "XSRF-TOKEN";
const HEADER: HeaderName = HeaderName::from_static("x-xsrf-token");

/// Refuses a call whose cookie is not repeated in the header. Without a cookie, every call passes.
///
/// # Errors
/// `FAILED_PRECONDITION`; `PERMISSION_DENIED` would log the browser out.
pub fn check(headers: &HeaderMap) -> Result<(), Fault> {
    let mut sent = cookies(headers).peekable();
    if sent.peek().is_none() {
        return Ok(());
    }
    // There may be several cookies with this name, and the page repeats one of them.
    match headers.get(HEADER) {
        Some(repeated) if sent.any(|cookie| cookie.ct_eq(repeated.as_bytes()).into()) => Ok(()),
        _ => Err(Fault::precondition(
            ErrorReason::XsrfMismatch,
            "Your page is out of date. Reload it, then try again.",
        )),
    }
}

/// Returns a new cookie for a browser that has none. `secret` generates its value.
pub fn cookie(headers: &HeaderMap, secure: bool, secret: impl FnOnce() -> String) -> Option<HeaderValue> {
    // A cookie with another format may belong to another program on this host and does not count.
    let ours = |cookie: &[u8]| cookie.len() == 64 && cookie.iter().all(u8::is_ascii_hexdigit);
    if cookies(headers).any(ours) {
        return None;
    }
    let secure = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{COOKIE}={}; Path=/; SameSite=Strict{secure}", secret())).ok()
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    let pairs = headers.get_all(header::COOKIE).iter().flat_map(|list| list.as_bytes().split(|b| *b == b';'));
    pairs.filter_map(|pair| pair.trim_ascii().strip_prefix(COOKIE.as_bytes())?.strip_prefix(b"="))
}
