//! What a community knows: its answers, and teaching the bot new ones.
//!
//! Each change counts up the community's knowledge version in the same transaction, by
//! which the bot notices it at the next question.
mod convert;
mod model;
mod rules;
mod service;
mod store;
mod training;

use platform::{Fault, Scope, Tx, ids::CommunityId};

pub use convert::answer as to_contract;
pub use model::{Answer, Lesson, Taught};
pub use service::Service;
pub use store::{count_use, find_by_question, for_bot, insert};
pub use training::{forget, teach};

/// A community's first answers, and the token of the next page.
///
/// # Errors
/// Those of storage.
pub async fn first_page(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<(Vec<Answer>, String), Fault> {
    let rows = store::search(tx, scope, community, "", None, limit).await?;
    Ok(platform::paging::page(rows, limit, model::Answer::key))
}
