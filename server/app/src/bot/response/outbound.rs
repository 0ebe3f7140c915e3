//! Sends the bot's texts. All of the bot's texts are sent from here.
use platform::{Fault, Scope, Tx};

use super::{model::ReplyStyle, store, verbatim};
use crate::{
    context::Context,
    messaging::{
        carrier,
        thread::{self, Author, Conversation, Decision, MessageId, NewMessage, NewStep, StepKind},
    },
    tenancy::community::Community,
};

/// The step of a first text that carries the waiver.
const WAIVER_STEP: &str =
    "Starts with the community's disclaimer: this is the bot's first text to this phone.";

/// The text of a reply.
#[derive(Clone, Copy, Debug)]
pub enum ReplyBody<'a> {
    /// An answer or a sentence of the bot; word replacements are applied.
    Plain(&'a str),
    /// A rendered text, sent unchanged.
    Rendered(&'a str),
    /// Emergency instructions: sent unchanged, before any waiver.
    Alert(&'a str),
}

/// A reply to a resident.
pub struct OutboundReply<'a> {
    pub community: &'a Community,
    pub conversation: &'a Conversation,
    pub body: ReplyBody<'a>,
    /// The decision that it is based on, if it is an answer.
    pub decision: Option<&'a Decision>,
}

/// Stores a reply and queues it for delivery. Returns the ID of its first message.
pub async fn post(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    reply: &OutboundReply<'_>,
) -> Result<MessageId, Fault> {
    let OutboundReply { community, conversation, body, decision } = *reply;
    let now = context.now();
    let waiver = community.persona.bot_waiver.trim();
    let is_first = store::mark_contacted(tx, scope, &conversation.id, now).await? && !waiver.is_empty();
    let mut decision = decision;
    let mut first = None;
    for body in texts(&ReplyStyle::of(community), body, is_first) {
        let outbound =
            NewMessage { author: Author::Bot, staff: None, body: &body, decision: decision.take() };
        let id = carrier::enqueue_message(tx, scope, context, conversation, &outbound, now).await?;
        first.get_or_insert(id);
    }
    let first = first.ok_or_else(|| Fault::internal("a reply has no text"))?;
    if is_first {
        thread::add_steps(tx, scope, &first, &[NewStep::new(StepKind::WaiverSent, WAIVER_STEP)], now).await?;
    }
    Ok(first)
}

/// Applies a community's word replacements and emoji setting.
#[must_use]
pub fn plain(community: &Community, words: &str) -> String {
    styled(&ReplyStyle::of(community), words)
}

/// Splits a reply into texts. `is_first` adds the waiver: this is the bot's first text to the phone.
#[must_use]
pub fn texts(style: &ReplyStyle, body: ReplyBody<'_>, is_first: bool) -> Vec<String> {
    verbatim::parts(&text(style, body, is_first))
}

/// Returns a reply in one piece. `is_first` adds the waiver: this is the bot's first message to the recipient.
#[must_use]
pub fn text(style: &ReplyStyle, body: ReplyBody<'_>, is_first: bool) -> String {
    let waiver = Some(style.persona.bot_waiver.trim()).filter(|waiver| is_first && !waiver.is_empty());
    let (body, is_alert) = match body {
        ReplyBody::Plain(plain) => (styled(style, plain), false),
        ReplyBody::Rendered(rendered) => (rendered.to_owned(), false),
        ReplyBody::Alert(alert) => (alert.to_owned(), true),
    };
    match waiver {
        Some(waiver) if is_alert => format!("{body}\n\n{waiver}"),
        Some(waiver) => format!("{waiver}\n\n{body}"),
        None => body,
    }
}

fn styled(style: &ReplyStyle, plain: &str) -> String {
    let rendered = verbatim::words(style, plain);
    // An answer that consists only of emojis keeps them.
    if rendered.is_empty() { plain.to_owned() } else { rendered }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waiver_precedes_every_reply_except_an_emergency_alert() {
        let mut style = ReplyStyle::default();
        style.persona.bot_waiver = "I am a bot.".to_owned();
        assert_eq!(texts(&style, ReplyBody::Plain("Hi 🎉."), true), ["I am a bot.\n\nHi."]);
        assert_eq!(texts(&style, ReplyBody::Rendered("Hi 🎉."), false), ["Hi 🎉."]);
        let alarm = texts(&style, ReplyBody::Alert("Call 911."), true);
        assert_eq!(alarm, ["Call 911.\n\nI am a bot."]);
        assert_eq!(texts(&style, ReplyBody::Plain("🎉"), false), ["🎉"]);
    }
}
