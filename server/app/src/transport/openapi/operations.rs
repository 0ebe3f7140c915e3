//! Converts methods with a REST route to OpenAPI operations.
use contract::resource_types::names_community;
use prost_reflect::FieldDescriptor;
use serde_json::{Map, Value as Json, json};

use super::{
    super::{idempotency, route::Route},
    access::Rule,
    comments::{Commented, first_sentence, spaced},
    errors::Errors,
    examples,
    schemas::{Direction, Schemas},
};

/// Schemas and responses that operations share.
pub struct Shared {
    /// Schemas of messages.
    pub schemas: Schemas,
    /// Responses of several operations, by name.
    pub responses: Map<String, Json>,
}

/// Converts a route to an operation.
pub fn operation(route: &Route, shared: &mut Shared) -> Json {
    let method = &route.method;
    let rule = Rule::of(method);
    let comment = method.comment();
    let service = method.parent_service().name().to_owned();
    let mut operation = json!({
        "operationId": format!("{service}_{}", method.name()),
        "tags": [service],
        "summary": first_sentence(&comment),
        "description": format!("{comment}\n\n**Who may call:** {}", rule.words()),
        "security": rule.security(),
        "x-displayName": spaced(method.name()),
        "x-access": rule.json(),
    });
    if method.method_descriptor_proto().options.as_ref().is_some_and(|o| o.deprecated()) {
        operation["deprecated"] = true.into();
    }
    let parameters = parameters(route, &mut shared.schemas);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if route.takes_body {
        operation["requestBody"] = body(route, &mut shared.schemas);
    }
    let mut responses = Map::from_iter([("200".to_owned(), success(route, &mut shared.schemas))]);
    responses.extend(Errors::of(route, &rule).responses(&mut shared.responses));
    operation["responses"] = responses.into();
    operation["x-codeSamples"] = json!([{ "lang": "Shell", "label": "curl", "source": curl(route, &rule) }]);
    operation
}

fn parameters(route: &Route, schemas: &mut Schemas) -> Vec<Json> {
    let mut all: Vec<Json> =
        route.path_fields().iter().map(|field| parameter(field, field.name(), "path", schemas)).collect();
    if !route.takes_body {
        let query = route.other_fields();
        let query = query.iter().filter(|field| in_a_query(field));
        all.extend(query.map(|field| parameter(field, field.json_name(), "query", schemas)));
    }
    if names_community(&route.method) {
        all.push(json!({ "$ref": "#/components/parameters/Community" }));
    }
    if platform::access_policy::keyed(&route.method) {
        all.push(json!({ "$ref": "#/components/parameters/IdempotencyKey" }));
    }
    if platform::access_policy::changes(&route.method) {
        all.push(json!({ "$ref": "#/components/parameters/XsrfToken" }));
    }
    all
}

fn parameter(field: &FieldDescriptor, name: &str, place: &str, schemas: &mut Schemas) -> Json {
    let mut schema = schemas.field(field, Direction::In);
    let about =
        schema.as_object_mut().map(|schema| (schema.remove("description"), schema.remove("deprecated")));
    let (description, deprecated) = about.unwrap_or_default();
    let required = place == "path" || super::schemas::needed(field.parent_message()).contains(field.name());
    let mut parameter = json!({ "name": name, "in": place, "required": required });
    parameter["description"] = description.unwrap_or_default();
    if deprecated.is_some() {
        parameter["deprecated"] = true.into();
    }
    if field.is_list() {
        parameter["style"] = "form".into();
        parameter["explode"] = true.into();
    }
    parameter["schema"] = schema;
    if let Some(example) = examples::field(field) {
        parameter["example"] = example;
    }
    parameter
}

/// Returns whether a field can be a query parameter. Messages cannot, except well-known types that are written as text.
fn in_a_query(field: &FieldDescriptor) -> bool {
    match field.kind().as_message() {
        Some(message) => message.full_name().starts_with("google.protobuf.") && !field.is_map(),
        None => true,
    }
}

fn body(route: &Route, schemas: &mut Schemas) -> Json {
    let input = route.method.input();
    let fields = route.other_fields();
    let whole = fields.len() == input.fields().len();
    let schema = match whole {
        true => schemas.message(&input, Direction::In),
        false => schemas.object(&input, fields, Direction::In),
    };
    let needed = super::schemas::needed(&input);
    let required = route.other_fields().iter().any(|field| needed.contains(field.name()));
    json!({
        "required": required,
        "content": { "application/json": { "schema": schema, "example": example_body(route) } },
    })
}

fn example_body(route: &Route) -> Json {
    let mut example = examples::message(&route.method.input(), Direction::In);
    if let Some(object) = example.as_object_mut() {
        for field in route.path_fields() {
            object.shift_remove(field.json_name());
        }
    }
    example
}

fn success(route: &Route, schemas: &mut Schemas) -> Json {
    let output = route.method.output();
    let schema = schemas.message(&output, Direction::Out);
    let example = examples::message(&output, Direction::Out);
    let mut headers = json!({ "x-request-id": { "$ref": "#/components/headers/RequestId" } });
    if platform::access_policy::keyed(&route.method) {
        headers[idempotency::REPLAYED.as_str()] = json!({ "$ref": "#/components/headers/Replayed" });
    }
    if !route.method.is_server_streaming() {
        let content = json!({ "application/json": { "schema": schema, "example": example } });
        return json!({ "description": output.comment(), "headers": headers, "content": content });
    }
    let line = json!({
        "type": "object",
        "description": "One line: a message, or at last the error that ended the stream.",
        "properties": { "result": schema, "error": { "$ref": "#/components/schemas/Status" } },
    });
    let content = json!({ "application/x-ndjson": { "schema": line, "example": { "result": example } } });
    let description =
        format!("{} One JSON object a line, as they come; the stream stays open.", output.comment());
    json!({ "description": description, "headers": headers, "content": content })
}

/// Returns an example call with curl.
fn curl(route: &Route, rule: &Rule) -> String {
    let example = examples::message(&route.method.input(), Direction::In);
    let mut path = route.template.clone();
    for field in route.path_fields() {
        let value = example.get(field.json_name()).map(plain).unwrap_or_default();
        path = path.replace(&format!("{{{}}}", field.name()), &encoded(&value));
    }
    let mut query = form_urlencoded::Serializer::new(String::new());
    if !route.takes_body {
        for field in route.other_fields() {
            if let Some(value) = example.get(field.json_name()) {
                let one = std::slice::from_ref(value);
                let values = value.as_array().map_or(one, Vec::as_slice);
                values.iter().for_each(|value| {
                    query.append_pair(field.json_name(), &plain(value));
                });
            }
        }
    }
    let query = query.finish();
    let mut lines = vec!["curl".to_owned()];
    if route.method.is_server_streaming() {
        lines[0].push_str(" -N");
    }
    let implied = if route.takes_body { "POST" } else { "GET" };
    if route.verb != implied {
        lines[0].push_str(&format!(" -X {}", route.verb));
    }
    let joint = if query.is_empty() { "" } else { "?" };
    lines[0].push_str(&format!(" \"$PARLOR{path}{joint}{query}\""));
    if !rule.access.public {
        lines.push("-H \"usertoken: $TOKEN\"".to_owned());
    }
    if route.takes_body {
        lines.push("-H 'content-type: application/json'".to_owned());
        let body = serde_json::to_string_pretty(&example_body(route)).unwrap_or_default();
        lines.push(format!("-d '{}'", body.replace('\'', r"'\''")));
    }
    lines.join(" \\\n  ")
}

/// Formats a value for a path or a query.
fn plain(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn encoded(segment: &str) -> String {
    percent_encoding::utf8_percent_encode(segment, percent_encoding::NON_ALPHANUMERIC)
        .to_string()
        .replace("%2D", "-")
        .replace("%5F", "_")
}
