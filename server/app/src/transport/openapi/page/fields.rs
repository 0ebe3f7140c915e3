//! Lists of fields and parameters as HTML.
use serde_json::Value as Json;

use super::text::{Calls, escape, inline};

/// A field or parameter in a list.
pub struct Row<'a> {
    /// The name.
    pub name: &'a str,
    /// The field's schema.
    pub schema: &'a Json,
    /// The description, if the schema has none.
    pub description: Option<&'a str>,
    /// The text beside the type: `required`, `optional` or empty.
    pub presence: &'static str,
    /// Whether the field should not be used anymore.
    pub deprecated: bool,
}

/// Returns the fields of an object. In a request, required fields are marked; in a response, optional ones.
pub fn of_object<'a>(schema: &'a Json, request: bool) -> Vec<Row<'a>> {
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let row = |(name, schema): (&'a String, &'a Json)| {
        let there = required.iter().any(|one| one == name);
        let presence = match (request, there) {
            (true, true) => "required",
            (false, false) => "may be missing",
            _ => "",
        };
        Row { name, schema, description: None, presence, deprecated: schema["deprecated"] == true }
    };
    properties.map(row).collect()
}

/// Returns a list of fields as HTML. `components` are the document's schemas.
pub fn list(rows: &[Row<'_>], components: &Json, calls: &Calls) -> String {
    let rows: String = rows.iter().map(|row| item(row, components, calls)).collect();
    format!("<ul class=\"fields\">{rows}</ul>")
}

fn item(row: &Row<'_>, components: &Json, calls: &Calls) -> String {
    let description = row.description.or_else(|| row.schema["description"].as_str()).unwrap_or_default();
    let mut notes: Vec<String> = limits(row.schema).into_iter().map(|limit| escape(&limit)).collect();
    if let Some(values) = enumeration(row.schema, components) {
        let values: Vec<String> =
            values.iter().map(|value| format!("<code>{}</code>", escape(value))).collect();
        notes.push(values.join(", "));
    }
    let presence = match row.presence {
        "" => String::new(),
        "required" => " <strong class=\"needed\">required</strong>".to_owned(),
        words => format!(" <em>{words}</em>"),
    };
    let old = if row.deprecated { " <em>deprecated</em>" } else { "" };
    let notes = match notes.is_empty() {
        true => String::new(),
        false => format!("<p class=\"limits\">{}</p>", notes.join(" · ")),
    };
    format!(
        "<li><p class=\"field\"><code>{}</code> <span>{}</span>{presence}{old}</p><p>{}</p>{notes}</li>",
        escape(row.name),
        kind(row.schema),
        inline(description, calls),
    )
}

/// Returns the type of a schema as HTML, with links to the types that it names.
pub fn kind(schema: &Json) -> String {
    if let Some(name) = referred(schema) {
        return format!("<a href=\"#type-{0}\">{0}</a>", escape(name));
    }
    // The introduction explains null.
    let kind = match &schema["type"] {
        Json::Array(kinds) => kinds.first().and_then(Json::as_str),
        kind => kind.as_str(),
    };
    match (kind.unwrap_or("anything"), schema["format"].as_str().unwrap_or_default()) {
        ("array", _) => format!("list of {}", plural(&kind_of_item(&schema["items"]))),
        ("object", _) if schema["additionalProperties"].is_object() => {
            format!("map to {}", plural(&kind_of_item(&schema["additionalProperties"])))
        }
        ("boolean", _) => "true or false".to_owned(),
        ("integer", _) => "whole number".to_owned(),
        ("string", "date-time") => "time".to_owned(),
        ("string", "byte") => "base64".to_owned(),
        ("string", "email") => "email address".to_owned(),
        ("string", "uri") => "URL".to_owned(),
        ("string", _) => "text".to_owned(),
        (other, _) => escape(other),
    }
}

fn kind_of_item(schema: &Json) -> String {
    kind(schema)
}

fn plural(words: &str) -> String {
    match words {
        "text" | "whole number" | "number" | "time" | "URL" => format!("{words}s"),
        "email address" => "email addresses".to_owned(),
        other => other.to_owned(),
    }
}

/// Returns the name of the type that a schema references.
pub fn referred(schema: &Json) -> Option<&str> {
    let direct = schema["$ref"].as_str().or_else(|| schema["anyOf"][0]["$ref"].as_str())?;
    direct.strip_prefix("#/components/schemas/")
}

/// Returns the values that a schema or its items allow: its own, or those of the enumeration that it references.
fn enumeration<'a>(schema: &'a Json, components: &'a Json) -> Option<Vec<&'a str>> {
    let name = referred(schema).or_else(|| referred(&schema["items"]));
    let named = name.and_then(|name| components[name]["enum"].as_array());
    let own = [&schema["enum"], &schema["anyOf"][0]["enum"], &schema["items"]["enum"]];
    let values = own.into_iter().find_map(Json::as_array).or(named)?;
    Some(values.iter().filter_map(Json::as_str).collect())
}

/// Returns the validation rules of a schema as texts.
fn limits(schema: &Json) -> Vec<String> {
    let number = |keyword: &str| schema[keyword].as_f64();
    let mut limits = Vec::new();
    let mut range = |least: &str, most: &str, what: &str| {
        let (least, most) = (number(least).filter(|n| *n > 0.0), number(most));
        match (least, most) {
            (Some(least), Some(most)) => {
                limits.push(format!("{} to {} {what}", grouped(least), grouped(most)))
            }
            (Some(least), None) => limits.push(format!("at least {} {what}", grouped(least))),
            (None, Some(most)) => limits.push(format!("at most {} {what}", grouped(most))),
            (None, None) => {}
        }
    };
    range("minLength", "maxLength", "characters");
    range("minItems", "maxItems", "items");
    range("minProperties", "maxProperties", "entries");
    for (keyword, words) in [
        ("minimum", "at least"),
        ("maximum", "at most"),
        ("exclusiveMinimum", "more than"),
        ("exclusiveMaximum", "less than"),
    ] {
        // A minimum of 0 is not mentioned.
        let told = number(keyword).filter(|n| keyword != "minimum" || *n != 0.0);
        limits.extend(told.map(|n| format!("{words} {}", grouped(n))));
    }
    limits.extend(schema["pattern"].as_str().map(|pattern| format!("matches {pattern}")));
    if let Some(items) = schema.get("items") {
        limits.extend(self::limits(items).into_iter().map(|limit| format!("each {limit}")));
    }
    limits
}

/// Formats 4000 as 4,000.
fn grouped(n: f64) -> String {
    let text = n.to_string();
    if n.fract() != 0.0 || n < 1000.0 {
        return text;
    }
    let mut out = String::new();
    for (i, digit) in text.chars().enumerate() {
        if i > 0 && (text.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn limits_are_described_in_words() {
        let schema = json!({
            "type": "array", "maxItems": 50, "items": { "type": "string", "minLength": 1, "maxLength": 4000 },
        });
        assert_eq!(limits(&schema), ["at most 50 items", "each 1 to 4,000 characters"]);
        assert_eq!(kind(&schema), "list of texts");
        assert_eq!(limits(&json!({ "minimum": 0, "exclusiveMaximum": 0.5 })), ["less than 0.5"]);
    }
}
