//! The demo's files, as they are written.
use std::collections::BTreeMap;

use platform::{
    Fault, Scope, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::Deserialize;

use crate::{
    identity::session::{Staff, VendorContact},
    residents::homeowner,
    tenancy::{
        community::{self, Addresses},
        community_admin::{CommunityRequest, CommunityRequestId},
        company,
    },
};

#[derive(Deserialize)]
pub struct House {
    pub companies: Vec<Company>,
    pub unattached: Vec<UnownedCommunity>,
    pub requests: Vec<Request>,
}

/// A community that no company has.
#[derive(Deserialize)]
pub struct UnownedCommunity {
    id: String,
    tag: String,
    time_zone: String,
    units: i32,
}

/// A wish for a community.
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

    pub fn stored(&self, now: Timestamp) -> company::Company {
        let mut company = company::Company {
            v3_enabled: self.v3,
            dashboard_options: self.options.clone(),
            software: company::software_named(&self.software),
            software_documents: company::software_named(&self.software_documents),
            pricing_model: company::pricing_named(&self.pricing_model),
            chatwoot_inbox_id: self.chatwoot_inbox_id.clone(),
            customizations: self.customizations.clone(),
            ..company::Company::new(self.id.clone().into(), &self.name, now)
        };
        company.set_label(&self.label);
        company
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
            preferred_vendors: self.vendors.iter().map(|vendor| vendor.name.clone()).collect(),
            vendor_contacts: self.vendors.clone(),
            active: true,
            created_ms: now,
            header_image: None,
        }
    }
}

impl Community {
    pub fn time_zone(&self) -> &str {
        &self.time_zone
    }

    pub fn id(&self) -> CommunityId {
        CommunityId(self.id.clone())
    }

    pub fn stored(&self, now: Timestamp) -> community::Community {
        let plain = community::Community::new(self.id(), self.tag.clone(), self.time_zone.clone(), now);
        community::Community {
            units: self.units,
            is_training: self.is_training,
            association_codes: self.association_codes.clone(),
            escalation_email: self.escalation_email.clone(),
            secondary_escalation_emails: Addresses(self.secondary_escalation_emails.clone()),
            persona: community::Persona {
                homeowner_auth: match self.homeowner_auth.as_str() {
                    "PHONE_MATCH" => 2,
                    "PHONE_AND_UNIT" => 3,
                    "ONE_TIME_CODE" => 4,
                    _ => plain.persona.homeowner_auth,
                },
                collections_message: self.collections_message.clone(),
                ..plain.persona
            },
            ..plain
        }
    }
}

impl Account {
    /// With its balance as of a day.
    pub fn stored(
        &self,
        community: &CommunityId,
        on: &str,
        now: Timestamp,
    ) -> Result<homeowner::Account, Fault> {
        let id = format!("account-{}", self.number.to_lowercase()).as_str().into();
        let phones = self.phones.iter().map(|phone| Phone::parse("phones", phone));
        let entry = homeowner::Entry {
            number: self.number.clone(),
            unit: self.unit.clone(),
            name: self.name.clone(),
            phones: phones.collect::<Result<_, _>>()?,
            email: self.email.clone(),
            balance_cents: self.balance_cents,
            balance_on: self.balance_cents.map(|_| on.to_owned()).unwrap_or_default(),
            in_collections: self.in_collections,
            building: self.building.clone(),
            kind: homeowner::HomeownerKind::try_from(self.kind).map_err(Fault::internal)?,
            language: self.language.clone(),
            tags: self.tags.clone(),
            do_not_text: self.do_not_text,
        };
        Ok(homeowner::Account { id, community_id: community.clone(), entry, version: 1, updated_ms: now })
    }
}

impl UnownedCommunity {
    pub fn stored(&self, now: Timestamp) -> community::Community {
        let (id, tag) = (self.id.clone().into(), self.tag.clone());
        let plain = community::Community::new(id, tag, self.time_zone.clone(), now);
        community::Community { units: self.units, ..plain }
    }
}

impl Request {
    pub fn stored(&self, id: CommunityRequestId, now: Timestamp) -> CommunityRequest {
        let scope = Scope::of_company(&self.company.as_str().into());
        let by = UserId(self.requested_by.clone());
        CommunityRequest::new(&scope, id, self.community_name.clone(), &self.escalation_email, by, now)
    }
}
