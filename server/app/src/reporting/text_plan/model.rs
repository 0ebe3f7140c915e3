//! Usage of the text plan. The numbers of the enum are those of the contract.
use jiff::civil::Date;
use platform::ids::CommunityId;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

platform::db_enum! {
    /// How much of its segments a community has used.
    #[derive(PartialOrd, Ord)]
    Level {
        /// Less than 80 %.
        Below = 1,
        /// 80 % or more.
        Near = 2,
        /// All, or more.
        Reached = 3,
    }
}

/// Share of the included segments, in percent, from which usage is near the limit.
const NEAR_PERCENT: i64 = 80;

impl Level {
    /// Returns the level of a number of segments, out of the included ones.
    #[must_use]
    pub fn of(used: i64, included: i64) -> Self {
        match used {
            _ if used >= included => Self::Reached,
            _ if used.saturating_mul(100) >= included.saturating_mul(NEAR_PERCENT) => Self::Near,
            _ => Self::Below,
        }
    }
}

/// The text segments of a community in the current month.
pub struct Usage {
    pub community_id: CommunityId,
    pub community_label: String,
    /// First day of the month in the community's time zone.
    pub month: Date,
    pub used: i64,
    /// More than 0.
    pub included: i64,
}

impl Usage {
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of(self.used, self.included)
    }

    /// Returns the position in the list.
    #[must_use]
    pub fn key(&self) -> UsageKey {
        UsageKey {
            rank: -self.used,
            community_label: self.community_label.clone(),
            community_id: self.community_id.to_string(),
        }
    }
}

/// The position of a community in the list, the highest usage first. Page tokens have it as an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i64, String, String)", into = "(i64, String, String)")]
pub struct UsageKey {
    /// Number of used segments, negated.
    pub rank: i64,
    pub community_label: String,
    pub community_id: String,
}

impl From<(i64, String, String)> for UsageKey {
    fn from((rank, community_label, community_id): (i64, String, String)) -> Self {
        Self { rank, community_label, community_id }
    }
}

impl From<UsageKey> for (i64, String, String) {
    fn from(UsageKey { rank, community_label, community_id }: UsageKey) -> Self {
        (rank, community_label, community_id)
    }
}

/// A community with a text plan.
#[derive(FromRow)]
pub struct PlannedCommunity {
    pub id: CommunityId,
    pub tag: String,
    pub time_zone: String,
}
