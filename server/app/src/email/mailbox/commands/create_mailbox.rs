//! Creates a mailbox.
use platform::{Actor, Fault};

use super::{record, test_server::test_server};
use crate::{
    context::Context,
    email::mailbox::{
        model::{Mailbox, MailboxKind, NewMailbox},
        rules, secret_name, store,
    },
    operations::audit::AuditAction,
    tenancy::community,
};

/// Creates a mailbox. One on a mail server is tested first.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT`; `MAILBOX_TEST_FAILED`, `TOO_MANY_TESTS`;
/// `MAILBOX_ADDRESS_TAKEN`.
pub async fn create_mailbox(context: &Context, actor: &Actor, new: NewMailbox) -> Result<Mailbox, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.read(&scope).await?;
    let community = community::require(&mut tx, &scope, &new.community).await?;
    drop(tx);
    rules::check_display_name(&new.display_name)?;
    let address = rules::parse_address(&new.address)
        .ok_or_else(|| Fault::field("address", "Enter an email address, such as office@example.com."))?;
    if let Some(imap) = &new.imap {
        rules::check_imap(imap)?;
        test_server(context, &scope, imap, &new.imap_password).await?;
    }
    let created = Mailbox {
        id: context.ids.next(now),
        community_id: community.id,
        community_tag: community.tag,
        kind: if new.imap.is_some() { MailboxKind::Imap } else { MailboxKind::Embedded },
        address,
        display_name: new.display_name.trim().to_owned(),
        signature: new.signature.trim().to_owned(),
        last_received_ms: None,
        unread_count: 0,
        draft_count: 0,
        scheduled_count: 0,
        version: 1,
        imap: new.imap,
        checked_ms: None,
        problem: String::new(),
    };
    let password = context.secrets.prepare(&scope, new.imap_password).await?;
    let mut tx = context.db.write(&scope).await?;
    if !store::insert(&mut tx, &scope, &created).await? {
        return Err(rules::address_taken(&created.address));
    }
    if created.imap.is_some() {
        context.secrets.put(&mut tx, &scope, &secret_name(&created.id), &password).await?;
    }
    record(context, &mut tx, actor, AuditAction::MailboxCreated, &created, "Created", vec![]).await?;
    tx.commit().await?;
    Ok(created)
}
