//! Conversion of community requests and association codes between the model and the contract.
use contract::v1;
use platform::{Fault, UpdateMask};
use prost_reflect::ReflectMessage;

use super::model::{CommunityRequest, RequestState};
use super::model::{CreateCommunity, UpdateCommunity};
use crate::tenancy::community::{ASSOCIATIONS, Association};

/// Returns the trimmed codes that a message sets, with their software; an empty code removes one. The contract
/// maps fields to software.
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

pub fn community_request(request: &CommunityRequest) -> v1::CommunityRequest {
    v1::CommunityRequest {
        id: request.id.to_string(),
        company_id: request.company_id.to_string(),
        community_name: request.community_name.clone(),
        escalation_email: request.escalation_email.clone(),
        secondary_escalation_emails: request.secondary_escalation_emails.clone(),
        state: request.state as i32,
        requested_by_id: request.requested_by.to_string(),
        requested_by: request.requested_by_name.clone(),
        decided_by: request.decided_by.clone(),
        reason: request.reason.clone(),
        community_id: request.community_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        requested_at: Some(request.requested_ms.into()),
        decided_at: request.decided_ms.map(Into::into),
    }
}

/// Converts a request for a new community.
pub fn create_community(request: v1::CreateCommunityRequest) -> CreateCommunity {
    CreateCommunity {
        codes: codes(&request),
        catalog: request.catalog(),
        label: request.label,
        number: request.number,
        time_zone: request.time_zone,
        units: request.units,
        escalation_email: request.escalation_email,
        secondary_escalation_emails: request.secondary_escalation_emails,
        request: Some(request.request_id).filter(|id| !id.is_empty()).map(Into::into),
    }
}

/// Converts a change of a community.
///
/// # Errors
/// `INVALID_ARGUMENT` if the update mask empties the name or the escalation contact, or names no field.
pub fn update_community(request: v1::UpdateCommunityRequest) -> Result<UpdateCommunity, Fault> {
    let mask = UpdateMask::new(&request, request.update_mask.as_ref())?;
    let companies = mask.list("company", request.company.clone());
    Ok(UpdateCommunity {
        codes: changed_codes(&request, &mask),
        id: request.id.into(),
        label: mask.required("label", request.label)?,
        number: mask.value("number", request.number),
        time_zone: mask.value("time_zone", request.time_zone),
        units: mask.value("units", request.units),
        escalation_email: mask.required("escalation_email", request.escalation_email)?,
        secondary_escalation_emails: mask
            .list("secondary_escalation_emails", request.secondary_escalation_emails),
        companies: companies.map(|ids| ids.into_iter().map(Into::into).collect()),
    })
}

/// Returns the codes that a request changes; an empty code removes one.
fn changed_codes(
    request: &v1::UpdateCommunityRequest,
    mask: &UpdateMask,
) -> Vec<(&'static Association, String)> {
    let set = codes(request);
    let of = |association: &'static Association| {
        let code = set.iter().find(|(other, _)| other.field == association.field);
        let changed = mask.value(&association.field, code.map(|(_, code)| code.clone()));
        changed.map(|code| (association, code))
    };
    ASSOCIATIONS.iter().filter_map(of).collect()
}

/// Returns the state that a list is filtered by.
pub fn state(number: i32) -> Option<RequestState> {
    RequestState::try_from(number).ok()
}
