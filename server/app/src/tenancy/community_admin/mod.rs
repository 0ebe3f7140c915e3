//! Administration of communities, and requests for new ones.
//!
//! A deleted community is archived at once and purged after 30 days. Commands link communities to companies, so
//! their transactions belong to both the platform and a company; every statement names its company.
mod commands;
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

pub use jobs::{PURGE, Purge};
pub use model::{CommunityRequest, CommunityRequestId};
pub use rules::code;
pub use service::Service;
pub use store::insert_community_request;

use crate::context::Context;

/// Returns whether a community exists, including deleted ones, in any company.
pub async fn exists(tx: &mut Tx, id: &CommunityId) -> Result<bool, Fault> {
    Ok(store::companies(tx, id).await?.is_some())
}

/// Blocks other changes to the communities of the scope's company until the transaction ends.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn lock(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    match store::lock(tx, &[scope.company()]).await? {
        0 => Err(Fault::not_found("company")),
        _ => Ok(()),
    }
}

/// Why and by whom communities are deleted.
#[derive(Clone, Copy)]
pub struct Deletion<'a> {
    pub reason: &'a str,
    /// The id of the user.
    pub deleted_by: &'a str,
}

/// Deletes communities in a transaction of their company and the platform: hides them from everyone and releases
/// their numbers. They are purged 30 days later. Returns the time of deletion.
pub async fn archive(
    tx: &mut Tx,
    context: &Context,
    ids: &[CommunityId],
    deletion: Deletion<'_>,
) -> Result<Timestamp, Fault> {
    let now = context.now();
    store::archive(tx, ids, deletion.reason, deletion.deleted_by, now).await?;
    Ok(now)
}
