//! What stands before the bot: words that opt out, opt in or ask who we are.
use platform::{Fault, Scope, Tx};

use super::emergency;
use crate::{
    carrier, community, company,
    consent::{self, Evidence, Heard, Source, State},
    context::Context,
    conversation::{self, Author, Conversation, MessageId, Outbound},
};

/// A text that was stored.
pub struct Text<'a> {
    pub conversation: &'a Conversation,
    pub id: &'a MessageId,
    pub body: &'a str,
    /// What the carrier heard in it and has answered itself.
    pub seen_to: Option<Heard>,
}

/// Does what a text says about consent; false for all others, which are the bot's. So is one that opts out and
/// tells of danger: staff are called, and nothing is sent any more.
pub async fn took(tx: &mut Tx, scope: &Scope, context: &Context, text: &Text<'_>) -> Result<bool, Fault> {
    let heard = text.seen_to.or_else(|| consent::heard(text.body));
    let (state, source) = match heard {
        Some(Heard::OptOut(source)) => (State::OptedOut, source),
        Some(Heard::OptIn) => (State::OptedIn, Source::Keyword),
        Some(Heard::Help) | None => (State::Implied, Source::Texted),
    };
    let source = if text.seen_to.is_some() { Source::Carrier } else { source };
    let evidence = Evidence { source, words: text.body, message: Some(text.id.as_str()) };
    let phone = &text.conversation.phone;
    let changed = consent::note(tx, scope, context, phone, state, &evidence).await?;
    let Some(heard) = heard else { return Ok(false) };
    // Said again, it would take its own confirmation back; and nothing else leaves any more.
    if changed && state == State::OptedOut {
        take_back(tx, scope, context, text).await?;
    }
    let answers = text.seen_to.is_none() && (changed || !matches!(heard, Heard::OptOut(_)));
    if answers {
        confirm(tx, scope, context, text, heard).await?;
    }
    let step = step(heard, source, changed, answers);
    conversation::add_steps(tx, scope, text.id, &[step], context.now()).await?;
    Ok(state != State::OptedOut || !emergency::heard(text.body))
}

/// What waits to be sent to them does not leave any more.
async fn take_back(tx: &mut Tx, scope: &Scope, context: &Context, text: &Text<'_>) -> Result<(), Fault> {
    let canceled = conversation::cancel_queued(tx, scope, &text.conversation.phone).await?;
    let reason = "They opted out before it was sent, so it was taken back.";
    conversation::add_step_to(tx, scope, &canceled, ("canceled", reason), context.now()).await
}

async fn confirm(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    text: &Text<'_>,
    heard: Heard,
) -> Result<(), Fault> {
    let community = community::require(tx, scope, &text.conversation.community_id).await?.label();
    let company = company::require(tx, scope).await?.name;
    let body = match heard {
        Heard::OptOut(_) => consent::opted_out(&community, &company),
        Heard::OptIn => consent::opted_in(&community, &company),
        Heard::Help => consent::help(&community, &company),
    };
    let outbound = Outbound { author: Author::Bot, staff: None, body: &body, decision: None };
    carrier::confirm(tx, scope, context, text.conversation, &outbound).await?;
    Ok(())
}

/// What was done, for staff.
fn step(heard: Heard, source: Source, changed: bool, answers: bool) -> (&'static str, String) {
    let confirmed = if answers { " It was confirmed once." } else { " Nothing was sent." };
    match (heard, source) {
        (Heard::OptOut(_), _) if !changed => {
            ("opted_out", "They had opted out already, so nothing was sent.".to_owned())
        }
        (Heard::OptOut(_), Source::FreeText) => {
            ("opted_out", format!("These words ask for no more texts, so they opted out.{confirmed}"))
        }
        (Heard::OptOut(_), Source::Carrier) => {
            ("opted_out", "They opted out with the carrier, which confirmed it itself.".to_owned())
        }
        (Heard::OptOut(_), _) => ("opted_out", format!("A keyword for no more texts.{confirmed}")),
        (Heard::OptIn, Source::Carrier) => {
            ("opted_in", "They opted in with the carrier, which confirmed it itself.".to_owned())
        }
        (Heard::OptIn, _) => ("opted_in", "A keyword for texts. It was confirmed.".to_owned()),
        (Heard::Help, Source::Carrier) => {
            ("helped", "They asked for help, and the carrier answered.".to_owned())
        }
        (Heard::Help, _) => {
            ("helped", "A keyword for help: they heard who we are and how to stop.".to_owned())
        }
    }
}
