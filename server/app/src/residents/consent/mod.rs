//! Consent: whether a phone number may be texted, since when and on what evidence. Each change is appended to
//! a ledger.
//!
//! A resident who texts first may be answered. A resident who opts out gets one confirmation and no further texts
//! until they opt in. Staff record what residents tell them outside of texts; they can undo only an opt-out that
//! staff recorded.
mod commands;
mod convert;
mod free_text;
mod keywords;
mod model;
mod ports;
mod replies;
mod rules;
mod service;
mod store;

use std::{
    collections::{BTreeSet, HashSet},
    time::Duration,
};

use platform::{Fault, Ids, Scope, Timestamp, Tx, phone::Phone};

pub use keywords::detect_intent;
pub use model::{ConsentIntent, ConsentSource, ConsentState};
use model::{NewEntry, PROGRAM, Subscription};
pub use ports::PhoneConversations;
pub use replies::{help_reply, opt_in_confirmation, opt_out_confirmation};
pub use service::Service;

use crate::context::Context;

/// The evidence of a change of consent.
pub struct Evidence<'a> {
    pub source: ConsentSource,
    /// The text or report, verbatim.
    pub words: &'a str,
    /// The id of the resident's message, if one caused the change.
    pub message: Option<&'a str>,
}

/// Time after a consent request in which a text counts as the answer, and therefore does not imply consent by
/// itself.
const ANSWER_WINDOW: Duration = Duration::from_secs(72 * 3_600);

/// Records a phone number's consent. Returns whether it changed.
pub async fn record_consent(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    phone: &Phone,
    state: ConsentState,
    evidence: &Evidence<'_>,
) -> Result<bool, Fault> {
    let now = context.now();
    let subscription = Subscription::of(phone);
    // Implied consent never replaces an explicit state.
    let changed = match state {
        ConsentState::Implied => {
            let asked = now.minus(ANSWER_WINDOW);
            store::insert_if_absent(tx, scope, subscription, state, evidence.source, now, asked).await?
        }
        _ => store::set_state(tx, scope, subscription, state, evidence.source, now).await?,
    };
    if changed {
        append_entry(tx, scope, &context.ids, subscription, state, evidence, now).await?;
    }
    Ok(changed)
}

/// Records that a phone number opted out by a keyword at a time in the past.
pub async fn record_past_opt_out(
    tx: &mut Tx,
    scope: &Scope,
    ids: &Ids,
    phone: &Phone,
    evidence: &Evidence<'_>,
    at: Timestamp,
) -> Result<(), Fault> {
    let (subscription, state) = (Subscription::of(phone), ConsentState::OptedOut);
    store::set_state(tx, scope, subscription, state, evidence.source, at).await?;
    append_entry(tx, scope, ids, subscription, state, evidence, at).await
}

/// Appends an entry that staff did not record to the ledger.
async fn append_entry(
    tx: &mut Tx,
    scope: &Scope,
    ids: &Ids,
    subscription: Subscription<'_>,
    state: ConsentState,
    evidence: &Evidence<'_>,
    at: Timestamp,
) -> Result<(), Fault> {
    let id: String = ids.next(at);
    let Evidence { source, words, message } = *evidence;
    let (recorded_by, given_on) = ("", "");
    let entry = NewEntry {
        id: &id,
        subscription,
        state,
        source,
        evidence: words,
        message,
        recorded_by,
        given_on,
        at,
    };
    store::append_entry(tx, scope, &entry).await
}

/// Records that phone numbers agreed to receive texts, according to an import. An explicit state is kept.
pub async fn record_imported(
    tx: &mut Tx,
    scope: &Scope,
    ids: &Ids,
    phones: &[Phone],
    evidence: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    let phones: BTreeSet<&str> = phones.iter().map(Phone::as_str).collect();
    let entries: Vec<_> = phones.into_iter().map(|phone| (ids.next::<String>(now), phone)).collect();
    store::opt_in_many(tx, scope, PROGRAM, &entries, ConsentSource::Import, evidence, now).await
}

/// Records that a blast asks phone numbers for consent. Each is asked once.
pub async fn record_requests(
    tx: &mut Tx,
    scope: &Scope,
    blast: &str,
    phones: &[&Phone],
    now: Timestamp,
) -> Result<(), Fault> {
    store::insert_requests(tx, scope, PROGRAM, blast, phones, now).await
}

/// Withdraws a blast's requests to phone numbers that did not get them, so that they can be asked again.
pub async fn withdraw_requests(
    tx: &mut Tx,
    scope: &Scope,
    blast: &str,
    phones: &[Phone],
) -> Result<(), Fault> {
    store::delete_requests(tx, scope, PROGRAM, blast, phones).await
}

/// Returns those of the given phone numbers that opted out of the company's texts.
pub async fn opted_out_among(tx: &mut Tx, scope: &Scope, phones: &[&Phone]) -> Result<HashSet<Phone>, Fault> {
    store::opted_out_among(tx, scope, PROGRAM, phones).await
}

/// Returns whether a phone number opted out of the company's texts.
pub async fn is_opted_out(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<bool, Fault> {
    let current = store::find(tx, scope, Subscription::of(phone)).await?;
    Ok(current.is_some_and(|current| current.state == ConsentState::OptedOut))
}
