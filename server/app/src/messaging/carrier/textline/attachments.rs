//! Files of incoming texts, which Textline names by addresses of its storage. No credentials are sent.
//!
//! An address or a redirect may lead to the configured API, or over TLS to a host with public addresses.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::header;
use platform::Clock;
use reqwest::{Client, Response};
use url::{Host, Url};

use crate::{
    http_client,
    messaging::{
        carrier::twilio::{MediaError, read_file},
        photo::Failure,
    },
};

/// Timeout for a file including its redirects, well below a job's lease.
const TIMEOUT: Duration = Duration::from_secs(20);
const MAX_REDIRECTS: usize = 3;

/// Fetches files.
pub struct AttachmentClient {
    client: Client,
    public_client: Client,
    base: String,
    clock: Arc<dyn Clock>,
}

impl AttachmentClient {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        let (client, public_client) = (http_client::client(), http_client::public_client());
        Self { client, public_client, base: base.to_owned(), clock }
    }

    /// Fetches a file of at most 8 MB.
    pub async fn fetch(&self, address: &str) -> Result<Bytes, MediaError> {
        tokio::select! {
            fetched = self.follow(address) => fetched,
            () = self.clock.sleep(TIMEOUT) => Err(MediaError::Passing),
        }
    }

    async fn follow(&self, address: &str) -> Result<Bytes, MediaError> {
        const FOREIGN: MediaError = MediaError::Failed(Failure::ForeignAddress);
        let base = Url::parse(&self.base).map_err(|_| FOREIGN)?;
        let mut next = Url::parse(address).ok();
        for _ in 0..=MAX_REDIRECTS {
            let url = next.ok_or(FOREIGN)?;
            let reach = reach_of(&base, &url).ok_or(FOREIGN)?;
            let response = self.get(reach, &url).await?;
            if !response.status().is_redirection() {
                return read_file(response).await;
            }
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            next = location.and_then(|location| url.join(location).ok());
        }
        Err(FOREIGN)
    }

    async fn get(&self, reach: Reach, url: &Url) -> Result<Response, MediaError> {
        let client = match reach {
            Reach::Api => &self.client,
            Reach::Public => &self.public_client,
        };
        client.get(url.clone()).send().await.map_err(|error| match error.is_builder() {
            true => MediaError::Failed(Failure::ForeignAddress),
            false => MediaError::Passing,
        })
    }
}

/// Which addresses may be connected to.
#[derive(Debug, PartialEq, Eq)]
enum Reach {
    /// The configured API.
    Api,
    /// Public addresses.
    Public,
}

/// Returns how an address may be reached, if it may.
fn reach_of(base: &Url, url: &Url) -> Option<Reach> {
    if !url.username().is_empty() || url.password().is_some() {
        return None;
    }
    if url.origin().is_tuple() && url.origin() == base.origin() {
        return Some(Reach::Api);
    }
    let is_named = matches!(url.host(), Some(Host::Domain(_)));
    (url.scheme() == "https" && is_named).then_some(Reach::Public)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_fetched_only_from_the_api_or_from_a_name_over_https() {
        let base: Url = "https://application.textline.com".parse().expect("an address");
        let reach = |address: &str| reach_of(&base, &address.parse().expect("an address"));
        assert_eq!(reach("https://application.textline.com/x"), Some(Reach::Api));
        assert_eq!(reach("https://files.example/x?signature=y"), Some(Reach::Public));
        for refused in [
            "http://files.example/x",
            "http://application.textline.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://me:secret@files.example/x",
            "file:///etc/passwd",
        ] {
            assert_eq!(reach(refused), None, "{refused}");
        }
    }
}
