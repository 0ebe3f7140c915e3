//! Access to figures, and assumptions of reports.
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::MERIDIAN;
use crate::{
    messaging::twilio::{text_from, twilio_for},
    support::*,
};

const COVERED: &str = "how do i get a 2nd parking permit";
const UNKNOWN: &str = "may i keep a zeppelin on the roof?";

/// Returns the values of the last four weeks by metric.
async fn figures(staff: &Staff<'_>) -> Map<String, Value> {
    let report = staff.get("/reports").await.ok()["report"].clone();
    let figures = report["figures"].as_array().unwrap().iter();
    figures.map(|one| (one["metric"].as_str().unwrap().to_owned(), one["value"].clone())).collect()
}

on_both! {
    async fn a_report_includes_definitions_and_its_time_zone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let report = dana.get("/reports").await.ok()["report"].clone();
        assert_eq!(report["days"].as_array().unwrap().len(), 28);
        assert_eq!(report["previousDays"].as_array().unwrap().len(), 28);
        assert_eq!(report["timeZone"], "America/New_York");
        for figure in report["figures"].as_array().unwrap() {
            assert!(!figure["definition"].as_str().unwrap().is_empty(), "{figure}");
        }
        let money = report["figures"].as_array().unwrap().iter().find(|one| one["metric"] == "MONEY_SAVED").unwrap();
        assert_eq!(money.get("value"), None, "no hourly cost is set");
        for (query, field) in [
            ("startDate=2025-03-09&endDate=2025-03-08", "endDate"),
            ("startDate=2024-03-01&endDate=2025-03-08", "startDate"),
            ("startDate=2025-02-31", "startDate"),
            ("timeZone=Mars", "timeZone"),
        ] {
            assert_eq!(dana.get(&format!("/reports?{query}")).await.fields(), [field], "{query}");
        }
        assert_eq!(dana.get("/reports/details?metric=MONEY_SAVED").await.fields(), ["metric"]);
    }

    async fn a_manager_sees_only_figures_of_assigned_communities(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let report = marcus.get("/reports").await.ok()["report"].clone();
        let labels: Vec<&str> = report["communities"].as_array().unwrap().iter().map(|one| one["communityLabel"].as_str().unwrap()).collect();
        assert!(labels.contains(&"Harbor Row") && !labels.contains(&"Osprey Lake"), "{labels:?}");
        assert_eq!(marcus.get("/reports?communityId=community-osprey-lake").await.status, 404);
        let change = json!({ "version": 0, "minutesPerAnswer": 5 });
        assert_eq!(marcus.put("/reports/settings", change).await.reason(), "ADMINISTRATORS_ONLY");
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get("/reports").await.reason(), "SCREEN_NOT_AVAILABLE");
    }

    async fn report_assumptions_are_versioned_and_determine_the_money_saved(server: TestServer) {
        let dana = server.harborline_admin().await;
        let change = json!({ "version": 0, "minutesPerAnswer": 6, "hourlyCostCents": 3000 });
        let saved = dana.put("/reports/settings", change.clone()).await.ok()["settings"].clone();
        assert_eq!((&saved["version"], &saved["minutesPerAnswer"]), (&json!(1), &json!(6)));
        assert_eq!(dana.put("/reports/settings", change).await.reason(), "REPORT_SETTINGS_CHANGED");
        let greatest = json!({ "version": i32::MAX, "minutesPerAnswer": 6 });
        assert_eq!(dana.put("/reports/settings", greatest).await.reason(), "REPORT_SETTINGS_CHANGED");
        let report = dana.get(&format!("/reports?communityId={MERIDIAN}")).await.ok()["report"].clone();
        let value = |metric: &str| {
            let figures = report["figures"].as_array().unwrap();
            figures.iter().find(|one| one["metric"] == metric).and_then(|one| one["value"].as_f64())
        };
        assert_eq!(value("MINUTES_SAVED"), value("BOT_ANSWERS").map(|answers| answers * 6.0));
        assert_eq!(value("MONEY_SAVED"), value("MINUTES_SAVED").map(|minutes| minutes * 50.0));
    }

    async fn a_report_is_exported_with_its_definitions(server: TestServer) {
        let dana = server.harborline_admin().await;
        let exported = dana.get("/reports/export?channel=TEXT").await.ok();
        let url = exported["url"].as_str().unwrap();
        let path = &url[url.find("/files").unwrap_or(0)..];
        let file = server.rest("GET", path, "", None).await;
        assert_eq!(file.status, 200, "{url}");
        let text = String::from_utf8(file.bytes.to_vec()).unwrap();
        assert!(text.contains("Figure,Questions asked,"), "{text}");
        assert!(text.contains("Blast texts delivered,No data,"), "{text}");
    }

    async fn test_traffic_is_excluded_from_reports(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = figures(&dana).await;
        // A new phone, and a resident with a conversation that is not test traffic.
        for phone in ["+12025550173", "+12025550131"] {
            dana.text(phone, HARBOR_ROW_NUMBER, COVERED).await.ok();
            dana.text(phone, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
            dana.text(phone, HARBOR_ROW_NUMBER, "STOP").await.ok();
        }
        assert_eq!(figures(&dana).await, before);
        let listed = dana.get("/reports/details?metric=QUESTIONS&limit=200").await.ok()["details"].clone();
        assert_eq!(before["QUESTIONS"].as_f64(), Some(listed.as_array().unwrap().len() as f64));
        assert!(!listed.to_string().contains(UNKNOWN));
        twilio_for(&server, HARBOR_ROW).await;
        text_from(&server, "+12025550174", HARBOR_ROW_NUMBER, UNKNOWN).await;
        server.settled().await;
        let after = figures(&dana).await;
        let more = |metric: &str| after[metric].as_f64().unwrap() - before[metric].as_f64().unwrap();
        assert_eq!(["MESSAGES_IN", "QUESTIONS", "ESCALATIONS"].map(more), [1.0, 1.0, 1.0]);
    }

    async fn an_undone_reply_is_not_the_first_response(server: TestServer) {
        let (phone, ten_minutes) = ("+12025550174", Duration::from_secs(600));
        let dana = twilio_for(&server, HARBOR_ROW).await;
        // All hours become business hours.
        let body = json!({ "customizations": { "sendsEmailReplies": true } });
        dana.put("/admin/company/company-harborline/customizations", body).await.ok();
        text_from(&server, phone, HARBOR_ROW_NUMBER, UNKNOWN).await;
        server.settled().await;
        let open = dana.open_escalations().await;
        let question = open.iter().find(|one| one["question"].as_str().unwrap().contains("zeppelin")).unwrap();
        let conversations = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&query=zeppelin")).await.ok();
        let conversations = conversations["conversations"].as_array().unwrap();
        let conversation = conversations.iter().find(|one| one["phone"] == phone).unwrap();
        let messages = format!("/textConversations/{}/messages", conversation["_id"].as_str().unwrap());
        server.later(ten_minutes).await;
        let undone = dana.post(&messages, json!({ "body": "Yes." })).await.ok()["message"]["_id"].clone();
        dana.post(&format!("{messages}/{}/undo", undone.as_str().unwrap()), json!({})).await.ok();
        server.later(ten_minutes).await;
        dana.post(&messages, json!({ "body": "I am asking the board." })).await.ok();
        server.later(ten_minutes).await;
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        let path = format!("/textConversations/escalations/{}", question["_id"].as_str().unwrap());
        dana.post(&path, answer).await.ok();
        server.later(ten_minutes).await;
        let minutes = async |metric: &str| {
            let path = format!("/reports/details?startDate=2026-03-02&endDate=2026-03-02&limit=200&metric={metric}");
            let listed = dana.get(&path).await.ok()["details"].clone();
            let of_phone = listed.as_array().unwrap().iter().find(|one| one["phone"] == phone).unwrap();
            of_phone["value"].as_i64()
        };
        assert_eq!((minutes("FIRST_RESPONSE").await, minutes("RESOLUTION").await), (Some(20), Some(30)));
    }

    async fn an_answer_after_did_you_mean_is_listed_with_the_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        twilio_for(&server, HARBOR_ROW).await;
        for body in ["parking", "3"] {
            text_from(&server, "+12025550175", HARBOR_ROW_NUMBER, body).await;
            server.settled().await;
        }
        let listed = dana.get("/reports/details?metric=QUESTIONS&limit=200").await.ok()["details"].clone();
        let of_phone = |one: &&Value| one["phone"] == "+12025550175";
        let found: Vec<&Value> = listed.as_array().unwrap().iter().filter(of_phone).collect();
        assert_eq!(found.len(), 1, "{listed}");
        assert_eq!(found[0]["excerpt"], "parking");
    }

    async fn a_partner_needs_the_reports_scope_to_read_reports(server: TestServer) {
        let dana = server.harborline_admin().await;
        let reader = server.machine(&dana.issue(&["REPORTS_READ"], &[]).await).await;
        let other = server.machine(&dana.issue(&["BLASTS_READ"], &[]).await).await;
        for path in ["/reports", "/reports/details?metric=QUESTIONS"] {
            assert_eq!(server.bearer("GET", path, &reader, None).await.status, 200);
            assert_eq!(server.bearer("GET", path, &other, None).await.status, 403);
        }
        assert_eq!(server.bearer("GET", "/reports/export", &reader, None).await.status, 403);
    }
}
