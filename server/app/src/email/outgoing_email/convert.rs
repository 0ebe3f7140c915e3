//! Conversion of emails that staff write from the contract.
use contract::v1;

use super::model::DraftContent;
use crate::email::email_thread::EmailStatus;

pub fn draft_content(request: v1::SaveEmailDraftRequest) -> DraftContent {
    let filled = |id: String| (!id.is_empty()).then_some(id);
    DraftContent {
        id: filled(request.id).map(Into::into),
        mailbox: request.mailbox_id.into(),
        thread: filled(request.thread_id).map(Into::into),
        to: request.to,
        cc: request.cc,
        subject: request.subject,
        text: request.text,
    }
}

/// Converts the status of a list; unset means drafts.
pub fn listed_status(status: i32) -> EmailStatus {
    match EmailStatus::try_from(status) {
        Ok(EmailStatus::Scheduled) => EmailStatus::Scheduled,
        Ok(EmailStatus::Sent) => EmailStatus::Sent,
        _ => EmailStatus::Draft,
    }
}
