//! The format of the demo's files.
mod convert;
mod web_chat;

use std::collections::BTreeMap;

use platform::ids::CommunityId;
use serde::Deserialize;

use crate::{identity::session::VendorContact, tenancy::company};

pub use web_chat::{WebChat, WebChatMessage, WebChatSite};

#[derive(Deserialize)]
pub struct Dataset {
    pub companies: Vec<Company>,
    pub unattached: Vec<UnownedCommunity>,
    pub requests: Vec<Request>,
}

/// A community without a company.
#[derive(Deserialize)]
pub struct UnownedCommunity {
    id: String,
    tag: String,
    time_zone: String,
    units: i32,
}

/// A request for a new community.
#[derive(Deserialize)]
pub struct Request {
    pub company: String,
    requested_by: String,
    community_name: String,
    escalation_email: String,
    pub minutes_ago: u64,
}

#[derive(Deserialize)]
pub struct Company {
    pub id: String,
    pub name: String,
    label: String,
    v3: Option<bool>,
    options: Vec<String>,
    software: String,
    software_documents: String,
    pricing_model: String,
    chatwoot_inbox_id: String,
    customizations: company::Customizations,
    #[serde(default)]
    pub answers: Vec<Answer>,
    pub staff: Vec<Person>,
    pub communities: Vec<String>,
    #[serde(default)]
    pub audiences: Vec<Audience>,
    #[serde(default)]
    pub blasts: Vec<Blast>,
    #[serde(default)]
    pub blast_templates: Vec<BlastTemplate>,
    #[serde(default)]
    pub drafts: Vec<Draft>,
    #[serde(default)]
    pub service_requests: Vec<ServiceRequest>,
    #[serde(default)]
    pub mailboxes: Vec<Mailbox>,
    #[serde(default)]
    pub canned_replies: Vec<CannedReply>,
    #[serde(default)]
    pub web_chat_sites: Vec<WebChatSite>,
}

/// A canned reply.
#[derive(Deserialize)]
pub struct CannedReply {
    pub id: String,
    pub title: String,
    pub shortcut: String,
    pub body: String,
}

/// A mailbox with the emails in it.
#[derive(Deserialize)]
pub struct Mailbox {
    pub id: String,
    /// Tag of its community.
    pub community: String,
    pub address: String,
    pub display_name: String,
    pub signature: String,
    pub emails: Vec<ReceivedEmail>,
}

/// An email, and the reply of the company's first user.
#[derive(Deserialize)]
pub struct ReceivedEmail {
    pub from: String,
    pub name: String,
    pub subject: String,
    #[serde(default)]
    pub text: String,
    /// Empty for a plain text email.
    #[serde(default)]
    pub html: String,
    /// Further header lines.
    #[serde(default)]
    pub headers: String,
    pub minutes_ago: u64,
    /// Empty for none.
    #[serde(default)]
    pub reply: String,
    #[serde(default)]
    pub reply_minutes_ago: u64,
}

/// A draft of the writing assistant or of an assistant.
#[derive(Deserialize)]
pub struct Draft {
    pub id: String,
    pub kind: i32,
    #[serde(default)]
    pub purpose: i32,
    pub notes: String,
    /// Tag of its community.
    pub community: String,
    #[serde(default)]
    pub fields: Vec<(i32, String)>,
    #[serde(default)]
    pub sources: Vec<(String, String)>,
    pub staff: String,
    /// Whether it is shared with the company.
    #[serde(default)]
    pub is_shared: bool,
    pub minutes_ago: u64,
}

/// A service request.
#[derive(Deserialize)]
pub struct ServiceRequest {
    pub id: String,
    /// Tag of the community.
    pub community: String,
    pub title: String,
    pub description: String,
    /// The contract's number of the state, as of the kind and the priority.
    pub state: i32,
    pub kind: i32,
    pub priority: i32,
    pub unit: String,
    pub location: String,
    pub contact_name: String,
    pub contact_phone: String,
    pub assigned: bool,
    pub vendor: String,
    pub estimate_cents: Option<i64>,
    pub minutes_ago: u64,
    #[serde(default)]
    pub photos: Vec<RequestPhoto>,
}

/// A photo of a service request.
#[derive(Deserialize)]
pub struct RequestPhoto {
    /// Name of its file, without the folder.
    pub file: String,
    pub caption: String,
}

/// A saved audience.
#[derive(Deserialize)]
pub struct Audience {
    pub id: String,
    pub name: String,
    pub communities: Vec<String>,
    pub tags: Vec<String>,
}

/// A text that a company keeps for its blasts.
#[derive(Deserialize)]
pub struct BlastTemplate {
    pub id: String,
    pub name: String,
    pub body: String,
}

/// A text blast.
#[derive(Deserialize)]
pub struct Blast {
    pub id: String,
    pub title: String,
    pub body: String,
    pub communities: Vec<String>,
    pub staff: String,
    pub minutes_ago: u64,
    /// A draft otherwise.
    pub finished: bool,
    /// One text in this many was not delivered. Unset means that all were.
    #[serde(default)]
    pub undelivered_one_in: Option<usize>,
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
    /// Preferred vendors.
    #[serde(default)]
    vendors: Vec<VendorContact>,
    pub communities: Vec<String>,
}

impl Person {
    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

#[derive(Deserialize)]
pub struct Community {
    id: String,
    pub tag: String,
    time_zone: String,
    pub number: String,
    units: i32,
    is_training: bool,
    escalation_email: String,
    secondary_escalation_emails: Vec<String>,
    association_codes: BTreeMap<String, String>,
    #[serde(default)]
    homeowner_auth: String,
    #[serde(default)]
    collections_message: String,
    #[serde(default)]
    pub accounts: Vec<Account>,
    pub answers: Vec<Answer>,
    pub residents: Vec<Resident>,
    pub conversations: Vec<Conversation>,
}

#[derive(Deserialize)]
pub struct Answer {
    pub category: String,
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
    /// The contract's number.
    pub kind: i32,
    pub email: String,
}

/// A homeowner's account.
#[derive(Deserialize)]
pub struct Account {
    number: String,
    unit: String,
    name: String,
    phones: Vec<String>,
    email: String,
    balance_cents: Option<i64>,
    in_collections: bool,
    #[serde(default)]
    building: String,
    /// 1 is an owner, 2 a tenant, 3 a member of the board.
    #[serde(default)]
    kind: i32,
    #[serde(default)]
    language: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    do_not_text: bool,
    /// Its homeowner agreed to receive texts.
    #[serde(default)]
    pub text_consent: bool,
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
    pub fn business_hours(&self) -> &[company::BusinessHours] {
        &self.customizations.business_hours
    }
}

impl Community {
    pub fn time_zone(&self) -> &str {
        &self.time_zone
    }

    pub fn id(&self) -> CommunityId {
        CommunityId(self.id.clone())
    }
}
