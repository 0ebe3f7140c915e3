//! Compliance keywords: opt-out, opt-in and help, handled before the bot.
use platform::{Fault, Scope, Tx};

use super::{policy::is_emergency, store::PendingServiceRequest};
use crate::{
    context::Context,
    messaging::{
        carrier,
        thread::{self, Author, Conversation, MessageId, NewMessage, NewStep, StepKind},
    },
    residents::consent::{self, ConsentIntent, ConsentSource, ConsentState, Evidence},
    tenancy::{community, company},
};

/// A stored inbound text.
pub struct StoredText<'a> {
    pub conversation: &'a Conversation,
    pub id: &'a MessageId,
    pub body: &'a str,
    /// The keyword that the carrier recognized and already confirmed to the resident.
    pub carrier_keyword: Option<ConsentIntent>,
}

impl StoredText<'_> {
    /// Returns the consent keyword of the text, if it is one.
    pub fn keyword(&self) -> Option<ConsentIntent> {
        self.carrier_keyword.or_else(|| consent::detect_intent(self.body))
    }
}

/// Applies the consent that a text expresses. Returns whether the text is fully handled; otherwise the bot
/// handles it. A text that opts out and reports an emergency is not fully handled: staff are alerted, and
/// nothing is sent to the resident.
pub async fn handle(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    text: &StoredText<'_>,
) -> Result<bool, Fault> {
    let keyword = match text.keyword() {
        Some(ConsentIntent::OptIn) if confirms_request(tx, scope, text).await? => None,
        keyword => keyword,
    };
    let (state, source) = match keyword {
        Some(ConsentIntent::OptOut(source)) => (ConsentState::OptedOut, source),
        Some(ConsentIntent::OptIn) => (ConsentState::OptedIn, ConsentSource::Keyword),
        Some(ConsentIntent::Help) | None => (ConsentState::Implied, ConsentSource::Texted),
    };
    let source = if text.carrier_keyword.is_some() { ConsentSource::Carrier } else { source };
    let evidence = Evidence { source, words: text.body, message: Some(text.id.as_str()) };
    let phone = &text.conversation.phone;
    let changed = consent::record_consent(tx, scope, context, phone, state, &evidence).await?;
    let Some(keyword) = keyword else { return Ok(false) };
    // A second opt-out would cancel the confirmation of the first.
    if changed && state == ConsentState::OptedOut {
        thread::cancel_for_opt_out(tx, scope, phone, context.now()).await?;
    }
    let confirms =
        text.carrier_keyword.is_none() && (changed || !matches!(keyword, ConsentIntent::OptOut(_)));
    if confirms {
        confirm(tx, scope, context, text, keyword).await?;
    }
    let step = step(keyword, source, changed, confirms);
    thread::add_steps(tx, scope, text.id, &[step], context.now()).await?;
    Ok(state != ConsentState::OptedOut || !is_emergency(text.body))
}

/// Returns whether YES confirms a service request instead of an opt-in: a request is pending and the resident
/// has not opted out.
async fn confirms_request(tx: &mut Tx, scope: &Scope, text: &StoredText<'_>) -> Result<bool, Fault> {
    let conversation = text.conversation;
    Ok(text.carrier_keyword.is_none()
        && PendingServiceRequest::find(tx, scope, &conversation.id).await?.is_some()
        && !consent::is_opted_out(tx, scope, &conversation.phone).await?)
}

async fn confirm(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    text: &StoredText<'_>,
    keyword: ConsentIntent,
) -> Result<(), Fault> {
    let community = community::require(tx, scope, &text.conversation.community_id).await?.label();
    let company = company::require(tx, scope).await?.name;
    let body = match keyword {
        ConsentIntent::OptOut(_) => consent::opt_out_confirmation(&community, &company),
        ConsentIntent::OptIn => consent::opt_in_confirmation(&community, &company),
        ConsentIntent::Help => consent::help_reply(&community, &company),
    };
    let outbound = NewMessage { author: Author::Bot, staff: None, body: &body, decision: None };
    carrier::confirm(tx, scope, context, text.conversation, &outbound).await?;
    Ok(())
}

/// Returns the step that describes the outcome for staff.
fn step(keyword: ConsentIntent, source: ConsentSource, changed: bool, confirms: bool) -> NewStep {
    let confirmed = if confirms { " It was confirmed once." } else { " Nothing was sent." };
    match (keyword, source) {
        (ConsentIntent::OptOut(_), _) if !changed => {
            NewStep::new(StepKind::OptedOut, "The resident had already opted out, so nothing was sent.")
        }
        (ConsentIntent::OptOut(_), ConsentSource::FreeText) => NewStep::new(
            StepKind::OptedOut,
            format!("The text asks for no more texts, so the resident was opted out.{confirmed}"),
        ),
        (ConsentIntent::OptOut(_), ConsentSource::Carrier) => {
            NewStep::new(StepKind::OptedOut, "The carrier recorded the opt-out and confirmed it.")
        }
        (ConsentIntent::OptOut(_), _) => {
            NewStep::new(StepKind::OptedOut, format!("Opt-out keyword.{confirmed}"))
        }
        (ConsentIntent::OptIn, ConsentSource::Carrier) => {
            NewStep::new(StepKind::OptedIn, "The carrier recorded the opt-in and confirmed it.")
        }
        (ConsentIntent::OptIn, _) => {
            NewStep::new(StepKind::OptedIn, "Opt-in keyword. A confirmation was sent.")
        }
        (ConsentIntent::Help, ConsentSource::Carrier) => {
            NewStep::new(StepKind::HelpSent, "Help keyword. The carrier answered it.")
        }
        (ConsentIntent::Help, _) => {
            NewStep::new(StepKind::HelpSent, "Help keyword. A text says who we are and how to opt out.")
        }
    }
}
