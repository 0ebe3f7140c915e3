//! Conversion of user requests to the model.
use contract::v1;

use super::model::{AdministrativeChange, UserChange, UserDraft};

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

pub fn user_change(request: v1::UpdateUserRequest) -> UserChange {
    UserChange {
        first_name: request.first_name,
        last_name: request.last_name,
        phone: request.phone,
        preferred_vendors: list(request.preferred_vendors, request.clear_preferred_vendors),
        administrative: AdministrativeChange {
            email: request.email,
            job_title: request.role,
            parlor_role: request.parlor_role,
            text_plan: request.text_plan,
            restricted_view: request.is_restricted_view,
            communities: list(request.text_communities, request.clear_text_communities),
        },
    }
}

/// Returns `None` for an empty list, which keeps the values, unless `clear` is set.
fn list(items: Vec<String>, clear: bool) -> Option<Vec<String>> {
    if clear { Some(vec![]) } else { Some(items).filter(|items| !items.is_empty()) }
}
