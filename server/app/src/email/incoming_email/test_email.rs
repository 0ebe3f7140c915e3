//! Delivers emails that staff write as a homeowner.
use std::time::{Duration, SystemTime};

use lettre::{
    Address, Message,
    message::{Mailbox as Party, header::ContentType},
};
use platform::{Actor, Fault};

use super::{
    ingest::ingest,
    model::{Arrival, Ingested, TestEmail},
    rules,
};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessage, EmailThread},
        mailbox::{self, Mailbox, MailboxId, MailboxKind, parse_address},
    },
    operations::rate_limit,
};

/// Delivers a test email to a mailbox.
///
/// # Errors
/// `NOT_FOUND` for a mailbox or thread outside the scope; `INVALID_ARGUMENT` on missing or invalid fields;
/// `TOO_MANY_TEST_EMAILS`.
pub async fn deliver(
    context: &Context,
    actor: &Actor,
    id: &MailboxId,
    email: TestEmail,
) -> Result<Ingested, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let mailbox = mailbox::require(&mut tx, &scope, id).await?;
    if mailbox.kind != MailboxKind::Embedded {
        return Err(rules::not_embedded());
    }
    let reply_to = match &email.thread {
        None => None,
        Some(id) => {
            let thread = email_thread::require(&mut tx, &scope, id).await?;
            if thread.mailbox_id != mailbox.id {
                return Err(Fault::field("threadId", "This thread is in another mailbox."));
            }
            let newest = email_thread::newest_message(&mut tx, &scope, &thread.id).await?;
            Some((thread, newest))
        }
    };
    drop(tx);
    let raw = match email.raw {
        Some(raw) => raw,
        None => compose(context, &mailbox, &email, reply_to)?,
    };
    rate_limit::take(context, &rules::TEST_EMAILS, scope.company().as_str(), None).await?;
    ingest(context, &scope, &mailbox.id, raw, Arrival::New).await
}

/// Composes an email like a mail program.
fn compose(
    context: &Context,
    mailbox: &Mailbox,
    email: &TestEmail,
    reply_to: Option<(EmailThread, Option<EmailMessage>)>,
) -> Result<Vec<u8>, Fault> {
    let from = parse_address(&email.from_address).filter(|from| *from != mailbox.address);
    let from = from.ok_or_else(|| Fault::field("fromAddress", "Enter the homeowner's email address."))?;
    if email.text.trim().is_empty() {
        return Err(Fault::field("text", "Enter a text."));
    }
    let now = context.now();
    let subject = match (email.subject.trim(), &reply_to) {
        ("", Some((thread, _))) => format!("Re: {}", thread.subject),
        (subject, _) => subject.to_owned(),
    };
    let id: email_thread::EmailMessageId = context.ids.next(now);
    let domain = from.rsplit('@').next().unwrap_or_default();
    let party = |name: &str, address: &str| -> Result<Party, Fault> {
        let address: Address = address
            .parse()
            .map_err(|_| Fault::field("fromAddress", "Enter an email address, such as joan@example.com."))?;
        Ok(Party::new((!name.trim().is_empty()).then(|| name.trim().to_owned()), address))
    };
    let written = Duration::from_millis(u64::try_from(now.0).unwrap_or_default());
    let mut message = Message::builder()
        .from(party(&email.from_name, &from)?)
        .to(party(&mailbox.display_name, &mailbox.address)?)
        .subject(subject)
        .message_id(Some(format!("<{id}@{domain}>")))
        .date(SystemTime::UNIX_EPOCH + written)
        .header(ContentType::TEXT_PLAIN);
    let earlier = reply_to.and_then(|(_, newest)| newest).filter(|newest| !newest.message_id.is_empty());
    if let Some(earlier) = earlier {
        let mut references: Vec<String> =
            earlier.reference_ids.iter().rev().map(|id| format!("<{id}>")).collect();
        references.push(format!("<{}>", earlier.message_id));
        message = message.in_reply_to(format!("<{}>", earlier.message_id)).references(references.join(" "));
    }
    Ok(message.body(email.text.clone()).map_err(Fault::internal)?.formatted())
}
