//! A credential of a partner system.
use platform::{Timestamp, ids::CompanyId, scopes, scopes::PartnerScope};
use sqlx::FromRow;

platform::ids! {
    /// A partner's credential.
    PartnerId;
}

/// A credential.
#[derive(Clone, Debug, FromRow)]
pub struct Partner {
    pub company_id: CompanyId,
    pub id: PartnerId,
    pub name: String,
    /// What it calls itself in OAuth.
    pub client_id: String,
    /// The digest of its secret.
    pub secret_hash: String,
    /// Names of scopes, as OAuth spells them.
    #[sqlx(json)]
    pub scopes: Vec<String>,
    /// Where a person is sent back to, to the letter.
    #[sqlx(json)]
    pub redirect_uris: Vec<String>,
    pub requests_per_minute: i32,
    /// The name of whoever issued it.
    pub created_by: String,
    pub created_ms: Timestamp,
    pub used_ms: Option<Timestamp>,
    pub revoked_ms: Option<Timestamp>,
}

impl Partner {
    /// What it may be used for.
    pub fn scopes(&self) -> Vec<PartnerScope> {
        self.scopes.iter().filter_map(|name| scopes::named(name)).collect()
    }

    /// It acts for nobody in person.
    pub fn is_machine(&self) -> bool {
        self.redirect_uris.is_empty()
    }
}

/// A change; what is none stays.
#[derive(Clone, Debug, Default)]
pub struct Change {
    pub name: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub redirect_uris: Option<Vec<String>>,
    pub requests_per_minute: Option<i32>,
}
