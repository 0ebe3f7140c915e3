//! `X-Chatwoot-Signature`: `sha256=` and the hexadecimal HMAC-SHA256 of timestamp and body with the inbox's secret.
use std::time::Duration;

use aws_lc_rs::hmac;
use platform::Timestamp;

/// Maximum difference between Chatwoot's clock and the server's.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(300);

/// Returns whether a signature is genuine. Runs in constant time.
pub fn is_genuine(secret: &str, timestamp: &str, body: &[u8], signature: &str) -> bool {
    let Some(mac) = signature.strip_prefix("sha256=").and_then(unhex) else { return false };
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let signed = [timestamp.as_bytes(), b".", body].concat();
    hmac::verify(&key, &signed, &mac).is_ok()
}

/// Returns whether a timestamp, in seconds, is at most five minutes from now.
pub fn is_recent(timestamp: &str, now: Timestamp) -> bool {
    let Some(then) = timestamp.parse::<i64>().ok().and_then(|seconds| seconds.checked_mul(1_000)) else {
        return false;
    };
    (now.minus(MAX_CLOCK_SKEW)..=now.plus(MAX_CLOCK_SKEW)).contains(&Timestamp(then))
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    digits.chunks_exact(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By `printf '1700000000.{"event":"x"}' | openssl dgst -sha256 -hmac secret`.
    const GENUINE: &str = "sha256=ca458d767c4041a70394d25abfdb6d6bc3777d2044b7dcf28fcc31911996fde4";

    #[test]
    fn a_signature_covers_the_timestamp_and_the_body() {
        let body = br#"{"event":"x"}"#;
        assert!(is_genuine("secret", "1700000000", body, GENUINE));
        assert!(!is_genuine("secrets", "1700000000", body, GENUINE));
        assert!(!is_genuine("secret", "1700000001", body, GENUINE));
        assert!(!is_genuine("secret", "1700000000", br#"{"event":"y"}"#, GENUINE));
        for nonsense in ["", "sha256=", "sha256=00", &GENUINE[7..], &format!("sha256={}", "ä".repeat(32))] {
            assert!(!is_genuine("secret", "1700000000", body, nonsense), "{nonsense}");
        }
    }

    #[test]
    fn a_timestamp_is_recent_for_five_minutes() {
        let now = Timestamp(1_700_000_000_000);
        for recent in ["1700000000", "1699999700", "1700000300"] {
            assert!(is_recent(recent, now), "{recent}");
        }
        for other in ["1699999699", "1700000301", "", "soon", "9223372036854775807"] {
            assert!(!is_recent(other, now), "{other}");
        }
    }

    #[test]
    fn malformed_headers_are_not_genuine() {
        let samples = [GENUINE, "1700000000", "-9223372036854775808"];
        fuzzing::check_texts(500, &samples, |header| {
            assert!(!is_genuine("other", header, header.as_bytes(), header));
            assert!(!is_genuine("other", "1700000000", b"", header));
            let _ = (is_recent(header, Timestamp(i64::MAX)), is_recent(header, Timestamp(i64::MIN)));
        });
    }
}
