//! Reports by email: when they are sent, their content, and how they end.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::support::*;

const PATH: &str = "/reports/subscription";
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Returns the table that is attached to an email.
fn attached(text: &str) -> String {
    let (_, encoded) = text.split_once("Content-Transfer-Encoding: base64").unwrap();
    let encoded: String = encoded.split("\r\n--").next().unwrap().split_whitespace().collect();
    String::from_utf8(STANDARD.decode(encoded).unwrap()).unwrap()
}

/// Returns the path of the link that ends a subscription.
fn link(text: &str) -> String {
    let (_, rest) = text.split_once("List-Unsubscribe: <https://parlor.example").unwrap();
    rest.split('>').next().unwrap().split_whitespace().collect()
}

/// Advances the clock day by day, as sessions and jobs require.
async fn days(server: &TestServer, count: u32) {
    for _ in 0..count {
        server.later(DAY).await;
    }
}

async fn subscription(server: &TestServer) -> Value {
    let dana = server.harborline_admin().await;
    dana.get(PATH).await.ok()["subscription"].clone()
}

on_both! {
    async fn a_weekly_report_has_figures_a_table_and_an_unsubscribe_link(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        let none = dana.get(PATH).await.ok()["subscription"].clone();
        assert_eq!((&none["email"], none.get("nextAt")), (&json!("admin@harborline.example"), None));
        // It is Monday, 10 AM in New York; the clocks change on Sunday.
        let saved = dana.put(PATH, json!({ "frequency": "WEEKLY" })).await.ok()["subscription"].clone();
        assert_eq!((&saved["frequency"], &saved["nextAt"]), (&json!("WEEKLY"), &json!("2026-03-09T12:00:00Z")));
        days(server, 6).await;
        assert!(fixture.smtp.texts().is_empty(), "the report is not sent early");
        days(server, 1).await;
        let [mail] = &fixture.smtp.texts()[..] else { panic!("one report") };
        assert_eq!(mail.to, "RCPT TO:<admin@harborline.example>");
        assert_eq!(mail.header("Subject"), "Weekly report, 2026-03-02 to 2026-03-08");
        let dana = server.harborline_admin().await;
        let shown = dana.get("/reports?startDate=2026-03-02&endDate=2026-03-08").await.ok()["report"].clone();
        let questions = shown["figures"].as_array().unwrap().iter().find(|one| one["metric"] == "QUESTIONS").unwrap();
        let count = questions["value"].as_f64().unwrap();
        assert!(mail.text.contains(&format!("Questions asked: {count:.0} (before: ")), "{}", mail.text);
        assert!(attached(&mail.text).contains(&format!("Figure,Questions asked,{count},")), "{}", mail.text);
        assert_eq!(mail.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        days(server, 7).await;
        assert_eq!(fixture.smtp.texts().len(), 2, "one report per week");
        assert_eq!(subscription(server).await["nextAt"], "2026-03-23T12:00:00Z");

        // Opening the link changes nothing; its form does, without a session.
        let path = link(&mail.text);
        let page = server.rest("GET", &path, "", None).await;
        assert_eq!(page.status, 200);
        assert!(String::from_utf8_lossy(&page.bytes).contains("Unsubscribe"));
        assert_eq!(subscription(server).await["frequency"], "WEEKLY");
        let altered = path.replace("staff-harborline-admin", "staff-harborline-manager");
        assert_eq!(server.rest("POST", &altered, "", None).await.status, 404);
        for _ in 0..2 {
            assert_eq!(server.rest("POST", &path, "", None).await.status, 200);
        }
        assert_eq!(subscription(server).await.get("frequency"), None);
        days(server, 8).await;
        assert_eq!(fixture.smtp.texts().len(), 2);
    }

    async fn a_report_contains_what_its_user_can_see_when_it_is_sent(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let marcus = server.login("manager@harborline.example").await;
        let elsewhere = json!({ "frequency": "MONTHLY", "communityId": "community-osprey-lake" });
        assert_eq!(marcus.put(PATH, elsewhere).await.status, 404);
        let change = json!({ "frequency": "MONTHLY", "communityId": HARBOR_ROW });
        let saved = marcus.put(PATH, change).await.ok()["subscription"].clone();
        assert_eq!(saved["nextAt"], "2026-04-01T12:00:00Z");
        days(server, 30).await;
        let [mail] = &fixture.smtp.texts()[..] else { panic!("one report") };
        assert_eq!(mail.header("Subject"), "Monthly report, 2026-03-01 to 2026-03-31");
        let table = attached(&mail.text);
        assert!(table.contains("Community,Harbor Row,") && !table.contains("The Meridian"), "{table}");
        // A user who can no longer see the community gets no report, and the subscription ends.
        let mut tx = server.db.platform().await.unwrap();
        let sql = "UPDATE staff SET active = FALSE WHERE id = 'staff-harborline-manager'";
        tx.query(sql).run().await.unwrap();
        tx.commit().await.unwrap();
        days(server, 31).await;
        assert_eq!(fixture.smtp.texts().len(), 1);
        let mut tx = server.db.platform_read().await.unwrap();
        let left: (i64,) = tx.query("SELECT count(*) FROM report_subscription").one().await.unwrap();
        assert_eq!(left.0, 0);
    }

    async fn a_new_frequency_replaces_the_subscription(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        dana.put(PATH, json!({ "frequency": "WEEKLY" })).await.ok();
        dana.put(PATH, json!({ "frequency": "MONTHLY" })).await.ok();
        days(server, 8).await;
        assert!(fixture.smtp.texts().is_empty(), "no more weekly reports");
        let dana = server.harborline_admin().await;
        dana.put(PATH, json!({})).await.ok();
        days(server, 25).await;
        assert!(fixture.smtp.texts().is_empty(), "no more reports");
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get(PATH).await.reason(), "SCREEN_NOT_AVAILABLE");
    }
}
