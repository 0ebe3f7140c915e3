//! Client of Chatwoot's API: HTTP calls with limits on time and size, without redirects.
use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use form_urlencoded::Serializer;
use http::{HeaderMap, Method, header};
use platform::{Clock, phone::Phone};
use reqwest::{Client, RequestBuilder};
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{model::Account, rules};
use crate::http_client;

/// Timeout of a call. A run of the job makes at most six calls, well within its lease.
const TIMEOUT: Duration = Duration::from_secs(7);
/// Maximum size of a response.
const MAX_BYTES: usize = 2 << 20;
/// Custom attribute of a Chatwoot conversation that contains the ID of the mirrored conversation.
const CONVERSATION_ATTRIBUTE: &str = "parlor_conversation";

/// Calls Chatwoot servers; servers on private addresses only if that is allowed.
pub struct Api {
    client: Client,
    public_client: Client,
    is_private_allowed: bool,
    clock: Arc<dyn Clock>,
}

/// The reason why a call failed, for administrators.
#[derive(Debug, PartialEq, Eq)]
pub enum ApiError {
    /// The server asks for fewer calls; contains the seconds to wait, if it specified them.
    Busy(Option<u64>),
    /// The server could not be reached or failed. The call may have taken effect.
    Away(String),
    /// The server rejected the token, or its permissions.
    Denied(String),
    /// The server does not have the requested object.
    NotFound(String),
    /// The server rejected the content.
    Invalid(String),
}

impl ApiError {
    /// Returns the reason.
    pub fn words(&self) -> String {
        match self {
            Self::Busy(_) => "Chatwoot is busy.".to_owned(),
            Self::Away(words) | Self::Denied(words) | Self::NotFound(words) | Self::Invalid(words) => {
                words.clone()
            }
        }
    }
}

/// An inbox at Chatwoot.
#[derive(Deserialize)]
pub struct Inbox {
    #[serde(default)]
    pub channel_type: String,
}

#[derive(Deserialize)]
struct Contact {
    id: i64,
    #[serde(default)]
    phone_number: Option<String>,
}

#[derive(Deserialize)]
struct Conversation {
    id: i64,
    #[serde(default)]
    inbox_id: i64,
    #[serde(default)]
    custom_attributes: Value,
}

#[derive(Deserialize)]
struct Message {
    id: i64,
    #[serde(default)]
    source_id: Option<String>,
}

/// The wrapper of a list in a response.
#[derive(Deserialize)]
struct Payload<T> {
    payload: Vec<T>,
}

/// A message to add to a conversation.
pub struct NewMessage<'a> {
    pub content: &'a str,
    pub is_incoming: bool,
    /// Whether only agents see it.
    pub is_private: bool,
    /// ID by which the message is recognized.
    pub source_id: &'a str,
}

impl Api {
    pub fn new(is_private_allowed: bool, clock: Arc<dyn Clock>) -> Self {
        let (client, public_client) = (http_client::client(), http_client::public_client());
        Self { client, public_client, is_private_allowed, clock }
    }

    /// Returns the account's inbox.
    pub async fn inbox(&self, account: &Account) -> Result<Inbox, ApiError> {
        let path = format!("inboxes/{}", account.inbox_id);
        parse(&self.call(account, Method::GET, &path, None).await?)
    }

    /// Returns the ID of the contact with a phone; creates it if there is none.
    pub async fn contact(&self, account: &Account, phone: &Phone, name: &str) -> Result<i64, ApiError> {
        let query = Serializer::new(String::new()).append_pair("q", phone.as_str()).finish();
        let body = self.call(account, Method::GET, &format!("contacts/search?{query}"), None).await?;
        let found: Payload<Contact> = parse(&body)?;
        let is_same = |contact: &&Contact| contact.phone_number.as_deref() == Some(phone.as_str());
        if let Some(contact) = found.payload.iter().find(is_same) {
            return Ok(contact.id);
        }
        let new = json!({ "name": name, "phone_number": phone.as_str() });
        let body = self.call(account, Method::POST, "contacts", Some(new)).await?;
        let created: Value = parse(&body)?;
        let id = created.pointer("/payload/contact/id").or_else(|| created.pointer("/payload/id"));
        id.and_then(Value::as_i64).ok_or_else(not_understood)
    }

    /// Returns the number of the contact's conversation that mirrors `ours`; creates it if there is none.
    pub async fn conversation(&self, account: &Account, contact: i64, ours: &str) -> Result<i64, ApiError> {
        let body =
            self.call(account, Method::GET, &format!("contacts/{contact}/conversations"), None).await?;
        let found: Payload<Conversation> = parse(&body)?;
        let is_same = |one: &&Conversation| {
            one.inbox_id.to_string() == account.inbox_id
                && one.custom_attributes.get(CONVERSATION_ATTRIBUTE).and_then(Value::as_str) == Some(ours)
        };
        if let Some(conversation) = found.payload.iter().find(is_same) {
            return Ok(conversation.id);
        }
        let inbox: i64 = account.inbox_id.parse().unwrap_or_default();
        let new = json!({
            "source_id": rules::source_id(ours), "inbox_id": inbox, "contact_id": contact,
            "custom_attributes": { CONVERSATION_ATTRIBUTE: ours },
        });
        let created: Conversation =
            parse(&self.call(account, Method::POST, "conversations", Some(new)).await?)?;
        Ok(created.id)
    }

    /// Returns the ID of the message with a source ID, among those after a given message or among the newest.
    pub async fn find_message(
        &self,
        account: &Account,
        conversation: i64,
        after: Option<i64>,
        source_id: &str,
    ) -> Result<Option<i64>, ApiError> {
        let query = after.map(|after| format!("?after={after}")).unwrap_or_default();
        let path = format!("conversations/{conversation}/messages{query}");
        let found: Payload<Message> = parse(&self.call(account, Method::GET, &path, None).await?)?;
        let is_same = |message: &&Message| message.source_id.as_deref() == Some(source_id);
        Ok(found.payload.iter().find(is_same).map(|message| message.id))
    }

    /// Adds a message to a conversation. Returns its ID.
    pub async fn add_message(
        &self,
        account: &Account,
        conversation: i64,
        message: &NewMessage<'_>,
    ) -> Result<i64, ApiError> {
        let kind = if message.is_incoming { "incoming" } else { "outgoing" };
        let new = json!({
            "content": message.content, "message_type": kind, "private": message.is_private,
            "content_type": "text", "source_id": message.source_id,
        });
        let path = format!("conversations/{conversation}/messages");
        let created: Message = parse(&self.call(account, Method::POST, &path, Some(new)).await?)?;
        Ok(created.id)
    }

    async fn call(
        &self,
        account: &Account,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Bytes, ApiError> {
        let Account { base_url, account_id, token, .. } = account;
        // The settings may have been saved under another server configuration.
        rules::check_base_url(base_url, self.is_private_allowed)
            .map_err(|fault| ApiError::Denied(fault.words().to_owned()))?;
        let client = if self.is_private_allowed { &self.client } else { &self.public_client };
        let request = client
            .request(method, format!("{base_url}/api/v1/accounts/{account_id}/{path}"))
            .header("api_access_token", token.expose_secret())
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.map(|body| body.to_string()).unwrap_or_default());
        let late = || ApiError::Away("Chatwoot did not answer in time.".to_owned());
        tokio::select! {
            answer = answer(request) => answer,
            () = self.clock.sleep(TIMEOUT) => Err(late()),
        }
    }
}

async fn answer(request: RequestBuilder) -> Result<Bytes, ApiError> {
    let response = request.send().await.map_err(|error| {
        if error.is_builder() {
            ApiError::Away(format!("Chatwoot can't be called: {error}."))
        } else if error.is_connect() {
            ApiError::Away("Chatwoot could not be reached. Check its address.".to_owned())
        } else {
            broke()
        }
    })?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = http_client::read(response, MAX_BYTES).await.map_err(|_| broke())?;
    match status {
        200..=299 => Ok(body),
        429 => Err(ApiError::Busy(retry_after(&headers))),
        401 | 403 => Err(ApiError::Denied(
            "Chatwoot does not accept the API access token for this account. Check both.".to_owned(),
        )),
        404 => {
            Err(ApiError::NotFound("Chatwoot does not have this account, inbox or conversation.".to_owned()))
        }
        408 | 500..=599 => Err(ApiError::Away(format!("Chatwoot failed ({status})."))),
        300..=399 => Err(ApiError::Denied(
            "The address leads to another one. Enter the address of Chatwoot itself.".to_owned(),
        )),
        code => Err(ApiError::Invalid(format!("Chatwoot rejected a text ({code})."))),
    }
}

fn broke() -> ApiError {
    ApiError::Away("The connection to Chatwoot broke.".to_owned())
}

fn not_understood() -> ApiError {
    ApiError::Away("Chatwoot's answer could not be understood.".to_owned())
}

fn parse<T: serde::de::DeserializeOwned>(body: &Bytes) -> Result<T, ApiError> {
    serde_json::from_slice(body).map_err(|_| not_understood())
}

/// Returns the seconds of `Retry-After`. A date is ignored, because clocks may differ.
fn retry_after(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}
