//! Signing in and out, and authentication by session token.
//!
//! A token has 256 bits and is stored hashed. Sessions are cached for 2 seconds and invalidated by signals, so a
//! revocation reaches every server within 5 seconds even if a signal is lost.
mod authentication;
mod convert;
mod login;
mod model;
mod password;
mod password_strength;
mod rules;
mod service;
mod store;

pub use authentication::{
    ResolvedSession, Sessions, delete_expired, digest_of, end_sessions, not_signed_in, sessions_changed,
    user_key,
};
pub use convert::{
    entitlements as entitlements_to_contract, listed_user as listed_user_to_contract,
    user as user_to_contract,
};
pub use login::{clear_failed_logins, is_trusted_client_here};
pub use model::{
    Account, CommunityOption, NamedAccounts, OpenSession, PasswordOwner, Staff, StaffKey, UserKey,
    VendorContact,
};
pub use password::Passwords;
pub use rules::scope_of_user;
pub use service::{Service, current_user};
pub use store::{
    has_another_administrator, insert_staff, save_staff, search_staff, set_password, staff_by_email,
    staff_by_id, staff_of_company,
};

use std::collections::HashMap;

use platform::{Fault, Scope, Tx, ids::UserId};

/// Returns the communities of the scope's company that each user can see, in the user's order; at most 201 each, one
/// more than the contract has.
pub async fn communities_of(
    tx: &mut Tx,
    scope: &Scope,
    people: &[Staff],
) -> Result<HashMap<UserId, Vec<CommunityOption>>, Fault> {
    let people: Vec<_> = people.iter().map(|staff| (staff.id.as_str(), staff.administers())).collect();
    store::communities(tx, scope.company(), &people).await
}

/// Returns the facts about a user that a password must not contain. For platform use.
pub async fn password_owner(tx: &mut Tx, staff: &Staff) -> Result<PasswordOwner, Fault> {
    let company = store::features(tx, &staff.company_id).await?.map(|features| features.name);
    Ok(PasswordOwner {
        email: staff.email.clone(),
        first_name: staff.first_name.clone(),
        last_name: staff.last_name.clone(),
        company: company.unwrap_or_default(),
    })
}
