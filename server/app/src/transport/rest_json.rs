//! Converts messages to the JSON of REST and back: field names as in the contract, enum values without their prefix,
//! lists and strings always present, unset optional fields omitted, bytes as standard base64.
use base64::{Engine, engine::general_purpose::STANDARD};
use prost_reflect::{
    DeserializeOptions, DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, MapKey, MessageDescriptor,
    ReflectMessage, Value,
};
use serde_json::{Map, Value as Json};
use tonic::Status;

/// Writes a message as JSON.
pub fn write(message: &DynamicMessage, out: &mut Vec<u8>) -> Result<(), Status> {
    let name = message.descriptor();
    if name.full_name().starts_with("google.protobuf.") {
        return serde_json::to_writer(out, message)
            .map_err(|_| Status::internal("A message could not be encoded."));
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
        Value::Bytes(bytes) => text(&STANDARD.encode(bytes), out),
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

/// Returns the prefix of an enumeration's values: `TEXT_PLAN_` of `TextPlan`.
fn prefix(descriptor: &EnumDescriptor) -> String {
    descriptor
        .get_value(0)
        .map(|zero| zero.name().trim_end_matches("UNSPECIFIED").to_owned())
        .unwrap_or_default()
}

/// Returns the name of a value in REST: without the prefix.
pub fn short_name(descriptor: &EnumDescriptor, number: i32) -> String {
    match descriptor.get_value(number) {
        Some(value) => value.name().strip_prefix(&prefix(descriptor)).unwrap_or(value.name()).to_owned(),
        None => number.to_string(),
    }
}

/// Returns the number of a value by its name, with or without the prefix.
pub fn enum_number(descriptor: &EnumDescriptor, name: &str) -> Option<i32> {
    descriptor
        .get_value_by_name(name)
        .or_else(|| descriptor.get_value_by_name(&format!("{}{name}", prefix(descriptor))))
        .map(|value| value.number())
}

/// Reads a message from the JSON of a body.
pub fn read(descriptor: MessageDescriptor, body: &[u8]) -> Result<DynamicMessage, Status> {
    let mut json: Json = serde_json::from_slice(body)
        .map_err(|error| unreadable(&format!("The body is not valid JSON: {error}.")))?;
    number_enums(&descriptor, &mut json, "")?;
    from_json(descriptor, &json)
}

/// Reads a message from JSON in which enumeration values are numbers.
pub fn from_json(descriptor: MessageDescriptor, json: &Json) -> Result<DynamicMessage, Status> {
    deserialize(descriptor.clone(), json).map_err(|error| match unfit_field(&descriptor, json, "") {
        Some((path, value)) => platform::Fault::field(&path, unfit(&value.to_string())).into(),
        None => unreadable(&format!("The body does not match this call: {error}.")),
    })
}

fn deserialize(descriptor: MessageDescriptor, json: &Json) -> Result<DynamicMessage, serde_json::Error> {
    let options = DeserializeOptions::new().deny_unknown_fields(false);
    DynamicMessage::deserialize_with_options(descriptor, json, &options)
}

/// Returns the path and the value of the first field that cannot be read by itself.
fn unfit_field<'j>(
    descriptor: &MessageDescriptor,
    json: &'j Json,
    within: &str,
) -> Option<(String, &'j Json)> {
    let object = json.as_object()?;
    descriptor.fields().find_map(|field| {
        let (name, value) = object.get_key_value(field.json_name()).or(object.get_key_value(field.name()))?;
        let alone = Json::Object(Map::from_iter([(name.clone(), value.clone())]));
        deserialize(descriptor.clone(), &alone).err()?;
        let path = format!("{within}{}", field.json_name());
        Some(unfit_part(&field, value, &path).unwrap_or((path, value)))
    })
}

/// Returns the path and the value of the first field within a message, or a list of messages, that cannot be read.
fn unfit_part<'j>(field: &FieldDescriptor, value: &'j Json, path: &str) -> Option<(String, &'j Json)> {
    let Kind::Message(of) = field.kind() else { return None };
    if field.is_map() || of.full_name().starts_with("google.protobuf.") {
        return None;
    }
    match value {
        Json::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(i, item)| unfit_field(&of, item, &format!("{path}[{i}].")))
        }
        value => unfit_field(&of, value, &format!("{path}.")),
    }
}

fn unreadable(why: &str) -> Status {
    platform::Fault::unreadable(why).into()
}

/// Replaces the names of enumeration values, with or without the prefix, by numbers. Refuses an unknown name, which
/// protobuf's own JSON reader would treat as unset.
fn number_enums(descriptor: &MessageDescriptor, json: &mut Json, within: &str) -> Result<(), Status> {
    let Json::Object(object) = json else { return Ok(()) };
    for field in descriptor.fields() {
        let Some(value) = field_of(object, &field) else { continue };
        let path = format!("{within}{}", field.json_name());
        match (field.kind(), value) {
            (Kind::Message(entry), Json::Object(entries)) if field.is_map() => {
                let kind = entry.map_entry_value_field().kind();
                for (key, value) in entries {
                    number_enum(&kind, value, &format!("{path}[\"{key}\"]"))?;
                }
            }
            (kind, Json::Array(items)) => {
                for (i, item) in items.iter_mut().enumerate() {
                    number_enum(&kind, item, &format!("{path}[{i}]"))?;
                }
            }
            (kind, value) => number_enum(&kind, value, &path)?,
        }
    }
    Ok(())
}

fn number_enum(kind: &Kind, value: &mut Json, path: &str) -> Result<(), Status> {
    match kind {
        Kind::Enum(_) if value.is_null() => {}
        Kind::Enum(of) => {
            let number = value.as_str().and_then(|name| enum_number(of, name));
            let number = number.ok_or_else(|| platform::Fault::field(path, unfit(&value.to_string())))?;
            *value = number.into();
        }
        Kind::Message(of) => number_enums(of, value, &format!("{path}."))?,
        _ => {}
    }
    Ok(())
}

/// Returns the error message for a value that a field does not accept. Repeats only the beginning of a long value.
pub fn unfit(value: &str) -> String {
    const LONGEST: usize = 80;
    let beginning: String = value.chars().take(LONGEST).collect();
    let rest = if beginning.len() < value.len() { "…" } else { "" };
    format!("{beginning}{rest} is not a value that fits here.")
}

fn field_of<'o>(object: &'o mut Map<String, Json>, field: &FieldDescriptor) -> Option<&'o mut Json> {
    let name = if object.contains_key(field.json_name()) { field.json_name() } else { field.name() };
    object.get_mut(name)
}

#[cfg(test)]
mod tests {
    use prost_reflect::{DescriptorPool, prost_types};
    use prost_types::{
        DescriptorProto, EnumDescriptorProto, EnumValueDescriptorProto, FieldDescriptorProto,
        FileDescriptorProto, FileDescriptorSet, MessageOptions, field_descriptor_proto,
    };
    use serde_json::json;

    use super::*;

    /// A message with types that the contract does not use: `map<string, Shade> shades` and `bytes picture`.
    fn upload() -> MessageDescriptor {
        use field_descriptor_proto::{Label, Type};
        let field = |name: &str, number, kind: Type, label: Label, of: Option<&str>| FieldDescriptorProto {
            name: Some(name.into()),
            json_name: Some(name.into()),
            number: Some(number),
            r#type: Some(kind.into()),
            label: Some(label.into()),
            type_name: of.map(str::to_owned),
            ..Default::default()
        };
        let entry = DescriptorProto {
            name: Some("ShadesEntry".into()),
            field: vec![
                field("key", 1, Type::String, Label::Optional, None),
                field("value", 2, Type::Enum, Label::Optional, Some(".t.Shade")),
            ],
            options: Some(MessageOptions { map_entry: Some(true), ..Default::default() }),
            ..Default::default()
        };
        let message = DescriptorProto {
            name: Some("Upload".into()),
            field: vec![
                field("picture", 1, Type::Bytes, Label::Optional, None),
                field("shades", 2, Type::Message, Label::Repeated, Some(".t.Upload.ShadesEntry")),
            ],
            nested_type: vec![entry],
            ..Default::default()
        };
        let value = |name: &str, number| EnumValueDescriptorProto {
            name: Some(name.into()),
            number: Some(number),
            ..Default::default()
        };
        let shade = EnumDescriptorProto {
            name: Some("Shade".into()),
            value: vec![value("SHADE_UNSPECIFIED", 0), value("SHADE_DARK", 1)],
            ..Default::default()
        };
        let file = FileDescriptorProto {
            name: Some("t.proto".into()),
            package: Some("t".into()),
            syntax: Some("proto3".into()),
            message_type: vec![message],
            enum_type: vec![shade],
            ..Default::default()
        };
        let pool = DescriptorPool::from_file_descriptor_set(FileDescriptorSet { file: vec![file] });
        pool.expect("a pool").get_message_by_name("t.Upload").expect("Upload")
    }

    #[test]
    fn bytes_are_base64_and_enum_values_in_maps_have_short_names() {
        let body = json!({ "picture": "/+8=", "shades": { "hall": "DARK", "yard": "SHADE_DARK" } });
        let message = read(upload(), body.to_string().as_bytes()).expect("it can be read");
        assert_eq!(
            message.get_field_by_name("picture").expect("set").as_bytes().expect("bytes")[..],
            [0xff, 0xef]
        );
        let mut out = Vec::new();
        write(&message, &mut out).expect("it can be written");
        let written: Json = serde_json::from_slice(&out).expect("JSON");
        assert_eq!(written, json!({ "picture": "/+8=", "shades": { "hall": "DARK", "yard": "DARK" } }));
    }

    #[test]
    fn an_unknown_enum_value_is_refused() {
        for body in [json!({ "shades": { "hall": "DIM" } }), json!({ "shades": { "hall": 1 } })] {
            let refused = read(upload(), body.to_string().as_bytes()).expect_err("it is no shade");
            assert!(refused.message().starts_with("shades[\"hall\"]: "), "{}", refused.message());
        }
        assert!(read(upload(), br#"{ "picture": "no base64!" }"#).is_err());
    }

    #[test]
    fn a_value_of_the_wrong_type_is_refused_with_its_field() {
        let answer =
            contract::POOL.get_message_by_name("parlor.v1.AnswerEscalationRequest").expect("a message");
        let undo =
            contract::POOL.get_message_by_name("parlor.v1.UndoAnswerChangesRequest").expect("a message");
        for (of, body, message) in [
            (&answer, json!({ "answer": 7 }), "answer: 7 is not a value that fits here."),
            (
                &answer,
                json!({ "answer": "Yes.", "notifyHomeownerData": { "notify": "yes" } }),
                "notifyHomeownerData.notify: \"yes\" is not a value that fits here.",
            ),
            (
                &undo,
                json!({ "changes": [{ "answerId": "a" }, { "answerId": {} }] }),
                "changes[1].answerId: {} is not a value that fits here.",
            ),
        ] {
            let refused = read(of.clone(), body.to_string().as_bytes()).expect_err("it does not fit");
            assert_eq!(refused.message(), message);
        }
        assert!(read(answer, b"[]").expect_err("no object").message().starts_with("The body does not match"));
    }

    #[test]
    fn an_error_message_quotes_only_the_beginning_of_a_long_value() {
        assert_eq!(unfit("7"), "7 is not a value that fits here.");
        let long = unfit(&"é".repeat(1_000_000));
        assert_eq!(long, format!("{}… is not a value that fits here.", "é".repeat(80)));
    }
}
