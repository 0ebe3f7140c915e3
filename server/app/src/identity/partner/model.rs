//! Partner credentials and their changes.
use platform::{Timestamp, ids::CompanyId, scopes, scopes::PartnerScope};
use sqlx::FromRow;

platform::ids! {
    /// The id of a partner credential.
    PartnerId;
}

/// A credential of a partner system.
#[derive(Clone, Debug, FromRow)]
pub struct Partner {
    pub company_id: CompanyId,
    pub id: PartnerId,
    pub name: String,
    /// The client id in OAuth.
    pub client_id: String,
    /// The digest of the secret; empty for a public client.
    pub secret_hash: String,
    /// A public client has no secret and authenticates by PKCE only.
    pub is_public: bool,
    /// The names of the scopes in OAuth.
    #[sqlx(json)]
    pub scopes: Vec<String>,
    /// The allowed redirect URIs, compared exactly.
    #[sqlx(json)]
    pub redirect_uris: Vec<String>,
    pub requests_per_minute: i32,
    /// The name of the user who issued the credential.
    pub created_by: String,
    pub created_ms: Timestamp,
    pub used_ms: Option<Timestamp>,
    pub revoked_ms: Option<Timestamp>,
}

impl Partner {
    /// Returns the known scopes.
    pub fn scopes(&self) -> Vec<PartnerScope> {
        self.scopes.iter().filter_map(|name| scopes::named(name)).collect()
    }
}

/// A credential to issue.
pub struct NewPartner {
    pub name: String,
    pub is_public: bool,
    pub scopes: Vec<PartnerScope>,
    pub redirect_uris: Vec<String>,
    pub requests_per_minute: i32,
}

/// A change of a credential; `None` keeps a value.
#[derive(Clone, Debug, Default)]
pub struct PartnerChange {
    pub name: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub redirect_uris: Option<Vec<String>>,
    pub requests_per_minute: Option<i32>,
}
