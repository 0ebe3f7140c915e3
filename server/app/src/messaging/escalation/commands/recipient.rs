//! Finds the recipient of a notice.
use platform::{ErrorReason, Fault, Scope, Tx, phone::Phone};

use super::super::model::{ListedEscalation, NoticeChannel, NoticeRecipient, NoticeRequest};
use crate::{
    context::Context,
    email,
    messaging::{thread, web_chat},
    operations::mail::{self, EmailTransport},
};

/// Checks that emails are sent, and not only stored in the outbox.
///
/// # Errors
/// `FAILED_PRECONDITION` (`EMAIL_NOT_SET_UP`).
pub async fn require_email(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    match mail::transport(tx, scope, context).await? {
        EmailTransport::Outbox => Err(Fault::precondition(
            ErrorReason::EmailNotSetUp,
            "Email is not set up for your company. Notify the homeowner by text instead.",
        )),
        EmailTransport::Platform | EmailTransport::Company => Ok(()),
    }
}

/// Returns the recipient of a notice: the email thread or the web chat of the question, the resident who asked,
/// or another resident of the community. `None` if no notice was requested.
///
/// # Errors
/// `INVALID_ARGUMENT` if the community has no such resident, and for a web chat if the question did not come by
/// one; `EMAIL_NOT_SET_UP`.
pub async fn find_recipient(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    listed: &ListedEscalation,
    notice_request: Option<&NoticeRequest>,
) -> Result<Option<NoticeRecipient>, Fault> {
    let Some(notice_request) = notice_request else { return Ok(None) };
    if let Some(id) = &listed.escalation.email_thread_id {
        let thread = email::email_thread::require(tx, &scope.whole(), id).await?;
        return Ok(Some(NoticeRecipient::Thread(Box::new(thread))));
    }
    if let Some(id) = &listed.escalation.web_chat_id {
        let chat = web_chat::require(tx, &scope.whole(), id).await?;
        return Ok(Some(NoticeRecipient::Chat(Box::new(chat))));
    }
    let to = match notice_request.channel {
        NoticeChannel::Email => {
            require_email(tx, scope, context).await?;
            NoticeRecipient::Address(find_address(tx, scope, listed, notice_request.to.trim()).await?)
        }
        NoticeChannel::Text => {
            NoticeRecipient::Phone(find_phone(tx, scope, listed, &notice_request.to).await?)
        }
        NoticeChannel::Chat => return Err(no_web_chat("notifyHomeownerData.notificationType")),
    };
    Ok(Some(to))
}

/// Returns the error for a notice in a web chat of a question that did not come by one.
pub fn no_web_chat(field: &str) -> Fault {
    Fault::field(field, "This question did not come by web chat. Notify the homeowner by text or email.")
}

async fn find_phone(
    tx: &mut Tx,
    scope: &Scope,
    listed: &ListedEscalation,
    requested: &str,
) -> Result<Phone, Fault> {
    if let (true, Some(phone)) = (requested.is_empty(), &listed.phone) {
        return Ok(phone.clone());
    }
    let to = Phone::parse("notifyHomeownerData.to", requested)?;
    if listed.phone.as_ref() == Some(&to) {
        return Ok(to);
    }
    let known = thread::find_resident(tx, scope, &listed.escalation.community_id, &to).await?;
    match known {
        Some(_) => Ok(to),
        None => Err(Fault::field(
            "notifyHomeownerData.to",
            "No resident of this community has that phone number. Leave it blank to reply to the phone that asked.",
        )),
    }
}

async fn find_address(
    tx: &mut Tx,
    scope: &Scope,
    listed: &ListedEscalation,
    requested: &str,
) -> Result<String, Fault> {
    let own = listed.resident.email.as_str();
    if !own.is_empty() && (requested.is_empty() || requested.eq_ignore_ascii_case(own)) {
        return Ok(own.to_owned());
    }
    if requested.is_empty() {
        return Err(Fault::field(
            "notifyHomeownerData.to",
            "There is no email address for this resident. Notify them by text instead.",
        ));
    }
    let known = thread::find_email(tx, scope, &listed.escalation.community_id, requested).await?;
    known.ok_or_else(|| {
        Fault::field(
            "notifyHomeownerData.to",
            "No resident of this community has that email address. Leave it blank to reply to the resident who asked.",
        )
    })
}
