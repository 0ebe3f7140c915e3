//! A text community.
use std::collections::BTreeMap;

use answering::Thresholds;
use platform::{
    Timestamp,
    ids::{CommunityId, CompanyId},
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// A community whose residents text.
#[derive(Clone, Debug, FromRow)]
pub struct Community {
    pub id: CommunityId,
    pub tag: String,
    pub time_zone: String,
    pub units: i32,
    pub is_training: bool,
    pub knowledge_version: i64,
    /// The number that residents text, if it has one.
    pub number: Option<String>,
    /// Its codes by the name of the software, such as `VANTACA`.
    #[sqlx(json)]
    pub association_codes: BTreeMap<String, String>,
    #[sqlx(json)]
    pub custom_verbiage: Vec<Replacement>,
    #[sqlx(json)]
    pub persona: Persona,
    /// Who is told of escalations; empty for nobody.
    pub escalation_email: String,
    #[sqlx(json)]
    pub secondary_escalation_emails: Vec<String>,
    /// When it was deleted, and why.
    pub archived_ms: Option<Timestamp>,
    pub archived_reason: String,
    pub created_ms: Timestamp,
}

impl Community {
    /// A community as it begins.
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
            association_codes: BTreeMap::new(),
            custom_verbiage: vec![],
            persona: Persona::default(),
            escalation_email: String::new(),
            secondary_escalation_emails: vec![],
            archived_ms: None,
            archived_reason: String::new(),
            created_ms: now,
        }
    }

    /// What people call it: the tag with spaces for underscores.
    #[must_use]
    pub fn label(&self) -> String {
        self.tag.replace('_', " ")
    }

    /// Who is told of escalations, each address once.
    #[must_use]
    pub fn contacts(&self) -> Vec<&str> {
        let mut contacts: Vec<&str> = Vec::new();
        let all = std::iter::once(&self.escalation_email).chain(&self.secondary_escalation_emails);
        for address in all.map(String::as_str) {
            if !address.is_empty() && !contacts.contains(&address) {
                contacts.push(address);
            }
        }
        contacts
    }
}

/// A word or phrase, and what the bot must say instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Replacement {
    pub original_text: String,
    pub new_text: String,
}

/// How the bot speaks. Stored as JSON; what is not there is as it was before it was set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Persona {
    pub prompt: String,
    pub temperature: f64,
    pub use_emojis: bool,
    pub bot_waiver: String,
    /// As the contract numbers it; 0 is none.
    pub homeowner_auth: i32,
    pub collections_message: String,
    /// None is as everywhere.
    pub caution: Option<Caution>,
}

/// How sure the bot must be before it answers by itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Caution {
    /// The least confidence that it answers with.
    pub answer_from: f64,
    /// How far the best answer must lead the next.
    pub lead: f64,
}

impl Default for Caution {
    /// As it is everywhere, to a hundredth.
    fn default() -> Self {
        let usual = |threshold: f32| (f64::from(threshold) * 100.0).round() / 100.0;
        let Thresholds { answer, lead, .. } = Thresholds::DEFAULT;
        Self { answer_from: usual(answer), lead: usual(lead) }
    }
}

impl Persona {
    /// By which the bot decides whether it answers.
    #[must_use]
    pub fn thresholds(&self) -> Thresholds {
        match self.caution {
            Some(Caution { answer_from, lead }) => {
                Thresholds { answer: answer_from as f32, lead: lead as f32, ..Thresholds::DEFAULT }
            }
            None => Thresholds::DEFAULT,
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
            caution: None,
        }
    }
}

/// A change to how the bot speaks; what is none stays.
#[derive(Default)]
pub struct PersonaChange {
    pub prompt: Option<String>,
    pub temperature: Option<f64>,
    pub use_emojis: Option<bool>,
    pub bot_waiver: Option<String>,
    pub homeowner_auth: Option<i32>,
    pub collections_message: Option<String>,
    pub caution: Option<Caution>,
    /// The original of the pair to edit, and what it says from now on; empty removes it.
    pub edit: Option<(String, String)>,
    pub add: Option<Replacement>,
}

/// A software that knows communities by a code, as the contract says.
pub struct Association {
    /// As the contract numbers it.
    pub software: i32,
    /// Its name, such as `VANTACA`.
    pub name: String,
    /// The field that holds the code, as JSON spells it.
    pub field: String,
}

/// What a community's company brings along.
#[derive(Clone, Debug, FromRow)]
pub struct Terms {
    /// As the contract numbers it.
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

impl Terms {
    /// What new communities begin with as custom verbiage.
    #[must_use]
    pub fn verbiage(&self) -> &[Replacement] {
        &self.customizations.default_verbiage
    }
}

/// A number, and whose it is.
#[derive(Clone, Debug, FromRow)]
pub struct Line {
    pub company_id: CompanyId,
    pub community_id: CommunityId,
    pub number: String,
}

/// Tags with the same key are one name: case does not count, spaces are underscores.
#[must_use]
pub fn name_key(tag: &str) -> String {
    tag.replace(' ', "_").to_lowercase()
}
