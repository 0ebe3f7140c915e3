//! Associations in association software, the connection to it, and synchronization.
use platform::{Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// An association in a company's association software.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The association's code in the software.
    pub code: String,
    /// The association's name as a tag.
    pub tag: String,
    /// Number of homes, if known.
    pub units: Option<i32>,
    /// IANA name, if known.
    pub time_zone: Option<String>,
}

/// A community of the company that a sync compares with the associations.
#[derive(Clone, Debug, FromRow)]
pub struct Linked {
    pub id: CommunityId,
    pub tag: String,
    pub units: i32,
    pub time_zone: String,
    /// Code in the company's association software.
    pub code: Option<String>,
    /// Whether another company has the community as well.
    pub shared: bool,
}

/// The data of a community after a sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IntegrationChange {
    pub id: CommunityId,
    pub tag: String,
    pub name_key: String,
    pub units: i32,
    pub time_zone: String,
    pub code: String,
}

/// The effects of a sync.
#[derive(Debug, Default)]
pub struct Plan {
    pub added: Vec<Entry>,
    pub changed: Vec<IntegrationChange>,
    pub removed: Vec<Linked>,
}

/// Software to which companies can connect, with the contract's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectableSoftware {
    Vantaca = 1,
    Cinc = 9,
    Buildium = 21,
}

impl ConnectableSoftware {
    /// Returns the software with a number; `None` if companies cannot connect to it.
    pub fn of(number: i32) -> Option<Self> {
        [Self::Vantaca, Self::Cinc, Self::Buildium].into_iter().find(|software| *software as i32 == number)
    }

    /// Returns whether it takes service requests. Parlor may only read from CINC.
    pub fn takes_requests(self) -> bool {
        matches!(self, Self::Vantaca | Self::Buildium)
    }

    /// Returns the name for staff.
    pub fn label(self) -> &'static str {
        match self {
            Self::Vantaca => "Vantaca",
            Self::Cinc => "CINC",
            Self::Buildium => "Buildium",
        }
    }
}

/// A company's connection to its association software, without the secret.
#[derive(Clone, Debug, FromRow)]
pub struct Connection {
    /// The contract's number of the software.
    pub software: i32,
    /// The company's code at Vantaca, or its management ID at CINC; empty for Buildium.
    pub account: String,
    /// The client ID of the key at Buildium, or the login at Vantaca; empty for CINC.
    pub login: String,
    pub connected_ms: Timestamp,
    /// `None` before the first sync.
    pub sync_started_ms: Option<Timestamp>,
    /// `None` while a sync is running.
    pub sync_ended_ms: Option<Timestamp>,
    /// Why the communities could not be synced; empty if there is no problem.
    pub problem: String,
}

/// An authorization at CINC that an administrator has started.
pub struct NewAuthorization {
    pub user_id: String,
    pub state_hash: String,
    pub management_id: String,
    pub expires_ms: Timestamp,
}

platform::db_enum! {
    /// State of a community whose accounts a sync covers.
    CommunitySyncState {
        /// Its accounts are still to be synced.
        Pending = 1,
        /// Its accounts are synced.
        Done = 2,
        /// Its accounts could not be synced.
        Failed = 3,
    }
}

/// A community whose accounts are to be synced.
#[derive(Clone, Debug, FromRow)]
pub struct PendingCommunity {
    pub id: CommunityId,
    pub time_zone: String,
    /// Code in the company's association software; `None` if the community was deleted or unlinked meanwhile.
    pub code: Option<String>,
    /// Number of failed attempts.
    pub tries: i32,
}

/// The result of syncing a community's accounts, in numbers of accounts.
#[derive(Clone, Debug, Default)]
pub struct CommunityResult {
    pub added: i32,
    pub changed: i32,
    pub removed: i32,
    pub unchanged: i32,
    pub rejected: i32,
    /// The first rejected accounts.
    pub rejections: Vec<Rejection>,
    /// Why no accounts were synced; empty if there is no problem.
    pub problem: String,
}

/// An account that was skipped because it is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    pub number: String,
    /// Why, and how to fix it.
    pub reason: String,
}

/// The progress of a sync of accounts: numbers of communities, then of accounts.
#[derive(Clone, Debug, Default, FromRow)]
pub struct Progress {
    pub communities: i64,
    pub pending: i64,
    pub failed: i64,
    pub added: i64,
    pub changed: i64,
    pub removed: i64,
    pub unchanged: i64,
    pub rejected: i64,
}

/// A community whose accounts could not be synced or were rejected.
#[derive(Clone, Debug, FromRow)]
pub struct CommunityProblem {
    pub community_id: CommunityId,
    pub tag: String,
    pub problem: String,
    pub rejected: i32,
    #[sqlx(json)]
    pub rejections: Vec<Rejection>,
}

/// A connection with the state of its last sync; without a connection, the company is not connected.
#[derive(Clone, Debug, Default)]
pub struct ConnectionStatus {
    /// The company's software, if companies can connect to it.
    pub software: Option<ConnectableSoftware>,
    pub connection: Option<Connection>,
    pub progress: Progress,
    pub problems: Vec<CommunityProblem>,
}
