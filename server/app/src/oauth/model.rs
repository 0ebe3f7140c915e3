//! Codes, tokens and grants.
use std::{sync::Arc, time::Duration};

use platform::{
    Actor, Timestamp,
    ids::{CompanyId, UserId},
};
use sqlx::FromRow;

use crate::partner::PartnerId;

platform::ids! {
    /// What a person let an application do, once.
    GrantId;
}

platform::stored! {
    /// What a secret is for.
    Kind {
        /// Becomes tokens, once, within a minute.
        Code = 1,
        /// Makes calls, for an hour.
        Access = 2,
        /// Becomes other tokens, once, within 30 days.
        Refresh = 3,
    }
}

/// What an application asks of a person, in OAuth's words.
#[derive(Clone, Debug)]
pub struct Asked {
    pub response_type: String,
    pub client_id: String,
    pub redirect_uri: String,
    pub scope: String,
    pub state: String,
    pub code_challenge: String,
    pub code_challenge_method: String,
}

/// A client as it shows itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    pub client_id: String,
    pub secret: Option<String>,
}

/// What tokens are asked for with.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub grant_type: String,
    pub scope: String,
    pub code: String,
    pub redirect_uri: String,
    pub code_verifier: String,
    pub refresh_token: String,
}

/// Tokens, in plain.
#[derive(Clone, Debug)]
pub struct Issued {
    pub access_token: String,
    pub refresh_token: Option<String>,
    pub scopes: Vec<String>,
    /// Of the access token.
    pub life: Duration,
}

/// A code or token as it is stored; the digest stands for it.
#[derive(Clone, Debug, FromRow)]
pub struct Token {
    pub token_hash: String,
    pub partner_id: PartnerId,
    /// The grant that it came of; none with client credentials.
    pub grant_id: Option<GrantId>,
    #[sqlx(try_from = "i32")]
    pub kind: Kind,
    #[sqlx(json)]
    pub scopes: Vec<String>,
    pub expires_ms: Timestamp,
    pub used_ms: Option<Timestamp>,
    pub redirect_uri: String,
    pub challenge: String,
}

/// A grant, with its application's name.
#[derive(Clone, Debug, FromRow)]
pub struct Grant {
    pub id: GrantId,
    pub partner_id: PartnerId,
    pub staff_id: UserId,
    #[sqlx(json)]
    pub scopes: Vec<String>,
    pub granted_ms: Timestamp,
    pub used_ms: Option<Timestamp>,
    pub name: String,
}

/// An access token with the partner, and perhaps the grant, that it belongs to.
#[derive(Clone, Debug, FromRow)]
pub struct Held {
    pub token_hash: String,
    pub company_id: CompanyId,
    pub partner_id: PartnerId,
    pub name: String,
    pub requests_per_minute: i32,
    pub grant_id: Option<GrantId>,
    pub staff_id: Option<UserId>,
    pub expires_ms: Timestamp,
    #[sqlx(json)]
    pub scopes: Vec<String>,
    #[sqlx(json)]
    pub partner_scopes: Vec<String>,
    #[sqlx(json(nullable))]
    pub grant_scopes: Option<Vec<String>>,
    pub partner_used_ms: Option<Timestamp>,
    pub grant_used_ms: Option<Timestamp>,
}

/// Whom an access token stands for.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub actor: Arc<Actor>,
    pub partner: PartnerId,
    pub requests_per_minute: i32,
    /// When it ends by itself.
    pub expires: Timestamp,
}
