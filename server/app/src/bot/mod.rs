//! From an inbound text to a reply or an escalation.
//!
//! [`receive`] stores the text with a job in one transaction, so that what was accepted is
//! worked on whatever dies. The job decides and does, again in one transaction: a text has
//! one outcome. Each step is noted on the text, for staff to see why.
//!
//! What is done with it is decided in one place, [`way`], for a turn and for whoever tries the bot.
//!
//! Greetings and thanks are returned, and whoever wishes for a person gets one; all else is a
//! question, which is answered from what the community knows or handed to staff; where one of a few
//! is likely meant and none surely, the resident is asked once which one.
//!
//! Other languages than English are put into it where there is a writing model, and answered in
//! them; else staff get them. Danger and courtesies are heard in any.
//!
//! While staff have a conversation the bot is silent, unless a text tells of an emergency: that is
//! escalated as urgent whoever has it, and the resident hears once that it was.
//!
//! Words answer, and meanings beside them where a sentence model has read what the community
//! knows. A question is read before the transaction that answers it, and what is known is read
//! in the background.
//!
//! What a text says about consent never reaches the bot: it takes effect in the transaction
//! that stores the text, ahead of everything that waits to be sent.
mod brain;
mod calibration;
mod draft;
mod emergency;
mod gate;
mod knowing;
mod known;
mod mind;
mod parts;
mod rehearsal;
mod rules;
mod sense;
mod service;
mod store;
mod study;
mod turn;
mod way;
mod wordings;
mod words;

use platform::{Fault, Scope, Tx, jobs, phone::Phone};

pub use brain::Brain;
pub use calibration::{CALIBRATE, Calibrate};
pub use knowing::know;
pub use known::{Known, Meant};
pub use mind::Mind;
pub use rehearsal::{End, Rehearsal, Tried};
pub use sense::{Loader, Sense};
pub use service::Service;
pub use store::forget as forget_vectors;
pub use study::Study;
pub use turn::{Answer, GIVE_UP, GiveUp, STOP_PROVING, StopProving};
pub use way::{Around, Text};

use crate::{
    community::Line,
    consent,
    context::Context,
    conversation::{self, MessageId},
};

/// The kind of the jobs that answer.
pub const ANSWER: &str = "answer";

/// Stores a resident's text and has it worked on.
///
/// # Errors
/// Those of storage.
pub async fn receive(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    line: &Line,
    from: &Phone,
    body: &str,
) -> Result<MessageId, Fault> {
    receive_from_carrier(tx, scope, context, line, from, body, None).await
}

/// The same for a text that a carrier brought, which may have seen to consent itself.
///
/// # Errors
/// Those of storage.
pub async fn receive_from_carrier(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    line: &Line,
    from: &Phone,
    body: &str,
    seen_to: Option<consent::Heard>,
) -> Result<MessageId, Fault> {
    let now = context.now();
    let (ids, community) = (&context.ids, &line.community_id);
    let conversation = conversation::open(tx, scope, community, from, &line.number, ids, now).await?;
    let id: MessageId = ids.next(now);
    conversation::add_message(tx, scope, &conversation, None, body, &id, now).await?;
    let (conversation, reopened) = conversation::reopen(tx, scope, conversation).await?;
    let mut received = vec![("received", format!("The text came to {} and was stored.", line.number))];
    received.extend(reopened.map(|words| ("reopened", words.to_owned())));
    conversation::add_steps(tx, scope, &id, &received, now).await?;
    conversation::announce(tx, scope, &conversation, now);
    let text = gate::Text { conversation: &conversation, id: &id, body, seen_to };
    if gate::took(tx, scope, context, &text).await? {
        return Ok(id);
    }
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ANSWER,
        payload: serde_json::json!({ "message": id }),
        key: format!("answer {id}"),
        // One resident's texts are worked on in the order in which they came.
        lane: format!("answer {}", conversation.id),
        run_at: now,
    };
    jobs::enqueue(tx, ids, now, job).await?;
    Ok(id)
}
