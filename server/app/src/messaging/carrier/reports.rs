//! Applies a carrier's reports on outgoing texts. Reports may be repeated and out of order; each counts once
//! and none moves a text back to an earlier status.
use platform::{Fault, Scope, Tx};

use super::{
    error_codes,
    model::{Delivery, Report, State},
    rules, store, twilio,
    twilio_webhooks::VerifiedRequest,
};
use crate::{
    context::Context,
    messaging::thread::{self, Conversation, NewStep, Status, StepKind},
    residents::consent::{self, ConsentSource, Evidence},
};

/// Applies a report on the attempt `attempt`, or on the attempt with the carrier's ID of the text. A report
/// on an unknown text has no effect.
pub async fn take(context: &Context, call: &VerifiedRequest, attempt: &str) -> Result<(), Fault> {
    let sid = Some(call.get("MessageSid")).filter(|sid| !sid.is_empty()).unwrap_or(call.get("SmsSid"));
    let word = call.get("MessageStatus");
    let Some(status) = twilio::status(word).filter(|_| !sid.is_empty()) else { return Ok(()) };
    let report = Report { sid, status, code: call.get("ErrorCode").parse().ok() };
    let scope = &call.scope;
    let mut tx = context.db.write(scope).await?;
    let Some(delivery) = find(&mut tx, scope, attempt, sid).await? else { return Ok(()) };
    if store::record_report(&mut tx, scope, sid, word, context.now()).await? {
        apply(&mut tx, scope, context, &delivery, &report).await?;
    }
    tx.commit().await
}

/// Returns the attempt, unless the carrier has another ID for its text.
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
    let from = [State::Sending, State::Unknown, State::Waiting, State::Accepted];
    store::set_state(tx, scope, &delivery.id, &from, State::Accepted, Some(report.sid), report.code).await?;
    let (id, status, now) = (&delivery.message_id, report.status, context.now());
    // The text was sent again in the meantime, so only a delivery still counts.
    if delivery.superseded && status != Status::Delivered {
        return Ok(());
    }
    let moved = thread::set_status(tx, scope, id, rules::before(status), status).await?;
    let Some(message) = thread::find_message(tx, scope, id).await? else { return Ok(()) };
    let Some(conversation) = thread::find(tx, scope, &message.conversation_id).await? else {
        return Ok(());
    };
    let words = error_codes::explain(report.code);
    if report.code == Some(error_codes::OPTED_OUT) {
        opted_out(tx, scope, context, &conversation, &words).await?;
    }
    if let Some(code) = report.code.filter(|code| error_codes::UNREACHABLE.contains(code)) {
        store::mark_unreachable(tx, scope, &conversation.phone, code, now).await?;
    } else if status == Status::Delivered {
        store::mark_reachable(tx, scope, &conversation.phone).await?;
    }
    let step = match status {
        Status::Failed => Some(StepKind::Failed),
        Status::Undelivered => Some(StepKind::Undelivered),
        _ => None,
    };
    if let Some(step) = step.filter(|_| moved) {
        thread::add_steps(tx, scope, id, &[NewStep::new(step, words)], now).await?;
    }
    thread::publish_change(tx, scope, &conversation, now);
    if let Some(blast) = &message.blast_id {
        thread::publish_blast_change(tx, scope, blast, now);
    }
    Ok(())
}

/// Records an opt-out of which only the carrier knew.
pub async fn opted_out(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    words: &str,
) -> Result<(), Fault> {
    let evidence = Evidence { source: ConsentSource::Carrier, words, message: None };
    consent::record_consent(
        tx,
        scope,
        context,
        &conversation.phone,
        consent::ConsentState::OptedOut,
        &evidence,
    )
    .await?;
    Ok(())
}
