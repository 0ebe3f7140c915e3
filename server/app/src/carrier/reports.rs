//! What a carrier reports on a text that went out. Reports come in any order and more than
//! once; each counts once and none takes a text back.
use platform::{Fault, Scope, Tx};

use super::{
    deliver,
    model::{Delivery, Report, State},
    rules, store, twilio,
    webhooks::Verified,
};
use crate::{
    context::Context,
    conversation::{self, Status},
};

/// Takes a report on the attempt that `attempt` names, or that has the carrier's name for it.
/// One that is nobody's has no effect.
///
/// # Errors
/// Those of storage.
pub async fn take(context: &Context, call: &Verified, attempt: &str) -> Result<(), Fault> {
    let sid = Some(call.get("MessageSid")).filter(|sid| !sid.is_empty()).unwrap_or(call.get("SmsSid"));
    let word = call.get("MessageStatus");
    let Some(status) = twilio::status(word).filter(|_| !sid.is_empty()) else { return Ok(()) };
    let report = Report { sid, status, code: call.get("ErrorCode").parse().ok() };
    let scope = &call.scope;
    let mut tx = context.db.write(scope).await?;
    let Some(delivery) = find(&mut tx, scope, attempt, sid).await? else { return Ok(()) };
    if store::first_time(&mut tx, scope, sid, word, context.now()).await? {
        apply(&mut tx, scope, context, &delivery, &report).await?;
    }
    tx.commit().await
}

/// The attempt, unless it is known under another name by now.
async fn find(tx: &mut Tx, scope: &Scope, attempt: &str, sid: &str) -> Result<Option<Delivery>, Fault> {
    let known = match attempt {
        "" => None,
        attempt => store::delivery(tx, scope, attempt).await?,
    };
    match known {
        Some(known) => Ok(Some(known).filter(|k| k.sid.as_deref().is_none_or(|known| known == sid))),
        None => store::delivery_by_sid(tx, scope, sid).await,
    }
}

async fn apply(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    delivery: &Delivery,
    report: &Report<'_>,
) -> Result<(), Fault> {
    let known = (State::Accepted, Some(report.sid), report.code);
    let from = [State::Sending, State::Unknown, State::Waiting, State::Accepted];
    store::settle(tx, scope, &delivery.id, &from, known).await?;
    let (id, status, now) = (&delivery.message_id, report.status, context.now());
    // Since then it was sent again; but what arrived has arrived.
    if delivery.past && status != Status::Delivered {
        return Ok(());
    }
    let moved = conversation::set_status(tx, scope, id, rules::before(status), status).await?;
    let Some(message) = conversation::find_message(tx, scope, id).await? else { return Ok(()) };
    let Some(conversation) = conversation::find(tx, scope, &message.conversation_id).await? else {
        return Ok(());
    };
    let words = rules::words(report.code);
    if report.code == Some(rules::OPTED_OUT) {
        deliver::opted_out(tx, scope, context, &conversation, &words).await?;
    }
    let step = match status {
        Status::Failed => Some("failed"),
        Status::Undelivered => Some("undelivered"),
        _ => None,
    };
    if let Some(step) = step.filter(|_| moved) {
        conversation::add_steps(tx, scope, id, &[(step, words)], now).await?;
    }
    conversation::announce(tx, scope, &conversation, now);
    Ok(())
}
