//! Tests of service requests.
mod documents;
mod due_dates;
mod from_texts;
mod lifecycle;
mod lists;
mod partners;
mod photos;
mod photos_from_texts;
mod quiet_hours;
mod saved_views;
mod work_orders;

use serde_json::{Value, json};

use crate::support::*;

pub const LARKSPUR: &str = "community-larkspur-commons";
pub const RESIDENT: &str = "+15035550188";

/// Creates a request of the resident, with fields changed or added.
pub async fn create(staff: &Staff<'_>, more: Value) -> Value {
    let mut body = json!({
        "communityId": LARKSPUR, "title": "Kitchen sink leaks", "unit": "B-12", "contactName": "Ava Stone",
        "contactPhone": RESIDENT, "priority": "EMERGENCY", "notifyResident": true,
    });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    staff.post("/serviceRequests", body).await.ok()["serviceRequest"].clone()
}

pub fn path_of(request: &Value) -> String {
    format!("/serviceRequests/{}", request["_id"].as_str().unwrap())
}

/// Executes an action on the latest version of a request.
pub async fn act(staff: &Staff<'_>, request: &Value, action: &str, note: &str) -> Answer {
    let body = json!({ "action": action, "note": note });
    staff.post(&format!("{}/state", path_of(request)), body).await
}
