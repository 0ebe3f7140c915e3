//! Conversion of usages to the contract.
use contract::v1;

use super::model::Usage;

pub fn usage(usage: &Usage) -> v1::TextPlanUsage {
    v1::TextPlanUsage {
        community_id: usage.community_id.to_string(),
        community_label: usage.community_label.clone(),
        month: usage.month.to_string(),
        used_segments: usage.used,
        included_segments: usage.included,
        level: usage.level() as i32,
    }
}
