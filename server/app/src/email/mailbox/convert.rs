//! Conversion of mailboxes between the model and the contract.
use contract::v1;

use super::model::{Changes, Mailbox};

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
    }
}

pub fn changes(request: v1::UpdateMailboxRequest) -> Changes {
    Changes { display_name: request.display_name, signature: request.signature }
}
