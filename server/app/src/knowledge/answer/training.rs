//! Teaching the bot, and having it forget what it was just taught.
use platform::{Fault, Ids, Scope, Timestamp, Tx, events, ids::CommunityId};

use super::{
    history,
    model::{Answer, Cause, Owner, Taught, TrainingExample},
    rules, store,
};
use crate::tenancy::community;

/// Teaches a community's bot. A question that is there gets the new answer.
///
/// # Errors
/// `FAILED_PRECONDITION` when the community knows too much, or when the answer has as many samples
/// as it may and none of them was taught.
pub async fn teach(
    tx: &mut Tx,
    scope: &Scope,
    community_id: &CommunityId,
    example: &TrainingExample<'_>,
    ids: &Ids,
    now: Timestamp,
) -> Result<Taught, Fault> {
    rules::teachable(example.question)?;
    let owner = Owner::Community(community_id);
    let before = store::find_by_question(tx, scope, owner, example.question).await?;
    let taught = match before {
        Some(before) => {
            let mut after = rules::taught(&before, example, now)?;
            after.version = before.version + 1;
            store::save(tx, scope, &after).await?;
            history::changed(tx, scope, &before, &after, Cause::Escalation).await?;
            Taught { id: after.id, version: after.version, before: Some(before) }
        }
        None => {
            rules::has_room(owner, store::count(tx, scope, owner).await?)?;
            let mut answer = Answer {
                topic: rules::topic(example.topic),
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
            rules::add_taught(&mut answer, example.sample)?;
            if !store::insert(tx, scope, &answer).await? {
                return Err(rules::question_exists(owner));
            }
            history::began(tx, scope, &answer, Cause::Escalation).await?;
            Taught { id: answer.id, version: 1, before: None }
        }
    };
    community::touch_knowledge(tx, scope, community_id).await?;
    events::publish(tx, scope.company(), community_id, events::Kind::Answer, taught.id.as_str(), now);
    Ok(taught)
}

/// Takes a lesson back, and it alone, as somebody wants: what somebody changed since stays as they left it.
pub async fn forget(
    tx: &mut Tx,
    scope: &Scope,
    community_id: &CommunityId,
    taught: &Taught,
    by: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let owner = Owner::Community(community_id);
    let Some(current) = store::find(tx, scope, owner, &taught.id).await? else { return Ok(()) };
    let after = match (&taught.before, current.version == taught.version) {
        (Some(before), true) => Some(before.clone()),
        (None, true) => None,
        (before, false) => {
            let example = store::find_version(tx, scope, owner, &taught.id, taught.version).await?;
            let Some(example) = example else { return Ok(()) };
            Some(rules::untaught(&current, &example, before.as_ref()))
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
    events::publish(tx, scope.company(), community_id, events::Kind::Answer, taught.id.as_str(), now);
    Ok(())
}
