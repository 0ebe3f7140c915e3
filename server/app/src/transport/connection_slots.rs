//! Limits open connections, in total and per subscriber's address, and reserves a few slots for health checks.
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use platform::{network_address::subscriber_address, proxies::Proxies};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of open connections beyond the limit. They serve health checks only.
const HEALTH_SLOTS: usize = 16;

/// The connection slots of one listener. Clones share them.
#[derive(Clone)]
pub struct ConnectionSlots {
    ordinary: Arc<Semaphore>,
    health: Arc<Semaphore>,
    per_address: usize,
    /// The open connections of each [`subscriber_address`].
    addresses: Arc<Mutex<HashMap<IpAddr, usize>>>,
    proxies: Proxies,
}

/// The calls that a connection may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// All calls.
    Calls,
    /// Health checks; every other call is refused with `UNAVAILABLE`.
    Health,
}

/// The slot of an open connection. It is free again when this is dropped.
pub struct ConnectionSlot {
    /// The calls that the connection may make.
    pub purpose: Purpose,
    _permit: OwnedSemaphorePermit,
    _address: Option<AddressCount>,
}

impl ConnectionSlots {
    /// Creates `connections` slots, of which one IPv4 address or IPv6 network (/64) that is not a trusted proxy may use
    /// up to `per_address`.
    pub fn new(connections: usize, per_address: usize, proxies: Proxies) -> Self {
        Self {
            ordinary: Arc::new(Semaphore::new(connections)),
            health: Arc::new(Semaphore::new(HEALTH_SLOTS)),
            per_address,
            addresses: Arc::default(),
            proxies,
        }
    }

    /// Waits for a free slot: one for all calls, or else one for health checks.
    pub async fn vacancy(&self) -> Vacancy {
        let permit = tokio::select! {
            biased;
            permit = self.ordinary.clone().acquire_owned() => (permit, Purpose::Calls),
            permit = self.health.clone().acquire_owned() => (permit, Purpose::Health),
        };
        match permit {
            (Ok(permit), purpose) => Vacancy { permit, purpose },
            // The semaphores are never closed.
            (Err(closed), _) => unreachable!("{closed}"),
        }
    }

    /// Assigns a free slot to a peer. Returns `None` if the peer's address has reached its limit.
    pub fn take(&self, vacancy: Vacancy, peer: IpAddr) -> Option<ConnectionSlot> {
        let counted = match self.proxies.has(peer.to_canonical()) {
            true => None,
            false => Some(AddressCount::take(&self.addresses, subscriber_address(peer), self.per_address)?),
        };
        Some(ConnectionSlot { purpose: vacancy.purpose, _permit: vacancy.permit, _address: counted })
    }
}

/// A free slot that is reserved for the next connection.
pub struct Vacancy {
    permit: OwnedSemaphorePermit,
    purpose: Purpose,
}

/// Counts a connection for its address while it is open.
struct AddressCount {
    addresses: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl AddressCount {
    fn take(addresses: &Arc<Mutex<HashMap<IpAddr, usize>>>, address: IpAddr, most: usize) -> Option<Self> {
        let mut counts = addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Self { addresses: addresses.clone(), address })
    }
}

impl Drop for AddressCount {
    fn drop(&mut self) {
        let mut counts = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));
    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 9));

    #[tokio::test]
    async fn addresses_of_one_subscriber_share_a_limit() {
        let slots = ConnectionSlots::new(10, 2, Proxies::default());
        let take = async |peer: &str| slots.take(slots.vacancy().await, peer.parse().expect(peer));
        let network = [take("2001:db8:1:2::1").await, take("2001:db8:1:2:ffff::9").await];
        let address = [take("203.0.113.7").await, take("::ffff:203.0.113.7").await];
        assert!(network.iter().chain(&address).all(Option::is_some));
        for full in ["2001:db8:1:2::2", "203.0.113.7", "::ffff:203.0.113.7"] {
            assert!(take(full).await.is_none(), "{full}");
        }
        assert!(take("2001:db8:1:3::1").await.is_some(), "another network");
        drop(network);
        assert!(take("2001:db8:1:2::2").await.is_some());
    }

    #[tokio::test]
    async fn connections_are_limited_per_address_but_not_for_a_proxy() {
        let proxies = Proxies::read(&["10.0.0.0/8".to_owned()]).expect("a network");
        let slots = ConnectionSlots::new(5, 2, proxies);
        let first = slots.take(slots.vacancy().await, ADDRESS);
        let second = slots.take(slots.vacancy().await, ADDRESS);
        assert!(first.is_some() && second.is_some());
        assert!(slots.take(slots.vacancy().await, ADDRESS).is_none());
        drop(first);
        assert!(slots.take(slots.vacancy().await, ADDRESS).is_some());
        let mut many = Vec::new();
        for _ in 0..4 {
            many.push(slots.take(slots.vacancy().await, PROXY).expect("a place"));
        }
        assert_eq!(many.iter().filter(|place| place.purpose == Purpose::Calls).count(), 4);
        let beyond = slots.take(slots.vacancy().await, PROXY).expect("a place");
        assert_eq!(beyond.purpose, Purpose::Health);
    }
}
