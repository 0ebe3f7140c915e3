//! The DNS names that tests use.
use std::{
    collections::HashMap,
    io,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use platform::network_address::Resolver;

/// A name with a private address.
pub const PRIVATE_NAME: &str = "printer.harborline.example";
/// A name with a public and a private address.
pub const HALF_PRIVATE_NAME: &str = "half.harborline.example";
/// A name that does not resolve at first. Then it has a private address once, and a public one after that.
pub const LATER_PRIVATE_NAME: &str = "later-private.harborline.example";
/// A name that does not resolve at first. Then it has a public address once, and a private one after that.
pub const LATER_PUBLIC_NAME: &str = "later-public.harborline.example";
/// A name that does not resolve twice, and has a private address after that.
pub const MUCH_LATER_PRIVATE_NAME: &str = "much-later-private.harborline.example";

const PUBLIC: [u8; 4] = [93, 184, 216, 34];
const PRIVATE: [u8; 4] = [10, 0, 0, 8];

/// Resolves these names only.
#[derive(Default)]
pub struct TestDns {
    /// How often each name was resolved.
    lookups: Mutex<HashMap<String, usize>>,
}

impl TestDns {
    /// Returns how often a name was resolved before, and counts a lookup.
    fn count(&self, name: &str) -> usize {
        let mut lookups = self.lookups.lock().unwrap_or_else(PoisonError::into_inner);
        let count = lookups.entry(name.to_owned()).or_default();
        *count += 1;
        *count - 1
    }
}

#[tonic::async_trait]
impl Resolver for TestDns {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        match (name, self.count(name)) {
            (PRIVATE_NAME, _)
            | (LATER_PRIVATE_NAME, 1)
            | (LATER_PUBLIC_NAME, 2..)
            | (MUCH_LATER_PRIVATE_NAME, 2..) => Ok(vec![PRIVATE.into()]),
            (LATER_PUBLIC_NAME, 1) | (LATER_PRIVATE_NAME, 2..) => Ok(vec![PUBLIC.into()]),
            (HALF_PRIVATE_NAME, _) => Ok(vec![PUBLIC.into(), [192, 168, 1, 1].into()]),
            _ => Err(io::Error::other("there is no such name")),
        }
    }
}
