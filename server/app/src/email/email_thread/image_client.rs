//! Fetches remote images of emails. The sender's server only learns the address of this server: requests have
//! no cookies and no data about the reader.
use std::time::Duration;

use bytes::Bytes;
use http::header;
use platform::network_address::may_be_public;
use reqwest::{Client, Response};
use url::Url;

use crate::http_client;

/// Timeout of an image with its redirects.
const TIMEOUT: Duration = Duration::from_secs(10);
const MAX_REDIRECTS: usize = 3;
const MAX_BYTES: usize = 5 << 20;

/// Fetches images; from private addresses only if that is allowed.
pub struct ImageClient {
    client: Client,
    is_private_allowed: bool,
}

impl ImageClient {
    pub fn new(is_private_allowed: bool) -> Self {
        let client = if is_private_allowed { http_client::client() } else { http_client::public_client() };
        Self { client, is_private_allowed }
    }

    /// Fetches an image; `None` if it fails to load.
    pub async fn fetch(&self, address: &str) -> Option<Bytes> {
        tokio::time::timeout(TIMEOUT, self.follow(address)).await.ok()?
    }

    async fn follow(&self, address: &str) -> Option<Bytes> {
        let mut url = Url::parse(address).ok()?;
        for _ in 0..=MAX_REDIRECTS {
            if !is_allowed(&url, self.is_private_allowed) {
                return None;
            }
            let response = self.get(&url).await?;
            if !response.status().is_redirection() {
                return if response.status().is_success() { read(response).await } else { None };
            }
            url = url.join(response.headers().get(header::LOCATION)?.to_str().ok()?).ok()?;
        }
        None
    }

    async fn get(&self, url: &Url) -> Option<Response> {
        self.client.get(url.clone()).header(header::ACCEPT, "image/*").send().await.ok()
    }
}

async fn read(response: Response) -> Option<Bytes> {
    http_client::read(response, MAX_BYTES).await.ok()
}

/// Returns whether an address may be called: on the default port, and not on a private address.
fn is_allowed(url: &Url, is_private_allowed: bool) -> bool {
    let is_web = matches!(url.scheme(), "http" | "https");
    let has_user = !url.username().is_empty() || url.password().is_some();
    is_web && !has_user && (is_private_allowed || (may_be_public(url) && url.port().is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_web_addresses_are_fetched() {
        let allowed = |address: &str, private| is_allowed(&address.parse().expect("an address"), private);
        assert!(allowed("https://images.example/a.png", false));
        assert!(allowed("http://images.example/a.png", false));
        for refused in [
            "http://127.0.0.1/a.png",
            "http://[::1]/a.png",
            "http://2130706433/a.png",
            "http://169.254.169.254/latest/meta-data",
            "https://images.example:8443/a.png",
            "https://me:secret@images.example/a.png",
            "ftp://images.example/a.png",
            "file:///etc/passwd",
        ] {
            assert!(!allowed(refused, false), "{refused}");
        }
        assert!(allowed("http://127.0.0.1:8080/a.png", true));
        assert!(!allowed("file:///etc/passwd", true));
    }
}
