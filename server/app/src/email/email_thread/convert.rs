//! Conversion of threads and emails between the model and the contract.
use contract::v1;
use platform::sms;

use super::model::{Attachment, EmailMessage, EmailStatus, EmailThread, Filter, ThreadState};
use crate::identity::user::Assignee;

fn small(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub fn thread(thread: &EmailThread) -> v1::EmailThread {
    v1::EmailThread {
        id: thread.id.to_string(),
        mailbox_id: thread.mailbox_id.to_string(),
        community_id: thread.community_id.to_string(),
        community_label: thread.community_tag.replace('_', " "),
        subject: thread.subject.clone(),
        participant_address: thread.participant_address.clone(),
        participant_name: thread.participant_name.clone(),
        unit: thread.unit.clone(),
        snippet: thread.snippet.clone(),
        state: thread.state as i32,
        snoozed_until: thread.snoozed_until_ms.map(Into::into),
        assignee_id: thread.assignee_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        assignee_name: thread.assignee_name.clone(),
        is_unread: thread.unread,
        has_attachments: thread.has_attachments,
        kind: thread.kind as i32,
        message_count: thread.message_count,
        last_message_at: Some(thread.last_message_ms.into()),
        version: small(thread.version),
        assigned_by_rule: thread.assigned_by_rule.clone(),
        priority: thread.priority as i32,
    }
}

/// Converts an email with its converted attachments.
pub fn message(message: &EmailMessage, attachments: Vec<v1::EmailAttachment>) -> v1::EmailMessage {
    let status = match (message.status, message.bounced) {
        (EmailStatus::Sent, true) => v1::EmailStatus::Bounced as i32,
        (status, _) => status as i32,
    };
    v1::EmailMessage {
        id: message.id.to_string(),
        mailbox_id: message.mailbox_id.to_string(),
        thread_id: message.thread_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        status,
        kind: message.kind as i32,
        from_address: message.from_address.clone(),
        from_name: message.from_name.clone(),
        to: message.to_addresses.clone(),
        cc: message.cc_addresses.clone(),
        subject: message.subject.clone(),
        text: message.text.clone(),
        quoted_text: message.quoted_text.clone(),
        html: message.html.clone(),
        blocked_image_count: message.blocked_image_count,
        problem: message.problem.clone(),
        bot_note: message.bot_note.clone(),
        attachments,
        author: message.author_name.clone(),
        at: Some(message.at_ms.into()),
        send_at: message.send_at_ms.map(Into::into),
    }
}

/// Converts an attachment with its link, which is empty if the file was not stored.
pub fn attachment(attachment: &Attachment, url: String) -> v1::EmailAttachment {
    v1::EmailAttachment {
        name: attachment.name.clone(),
        media_type: attachment.media_type.clone(),
        size_bytes: attachment.size_bytes,
        url,
        position: attachment.position,
    }
}

pub fn assignee(assignee: &Assignee) -> v1::EmailAssignee {
    v1::EmailAssignee { id: assignee.id.to_string(), name: assignee.name.clone() }
}

/// Converts a filter, normalized for comparison, with the longest words first.
pub fn filter(request: &v1::ListEmailThreadsRequest) -> Filter {
    let mut words = sms::words_of(&request.query);
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let filled = |id: &String| (!id.is_empty()).then(|| id.clone());
    Filter {
        mailbox: filled(&request.mailbox_id).map(Into::into),
        state: ThreadState::try_from(request.state).ok(),
        assignee: filled(&request.assignee_id).map(platform::ids::UserId),
        is_unread: request.is_unread,
        words,
    }
}
