use platform::ids::{CommunityId, UserId};

use super::*;
use crate::{
    residents::homeowner::Entry,
    service_requests::service_request::{EntryPermission, EstimateState, Priority},
};

fn request(state: RequestState, kind: Kind) -> ServiceRequest {
    ServiceRequest {
        id: "request".into(),
        community_id: CommunityId::from("community"),
        community_tag: "Tinsmith_Lofts".into(),
        number: "TL-101".into(),
        state,
        kind,
        priority: Priority::Normal,
        title: "Sink leaks".into(),
        description: "Under the sink".into(),
        unit: "111A".into(),
        location: "Kitchen".into(),
        contact_name: String::new(),
        contact_phone: String::new(),
        contact_email: String::new(),
        entry_permission: EntryPermission::Unknown,
        pets: String::new(),
        assignee_id: None,
        assignee_name: String::new(),
        vendor: String::new(),
        estimate_cents: None,
        estimate_state: EstimateState::None,
        due_ms: Timestamp(0),
        deferred_until_ms: None,
        notify_resident: false,
        conversation_id: None,
        escalation_id: None,
        created_by: UserId("user".into()),
        created_by_name: String::new(),
        created_ms: Timestamp(0),
        state_changed_ms: Timestamp(0),
        photo_count: 0,
        version: 1,
    }
}

fn sent(state: State) -> SoftwareRequest {
    SoftwareRequest {
        request_id: "request".into(),
        software: ConnectableSoftware::Vantaca as i32,
        is_architectural: false,
        code: "TL".into(),
        account: "TL111".into(),
        state,
        number: String::new(),
        status: String::new(),
        is_closed: false,
        is_unlisted: false,
        problem: "Vantaca is busy.".into(),
        tries: 2,
        sent_by: "Ingrid".into(),
        sent_ms: Timestamp(0),
        checked_ms: None,
    }
}

fn reason(state: RequestState, kind: Kind, code: Option<&str>, before: Option<State>) -> Option<ErrorReason> {
    let before = before.map(sent);
    let (request, software) = (request(state, kind), ConnectableSoftware::Vantaca);
    let checked = check(&request, software, code, before.as_ref(), Duplicate::Refused);
    checked.err().map(|fault| fault.reason())
}

fn account(id: &str) -> Account {
    Account {
        id: id.into(),
        community_id: CommunityId::from("community"),
        entry: Entry { number: id.to_uppercase(), ..Entry::default() },
        version: 1,
        updated_ms: Timestamp(0),
    }
}

#[test]
fn approved_maintenance_and_architectural_requests_can_be_sent() {
    use RequestState::{Approved, Completed, Deferred, InProgress, Reopened};
    for state in [Approved, InProgress, Deferred, Completed, Reopened] {
        assert_eq!(reason(state, Kind::Maintenance, Some("TL"), None), None);
    }
    assert_eq!(reason(Approved, Kind::Architectural, Some("TL"), Some(State::Failed)), None);
}

#[test]
fn other_requests_are_refused_with_the_reason() {
    use RequestState::{Approved, Canceled, Closed, Declined, Draft, NeedsInfo, Pending};
    let maintenance = |state, code, before| reason(state, Kind::Maintenance, code, before);
    for state in [Draft, Pending, NeedsInfo] {
        assert_eq!(maintenance(state, Some("TL"), None), Some(ErrorReason::ServiceRequestNotApproved));
    }
    for state in [Closed, Declined, Canceled] {
        assert_eq!(maintenance(state, Some("TL"), None), Some(ErrorReason::ServiceRequestClosed));
    }
    for state in [State::Sending, State::Unconfirmed, State::Sent] {
        let again = maintenance(Approved, Some("TL"), Some(state));
        assert_eq!(again, Some(ErrorReason::ServiceRequestInSoftware));
    }
    assert_eq!(maintenance(Approved, None, None), Some(ErrorReason::AssociationCodeMissing));
    let amenity = reason(Approved, Kind::Amenity, Some("TL"), None);
    assert_eq!(amenity, Some(ErrorReason::ServiceRequestKindNotTaken));
}

#[test]
fn a_request_that_former_software_may_have_is_sent_only_if_a_user_accepts_that() {
    let request = request(RequestState::Approved, Kind::Maintenance);
    let reason = |state, duplicate| {
        let before = sent(state);
        let checked = check(&request, ConnectableSoftware::Buildium, Some("2"), Some(&before), duplicate);
        checked.err().map(|fault| fault.reason())
    };
    for state in [State::Unconfirmed, State::Sent] {
        assert_eq!(reason(state, Duplicate::Refused), Some(ErrorReason::ServiceRequestInFormerSoftware));
        assert_eq!(reason(state, Duplicate::Accepted), None);
    }
    assert_eq!(reason(State::Failed, Duplicate::Refused), None);
    assert_eq!(reason(State::Sending, Duplicate::Accepted), Some(ErrorReason::ServiceRequestInSoftware));
}

#[test]
fn the_timeline_tells_where_a_request_may_be_as_well() {
    let in_former = SoftwareRequest { number: "34881".into(), ..sent(State::Sent) };
    assert_eq!(elsewhere(&in_former), " It is also in Vantaca as #34881.");
    assert_eq!(elsewhere(&sent(State::Unconfirmed)), " It may also be in Vantaca.");
    assert_eq!(elsewhere(&sent(State::Failed)), "");
}

#[test]
fn the_account_is_that_of_the_unit_and_the_phone_decides_between_several() {
    let (a, b, c) = (account("a"), account("b"), account("c"));
    let number = |unit, of_unit: &[&Account], of_phone: &[&Account]| {
        let owned = |accounts: &[&Account]| accounts.iter().map(|one| (*one).clone()).collect::<Vec<_>>();
        account_number(unit, &owned(of_unit), &owned(of_phone)).ok()
    };
    assert_eq!(number("4B", &[&a], &[]).as_deref(), Some("A"));
    assert_eq!(number("4B", &[&a], &[&b]).as_deref(), Some("A"));
    assert_eq!(number("4B", &[&a, &b], &[&b, &c]).as_deref(), Some("B"));
    assert_eq!(number("4B", &[&a, &b], &[]), None);
    assert_eq!(number("4B", &[], &[&c]), None);
    assert_eq!(number("", &[], &[&c]).as_deref(), Some("C"));
    assert_eq!(number("", &[], &[&b, &c]), None);
}

#[test]
fn the_software_gets_the_place_with_the_description() {
    let request = request(RequestState::Approved, Kind::Maintenance);
    let outgoing = outgoing(&sent(State::Sending), &request, "2026-05-03".into());
    assert_eq!(outgoing.description, "111A, Kitchen\n\nUnder the sink");
    assert_eq!((outgoing.reference.as_str(), outgoing.account.as_str()), ("TL-101-QUEST", "TL111"));
}

#[test]
fn the_timeline_tells_the_number_once_and_each_new_status() {
    let found = |status| FoundRequest::new("34881", status, false);
    let mut one = sent(State::Unconfirmed);
    let entry = confirm(&mut one, found("New"), Timestamp(5));
    assert_eq!(entry.as_deref(), Some("In Vantaca as #34881. Status: New."));
    assert_eq!((one.state, one.tries, one.problem.as_str()), (State::Sent, 0, ""));
    assert_eq!(confirm(&mut one, found("New"), Timestamp(6)), None);
    assert_eq!(one.checked_ms, Some(Timestamp(6)));
    let entry = confirm(&mut one, found("With vendor"), Timestamp(7));
    assert_eq!(entry.as_deref(), Some("Status in Vantaca: With vendor."));
}

#[test]
fn an_unconfirmed_request_fails_once_no_call_can_still_create_it() {
    let mut one = sent(State::Unconfirmed);
    assert_eq!(miss(&mut one, Timestamp(0).plus(MAX_UNCONFIRMED / 2)), None);
    assert_eq!(one.state, State::Unconfirmed);
    let entry = miss(&mut one, Timestamp(0).plus(MAX_UNCONFIRMED));
    assert_eq!(entry.as_deref(), Some("Not sent to Vantaca. Vantaca doesn't list it. Send it again."));
    assert_eq!(one.state, State::Failed);
}

#[test]
fn a_sent_request_that_is_missing_stays_sent_and_is_read_no_more() {
    let mut one = SoftwareRequest { number: "34881".into(), ..sent(State::Sent) };
    assert_eq!(miss(&mut one, Timestamp(5)), None);
    assert_eq!(
        (one.state, one.is_unlisted, one.problem.as_str()),
        (State::Sent, true, "Vantaca doesn't list #34881 anymore. Check it there.")
    );
}

#[test]
fn lookups_end_after_the_last_delay() {
    let delays = (0..=LOOKUP_DELAYS.len()).map(|tries| lookup_delay(i32::try_from(tries).unwrap_or(-1)));
    let delays: Vec<Option<Duration>> = delays.collect();
    assert!(delays[..LOOKUP_DELAYS.len()].iter().all(Option::is_some));
    assert_eq!((delays.last(), lookup_delay(-1)), (Some(&None), None));
    let all: Duration = LOOKUP_DELAYS.iter().sum();
    assert!(all < MAX_UNCONFIRMED);
}
