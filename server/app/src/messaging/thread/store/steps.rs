//! Queries for processing steps.
use platform::{Fault, Scope, Timestamp, Tx, dialect};
use sqlx::types::Json;

use crate::messaging::thread::model::{ConversationId, MessageId, NewStep, Step, StepKind};

/// Adds the same step to several messages.
pub async fn add_step_to_all(
    tx: &mut Tx,
    scope: &Scope,
    messages: &[MessageId],
    kind: StepKind,
    reason: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO message_step (company_id, message_id, position, kind, reason, at_ms)
         SELECT $1, value, (SELECT count(*) FROM message_step k WHERE k.company_id = $1 AND k.message_id = value),
                $3, $4, $5
         FROM json_each($2)",
        "INSERT INTO message_step (company_id, message_id, position, kind, reason, at_ms)
         SELECT $1, m, (SELECT count(*) FROM message_step k WHERE k.company_id = $1 AND k.message_id = m),
                $3, $4, $5
         FROM jsonb_array_elements_text($2) AS m",
    ))
    .bind(scope.company().as_str())
    .bind(Json(messages))
    .bind(kind as i32)
    .bind(reason)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Adds a step to the newest text of a resident in a conversation.
pub async fn add_step_to_newest(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    kind: StepKind,
    reason: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO message_step (company_id, message_id, position, kind, reason, at_ms)
         SELECT $1, m.id, (SELECT count(*) FROM message_step k WHERE k.company_id = $1 AND k.message_id = m.id),
                $3, $4, $5
         FROM message m WHERE m.company_id = $1 AND m.conversation_id = $2 AND m.direction = 1
         ORDER BY m.created_ms DESC, m.id DESC LIMIT 1",
    )
    .bind(scope.company().as_str())
    .bind(conversation.as_str())
    .bind(kind as i32)
    .bind(reason)
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Adds steps to a message, in order.
pub async fn add_steps(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessageId,
    steps: &[NewStep],
    now: Timestamp,
) -> Result<(), Fault> {
    let steps: Vec<(i32, &str)> = steps.iter().map(|step| (step.kind as i32, step.reason.as_str())).collect();
    tx.query(dialect(
        "INSERT INTO message_step (company_id, message_id, position, kind, reason, at_ms)
         SELECT $1, $2, known.n + key, json_extract(value, '$[0]'), json_extract(value, '$[1]'), $4
         FROM json_each($3),
              (SELECT count(*) AS n FROM message_step WHERE company_id = $1 AND message_id = $2) known",
        "INSERT INTO message_step (company_id, message_id, position, kind, reason, at_ms)
         SELECT $1, $2, known.n + step.place - 1, (step.value->>0)::int, step.value->>1, $4
         FROM jsonb_array_elements($3) WITH ORDINALITY AS step (value, place),
              (SELECT count(*) AS n FROM message_step WHERE company_id = $1 AND message_id = $2) known",
    ))
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(Json(steps))
    .bind(now)
    .run()
    .await?;
    Ok(())
}

/// Returns the steps of messages, in order.
pub async fn steps(tx: &mut Tx, scope: &Scope, messages: &[&str]) -> Result<Vec<Step>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT message_id, kind, reason, at_ms FROM message_step WHERE company_id = $1
             AND message_id IN ",
            "$2",
            " ORDER BY message_id, position"
        ))
        .bind(scope.company().as_str())
        .bind(Json(messages))
        .all()
        .await?)
}
