//! Settings of communities' web chats.
use platform::{
    InCommunity, Scope, Timestamp,
    ids::{CommunityId, CompanyId},
};
use sqlx::FromRow;

use crate::tenancy::{
    community::Community,
    company::{Company, OfficeCalendar},
};

/// Settings of a community's web chat.
#[derive(Clone, Debug, FromRow)]
pub struct WebChatSite {
    pub community_id: CommunityId,
    pub community_tag: String,
    /// Public key; empty until the settings are first saved.
    pub key: String,
    pub is_enabled: bool,
    pub title: String,
    /// May be empty.
    pub greeting: String,
    /// Such as "#1f5f4a".
    pub color: String,
    /// Whether the button is in the lower left corner of the website.
    pub is_on_left: bool,
    /// Whether the chat is open in office hours only.
    pub is_office_hours_only: bool,
    #[sqlx(try_from = "String")]
    pub allowed_origins: Origins,
    /// 0 if the settings were never saved.
    pub version: i64,
    /// When the signing secret was created; `None` without one.
    pub signing_secret_ms: Option<Timestamp>,
}

impl WebChatSite {
    /// Returns the display name of the community.
    #[must_use]
    pub fn community_label(&self) -> String {
        self.community_tag.replace('_', " ")
    }
}

impl InCommunity for WebChatSite {
    const NOUN: &'static str = "community";

    fn community_id(&self) -> &CommunityId {
        &self.community_id
    }
}

/// Whether a chat that is turned on can be used.
#[derive(FromRow)]
pub struct SiteHealth {
    pub community_id: CommunityId,
    pub community_tag: String,
    /// Whether any website may show it.
    pub has_website: bool,
    /// Time of its newest message.
    pub last_message_ms: Option<Timestamp>,
}

/// Returns the name under which the signing secret of a community's chat is stored.
pub fn signing_secret_name(community: &CommunityId) -> String {
    format!("web-chat/{community}")
}

/// Origins of websites, sorted. Queries return them separated by spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    pub list: Vec<String>,
}

impl From<String> for Origins {
    fn from(all: String) -> Self {
        all.split_whitespace().map(str::to_owned).collect::<Vec<_>>().into()
    }
}

impl From<Vec<String>> for Origins {
    fn from(mut list: Vec<String>) -> Self {
        list.sort();
        list.dedup();
        Self { list }
    }
}

/// A change of the settings; `None` keeps a value.
pub struct SiteChange {
    pub is_enabled: Option<bool>,
    pub title: Option<String>,
    pub greeting: Option<String>,
    pub color: Option<String>,
    pub is_on_left: Option<bool>,
    pub is_office_hours_only: Option<bool>,
    pub allowed_origins: Option<Vec<String>>,
}

/// Company and community of a key.
#[derive(Clone, Debug, FromRow)]
pub struct KeyOwner {
    pub company_id: CompanyId,
    pub community_id: CommunityId,
}

/// A web chat that visitors can use, with its community and company.
pub struct EnabledSite {
    /// All data of the company.
    pub scope: Scope,
    pub site: WebChatSite,
    pub community: Community,
    pub company: Company,
}

impl EnabledSite {
    /// Whether the chat is always open, or the office is open.
    #[must_use]
    pub fn is_open(&self, now: Timestamp) -> bool {
        !self.site.is_office_hours_only || self.calendar().is_open(now)
    }

    /// Returns when the office opens next; `None` if the chat is open.
    #[must_use]
    pub fn opens_at(&self, now: Timestamp) -> Option<Timestamp> {
        (!self.is_open(now)).then(|| self.calendar().minutes_after(now, 0)).filter(|at| *at > now)
    }

    fn calendar(&self) -> OfficeCalendar<'_> {
        OfficeCalendar::new(&self.company.customizations.business_hours, &self.community.time_zone)
    }
}
