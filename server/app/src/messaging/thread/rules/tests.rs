use std::sync::Arc;

use platform::phone::Phone;

use super::*;
use crate::messaging::thread::model::Author;

fn actor(id: &str, administrator: bool) -> Actor {
    Actor {
        id: id.into(),
        name: Arc::from(id),
        session: "session".into(),
        home: "company".into(),
        company: "company".into(),
        administrator,
        platform_administrator: false,
        sees_all: administrator,
        scopes: None,
        facts: Arc::new([]),
        options: Arc::new([]),
        asserted_community: None,
    }
}

fn conversation(state: State, has: Option<&str>) -> Conversation {
    Conversation {
        id: "conversation".into(),
        community_id: "community".into(),
        phone: Phone::parse("phone", "+12025550173").expect("a phone"),
        number: "+12025550100".into(),
        state,
        preview: String::new(),
        last_message_ms: Timestamp(0),
        assigned_by_rule: String::new(),
        assigned_to: has.map(Into::into),
        snoozed_until_ms: (state == State::Snoozed).then_some(Timestamp(5_000)),
        unread: 3,
        is_test: false,
        priority: Priority::High,
    }
}

fn message(direction: Direction, status: Status, by: &str) -> Message {
    Message {
        id: "message".into(),
        conversation_id: "conversation".into(),
        direction,
        author: Author::Staff,
        staff_id: Some(by.into()),
        author_name: String::new(),
        body: "Hello".into(),
        status,
        decision: None,
        created_ms: Timestamp(0),
        undo_until_ms: Some(Timestamp(10_000)),
        sends_at_ms: None,
        blast_id: None,
        blast_title: None,
        is_test: false,
    }
}

const NOW: Timestamp = Timestamp(1_000);

#[test]
fn taking_over_opens_the_conversation_and_marks_it_read() {
    for state in [State::Bot, State::Open, State::Snoozed, State::Resolved] {
        let assigned = take_over(conversation(state, None), &actor("ann", false)).expect("free");
        assert_eq!(
            (assigned.state, assigned.assigned_to, assigned.unread),
            (State::Open, Some("ann".into()), 0)
        );
        assert_eq!(assigned.snoozed_until_ms, None);
    }
}

#[test]
fn only_administrators_can_act_on_a_colleagues_conversation() {
    let has = || conversation(State::Open, Some("bob"));
    let acts: [fn(Conversation, &Actor) -> ConversationChange; 4] =
        [take_over, hand_back, resolve, |c, a| snooze(c, a, Timestamp(2_000), NOW)];
    for act in acts {
        assert_eq!(act(has(), &actor("ann", false)), Err(ConversationError::ClaimedByAnother));
        assert!(act(has(), &actor("bob", false)).is_ok());
        assert!(act(has(), &actor("ann", true)).is_ok());
    }
    assert_eq!(reply(has(), &"ann".into(), false), Err(ConversationError::ClaimedByAnother));
}

#[test]
fn handing_back_or_resolving_unassigns_the_conversation() {
    let bob = actor("bob", false);
    let back = hand_back(conversation(State::Open, Some("bob")), &bob).expect("his");
    assert_eq!((back.state, back.assigned_to), (State::Bot, None));
    let done = resolve(conversation(State::Open, Some("bob")), &bob).expect("his");
    assert_eq!((done.state, done.assigned_to), (State::Resolved, None));
}

#[test]
fn replying_assigns_the_conversation_unless_the_resident_opted_out() {
    let mine = reply(conversation(State::Resolved, None), &"ann".into(), false).expect("free");
    assert_eq!((mine.state, mine.assigned_to), (State::Open, Some("ann".into())));
    let out = reply(conversation(State::Bot, None), &"ann".into(), true);
    assert_eq!(out, Err(ConversationError::OptedOut));
}

#[test]
fn snoozing_needs_a_future_time_and_keeps_the_assignee() {
    let bob = actor("bob", false);
    let snoozed = snooze(conversation(State::Open, Some("bob")), &bob, Timestamp(5_000), NOW).expect("later");
    assert_eq!((snoozed.state, snoozed.snoozed_until_ms), (State::Snoozed, Some(Timestamp(5_000))));
    assert_eq!(snoozed.assigned_to, Some("bob".into()));
    for never in [NOW, Timestamp(0), NOW.plus(Duration::from_secs(367 * 24 * 3_600))] {
        let refused = snooze(conversation(State::Open, None), &bob, never, NOW);
        assert_eq!(refused, Err(ConversationError::InvalidSnooze));
    }
}

#[test]
fn a_snoozed_conversation_reopens_only_at_its_current_time() {
    let awake = reopen_snoozed(conversation(State::Snoozed, Some("bob")), Timestamp(5_000)).expect("asleep");
    assert_eq!((awake.state, awake.snoozed_until_ms), (State::Open, None));
    assert_eq!(reopen_snoozed(conversation(State::Snoozed, None), Timestamp(4_000)), None);
    assert_eq!(reopen_snoozed(conversation(State::Resolved, None), Timestamp(5_000)), None);
}

#[test]
fn a_message_reopens_snoozed_and_returns_resolved_conversations() {
    let state = |from| reopen(conversation(from, None)).map(|c| c.state);
    assert_eq!(state(State::Snoozed), Some(State::Open));
    assert_eq!(state(State::Resolved), Some(State::Bot));
    assert_eq!((state(State::Bot), state(State::Open)), (None, None));
    let priority = |from| reopen(conversation(from, None)).map(|c| c.priority);
    assert_eq!(priority(State::Snoozed), Some(Priority::High));
    assert_eq!(priority(State::Resolved), Some(Priority::Normal));
}

#[test]
fn only_the_author_can_undo_a_reply_before_it_is_sent() {
    let waits = message(Direction::Outbound, Status::Queued, "ann");
    assert_eq!(undo(&waits, &"ann".into(), NOW), Ok(()));
    assert_eq!(undo(&waits, &"bob".into(), NOW), Err(ConversationError::NothingToUndo));
    assert_eq!(undo(&waits, &"ann".into(), Timestamp(10_000)), Err(ConversationError::UndoTooLate));
    let held = message(Direction::Outbound, Status::HeldQuietHours, "ann");
    assert_eq!((undo(&held, &"ann".into(), NOW), undoable(&held, NOW)), (Ok(()), Some(Timestamp(10_000))));
    let sent = message(Direction::Outbound, Status::Sent, "ann");
    assert_eq!(undo(&sent, &"ann".into(), NOW), Err(ConversationError::UndoTooLate));
    assert_eq!((undoable(&waits, NOW), undoable(&sent, NOW)), (Some(Timestamp(10_000)), None));
}

#[test]
fn only_definitely_failed_texts_can_be_retried() {
    let tried = |status, out| retry(&message(Direction::Outbound, status, "ann"), out);
    for failed in [Status::Failed, Status::Undelivered] {
        assert_eq!(tried(failed, false), Ok(()));
        assert_eq!(tried(failed, true), Err(ConversationError::OptedOut));
    }
    assert_eq!(tried(Status::Unknown, false), Err(ConversationError::OutcomeUnknown));
    for other in [
        Status::Queued,
        Status::HeldQuietHours,
        Status::Sending,
        Status::Sent,
        Status::Delivered,
        Status::Canceled,
    ] {
        assert_eq!(tried(other, false), Err(ConversationError::NothingToRetry));
    }
    let inbound = message(Direction::Inbound, Status::Received, "ann");
    assert_eq!(retry(&inbound, false), Err(ConversationError::NothingToRetry));
}
