//! A reply drafted by the writing model before the transaction that decides whether it is sent.
use answering::Language;
use platform::sms;

use crate::{
    bot::{
        policy::{BotAction, BotDecision, ReplyPlan, is_emergency},
        response::{RenderedReply, ReplyRenderer, ReplyRequest, ReplyStyle, SourceAnswer, WriterState},
    },
    knowledge::answer,
    messaging::thread::{NewStep, StepKind},
    tenancy::community::Community,
};

/// Maximum number of answers that the writing model receives.
const MAX_SOURCES: usize = 3;

/// The step that explains why a draft was discarded.
const CHANGED_STEP: &str =
    "The answers or the persona changed in the meantime, so the answer was sent exactly as written.";

/// A drafted reply and the data that it is based on.
pub struct Draft {
    style: ReplyStyle,
    sources: Vec<SourceAnswer>,
    rendered: RenderedReply,
}

/// Drafts the reply to a decision. Returns `None` without a writing model, or if the decision needs no draft.
pub async fn draft(renderer: &ReplyRenderer, community: &Community, decision: &BotDecision) -> Option<Draft> {
    let sources = sources(decision);
    // An emergency reply must not wait for a writing model.
    if renderer.state() == WriterState::None || is_emergency(&decision.text) || sources.is_empty() {
        return None;
    }
    let style = ReplyStyle::of(community);
    let rendered = renderer.render(&style, &reply_request(decision, &sources)).await;
    Some(Draft { style, sources, rendered })
}

/// Returns the request to the writing model. For a reply in another language, the model translates the
/// answers and does not receive the resident's text.
pub fn reply_request<'a>(decision: &'a BotDecision, sources: &'a [SourceAnswer]) -> ReplyRequest<'a> {
    match decision.reply_language() {
        None => ReplyRequest { text: &decision.text, answers: sources, language: Language::English },
        Some(language) => {
            let text = sources.first().map(|first| first.question.as_str()).unwrap_or_default();
            ReplyRequest { text, answers: sources, language }
        }
    }
}

impl Draft {
    /// Checks the draft against the final decision. Returns the text to send, or `None` if the answers are
    /// sent verbatim, with the step that explains why.
    pub fn validate(&self, community: &Community, decision: &BotDecision) -> (Option<&str>, NewStep) {
        if self.style != ReplyStyle::of(community) || self.sources != sources(decision) {
            return (None, NewStep::new(StepKind::Rephrased, CHANGED_STEP));
        }
        (
            self.rendered.is_written.then_some(&self.rendered.text),
            NewStep::new(StepKind::Rephrased, self.rendered.why.clone()),
        )
    }
}

/// Returns the answers that the writing model receives; empty if it drafts nothing. Answers with account data
/// are sent verbatim and never passed to the model.
pub fn sources(decision: &BotDecision) -> Vec<SourceAnswer> {
    let has_account_data = |answer: &&answer::Answer| sms::has_account_fields(&answer.answer);
    let result = &decision.result;
    if result.best().is_some_and(|best| has_account_data(&best))
        && matches!(decision.action, BotAction::Reply(_))
    {
        return vec![];
    }
    match (&decision.action, decision.reply_language()) {
        (BotAction::Reply(_), None) if decision.language == Language::English => result
            .top_answers(MAX_SOURCES)
            .filter(|answer| !has_account_data(answer))
            .map(SourceAnswer::of)
            .collect(),
        (BotAction::Reply(_), Some(_)) => result.best().map(SourceAnswer::of).into_iter().collect(),
        (BotAction::ReplyToParts(parts), Some(_)) => {
            ReplyPlan::new(parts).answers.into_iter().map(SourceAnswer::of).collect()
        }
        _ => vec![],
    }
}
