//! Conversion of variants and their replies from and to the contract.
use contract::v1;

use super::model::{Compared, Variant, answer_id};
use crate::{
    bot::{SimulatedOutcome, SimulatedReply},
    tenancy::community::{ConfidenceSettings, Replacement},
};

/// Converts a variant of a request.
pub fn variant(variant: v1::Variant) -> Variant {
    let v1::Variant { prompt, temperature, use_emojis, custom_verbiage, confidence_thresholds } = variant;
    let pair =
        |pair: v1::Replacement| Replacement { original_text: pair.original_text, new_text: pair.new_text };
    Variant {
        prompt,
        temperature,
        use_emojis,
        verbiage: custom_verbiage.into_iter().map(pair).collect(),
        confidence_thresholds: confidence_thresholds.map_or_else(
            ConfidenceSettings::default,
            |v1::ConfidenceThresholds { min_confidence, min_margin }| ConfidenceSettings {
                min_confidence,
                min_margin,
            },
        ),
    }
}

/// Converts a variant to the contract.
pub fn variant_to_contract(variant: &Variant) -> v1::Variant {
    let ConfidenceSettings { min_confidence, min_margin } = variant.confidence_thresholds;
    let pair = |pair: &Replacement| v1::Replacement {
        original_text: pair.original_text.clone(),
        new_text: pair.new_text.clone(),
    };
    v1::Variant {
        prompt: variant.prompt.clone(),
        temperature: variant.temperature,
        use_emojis: variant.use_emojis,
        custom_verbiage: variant.verbiage.iter().map(pair).collect(),
        confidence_thresholds: Some(v1::ConfidenceThresholds { min_confidence, min_margin }),
    }
}

/// Converts the compared replies.
pub fn compared(compared: &[Compared], by_meaning: bool) -> v1::CompareAnswersResponse {
    let count = |counts: &dyn Fn(&Compared) -> bool| {
        i32::try_from(compared.iter().filter(|one| counts(one)).count()).unwrap_or(i32::MAX)
    };
    let totals = |side: &dyn Fn(&Compared) -> &SimulatedReply| {
        let ends = |end: SimulatedOutcome| count(&|one| side(one).outcome == end);
        v1::VariantTotals {
            answered: ends(SimulatedOutcome::Answered),
            escalated: ends(SimulatedOutcome::Escalated) + ends(SimulatedOutcome::PartlyAnswered),
            small_talk: ends(SimulatedOutcome::SmallTalk),
            disambiguated: ends(SimulatedOutcome::Disambiguated),
        }
    };
    v1::CompareAnswersResponse {
        comparisons: compared.iter().map(comparison).collect(),
        left: Some(totals(&|one| &one.left)),
        right: Some(totals(&|one| &one.right)),
        differing: count(&Compared::differs),
        by_meaning,
    }
}

fn comparison(compared: &Compared) -> v1::Comparison {
    v1::Comparison {
        question: compared.question.clone(),
        left: Some(reply(&compared.left)),
        right: Some(reply(&compared.right)),
        differs: compared.differs(),
    }
}

fn reply(simulated: &SimulatedReply) -> v1::VariantReply {
    let (best, next) = (simulated.matches.first(), simulated.matches.get(1));
    v1::VariantReply {
        outcome: outcome(simulated.outcome).into(),
        text: simulated.reply.clone(),
        answer_id: answer_id(simulated),
        question: best.map(|best| best.question.clone()).unwrap_or_default(),
        confidence: simulated.confidence,
        next_question: next.map(|next| next.question.clone()).unwrap_or_default(),
        next_confidence: next.map_or(0.0, |next| f64::from(next.confidence)),
        reason: simulated.why.clone(),
    }
}

/// Converts the outcome of a question.
pub fn outcome(end: SimulatedOutcome) -> v1::ReplyOutcome {
    match end {
        SimulatedOutcome::Answered => v1::ReplyOutcome::Answered,
        SimulatedOutcome::PartlyAnswered | SimulatedOutcome::Escalated => v1::ReplyOutcome::Escalated,
        SimulatedOutcome::SmallTalk => v1::ReplyOutcome::SmallTalk,
        SimulatedOutcome::Disambiguated => v1::ReplyOutcome::Disambiguated,
    }
}
