//! The rule of email addresses, and that it applies to each field that holds one.
use contract::{
    codec::broken_fields,
    email_address::is_valid,
    v1::{RequestCommunityRequest, UpdateUserRequest, VendorContact},
};

/// Returns texts that no call accepts as an address. The library accepts some of them.
fn invalid() -> Vec<String> {
    let texts = [
        "joan",
        "joan@",
        "@host.example",
        "joan@host",
        "a@b@host.example",
        "a b@host.example",
        "<a@host.example>",
        "\"a b\"@host.example",
        "a@[192.0.2.1]",
        "a..b@host.example",
        ".a@host.example",
        "a.@host.example",
        "a@host..example",
        "a@.example",
        "a@host.example.",
        "a@-host.example",
        "a@host-.example",
        "a@my_host.example",
        "å@host.example",
        "a@hôst.example",
        "a\r\n@host.example",
    ];
    let long = [
        format!("{}@host.example", "a".repeat(65)),
        format!("a@{}.example", "h".repeat(64)),
        format!("a@{}example", "h.".repeat(123)),
    ];
    texts.map(str::to_owned).into_iter().chain(long).collect()
}

#[test]
fn an_address_has_at_most_64_characters_before_the_at_sign_and_a_domain_with_a_dot() {
    let longest = format!("{}@host.example", "a".repeat(64));
    for text in ["joan.marsh+x@mail.host.example", "O'Neil_2@h-1.example", "a@b.c", &longest] {
        assert!(is_valid(text), "{text}");
    }
    for text in invalid() {
        assert!(!is_valid(&text), "{text}");
    }
}

#[test]
fn the_rule_applies_to_fields_items_of_lists_and_nested_messages() {
    let valid = || "joan@host.example".to_owned();
    let community = |first: &str, second: &str| RequestCommunityRequest {
        community_name: "Harbor Row".to_owned(),
        escalation_email: first.to_owned(),
        secondary_escalation_emails: vec![valid(), second.to_owned()],
        ..RequestCommunityRequest::default()
    };
    let user = |email: &str| UpdateUserRequest {
        id: "u".to_owned(),
        vendor_contacts: vec![VendorContact {
            name: "Best".to_owned(),
            email: Some(email.to_owned()),
            ..VendorContact::default()
        }],
        ..UpdateUserRequest::default()
    };
    assert_eq!(broken_fields(&community(&valid(), &valid())), [""; 0]);
    assert_eq!(broken_fields(&user(&valid())), [""; 0]);
    for text in invalid() {
        assert_eq!(broken_fields(&community(&text, &valid())), ["escalation_email"], "{text}");
        assert_eq!(broken_fields(&community(&valid(), &text)), ["secondary_escalation_emails[1]"], "{text}");
        assert_eq!(broken_fields(&user(&text)), ["vendor_contacts[0].email"], "{text}");
    }
}
