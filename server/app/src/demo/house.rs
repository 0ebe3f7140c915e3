//! The demo's files, as they are written.
use platform::{
    Scope, Timestamp,
    ids::{CommunityId, UserId},
};
use serde::Deserialize;

use crate::{community, company, session::Staff};

#[derive(Deserialize)]
pub struct House {
    pub companies: Vec<Company>,
}

#[derive(Deserialize)]
pub struct Company {
    pub id: String,
    pub name: String,
    label: String,
    v3: Option<bool>,
    options: Vec<String>,
    pub staff: Vec<Person>,
    pub communities: Vec<String>,
}

#[derive(Deserialize)]
pub struct Person {
    pub id: String,
    email: String,
    first_name: String,
    last_name: String,
    job_title: String,
    pub parlor_role: String,
    restricted: bool,
    phone: String,
    text_plan: String,
    pub communities: Vec<String>,
}

#[derive(Deserialize)]
pub struct Community {
    id: String,
    pub tag: String,
    time_zone: String,
    pub number: String,
    units: i32,
    is_training: bool,
    pub answers: Vec<Answer>,
    pub residents: Vec<Resident>,
    pub conversations: Vec<Conversation>,
}

#[derive(Deserialize)]
pub struct Answer {
    pub topic: String,
    pub question: String,
    pub samples: Vec<String>,
    pub answer: String,
    pub source: String,
    pub used: i64,
}

#[derive(Deserialize)]
pub struct Resident {
    pub phone: String,
    pub name: String,
    pub unit: String,
    pub kind: String,
    pub email: String,
}

#[derive(Deserialize)]
pub struct Conversation {
    pub phone: String,
    pub messages: Vec<Message>,
    pub escalation: Option<Escalation>,
}

#[derive(Deserialize)]
pub struct Message {
    pub from: String,
    pub staff: Option<String>,
    pub body: String,
    pub minutes_ago: u64,
    pub answers: Option<String>,
    pub confidence: Option<f64>,
}

#[derive(Deserialize)]
pub struct Escalation {
    pub message: usize,
    pub question: String,
    pub state: String,
    pub claimed_by: Option<String>,
    pub answer: Option<String>,
    pub bot_trained: bool,
    pub notified: bool,
    pub dismissed: Option<String>,
    pub suggested: Option<Suggested>,
    pub reviewed_minutes_ago: Option<u64>,
}

#[derive(Deserialize)]
pub struct Suggested {
    pub question: String,
    pub confidence: f64,
}

impl Company {
    pub fn stored(&self, now: Timestamp) -> company::Company {
        company::Company {
            id: self.id.clone().into(),
            name: self.name.clone(),
            label: self.label.clone(),
            v3_enabled: self.v3,
            dashboard_options: self.options.clone(),
            created_ms: now,
        }
    }
}

impl Person {
    pub fn stored(&self, scope: &Scope, password_hash: String, now: Timestamp) -> Staff {
        Staff {
            company_id: scope.company().clone(),
            id: UserId(self.id.clone()),
            email: self.email.clone(),
            password_hash,
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            job_title: self.job_title.clone(),
            parlor_role: self.parlor_role.clone(),
            phone: self.phone.clone(),
            text_plan: if self.text_plan == "PARLOR_PLUS" { 1 } else { 2 },
            restricted_view: self.restricted,
            preferred_vendors: vec![],
            active: true,
            created_ms: now,
        }
    }
}

impl Community {
    pub fn id(&self) -> CommunityId {
        CommunityId(self.id.clone())
    }

    pub fn stored(&self, now: Timestamp) -> community::Community {
        community::Community {
            id: self.id(),
            tag: self.tag.clone(),
            time_zone: self.time_zone.clone(),
            units: self.units,
            is_training: self.is_training,
            knowledge_version: 1,
            number: None,
            created_ms: now,
        }
    }
}
