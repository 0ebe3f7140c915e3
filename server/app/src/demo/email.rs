//! The demo's mailboxes. Their emails are received as any other email is.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::{Maker, house};
use crate::{
    context::Context,
    email::{
        incoming_email::{self, Ingested},
        mailbox::{self, Mailbox, MailboxKind},
        outgoing_email::{self, SentReply},
    },
};

impl Maker<'_> {
    pub(super) async fn mailboxes(
        &self,
        tx: &mut Tx,
        context: &Context,
        scope: &Scope,
        company: &house::Company,
        communities: &[house::Community],
    ) -> Result<(), Fault> {
        for from in &company.mailboxes {
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
            for email in &from.emails {
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
        company: &house::Company,
        mailbox: &Mailbox,
        email: &house::ReceivedEmail,
    ) -> Result<(), Fault> {
        let at = self.ago(email.minutes_ago);
        let added = incoming_email::receive(tx, context, scope, mailbox, raw(mailbox, email), at).await?;
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
fn raw(mailbox: &Mailbox, email: &house::ReceivedEmail) -> Vec<u8> {
    let house::ReceivedEmail { from, name, subject, text, html, headers, minutes_ago, .. } = email;
    let (kind, body) = if html.is_empty() { ("plain", text) } else { ("html", html) };
    format!(
        "From: {name} <{from}>\r\nTo: {}\r\nSubject: {subject}\r\nMessage-ID: <{minutes_ago}.{from}>\r\n{headers}\
         Content-Type: text/{kind}; charset=utf-8\r\n\r\n{body}\r\n",
        mailbox.address
    )
    .into_bytes()
}
