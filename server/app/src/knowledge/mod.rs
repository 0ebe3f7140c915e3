//! What the bot knows: the answers of a community, those of its company for all communities,
//! and teaching the bot new ones. Beside its answers a community has questions that wait for one:
//! they have an empty answer, and the bot never replies with it.
//!
//! Of each answer the history keeps what it was, by whom and by what it changed; what was removed can
//! be brought back. Each change counts up the knowledge version of the community or the company in the same
//! transaction, by which the bot notices it at the next question.
mod convert;
mod editing;
mod filing;
mod history;
mod jobs;
mod model;
mod rules;
mod service;
mod starting;
mod store;
mod training;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

pub use convert::answer as to_contract;
pub use filing::{proposed as proposed_by_file, read as read_file};
pub use jobs::{START, Start, start_soon};
use model::Listing;
pub use model::{Answer, AnswerId, Known, Lesson, Proposal, Taught, question_key};
pub use service::{FileService, HistoryService, Service};
pub use starting::start;
pub use store::{count_use, insert};
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
    let listing = Listing { words: "", answered: Some(true), until: None, after: None, limit };
    let rows = store::search(tx, scope, model::Owner::Community(community), listing).await?;
    Ok(platform::paging::page(rows, limit, Answer::key))
}

/// The first answers that the scope's company has for all of its communities, and whether
/// there are more.
///
/// # Errors
/// Those of storage.
pub async fn company_page(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<(Vec<Answer>, bool), Fault> {
    let listing = Listing { words: "", answered: None, until: None, after: None, limit };
    let rows = store::search(tx, scope, model::Owner::Company, listing).await?;
    let (answers, next) = platform::paging::page(rows, limit, Answer::key);
    Ok((answers, !next.is_empty()))
}

/// Which day it is somewhere.
#[must_use]
pub fn day(time_zone: &str, now: Timestamp) -> jiff::civil::Date {
    rules::day(time_zone, now)
}

/// Which day it is somewhere, as `2026-12-31`.
#[must_use]
pub fn today(time_zone: &str, now: Timestamp) -> String {
    rules::day(time_zone, now).to_string()
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

/// An answer that the bot of a community of the scope may know: the community's own or its company's.
///
/// # Errors
/// Those of storage.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &AnswerId,
) -> Result<Option<Answer>, Fault> {
    match store::find(tx, scope, model::Owner::Community(community), id).await? {
        Some(own) => Ok(Some(own)),
        None => store::find(tx, scope, model::Owner::Company, id).await,
    }
}

/// What a community of the scope has of its own, and what its company has for all of its communities.
///
/// # Errors
/// Those of storage.
pub async fn own_and_shared(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
) -> Result<(Vec<Answer>, Vec<Answer>), Fault> {
    let own = store::all(tx, scope, model::Owner::Community(community)).await?;
    Ok((own, store::all(tx, scope, model::Owner::Company).await?))
}

/// All that the bot knows in a community of the scope, and the questions that wait there.
///
/// # Errors
/// Those of storage.
pub async fn for_bot(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<Answer>, Fault> {
    let (own, shared) = own_and_shared(tx, scope, community).await?;
    Ok(rules::known(own, shared))
}

/// What the bot knows of a community, beside what it would know after a change.
///
/// # Errors
/// Those of the change.
pub fn proposed(
    community: &CommunityId,
    (own, shared): (Vec<Answer>, Vec<Answer>),
    proposal: Proposal,
    now: Timestamp,
) -> Result<Known, Fault> {
    let then = rules::proposed(model::Owner::Community(community), own.clone(), proposal, now)?;
    Ok(Known { now: rules::known(own, shared.clone()), then: rules::known(then, shared) })
}
