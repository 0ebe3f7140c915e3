//! What the bot says leaves here, and nowhere else.
use platform::{Fault, Scope, Tx};

use super::{model::Manner, store, verbatim};
use crate::{
    carrier,
    community::Community,
    context::Context,
    conversation::{self, Author, Conversation, Decision, MessageId, Outbound},
};

/// What is said on the first text to somebody whose community has a waiver.
const WAIVED: &str = "The community's notice stands before it: the bot had not texted this phone before.";

/// What the bot says.
#[derive(Clone, Copy, Debug)]
pub enum Words<'a> {
    /// An answer, or words of its own, that the persona has yet to change.
    Plain(&'a str),
    /// Words that are as they are to be.
    Ready(&'a str),
    /// What to do in danger: as it is, and nothing before it.
    Alarm(&'a str),
}

/// What is said to whom.
pub struct Speech<'a> {
    /// In which community.
    pub community: &'a Community,
    /// To whom.
    pub conversation: &'a Conversation,
    /// What.
    pub words: Words<'a>,
    /// Why it is said, where it answers something.
    pub decision: Option<&'a Decision>,
}

/// Stores what the bot says and has it sent at once; the message that carries it, the first of
/// them where it takes several.
///
/// # Errors
/// Those of storage.
pub async fn post(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    speech: &Speech<'_>,
) -> Result<MessageId, Fault> {
    let Speech { community, conversation, words, decision } = *speech;
    let now = context.now();
    let waiver = community.persona.bot_waiver.trim();
    let is_first = store::greet(tx, scope, &conversation.id, now).await? && !waiver.is_empty();
    let mut decision = decision;
    let mut first = None;
    for body in texts(&Manner::of(community), words, is_first) {
        let outbound = Outbound { author: Author::Bot, staff: None, body: &body, decision: decision.take() };
        let id = carrier::post(tx, scope, context, conversation, &outbound, now).await?;
        first.get_or_insert(id);
    }
    let first = first.ok_or_else(|| Fault::internal("the bot has nothing to say"))?;
    if is_first {
        conversation::add_steps(tx, scope, &first, &[("waiver", WAIVED.to_owned())], now).await?;
    }
    Ok(first)
}

/// Plain words as a community's bot says them.
#[must_use]
pub fn plain(community: &Community, words: &str) -> String {
    worded(&Manner::of(community), words)
}

/// The texts that it takes, the first that a phone gets from the bot or not.
#[must_use]
pub fn texts(manner: &Manner, words: Words<'_>, is_first: bool) -> Vec<String> {
    let waiver = Some(manner.persona.bot_waiver.trim()).filter(|waiver| is_first && !waiver.is_empty());
    let (body, is_alarm) = match words {
        Words::Plain(plain) => (worded(manner, plain), false),
        Words::Ready(ready) => (ready.to_owned(), false),
        Words::Alarm(alarm) => (alarm.to_owned(), true),
    };
    match waiver {
        Some(waiver) if is_alarm => verbatim::parts(&format!("{body}\n\n{waiver}")),
        Some(waiver) => verbatim::parts(&format!("{waiver}\n\n{body}")),
        None => verbatim::parts(&body),
    }
}

fn worded(manner: &Manner, plain: &str) -> String {
    let said = verbatim::words(manner, plain);
    // An answer of emojis alone would leave nothing to say.
    if said.is_empty() { plain.to_owned() } else { said }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waiver_stands_before_all_but_an_alarm() {
        let mut manner = Manner::default();
        manner.persona.bot_waiver = "I am a bot.".to_owned();
        assert_eq!(texts(&manner, Words::Plain("Hi 🎉."), true), ["I am a bot.\n\nHi."]);
        assert_eq!(texts(&manner, Words::Ready("Hi 🎉."), false), ["Hi 🎉."]);
        let alarm = texts(&manner, Words::Alarm("Call 911."), true);
        assert_eq!(alarm, ["Call 911.\n\nI am a bot."]);
        assert_eq!(texts(&manner, Words::Plain("🎉"), false), ["🎉"]);
    }
}
