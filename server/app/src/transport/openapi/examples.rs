//! Example messages, derived from the contract. A value is the first that the rules of its field allow.
use contract::codec::broken_fields;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MapKey, MessageDescriptor, Value};
use serde_json::Value as Json;

use super::{
    super::rest_json as json,
    comments::Commented,
    samples::{texts, whole},
    schemas::{Direction, needed},
};

/// Maximum depth of nested messages.
const DEEPEST: usize = 5;

/// Returns an example message as JSON of REST.
pub fn message(descriptor: &MessageDescriptor, way: Direction) -> Json {
    let example = build(descriptor, way, 0);
    let mut out = Vec::new();
    // Fails only for a message that REST cannot represent; the example is omitted then.
    if json::write(&example, &mut out).is_err() {
        return Json::Null;
    }
    let mut json = serde_json::from_slice(&out).unwrap_or_default();
    if way == Direction::In {
        prune(&example, &mut json);
    }
    json
}

/// Returns the example value of a request field; `None` if the example omits the field.
pub fn field(field: &FieldDescriptor) -> Option<Json> {
    let mut json = message(field.parent_message(), Direction::In);
    json.as_object_mut()?.remove(field.json_name())
}

/// Removes fields that are not set.
fn prune(message: &DynamicMessage, json: &mut Json) {
    let Json::Object(object) = json else { return };
    for field in prost_reflect::ReflectMessage::descriptor(message).fields() {
        if !message.has_field(&field) {
            object.shift_remove(field.json_name());
        } else if let (Value::Message(inner), Some(json)) =
            (&*message.get_field(&field), object.get_mut(field.json_name()))
        {
            prune(inner, json);
        }
    }
}

fn build(descriptor: &MessageDescriptor, way: Direction, depth: usize) -> DynamicMessage {
    let mut message = DynamicMessage::new(descriptor.clone());
    if let Some(known) = well_known(descriptor) {
        return known;
    }
    let needed = needed(descriptor);
    for field in descriptor.fields() {
        let chosen = |of: prost_reflect::OneofDescriptor| of.fields().any(|f| message.has_field(&f));
        let wanted = way == Direction::Out || needed.contains(field.name()) || is_telling(&field);
        if wanted
            && !field.containing_oneof().is_some_and(chosen)
            && let Some(value) = value(&field, way, depth)
        {
            message.set_field(&field, value);
        }
    }
    message
}

/// Returns whether an optional field makes an example request clearer.
fn is_telling(field: &FieldDescriptor) -> bool {
    let deprecated = field.field_descriptor_proto().options.as_ref().is_some_and(|o| o.deprecated());
    let odd = ["include_", "clear_", "without_"].iter().any(|start| field.name().starts_with(start));
    let switch = field.kind() == Kind::Bool && odd;
    let unused = field.comment().contains("not used") || field.name() == "version";
    !deprecated && !switch && !unused && !field.name().ends_with("page_token")
}

fn value(field: &FieldDescriptor, way: Direction, depth: usize) -> Option<Value> {
    if let Kind::Message(of) = field.kind() {
        if depth >= DEEPEST {
            return None;
        }
        if field.is_map() {
            let value = one(&of.map_entry_value_field(), field, way, depth).into_iter().next()?;
            return Some(Value::Map([(MapKey::String("parking".to_owned()), value)].into()));
        }
    }
    let fits = |value: &Value| {
        let mut message = DynamicMessage::new(field.parent_message().clone());
        message.set_field(field, value.clone());
        let of = |path: &String| path.split(['.', '[']).next() == Some(field.name());
        way == Direction::Out || !broken_fields(&message).iter().any(of)
    };
    let candidates = one(field, field, way, depth).into_iter();
    candidates.map(|value| if field.is_list() { Value::List(vec![value]) } else { value }).find(fits)
}

/// Returns values of a field's type, the most illustrative first. `named` is the field whose name and comment are used.
fn one(field: &FieldDescriptor, named: &FieldDescriptor, way: Direction, depth: usize) -> Vec<Value> {
    match field.kind() {
        Kind::Bool => vec![Value::Bool(way == Direction::In), Value::Bool(true)],
        Kind::String => texts(named).into_iter().map(Value::String).collect(),
        Kind::Bytes => vec![Value::Bytes(b"Parlor".as_slice().into())],
        Kind::Enum(of) => {
            let values = of.values().filter(|value| value.number() != 0);
            values.map(|value| Value::EnumNumber(value.number())).collect()
        }
        Kind::Message(of) => vec![Value::Message(build(&of, way, depth + 1))],
        Kind::Float => vec![Value::F32(0.5), Value::F32(1.0)],
        Kind::Double => vec![Value::F64(0.5), Value::F64(1.0)],
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => whole(named).map(Value::I32).to_vec(),
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => whole(named).map(|n| Value::I64(n.into())).to_vec(),
        Kind::Uint32 | Kind::Fixed32 => whole(named).map(|n| Value::U32(n.unsigned_abs())).to_vec(),
        Kind::Uint64 | Kind::Fixed64 => whole(named).map(|n| Value::U64(n.unsigned_abs().into())).to_vec(),
    }
}

/// Returns an example of a well-known protobuf type that has its own JSON format.
fn well_known(descriptor: &MessageDescriptor) -> Option<DynamicMessage> {
    let json = match descriptor.full_name().strip_prefix("google.protobuf.")? {
        "Timestamp" => Json::from("2026-03-02T15:00:00Z"),
        "Duration" => Json::from("10s"),
        _ => return Some(DynamicMessage::new(descriptor.clone())),
    };
    json::from_json(descriptor.clone(), &json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::route::Route;

    #[test]
    fn every_example_of_a_request_is_valid() {
        for route in Route::all().expect("the routes") {
            let input = route.method.input();
            let example = message(&input, Direction::In);
            let read = json::read(input, example.to_string().as_bytes());
            let read = read.unwrap_or_else(|e| panic!("{}: {}", route.method.full_name(), e.message()));
            // If no sample meets a new rule, quote a valid value in the field's comment.
            assert_eq!(broken_fields(&read), [""; 0], "{}: {example}", route.method.full_name());
        }
    }
}
