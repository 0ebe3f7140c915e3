//! Commands on mailboxes, and what they share.
mod create_mailbox;
mod delete_mailbox;
mod test_server;
mod update_mailbox;

use platform::{Actor, Fault, Tx};

pub use create_mailbox::create_mailbox;
pub use delete_mailbox::delete_mailbox;
pub use update_mailbox::update_mailbox;

use super::model::Mailbox;
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

/// Records a command on a mailbox in the audit trail. `verb` begins its summary.
async fn record(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    action: AuditAction,
    mailbox: &Mailbox,
    verb: &str,
    changes: Vec<FieldChange>,
) -> Result<(), Fault> {
    let summary = format!("{verb} the mailbox {}", mailbox.address);
    let event = AuditEvent { action, subject: mailbox.id.as_str(), summary };
    audit::record_changes(tx, &actor.scope(), context, actor, event, changes).await
}
