//! Tests of texts to many residents.
mod audiences;
mod blast_approval;
mod blast_cancellation;
mod blast_counts;
mod blast_delay_lists;
mod blast_delays;
mod blast_do_not_text;
mod blast_fairness;
mod blast_lifecycle;
mod blast_limits;
mod blast_local_time;
mod blast_partners;
mod blast_pictures;
mod blast_previews;
mod blast_results;
mod blast_templates;
mod blast_texts;
mod blast_validity;
mod blasts;
mod blasts_with_twilio;
mod consent_requests;
mod recipient_lists;

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
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

/// Sends a draft and waits for the end of the undo window.
pub async fn send(server: &TestServer, staff: &Staff<'_>, blast: &Value) {
    staff.post(&format!("{}/schedule", path_of(blast)), json!({})).await.ok();
    server.later(Duration::from_secs(10)).await;
}

pub async fn read(staff: &Staff<'_>, blast: &Value) -> Value {
    staff.get(&path_of(blast)).await.ok()["blast"].clone()
}

/// Returns the phones in a list of recipients.
pub async fn phones(staff: &Staff<'_>, blast: &Value, query: &str) -> Vec<String> {
    let listed = staff.get(&format!("{}/recipients?limit=200&{query}", path_of(blast))).await.ok();
    let listed = listed["recipients"].as_array().unwrap().iter();
    listed.map(|one| one["phone"].as_str().unwrap().to_owned()).collect()
}

/// Imports accounts whose homeowners agreed to receive texts, with the tag "imported". Returns their phones.
pub async fn import(staff: &Staff<'_>, community: &str, count: usize) -> Vec<String> {
    let phones: Vec<String> = (0..count).map(|nth| format!("+1303256{:04}", 1_000 + nth)).collect();
    let line = |(nth, phone): (usize, &String)| format!("K-{nth},{phone},yes,imported\n");
    let file = phones.iter().enumerate().map(line).collect::<String>();
    let data = STANDARD.encode(format!("account,phone,text consent,tags\n{file}"));
    let path = format!("/textCommunities/community/{community}/accounts/import");
    staff.post(&path, json!({ "data": data })).await.ok();
    phones
}

/// Creates a draft to the imported accounts of a community.
pub async fn draft_to_imported(staff: &Staff<'_>, community: &str) -> Value {
    let audience = json!({ "filter": { "communityIds": [community], "tags": ["imported"] } });
    let blast = json!({ "title": "Hello", "body": "{{community}}: hello", "audience": audience });
    staff.post("/blasts", blast).await.ok()["blast"].clone()
}
