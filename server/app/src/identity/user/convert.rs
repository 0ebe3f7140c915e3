//! Conversion of user requests to the model.
use contract::v1;
use platform::{Fault, UpdateMask};

use super::model::{AdministrativeChange, AssignedCommunities, AssignmentChange, UserChange, UserDraft};
use crate::identity::session::VendorContact;

/// Converts the fields that both requests have.
macro_rules! draft {
    ($request:expr) => {{
        let request = $request;
        UserDraft {
            email: request.email,
            first_name: request.first_name,
            last_name: request.last_name,
            job_title: request.role,
            parlor_role: request.parlor_role,
            phone: request.phone,
            text_plan: request.text_plan,
            restricted_view: request.is_restricted_view,
            communities: request.text_communities,
        }
    }};
}

pub fn user_draft(request: v1::CreateUserRequest) -> UserDraft {
    draft!(request)
}

pub fn invited_user_draft(request: v1::InviteUserRequest) -> UserDraft {
    draft!(request)
}

fn vendor_contact(contact: v1::VendorContact) -> VendorContact {
    let v1::VendorContact { name, email, phone, trade } = contact;
    VendorContact { name, email: email.unwrap_or_default(), phone, trade }
}

pub fn assigned_communities(assigned: AssignedCommunities) -> v1::AssignedCommunities {
    v1::AssignedCommunities {
        ids: assigned.communities.into_iter().map(|community| community.id).collect(),
        total: i32::try_from(assigned.total).unwrap_or(i32::MAX),
    }
}

/// Converts a change of a user.
///
/// # Errors
/// `INVALID_ARGUMENT` if the update mask empties a field that may not be empty, or names no field.
pub fn user_change(request: v1::UpdateUserRequest) -> Result<UserChange, Fault> {
    let mask = UpdateMask::new(&request, request.update_mask.as_ref())?;
    Ok(UserChange {
        first_name: mask.required("first_name", request.first_name)?,
        last_name: mask.required("last_name", request.last_name)?,
        phone: mask.value("phone", request.phone),
        preferred_vendors: mask.list("preferred_vendors", request.preferred_vendors),
        vendor_contacts: mask
            .list("vendor_contacts", request.vendor_contacts)
            .map(|contacts| contacts.into_iter().map(vendor_contact).collect()),
        administrative: AdministrativeChange {
            email: mask.required("email", request.email)?,
            job_title: mask.required("role", request.role)?,
            parlor_role: mask.required("parlor_role", request.parlor_role)?,
            text_plan: mask.value("text_plan", request.text_plan),
            restricted_view: mask.value("is_restricted_view", request.is_restricted_view),
            communities: AssignmentChange {
                all: mask.list("text_communities", request.text_communities),
                removed: mask.list("remove_communities", request.remove_communities).unwrap_or_default(),
                added: mask.list("add_communities", request.add_communities).unwrap_or_default(),
            },
        },
    })
}
