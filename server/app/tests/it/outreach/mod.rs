//! Texts to many residents.
mod audiences;
mod blast_approval;
mod blast_results;
mod blasts;
mod blasts_by_twilio;

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

pub const MERIDIAN: &str = "community-the-meridian";
pub const MERIDIAN_NUMBER: &str = "+12025550102";
pub const OSPREY_LAKE: &str = "community-osprey-lake";

/// Creates a draft to the accounts of communities.
pub async fn draft(staff: &Staff<'_>, body: &str, communities: &[&str]) -> Value {
    let audience = json!({ "filter": { "communityIds": communities } });
    let blast = json!({ "title": "Water shutoff", "body": body, "audience": audience });
    staff.post("/blasts", blast).await.ok()["blast"].clone()
}

pub fn path_of(blast: &Value) -> String {
    format!("/blasts/{}", blast["_id"].as_str().unwrap())
}

/// Sends a draft and waits until the time to undo it is over.
pub async fn send(server: &TestServer, staff: &Staff<'_>, blast: &Value) {
    staff.post(&format!("{}/schedule", path_of(blast)), json!({})).await.ok();
    server.later(Duration::from_secs(10)).await;
}

pub async fn read(staff: &Staff<'_>, blast: &Value) -> Value {
    staff.get(&path_of(blast)).await.ok()["blast"].clone()
}

/// The phones in a list of recipients.
pub async fn phones(staff: &Staff<'_>, blast: &Value, query: &str) -> Vec<String> {
    let listed = staff.get(&format!("{}/recipients?limit=200&{query}", path_of(blast))).await.ok();
    let listed = listed["recipients"].as_array().unwrap().iter();
    listed.map(|one| one["phone"].as_str().unwrap().to_owned()).collect()
}
