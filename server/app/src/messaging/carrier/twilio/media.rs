//! Files of incoming texts. Twilio names an address of its API, which redirects to its storage.
//!
//! Only the configured API receives the account's credentials. A redirect may lead to the same API, or over TLS
//! to a host with public addresses.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::header;
use platform::Clock;
use reqwest::{Client, Response};
use url::{Host, Url};

use crate::{
    http_client::{self, ReadError},
    messaging::{carrier::model::Account, photo::Failure},
    operations::file,
};

/// Timeout for a file including its redirects, well below a job's lease.
const TIMEOUT: Duration = Duration::from_secs(20);
const MAX_REDIRECTS: usize = 3;

/// Fetches files.
pub struct MediaClient {
    client: Client,
    public_client: Client,
    base: String,
    clock: Arc<dyn Clock>,
}

/// The reason why there is no file.
#[derive(Debug, PartialEq, Eq)]
pub enum MediaError {
    /// Another attempt would fail as well.
    Failed(Failure),
    /// Another attempt may succeed.
    Passing,
}

/// An address to fetch.
#[derive(Debug, PartialEq, Eq)]
struct Hop {
    url: Url,
    /// Whether it is the configured API, which receives the credentials.
    is_api: bool,
}

impl MediaClient {
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        let (client, public_client) = (http_client::client(), http_client::public_client());
        Self { client, public_client, base: base.to_owned(), clock }
    }

    /// Fetches a file of at most 8 MB.
    pub async fn fetch(&self, account: &Account, address: &str) -> Result<Bytes, MediaError> {
        tokio::select! {
            fetched = self.follow(account, address) => fetched,
            () = self.clock.sleep(TIMEOUT) => Err(MediaError::Passing),
        }
    }

    async fn follow(&self, account: &Account, address: &str) -> Result<Bytes, MediaError> {
        const FOREIGN: MediaError = MediaError::Failed(Failure::ForeignAddress);
        let base = Url::parse(&self.base).map_err(|_| FOREIGN)?;
        let url = Url::parse(address).map_err(|_| FOREIGN)?;
        let mut hop = Some(Hop { is_api: is_same_origin(&base, &url), url }).filter(|hop| hop.is_api);
        for _ in 0..=MAX_REDIRECTS {
            let at = hop.ok_or(FOREIGN)?;
            let response = self.get(account, &at).await?;
            if !response.status().is_redirection() {
                return read(response).await;
            }
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            hop = location.and_then(|location| redirect(&base, &at.url, location));
        }
        Err(FOREIGN)
    }

    async fn get(&self, account: &Account, hop: &Hop) -> Result<Response, MediaError> {
        let request = match hop.is_api {
            true => {
                let request = self.client.get(hop.url.clone());
                request.basic_auth(&account.account_sid, Some(&account.auth_token))
            }
            false => self.public_client.get(hop.url.clone()),
        };
        request.send().await.map_err(|error| match error.is_builder() {
            true => MediaError::Failed(Failure::ForeignAddress),
            false => MediaError::Passing,
        })
    }
}

fn is_same_origin(base: &Url, url: &Url) -> bool {
    // A URL with embedded credentials is refused.
    url.origin().is_tuple()
        && url.origin() == base.origin()
        && url.username().is_empty()
        && url.password().is_none()
}

/// Returns the target of a redirect, if it may be followed.
fn redirect(base: &Url, from: &Url, location: &str) -> Option<Hop> {
    let url = from.join(location).ok()?;
    if is_same_origin(base, &url) {
        return Some(Hop { url, is_api: true });
    }
    let is_named = matches!(url.host(), Some(Host::Domain(_)));
    (url.scheme() == "https" && is_named && url.username().is_empty() && url.password().is_none())
        .then_some(Hop { url, is_api: false })
}

/// Reads the file of a response.
pub async fn read(response: Response) -> Result<Bytes, MediaError> {
    match response.status().as_u16() {
        200 => {}
        404 | 410 => return Err(MediaError::Failed(Failure::NotFound)),
        408 | 429 | 500..=599 => return Err(MediaError::Passing),
        _ => return Err(MediaError::Failed(Failure::Refused)),
    }
    http_client::read(response, file::MAX_FETCHED_BYTES).await.map_err(|error| match error {
        ReadError::TooLong => MediaError::Failed(Failure::TooLarge),
        ReadError::Interrupted => MediaError::Passing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_are_followed_only_to_the_api_or_to_a_name_over_https() {
        let base: Url = "https://api.twilio.com".parse().expect("an address");
        let from = base.join("/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1").expect("an address");
        let to = |location| redirect(&base, &from, location).map(|hop| (hop.url.to_string(), hop.is_api));
        assert_eq!(to("/x"), Some(("https://api.twilio.com/x".to_owned(), true)));
        let storage = "https://mms.twiliocdn.com/AC1/x?Signature=y";
        assert_eq!(to(storage), Some((storage.to_owned(), false)));
        for refused in [
            "http://mms.twiliocdn.com/x",
            "http://api.twilio.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://2130706433/x",
            "https://me:secret@mms.twiliocdn.com/x",
            "file:///etc/passwd",
            "data:image/png;base64,aGkh",
        ] {
            assert_eq!(to(refused), None, "{refused}");
        }
        let port: Url = "https://api.twilio.com:8443/x".parse().expect("an address");
        assert!(!is_same_origin(&base, &port));
        assert!(!is_same_origin(&base, &"https://api.twilio.com.example/x".parse().expect("an address")));
    }
}
