//! Converts messages and enums to JSON Schema, as REST writes and reads them.
//!
//! Responses and requests differ: a response always contains its lists, texts, numbers and booleans, and a request
//! needs only the fields that its rules require. A message that is used in both has a schema for each; the name of the
//! one for requests ends with `Input`.
use std::collections::HashSet;

use contract::codec::broken_fields;
use prost_reflect::{
    DynamicMessage, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor, OneofDescriptor,
};
use serde_json::{Map, Value as Json, json};

use super::{
    super::rest_json::short_name,
    comments::{Commented, first_sentence},
    rules,
};

/// The direction in which a message is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the caller, in a request.
    In,
    /// To the caller, in a response.
    Out,
}

/// The schemas that have been added.
pub struct Schemas {
    named: Map<String, Json>,
    answered: HashSet<String>,
}

impl Schemas {
    /// Creates an empty set. `answers` are the response messages of all calls.
    pub fn new(answers: impl Iterator<Item = MessageDescriptor>) -> Self {
        let mut answered = HashSet::new();
        answers.for_each(|answer| reach(&answer, &mut answered));
        Self { named: Map::new(), answered }
    }

    /// Returns all schemas by name.
    pub fn into_components(mut self) -> Json {
        self.named.sort_keys();
        self.named.into()
    }

    /// Adds a schema that is not derived from the contract.
    pub fn insert(&mut self, name: &str, schema: Json) {
        self.named.insert(name.to_owned(), schema);
    }

    /// Returns the schema of a message: a reference, or the schema itself for a well-known type.
    pub fn message(&mut self, message: &MessageDescriptor, way: Direction) -> Json {
        if let Some(schema) = well_known(message.full_name()) {
            return schema;
        }
        let mut name = component(message.full_name(), message.package_name());
        if way == Direction::In && self.answered.contains(message.full_name()) {
            name.push_str("Input");
        }
        if !self.named.contains_key(&name) {
            // Reserves the name first, because a message may contain itself.
            self.named.insert(name.clone(), Json::Null);
            let fields = message.fields().collect();
            let schema = self.object(message, fields, way);
            self.named.insert(name.clone(), schema);
        }
        reference(&name)
    }

    /// Returns the schema of some fields of a message, such as those in the body.
    pub fn object(
        &mut self,
        message: &MessageDescriptor,
        fields: Vec<FieldDescriptor>,
        way: Direction,
    ) -> Json {
        let needed = needed(message);
        let mut description = message.comment();
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for field in &fields {
            let there = match way {
                Direction::In => needed.contains(field.name()),
                Direction::Out => is_always_present(field),
            };
            if there {
                required.push(field.json_name().to_owned());
            }
            let schema = self.field(field, way);
            // A request may set an optional field to null.
            let schema = if way == Direction::In && !there { or_null(schema) } else { schema };
            properties.insert(field.json_name().to_owned(), schema);
        }
        let mut schema = json!({ "type": "object" });
        if way == Direction::In {
            for words in rules::of_message(message) {
                description.push_str(&format!(" {}.", words.trim_end_matches('.')));
            }
            let choices: Vec<Json> = message.oneofs().filter_map(|of| exclusion(&of, &fields)).collect();
            if !choices.is_empty() {
                schema["allOf"] = choices.into();
            }
        }
        if message.descriptor_proto().options.as_ref().is_some_and(|o| o.deprecated()) {
            schema["deprecated"] = true.into();
        }
        schema["description"] = description.into();
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        schema["properties"] = properties.into();
        schema
    }

    /// Returns the schema of a field with its comment and its rules.
    pub fn field(&mut self, field: &FieldDescriptor, way: Direction) -> Json {
        let mut schema = Map::new();
        let one = |this: &mut Self, kind: &Kind| this.kind(kind, way);
        let base = match field.kind() {
            Kind::Message(entry) if field.is_map() => {
                let values = one(self, &entry.map_entry_value_field().kind());
                json!({ "type": "object", "additionalProperties": values })
            }
            kind if field.is_list() => json!({ "type": "array", "items": one(self, &kind) }),
            kind => one(self, &kind),
        };
        if let Json::Object(base) = base {
            schema.extend(base);
        }
        schema.insert("description".into(), described(field).into());
        if way == Direction::In
            && let Some(rules) = rules::of(field)
        {
            let needed = needed(field.parent_message()).contains(field.name());
            rules::apply(&rules, needed, &mut schema);
            if let Kind::Enum(of) = field.kind() {
                exclude_values(&of, &rules::excluded_numbers(&rules), &mut schema);
            }
        }
        if let Some(resource_type) = resource_type(field) {
            schema.insert("x-resource-type".into(), resource_type.into());
        }
        if is_secret(field) {
            schema.insert("format".into(), "password".into());
        }
        if field.field_descriptor_proto().options.as_ref().is_some_and(|o| o.deprecated()) {
            schema.insert("deprecated".into(), true.into());
        }
        schema.into()
    }

    fn kind(&mut self, kind: &Kind, way: Direction) -> Json {
        match kind {
            Kind::Bool => json!({ "type": "boolean" }),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => json!({ "type": "integer", "format": "int32" }),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => json!({ "type": "integer", "format": "int64" }),
            Kind::Uint32 | Kind::Fixed32 => json!({ "type": "integer", "format": "uint32", "minimum": 0 }),
            Kind::Uint64 | Kind::Fixed64 => json!({ "type": "integer", "format": "uint64", "minimum": 0 }),
            Kind::Float => json!({ "type": "number", "format": "float" }),
            Kind::Double => json!({ "type": "number", "format": "double" }),
            Kind::String => json!({ "type": "string" }),
            Kind::Bytes => json!({ "type": "string", "format": "byte", "contentEncoding": "base64" }),
            Kind::Enum(of) => self.enumeration(of),
            Kind::Message(of) => self.message(of, way),
        }
    }

    /// Adds the schema of an enumeration and returns a reference to it.
    pub fn enumeration(&mut self, of: &EnumDescriptor) -> Json {
        let name = component(of.full_name(), of.package_name());
        if !self.named.contains_key(&name) {
            let chosen = || of.values().filter(|value| value.number() != 0);
            let names: Vec<String> = chosen().map(|value| short_name(of, value.number())).collect();
            let meanings: Map<String, Json> = chosen()
                .map(|value| (short_name(of, value.number()), first_sentence(&value.comment()).into()))
                .collect();
            let first = of.default_value();
            let description =
                format!("{} Read also with the prefix that `{}` has.", of.comment(), first.name());
            let schema = json!({
                "type": "string", "description": description, "enum": names, "x-enumDescriptions": meanings,
            });
            self.named.insert(name.clone(), schema);
        }
        reference(&name)
    }
}

/// Restricts a reference to an enumeration, or that of a list's items, to the values that are not excluded. The
/// schema of an enumeration never has the value 0.
fn exclude_values(of: &EnumDescriptor, excluded: &[i32], schema: &mut Map<String, Json>) {
    if excluded.iter().all(|number| *number == 0) {
        return;
    }
    let allowed = of.values().filter(|value| value.number() != 0 && !excluded.contains(&value.number()));
    let names: Vec<String> = allowed.map(|value| short_name(of, value.number())).collect();
    match schema.get_mut("items").and_then(Json::as_object_mut) {
        Some(items) => items.insert("enum".into(), names.into()),
        None => schema.insert("enum".into(), names.into()),
    };
}

fn or_null(mut schema: Json) -> Json {
    if let Some(kind) = schema.get("type").cloned() {
        schema["type"] = json!([kind, "null"]);
        return schema;
    }
    let Some(object) = schema.as_object_mut() else { return schema };
    if let Some(schema_ref) = object.shift_remove("$ref") {
        let mut referred = json!({ "$ref": schema_ref });
        if let Some(values) = object.shift_remove("enum") {
            referred["enum"] = values;
        }
        object.insert("anyOf".into(), json!([referred, { "type": "null" }]));
    }
    schema
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// Returns a name without its package. These names are unique in the contract.
fn component(full: &str, package: &str) -> String {
    full.strip_prefix(package).unwrap_or(full).trim_start_matches('.').to_owned()
}

/// Collects all messages within a message.
fn reach(message: &MessageDescriptor, found: &mut HashSet<String>) {
    if found.insert(message.full_name().to_owned()) {
        let within = message.fields().filter_map(|field| field.kind().as_message().cloned());
        within.for_each(|message| reach(&message, found));
    }
}

/// Returns the required fields of a request: those whose rules an empty request violates.
pub fn needed(message: &MessageDescriptor) -> HashSet<String> {
    let top = |path: String| path.split(['.', '[']).next().unwrap_or_default().to_owned();
    broken_fields(&DynamicMessage::new(message.clone())).into_iter().map(top).collect()
}

/// Returns whether a response contains a field regardless of its value; see `json::write`.
fn is_always_present(field: &FieldDescriptor) -> bool {
    let choice = matches!(field.kind(), Kind::Enum(_)) && !field.is_list();
    !field.supports_presence() && !choice
}

/// Returns the schema rule that at most one field of a oneof may be set.
fn exclusion(of: &OneofDescriptor, fields: &[FieldDescriptor]) -> Option<Json> {
    let names: Vec<String> =
        of.fields().filter(|f| fields.contains(f)).map(|f| f.json_name().to_owned()).collect();
    let pairs = names.iter().enumerate().flat_map(|(i, a)| names[i + 1..].iter().map(move |b| (a, b)));
    let pairs: Vec<Json> = pairs.map(|(a, b)| json!({ "required": [a, b] })).collect();
    (!of.is_synthetic() && !pairs.is_empty()).then(|| json!({ "not": { "anyOf": pairs } }))
}

/// Returns a field's comment, with the other fields of its oneof.
fn described(field: &FieldDescriptor) -> String {
    let comment = field.comment();
    match field.containing_oneof().filter(|of| !of.is_synthetic()) {
        Some(of) => {
            let others = of.fields().filter(|other| other != field);
            let others: Vec<String> = others.map(|f| format!("`{}`", f.json_name())).collect();
            format!("{comment} Not together with {}.", super::comments::either(&others))
        }
        None => comment,
    }
}

/// Returns the type of the resource that the id in a field identifies, such as `COMMUNITY`.
pub fn resource_type(field: &FieldDescriptor) -> Option<String> {
    let extension = contract::extension("parlor.options.v1.id_of");
    let number = field.options().get_extension(&extension).as_enum_number().filter(|n| *n != 0)?;
    let Kind::Enum(of) = extension.kind() else { return None };
    Some(short_name(&of, number))
}

/// Returns whether a field contains a credential.
pub fn is_secret(field: &FieldDescriptor) -> bool {
    let extension = contract::extension("parlor.options.v1.secret");
    field.options().get_extension(&extension).as_bool().unwrap_or_default()
}

/// Returns the schema of a well-known protobuf type in JSON.
fn well_known(name: &str) -> Option<Json> {
    Some(match name.strip_prefix("google.protobuf.")? {
        "Timestamp" => json!({ "type": "string", "format": "date-time" }),
        "Duration" => json!({ "type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?s$" }),
        "FieldMask" | "StringValue" => json!({ "type": "string" }),
        "BytesValue" => json!({ "type": "string", "format": "byte", "contentEncoding": "base64" }),
        "BoolValue" => json!({ "type": "boolean" }),
        "DoubleValue" | "FloatValue" => json!({ "type": "number" }),
        "Int32Value" | "UInt32Value" => json!({ "type": "integer" }),
        "Int64Value" | "UInt64Value" => json!({ "type": "string", "pattern": "^-?[0-9]+$" }),
        "ListValue" => json!({ "type": "array", "items": {} }),
        "Value" => json!({}),
        _ => json!({ "type": "object" }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the schema of a request field.
    fn schema_of(message: &str, field: &str) -> Json {
        let message = contract::POOL.get_message_by_name(message).expect("a message");
        let field = message.get_field_by_name(field).expect("a field");
        Schemas::new(std::iter::empty()).field(&field, Direction::In)
    }

    #[test]
    fn values_that_the_rules_exclude_are_not_documented() {
        let schema = schema_of("parlor.v1.ListOutgoingEmailsRequest", "status");
        let allowed = json!(["DRAFT", "SCHEDULED", "SENT"]);
        assert_eq!(
            (&schema["$ref"], &schema["enum"]),
            (&json!("#/components/schemas/EmailStatus"), &allowed)
        );
        let optional = or_null(schema);
        assert_eq!(optional["anyOf"][0]["enum"], allowed);
        assert_eq!(optional["enum"], Json::Null, "null is allowed");
    }

    #[test]
    fn an_enumeration_without_the_unset_value_is_documented_as_it_is() {
        let schema = schema_of("parlor.v1.ListBlastsRequest", "states");
        assert_eq!(schema["items"], json!({ "$ref": "#/components/schemas/BlastState" }));
    }
}
