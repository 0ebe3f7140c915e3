//! Types of subscriptions.
use platform::{
    Timestamp,
    ids::{CommunityId, UserId},
};
use sqlx::FromRow;

platform::db_enum! {
    /// How often a report is sent. The numbers match the contract.
    Frequency {
        Weekly = 1,
        Monthly = 2,
    }
}

/// A user's subscription.
#[derive(Clone, Debug, FromRow)]
pub struct Subscription {
    pub staff_id: UserId,
    #[sqlx(try_from = "i32")]
    pub frequency: Frequency,
    /// Empty for all communities that the user sees.
    pub community_id: String,
    pub next_ms: Timestamp,
    pub version: i32,
}

impl Subscription {
    /// Returns the community; `None` for all communities that the user sees.
    pub fn community(&self) -> Option<CommunityId> {
        (!self.community_id.is_empty()).then(|| CommunityId(self.community_id.clone()))
    }
}

/// A subscription and the email address of its recipient.
pub struct Subscribed {
    pub subscription: Option<Subscription>,
    pub email: String,
}

/// A change to a subscription. Without a frequency, the subscription ends.
pub struct SubscriptionChange {
    pub frequency: Option<Frequency>,
    pub community: Option<CommunityId>,
}
