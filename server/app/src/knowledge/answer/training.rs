//! Trains a community's bot with an answer of staff, and undoes the training.
use platform::{Fault, Ids, Scope, Timestamp, Tx, events, ids::CommunityId};

use super::{
    editing::require_room,
    history,
    model::{Answer, Cause, Owner, TrainingExample, TrainingRecord},
    rules, store,
};
use crate::tenancy::community;

/// Trains a community's bot. If the question exists, its answer is replaced.
///
/// # Errors
/// `TOO_MANY_ANSWERS`; `TOO_MANY_SAMPLES` if the answer has the maximum number of samples and none of them
/// was learned.
pub async fn train(
    tx: &mut Tx,
    scope: &Scope,
    community_id: &CommunityId,
    example: &TrainingExample<'_>,
    ids: &Ids,
    now: Timestamp,
) -> Result<TrainingRecord, Fault> {
    rules::check_question_length(example.question)?;
    let owner = Owner::Community(community_id);
    // Before the question is looked up: another user may be about to train the bot with the same one.
    store::lock(tx, scope, owner).await?;
    let before = store::find_by_question(tx, scope, owner, example.question).await?;
    let record = match before {
        Some(before) => {
            let mut after = rules::with_training(&before, example, now)?;
            after.version = before.version + 1;
            store::save(tx, scope, &after).await?;
            history::changed(tx, scope, &before, &after, Cause::Escalation).await?;
            TrainingRecord { id: after.id, version: after.version, before: Some(before) }
        }
        None => {
            require_room(tx, scope, owner).await?;
            let mut answer = Answer {
                category: rules::category(example.category_of_new()),
                source: format!("Answered by {}", example.by),
                updated_by: example.by.to_owned(),
                ..Answer::new(
                    ids.next(now),
                    community_id.clone(),
                    example.question.trim(),
                    example.answer,
                    now,
                )
            };
            rules::add_learned_sample(&mut answer, example.sample)?;
            if !store::insert(tx, scope, &answer).await? {
                return Err(rules::question_exists(owner));
            }
            history::insert_first_version(tx, scope, &answer, Cause::Escalation).await?;
            TrainingRecord { id: answer.id, version: 1, before: None }
        }
    };
    community::touch_knowledge(tx, scope, community_id).await?;
    events::publish(tx, scope.company(), community_id, events::Kind::Answer, record.id.as_str(), now);
    Ok(record)
}

/// Undoes one training example. Fields that were edited afterwards keep their values.
pub async fn undo_training(
    tx: &mut Tx,
    scope: &Scope,
    community_id: &CommunityId,
    record: &TrainingRecord,
    by: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let owner = Owner::Community(community_id);
    let Some(current) = store::find(tx, scope, owner, &record.id).await? else { return Ok(()) };
    let after = match (&record.before, current.version == record.version) {
        (Some(before), true) => Some(before.clone()),
        (None, true) => None,
        (before, false) => {
            let example = store::find_version(tx, scope, owner, &record.id, record.version).await?;
            let Some(example) = example else { return Ok(()) };
            Some(rules::without_training(&current, &example, before.as_ref()))
        }
    };
    match after {
        Some(after) => {
            let after = Answer { version: current.version + 1, ..after };
            store::save(tx, scope, &after).await?;
            let noted = Answer { updated_by: by.to_owned(), updated_ms: now, ..after };
            history::changed(tx, scope, &current, &noted, Cause::Undo).await?;
        }
        None => {
            store::delete(tx, scope, &current).await?;
            history::removed(tx, scope, &current, Cause::Undo, by, now).await?;
        }
    }
    community::touch_knowledge(tx, scope, community_id).await?;
    events::publish(tx, scope.company(), community_id, events::Kind::Answer, record.id.as_str(), now);
    Ok(())
}
