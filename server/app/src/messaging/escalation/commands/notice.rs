//! The notice to the homeowner that an escalation was answered.
use platform::{Actor, Fault, Scope, Timestamp, Tx, phone::Phone, sms};

use super::{
    super::{
        model::{ListedEscalation, Notice, NoticeChannel, NoticeRecipient, ScheduledDelivery},
        rules,
    },
    answer_photos::{AnswerPhotos, link_photos},
};
use crate::{
    context::Context,
    email::{
        self,
        email_thread::EmailThread,
        outgoing_email::{self, ThreadReply},
    },
    messaging::{
        carrier, photo,
        thread::{self, Author, MessageId, NewMessage},
        web_chat::{self, StaffAnswer, WebChat},
    },
    operations::{
        file::{FileId, WrittenFile, WrittenPhoto},
        mail::{self, Email},
    },
    residents::homeowner,
    tenancy::company,
};

/// A notice to schedule.
pub struct NoticeDraft<'a> {
    pub to: &'a NoticeRecipient,
    /// The answer as staff wrote it, with placeholders for account details.
    pub answer: &'a str,
    pub photos: AnswerPhotos,
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
    draft: NoticeDraft<'_>,
) -> Result<ScheduledNotice, Fault> {
    let NoticeDraft { to, answer: written, photos, can_view_accounts } = draft;
    let scope = &actor.scope();
    let phone = match to {
        NoticeRecipient::Phone(phone) => Some(phone),
        NoticeRecipient::Address(_) | NoticeRecipient::Thread(_) | NoticeRecipient::Chat(_) => None,
    };
    let (community, channel) = (&listed.escalation.community_id, to.channel());
    let recipient = homeowner::Recipient { community, phone };
    let filled = fill_answer(tx, scope, context, &recipient, channel, written).await;
    let answer = match filled {
        Err(_) if !can_view_accounts && sms::has_account_fields(written) => {
            return Err(homeowner::template_not_filled());
        }
        filled => filled?,
    };
    let mut notice = compose_notice(tx, scope, actor, listed, &answer, channel).await?;
    to.as_str().clone_into(&mut notice.to);
    let delivery = match to {
        NoticeRecipient::Phone(phone) => {
            rules::fits(&notice.body)?;
            let at = context.now().plus(rules::UNDO_WINDOW);
            let text = TextNotice { to: phone, body: &notice.body, photos: photos.shown, at };
            ScheduledDelivery::Text(schedule_text(context, tx, actor, listed, text).await?)
        }
        NoticeRecipient::Address(address) => {
            let linked = link_photos(tx, scope, context, &answer, &photos.files).await?;
            notice.body = compose_notice(tx, scope, actor, listed, &linked.answer, channel).await?.body;
            schedule_email(context, tx, scope, address, &notice.body, linked.files).await?
        }
        NoticeRecipient::Thread(thread) => {
            schedule_reply(context, tx, actor, thread, &notice.body, &photos.files).await?
        }
        NoticeRecipient::Chat(chat) => {
            schedule_chat_answer(context, tx, actor, chat, &notice.body, &photos.shown).await?
        }
    };
    if !can_view_accounts {
        notice.body = compose_notice(tx, scope, actor, listed, written, channel).await?.body;
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
    photos: Vec<WrittenPhoto>,
    /// Time at which it is sent.
    at: Timestamp,
}

async fn schedule_text(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    listed: &ListedEscalation,
    text: TextNotice<'_>,
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
    let id = carrier::enqueue_message(tx, scope, context, &conversation, &outbound, text.at).await?;
    photo::insert_sent(tx, scope, context, &id, text.photos).await?;
    Ok(id)
}

async fn schedule_email(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    address: &str,
    body: &str,
    photos: Vec<FileId>,
) -> Result<ScheduledDelivery, Fault> {
    let (subject, body) = (rules::SUBJECT.to_owned(), body.to_owned());
    let email = Email { to: address, subject, body, withheld: false };
    let at = context.now().plus(rules::UNDO_WINDOW);
    let mail = mail::post(tx, scope, context, &email, at).await?;
    Ok(ScheduledDelivery::Mail { mail, photos })
}

async fn schedule_reply(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    thread: &EmailThread,
    body: &str,
    photos: &[WrittenFile],
) -> Result<ScheduledDelivery, Fault> {
    let whole = actor.scope().whole();
    let reply = ThreadReply { thread, author: Some(&actor.id), text: body, bot_note: "" };
    let at = context.now().plus(rules::UNDO_WINDOW);
    let scheduled = outgoing_email::schedule_reply(tx, context, &whole, &reply, at).await?;
    outgoing_email::attach_photos(tx, context, &whole, &scheduled, photos).await?;
    Ok(ScheduledDelivery::Email(scheduled))
}

async fn schedule_chat_answer(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    chat: &WebChat,
    body: &str,
    photos: &[WrittenPhoto],
) -> Result<ScheduledDelivery, Fault> {
    let visible_at = context.now().plus(rules::UNDO_WINDOW);
    let answer = StaffAnswer { author: &actor.id, body, photos, visible_at };
    let scheduled = web_chat::schedule_answer(tx, context, &actor.scope().whole(), chat, answer).await?;
    Ok(ScheduledDelivery::Chat(scheduled.message.id))
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
