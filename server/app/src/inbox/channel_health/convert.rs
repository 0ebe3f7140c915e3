//! Conversion of the health of channels to the contract.
use contract::v1;

use super::model::ChannelHealth;

pub fn channel(health: ChannelHealth) -> v1::ChannelHealth {
    v1::ChannelHealth {
        channel: health.channel as i32,
        community_id: health.community_id.to_string(),
        community_label: health.community_tag.replace('_', " "),
        address: health.address,
        state: health.state as i32,
        problem: health.problem,
        problem_since: health.problem_since_ms.map(Into::into),
        last_success_at: health.last_success_ms.map(Into::into),
        carrier: health.carrier.map_or(0, |carrier| carrier as i32),
    }
}
