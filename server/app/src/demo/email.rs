//! The demo's mailboxes. Their emails are received as any other email is.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::{Maker, dataset};
use crate::{
    context::Context,
    email::{
        incoming_email::{self, Ingested, PreparedEmail},
        mailbox::{self, Mailbox, MailboxKind},
        outgoing_email::{self, SentReply},
    },
};

/// The demo's emails of one mailbox, each as it is received.
pub(super) type Received = Vec<PreparedEmail>;

impl Maker<'_> {
    /// Prepares the emails of the mailboxes of a company, in their order.
    pub(super) async fn received(
        &self,
        context: &Context,
        scope: &Scope,
        company: &dataset::Company,
    ) -> Result<Vec<Received>, Fault> {
        let mut received = Vec::with_capacity(company.mailboxes.len());
        for mailbox in &company.mailboxes {
            let mut emails = Vec::with_capacity(mailbox.emails.len());
            for email in &mailbox.emails {
                emails.push(incoming_email::prepare(context, scope, raw(&mailbox.address, email)).await?);
            }
            received.push(emails);
        }
        Ok(received)
    }

    pub(super) async fn mailboxes(
        &self,
        tx: &mut Tx,
        context: &Context,
        scope: &Scope,
        company: &dataset::Company,
        received: Vec<Received>,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        for (from, received) in company.mailboxes.iter().zip(received) {
            let Some(community) = communities.iter().find(|one| one.tag == from.community) else { continue };
            let stored = Mailbox {
                id: from.id.as_str().into(),
                community_id: community.id(),
                community_tag: community.tag.clone(),
                kind: MailboxKind::Embedded,
                imap: None,
                checked_ms: None,
                problem: String::new(),
                address: from.address.clone(),
                display_name: from.display_name.clone(),
                signature: from.signature.clone(),
                last_received_ms: None,
                unread_count: 0,
                draft_count: 0,
                scheduled_count: 0,
                version: 1,
            };
            mailbox::insert(tx, scope, &stored).await?;
            for email in from.emails.iter().zip(received) {
                self.email(tx, context, scope, company, &stored, email).await?;
            }
        }
        Ok(())
    }

    async fn email(
        &self,
        tx: &mut Tx,
        context: &Context,
        scope: &Scope,
        company: &dataset::Company,
        mailbox: &Mailbox,
        (email, received): (&dataset::ReceivedEmail, PreparedEmail),
    ) -> Result<(), Fault> {
        let at = self.ago(email.minutes_ago);
        let added = incoming_email::receive(tx, context, scope, mailbox, received, at).await?;
        let (Ingested::Added(thread), Some(staff), false) =
            (added, company.staff.first(), email.reply.is_empty())
        else {
            return Ok(());
        };
        let reply = SentReply {
            thread: &thread,
            author: UserId(staff.id.clone()),
            text: &email.reply,
            at: self.ago(email.reply_minutes_ago),
        };
        outgoing_email::insert_reply(tx, context, scope, mailbox, reply).await
    }
}

/// Returns the email as a mail program sends it.
fn raw(mailbox: &str, email: &dataset::ReceivedEmail) -> Vec<u8> {
    let dataset::ReceivedEmail { from, name, subject, text, html, headers, minutes_ago, .. } = email;
    let (kind, body) = if html.is_empty() { ("plain", text) } else { ("html", html) };
    format!(
        "From: {name} <{from}>\r\nTo: {mailbox}\r\nSubject: {subject}\r\nMessage-ID: <{minutes_ago}.{from}>\r\n{headers}\
         Content-Type: text/{kind}; charset=utf-8\r\n\r\n{body}\r\n"
    )
    .into_bytes()
}
