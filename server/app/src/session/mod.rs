//! Signing in and out, and who the bearer of a token is.
//!
//! A token is 256 bits, stored hashed. What a session stands for is kept in memory for two
//! seconds, and no longer than until the server hears that it changed; so a revocation reaches
//! every server within five, whatever is lost.
mod convert;
mod login;
mod model;
mod password;
mod rules;
mod service;
mod sessions;
mod store;

pub use convert::{standing as standing_to_contract, user as user_to_contract};
pub use login::forget_attempts;
pub use model::{Account, CommunityOption, NamedAccounts, OpenSession, Staff};
pub use password::Passwords;
pub use rules::check_password;
pub use service::Service;
pub use sessions::{Sessions, changed, digest_of, end_sessions, forget_bygone, not_signed_in, person};
pub use store::{
    has_another_administrator, insert_staff, save_staff, search_staff, set_password, staff_by_email,
    staff_by_id, staff_of_company,
};

use std::collections::HashMap;

use platform::{Fault, Scope, Tx, ids::UserId};

/// The communities of the scope's company that each of its people sees, in their order; at most
/// 200 each.
///
/// # Errors
/// Those of storage.
pub async fn communities_of(
    tx: &mut Tx,
    scope: &Scope,
    people: &[Staff],
) -> Result<HashMap<UserId, Vec<CommunityOption>>, Fault> {
    let people: Vec<_> = people.iter().map(|staff| (staff.id.as_str(), staff.administers())).collect();
    store::communities(tx, scope.company(), &people).await
}
