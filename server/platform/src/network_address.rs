//! Tells public network addresses from private ones by the IANA registries of special-purpose addresses, because a
//! configured URL or link must not lead into a private network.
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    time::Duration,
};

use async_trait::async_trait;
use tokio::{net::lookup_host, time::timeout};
use url::{Host, Url};

/// Timeout of resolving a name.
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(2);

/// Resolves names to addresses.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// Returns the addresses of a name, as a browser or a server on the public Internet would get them.
    ///
    /// # Errors
    /// Fails if there are none, or no DNS server responds.
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// Resolves names with the resolver of the operating system.
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        Ok(lookup_host((name, 0)).await?.map(|address| address.ip()).collect())
    }
}

/// Returns whether all addresses that a name resolves to are public; `None` if it does not resolve within 2 seconds.
pub async fn resolves_to_public(resolver: &dyn Resolver, name: &str) -> Option<bool> {
    let addresses = timeout(RESOLVE_TIMEOUT, resolver.resolve(name)).await.ok()?.ok()?;
    Some(addresses.into_iter().all(is_public))
}

/// Returns whether a URL may lead to the public Internet: its host is a name or a public address. The addresses that a
/// name resolves to must be checked when connecting.
#[must_use]
pub fn may_be_public(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(_)) => true,
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        None => false,
    }
}

/// Returns whether an address belongs to the public Internet. An IPv4 address within an IPv6 address counts as itself.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

/// Returns the address by which limits count: an IPv4 address, also of one within an IPv6 address (`::ffff:192.0.2.7`),
/// or the first address of an IPv6 network (/64), because one subscriber has all addresses of it.
#[must_use]
pub fn subscriber_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // This network, private ones, loopback, link-local.
        (0 | 10 | 127, _, _) | (169, 254, _) | (172, 16..=31, _) | (192, 168, _) => true,
        // Shared by carriers, protocol assignments, benchmarks.
        (100, 64..=127, _) | (192, 0, 0) | (198, 18..=19, _) => true,
        // Documentation, and the deprecated 6to4 relays.
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) | (192, 88, 99) => true,
        // Multicast, reserved, broadcast.
        (224..=255, _, _) => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // An IPv4 address inside: mapped, compatible, translated (NAT64), 6to4.
    let inside = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => inside(high, low),
        [0x2002, high, low, ..] => inside(high, low),
        // Otherwise only 2000::/3 is public, except for Teredo and other protocols, and documentation.
        [0x2001, second, ..] => second >= 0x200 && second != 0xdb8,
        [0x3fff, second, ..] => second >= 0x1000,
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with these addresses, or never.
    struct Fixed(Option<Vec<&'static str>>);

    #[async_trait]
    impl Resolver for Fixed {
        async fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
            match &self.0 {
                Some(found) if found.is_empty() => Err(io::Error::other("no such name")),
                Some(found) => Ok(found.iter().map(|address| address.parse().expect(address)).collect()),
                None => std::future::pending().await,
            }
        }
    }

    #[tokio::test]
    async fn a_name_is_public_when_all_of_its_addresses_are() {
        for (found, expected) in [
            (Some(vec!["93.184.216.34"]), Some(true)),
            (Some(vec!["93.184.216.34", "2606:4700::1111"]), Some(true)),
            (Some(vec!["93.184.216.34", "10.0.0.8"]), Some(false)),
            (Some(vec!["::ffff:127.0.0.1"]), Some(false)),
            (Some(vec![]), None),
            (None, None),
        ] {
            assert_eq!(
                resolves_to_public(&Fixed(found.clone()), "www.example.com").await,
                expected,
                "{found:?}"
            );
        }
    }

    #[test]
    fn a_subscriber_has_one_ipv4_address_or_one_ipv6_network() {
        for (address, expected) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            let counted = subscriber_address(address.parse().expect(address));
            assert_eq!(counted.to_string(), expected, "{address}");
        }
    }

    #[test]
    fn private_addresses_are_not_public_in_any_notation() {
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.31.0.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001:0:4136:e378::1",
            "2001:db8::1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().expect(private)), "{private}");
        }
        for public in
            ["8.8.8.8", "100.63.0.1", "172.32.0.1", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450::1"]
        {
            assert!(is_public(public.parse().expect(public)), "{public}");
        }
    }
}
