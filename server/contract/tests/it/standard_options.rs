//! Our declarations of the standard options match the published ones.
use contract::POOL;
use prost_protovalidate::types::DESCRIPTOR_POOL as PUBLISHED;
use prost_reflect::{Cardinality, ExtensionDescriptor, FieldDescriptor, Kind};

fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Message(of) => of.full_name().to_owned(),
        Kind::Enum(of) => of.full_name().to_owned(),
        scalar => format!("{scalar:?}"),
    }
}

/// The properties of a field or an extension that must match.
#[derive(Debug, PartialEq)]
struct Declaration {
    name: String,
    number: u32,
    kind: String,
    cardinality: Cardinality,
    choice: Option<String>,
}

fn field(field: &FieldDescriptor) -> Declaration {
    Declaration {
        name: field.name().to_owned(),
        number: field.number(),
        kind: kind(&field.kind()),
        cardinality: field.cardinality(),
        choice: field.containing_oneof().map(|o| o.name().to_owned()),
    }
}

fn extension(extension: &ExtensionDescriptor) -> Declaration {
    Declaration {
        name: extension.full_name().to_owned(),
        number: extension.number(),
        kind: kind(&extension.kind()),
        cardinality: extension.cardinality(),
        choice: Some(extension.containing_message().full_name().to_owned()),
    }
}

#[test]
fn the_validation_rules_are_a_subset_of_the_published_ones() {
    let mut compared = 0;
    for message in POOL.all_messages().filter(|m| m.full_name().starts_with("buf.validate.")) {
        let name = message.full_name();
        let theirs = PUBLISHED.get_message_by_name(name).unwrap_or_else(|| panic!("{name} is not published"));
        for ours in message.fields() {
            let theirs = theirs.get_field_by_name(ours.name());
            let theirs = theirs.unwrap_or_else(|| panic!("{} is not published", ours.full_name()));
            assert_eq!(field(&ours), field(&theirs), "{}", ours.full_name());
            compared += 1;
        }
    }
    assert!(compared > 15, "only {compared} fields were compared");
}

#[test]
fn the_extensions_match_the_published_ones() {
    let ours: Vec<_> = POOL.all_extensions().filter(|e| e.full_name().starts_with("buf.validate.")).collect();
    assert_eq!(ours.len(), 3);
    for ours in ours {
        let theirs = PUBLISHED.get_extension_by_name(ours.full_name()).expect("a published extension");
        assert_eq!(extension(&ours), extension(&theirs));
    }
}

/// `google.api.http` has the field numbers of its specification.
#[test]
fn the_http_rule_has_the_published_field_numbers() {
    let http = contract::extension("google.api.http");
    assert_eq!(http.number(), 72_295_728);
    let rule = POOL.get_message_by_name("google.api.HttpRule").expect("the rule");
    let published = [("get", 2), ("put", 3), ("post", 4), ("delete", 5), ("patch", 6), ("body", 7)];
    for ours in rule.fields() {
        assert!(published.contains(&(ours.name(), ours.number())), "{}", ours.full_name());
        assert_eq!(ours.kind(), Kind::String, "{}", ours.full_name());
    }
}
