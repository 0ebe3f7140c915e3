//! Parts of conversations in the contract's words.
use contract::v1;

use super::model::{Decision, Resident, Status, Step};

/// Who it is.
#[must_use]
pub fn resident(resident: &Resident) -> v1::Resident {
    v1::Resident {
        name: resident.name.clone(),
        unit: resident.unit.clone(),
        kind: resident.kind.clone(),
        email: resident.email.clone(),
    }
}

/// Where a message stands.
#[must_use]
pub fn message_status(status: Status) -> i32 {
    status as i32
}

/// A step.
#[must_use]
pub fn step(step: &Step) -> v1::Step {
    v1::Step { name: step.name.clone(), reason: step.reason.clone(), at: Some(step.at_ms.into()) }
}

/// Why.
#[must_use]
pub fn decision(decision: &Decision) -> v1::Decision {
    v1::Decision {
        answer_id: decision.answer_id.clone(),
        question: decision.question.clone(),
        source: decision.source.clone(),
        confidence: decision.confidence,
        next_question: decision.next_question.clone(),
        next_confidence: decision.next_confidence,
        took_ms: decision.took_ms,
        answered: decision.answered,
    }
}
