//! Filters of homeowner accounts, and saved audiences.
use platform::{Timestamp, ids::CommunityId, phone::Phone, tabular::Row};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

platform::ids! {
    /// The id of a saved audience.
    AudienceId;
}

platform::db_enum! {
    /// Why a member of an audience is left out. The numbers match the contract.
    Exclusion {
        /// Not left out.
        None = 0,
        /// Opted out of texts.
        OptedOut = 1,
        /// Never agreed to receive texts and never texted.
        NoConsent = 2,
        /// The account is marked "do not text".
        DoNotText = 3,
        /// The carrier reported that the number is not in service.
        Unreachable = 4,
        /// Another account of the audience has the phone.
        Duplicate = 5,
        /// The community has no number to send from.
        NoNumber = 6,
        /// The carrier reported a landline.
        Landline = 7,
        /// Agreed to receive texts or texted first.
        HasConsent = 8,
        /// Was asked for consent before.
        AlreadyAsked = 9,
    }
}

/// Maximum number of saved audiences of a company.
pub const MAX_AUDIENCES: i64 = 200;

/// A filter of homeowner accounts, with values normalized for comparison. Every account meets an empty
/// criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// At least one, without duplicates.
    pub communities: Vec<CommunityId>,
    /// In lower case.
    pub buildings: Vec<String>,
    pub unit_from: String,
    pub unit_to: String,
    pub kinds: Vec<i32>,
    /// In lower case.
    pub tags: Vec<String>,
    pub min_balance_cents: Option<i64>,
    /// Language codes.
    pub languages: Vec<String>,
    /// The saved audience whose list contains the recipients. The other criteria are then empty.
    #[serde(default)]
    pub list: Option<AudienceId>,
}

/// A saved audience.
#[derive(Clone, FromRow)]
pub struct Audience {
    pub id: AudienceId,
    pub name: String,
    #[sqlx(json)]
    pub filter: Filter,
    /// Number of recipients of a list; 0 for a filter.
    pub member_count: i64,
    pub version: i64,
    pub updated_ms: Timestamp,
}

/// A change of an audience; `None` keeps a value.
pub struct AudienceChange {
    pub id: AudienceId,
    /// The version that the change is based on; 0 for any.
    pub version: i64,
    pub name: Option<String>,
    pub filter: Option<Filter>,
}

/// A phone of an account in an audience.
#[derive(Clone, FromRow)]
pub struct AudienceMember {
    /// Position in the audience.
    pub seq: i64,
    pub community_id: CommunityId,
    pub phone: Phone,
    pub name: String,
    pub unit: String,
    pub building: String,
    #[sqlx(try_from = "i32")]
    pub exclusion: Exclusion,
}

/// Selects some of the members who are not left out.
#[derive(Serialize)]
pub struct MemberPart {
    pub communities: Vec<CommunityPart>,
    /// Prefixes of phones to include or, if `are_others`, to leave out. For communities without a time zone.
    pub prefixes: Vec<String>,
    pub are_others: bool,
}

/// The members of a part in one community.
#[derive(Serialize)]
pub struct CommunityPart {
    pub id: CommunityId,
    /// Number of members to skip.
    pub skipped: i64,
    pub is_by_area_code: bool,
}

/// The source of the recipients of a list.
pub enum RecipientSource {
    /// A CSV or XLSX file, and its columns; unset columns are found by their headings.
    File { data: Vec<u8>, columns: Option<RecipientColumns> },
    /// Phone numbers, one per line or separated by commas or semicolons.
    Numbers(String),
}

/// Columns of a file, counted from 1; 0 means none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecipientColumns {
    pub phone: usize,
    pub name: usize,
    pub unit: usize,
    pub building: usize,
}

/// A recipient of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListMember {
    pub phone: Phone,
    pub name: String,
    pub unit: String,
    pub building: String,
}

/// A rejected row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedRow {
    pub line: u32,
    pub cells: Vec<String>,
    pub reason: String,
}

/// The recipients that were parsed from a source.
#[derive(Debug, Default)]
pub struct ParsedRecipients {
    /// Column headings. Empty for pasted numbers.
    pub headings: Vec<String>,
    pub columns: RecipientColumns,
    /// Recipients with distinct phones.
    pub members: Vec<ListMember>,
    pub samples: Vec<Row>,
    /// Number of rows whose phone is in an earlier row.
    pub duplicate_count: usize,
    pub rejected: Vec<RejectedRow>,
}

/// An import of recipients.
pub struct ImportRecipientList {
    pub name: String,
    pub community: CommunityId,
    pub source: RecipientSource,
    /// Whether to parse without saving.
    pub is_dry_run: bool,
    /// How the recipients agreed to receive texts; empty if that is not known.
    pub consent_evidence: String,
}

/// The outcome of an import or a dry run.
pub struct ImportedList {
    /// Unset for a dry run.
    pub audience: Option<Audience>,
    pub parsed: ParsedRecipients,
}
