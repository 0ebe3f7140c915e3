//! Text blasts that need a second user's approval, and the company's daily limit.
use serde_json::json;

use super::*;

const CUSTOMIZATIONS: &str = "/admin/company/company-harborline/customizations";
const ROSALIND: &str = "admin@parlor.example";
const GAS_LEAK: &str = "The utility found a gas leak.";

/// Requires approval for blasts to more recipients than this.
async fn approval_above(dana: &Staff<'_>, recipients: u32) {
    let customizations = json!({ "customizations": { "blastApprovalAbove": recipients } });
    dana.put(CUSTOMIZATIONS, customizations).await.ok();
}

async fn act(staff: &Staff<'_>, blast: &Value, act: &str, body: Value) -> Answer {
    staff.post(&format!("{}/{act}", path_of(blast)), body).await
}

async fn summaries(dana: &Staff<'_>) -> Vec<String> {
    let trail = dana.get("/admin/audit").await.ok()["entries"].clone();
    let trail = trail.as_array().unwrap().iter();
    trail.map(|entry| entry["summary"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_blast_above_the_companys_number_waits_for_a_second_user(server: TestServer) {
        let (dana, blaster) = (server.harborline_admin().await, server.login("blaster@harborline.example").await);
        approval_above(&dana, 6).await;
        let blast = draft(&blaster, "{{community}}: pool closed", &[MERIDIAN]).await;
        let review = blaster.get(&format!("{}/review", path_of(&blast))).await.ok();
        assert_eq!((&review["needsApproval"], &review["recipientCount"]), (&json!(true), &json!(7)));
        let asked = act(&blaster, &blast, "schedule", json!({})).await.ok()["blast"].clone();
        assert_eq!((&asked["state"], &asked["canApprove"]), (&json!("AWAITING_APPROVAL"), &json!(false)));
        server.later(Duration::from_secs(60)).await;
        assert_eq!(read(&dana, &blast).await["state"], "AWAITING_APPROVAL");
        assert_eq!(act(&blaster, &blast, "approve", json!({})).await.reason(), "APPROVAL_BY_SCHEDULER");
        assert_eq!(act(&blaster, &blast, "reject", json!({ "note": "no" })).await.reason(), "APPROVAL_BY_SCHEDULER");

        let seen = read(&dana, &blast).await;
        assert_eq!((&seen["canApprove"], &seen["scheduledByName"]), (&json!(true), &asked["scheduledByName"]));
        assert_eq!(act(&dana, &blast, "approve", json!({ "version": 1 })).await.reason(), "BLAST_CHANGED");
        let version = seen["version"].clone();
        let approved = act(&dana, &blast, "approve", json!({ "version": version })).await.ok()["blast"].clone();
        assert_eq!((&approved["state"], &approved["approvedByName"]), (&json!("SCHEDULED"), &json!("Dana Okafor")));
        assert_eq!(approved["undoUntil"], approved["startsAt"], "the time to undo begins now");
        assert_eq!(act(&dana, &blast, "approve", json!({})).await.reason(), "BLAST_NOT_AWAITING_APPROVAL");
        server.later(Duration::from_secs(10)).await;
        let sent = read(&dana, &blast).await;
        assert_eq!((&sent["state"], &sent["counts"]["delivered"]), (&json!("FINISHED"), &json!(7)));
        assert_eq!(sent["approvedByName"], "Dana Okafor");
        let trail = summaries(&dana).await;
        for words in ["Asked for approval of the blast \"Water shutoff\"", "Approved the blast \"Water shutoff\" to 7 recipients"] {
            assert!(trail.iter().any(|summary| summary.contains(words)), "{words}: {trail:?}");
        }
    }

    async fn a_rejected_blast_is_a_draft_with_a_note_until_it_is_scheduled_again(server: TestServer) {
        let (dana, blaster) = (server.harborline_admin().await, server.login("blaster@harborline.example").await);
        approval_above(&dana, 6).await;
        let blast = draft(&blaster, "{{community}}: pool closed", &[MERIDIAN]).await;
        act(&blaster, &blast, "schedule", json!({ "startsAt": "2026-03-02T17:00:00Z" })).await.ok();
        assert_eq!(act(&dana, &blast, "reject", json!({ "note": " " })).await.fields(), ["note"]);
        let rejected = act(&dana, &blast, "reject", json!({ "note": "Name the day." })).await.ok()["blast"].clone();
        assert_eq!((&rejected["state"], &rejected["rejectionNote"]), (&json!("DRAFT"), &json!("Name the day.")));
        blaster.patch(&path_of(&blast), json!({ "body": "{{community}}: pool closed on Friday" })).await.ok();
        assert_eq!(read(&blaster, &blast).await["rejectionNote"], "Name the day.");
        let again = act(&blaster, &blast, "schedule", json!({})).await.ok()["blast"].clone();
        assert_eq!((&again["state"], &again["rejectionNote"]), (&json!("AWAITING_APPROVAL"), &json!("")));
        // The requesting user can withdraw the blast; nothing is sent.
        let back = act(&blaster, &blast, "unschedule", json!({})).await.ok()["blast"].clone();
        assert_eq!(back["state"], "DRAFT");
        act(&blaster, &blast, "schedule", json!({})).await.ok();
        assert_eq!(act(&dana, &blast, "cancel", json!({})).await.ok()["blast"]["state"], "CANCELED");
        server.later(Duration::from_secs(3_600)).await;
        assert_eq!(read(&dana, &blast).await["counts"]["delivered"], 0);
    }

    async fn an_emergency_needs_no_approval_and_has_no_limit(server: TestServer) {
        let (rosalind, dana) = (server.login(ROSALIND).await, server.harborline_admin().await);
        approval_above(&dana, 1).await;
        rosalind.patch("/admin/companies/company-harborline", json!({ "blastDailyLimit": 3 })).await.ok();
        let blast = draft(&dana, "{{community}}: gas leak, leave the building", &[MERIDIAN]).await;
        let emergency = json!({ "isEmergency": true, "emergencyReason": GAS_LEAK });
        act(&dana, &blast, "schedule", emergency).await.ok();
        server.later(Duration::from_secs(10)).await;
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
        assert!(summaries(&dana).await.iter().any(|summary| summary.contains(GAS_LEAK)));
    }

    async fn blasts_reach_no_more_recipients_in_a_day_than_the_company_may(server: TestServer) {
        let (rosalind, dana) = (server.login(ROSALIND).await, server.harborline_admin().await);
        let company = "/admin/companies/company-harborline";
        let limited = rosalind.patch(company, json!({ "blastDailyLimit": 10, "segmentPriceMicros": 10_000 })).await.ok();
        assert_eq!((&limited["company"]["blastDailyLimit"], &limited["company"]["segmentPriceMicros"]), (&json!(10), &json!(10_000)));
        assert_eq!(rosalind.patch(company, json!({ "blastDailyLimit": -1 })).await.fields(), ["blastDailyLimit"]);
        let first = draft(&dana, "{{community}}: one", &[MERIDIAN]).await;
        let review = dana.get(&format!("{}/review", path_of(&first))).await.ok();
        assert_eq!((&review["remainingRecipients"], &review["priceMicros"]), (&json!(10), &json!(70_000)));
        send(&server, &dana, &first).await;
        let second = draft(&dana, "{{community}}: two", &[MERIDIAN]).await;
        let review = dana.get(&format!("{}/review", path_of(&second))).await.ok();
        assert_eq!(review["remainingRecipients"], 3);
        let refused = act(&dana, &second, "schedule", json!({})).await;
        assert_eq!(refused.reason(), "BLAST_LIMIT_REACHED");
        let tomorrow = json!({ "startsAt": "2026-03-03T15:01:00Z" });
        act(&dana, &second, "schedule", tomorrow).await.ok();
        // A third blast would exceed the limit together with tomorrow's.
        let third = draft(&dana, "{{community}}: three", &[MERIDIAN]).await;
        let evening = json!({ "startsAt": "2026-03-03T20:00:00Z" });
        assert_eq!(act(&dana, &third, "schedule", evening).await.reason(), "BLAST_LIMIT_REACHED");
    }
}
