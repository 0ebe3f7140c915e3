//! How much of the text plan communities have used, and the warnings about it.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};

use crate::{
    messaging::twilio::{text_from, twilio_for},
    support::*,
};

const DANA: &str = "admin@harborline.example";
const HOUR: Duration = Duration::from_secs(3_600);
/// The month of the test servers, in the body of a warning.
const MONTH: &str = "text segments in March 2026";

/// Has the bot answer a text in Harbor Row, so that a text of this month is counted. Returns its administrator.
async fn with_a_text(server: &TestServer) -> Staff<'_> {
    let dana = twilio_for(server, HARBOR_ROW).await;
    text_from(server, "+12025550171", HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await;
    server.settled().await;
    dana
}

/// Makes the newest text of Harborline the only one with segments.
async fn set_segments(server: &TestServer, segments: i32) {
    let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
    tx.query(
        "UPDATE message SET segments = CASE WHEN id = (
             SELECT id FROM message WHERE company_id = $1 AND direction = 2 AND NOT is_test
             ORDER BY created_ms DESC, id DESC LIMIT 1) THEN $2 ELSE 0 END
         WHERE company_id = $1",
    )
    .bind("company-harborline")
    .bind(segments)
    .run()
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

async fn usages(staff: &Staff<'_>) -> Vec<Value> {
    staff.get("/textPlan/usage?limit=200").await.ok()["usages"].as_array().unwrap().clone()
}

/// Returns the numbers of the warnings to an administrator, the newest first.
async fn warnings(server: &TestServer) -> Vec<String> {
    let mails = server.mails_to(DANA).await.into_iter();
    let first = |body: String| body.lines().next().unwrap_or_default().to_owned();
    mails.map(|mail| first(mail.body)).filter(|line| line.contains(MONTH)).collect()
}

on_both! {
    async fn usage_counts_the_texts_of_the_month_by_community(server: TestServer) {
        let dana = with_a_text(&server).await;
        set_segments(&server, 8_000).await;
        let listed = usages(&dana).await;
        let expected = json!({
            "communityId": HARBOR_ROW, "communityLabel": "Harbor Row", "month": "2026-03-01",
            "usedSegments": 8_000, "includedSegments": 10_000, "level": "NEAR",
        });
        assert_eq!((listed.len(), &listed[0]), (3, &expected));
        assert_eq!(listed[1]["level"], "BELOW");
        let one = dana.get("/textPlan/usage?limit=1").await.ok();
        assert_eq!(one["usages"].as_array().unwrap().len(), 1);
        assert_ne!(one["nextPageToken"], "");
        // A manager sees the communities that are assigned to them.
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(usages(&marcus).await.len(), 2);
        // The next month begins with none, once the stored counts have been written, too.
        server.later(30 * 24 * HOUR).await;
        let listed = usages(&server.harborline_admin().await).await;
        assert!(listed.iter().all(|usage| usage["level"] == "BELOW" && usage["month"] == "2026-04-01"), "{listed:?}");
    }

    async fn stored_counts_are_part_of_the_usage(server: TestServer) {
        with_a_text(&server).await;
        set_segments(&server, 10_000).await;
        server.later(48 * HOUR).await;
        let listed = usages(&server.harborline_admin().await).await;
        assert_eq!(listed[0]["level"], "REACHED", "{listed:?}");
    }

    async fn administrators_are_warned_once_at_each_threshold(server: TestServer) {
        with_a_text(&server).await;
        set_segments(&server, 7_999).await;
        server.later(HOUR).await;
        assert!(warnings(&server).await.is_empty());
        set_segments(&server, 8_000).await;
        server.later(HOUR).await;
        server.later(HOUR).await;
        assert_eq!(warnings(&server).await, ["Harbor Row has sent 8000 text segments in March 2026. Its plan includes 10000."]);
        set_segments(&server, 10_500).await;
        server.later(HOUR).await;
        server.later(HOUR).await;
        let sent = warnings(&server).await;
        assert_eq!((sent.len(), sent[0].contains("10500")), (2, true), "{sent:?}");
    }

    async fn a_plan_that_is_used_up_at_once_sends_one_warning_and_blocks_nothing(server: TestServer) {
        let dana = with_a_text(&server).await;
        set_segments(&server, 12_000).await;
        server.later(2 * HOUR).await;
        assert_eq!(warnings(&server).await.len(), 1);
        let before = server.twilio.texts().len();
        text_from(&server, "+12025550172", HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await;
        server.settled().await;
        assert_eq!(server.twilio.texts().len(), before + 1);
        assert_eq!(usages(&dana).await[0]["level"], "REACHED");
    }

    async fn a_company_without_a_plan_has_no_usage(server: TestServer) {
        let dana = with_a_text(&server).await;
        let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
        tx.query("UPDATE staff SET text_plan = 0 WHERE company_id = $1").bind("company-harborline").run().await.unwrap();
        tx.commit().await.unwrap();
        set_segments(&server, 20_000).await;
        server.later(HOUR).await;
        assert!(usages(&dana).await.is_empty() && warnings(&server).await.is_empty());
    }

    async fn the_review_of_a_blast_names_communities_whose_plan_it_uses_up(server: TestServer) {
        let dana = with_a_text(&server).await;
        let data = STANDARD.encode("account,text consent,phone\nB-1,yes,+13032561001\nB-2,yes,+13032561002\n");
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/accounts/import"), json!({ "data": data })).await.ok();
        let audience = json!({ "filter": { "communityIds": [HARBOR_ROW] } });
        let blast = json!({ "title": "Hello", "body": "{{community}}: hello", "audience": audience });
        let blast = dana.post("/blasts", blast).await.ok()["blast"]["_id"].as_str().unwrap().to_owned();
        let review = format!("/blasts/{blast}/review");
        set_segments(&server, 100).await;
        let shown = dana.get(&review).await.ok();
        assert_eq!(shown["planUsages"], json!([]), "{shown}");
        let added = i32::try_from(shown["segmentCount"].as_i64().unwrap()).unwrap();
        assert!(added >= 2, "{shown}");
        // The blast itself reaches the threshold.
        set_segments(&server, 8_000 - added).await;
        let shown = dana.get(&review).await.ok();
        let usage = &shown["planUsages"][0];
        assert_eq!((shown["planUsages"].as_array().unwrap().len(), &usage["communityLabel"]), (1, &json!("Harbor Row")), "{shown}");
        set_segments(&server, 8_000 - added - 1).await;
        assert_eq!(dana.get(&review).await.ok()["planUsages"], json!([]));
    }
}
