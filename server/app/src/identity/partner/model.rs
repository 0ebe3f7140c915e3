//! Partner credentials and their changes.
use platform::{Timestamp, ids::CompanyId, scopes, scopes::PartnerScope};
use serde::{Deserialize, Serialize};
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

/// The position of a credential in the list of its company. Page tokens have it as an array.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "(bool, String, String)", into = "(bool, String, String)")]
pub struct PartnerKey {
    pub is_revoked: bool,
    pub name: String,
    pub id: String,
}

impl PartnerKey {
    pub fn of(partner: &Partner) -> Self {
        let (is_revoked, name) = (partner.revoked_ms.is_some(), partner.name.clone());
        Self { is_revoked, name, id: partner.id.to_string() }
    }
}

impl From<(bool, String, String)> for PartnerKey {
    fn from((is_revoked, name, id): (bool, String, String)) -> Self {
        Self { is_revoked, name, id }
    }
}

impl From<PartnerKey> for (bool, String, String) {
    fn from(PartnerKey { is_revoked, name, id }: PartnerKey) -> Self {
        (is_revoked, name, id)
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
