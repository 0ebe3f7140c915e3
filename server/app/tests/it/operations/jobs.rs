//! Background jobs: they are retried, fail permanently, and administrators list, retry or discard them.
use std::time::Duration;

use platform::Clock;
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const DEAD: &str = "/admin/jobs/dead";
const PRIYA: &str = "+12025550148";
const REASON: &str = "The office called her instead.";

fn ids(list: &Value) -> Vec<String> {
    list["jobs"].as_array().unwrap().iter().map(|job| job["_id"].as_str().unwrap().to_owned()).collect()
}

/// Creates an answer whose notice failed permanently. Returns its job and the path of the escalation.
async fn failed_notice(server: &TestServer, dana: &Staff<'_>) -> (String, String) {
    dana.text(PRIYA, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
    let path = format!(
        "/textConversations/escalations/{}",
        dana.open_escalations().await[0]["_id"].as_str().unwrap()
    );
    let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
    dana.post(&path, answer).await.ok();
    assert_eq!(server.mark_jobs_dead("DELIVER_TEXT").await, 1);
    server.clock.advance(Duration::from_secs(60));
    (ids(&dana.get(DEAD).await.ok())[0].clone(), path)
}

/// Waits until a job has had this many attempts and is not running.
async fn wait_for_attempts(server: &TestServer, id: &str, attempts: i64) {
    let trying = async {
        loop {
            let mut tx = server.db.platform_read().await.unwrap();
            let sql =
                "SELECT count(*) FROM job WHERE id = $1 AND attempts = $2 AND (dead OR run_at_ms <> $3)";
            let lease = server.clock.now().plus(Duration::from_secs(60));
            let (there,): (i64,) = tx.query(sql).bind(id).bind(attempts).bind(lease).one().await.unwrap();
            if there == 1 {
                return;
            }
        }
    };
    within("the job has been attempted", trying).await;
}

on_both! {
    async fn a_failed_job_is_listed_in_plain_words(server: TestServer) {
        let dana = server.harborline_admin().await;
        assert_eq!(dana.get(DEAD).await.ok(), json!({ "jobs": [], "nextPageToken": "", "kinds": [] }));
        let payload = json!({ "message": "hidden-canary" });
        let secret = "error returned from database: hidden-canary";
        let first = server.insert_dead_job("company-harborline", "DELIVER_TEXT", payload, secret).await;
        server.clock.advance(Duration::from_secs(5));
        let second = server.insert_dead_deletion("company-harborline").await;
        let list = dana.get(DEAD).await;
        assert!(!String::from_utf8_lossy(&list.bytes).contains("hidden-canary"));
        let list = list.ok();
        assert_eq!(ids(&list), [second.clone(), first]);
        assert_eq!(list["jobs"][0], json!({
            "_id": second,
            "companyId": "company-harborline",
            "company": "Harborline Management",
            "kind": "DELETE_FILES",
            "purpose": "Delete expired and removed files",
            "problem": "The database, a mail server or a carrier did not respond.",
            "attempts": 12,
            "createdAt": server.now(),
            "diedAt": server.now(),
        }));
        assert_eq!(list["kinds"], json!([
            { "kind": "DELETE_FILES", "purpose": "Delete expired and removed files", "count": 1 },
            { "kind": "DELIVER_TEXT", "purpose": "Send a text", "count": 1 },
        ]));
        // Filtered by kind, and in pages.
        assert_eq!(ids(&dana.get(&format!("{DEAD}?kind=DELIVER_TEXT")).await.ok()).len(), 1);
        let page = dana.get(&format!("{DEAD}?limit=1")).await.ok();
        let next = page["nextPageToken"].as_str().unwrap();
        let rest = dana.get(&format!("{DEAD}?limit=1&pageToken={next}")).await.ok();
        assert_eq!([ids(&page), ids(&rest)].concat(), ids(&list));
        assert_eq!(rest["nextPageToken"], "");
    }

    async fn a_text_is_sent_once_if_its_job_is_replayed_twice(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (job, _) = failed_notice(&server, &dana).await;
        let delivered = async || dana.phone(PRIYA).await.iter().filter(|text| text["status"] == "DELIVERED").count();
        let before = delivered().await;
        server.settled().await;
        assert_ne!(dana.last_text(PRIYA).await, "Not on the roof.");
        let path = format!("/admin/jobs/{job}/replay");
        let (one, other) = tokio::join!(dana.post(&path, json!({})), dana.post(&path, json!({})));
        // The second request finds the job running or done.
        let mut answered = [one.status.as_u16(), other.status.as_u16()];
        answered.sort_unstable();
        assert!(answered == [200, 200] || answered == [200, 404], "{one:?} {other:?}");
        server.settled().await;
        assert!(dana.last_text(PRIYA).await.contains("Not on the roof."));
        assert_eq!(delivered().await, before + 1);
        assert_eq!(ids(&dana.get(DEAD).await.ok()).len(), 0);
        let audit = dana.get("/admin/audit?action=JOB_REPLAYED").await.ok();
        let entries = audit["entries"].as_array().unwrap();
        assert_eq!(entries.len(), 1, "{audit}");
        assert_eq!(entries[0]["summary"], "Retried 1 job: Send a text");
    }

    async fn discarding_a_delivery_job_cancels_its_text(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (job, path) = failed_notice(&server, &dana).await;
        let refused = dana.post(&format!("/admin/jobs/{job}/discard"), json!({ "reason": "no" })).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["reason".to_owned()]));
        dana.post(&format!("/admin/jobs/{job}/discard"), json!({ "reason": REASON })).await.ok();
        server.later(Duration::from_secs(3_600)).await;
        assert!(!dana.last_text(PRIYA).await.contains("Not on the roof."));
        let conversation = dana.get(&path).await.ok()["escalation"]["conversationId"].clone();
        let shown = dana.get(&format!("/textConversations/{}", conversation.as_str().unwrap())).await.ok();
        let texts = shown["messages"].as_array().unwrap().clone();
        let notice = texts.iter().find(|text| text["body"].as_str().unwrap().contains("Not on the roof.")).unwrap();
        assert_eq!(notice["status"], "CANCELED");
        let audit = dana.get("/admin/audit?action=JOB_DISCARDED").await.ok();
        assert_eq!(audit["entries"][0]["summary"], format!("Discarded a job: Send a text. {REASON}"));
        let again = dana.post(&format!("/admin/jobs/{job}/discard"), json!({ "reason": REASON })).await;
        assert_eq!((again.status.as_u16(), again.reason()), (404, "NOT_FOUND".to_owned()));
    }

    async fn a_replayed_job_cannot_be_discarded(server: TestServer) {
        let dana = server.harborline_admin().await;
        let job = server.insert_dead_job("company-harborline", "unheard of", json!({}), "NO_HANDLER").await;
        let shown = dana.get(DEAD).await.ok()["jobs"][0].clone();
        assert_eq!(shown["purpose"], "A job that this version of Parlor does not know");
        dana.post(&format!("/admin/jobs/{job}/replay"), json!({})).await.ok();
        let refused = dana.post(&format!("/admin/jobs/{job}/discard"), json!({ "reason": REASON })).await;
        assert_eq!(refused.reason(), "JOB_NOT_DEAD");
    }

    async fn replaying_a_kind_replays_only_jobs_of_that_kind_and_company(server: TestServer) {
        let dana = server.harborline_admin().await;
        for _ in 0..3 {
            server.insert_dead_deletion("company-harborline").await;
        }
        server.insert_dead_job("company-harborline", "PURGE_COMMUNITIES", json!({}), "INTERNAL").await;
        let theirs = server.insert_dead_deletion("company-northgate").await;
        let replayed = dana.post("/admin/jobs/replay", json!({ "kind": "DELETE_FILES" })).await.ok();
        assert_eq!(replayed, json!({ "replayed": 3 }));
        assert_eq!(dana.post("/admin/jobs/replay", json!({ "kind": "DELETE_FILES" })).await.ok()["replayed"], 0);
        server.settled().await;
        let left = dana.get(DEAD).await.ok();
        assert_eq!((left["kinds"].as_array().unwrap().len(), &left["kinds"][0]["kind"]), (1, &json!("PURGE_COMMUNITIES")));
        assert_eq!(ids(&server.northgate_admin().await.get(DEAD).await.ok()), [theirs]);
    }

    async fn jobs_of_other_companies_are_visible_only_to_platform_administrators(server: TestServer) {
        let dana = server.harborline_admin().await;
        let rosalind = server.login("admin@parlor.example").await;
        let theirs = server.insert_dead_deletion("company-northgate").await;
        let platform_job = server.insert_dead_deletion("platform").await;
        for id in [&theirs, &platform_job] {
            for (act, body) in [("replay", json!({})), ("discard", json!({ "reason": REASON }))] {
                let foreign = dana.post(&format!("/admin/jobs/{id}/{act}"), body.clone()).await;
                let absent = dana.post(&format!("/admin/jobs/nobody/{act}"), body).await;
                let error = |answer: &Answer| (answer.status, answer.reason(), answer.json()["message"].clone());
                assert_eq!(error(&foreign), error(&absent));
                assert_eq!(foreign.status, 404);
            }
        }
        let own = dana.get(&format!("{DEAD}?allCompanies=true")).await.ok();
        assert_eq!(own["jobs"], json!([]));
        let foreign = dana.get(&format!("{DEAD}?allCompanies=true&companyId=company-northgate")).await;
        assert_eq!(foreign.status, 404);
        let everywhere = json!({ "kind": "DELETE_FILES", "allCompanies": true });
        assert_eq!(dana.post("/admin/jobs/replay", everywhere.clone()).await.ok()["replayed"], 0);

        assert_eq!(ids(&rosalind.get(DEAD).await.ok()).len(), 0);
        let northgates = rosalind.get(&format!("{DEAD}?companyId=company-northgate")).await.ok();
        assert_eq!(ids(&northgates), std::slice::from_ref(&theirs));
        let all = rosalind.get(&format!("{DEAD}?allCompanies=true")).await.ok();
        assert_eq!(all["jobs"].as_array().unwrap().len(), 2);
        let platforms = all["jobs"].as_array().unwrap().iter().find(|job| job["_id"] == platform_job).unwrap().clone();
        assert_eq!((&platforms["companyId"], &platforms["company"]), (&json!(""), &json!("")));
        let body = json!({ "reason": REASON });
        rosalind.post(&format!("/admin/jobs/{platform_job}/discard"), body).await.ok();
        assert_eq!(rosalind.post("/admin/jobs/replay", everywhere).await.ok()["replayed"], 1);
        // The audit trail of the company records it.
        let ingrid = server.northgate_admin().await;
        let audit = ingrid.get("/admin/audit?action=JOB_REPLAYED").await.ok();
        assert_eq!(audit["entries"].as_array().unwrap().len(), 1);
        let audit = rosalind.get("/admin/audit?action=JOB_DISCARDED").await.ok();
        assert_eq!(audit["entries"].as_array().unwrap().len(), 1);
    }

    async fn a_job_is_dead_after_12_failed_attempts(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = server.insert_dead_job("company-harborline", "SEND_SYSTEM_EMAIL", json!({ "mail": "nobodys" }), "").await;
        server.clock.advance(Duration::from_secs(1));
        let call = server.rpc("JobService.ReplayJob", &dana.token, json!({ "id": id })).await;
        assert_eq!(call.code, Code::Ok);
        for attempt in 1..=12 {
            wait_for_attempts(&server, &id, attempt).await;
            assert_eq!(ids(&dana.get(DEAD).await.ok()).len(), usize::from(attempt == 12), "{attempt}");
            server.clock.advance(Duration::from_secs(600));
        }
        let job = dana.get(DEAD).await.ok()["jobs"][0].clone();
        assert_eq!((&job["attempts"], &job["purpose"]), (&json!(12), &json!("Send an email")));
        assert!(job["problem"].as_str().unwrap().starts_with("Something went wrong on our side."));
    }
}
