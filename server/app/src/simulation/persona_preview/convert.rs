//! Conversion of persona previews from and to the contract.
use contract::v1::{PreviewOutcome, PreviewPersonaRequest, PreviewPersonaResponse};

use crate::{
    bot::{
        SimulatedOutcome, SimulatedReply,
        response::{RenderedReply, ReplyBody, ReplyStyle, texts},
    },
    tenancy::community::Replacement,
};

/// Returns the community's style with the changes of the request.
pub fn style(before: ReplyStyle, request: &PreviewPersonaRequest) -> ReplyStyle {
    let ReplyStyle { mut persona, mut verbiage } = before;
    if let Some(prompt) = &request.prompt {
        persona.prompt.clone_from(prompt);
    }
    if let Some(waiver) = &request.bot_waiver {
        persona.bot_waiver.clone_from(waiver);
    }
    persona.temperature = request.temperature.unwrap_or(persona.temperature);
    persona.use_emojis = request.use_emojis.unwrap_or(persona.use_emojis);
    if request.own_verbiage {
        let pairs = request.custom_verbiage.iter();
        verbiage = pairs
            .map(|pair| Replacement {
                original_text: pair.original_text.trim().to_owned(),
                new_text: pair.new_text.trim().to_owned(),
            })
            .collect();
    }
    ReplyStyle { persona, verbiage }
}

/// Converts a rendered answer, written by the writing model or verbatim.
pub fn rendered(
    simulated: &SimulatedReply,
    style: &ReplyStyle,
    rendered: &RenderedReply,
    first: bool,
) -> PreviewPersonaResponse {
    let outcome = if rendered.is_written { PreviewOutcome::Written } else { PreviewOutcome::Verbatim };
    let texts = texts(style, ReplyBody::Rendered(&rendered.text), first);
    PreviewPersonaResponse { texts, why: rendered.why.clone(), ..to_response(simulated, outcome) }
}

/// Converts a reply that needs no rendering. An escalated question has no texts.
pub fn to_plain_response(
    simulated: &SimulatedReply,
    style: &ReplyStyle,
    first: bool,
) -> PreviewPersonaResponse {
    let outcome = match simulated.outcome {
        SimulatedOutcome::Answered | SimulatedOutcome::SmallTalk => PreviewOutcome::Verbatim,
        SimulatedOutcome::Disambiguated => PreviewOutcome::Disambiguated,
        SimulatedOutcome::PartlyAnswered | SimulatedOutcome::Escalated => PreviewOutcome::Escalated,
    };
    let texts = match simulated.reply.as_str() {
        "" => vec![],
        _ if simulated.outcome == SimulatedOutcome::Escalated => vec![],
        reply => texts(style, ReplyBody::Plain(reply), first),
    };
    PreviewPersonaResponse { texts, ..to_response(simulated, outcome) }
}

fn to_response(simulated: &SimulatedReply, outcome: PreviewOutcome) -> PreviewPersonaResponse {
    let best = simulated.answers.first();
    PreviewPersonaResponse {
        texts: vec![],
        outcome: outcome.into(),
        why: simulated.why.clone(),
        answer_id: best.map(|best| best.id.to_string()).unwrap_or_default(),
        answer_question: best.map(|best| best.question.clone()).unwrap_or_default(),
        confidence: simulated.confidence,
    }
}
