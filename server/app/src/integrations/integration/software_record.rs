//! Records of association software whose documentation is not public. They are read tolerantly.
use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::rules::to_dollars;

/// A JSON object. The names of its fields are matched regardless of case, numbers may be written as text and the other
/// way around, and `null` counts as absent.
#[derive(Deserialize)]
#[serde(from = "Map<String, Value>")]
pub struct SoftwareRecord {
    fields: HashMap<String, Value>,
}

impl From<Map<String, Value>> for SoftwareRecord {
    fn from(fields: Map<String, Value>) -> Self {
        let fields = fields.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        Self { fields: fields.collect() }
    }
}

impl SoftwareRecord {
    fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(&name.to_ascii_lowercase())
    }

    /// Returns a field as text without spaces around it; empty if it is absent.
    pub fn text(&self, name: &str) -> String {
        match self.get(name) {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        }
    }

    /// Returns the first of several fields that is not empty.
    pub fn first_text(&self, names: &[&str]) -> String {
        names.iter().map(|name| self.text(name)).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// Returns whether a field is true.
    pub fn is_true(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Value::Bool(is_true)) => *is_true,
            _ => self.text(name).eq_ignore_ascii_case("true"),
        }
    }

    /// Returns whether a field is false; an absent one is not.
    pub fn is_false(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Value::Bool(is_true)) => !is_true,
            _ => self.text(name).eq_ignore_ascii_case("false"),
        }
    }

    /// Returns a field as a number of things; `None` if it is none.
    pub fn count(&self, name: &str) -> Option<i32> {
        self.text(name).parse().ok().filter(|count| *count >= 0)
    }

    /// Returns a field as an amount of dollars; empty if it is absent, and as it is if it is no number.
    pub fn dollars(&self, name: &str) -> String {
        let text = self.text(name);
        text.parse().map_or(text, to_dollars)
    }

    /// Returns a field that is a list of records; `None` if it is none.
    pub fn take_records(&mut self, name: &str) -> Option<Vec<Self>> {
        let list = self.fields.remove(&name.to_ascii_lowercase())?;
        serde_json::from_value(list).ok()
    }
}

/// Reads a response: a list of records, a single record, or nothing. `None` if it is something else.
pub fn read_records(body: &[u8]) -> Option<Vec<SoftwareRecord>> {
    if body.trim_ascii().is_empty() {
        return Some(Vec::new());
    }
    match serde_json::from_slice(body).ok()? {
        Value::Null => Some(Vec::new()),
        Value::Object(fields) => Some(vec![fields.into()]),
        list => serde_json::from_value(list).ok(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(value: &Value) -> SoftwareRecord {
        let mut records = read_records(value.to_string().as_bytes()).expect("it is a record");
        records.remove(0)
    }

    #[test]
    fn fields_are_read_regardless_of_case_and_type() {
        let record = record(
            &json!({ "AssocCode": 999, "name": " Harbor Row ", "open": "True", "units": "12", "x": null }),
        );
        assert_eq!((record.text("assocCode").as_str(), record.text("Name").as_str()), ("999", "Harbor Row"));
        assert_eq!((record.is_true("open"), record.is_true("name")), (true, false));
        assert_eq!([record.is_false("open"), record.is_false("x"), record.is_false("missing")], [false; 3]);
        assert_eq!((record.count("units"), record.count("name")), (Some(12), None));
        assert_eq!(record.first_text(&["x", "missing", "name", "units"]), "Harbor Row");
    }

    #[test]
    fn amounts_have_two_decimals() {
        let record = record(&json!({ "a": 100, "b": "-20.5", "c": "ask", "d": null }));
        let amounts = ["a", "b", "c", "d"].map(|name| record.dollars(name));
        assert_eq!(amounts, ["100.00", "-20.50", "ask", ""]);
    }

    #[test]
    fn a_response_is_a_list_a_record_or_nothing() {
        let count = |body: &str| read_records(body.as_bytes()).map(|records| records.len());
        assert_eq!(
            [count("[{}, {}]"), count("{}"), count(" "), count("null")],
            [Some(2), Some(1), Some(0), Some(0)]
        );
        assert_eq!([count("<html>"), count("[1]"), count("3")], [None; 3]);
    }

    #[test]
    fn a_list_within_a_record_can_be_taken() {
        let mut record = record(&json!({ "Owners": [{ "hoid": 1 }], "phones": null, "emails": [1] }));
        let owners = record.take_records("owners").expect("it is a list");
        assert_eq!(owners[0].text("hoID"), "1");
        assert!(record.take_records("phones").is_none() && record.take_records("emails").is_none());
    }
}
