//! Communities, personas and text numbers.
use std::collections::BTreeMap;

use answering::ConfidenceThresholds;
use platform::{
    InCommunity, Timestamp,
    ids::{CommunityId, CompanyId},
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// A community whose residents text.
#[derive(Clone, Debug, FromRow)]
pub struct Community {
    pub id: CommunityId,
    pub tag: String,
    /// Name in the tz database. Empty if it is unstated.
    pub time_zone: String,
    pub units: i32,
    pub is_training: bool,
    pub knowledge_version: i64,
    /// The number that residents text.
    pub number: Option<String>,
    /// Number of the kind of the carrier of `number`, as in the contract.
    pub carrier: Option<i32>,
    /// The codes by name of the software, such as `VANTACA`.
    #[sqlx(json)]
    pub association_codes: BTreeMap<String, String>,
    #[sqlx(json)]
    pub custom_verbiage: Vec<Replacement>,
    #[sqlx(json)]
    pub persona: Persona,
    /// The recipient of escalation alerts; empty for none.
    pub escalation_email: String,
    #[sqlx(try_from = "String")]
    pub secondary_escalation_emails: Addresses,
    /// When the community was deleted; `None` while it is in use.
    pub archived_ms: Option<Timestamp>,
    pub archived_reason: String,
    pub created_ms: Timestamp,
}

impl Community {
    /// Creates a community with default settings.
    #[must_use]
    pub fn new(id: CommunityId, tag: String, time_zone: String, now: Timestamp) -> Self {
        Self {
            id,
            tag,
            time_zone,
            units: 0,
            is_training: false,
            knowledge_version: 1,
            number: None,
            carrier: None,
            association_codes: BTreeMap::new(),
            custom_verbiage: vec![],
            persona: Persona::default(),
            escalation_email: String::new(),
            secondary_escalation_emails: Addresses::default(),
            archived_ms: None,
            archived_reason: String::new(),
            created_ms: now,
        }
    }

    /// Returns the tag with spaces instead of underscores.
    #[must_use]
    pub fn label(&self) -> String {
        self.tag.replace('_', " ")
    }

    /// Returns the distinct recipients of escalation alerts.
    #[must_use]
    pub fn contacts(&self) -> Vec<&str> {
        let mut contacts: Vec<&str> = Vec::new();
        let all = std::iter::once(&self.escalation_email).chain(&self.secondary_escalation_emails.0);
        for address in all.map(String::as_str) {
            if !address.is_empty() && !contacts.contains(&address) {
                contacts.push(address);
            }
        }
        contacts
    }
}

/// Email addresses. Queries return them separated by spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Addresses(pub Vec<String>);

impl From<String> for Addresses {
    fn from(all: String) -> Self {
        Self(all.split_whitespace().map(str::to_owned).collect())
    }
}

impl InCommunity for Community {
    const NOUN: &'static str = "community";

    fn community_id(&self) -> &CommunityId {
        &self.id
    }
}

/// A word or phrase and its replacement in the bot's texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Replacement {
    pub original_text: String,
    pub new_text: String,
}

/// The persona of the bot. Stored as JSON; missing fields have their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Persona {
    pub prompt: String,
    pub temperature: f64,
    pub use_emojis: bool,
    pub bot_waiver: String,
    /// The contract's number of the verification policy; 0 disables sharing account data.
    pub homeowner_auth: i32,
    pub collections_message: String,
    /// `None` means the defaults.
    #[serde(rename = "confidence_thresholds")]
    pub confidence: Option<ConfidenceSettings>,
}

/// The confidence that the bot needs to answer without staff.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfidenceSettings {
    /// Minimum confidence of an answer, 0 to 1.
    pub min_confidence: f64,
    /// Minimum margin of the best answer over the next, 0 to 1.
    pub min_margin: f64,
}

impl Default for ConfidenceSettings {
    /// Returns the default thresholds, rounded to hundredths.
    fn default() -> Self {
        let round = |threshold: f32| (f64::from(threshold) * 100.0).round() / 100.0;
        let ConfidenceThresholds { min_confidence, min_margin, .. } = ConfidenceThresholds::DEFAULT;
        Self { min_confidence: round(min_confidence), min_margin: round(min_margin) }
    }
}

impl Persona {
    /// Returns the thresholds that the bot decides by.
    #[must_use]
    pub fn thresholds(&self) -> ConfidenceThresholds {
        match self.confidence {
            Some(ConfidenceSettings { min_confidence, min_margin }) => ConfidenceThresholds {
                min_confidence: min_confidence as f32,
                min_margin: min_margin as f32,
                ..ConfidenceThresholds::DEFAULT
            },
            None => ConfidenceThresholds::DEFAULT,
        }
    }
}

impl Default for Persona {
    fn default() -> Self {
        Self {
            prompt: String::new(),
            temperature: 0.3,
            use_emojis: false,
            bot_waiver: String::new(),
            homeowner_auth: 0,
            collections_message: String::new(),
            confidence: None,
        }
    }
}

/// A change of a persona; `None` keeps a value.
#[derive(Default)]
pub struct PersonaChange {
    pub prompt: Option<String>,
    pub temperature: Option<f64>,
    pub use_emojis: Option<bool>,
    pub bot_waiver: Option<String>,
    pub homeowner_auth: Option<i32>,
    pub collections_message: Option<String>,
    pub confidence: Option<ConfidenceSettings>,
    /// The replacement to change, with its new text; an empty text removes it.
    pub edit: Option<Replacement>,
    pub add: Option<Replacement>,
}

/// A software that identifies communities by a code, from the contract.
pub struct Association {
    /// The contract's number of the software.
    pub software: i32,
    /// Its name, such as `VANTACA`.
    pub name: String,
    /// The field that holds the code, as JSON spells it.
    pub field: String,
}

/// The settings of a company that apply to its communities.
#[derive(Clone, Debug, FromRow)]
pub struct CompanySettings {
    /// The contract's number of the software.
    pub software: i32,
    pub credential_name: String,
    #[sqlx(json)]
    customizations: Customizations,
}

#[derive(Clone, Debug, Deserialize)]
struct Customizations {
    #[serde(default)]
    default_verbiage: Vec<Replacement>,
}

impl CompanySettings {
    /// Returns the custom verbiage of new communities.
    #[must_use]
    pub fn verbiage(&self) -> &[Replacement] {
        &self.customizations.default_verbiage
    }
}

/// A number that residents text, and its community.
#[derive(Clone, Debug, FromRow)]
pub struct TextNumber {
    pub company_id: CompanyId,
    pub community_id: CommunityId,
    pub number: String,
}

impl InCommunity for TextNumber {
    const NOUN: &'static str = "number";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// Returns the unique key of a tag: lowercase, with underscores for spaces.
#[must_use]
pub fn name_key(tag: &str) -> String {
    tag.replace(' ', "_").to_lowercase()
}
