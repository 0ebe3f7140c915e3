//! The audit trail: who did what. Entries are written in the transaction of the deed, and
//! never changed.
mod convert;
mod model;
mod service;
mod store;

use platform::{Actor, Fault, Scope, Tx, request};

pub use service::Service;

use crate::context::Context;

/// A deed.
pub struct Deed<'a> {
    /// What, such as "user.invited".
    pub action: &'static str,
    /// The id of what it was done to; may be empty.
    pub subject: &'a str,
    /// What it came to, in plain words; never a secret, never what a resident wrote.
    pub summary: String,
}

/// Writes down what somebody did to a company's things.
///
/// # Errors
/// Those of storage.
pub async fn record(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    actor: &Actor,
    deed: Deed<'_>,
) -> Result<(), Fault> {
    write(tx, scope, context, (actor.id.as_str(), &actor.name), deed).await
}

/// Writes down what happened without anybody who is signed in: a sign-in itself, or the
/// server's own work. `who` is an id and a name; both may be empty.
///
/// # Errors
/// Those of storage.
pub async fn write(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    who: (&str, &str),
    deed: Deed<'_>,
) -> Result<(), Fault> {
    let now = context.now();
    let entry = model::Entry {
        id: context.ids.next(now),
        at_ms: now,
        actor_id: who.0.to_owned(),
        actor: who.1.to_owned(),
        action: deed.action.to_owned(),
        subject: deed.subject.to_owned(),
        summary: deed.summary,
        address: request::origin().map(|address| address.to_string()).unwrap_or_default(),
    };
    store::insert(tx, scope, &entry).await
}
