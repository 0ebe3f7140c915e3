//! The manner that a caller asks for, and what the bot would say in it.
use contract::v1::{PreviewOutcome, PreviewPersonaRequest, PreviewPersonaResponse};

use crate::{
    bot::Expected,
    community::Replacement,
    voice::{Manner, Said, Words, texts},
};

/// The community's manner, but for what the caller sets.
pub fn manner(before: Manner, request: &PreviewPersonaRequest) -> Manner {
    let Manner { mut persona, mut verbiage } = before;
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
    Manner { persona, verbiage }
}

/// The texts that would go out.
pub fn said(expected: &Expected, manner: &Manner, said: &Said, first: bool) -> PreviewPersonaResponse {
    let best = expected.given.first();
    PreviewPersonaResponse {
        texts: texts(manner, Words::Ready(&said.text), first),
        outcome: if said.written { PreviewOutcome::Written } else { PreviewOutcome::Verbatim }.into(),
        why: said.why.clone(),
        answer_id: best.map(|best| best.id.clone()).unwrap_or_default(),
        answer_question: best.map(|best| best.question.clone()).unwrap_or_default(),
        confidence: expected.confidence,
    }
}

/// That staff would get it.
pub fn escalated(expected: &Expected) -> PreviewPersonaResponse {
    let (outcome, why) = (PreviewOutcome::Escalated.into(), expected.why.clone());
    PreviewPersonaResponse { outcome, why, confidence: expected.confidence, ..Default::default() }
}
