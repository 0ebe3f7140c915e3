//! Requests for people in our own words.
use contract::v1;

use super::model::{Administrative, Change, Draft};

/// What both ways of making an account ask for.
macro_rules! draft {
    ($request:expr) => {{
        let request = $request;
        Draft {
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

pub fn created(request: v1::CreateUserRequest) -> Draft {
    draft!(request)
}

pub fn invited(request: v1::InviteUserRequest) -> Draft {
    draft!(request)
}

pub fn change(request: v1::UpdateUserRequest) -> Change {
    Change {
        first_name: request.first_name,
        last_name: request.last_name,
        phone: request.phone,
        preferred_vendors: list(request.preferred_vendors, request.clear_preferred_vendors),
        administrative: Administrative {
            email: request.email,
            job_title: request.role,
            parlor_role: request.parlor_role,
            text_plan: request.text_plan,
            restricted_view: request.is_restricted_view,
            communities: list(request.text_communities, request.clear_text_communities),
        },
    }
}

/// An empty list stays as it was, unless it is to be emptied.
fn list(items: Vec<String>, clear: bool) -> Option<Vec<String>> {
    if clear { Some(vec![]) } else { Some(items).filter(|items| !items.is_empty()) }
}
