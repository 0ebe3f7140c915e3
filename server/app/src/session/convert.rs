//! Accounts in the contract's words.
use contract::v1;

use super::model::{Account, CommunityOption, Staff};

/// A member of staff with the communities that they see.
#[must_use]
pub fn user(staff: &Staff, communities: &[CommunityOption]) -> v1::User {
    let option =
        |c: &CommunityOption| v1::CommunityOption { value: c.id.clone(), label: c.tag.replace('_', " ") };
    v1::User {
        id: staff.id.to_string(),
        first_name: staff.first_name.clone(),
        last_name: staff.last_name.clone(),
        email: staff.email.clone(),
        role: staff.job_title.clone(),
        parlor_role: staff.parlor_role.clone(),
        company_id: staff.company_id.to_string(),
        text_communities_mapping: communities.iter().map(option).collect(),
        phone: staff.phone.clone(),
        preferred_vendors: staff.preferred_vendors.clone(),
        text_plan: staff.text_plan,
        is_restricted_view: staff.restricted_view,
    }
}

/// What holds for them.
pub fn standing(account: &Account) -> v1::Standing {
    v1::Standing {
        facts: account.actor.facts.iter().map(|fact| *fact as i32).collect(),
        options: account.actor.options.iter().map(|option| *option as i32).collect(),
    }
}
