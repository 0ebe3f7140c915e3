//! Variants and what they reply, in the contract's words.
use contract::v1;

use super::model::{Compared, Variant, answer_id};
use crate::{
    bot::{End, Tried},
    community::{Caution, Replacement},
};

/// A variant as it is asked for.
pub fn variant(variant: v1::Variant) -> Variant {
    let v1::Variant { prompt, temperature, use_emojis, custom_verbiage, caution } = variant;
    let pair =
        |pair: v1::Replacement| Replacement { original_text: pair.original_text, new_text: pair.new_text };
    Variant {
        prompt,
        temperature,
        use_emojis,
        verbiage: custom_verbiage.into_iter().map(pair).collect(),
        caution: caution
            .map_or_else(Caution::default, |v1::Caution { answer_from, lead }| Caution { answer_from, lead }),
    }
}

/// A variant as it is told.
pub fn told(variant: &Variant) -> v1::Variant {
    let Caution { answer_from, lead } = variant.caution;
    let pair = |pair: &Replacement| v1::Replacement {
        original_text: pair.original_text.clone(),
        new_text: pair.new_text.clone(),
    };
    v1::Variant {
        prompt: variant.prompt.clone(),
        temperature: variant.temperature,
        use_emojis: variant.use_emojis,
        custom_verbiage: variant.verbiage.iter().map(pair).collect(),
        caution: Some(v1::Caution { answer_from, lead }),
    }
}

/// What became of all of them.
pub fn compared(compared: &[Compared], by_meaning: bool) -> v1::CompareAnswersResponse {
    let count = |counts: &dyn Fn(&Compared) -> bool| {
        i32::try_from(compared.iter().filter(|one| counts(one)).count()).unwrap_or(i32::MAX)
    };
    let totals = |side: &dyn Fn(&Compared) -> &Tried| {
        let ends = |end: End| count(&|one| side(one).end == end);
        v1::VariantTotals {
            answered: ends(End::Answered),
            to_staff: ends(End::ToStaff) + ends(End::InPart),
            courteous: ends(End::Courtesy),
            asked_back: ends(End::AskedBack),
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

fn reply(tried: &Tried) -> v1::VariantReply {
    let (best, next) = (tried.matches.first(), tried.matches.get(1));
    v1::VariantReply {
        outcome: outcome(tried.end).into(),
        text: tried.says.clone(),
        answer_id: answer_id(tried),
        question: best.map(|best| best.question.clone()).unwrap_or_default(),
        confidence: tried.confidence,
        next_question: next.map(|next| next.question.clone()).unwrap_or_default(),
        next_confidence: next.map_or(0.0, |next| f64::from(next.confidence)),
        reason: tried.why.clone(),
    }
}

/// How a question ends.
pub fn outcome(end: End) -> v1::ReplyOutcome {
    match end {
        End::Answered => v1::ReplyOutcome::Answered,
        End::InPart | End::ToStaff => v1::ReplyOutcome::ToStaff,
        End::Courtesy => v1::ReplyOutcome::Courtesy,
        End::AskedBack => v1::ReplyOutcome::AskedBack,
    }
}
