//! Answers of communities, and answers of a company for all of its communities. A community also has
//! unanswered questions: answers with an empty text, which the bot never sends.
//!
//! The history of an answer records each version, its author and its cause; a removed answer can be
//! restored. Each change increases the knowledge version of the community or the company in the same
//! transaction, so that the bot reloads its index before the next question.
mod answer_file;
mod convert;
mod editing;
mod history;
mod jobs;
mod model;
mod rules;
mod seeding;
mod service;
mod store;
mod training;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

pub use answer_file::{propose_import, read as read_file};
pub use convert::answer as to_contract;
pub use jobs::{SEED_COMMUNITIES, SeedHandler, enqueue_seed};
use model::Listing;
pub use model::{
    Answer, AnswerId, CommunityAnswers, Proposal, ProposedKnowledge, TrainingExample, TrainingRecord,
    question_key,
};
pub use seeding::seed;
pub use service::{FileService, HistoryService, Service};
pub use store::{count_use, insert};
pub use training::{train, undo_training};

/// Returns the first page of a community's answers and the token of the next page.
pub async fn first_page(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<(Vec<Answer>, String), Fault> {
    let listing = Listing { query: "", answered: Some(true), until: None, after: None, limit };
    let rows = store::search(tx, scope, model::Owner::Community(community), listing).await?;
    Ok(platform::paging::page(rows, limit, Answer::key))
}

/// Returns the first answers that the scope's company has for all of its communities, and whether
/// there are more.
pub async fn company_page(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<(Vec<Answer>, bool), Fault> {
    let listing = Listing { query: "", answered: None, until: None, after: None, limit };
    let rows = store::search(tx, scope, model::Owner::Company, listing).await?;
    let (answers, next) = platform::paging::page(rows, limit, Answer::key);
    Ok((answers, !next.is_empty()))
}

/// Returns a community's own answer to a question.
pub async fn find_by_question(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    question: &str,
) -> Result<Option<Answer>, Fault> {
    store::find_by_question(tx, scope, model::Owner::Community(community), question).await
}

/// Returns an answer of a community or of its company.
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

/// Returns a community's own answers and its company's answers for all communities.
pub async fn own_and_shared(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
) -> Result<CommunityAnswers, Fault> {
    let own = store::all(tx, scope, model::Owner::Community(community)).await?;
    let shared = store::all(tx, scope, model::Owner::Company).await?;
    Ok(CommunityAnswers { own, shared })
}

/// Returns the answers that the bot uses for a community, and the community's unanswered questions.
pub async fn for_bot(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<Answer>, Fault> {
    let CommunityAnswers { own, shared } = own_and_shared(tx, scope, community).await?;
    Ok(rules::merge_shared(own, shared))
}

/// Returns a community's current knowledge and its knowledge after a change to one answer. Fails as
/// the change would.
///
/// # Errors
/// `NOT_FOUND`, `QUESTION_EXISTS`, `TOO_MANY_ANSWERS`; an invalid field.
pub fn propose_change(
    community: &CommunityId,
    CommunityAnswers { own, shared }: CommunityAnswers,
    proposal: Proposal,
    now: Timestamp,
) -> Result<ProposedKnowledge, Fault> {
    let proposed = rules::propose(model::Owner::Community(community), own.clone(), proposal, now)?;
    Ok(ProposedKnowledge {
        current: rules::merge_shared(own, shared.clone()),
        proposed: rules::merge_shared(proposed, shared),
    })
}
