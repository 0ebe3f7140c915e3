//! Making, changing and deleting communities, and wishes for new ones.
//!
//! A deleted community is archived at once and purged after 30 days. All of this links
//! communities to companies, so its transactions are the platform's and the company's in one:
//! each statement names whose data it is about.
mod acts;
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

pub use jobs::{PURGE, Purge};
pub use model::{Wish, WishId};
pub use rules::code;
pub use service::Service;
pub use store::insert_wish;

use crate::context::Context;

/// Whether there is such a community, deleted or not; the platform's own work.
///
/// # Errors
/// Those of storage.
pub async fn exists(tx: &mut Tx, id: &CommunityId) -> Result<bool, Fault> {
    Ok(store::companies(tx, id).await?.is_some())
}

/// Has others who change what a company has wait.
///
/// # Errors
/// `NOT_FOUND` when there is no such company.
pub async fn lock(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    match store::lock(tx, &[scope.company()]).await? {
        0 => Err(Fault::not_found("company")),
        _ => Ok(()),
    }
}

/// Deletes communities of a company, in a transaction of it and the platform: they are gone for
/// everybody, their numbers are free, and they are purged when they can be restored no longer.
///
/// # Errors
/// Those of storage.
pub async fn archive(
    tx: &mut Tx,
    context: &Context,
    ids: &[CommunityId],
    (reason, by): (&str, &str),
) -> Result<Timestamp, Fault> {
    let now = context.now();
    store::archive(tx, ids, reason, by, now).await?;
    Ok(now)
}
