//! XSRF protection: our pages repeat the cookie `XSRF-TOKEN` in a header, which other sites can neither read nor send.
//! Session tokens are sent in a header anyway; this check applies wherever a browser sends cookies.
use http::{HeaderMap, HeaderName, HeaderValue, header};
use platform::{ErrorReason, Fault};
use subtle::ConstantTimeEq;

const COOKIE: &str = "XSRF-TOKEN";
const HEADER: HeaderName = HeaderName::from_static("x-xsrf-token");

/// Refuses a call whose cookie is not repeated in the header. Without a cookie there is
/// nothing to check.
///
/// # Errors
/// `FAILED_PRECONDITION`; `PERMISSION_DENIED` would log the browser out.
pub fn check(headers: &HeaderMap) -> Result<(), Fault> {
    let mut sent = cookies(headers).peekable();
    if sent.peek().is_none() {
        return Ok(());
    }
    // There may be several of that name, and the page reads one of them.
    match headers.get(HEADER) {
        Some(repeated) if sent.any(|cookie| cookie.ct_eq(repeated.as_bytes()).into()) => Ok(()),
        _ => Err(Fault::precondition(
            ErrorReason::XsrfMismatch,
            "Your page is out of date. Reload it, then try again.",
        )),
    }
}

/// Gives a browser that has no such cookie of ours a new one; `secret` makes it.
pub fn cookie(headers: &HeaderMap, secure: bool, secret: impl FnOnce() -> String) -> Option<HeaderValue> {
    // Another program on this host may have one of that name, which a page need not read as it is.
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
