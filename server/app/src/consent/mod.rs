//! Consent: whether a phone may be texted, since when and on what evidence. What changes it
//! is written into a ledger that only grows.
//!
//! Whoever texts first may be answered; whoever opts out hears one confirmation and nothing
//! more until they opt in again. Staff cannot undo that.
mod model;
mod rules;
mod store;

use platform::{Fault, Scope, Tx, phone::Phone};

pub use model::{Heard, Source, State};
pub use rules::{heard, help, opted_in, opted_out};

use crate::context::Context;

/// What a change of consent rests on.
pub struct Evidence<'a> {
    /// How it became known.
    pub source: Source,
    /// What was said or reported, in its own words.
    pub words: &'a str,
    /// The text that said it, if one did.
    pub message: Option<&'a str>,
}

/// The program of a company's texts. There is one so far, and STOP ends all of them.
const PROGRAM: &str = "texts";

/// Notes a phone's consent; false when it was so already.
///
/// # Errors
/// Those of storage.
pub async fn note(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    phone: &Phone,
    state: State,
    evidence: &Evidence<'_>,
) -> Result<bool, Fault> {
    let now = context.now();
    let whose = (phone, PROGRAM);
    // Texting first says nothing that was not known from somebody who has said more.
    let changed = match state {
        State::Implied => store::begin(tx, scope, whose, state, evidence.source, now).await?,
        _ => store::turn(tx, scope, whose, state, evidence.source, now).await?,
    };
    if changed {
        let id: String = context.ids.next(now);
        store::record(tx, scope, &id, whose, state, evidence, now).await?;
    }
    Ok(changed)
}

/// Whether a phone opted out of a company's texts.
///
/// # Errors
/// Those of storage.
pub async fn is_out(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<bool, Fault> {
    Ok(store::state(tx, scope, (phone, PROGRAM)).await? == Some(State::OptedOut))
}
