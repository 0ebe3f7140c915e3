//! When an attempt is refused, and the location of a caller.
use std::{net::IpAddr, time::Duration};

use platform::{Fault, Timestamp, network_address::subscriber_address};

use super::Limit;

/// The longest window of all limits.
pub const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// Refuses an attempt if the window is full. Then `first` is the time of the attempt that must leave the window before
/// another one is allowed.
pub fn may(limit: &Limit, first: Option<Timestamp>, now: Timestamp) -> Result<(), Fault> {
    let Some(first) = first else { return Ok(()) };
    let wait = first.plus(limit.window).since(now).max(Duration::from_secs(1));
    Err(Fault::exhausted(limit.reason, limit.words, Some(wait)))
}

/// Returns the location of an address: the [`subscriber_address`].
pub fn place(origin: Option<IpAddr>) -> String {
    match origin.map(subscriber_address) {
        Some(IpAddr::V6(network)) => format!("{network}/64"),
        Some(IpAddr::V4(address)) => address.to_string(),
        None => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use platform::ErrorReason;

    use super::*;

    const TEN: Limit = Limit {
        name: "test",
        most: 10,
        window: Duration::from_secs(900),
        reason: ErrorReason::TooManyAttempts,
        words: "Wait a little.",
    };

    #[test]
    fn an_attempt_in_a_full_window_is_refused() {
        assert!(may(&TEN, None, Timestamp(10_000)).is_ok());
        assert!(may(&TEN, Some(Timestamp(1_000)), Timestamp(10_000)).is_err());
    }

    #[test]
    fn a_location_is_an_ipv4_address_or_an_ipv6_network() {
        let place = |text: &str| place(text.parse().ok());
        assert_eq!(place("192.0.2.7"), "192.0.2.7");
        assert_eq!(place("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(place("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(place("2001:db8:1:2::9"), place("2001:db8:1:2:ffff::1"));
        assert_eq!(place(""), "unknown");
    }
}
