//! Names of error reasons as they are sent.
use contract::v1::ErrorReason;

#[test]
fn wire_names_have_no_prefix_and_are_parsed_back() {
    assert_eq!(ErrorReason::NotFound.wire_name(), "NOT_FOUND");
    assert_eq!(ErrorReason::from_wire_name("NOT_FOUND"), Some(ErrorReason::NotFound));
    assert_eq!(ErrorReason::from_wire_name("NO_SUCH_REASON"), None);
}
