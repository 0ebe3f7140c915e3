//! Finds the caller's address behind trusted proxies. Anyone can send `X-Forwarded-For`, so only the part that
//! trusted proxies added is used.
use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;

/// The networks of the trusted proxies in front of the server.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    networks: Vec<IpNet>,
}

impl Proxies {
    /// Parses addresses (`10.0.0.7`) and networks (`10.0.0.0/8`).
    ///
    /// # Errors
    /// Returns the texts that are neither.
    pub fn read(texts: &[String]) -> Result<Self, Vec<&str>> {
        let mut wrong = Vec::new();
        let mut networks = Vec::new();
        for text in texts {
            let address = || text.parse::<IpAddr>().map(|ip| IpNet::from(ip.to_canonical()));
            match text.parse::<IpNet>().or_else(|_| address()) {
                Ok(network) => networks.push(network),
                Err(_) => wrong.push(text.as_str()),
            }
        }
        if wrong.is_empty() { Ok(Self { networks }) } else { Err(wrong) }
    }

    /// Returns the caller's address: the peer, or if that is a trusted proxy, the last hop in `forwarded` that is
    /// not one. `forwarded` contains the values of `X-Forwarded-For` in order.
    pub fn origin<'v>(&self, peer: IpAddr, forwarded: impl DoubleEndedIterator<Item = &'v str>) -> IpAddr {
        let mut origin = peer.to_canonical();
        for hop in forwarded.rev().flat_map(|value| value.rsplit(',')) {
            if !self.has(origin) {
                break;
            }
            // No trusted proxy adds an invalid address, so the hops before it cannot be trusted.
            let Some(hop) = address(hop.trim()) else { break };
            origin = hop;
        }
        origin
    }

    /// Returns whether an address belongs to a trusted proxy.
    #[must_use]
    pub fn has(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(&address))
    }
}

/// Parses an address in a format of proxies: alone, in brackets, or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let trusted: Vec<String> = trusted.iter().map(|&t| t.to_owned()).collect();
        let proxies = Proxies::read(&trusted).expect("they are right");
        proxies.origin(peer.parse().expect("an address"), forwarded.iter().copied()).to_string()
    }

    #[test]
    fn the_header_of_an_untrusted_peer_is_ignored() {
        assert_eq!(origin(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(origin(&["10.0.0.0/8"], "203.0.113.9", &["10.0.0.1"]), "203.0.113.9");
        assert_eq!(origin(&["10.0.0.0/8"], "10.1.2.3", &[]), "10.1.2.3");
    }

    #[test]
    fn the_last_untrusted_hop_is_the_caller() {
        let trusted = ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"];
        for (peer, forwarded, caller) in [
            ("10.0.0.1", vec!["198.51.100.1"], "198.51.100.1"),
            // What the caller wrote itself stands before what our proxies added.
            ("10.0.0.1", vec!["6.6.6.6, 198.51.100.1, 192.0.2.7"], "198.51.100.1"),
            ("10.0.0.1", vec!["6.6.6.6", "198.51.100.1", "10.9.9.9"], "198.51.100.1"),
            ("10.0.0.1", vec!["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("::ffff:10.0.0.1", vec!["::ffff:198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", vec!["198.51.100.1:4711"], "198.51.100.1"),
            ("2001:db8::1", vec!["[2001:4860::8]:443"], "2001:4860::8"),
            ("2001:db8::1", vec!["[2001:4860::8]"], "2001:4860::8"),
        ] {
            assert_eq!(origin(&trusted, peer, &forwarded), caller, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn parsing_stops_at_an_invalid_address() {
        assert_eq!(origin(&["10.0.0.0/8"], "10.0.0.1", &["6.6.6.6, unknown"]), "10.0.0.1");
        assert_eq!(origin(&["10.0.0.0/8"], "10.0.0.1", &["6.6.6.6, unknown, 10.0.0.2"]), "10.0.0.2");
    }

    #[test]
    fn a_malformed_header_never_changes_the_address_of_an_untrusted_peer() {
        let samples =
            ["6.6.6.6, 198.51.100.1, 192.0.2.7", "[2001:4860::8]:443", "::ffff:10.0.0.1", "10.0.0.3:65535"];
        let own = ["10.0.0.0/8".to_owned(), "2001:db8::/32".to_owned()];
        let proxies = Proxies::read(&own).expect("they are right");
        fuzzing::check_texts(1_000, &samples, |header| {
            let untrusted: IpAddr = "203.0.113.9".parse().expect("an address");
            assert_eq!(proxies.origin(untrusted, [header].into_iter()), untrusted);
            let origin = proxies.origin("10.0.0.1".parse().expect("an address"), header.lines());
            assert_eq!(origin, origin.to_canonical(), "{header}");
            let _ = Proxies::read(&[header.to_owned(), format!("{header}/8")]);
        });
    }
}
