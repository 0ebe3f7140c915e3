//! Rules for who answers a chat, the bot or staff, and for how the inbox lists it. Conversations have the same rules.
use platform::{Actor, Fault, Priority, Timestamp, ids::UserId};

use super::model::InboxStatus;
use crate::{
    identity::user::Assignee,
    messaging::thread::{ConversationError, MAX_SNOOZE, State},
};

/// Returns the status after a message of the visitor, which reopens a snoozed chat for staff, and a resolved one for
/// the bot with normal priority.
pub fn receive(inbox_status: InboxStatus) -> InboxStatus {
    let inbox_status =
        InboxStatus { is_unread: inbox_status.is_unread || inbox_status.is_taken_over(), ..inbox_status };
    match inbox_status.state {
        State::Bot | State::Open => inbox_status,
        State::Snoozed => with_state(inbox_status, State::Open),
        State::Resolved => InboxStatus { priority: Priority::Normal, ..with_state(inbox_status, State::Bot) },
    }
}

/// Assigns a chat to the user who replies, unless a colleague took it over.
///
/// # Errors
/// `CLAIMED_BY_ANOTHER`, even for an administrator.
pub fn reply(inbox_status: InboxStatus, by: &UserId) -> Result<InboxStatus, Fault> {
    if inbox_status.is_taken_over() && inbox_status.assignee_id.as_ref() != Some(by) {
        return Err(ConversationError::ClaimedByAnother.into());
    }
    Ok(InboxStatus {
        assignee_id: Some(by.clone()),
        assigned_by_rule: String::new(),
        is_unread: false,
        ..with_state(inbox_status, State::Open)
    })
}

/// Assigns an unassigned chat by a routing rule.
pub fn assign_by_rule(inbox_status: InboxStatus, user: &UserId, rule: &str) -> InboxStatus {
    InboxStatus { assignee_id: Some(user.clone()), assigned_by_rule: rule.to_owned(), ..inbox_status }
}

/// Assigns a chat to a user, which opens it unless it is snoozed, or removes the assignment. Replaces an assignment by
/// a routing rule.
///
/// # Errors
/// `CLAIMED_BY_ANOTHER`.
pub fn assign(
    inbox_status: InboxStatus,
    actor: &Actor,
    assignee: Option<Assignee>,
) -> Result<InboxStatus, Fault> {
    check_assignee(&inbox_status, actor)?;
    let (assignee_id, name): (Option<UserId>, Option<String>) =
        assignee.map(|user| (user.id, user.name)).unzip();
    let opens = assignee_id.is_some() && inbox_status.state != State::Snoozed;
    let inbox_status = if opens { with_state(inbox_status, State::Open) } else { inbox_status };
    Ok(InboxStatus {
        assignee_id,
        assignee_name: name.unwrap_or_default(),
        assigned_by_rule: String::new(),
        ..inbox_status
    })
}

/// Opens or snoozes a chat, or resolves it or gives it back to the bot, which removes the assignment.
///
/// # Errors
/// `CLAIMED_BY_ANOTHER`; `INVALID_ARGUMENT` on `snoozedUntil`.
pub fn change_state(
    inbox_status: InboxStatus,
    actor: &Actor,
    state: State,
    until: Option<Timestamp>,
    now: Timestamp,
) -> Result<InboxStatus, Fault> {
    check_assignee(&inbox_status, actor)?;
    let changed = InboxStatus { is_unread: false, ..with_state(inbox_status, state) };
    match (state, until) {
        (State::Open, _) => Ok(changed),
        (State::Snoozed, Some(until)) if until > now && until <= now.plus(MAX_SNOOZE) => {
            Ok(InboxStatus { snoozed_until_ms: Some(until), ..changed })
        }
        (State::Snoozed, _) => {
            Err(Fault::field("snoozedUntil", "Choose a time in the future, within a year."))
        }
        (State::Bot | State::Resolved, _) => {
            let (assignee_name, assigned_by_rule) = (String::new(), String::new());
            Ok(InboxStatus { assignee_id: None, assignee_name, assigned_by_rule, ..changed })
        }
    }
}

/// Reopens a chat that was snoozed until `then`; `None` if it has changed since.
pub fn wake(inbox_status: InboxStatus, then: Timestamp) -> Option<InboxStatus> {
    let is_due = inbox_status.state == State::Snoozed && inbox_status.snoozed_until_ms == Some(then);
    is_due.then(|| InboxStatus { is_unread: true, ..with_state(inbox_status, State::Open) })
}

/// Checks that no colleague took a chat over. Administrators always pass.
fn check_assignee(inbox_status: &InboxStatus, actor: &Actor) -> Result<(), Fault> {
    let is_anothers = inbox_status.is_taken_over() && inbox_status.assignee_id.as_ref() != Some(&actor.id);
    if is_anothers && !actor.administrator { Err(ConversationError::ClaimedByAnother.into()) } else { Ok(()) }
}

fn with_state(inbox_status: InboxStatus, state: State) -> InboxStatus {
    InboxStatus { state, snoozed_until_ms: None, ..inbox_status }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);

    fn inbox_status(state: State, assignee: Option<&str>) -> InboxStatus {
        InboxStatus {
            state,
            assignee_id: assignee.map(UserId::from),
            snoozed_until_ms: (state == State::Snoozed).then_some(NOW),
            priority: Priority::High,
            ..InboxStatus::default()
        }
    }

    #[test]
    fn a_message_of_the_visitor_reopens_a_chat_for_whoever_answers_it() {
        for (state, reopened, priority) in [
            (State::Bot, State::Bot, Priority::High),
            (State::Open, State::Open, Priority::High),
            (State::Snoozed, State::Open, Priority::High),
            (State::Resolved, State::Bot, Priority::Normal),
        ] {
            let received = receive(inbox_status(state, None));
            assert_eq!((received.state, received.priority), (reopened, priority), "{state:?}");
            assert_eq!((received.is_unread, received.snoozed_until_ms), (false, None), "{state:?}");
        }
        let received = receive(inbox_status(State::Snoozed, Some("dana")));
        assert!(received.is_unread && received.is_taken_over(), "the bot does not answer it");
    }

    #[test]
    fn only_the_user_who_took_a_chat_over_replies_in_it() {
        let dana = UserId::from("dana");
        for before in [
            inbox_status(State::Bot, None),
            inbox_status(State::Resolved, None),
            inbox_status(State::Open, Some("dana")),
        ] {
            let replied = reply(before, &dana).expect("a reply");
            assert_eq!((replied.state, replied.assignee_id.as_ref()), (State::Open, Some(&dana)));
        }
        assert!(reply(inbox_status(State::Open, Some("marcus")), &dana).is_err());
    }

    #[test]
    fn a_chat_that_a_rule_assigned_is_not_taken_over_until_a_user_replies() {
        let (dana, marcus) = (UserId::from("dana"), UserId::from("marcus"));
        let assigned = || assign_by_rule(inbox_status(State::Open, None), &marcus, "Chats");
        assert!(!assigned().is_taken_over() && !receive(assigned()).is_unread);
        for by in [&dana, &marcus] {
            let replied = reply(assigned(), by).expect("a reply");
            assert_eq!((replied.assignee_id.as_ref(), replied.assigned_by_rule.as_str()), (Some(by), ""));
            assert!(replied.is_taken_over());
        }
    }

    #[test]
    fn a_snoozed_chat_reopens_only_at_its_own_time() {
        let woken = wake(inbox_status(State::Snoozed, Some("dana")), NOW).expect("it is due");
        assert!(woken.state == State::Open && woken.is_unread && woken.is_taken_over());
        assert_eq!(wake(inbox_status(State::Snoozed, None), NOW.plus(MAX_SNOOZE)), None);
        assert_eq!(wake(inbox_status(State::Open, None), NOW), None);
    }
}
