//! Conversion of mailboxes between the model and the contract.
use contract::v1;

use super::model::{Changes, ImapSettings, Mailbox, NewMailbox};
use crate::operations::mail::Security;

fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub fn mailbox(mailbox: &Mailbox) -> v1::Mailbox {
    v1::Mailbox {
        id: mailbox.id.to_string(),
        community_id: mailbox.community_id.to_string(),
        community_label: mailbox.community_tag.replace('_', " "),
        kind: mailbox.kind as i32,
        address: mailbox.address.clone(),
        display_name: mailbox.display_name.clone(),
        signature: mailbox.signature.clone(),
        last_received_at: mailbox.last_received_ms.map(Into::into),
        unread_count: small(mailbox.unread_count),
        draft_count: small(mailbox.draft_count),
        scheduled_count: small(mailbox.scheduled_count),
        version: small(mailbox.version),
        imap: mailbox.imap.as_ref().map(imap_to_contract),
        checked_at: mailbox.checked_ms.map(Into::into),
        problem: mailbox.problem.clone(),
    }
}

pub fn new_mailbox(request: v1::CreateMailboxRequest) -> NewMailbox {
    NewMailbox {
        community: request.community_id.into(),
        address: request.address,
        display_name: request.display_name,
        signature: request.signature,
        imap: request.imap.map(imap),
        imap_password: request.imap_password.into(),
    }
}

pub fn changes(request: v1::UpdateMailboxRequest) -> Changes {
    Changes {
        display_name: request.display_name,
        signature: request.signature,
        imap: request.imap.map(imap),
        imap_password: request.imap_password.map(Into::into),
    }
}

fn imap(settings: v1::ImapSettings) -> ImapSettings {
    let security = match settings.security() {
        v1::EmailSecurity::Tls => Security::Tls,
        v1::EmailSecurity::None => Security::None,
        v1::EmailSecurity::Starttls | v1::EmailSecurity::Unspecified => Security::StartTls,
    };
    let port = u16::try_from(settings.port).unwrap_or_default();
    ImapSettings::new(&settings.host, port, security, &settings.username, settings.folders)
}

fn imap_to_contract(settings: &ImapSettings) -> v1::ImapSettings {
    v1::ImapSettings {
        host: settings.host.clone(),
        port: i32::from(settings.port),
        security: settings.security() as i32,
        username: settings.username.clone(),
        folders: settings.folders.clone(),
    }
}
