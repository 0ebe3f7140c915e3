//! The differences that a change made to a resource, for the audit trail.
use prost_reflect::{DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, ReflectMessage, Value};

use super::model::FieldChange;

/// Maximum number of characters of a value; longer ones are cut.
const MAX_LENGTH: usize = 500;

/// Returns the fields in which two messages of the contract differ, in the order of the contract. Times and binary
/// fields are left out, and so are versions, IDs of assignees and everything that the contract does not show.
pub fn differences<M: ReflectMessage>(before: &M, after: &M) -> Vec<FieldChange> {
    let mut found = Vec::new();
    collect(&before.transcode_to_dynamic(), &after.transcode_to_dynamic(), "", &mut found);
    found
}

/// Leaves out the values of changed fields. For data that the trail must not hold.
pub fn without_values(changes: Vec<FieldChange>) -> Vec<FieldChange> {
    changes.into_iter().map(|change| FieldChange::without_values(change.field)).collect()
}

fn collect(before: &DynamicMessage, after: &DynamicMessage, path: &str, found: &mut Vec<FieldChange>) {
    for field in after.descriptor().fields() {
        let path = format!("{path}{}", field.json_name().trim_start_matches('_'));
        let (old, new) = (before.get_field(&field), after.get_field(&field));
        if is_hidden(&field) || (old == new && before.has_field(&field) == after.has_field(&field)) {
            continue;
        }
        match (&*old, &*new) {
            (Value::Message(old), Value::Message(new)) => collect(old, new, &format!("{path}."), found),
            (old, new) => {
                let shown = |message: &DynamicMessage, value| match message.has_field(&field) {
                    true => cut(text(&field.kind(), value)),
                    // A switch without presence is off, not unknown.
                    false if !field.supports_presence() => cut(text(&field.kind(), value)),
                    false => String::new(),
                };
                found.push(FieldChange { field: path, before: shown(before, old), after: shown(after, new) });
            }
        }
    }
}

fn is_hidden(field: &FieldDescriptor) -> bool {
    match field.kind() {
        Kind::Bytes => true,
        // Their names are shown.
        Kind::String => matches!(field.name(), "assignee_id" | "assignee_ids"),
        Kind::Int32 => field.name() == "version",
        Kind::Message(message) => message.full_name() == "google.protobuf.Timestamp",
        _ => false,
    }
}

/// Returns a value as staff read it.
fn text(kind: &Kind, value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::EnumNumber(number) => match kind {
            Kind::Enum(values) => enum_text(values, *number),
            _ => number.to_string(),
        },
        Value::List(items) => join(items.iter().map(|item| text(kind, item))),
        Value::Map(entries) => {
            let mut entries: Vec<_> = entries.iter().map(|(key, item)| (format!("{key:?}"), item)).collect();
            entries.sort_by(|one, other| one.0.cmp(&other.0));
            join(entries.into_iter().map(|(_, item)| text(kind, item)))
        }
        Value::Message(message) => {
            if let Some(label) = message.get_field_by_name("label") {
                return text(&Kind::String, &label);
            }
            let fields = message.fields().filter(|(field, _)| !is_hidden(field));
            fields.map(|(field, value)| text(&field.kind(), value)).collect::<Vec<_>>().join(" ")
        }
        Value::Bytes(_) => String::new(),
        Value::I32(number) => number.to_string(),
        Value::I64(number) => number.to_string(),
        Value::U32(number) => number.to_string(),
        Value::U64(number) => number.to_string(),
        Value::F32(number) => number.to_string(),
        Value::F64(number) => number.to_string(),
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// Returns a value's name without the name of the enumeration; empty if it is unspecified.
fn enum_text(values: &EnumDescriptor, number: i32) -> String {
    let prefix = values.get_value(0).map(|zero| zero.name().trim_end_matches("UNSPECIFIED").to_owned());
    match values.get_value(number) {
        Some(value) if number != 0 => value.name().trim_start_matches(&prefix.unwrap_or_default()).to_owned(),
        _ => String::new(),
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use contract::{options::PartnerScope, v1};

    use super::*;

    fn change(field: &str, before: &str, after: &str) -> FieldChange {
        FieldChange { field: field.into(), before: before.into(), after: after.into() }
    }

    #[test]
    fn equal_messages_have_no_differences() {
        let company = v1::Company { label: "Harborline".into(), ..v1::Company::default() };
        assert_eq!(differences(&company, &company), []);
    }

    #[test]
    fn changed_fields_have_values_in_plain_words() {
        let before = v1::Partner {
            name: "Old".into(),
            scopes: vec![PartnerScope::EscalationsRead as i32],
            ..v1::Partner::default()
        };
        let after = v1::Partner {
            name: "New".into(),
            scopes: vec![PartnerScope::EscalationsRead as i32, PartnerScope::EscalationsWrite as i32],
            is_public: true,
            ..v1::Partner::default()
        };
        assert_eq!(
            differences(&before, &after),
            [
                change("name", "Old", "New"),
                change("scopes", "ESCALATIONS_READ", "ESCALATIONS_READ, ESCALATIONS_WRITE"),
                change("isPublic", "no", "yes"),
            ]
        );
    }

    #[test]
    fn long_values_are_truncated() {
        let after = v1::Company { label: "é".repeat(501), ..v1::Company::default() };
        let [label] = &differences(&v1::Company::default(), &after)[..] else { panic!("one difference") };
        assert_eq!((label.before.as_str(), label.after.chars().count()), ("", 501));
        assert!(label.after.ends_with('…'));
    }
}
