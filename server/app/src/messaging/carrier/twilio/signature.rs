//! `X-Twilio-Signature`: base64 of HMAC-SHA1, keyed with the account's auth token, of the address and the
//! form: <https://www.twilio.com/docs/usage/webhooks/webhooks-security>.
use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use url::Url;

use super::Form;

/// Returns whether Twilio signed the address, with or without its port, and the form. Runs in constant time.
pub fn is_signature_valid(auth_token: &str, address: &str, form: &Form, signature: &str) -> bool {
    let Ok(signature) = STANDARD.decode(signature) else { return false };
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, auth_token.as_bytes());
    let signed = form.signed();
    let genuine =
        |address: &String| hmac::verify(&key, format!("{address}{signed}").as_bytes(), &signature).is_ok();
    spellings(address).iter().any(genuine)
}

/// Returns the address unchanged, with its port, and without it.
fn spellings(address: &str) -> Vec<String> {
    let mut spellings = vec![address.to_owned()];
    let (Some((scheme, rest)), Ok(url)) = (address.split_once("://"), Url::parse(address)) else {
        return spellings;
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let host = authority.strip_suffix(&port).unwrap_or(authority);
    // The parser omits the default port of the scheme.
    let usual = url.port_or_known_default().map(|port| format!(":{port}")).unwrap_or_default();
    let host = host.strip_suffix(&usual).unwrap_or(host);
    spellings.push(format!("{scheme}://{host}{path}"));
    spellings.push(format!("{scheme}://{host}{usual}{path}"));
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_checked_with_and_without_the_port() {
        let tried = |address| spellings(address)[1..].to_vec();
        assert_eq!(
            tried("https://p.example/a?b=c"),
            ["https://p.example/a?b=c", "https://p.example:443/a?b=c"]
        );
        assert_eq!(tried("http://p.example:80/a"), ["http://p.example/a", "http://p.example:80/a"]);
        assert_eq!(tried("http://p.example:8080/a"), ["http://p.example/a", "http://p.example:8080/a"]);
        assert_eq!(tried("http://[::1]:81/a"), ["http://[::1]/a", "http://[::1]:81/a"]);
    }

    #[test]
    fn the_example_of_twilios_documentation_has_a_valid_signature() {
        let form = Form::read(
            b"CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212",
        );
        let address = "https://mycompany.com/myapp.php?foo=1&bar=2";
        assert!(is_signature_valid("12345", address, &form, "RSOYDt4T1cUTdK1PDd93/VVr8B8="));
        assert!(!is_signature_valid("12346", address, &form, "RSOYDt4T1cUTdK1PDd93/VVr8B8="));
        assert!(!is_signature_valid(
            "12345",
            "https://mycompany.com/myapp.php?foo=1",
            &form,
            "RSOYDt4T1cUTdK1PDd93/VVr8B8="
        ));
        for nonsense in ["", "RSOYDt4T1cUTdK1PDd93", "ä", "RSOYDt4T1cUTdK1PDd93/VVr8B8"] {
            assert!(!is_signature_valid("12345", address, &form, nonsense), "{nonsense}");
        }
    }

    #[test]
    fn a_malformed_request_has_no_valid_signature() {
        let samples =
            ["https://p.example:443/a?b=c", "http://[::1]:81/a", "RSOYDt4T1cUTdK1PDd93/VVr8B8=", "//@:80?#"];
        let form = Form::read(b"a=b");
        fuzzing::check_texts(500, &samples, |text| {
            assert!(!is_signature_valid("12345", text, &form, text));
            assert!(!is_signature_valid("12345", "https://p.example/a", &form, text));
        });
    }
}
