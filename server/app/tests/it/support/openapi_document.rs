//! The OpenAPI document, and the validation of responses against it.
use prost_reflect::MethodDescriptor;
use serde_json::Value;

use super::route;

/// The document that the server returns.
pub struct Document(pub Value);

impl Document {
    pub fn read() -> Self {
        Self(serde_json::from_str(&app::transport::openapi()).unwrap())
    }

    /// Returns the operation of an RPC.
    #[track_caller]
    pub fn operation(&self, method: &MethodDescriptor) -> &Value {
        let (verb, path) = route(method);
        let operation = &self.0["paths"][&path][verb.to_lowercase()];
        assert!(operation.is_object(), "{verb} {path} is not in the document");
        operation
    }

    /// Returns all operations with their verb and path.
    pub fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        paths.flat_map(|(path, verbs)| {
            verbs
                .as_object()
                .unwrap()
                .iter()
                .map(move |(verb, operation)| (verb.as_str(), path.as_str(), operation))
        })
    }

    /// Returns the schema of an RPC's response, or of one message of its stream.
    pub fn answer(&self, method: &MethodDescriptor) -> &Value {
        let content = &self.operation(method)["responses"]["200"]["content"];
        match method.is_server_streaming() {
            true => &content["application/x-ndjson"]["schema"]["properties"]["result"],
            false => &content["application/json"]["schema"],
        }
    }

    /// Resolves a reference.
    pub fn at(&self, reference: &str) -> Option<&Value> {
        self.0.pointer(reference.strip_prefix('#')?)
    }

    /// Returns where a value does not match a schema. Supports the schema keywords that the document uses for
    /// responses. A property that the schema does not name does not match.
    pub fn mismatch(&self, schema: &Value, value: &Value, at: &str) -> Option<String> {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.mismatch(self.at(reference).unwrap(), value, at);
        }
        if let Some(any) = schema["anyOf"].as_array() {
            let mismatches: Option<Vec<String>> =
                any.iter().map(|one| self.mismatch(one, value, at)).collect();
            return mismatches.map(|all| all.join(", and "));
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.clone(),
            kind => vec![kind.clone()],
        };
        let of_kind = |kind: &Value| match kind.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            Some("null") => value.is_null(),
            _ => true,
        };
        if !kinds.iter().any(of_kind) {
            return Some(format!("{at} is {value}, not of {kinds:?}"));
        }
        let named = |list: &str, it: &Value| schema[list].as_array().is_none_or(|all| all.contains(it));
        if !named("enum", value) || schema.get("const").is_some_and(|only| only != value) {
            return Some(format!("{at} is {value}"));
        }
        if let Some(missing) = schema["required"].as_array().and_then(|required| {
            required.iter().filter_map(Value::as_str).find(|name| value.get(name).is_none())
        }) {
            return Some(format!("{at}.{missing} is missing"));
        }
        if let (Value::Object(fields), Some(properties)) = (value, schema["properties"].as_object()) {
            return fields.iter().find_map(|(name, value)| match properties.get(name) {
                Some(schema) => self.mismatch(schema, value, &format!("{at}.{name}")),
                None => Some(format!("{at}.{name} is not in the document")),
            });
        }
        let items = value.as_array()?;
        items
            .iter()
            .enumerate()
            .find_map(|(i, item)| self.mismatch(&schema["items"], item, &format!("{at}[{i}]")))
    }
}
