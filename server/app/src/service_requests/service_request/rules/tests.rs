//! States and actions of service requests, and the prefixes of their numbers.
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::*;
use crate::service_requests::service_request::model::{EntryPermission, Kind};

pub(super) fn request_in(state: State) -> ServiceRequest {
    ServiceRequest {
        id: "request".into(),
        community_id: "community".into(),
        community_tag: String::new(),
        number: String::new(),
        state,
        kind: Kind::Other,
        priority: Priority::Normal,
        title: String::new(),
        description: String::new(),
        unit: String::new(),
        location: String::new(),
        contact_name: String::new(),
        contact_phone: String::new(),
        contact_email: String::new(),
        entry_permission: EntryPermission::CallFirst,
        pets: String::new(),
        assignee_id: None,
        assignee_name: String::new(),
        vendor: String::new(),
        estimate_cents: None,
        estimate_state: EstimateState::None,
        due_ms: Timestamp(0),
        deferred_until_ms: None,
        notify_resident: true,
        conversation_id: None,
        escalation_id: None,
        created_by: "user".into(),
        created_by_name: String::new(),
        created_ms: Timestamp(0),
        state_changed_ms: Timestamp(0),
        photo_count: 0,
        version: 1,
    }
}

fn all_states() -> impl Iterator<Item = State> {
    (1..=11).map(|number| State::try_from(number).expect("a state"))
}

#[test]
fn the_transition_table_matches_the_golden_file() {
    let mut table = String::new();
    for state in all_states() {
        for role in [Role::Staff, Role::Partner] {
            let steps: Vec<String> = allowed_actions(state, role)
                .into_iter()
                .map(|action| {
                    format!("{action:?} -> {:?}", next_state(state, action, role).expect("allowed"))
                })
                .collect();
            table += &format!("{state:?} {role:?}: {}\n", steps.join(", "));
        }
    }
    assert_eq!(table, include_str!("../../../../tests/it/golden/service_request_states.txt"));
}

#[test]
fn every_state_but_draft_is_reachable_and_final_states_are_terminal() {
    for state in all_states() {
        let reached = all_states().any(|from| {
            Action::ALL.into_iter().any(|action| next_state(from, action, Role::Staff) == Some(state))
        });
        assert_eq!(reached, state != State::Draft, "{state:?}");
        assert_eq!(allowed_actions(state, Role::Staff).is_empty(), state.is_final(), "{state:?}");
    }
}

#[test]
fn random_actions_follow_the_transition_table() {
    let mut chance = StdRng::seed_from_u64(20);
    for _ in 0..2_000 {
        let mut state = if chance.random_bool(0.5) { State::Draft } else { State::Pending };
        for _ in 0..40 {
            let role = if chance.random_bool(0.5) { Role::Staff } else { Role::Partner };
            let action = Action::ALL[chance.random_range(0..Action::ALL.len())];
            let step = Step { action, role, note: "Because.", deferred_until: Some(Timestamp(2)) };
            let result = change_state(request_in(state), &step, Timestamp(1));
            assert_eq!(
                result.as_ref().ok().map(|request| request.state),
                next_state(state, action, role),
                "{state:?} {action:?} {role:?}"
            );
            assert!(result.is_err() || !state.is_final(), "{state:?} is final");
            state = result.map_or(state, |request| request.state);
            assert!(all_states().any(|declared| declared == state), "{state:?}");
        }
    }
}

#[test]
fn request_numbers_start_with_the_initials_of_the_community() {
    for (tag, prefix) in
        [("Harbor_Row", "HR"), ("The_Meridian", "ME"), ("Osprey Lake", "OL"), ("A_B_C_D", "ABC"), ("", "SR")]
    {
        assert_eq!(number_prefix(tag), prefix, "{tag}");
    }
}
