//! Transitions of community requests, and association codes.
use super::*;

fn request(state: RequestState) -> CommunityRequest {
    CommunityRequest {
        company_id: "company".into(),
        id: "request".into(),
        community_name: "Quarry Bend".into(),
        escalation_email: "office@quarry.example".into(),
        secondary_escalation_emails: vec![],
        state,
        requested_by: "staff".into(),
        requested_by_name: String::new(),
        requested_ms: Timestamp(0),
        decided_by: String::new(),
        decided_ms: None,
        reason: String::new(),
        community_id: None,
    }
}

const DECIDED: [RequestState; 4] =
    [RequestState::Approved, RequestState::Active, RequestState::Rejected, RequestState::Withdrawn];
const NOW: Timestamp = Timestamp(1);

#[test]
fn a_community_request_is_decided_once() {
    let approved = decide(request(RequestState::Submitted), None, "Dana", NOW).expect("undecided");
    assert_eq!((approved.state, approved.decided_by.as_str()), (RequestState::Approved, "Dana"));
    let rejected =
        decide(request(RequestState::Submitted), Some("Too soon".into()), "Dana", NOW).expect("undecided");
    assert_eq!((rejected.state, rejected.reason.as_str()), (RequestState::Rejected, "Too soon"));
    for state in DECIDED {
        assert_eq!(
            decide(request(state), None, "Dana", NOW).err(),
            Some(CommunityRequestError::AlreadyDecided)
        );
        assert_eq!(withdraw(request(state), NOW).err(), Some(CommunityRequestError::AlreadyDecided));
    }
    assert_eq!(
        withdraw(request(RequestState::Submitted), NOW).expect("undecided").state,
        RequestState::Withdrawn
    );
}

fn association(name: &str) -> Association {
    Association { software: 1, name: name.into(), field: format!("{}_assoc_code", name.to_lowercase()) }
}

#[test]
fn a_code_in_cinc_has_three_or_four_letters_or_digits() {
    for good in ["abc", "A1B2", " 123 "] {
        assert!(code(&association("CINC"), good).is_ok(), "{good}");
    }
    for bad in ["", "ab", "abcde", "a-b", "äöü"] {
        assert!(code(&association("CINC"), bad).is_err(), "{bad}");
    }
    assert_eq!(code(&association("VANTACA"), " hr-01 ").expect("a code"), "hr-01");
}

#[test]
fn the_required_code_cannot_be_omitted_or_removed() {
    let vantaca = association("VANTACA");
    let mut codes = BTreeMap::new();
    assert!(set_codes(&mut codes, &[], Some(&vantaca), true).is_err());
    assert!(set_codes(&mut codes, &[], Some(&vantaca), false).is_ok());
    assert!(set_codes(&mut codes, &[(&vantaca, "hr01".into())], Some(&vantaca), true).is_ok());
    assert!(set_codes(&mut codes, &[(&vantaca, String::new())], Some(&vantaca), false).is_err());
}

#[test]
fn a_community_can_be_restored_for_30_days() {
    let day = Duration::from_secs(24 * 3600);
    assert!(is_restorable(NOW, NOW.plus(day * 30).minus(Duration::from_millis(1))));
    assert!(!is_restorable(NOW, NOW.plus(day * 30)));
    assert_eq!(purge_before(NOW.plus(day * 30)), NOW.minus(MAX_CLOCK_STEP));
}
