//! Changes a mailbox.
use platform::{Actor, Fault, Scope, Timestamp};

use super::{record, test_server::test_server};
use crate::{
    context::Context,
    email::mailbox::{
        load_password,
        model::{Changes, Mailbox, MailboxId},
        password, require, rules, secret_name, store,
    },
    operations::audit::{AuditAction, FieldChange},
};

/// Changes a mailbox. Changed settings of a mail server are tested first. `differences` describes the changes in the
/// audit trail.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT`; `MAILBOX_TEST_FAILED`, `TOO_MANY_TESTS`.
pub async fn update_mailbox(
    context: &Context,
    actor: &Actor,
    id: &MailboxId,
    changes: Changes,
    differences: impl Fn(&Mailbox, &Mailbox) -> Vec<FieldChange>,
) -> Result<Mailbox, Fault> {
    let scope = actor.scope();
    if changes.imap.is_some() || changes.imap_password.is_some() {
        test_change(context, &scope, id, &changes).await?;
    }
    let new_password = match changes.imap_password.clone() {
        Some(password) => Some(context.secrets.prepare(&scope, password).await?),
        None => None,
    };
    let mut tx = context.db.write(&scope).await?;
    let before = scope.require(store::lock(&mut tx, &scope, id).await?)?;
    let changed = rules::change(before.clone(), changes)?;
    store::save(&mut tx, &scope, &changed).await?;
    if let Some(password) = &new_password {
        context.secrets.put(&mut tx, &scope, &secret_name(id), password).await?;
    }
    if changed.imap != before.imap || new_password.is_some() {
        // The settings work now, so emails are received at the next opportunity.
        store::record_check(&mut tx, &scope, id, "", Timestamp(0)).await?;
    }
    if changed.imap.as_ref().map(|imap| &imap.host) != before.imap.as_ref().map(|imap| &imap.host) {
        store::delete_positions(&mut tx, &scope, id).await?;
    }
    let mut changes = differences(&before, &changed);
    changes.extend(new_password.is_some().then(|| FieldChange::without_values("imapPassword")));
    record(context, &mut tx, actor, AuditAction::MailboxUpdated, &changed, "Changed", changes).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Tests the settings that a mailbox would have after a change.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT`; `SECRET_MISSING`, `MAILBOX_TEST_FAILED`, `TOO_MANY_TESTS`.
async fn test_change(
    context: &Context,
    scope: &Scope,
    id: &MailboxId,
    changes: &Changes,
) -> Result<(), Fault> {
    load_password(context, scope, id).await?;
    let mut tx = context.db.read(scope).await?;
    let mailbox = require(&mut tx, scope, id).await?;
    let before = mailbox.imap.ok_or_else(rules::not_on_a_server)?;
    let after = changes.imap.as_ref().unwrap_or(&before);
    rules::check_imap(after)?;
    let password = match &changes.imap_password {
        Some(password) => password.clone(),
        None if after.has_same_login(&before) => password(&mut tx, scope, context, id).await?,
        None => return Err(rules::password_again()),
    };
    drop(tx);
    test_server(context, scope, after, &password).await
}
