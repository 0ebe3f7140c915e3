//! Approval and the daily limit apply to the number of recipients at the start of a blast, not only to that
//! when it was scheduled.
use serde_json::json;

use super::*;

const CUSTOMIZATIONS: &str = "/admin/company/company-harborline/customizations";
const COMPANY: &str = "/admin/companies/company-harborline";
/// Two hours after the start of the server's clock.
const FIVE_PM: &str = "2026-03-02T17:00:00Z";
const TWO_HOURS: Duration = Duration::from_secs(7_200);

async fn act(staff: &Staff<'_>, blast: &Value, act: &str, body: Value) -> Answer {
    staff.post(&format!("{}/{act}", path_of(blast)), body).await
}

async fn limit(server: &TestServer, recipients: u32) {
    let rosalind = server.login("admin@parlor.example").await;
    rosalind.patch(COMPANY, json!({ "blastDailyLimit": recipients })).await.ok();
}

async fn approval_above(dana: &Staff<'_>, recipients: u32) {
    dana.put(CUSTOMIZATIONS, json!({ "customizations": { "blastApprovalAbove": recipients } })).await.ok();
}

/// Creates a saved audience of one recipient, and a draft that uses it.
async fn draft_to_the_board(staff: &Staff<'_>) -> (String, Value) {
    let filter = json!({ "communityIds": [MERIDIAN], "tags": ["board"] });
    let saved = staff.post("/audiences", json!({ "name": "The board", "filter": filter })).await.ok();
    let id = saved["audience"]["_id"].as_str().unwrap().to_owned();
    let blast =
        json!({ "title": "Minutes", "body": "{{community}}: minutes", "audience": { "audienceId": id } });
    let blast = staff.post("/blasts", blast).await.ok()["blast"].clone();
    (format!("/audiences/{id}"), blast)
}

/// Extends a saved audience to the seven recipients of the Meridian.
async fn widen(staff: &Staff<'_>, audience: &str) {
    staff.patch(audience, json!({ "filter": { "communityIds": [MERIDIAN] } })).await.ok();
}

on_both! {
    async fn a_blast_whose_audience_grew_above_the_companys_number_waits_for_approval(server: TestServer) {
        let (dana, blaster) = (server.harborline_admin().await, server.login("blaster@harborline.example").await);
        approval_above(&dana, 3).await;
        let (audience, blast) = draft_to_the_board(&blaster).await;
        let scheduled = act(&blaster, &blast, "schedule", json!({ "startsAt": FIVE_PM })).await.ok()["blast"].clone();
        assert_eq!((&scheduled["state"], &scheduled["scheduledCount"]), (&json!("SCHEDULED"), &json!(1)));
        widen(&blaster, &audience).await;
        server.later(TWO_HOURS).await;
        let waiting = read(&dana, &blast).await;
        assert_eq!((&waiting["state"], &waiting["scheduledCount"]), (&json!("AWAITING_APPROVAL"), &json!(7)));
        assert_eq!(waiting["canApprove"], true);
        act(&dana, &blast, "approve", json!({ "version": waiting["version"] })).await.ok();
        server.later(Duration::from_secs(10)).await;
        let sent = read(&dana, &blast).await;
        assert_eq!((&sent["state"], &sent["counts"]["delivered"]), (&json!("FINISHED"), &json!(7)));
    }

    async fn an_approval_does_not_cover_an_audience_that_grew_before_or_after_it(server: TestServer) {
        let (dana, blaster) = (server.harborline_admin().await, server.login("blaster@harborline.example").await);
        approval_above(&dana, 1).await;
        let (audience, blast) = draft_to_the_board(&blaster).await;
        let both = json!({ "filter": { "communityIds": [MERIDIAN], "tags": ["board", "storage"] } });
        blaster.patch(&audience, both).await.ok();
        act(&blaster, &blast, "schedule", json!({ "startsAt": FIVE_PM })).await.ok();
        assert_eq!(dana.delete(&audience).await.reason(), "AUDIENCE_IN_USE");
        let seen = read(&dana, &blast).await;
        assert_eq!(seen["state"], "AWAITING_APPROVAL");
        widen(&blaster, &audience).await;
        let grown = act(&dana, &blast, "approve", json!({ "version": seen["version"] })).await;
        assert_eq!(grown.reason(), "BLAST_CHANGED");
        let seen = read(&dana, &blast).await;
        assert_eq!((&seen["state"], &seen["scheduledCount"]), (&json!("AWAITING_APPROVAL"), &json!(7)));
        act(&dana, &blast, "approve", json!({ "version": seen["version"] })).await.ok();
        blaster.patch(&audience, json!({ "filter": { "communityIds": [MERIDIAN, OSPREY_LAKE] } })).await.ok();
        server.later(TWO_HOURS).await;
        let again = read(&dana, &blast).await;
        assert_eq!((&again["state"], &again["approvedByName"]), (&json!("AWAITING_APPROVAL"), &json!("")));
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(&path_of(&blast)).await.status, 404, "Osprey Lake is not his");
    }

    async fn a_blast_whose_audience_grew_above_the_daily_limit_returns_to_draft(server: TestServer) {
        let dana = server.harborline_admin().await;
        limit(&server, 3).await;
        let (audience, blast) = draft_to_the_board(&dana).await;
        act(&dana, &blast, "schedule", json!({ "startsAt": FIVE_PM })).await.ok();
        widen(&dana, &audience).await;
        server.later(TWO_HOURS).await;
        let back = read(&dana, &blast).await;
        assert_eq!(back["state"], "DRAFT");
        assert!(back["rejectionNote"].as_str().unwrap().contains("would reach 7 recipients"), "{back}");
        assert_eq!(act(&dana, &blast, "schedule", json!({})).await.reason(), "BLAST_LIMIT_REACHED");
    }

    async fn approving_a_late_blast_checks_the_limit_of_the_day_on_which_it_is_sent(server: TestServer) {
        let (dana, blaster) = (server.harborline_admin().await, server.login("blaster@harborline.example").await);
        approval_above(&dana, 6).await;
        let late = draft(&blaster, "{{community}}: late", &[MERIDIAN]).await;
        act(&blaster, &late, "schedule", json!({ "startsAt": FIVE_PM })).await.ok();
        server.later(Duration::from_secs(2 * 24 * 3_600)).await;
        let other = draft(&blaster, "{{community}}: other", &[MERIDIAN]).await;
        act(&blaster, &other, "schedule", json!({})).await.ok();
        act(&dana, &other, "approve", json!({})).await.ok();
        limit(&server, 10).await;
        assert_eq!(act(&dana, &late, "approve", json!({})).await.reason(), "BLAST_LIMIT_REACHED");
        assert_eq!(read(&dana, &late).await["state"], "AWAITING_APPROVAL");
    }

    async fn a_canceled_blast_counts_for_the_daily_limit_only_as_far_as_it_was_sent(server: TestServer) {
        let dana = server.harborline_admin().await;
        limit(&server, 10).await;
        let first = draft(&dana, "{{community}}: one", &[MERIDIAN]).await;
        act(&dana, &first, "schedule", json!({ "startsAt": FIVE_PM })).await.ok();
        let second = draft(&dana, "{{community}}: two", &[MERIDIAN]).await;
        assert_eq!(act(&dana, &second, "schedule", json!({})).await.reason(), "BLAST_LIMIT_REACHED");
        act(&dana, &first, "cancel", json!({})).await.ok();
        let review = dana.get(&format!("{}/review", path_of(&second))).await.ok();
        assert_eq!(review["remainingRecipients"], 10);
        send(&server, &dana, &second).await;
        assert_eq!(read(&dana, &second).await["state"], "FINISHED");
    }
}
