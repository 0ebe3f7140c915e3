//! Email addresses: which texts are addresses, and which fields of the contract hold one.
use std::{collections::HashSet, sync::LazyLock};

use prost_reflect::{DynamicMessage, FieldDescriptor, MessageDescriptor, ReflectMessage, Value};

use crate::{POOL, extension};

/// Maximum length of an address.
const MAX_LENGTH: usize = 254;
/// Maximum length of the part before the @.
const MAX_LOCAL_PART: usize = 64;
/// Maximum length of a part of the domain.
const MAX_LABEL: usize = 63;

/// Full names of the fields that hold an address.
static FIELDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let fields = POOL.all_messages().flat_map(|message| message.fields().collect::<Vec<_>>());
    fields.filter(has_rule).map(|field| field.full_name().to_owned()).collect()
});

/// Full names of the messages with such a field, in themselves or in a message inside of them.
static MESSAGES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let messages = POOL.all_messages().filter(|message| holds_address(message, &mut HashSet::new()));
    messages.map(|message| message.full_name().to_owned()).collect()
});

/// Returns whether a text is an email address: at most 254 ASCII characters, of which at most 64 are before the @,
/// and a domain with a dot. Quoted and literal forms are not accepted. Mail can be sent to every such address.
#[must_use]
pub fn is_valid(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    text.len() <= MAX_LENGTH
        && local.len() <= MAX_LOCAL_PART
        && local.split('.').all(is_word)
        && domain.contains('.')
        && domain.split('.').all(is_label)
}

fn is_word(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

fn is_label(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_length_allowed = !text.is_empty() && text.len() <= MAX_LABEL;
    is_length_allowed && text.bytes().all(is_allowed) && !text.starts_with('-') && !text.ends_with('-')
}

/// Returns the paths of the fields that should hold an address and hold something else. Empty fields are left to
/// the other rules.
pub(crate) fn invalid_fields<M: ReflectMessage>(message: &M) -> Vec<String> {
    let mut found = Vec::new();
    if MESSAGES.contains(message.descriptor().full_name()) {
        collect_from_message(&message.transcode_to_dynamic(), "", &mut found);
    }
    found
}

fn collect_from_message(message: &DynamicMessage, parent: &str, found: &mut Vec<String>) {
    for (field, value) in message.fields() {
        let separator = if parent.is_empty() { "" } else { "." };
        let path = format!("{parent}{separator}{}", field.name());
        match value {
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    collect_from_value(&field, item, format!("{path}[{index}]"), found);
                }
            }
            single => collect_from_value(&field, single, path, found),
        }
    }
}

fn collect_from_value(field: &FieldDescriptor, value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Message(inner) => collect_from_message(inner, &path, found),
        Value::String(text) if !text.is_empty() && !is_valid(text) && FIELDS.contains(field.full_name()) => {
            found.push(path);
        }
        _ => {}
    }
}

fn holds_address(message: &MessageDescriptor, seen: &mut HashSet<String>) -> bool {
    seen.insert(message.full_name().to_owned())
        && message.fields().any(|field| {
            has_rule(&field) || field.kind().as_message().is_some_and(|inner| holds_address(inner, seen))
        })
}

/// Returns whether the rule `string.email` applies to a field or to the items of a list.
fn has_rule(field: &FieldDescriptor) -> bool {
    let options = field.options();
    let rules = options.get_extension(&extension("buf.validate.field"));
    let of_items = || {
        let list = rules.as_message()?.get_field_by_name("repeated")?.into_owned();
        let items = list.as_message()?.get_field_by_name("items")?.into_owned();
        items.as_message().map(is_email)
    };
    rules.as_message().is_some_and(is_email) || of_items() == Some(true)
}

fn is_email(rules: &DynamicMessage) -> bool {
    let email = || {
        let text = rules.get_field_by_name("string")?.into_owned();
        text.as_message()?.get_field_by_name("email")?.as_bool()
    };
    email() == Some(true)
}
