//! A company.
use platform::{Timestamp, ids::CompanyId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// What staff see as the product's name until their company sets it.
const LABEL: &str = "Parlor";

/// A management company.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Company {
    pub id: CompanyId,
    pub name: String,
    pub label: String,
    pub v3_enabled: Option<bool>,
    /// Names of options, without the contract's prefix.
    #[sqlx(json)]
    pub dashboard_options: Vec<String>,
    /// The contract's number of the software with its associations; 0 was never said.
    pub software: i32,
    /// The same for its documents.
    pub software_documents: i32,
    /// Under which name its credential is in the secret store; empty without one.
    pub credential_name: String,
    /// The contract's number; 0 was not agreed on.
    pub pricing_model: i32,
    pub chatwoot_inbox_id: String,
    #[sqlx(json)]
    pub customizations: Customizations,
    pub created_ms: Timestamp,
}

impl Company {
    /// A company that has nothing yet.
    pub fn new(id: CompanyId, name: &str, now: Timestamp) -> Self {
        Self {
            id,
            name: one_line(name),
            label: LABEL.to_owned(),
            v3_enabled: None,
            dashboard_options: vec![],
            software: 0,
            software_documents: 0,
            credential_name: String::new(),
            pricing_model: 0,
            chatwoot_inbox_id: String::new(),
            customizations: Customizations::default(),
            created_ms: now,
        }
    }

    /// Its place in a list.
    pub fn key(&self) -> (String, String) {
        (name_key(&self.name), self.id.to_string())
    }

    /// Has it called something else by its staff; nothing is the product's name.
    pub fn set_label(&mut self, label: &str) {
        self.label = match one_line(label) {
            empty if empty.is_empty() => LABEL.to_owned(),
            label => label,
        };
    }
}

/// How a company presents itself to residents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Customizations {
    /// The first line of mails to homeowners; may be empty.
    pub header: String,
    /// The last line of notices to homeowners; empty for whoever answers and the company's name.
    pub signature: String,
    pub business_hours: Vec<Hours>,
    /// What new communities begin with.
    pub default_verbiage: Vec<Replacement>,
}

/// When the office is open on a weekday.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hours {
    /// Monday is 1, Sunday 7.
    pub day: i32,
    /// As 09:00 on a clock of 24 hours.
    pub opens: String,
    pub closes: String,
}

/// A word or phrase, and what the bot must say instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replacement {
    pub original_text: String,
    pub new_text: String,
}

/// What is to be changed; the rest stays.
#[derive(Default)]
pub struct Change {
    pub name: Option<String>,
    pub v3_enabled: Option<bool>,
    pub dashboard_options: Option<Vec<String>>,
    pub software: Option<i32>,
    pub software_documents: Option<i32>,
    pub credential_name: Option<String>,
    pub pricing_model: Option<i32>,
    pub chatwoot_inbox_id: Option<String>,
}

/// By which companies are found, in order and no two the same: case and spaces do not count.
pub fn name_key(name: &str) -> String {
    one_line(&name.to_lowercase())
}

/// Trimmed, and in one line.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
