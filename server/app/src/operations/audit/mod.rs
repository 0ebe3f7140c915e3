//! The audit trail. An event is recorded in the transaction of the action that it describes, and is never
//! changed.
mod changes;
mod convert;
mod model;
mod service;
mod store;

use platform::{Actor, Fault, Scope, Tx, request};
use sqlx::types::Json;

pub use changes::{differences, without_values};
pub use model::FieldChange;
pub use platform::AuditAction;
pub use service::Service;

use crate::context::Context;

/// An action to record in the audit trail.
#[derive(Clone)]
pub struct AuditEvent<'a> {
    pub action: AuditAction,
    /// The id of the entity that was acted on; may be empty.
    pub subject: &'a str,
    /// The result in plain words. Never holds a secret or a resident's words.
    pub summary: String,
}

impl<'a> AuditEvent<'a> {
    /// An action on something with a name. `what` says what was done, such as "Deleted the macro".
    pub fn named(action: AuditAction, what: &str, subject: &'a str, name: &str) -> Self {
        Self { action, subject, summary: format!("{what} \"{name}\"") }
    }
}

/// Who acted: a user, a person without an account, or the server itself, which has neither ID nor name.
#[derive(Clone, Copy, Default)]
pub struct AuditActor<'a> {
    /// ID of the user; empty without one.
    pub id: &'a str,
    pub name: &'a str,
}

/// Records an action of a signed-in user.
pub async fn record(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    actor: &Actor,
    audit_event: AuditEvent<'_>,
) -> Result<(), Fault> {
    record_changes(tx, scope, context, actor, audit_event, None).await
}

/// Records an action of a signed-in user with the fields that it changed.
pub async fn record_changes(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    actor: &Actor,
    audit_event: AuditEvent<'_>,
    changes: impl IntoIterator<Item = FieldChange>,
) -> Result<(), Fault> {
    let changes = changes.into_iter().collect();
    let audit_actor = AuditActor { id: actor.id.as_str(), name: actor.name.as_ref() };
    store::insert(tx, scope, &entry(context, audit_actor, audit_event, changes)).await
}

/// Records an action without a signed-in user: a sign-in, or the server's own work.
pub async fn write(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    actor: AuditActor<'_>,
    audit_event: AuditEvent<'_>,
) -> Result<(), Fault> {
    store::insert(tx, scope, &entry(context, actor, audit_event, Vec::new())).await
}

fn entry(
    context: &Context,
    actor: AuditActor<'_>,
    audit_event: AuditEvent<'_>,
    changes: Vec<FieldChange>,
) -> model::Entry {
    let now = context.now();
    model::Entry {
        id: context.ids.next(now),
        at_ms: now,
        actor_id: actor.id.to_owned(),
        actor: actor.name.to_owned(),
        action: audit_event.action as i32,
        subject: audit_event.subject.to_owned(),
        summary: audit_event.summary,
        address: request::origin().map(|address| address.to_string()).unwrap_or_default(),
        changes: Json(changes),
    }
}
