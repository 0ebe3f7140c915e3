//! Communities and wishes for them in the contract's words.
use contract::v1;
use prost_reflect::ReflectMessage;

use super::model::{State, Wish};
use crate::community::{ASSOCIATIONS, Association};

/// The codes that a message names, by software: trimmed, empty where one is to be taken away.
/// Which field is whose is said in the contract.
#[must_use]
pub fn codes<M: ReflectMessage>(message: &M) -> Vec<(&'static Association, String)> {
    let message = message.transcode_to_dynamic();
    let code = |association: &'static Association| {
        let field = message.descriptor().get_field_by_json_name(&association.field)?;
        let value = message.get_field(&field);
        message.has_field(&field).then(|| (association, value.as_str().unwrap_or_default().trim().to_owned()))
    };
    ASSOCIATIONS.iter().filter_map(code).collect()
}

pub fn wish(wish: &Wish) -> v1::CommunityRequest {
    v1::CommunityRequest {
        id: wish.id.to_string(),
        company_id: wish.company_id.to_string(),
        community_name: wish.community_name.clone(),
        escalation_email: wish.escalation_email.clone(),
        secondary_escalation_emails: wish.secondary_escalation_emails.clone(),
        state: wish.state as i32,
        requested_by_id: wish.requested_by.to_string(),
        requested_by: wish.requested_by_name.clone(),
        decided_by: wish.decided_by.clone(),
        reason: wish.reason.clone(),
        community_id: wish.community_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        requested_at: Some(wish.requested_ms.into()),
        decided_at: wish.decided_ms.map(Into::into),
    }
}

/// The state that a list is narrowed to.
pub fn state(number: i32) -> Option<State> {
    State::try_from(number).ok()
}
