//! The manner that a caller asks for, and what the bot would say in it.
use contract::v1::{PreviewOutcome, PreviewPersonaRequest, PreviewPersonaResponse};

use crate::{
    bot::{End, Tried},
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

/// The texts that would go out where the bot answers, in a writing model's words or not.
pub fn said(tried: &Tried, manner: &Manner, said: &Said, first: bool) -> PreviewPersonaResponse {
    let outcome = if said.written { PreviewOutcome::Written } else { PreviewOutcome::Verbatim };
    let texts = texts(manner, Words::Ready(&said.text), first);
    PreviewPersonaResponse { texts, why: said.why.clone(), ..told(tried, outcome) }
}

/// What happens where nothing is worded: nothing is said where all of it goes to staff.
pub fn unworded(tried: &Tried, manner: &Manner, first: bool) -> PreviewPersonaResponse {
    let outcome = match tried.end {
        End::Answered | End::Courtesy => PreviewOutcome::Verbatim,
        End::AskedBack => PreviewOutcome::AskedBack,
        End::InPart | End::ToStaff => PreviewOutcome::Escalated,
    };
    let texts = match tried.says.as_str() {
        "" => vec![],
        _ if tried.end == End::ToStaff => vec![],
        says => texts(manner, Words::Plain(says), first),
    };
    PreviewPersonaResponse { texts, ..told(tried, outcome) }
}

fn told(tried: &Tried, outcome: PreviewOutcome) -> PreviewPersonaResponse {
    let best = tried.replies.first();
    PreviewPersonaResponse {
        texts: vec![],
        outcome: outcome.into(),
        why: tried.why.clone(),
        answer_id: best.map(|best| best.id.to_string()).unwrap_or_default(),
        answer_question: best.map(|best| best.question.clone()).unwrap_or_default(),
        confidence: tried.confidence,
    }
}
