//! Companies and their changes.
use platform::{Timestamp, ids::CompanyId, paging::NameKey, text::one_line};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// The product name that staff see until their company sets a label.
const DEFAULT_LABEL: &str = "Parlor";
/// In millionths of a US dollar.
const DEFAULT_SEGMENT_PRICE: i64 = 8_300;
/// Tokens of the language model that the drafts of a new company may use in a month.
const DEFAULT_TOKEN_ALLOWANCE: i64 = 2_000_000;

/// A management company.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Company {
    pub id: CompanyId,
    pub name: String,
    pub label: String,
    pub v3_enabled: Option<bool>,
    /// Names of dashboard options without the contract's prefix.
    #[sqlx(json)]
    pub dashboard_options: Vec<String>,
    /// The contract's number of the association software; 0 if not set.
    pub software: i32,
    /// The contract's number of the document software; 0 if not set.
    pub software_documents: i32,
    /// The name of the credential in the secret store; empty if there is none.
    pub credential_name: String,
    /// The contract's number; 0 if not set.
    pub pricing_model: i32,
    pub chatwoot_inbox_id: String,
    #[sqlx(json)]
    pub customizations: Customizations,
    /// In millionths of a US dollar.
    pub segment_price_micros: i64,
    /// Price of an MMS, in millionths of a US dollar; 0 if no rate is set.
    pub picture_price_micros: i64,
    /// Number of recipients whom text blasts may reach within 24 hours; 0 is no limit.
    pub blast_daily_limit: i64,
    /// Text segments that blasts hand to the carrier each second; 0 is no limit of the company's own.
    pub blast_segments_per_second: i64,
    /// Text segments that the brand may send each day, in Pacific Time; 0 is no limit.
    pub brand_daily_segments: i64,
    /// Tokens of the language model that drafts may use in a month.
    pub monthly_token_allowance: i64,
    pub created_ms: Timestamp,
}

impl Company {
    /// Creates a company with default settings.
    pub fn new(id: CompanyId, name: &str, now: Timestamp) -> Self {
        Self {
            id,
            name: one_line(name),
            label: DEFAULT_LABEL.to_owned(),
            v3_enabled: None,
            dashboard_options: vec![],
            software: 0,
            software_documents: 0,
            credential_name: String::new(),
            pricing_model: 0,
            chatwoot_inbox_id: String::new(),
            customizations: Customizations::default(),
            segment_price_micros: DEFAULT_SEGMENT_PRICE,
            picture_price_micros: 0,
            blast_daily_limit: 0,
            blast_segments_per_second: 0,
            brand_daily_segments: 0,
            monthly_token_allowance: DEFAULT_TOKEN_ALLOWANCE,
            created_ms: now,
        }
    }

    /// Returns the company's position in lists.
    pub fn key(&self) -> NameKey {
        NameKey { name: name_key(&self.name), id: self.id.to_string() }
    }

    /// Sets the label; empty means the product name.
    pub fn set_label(&mut self, label: &str) {
        self.label = match one_line(label) {
            empty if empty.is_empty() => DEFAULT_LABEL.to_owned(),
            label => label,
        };
    }
}

/// A company's branding towards residents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Customizations {
    /// The first line of emails to homeowners; may be empty.
    pub header: String,
    /// The last line of notices to homeowners; empty means the names of the author and the company.
    pub signature: String,
    pub business_hours: Vec<BusinessHours>,
    /// The custom verbiage of new communities.
    pub default_verbiage: Vec<Replacement>,
    /// Number of recipients above which a text blast needs approval; 0 is never.
    pub blast_approval_above: i32,
    /// Whether the bot sends its replies to emails. Otherwise, they are drafts.
    pub sends_email_replies: bool,
}

/// An interval in which the office is open on a weekday.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BusinessHours {
    /// Monday is 1, Sunday 7.
    pub day: i32,
    /// A time such as 09:00 on a 24-hour clock.
    pub opens: String,
    pub closes: String,
}

/// A word or phrase and its replacement in the bot's texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replacement {
    pub original_text: String,
    pub new_text: String,
}

/// A change of a company; `None` keeps a value.
#[derive(Default)]
pub struct CompanyChange {
    pub name: Option<String>,
    pub v3_enabled: Option<bool>,
    pub dashboard_options: Option<Vec<String>>,
    pub software: Option<i32>,
    pub software_documents: Option<i32>,
    pub credential_name: Option<String>,
    pub pricing_model: Option<i32>,
    pub chatwoot_inbox_id: Option<String>,
    pub blast_daily_limit: Option<i32>,
    pub blast_segments_per_second: Option<i32>,
    pub brand_daily_segments: Option<i32>,
    pub monthly_token_allowance: Option<i32>,
    pub segment_price_micros: Option<i64>,
    pub picture_price_micros: Option<i64>,
}

/// Returns the unique key of a name, ignoring case and whitespace.
pub fn name_key(name: &str) -> String {
    one_line(&name.to_lowercase())
}
