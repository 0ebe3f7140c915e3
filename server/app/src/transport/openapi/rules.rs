//! Converts `buf.validate` rules to JSON Schema by their names, so that a new rule is documented once it is declared.
use prost_reflect::{DynamicMessage, FieldDescriptor, Value};
use serde_json::{Map, Value as Json, json};

/// Returns the rules of a field; `None` if it has none.
pub fn of(field: &FieldDescriptor) -> Option<DynamicMessage> {
    let extension = contract::extension("buf.validate.field");
    let options = field.options();
    options.has_extension(&extension).then(|| options.get_extension(&extension).as_message().cloned())?
}

/// Returns the texts that a field's rules allow; empty if any text is allowed.
pub fn choices(field: &FieldDescriptor) -> Vec<String> {
    let rules = of(field).and_then(|rules| rules.get_field_by_name("string").map(|v| v.into_owned()));
    let texts = rules.as_ref().and_then(Value::as_message).and_then(|rules| rules.get_field_by_name("in"));
    let texts = texts.as_ref().and_then(|texts| texts.as_list()).unwrap_or_default();
    texts.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

/// Returns the numbers of the enumeration values that a field's rules, or those of its items, exclude.
pub fn excluded_numbers(rules: &DynamicMessage) -> Vec<i32> {
    let part = |rules: &DynamicMessage, name: &str| rules.get_field_by_name(name)?.as_message().cloned();
    let items = part(rules, "repeated").and_then(|list| part(&list, "items"));
    let mut excluded = Vec::new();
    for rules in [part(rules, "enum"), items.and_then(|items| part(&items, "enum"))].into_iter().flatten() {
        let numbers = rules.get_field_by_name("not_in");
        let numbers = numbers.as_ref().and_then(|numbers| numbers.as_list()).unwrap_or_default();
        excluded.extend(numbers.iter().filter_map(Value::as_i32));
    }
    excluded
}

/// Adds a field's rules to its schema. `required` tells whether the message needs the field.
pub fn apply(rules: &DynamicMessage, required: bool, schema: &mut Map<String, Json>) {
    for (field, value) in rules.fields() {
        match (field.name(), value) {
            ("repeated", Value::Message(rules)) => list(rules, schema),
            ("map", Value::Message(rules)) => map(rules, schema),
            (kind, Value::Message(rules)) => value_rules(kind, rules, schema),
            ("cel", Value::List(all)) => {
                let words = all.iter().filter_map(|rule| words(rule.as_message()?));
                words.for_each(|words| describe(schema, &words));
            }
            _ => {}
        }
    }
    if required {
        let (least, is) = match schema.get("type").and_then(Json::as_str) {
            Some("string") if !schema.contains_key("enum") => ("minLength", true),
            Some("array") => ("minItems", true),
            _ => ("", false),
        };
        if is && schema.get(least).is_none_or(|n| n == 0) {
            schema.insert(least.to_owned(), 1.into());
        }
    }
}

/// Returns the descriptions of the rules that concern several fields of a message.
pub fn of_message(message: &prost_reflect::MessageDescriptor) -> Vec<String> {
    let extension = contract::extension("buf.validate.message");
    let options = message.options();
    let rules = options.get_extension(&extension);
    let Some(rules) = rules.as_message().filter(|_| options.has_extension(&extension)) else { return vec![] };
    let cel = rules.get_field_by_name("cel");
    let all = cel.as_ref().and_then(|cel| cel.as_list()).unwrap_or_default();
    all.iter().filter_map(|rule| words(rule.as_message()?)).collect()
}

fn words(rule: &DynamicMessage) -> Option<String> {
    let words = rule.get_field_by_name("message")?.as_str()?.to_owned();
    (!words.is_empty()).then_some(words)
}

/// Adds a sentence to the description.
fn describe(schema: &mut Map<String, Json>, words: &str) {
    let before = schema.get("description").and_then(Json::as_str).unwrap_or_default();
    let text = format!("{before} {}.", words.trim_end_matches('.'));
    schema.insert("description".into(), text.trim_start().into());
}

fn list(rules: &DynamicMessage, schema: &mut Map<String, Json>) {
    for (field, value) in rules.fields() {
        match (field.name(), value) {
            ("min_items", n) => set(schema, "minItems", n),
            ("max_items", n) => set(schema, "maxItems", n),
            ("unique", n) => set(schema, "uniqueItems", n),
            ("items", Value::Message(rules)) => {
                if let Some(Json::Object(items)) = schema.get_mut("items") {
                    apply(rules, false, items);
                }
            }
            _ => {}
        }
    }
}

fn map(rules: &DynamicMessage, schema: &mut Map<String, Json>) {
    for (field, value) in rules.fields() {
        match (field.name(), value) {
            ("min_pairs", n) => set(schema, "minProperties", n),
            ("max_pairs", n) => set(schema, "maxProperties", n),
            ("keys", Value::Message(rules)) => {
                let mut names = Map::new();
                apply(rules, false, &mut names);
                schema.insert("propertyNames".into(), names.into());
            }
            ("values", Value::Message(rules)) => {
                if let Some(Json::Object(values)) = schema.get_mut("additionalProperties") {
                    apply(rules, false, values);
                }
            }
            _ => {}
        }
    }
}

/// Adds the rules of a single value.
fn value_rules(kind: &str, rules: &DynamicMessage, schema: &mut Map<String, Json>) {
    for (field, value) in rules.fields() {
        match (kind, field.name()) {
            // Base64 encodes three bytes as four characters.
            ("bytes", "min_len") => set(schema, "minLength", &base64(value)),
            ("bytes", "max_len") => set(schema, "maxLength", &base64(value)),
            ("bytes", _) => {}
            (_, "min_len") => set(schema, "minLength", value),
            (_, "max_len" | "max_bytes") => set(schema, "maxLength", value),
            (_, "len") => {
                set(schema, "minLength", value);
                set(schema, "maxLength", value);
            }
            (_, "pattern") => set(schema, "pattern", value),
            (_, "gt") => set(schema, "exclusiveMinimum", value),
            (_, "gte") => set(schema, "minimum", value),
            (_, "lt") => set(schema, "exclusiveMaximum", value),
            (_, "lte") => set(schema, "maximum", value),
            // The schema names the values; see `excluded_numbers`.
            ("enum", _) => {}
            (_, "const") => set(schema, "const", value),
            (_, "in") => set(schema, "enum", value),
            (_, "not_in") => {
                schema.insert("not".into(), json!({ "enum": json(value) }));
            }
            (_, name @ ("email" | "hostname" | "ipv4" | "ipv6" | "uri" | "uuid")) => format(schema, name),
            (_, "uri_ref") => format(schema, "uri-reference"),
            _ => {}
        }
    }
}

fn base64(bytes: &Value) -> Value {
    Value::U64(bytes.as_u64().unwrap_or_default().div_ceil(3) * 4)
}

fn format(schema: &mut Map<String, Json>, name: &str) {
    schema.insert("format".into(), name.into());
}

fn set(schema: &mut Map<String, Json>, keyword: &str, value: &Value) {
    schema.insert(keyword.to_owned(), json(value));
}

fn json(value: &Value) -> Json {
    match value {
        Value::Bool(b) => (*b).into(),
        Value::I32(n) => (*n).into(),
        Value::I64(n) => (*n).into(),
        Value::U32(n) => (*n).into(),
        Value::U64(n) => (*n).into(),
        Value::F32(n) => (*n).into(),
        Value::F64(n) => (*n).into(),
        Value::String(s) => s.as_str().into(),
        Value::List(all) => all.iter().map(json).collect(),
        _ => Json::Null,
    }
}
