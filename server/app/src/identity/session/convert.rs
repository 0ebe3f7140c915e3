//! Conversion of accounts to the contract.
use contract::v1;
use platform::Timestamp;

use super::model::{Account, CommunityOption, Staff, VendorContact};
use crate::{
    context::Context,
    operations::file::{self, FileId},
};

/// Maximum number of communities of a listed user.
const MAX_COMMUNITIES: usize = 200;

/// Like [`user`], with the first 200 communities, and whether there are more.
#[must_use]
pub fn listed_user(context: &Context, staff: &Staff, communities: &[CommunityOption]) -> v1::User {
    let (first, others) = communities.split_at(communities.len().min(MAX_COMMUNITIES));
    v1::User { has_more_text_communities: !others.is_empty(), ..user(context, staff, first) }
}

/// Converts a user with the communities that they can see. The assigned communities are left out.
#[must_use]
pub fn user(context: &Context, staff: &Staff, communities: &[CommunityOption]) -> v1::User {
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
        vendor_contacts: staff.vendor_contacts.iter().map(vendor_contact).collect(),
        text_plan: staff.text_plan,
        is_restricted_view: staff.restricted_view,
        header_image_url: staff
            .header_image
            .as_ref()
            .map_or(String::new(), |file| header_image_url(context, staff, file)),
        state: state(staff).into(),
        assigned_communities: None,
        has_more_text_communities: false,
    }
}

fn vendor_contact(contact: &VendorContact) -> v1::VendorContact {
    let VendorContact { name, email, phone, trade } = contact.clone();
    v1::VendorContact { name, email: (!email.is_empty()).then_some(email), phone, trade }
}

/// Returns the link to a header image. It is stable for a day and valid for at least a day, so that browsers can cache
/// the image.
fn header_image_url(context: &Context, staff: &Staff, file: &FileId) -> String {
    const DAY: i64 = 24 * 3600 * 1000;
    let until = Timestamp((context.now().0.div_euclid(DAY) + 2) * DAY);
    file::link(context, &staff.company_id, file, until)
}

fn state(staff: &Staff) -> v1::UserState {
    match (staff.active, staff.is_invited()) {
        (false, _) => v1::UserState::Deactivated,
        (true, true) => v1::UserState::Invited,
        (true, false) => v1::UserState::Active,
    }
}

/// Converts the entitlements of an account.
#[must_use]
pub fn entitlements(account: &Account) -> v1::Entitlements {
    v1::Entitlements {
        granted: account.actor.facts.iter().map(|fact| *fact as i32).collect(),
        options: account.actor.options.iter().map(|option| *option as i32).collect(),
        acting_company_id: account.actor.company.to_string(),
        acting_company_name: account.company_name.clone(),
    }
}
