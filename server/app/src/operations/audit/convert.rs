//! Conversion to the contract: Entries.
use contract::v1;

use super::model::{Entry, FieldChange};

pub fn entry(entry: &Entry) -> v1::AuditEntry {
    v1::AuditEntry {
        id: entry.id.clone(),
        at: Some(entry.at_ms.into()),
        actor_id: entry.actor_id.clone(),
        actor: entry.actor.clone(),
        action: entry.action,
        subject: entry.subject.clone(),
        summary: entry.summary.clone(),
        address: entry.address.clone(),
        changes: entry.changes.iter().map(change).collect(),
    }
}

fn change(change: &FieldChange) -> v1::AuditChange {
    let FieldChange { field, before, after } = change.clone();
    v1::AuditChange { field, before, after }
}
