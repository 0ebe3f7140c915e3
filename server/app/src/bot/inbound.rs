//! Receives inbound texts: stores them, applies compliance keywords, and queues the rest for the bot.
use std::time::Duration;

use platform::{Fault, Scope, Tx, jobs, phone::Phone};

use super::compliance;
use crate::{
    context::Context,
    messaging::{
        carrier,
        photo::{self, NewPhoto},
        thread::{self, MessageId, NewStep, StepKind},
    },
    residents::consent,
    tenancy::community::TextNumber,
};

/// Time after a blast in which a text counts as a reply to it.
const REPLY_WINDOW: Duration = Duration::from_secs(72 * 3_600);

/// Job kind of [`super::AnswerText`].
pub const ANSWER: jobs::JobKind = jobs::JobKind::AnswerText;

/// The source of an inbound text.
#[derive(Clone, Copy)]
pub enum Origin {
    /// The built-in test phone. The text is test traffic.
    TestPhone,
    /// A carrier, with the consent keyword that the carrier already handled, if any.
    Carrier(Option<consent::ConsentIntent>),
}

/// A received text.
pub struct ReceivedText<'a> {
    /// The community's phone number.
    pub number: &'a TextNumber,
    pub from: &'a Phone,
    /// Empty only if there are photos.
    pub body: &'a str,
    pub photos: Vec<NewPhoto>,
    pub origin: Origin,
}

/// Stores an inbound text and queues it for the bot.
pub async fn receive(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    text: ReceivedText<'_>,
) -> Result<MessageId, Fault> {
    let ReceivedText { number, from, body, photos, origin } = text;
    let placeholder = photo::placeholder(&photos);
    let body = if body.trim().is_empty() && !photos.is_empty() { &placeholder } else { body };
    let (is_from_test_phone, carrier_keyword) = match origin {
        Origin::TestPhone => (true, None),
        Origin::Carrier(keyword) => (false, keyword),
    };
    let now = context.now();
    let (ids, community) = (&context.ids, &number.community_id);
    let conversation = thread::open(tx, scope, community, from, &number.number, ids, now).await?;
    let conversation = thread::mark_origin(tx, scope, conversation, is_from_test_phone).await?;
    let id: MessageId = ids.next(now);
    thread::add_message(tx, scope, &conversation, None, body, &id, now).await?;
    thread::enqueue_mirror(tx, scope, context, &id, now).await?;
    if photo::insert(tx, scope, context, &id, photos).await? {
        carrier::enqueue_fetch(tx, scope, context, &conversation.id, &id).await?;
    }
    if is_from_test_phone && !conversation.is_test {
        thread::mark_as_test(tx, scope, &id).await?;
    }
    let (conversation, reopened) = thread::reopen(tx, scope, conversation).await?;
    if conversation.state == thread::State::Open {
        thread::enqueue_triage(tx, scope, context, &conversation.id).await?;
    }
    let mut received =
        vec![NewStep::new(StepKind::Received, format!("Received at {} and stored.", number.number))];
    received.extend(reopened.map(|words| NewStep::new(StepKind::Reopened, words)));
    thread::add_steps(tx, scope, &id, &received, now).await?;
    thread::publish_change(tx, scope, &conversation, now);
    let text = compliance::StoredText { conversation: &conversation, id: &id, body, carrier_keyword };
    record_blast_reply(tx, scope, context, &text, is_from_test_phone || conversation.is_test).await?;
    if compliance::handle(tx, scope, context, &text).await? {
        return Ok(id);
    }
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ANSWER,
        payload: serde_json::json!({ "message": id }),
        key: format!("answer {id}"),
        // Texts of one conversation are handled in order of arrival.
        queue_key: format!("answer {}", conversation.id),
        run_at: now,
    };
    jobs::enqueue(tx, ids, now, job).await?;
    Ok(id)
}

/// Records a text as a reply to the last blast of its conversation.
async fn record_blast_reply(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    text: &compliance::StoredText<'_>,
    is_test: bool,
) -> Result<(), Fault> {
    let now = context.now();
    let opted_out = matches!(text.keyword(), Some(consent::ConsentIntent::OptOut(_)));
    let since = now.minus(REPLY_WINDOW);
    let reply = thread::BlastReply { opted_out, is_test };
    let blast = thread::record_blast_reply(tx, scope, &text.conversation.id, reply, since, now).await?;
    if let Some(blast) = blast {
        thread::publish_blast_change(tx, scope, &blast, now);
    }
    Ok(())
}
