//! The audit trail. An event is recorded in the transaction of the action that it describes, and is never
//! changed.
mod convert;
mod model;
mod service;
mod store;

use platform::{Actor, Fault, Scope, Tx, request};

pub use service::Service;

use crate::context::Context;

/// An action to record in the audit trail.
pub struct AuditEvent<'a> {
    /// The action, such as "user.invited".
    pub action: &'static str,
    /// The id of the entity that was acted on; may be empty.
    pub subject: &'a str,
    /// The result in plain words. Never holds a secret or a resident's words.
    pub summary: String,
}

/// Records an action of a signed-in user.
pub async fn record(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    actor: &Actor,
    audit_event: AuditEvent<'_>,
) -> Result<(), Fault> {
    write(tx, scope, context, (actor.id.as_str(), &actor.name), audit_event).await
}

/// Records an action without a signed-in user: a sign-in, or the server's own work. `who` is the user's id
/// and name; both may be empty.
pub async fn write(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    who: (&str, &str),
    audit_event: AuditEvent<'_>,
) -> Result<(), Fault> {
    let now = context.now();
    let entry = model::Entry {
        id: context.ids.next(now),
        at_ms: now,
        actor_id: who.0.to_owned(),
        actor: who.1.to_owned(),
        action: audit_event.action.to_owned(),
        subject: audit_event.subject.to_owned(),
        summary: audit_event.summary,
        address: request::origin().map(|address| address.to_string()).unwrap_or_default(),
    };
    store::insert(tx, scope, &entry).await
}
