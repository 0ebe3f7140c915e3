//! The notice to the homeowner that an escalation was answered.
use platform::{Actor, Fault, Scope, Timestamp, Tx, phone::Phone, sms};

use super::super::{
    model::{ListedEscalation, Notice, NoticeChannel, NoticeRecipient, ScheduledDelivery},
    rules,
};
use crate::{
    context::Context,
    email::{
        self,
        outgoing_email::{self, ThreadReply},
    },
    messaging::{
        carrier,
        thread::{self, Author, MessageId, NewMessage},
        web_chat::{self, StaffAnswer},
    },
    operations::mail::{self, Email},
    residents::homeowner,
    tenancy::company,
};

/// A notice to schedule.
pub struct NoticeDraft<'a> {
    pub to: &'a NoticeRecipient,
    /// The answer as staff wrote it, with placeholders for account details.
    pub answer: &'a str,
    /// Whether the caller may see account details. Otherwise the returned notice has placeholders.
    pub can_view_accounts: bool,
}

/// A scheduled notice.
pub struct ScheduledNotice {
    pub delivery: ScheduledDelivery,
    /// The notice, with account details hidden that the caller may not see.
    pub notice: Notice,
}

/// Stores a notice, which is sent when it can no longer be undone.
///
/// # Errors
/// Fails if account details cannot be filled in, or the text is too long.
pub async fn schedule_notice(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    listed: &ListedEscalation,
    draft: &NoticeDraft<'_>,
) -> Result<ScheduledNotice, Fault> {
    let scope = &actor.scope();
    let at = context.now().plus(rules::UNDO_WINDOW);
    let phone = match draft.to {
        NoticeRecipient::Phone(phone) => Some(phone),
        NoticeRecipient::Address(_) | NoticeRecipient::Thread(_) | NoticeRecipient::Chat(_) => None,
    };
    let (community, channel) = (&listed.escalation.community_id, draft.to.channel());
    let recipient = homeowner::Recipient { community, phone };
    let filled = fill_answer(tx, scope, context, &recipient, channel, draft.answer).await;
    let answer = match filled {
        Err(_) if !draft.can_view_accounts && sms::has_account_fields(draft.answer) => {
            return Err(homeowner::template_not_filled());
        }
        filled => filled?,
    };
    let mut notice = compose_notice(tx, scope, actor, listed, &answer, channel).await?;
    draft.to.as_str().clone_into(&mut notice.to);
    let delivery = match draft.to {
        NoticeRecipient::Phone(phone) => {
            rules::fits(&notice.body)?;
            let text = TextNotice { to: phone, body: &notice.body, at };
            ScheduledDelivery::Text(schedule_text(context, tx, actor, listed, &text).await?)
        }
        NoticeRecipient::Address(address) => {
            let subject = rules::SUBJECT.to_owned();
            let email = Email { to: address, subject, body: notice.body.clone(), withheld: false };
            ScheduledDelivery::Mail(mail::post(tx, scope, context, &email, at).await?)
        }
        NoticeRecipient::Thread(thread) => {
            let reply = ThreadReply { thread, author: Some(&actor.id), text: &notice.body, bot_note: "" };
            let whole = scope.whole();
            let scheduled = outgoing_email::schedule_reply(tx, context, &whole, &reply, at).await?;
            ScheduledDelivery::Email(scheduled)
        }
        NoticeRecipient::Chat(chat) => {
            let answer = StaffAnswer { author: &actor.id, body: &notice.body, visible_at: at };
            let whole = scope.whole();
            let scheduled = web_chat::schedule_answer(tx, context, &whole, chat, answer).await?.id;
            ScheduledDelivery::Chat(scheduled)
        }
    };
    if !draft.can_view_accounts {
        notice.body = compose_notice(tx, scope, actor, listed, draft.answer, channel).await?.body;
    }
    Ok(ScheduledNotice { delivery, notice })
}

/// Fills the placeholders of an answer with the data of the recipient's account. A visitor of a web chat is not
/// verified, so an answer in one has no placeholders.
///
/// # Errors
/// Fails if account details cannot be filled in.
pub async fn fill_answer(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    recipient: &homeowner::Recipient<'_>,
    channel: NoticeChannel,
    answer: &str,
) -> Result<String, Fault> {
    if channel == NoticeChannel::Chat && sms::has_account_fields(answer) {
        return Err(homeowner::template_not_filled());
    }
    homeowner::fill_staff_text(tx, scope, context, recipient, answer).await
}

struct TextNotice<'a> {
    to: &'a Phone,
    body: &'a str,
    /// Time at which it is sent.
    at: Timestamp,
}

async fn schedule_text(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    listed: &ListedEscalation,
    text: &TextNotice<'_>,
) -> Result<MessageId, Fault> {
    // A user who may answer the escalation may lack access to the conversation.
    let scope = &actor.scope().whole();
    let asked = match &listed.escalation.conversation_id {
        Some(conversation) => thread::find(tx, scope, conversation).await?,
        None => None,
    };
    let asked = asked.ok_or_else(|| Fault::not_found("conversation"))?;
    let (community, number) = (&listed.escalation.community_id, asked.number.as_str());
    let conversation =
        thread::open(tx, scope, community, text.to, number, &context.ids, context.now()).await?;
    let outbound =
        NewMessage { author: Author::Staff, staff: Some(&actor.id), body: text.body, decision: None };
    carrier::enqueue_message(tx, scope, context, &conversation, &outbound, text.at).await
}

/// Composes a notice to the resident who asked.
pub async fn compose_notice(
    tx: &mut Tx,
    scope: &Scope,
    actor: &Actor,
    listed: &ListedEscalation,
    answer: &str,
    channel: NoticeChannel,
) -> Result<Notice, Fault> {
    let company = company::require(tx, scope).await?;
    let signed = rules::signed(&company.customizations.signature, &actor.name, &company.name);
    let resident = &listed.resident;
    Ok(match channel {
        NoticeChannel::Email => {
            let body = rules::notice_body(&company.customizations.header, resident, answer, &signed);
            let subject = match &listed.escalation.email_thread_id {
                Some(thread) => outgoing_email::reply_subject(
                    &email::email_thread::require(tx, &scope.whole(), thread).await?,
                ),
                None => rules::SUBJECT.to_owned(),
            };
            Notice { channel, to: resident.email.clone(), subject: Some(subject), body }
        }
        NoticeChannel::Text => {
            let body = rules::notice(resident, answer, &signed);
            Notice { channel, to: listed.phone().to_owned(), subject: None, body }
        }
        NoticeChannel::Chat => {
            let body = rules::chat_notice(answer, &signed);
            Notice { channel, to: String::new(), subject: None, body }
        }
    })
}
