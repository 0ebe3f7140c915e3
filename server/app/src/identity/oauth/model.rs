//! Codes, tokens and grants.
use std::{sync::Arc, time::Duration};

use platform::{
    Actor, Timestamp,
    ids::{CompanyId, UserId},
};
use sqlx::FromRow;

use crate::identity::partner::PartnerId;

platform::ids! {
    /// The id of a grant: one decision of a user to authorize a partner.
    GrantId;
}

platform::db_enum! {
    /// The kind of a secret.
    TokenKind {
        /// Exchanged for tokens once, within a minute.
        Code = 1,
        /// Authenticates calls for an hour.
        Access = 2,
        /// Exchanged for new tokens once, within 30 days.
        Refresh = 3,
    }
}

/// The parameters of an authorization request (RFC 6749, section 4.1.1).
#[derive(Clone, Debug)]
pub struct AuthorizationParameters {
    pub response_type: String,
    pub client_id: String,
    pub redirect_uri: String,
    pub scope: String,
    pub state: String,
    pub code_challenge: String,
    pub code_challenge_method: String,
}

/// The credentials of a client; public clients have no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCredentials {
    pub client_id: String,
    pub secret: Option<String>,
}

/// The parameters of a token request.
#[derive(Clone, Debug)]
pub struct TokenExchange {
    pub grant_type: String,
    pub scope: String,
    pub code: String,
    pub redirect_uri: String,
    pub code_verifier: String,
    pub refresh_token: String,
}

/// Newly issued tokens in plain text.
#[derive(Clone, Debug)]
pub struct IssuedTokens {
    pub access_token: String,
    pub refresh_token: Option<String>,
    pub scopes: Vec<String>,
    /// The lifetime of the access token.
    pub lifetime: Duration,
}

/// A stored code or token, identified by its digest.
#[derive(Clone, Debug, FromRow)]
pub struct Token {
    pub token_hash: String,
    pub partner_id: PartnerId,
    /// The grant; `None` for client credentials.
    pub grant_id: Option<GrantId>,
    #[sqlx(try_from = "i32")]
    pub kind: TokenKind,
    #[sqlx(json)]
    pub scopes: Vec<String>,
    pub expires_ms: Timestamp,
    pub used_ms: Option<Timestamp>,
    pub redirect_uri: String,
    pub challenge: String,
}

/// A grant with the partner's name.
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

/// A stored access token with its partner and grant.
#[derive(Clone, Debug, FromRow)]
pub struct AccessTokenRecord {
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

/// The bearer of an access token.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub actor: Arc<Actor>,
    pub partner: PartnerId,
    pub requests_per_minute: i32,
    pub expires: Timestamp,
}
