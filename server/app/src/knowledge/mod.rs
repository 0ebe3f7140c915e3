//! What the bot knows: the answers of a community, those of its company for all communities,
//! and teaching the bot new ones.
//!
//! Each change counts up the knowledge version of the community or the company in the same
//! transaction, by which the bot notices it at the next question.
mod convert;
mod editing;
mod model;
mod rules;
mod service;
mod store;
mod training;

use platform::{Fault, Scope, Tx, ids::CommunityId};

pub use convert::answer as to_contract;
pub use model::{Answer, Lesson, Taught};
pub use service::Service;
pub use store::{count_use, for_bot, insert};
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
    let rows = store::search(tx, scope, model::Owner::Community(community), "", None, limit).await?;
    Ok(platform::paging::page(rows, limit, Answer::key))
}

/// The first answers that the scope's company has for all of its communities, and whether
/// there are more.
///
/// # Errors
/// Those of storage.
pub async fn company_page(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<(Vec<Answer>, bool), Fault> {
    let rows = store::search(tx, scope, model::Owner::Company, "", None, limit).await?;
    let (answers, next) = platform::paging::page(rows, limit, Answer::key);
    Ok((answers, !next.is_empty()))
}

/// The answer that a community of the scope has of its own to a question.
///
/// # Errors
/// Those of storage.
pub async fn find_by_question(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    question: &str,
) -> Result<Option<Answer>, Fault> {
    store::find_by_question(tx, scope, model::Owner::Community(community), question).await
}
