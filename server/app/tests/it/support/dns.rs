//! The DNS names that tests use.
use std::{io, net::IpAddr};

use platform::network_address::Resolver;

/// A name with a private address.
pub const PRIVATE_NAME: &str = "printer.harborline.example";
/// A name with a public and a private address.
pub const HALF_PRIVATE_NAME: &str = "half.harborline.example";

/// Resolves these two names only.
pub struct TestDns;

#[tonic::async_trait]
impl Resolver for TestDns {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        match name {
            PRIVATE_NAME => Ok(vec![[10, 0, 0, 8].into()]),
            HALF_PRIVATE_NAME => Ok(vec![[93, 184, 216, 34].into(), [192, 168, 1, 1].into()]),
            _ => Err(io::Error::other("there is no such name")),
        }
    }
}
