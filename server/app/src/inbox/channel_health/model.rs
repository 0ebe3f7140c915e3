//! The health of channels. The numbers of the enums are those of the contract.
use platform::{Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};

use crate::messaging::carrier;

platform::db_enum! {
    /// A kind of channel.
    #[derive(PartialOrd, Ord)]
    Channel {
        /// A phone number.
        Text = 1,
        /// A mailbox.
        Email = 2,
        /// The chat on a community's website.
        WebChat = 3,
    }
}

platform::db_enum! {
    /// Whether a channel works.
    #[derive(PartialOrd, Ord)]
    State {
        /// It works.
        Ok = 1,
        /// It has a temporary problem, or lacks a setting.
        Degraded = 2,
        /// It does not work.
        Broken = 3,
    }
}

/// A channel, and whether it works.
pub struct ChannelHealth {
    pub channel: Channel,
    pub community_id: CommunityId,
    pub community_tag: String,
    /// The phone number or the email address; empty for a web chat.
    pub address: String,
    pub state: State,
    /// The reason and what to do, for staff; empty if it works.
    pub problem: String,
    pub problem_since_ms: Option<Timestamp>,
    pub last_success_ms: Option<Timestamp>,
    /// The carrier of a phone number.
    pub carrier: Option<carrier::Kind>,
}

impl ChannelHealth {
    /// Returns the position in the list.
    #[must_use]
    pub fn key(&self) -> ChannelKey {
        ChannelKey {
            rank: State::Broken as i32 - self.state as i32,
            community_tag: self.community_tag.clone(),
            community_id: self.community_id.to_string(),
            channel: self.channel as i32,
            address: self.address.clone(),
        }
    }
}

/// The position of a channel in the list. Page tokens have it as an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "KeyParts", into = "KeyParts")]
pub struct ChannelKey {
    /// 0 for a broken channel, 1 for a degraded one, 2 for one that works.
    pub rank: i32,
    pub community_tag: String,
    pub community_id: String,
    pub channel: i32,
    pub address: String,
}

type KeyParts = (i32, String, String, i32, String);

impl From<KeyParts> for ChannelKey {
    fn from((rank, community_tag, community_id, channel, address): KeyParts) -> Self {
        Self { rank, community_tag, community_id, channel, address }
    }
}

impl From<ChannelKey> for KeyParts {
    fn from(key: ChannelKey) -> Self {
        (key.rank, key.community_tag, key.community_id, key.channel, key.address)
    }
}
