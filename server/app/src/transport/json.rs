//! Messages as REST's JSON and back: field names as the contract says, enumeration values
//! without the prefix that protobuf style asks for, lists and strings always there, unset
//! optional fields left out.
use prost_reflect::{
    DeserializeOptions, DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, MapKey, MessageDescriptor,
    ReflectMessage, Value,
};
use serde_json::{Map, Value as Json};
use tonic::Status;

/// Writes a message.
pub fn write(message: &DynamicMessage, out: &mut Vec<u8>) -> Result<(), Status> {
    let name = message.descriptor();
    if name.full_name().starts_with("google.protobuf.") {
        return serde_json::to_writer(out, message)
            .map_err(|_| Status::internal("A message could not be written."));
    }
    out.push(b'{');
    let mut first = true;
    for field in name.fields() {
        let value = message.get_field(&field);
        let absent = field.supports_presence() && !message.has_field(&field);
        let no_choice = matches!(&*value, Value::EnumNumber(0)) && !field.supports_presence();
        if absent || no_choice {
            continue;
        }
        if !std::mem::take(&mut first) {
            out.push(b',');
        }
        text(field.json_name(), out);
        out.push(b':');
        write_value(&field.kind(), &value, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn write_value(kind: &Kind, value: &Value, out: &mut Vec<u8>) -> Result<(), Status> {
    match value {
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::I32(n) => number(n, out),
        Value::I64(n) => number(n, out),
        Value::U32(n) => number(n, out),
        Value::U64(n) => number(n, out),
        Value::F32(n) if n.is_finite() => number(n, out),
        Value::F64(n) if n.is_finite() => number(n, out),
        Value::F32(_) | Value::F64(_) => out.extend_from_slice(b"null"),
        Value::String(s) => text(s, out),
        Value::EnumNumber(n) => match kind {
            Kind::Enum(descriptor) => text(&short_name(descriptor, *n), out),
            _ => number(n, out),
        },
        Value::Message(message) => write(message, out)?,
        Value::List(items) => {
            out.push(b'[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                write_value(kind, item, out)?;
            }
            out.push(b']');
        }
        Value::Map(entries) => {
            out.push(b'{');
            for (i, (key, value)) in entries.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                text(&key_text(key), out);
                out.push(b':');
                let Kind::Message(entry) = kind else { continue };
                write_value(&entry.map_entry_value_field().kind(), value, out)?;
            }
            out.push(b'}');
        }
        Value::Bytes(_) => return Err(Status::internal("Bytes have no place in this contract's JSON.")),
    }
    Ok(())
}

fn number(n: &impl std::fmt::Display, out: &mut Vec<u8>) {
    use std::io::Write;
    // Writing to a vector cannot fail.
    let _ = write!(out, "{n}");
}

fn text(s: &str, out: &mut Vec<u8>) {
    // Writing a string to a vector cannot fail.
    let _ = serde_json::to_writer(out, s);
}

fn key_text(key: &MapKey) -> String {
    match key {
        MapKey::Bool(b) => b.to_string(),
        MapKey::I32(n) => n.to_string(),
        MapKey::I64(n) => n.to_string(),
        MapKey::U32(n) => n.to_string(),
        MapKey::U64(n) => n.to_string(),
        MapKey::String(s) => s.clone(),
    }
}

/// The prefix of an enumeration's values: `TEXT_PLAN_` of `TextPlan`.
fn prefix(descriptor: &EnumDescriptor) -> String {
    descriptor
        .get_value(0)
        .map(|zero| zero.name().trim_end_matches("UNSPECIFIED").to_owned())
        .unwrap_or_default()
}

fn short_name(descriptor: &EnumDescriptor, number: i32) -> String {
    match descriptor.get_value(number) {
        Some(value) => value.name().strip_prefix(&prefix(descriptor)).unwrap_or(value.name()).to_owned(),
        None => number.to_string(),
    }
}

/// The number of a value by either of its names, or by itself.
pub fn enum_number(descriptor: &EnumDescriptor, name: &str) -> Option<i32> {
    descriptor
        .get_value_by_name(name)
        .or_else(|| descriptor.get_value_by_name(&format!("{}{name}", prefix(descriptor))))
        .map(|value| value.number())
        .or_else(|| name.parse().ok())
}

/// Reads a message from a body.
pub fn read(descriptor: MessageDescriptor, body: &[u8]) -> Result<DynamicMessage, Status> {
    let mut json: Json = serde_json::from_slice(body)
        .map_err(|error| unreadable(&format!("The body is not JSON that can be read: {error}.")))?;
    lengthen_enums(&descriptor, &mut json);
    from_json(descriptor, json)
}

/// Reads a message from JSON whose enumeration values have their full names.
pub fn from_json(descriptor: MessageDescriptor, json: Json) -> Result<DynamicMessage, Status> {
    let options = DeserializeOptions::new().deny_unknown_fields(false);
    DynamicMessage::deserialize_with_options(descriptor, json, &options)
        .map_err(|error| unreadable(&format!("The body does not fit this call: {error}.")))
}

fn unreadable(why: &str) -> Status {
    platform::Fault::unreadable(why).into()
}

fn lengthen_enums(descriptor: &MessageDescriptor, json: &mut Json) {
    let Json::Object(object) = json else { return };
    for field in descriptor.fields() {
        if let Some(value) = field_of(object, &field) {
            match field.kind() {
                Kind::Enum(of) => each(value, &mut |one| lengthen(&of, one)),
                Kind::Message(of) if !field.is_map() => each(value, &mut |one| lengthen_enums(&of, one)),
                _ => {}
            }
        }
    }
}

fn field_of<'o>(object: &'o mut Map<String, Json>, field: &FieldDescriptor) -> Option<&'o mut Json> {
    let name = if object.contains_key(field.json_name()) { field.json_name() } else { field.name() };
    object.get_mut(name)
}

fn each(value: &mut Json, change: &mut dyn FnMut(&mut Json)) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(change),
        one => change(one),
    }
}

fn lengthen(descriptor: &EnumDescriptor, value: &mut Json) {
    if let Some(number) = value.as_str().and_then(|name| enum_number(descriptor, name)) {
        *value = number.into();
    }
}
