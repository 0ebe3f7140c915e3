//! Conversion of routing rules between the model and the contract.
use contract::v1;
use platform::ids::UserId;

use super::model::{Hours, NamedUser, RoutingRule, RoutingRuleId};

/// Converts a rule with the names of its users. The name of a deleted user is empty.
pub fn to_contract(rule: &RoutingRule, users: &[NamedUser]) -> v1::RoutingRule {
    let name = |id: &UserId| users.iter().find(|user| user.id == *id).map(|user| user.name.clone());
    v1::RoutingRule {
        id: rule.id.to_string(),
        name: rule.name.clone(),
        condition: Some(v1::RoutingCondition {
            channel: rule.channel,
            community_id: rule.community_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            category: rule.category.clone(),
            hours: rule.hours as i32,
        }),
        community_label: rule.community_tag.replace('_', " "),
        assignee_ids: rule.assignees.iter().map(ToString::to_string).collect(),
        assignee_names: rule.assignees.iter().map(|id| name(id).unwrap_or_default()).collect(),
    }
}

/// Converts the rule in a request.
pub fn from_contract(
    id: RoutingRuleId,
    position: i32,
    name: String,
    condition: Option<v1::RoutingCondition>,
    assignee_ids: Vec<String>,
) -> RoutingRule {
    let condition = condition.unwrap_or_default();
    RoutingRule {
        id,
        position,
        name,
        channel: condition.channel,
        community_id: (!condition.community_id.is_empty()).then(|| condition.community_id.as_str().into()),
        community_tag: String::new(),
        category: condition.category,
        hours: Hours::try_from(condition.hours).unwrap_or(Hours::Any),
        assignees: assignee_ids.into_iter().map(UserId).collect(),
    }
}
