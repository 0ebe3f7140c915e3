//! Conversion to the contract.
use contract::v1;

use super::model::{Decision, Resident, Status, Step, TestTraffic};

#[must_use]
pub fn resident(resident: &Resident) -> v1::Resident {
    v1::Resident {
        name: resident.name.clone(),
        unit: resident.unit.clone(),
        kind: resident.kind as i32,
        email: resident.email.clone(),
    }
}

#[must_use]
pub fn test_traffic(requested: v1::TestTraffic) -> TestTraffic {
    match requested {
        v1::TestTraffic::Unspecified => TestTraffic::InTrials,
        v1::TestTraffic::Exclude => TestTraffic::Exclude,
        v1::TestTraffic::Include => TestTraffic::Include,
        v1::TestTraffic::Only => TestTraffic::Only,
    }
}

#[must_use]
pub fn message_status(status: Status) -> i32 {
    status as i32
}

#[must_use]
pub fn step(step: &Step) -> v1::Step {
    v1::Step { kind: step.kind as i32, reason: step.reason.clone(), at: Some(step.at_ms.into()) }
}

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
