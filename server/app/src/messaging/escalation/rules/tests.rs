use std::sync::Arc;

use platform::ids::{CompanyId, SessionId};

use super::*;
use crate::messaging::escalation::model::Confirmed;

const NOW: Timestamp = Timestamp(1_000_000);

fn open() -> Escalation {
    Escalation {
        conversation_id: Some("v1".into()),
        message_id: Some("m1".into()),
        ..opened("e1".into(), "c1".into(), "can i put a ring doorbell".into(), Timestamp(0))
    }
}

fn actor(id: &str, administrator: bool) -> Actor {
    Actor {
        id: id.into(),
        name: "Dana Okafor".into(),
        session: SessionId("s".into()),
        home: CompanyId("c".into()),
        company: CompanyId("c".into()),
        administrator,
        platform_administrator: false,
        sees_all: administrator,
        scopes: None,
        facts: Arc::from([]),
        options: Arc::from([]),
        asserted_community: None,
    }
}

fn reply() -> Reply<'static> {
    Reply { question: "Can I install a doorbell camera?", answer: "Yes.", train: true, notify: None }
}

#[test]
fn only_an_administrator_can_take_a_colleagues_escalation() {
    let claimed = claim(open(), &actor("marcus", false), NOW).expect("nobody has it");
    assert_eq!(
        claim(claimed.clone(), &actor("june", false), NOW).err(),
        Some(EscalationError::ClaimedByAnother)
    );
    assert_eq!(
        answer(claimed.clone(), &reply(), &"june".into(), NOW).err(),
        Some(EscalationError::ClaimedByAnother)
    );
    let later = NOW.plus(Duration::from_secs(60));
    let again = claim(claimed.clone(), &actor("marcus", false), later).expect("it is his");
    assert_eq!(again.claimed_ms, Some(NOW));
    let claimed_again = claim(claimed, &actor("dana", true), later).expect("an administrator may");
    assert_eq!(
        (claimed_again.claimed_by.clone(), claimed_again.claimed_ms),
        (Some("dana".into()), Some(later))
    );
    let released = release(claimed_again, &"dana".into()).expect("it is hers");
    assert_eq!((released.claimed_by, released.claimed_ms), (None, None));
}

#[test]
fn an_answered_escalation_cannot_be_answered_or_claimed_again() {
    let done = answer(open(), &reply(), &"dana".into(), NOW).expect("it is open");
    assert!(done.is_reviewed() && done.bot_trained);
    assert_eq!(
        answer(done.clone(), &reply(), &"dana".into(), NOW).err(),
        Some(EscalationError::AlreadyReviewed)
    );
    assert_eq!(claim(done, &actor("dana", true), NOW).err(), Some(EscalationError::AlreadyReviewed));
}

#[test]
fn only_the_reviewer_can_undo_within_10_seconds() {
    let claimed = claim(open(), &actor("dana", false), NOW).expect("nobody has it");
    let done = answer(claimed, &reply(), &"dana".into(), NOW).expect("it is hers");
    let within = NOW.plus(Duration::from_millis(9_999));
    assert_eq!(undo(done.clone(), &"marcus".into(), within).err(), Some(EscalationError::NothingToUndo));
    assert_eq!(
        undo(done.clone(), &"dana".into(), NOW.plus(UNDO_WINDOW)).err(),
        Some(EscalationError::UndoTooLate)
    );
    let (back, _) = undo(done, &"dana".into(), within).expect("in time");
    assert_eq!((back.state, back.question.as_str()), (State::Claimed, "can i put a ring doorbell"));
    assert_eq!(back.claimed_ms, Some(NOW));
    let unclaimed = answer(open(), &reply(), &"dana".into(), NOW).expect("it is open");
    assert_eq!(unclaimed.claimed_ms, Some(NOW), "answering claims it");
    let (back_open, _) = undo(unclaimed, &"dana".into(), within).expect("in time");
    assert_eq!((back_open.claimed_by, back_open.claimed_ms), (None, None));
    assert!(back.answer.is_empty() && back.reviewed_by.is_none() && back.undo.is_none());
}

#[test]
fn a_notice_names_its_recipient_and_sender_in_gsm_characters() {
    let resident = Resident { name: "Priya Raman".into(), ..Resident::default() };
    let text = notice(&resident, " Yes. ", &signed("", "Dana Okafor", "Harborline Management"));
    assert_eq!(text, "Hi Priya, about your question: Yes. - Dana, Harborline Management");
    assert_eq!(sms::cost(&text).segments, 1);
    let own =
        notice(&resident, "Yes.", &signed("Your Harborline desk", "Dana Okafor", "Harborline Management"));
    assert_eq!(own, "Hi Priya, about your question: Yes.\nYour Harborline desk");
    assert!(fits(&"a".repeat(1_601)).is_err());
}

#[test]
fn an_answer_in_a_web_chat_is_signed_but_has_no_greeting() {
    let text = chat_notice(" Yes. ", &signed("", "Dana Okafor", "Harborline Management"));
    assert_eq!(text, "Yes. - Dana, Harborline Management");
    let own = chat_notice("Yes.", &signed("Your Harborline desk", "Dana Okafor", "Harborline Management"));
    assert_eq!(own, "Yes.\nYour Harborline desk");
}

#[test]
fn sending_the_suggested_answer_confirms_the_suggestion() {
    let reviewed = |answer: &str, suggested: &str| Escalation {
        state: State::Reviewed,
        answer: answer.into(),
        suggested_answer: suggested.into(),
        ..open()
    };
    const POOL: &str = "The pool is open from 8 am to 10 pm, every day of the week.";
    for (answer, expected) in [
        (POOL, Confirmed::Right),
        ("The pool is open from 8 am to 10 pm every day of the week!", Confirmed::Right),
        ("Please call the plumber; we pay for it.", Confirmed::Wrong),
        ("The pool is open from 8 am to 9 pm, every day of the week.", Confirmed::Wrong),
        ("", Confirmed::Silent),
    ] {
        assert_eq!(reviewed(answer, POOL).confirmed(), expected, "{answer}");
    }
    assert_eq!(reviewed(POOL, "").confirmed(), Confirmed::Silent);
    assert_eq!(Escalation { state: State::Open, ..reviewed(POOL, POOL) }.confirmed(), Confirmed::Silent);
    let expired = Escalation { suggested_expired: true, ..reviewed(POOL, POOL) };
    assert_eq!(expired.confirmed(), Confirmed::Silent);
}
