//! Limits of macros and canned replies, also when several are created at once.
use serde_json::{Value, json};

use crate::support::*;

/// Adds 190 macros.
const MACROS: &str =
    "INSERT INTO inbox_macro (company_id, id, name, name_key, assigns_to_self, reply, status, snooze_hours)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 190)
    SELECT 'company-harborline', 'filler-' || i, 'Filler ' || i, 'filler ' || i, TRUE, '', 0, 0 FROM n";
/// Adds 490 canned replies.
const CANNED_REPLIES: &str = "INSERT INTO canned_reply (company_id, id, title, shortcut, body)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 490)
    SELECT 'company-harborline', 'filler-' || i, 'Filler', 'filler-' || i, 'Hi' FROM n";

/// Posts 16 bodies at once. Returns how many were accepted; the others failed with the reason.
async fn accepted(staff: &Staff<'_>, path: &str, body: fn(usize) -> Value, reason: &str) -> usize {
    let answers = futures::future::join_all((0..16).map(|nth| staff.post(path, body(nth)))).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    for answer in &refused {
        assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (400, reason));
    }
    answers.len() - refused.len()
}

on_both! {
    async fn a_company_has_at_most_200_macros(server: TestServer) {
        let dana = server.harborline_admin().await;
        let count = async || dana.get("/macros").await.ok()["macros"].as_array().unwrap().len();
        let before = count().await;
        server.insert("company-harborline", MACROS).await;
        let body = |nth: usize| json!({ "name": format!("Close {nth}"), "steps": { "status": "RESOLVED" } });
        assert_eq!(accepted(&dana, "/macros", body, "TOO_MANY_MACROS").await, 10 - before);
        assert_eq!(count().await, 200);
    }

    async fn a_company_has_at_most_500_canned_replies(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = dana.get("/cannedReplies").await.ok()["cannedReplies"].as_array().unwrap().len();
        server.insert("company-harborline", CANNED_REPLIES).await;
        let body = |nth: usize| json!({ "title": "Hi", "shortcut": format!("more-{nth}"), "body": "Hi" });
        assert_eq!(accepted(&dana, "/cannedReplies", body, "TOO_MANY_CANNED_REPLIES").await, 10 - before);
    }
}
