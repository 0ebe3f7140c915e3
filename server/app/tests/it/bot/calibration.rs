//! Confirmations by staff in all communities calibrate the score from which the bot answers by default.
use std::time::Duration;

use platform::{Clock, Scope};
use serde_json::json;

use crate::support::*;

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Returns the calibrated score; `None` if there is none.
async fn calibrated_score(server: &TestServer) -> Option<f64> {
    let mut tx = server.db.platform_read().await.unwrap();
    let learnt: Option<(f64,)> = tx.query("SELECT default_score FROM calibration").optional().await.unwrap();
    learnt.map(|(score,)| score)
}

/// Stores reviews of suggestions with a confidence of 40 percent, confirmed or not.
async fn reviewed(server: &TestServer, company: &str, from: i64, confirmed: i32) {
    let mut tx = server.db.write(&Scope::of_company(&company.into())).await.unwrap();
    for sql in [
        "INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, created_ms)
         SELECT m.company_id, 'proof-' || n.i, m.conversation_id, m.direction, m.author, m.body, m.status, m.created_ms
         FROM (SELECT * FROM message WHERE company_id = $1 ORDER BY id LIMIT 1) m,
              (WITH RECURSIVE n (i) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT) + 199) SELECT i FROM n) n
         WHERE CAST($3 AS INTEGER) > 0 AND CAST($4 AS BIGINT) > 0",
        "INSERT INTO escalation (company_id, id, community_id, conversation_id, message_id, state, reviewed, question,
             answer, bot_trained, suggested_answer, suggested_question, suggested_source, suggested_confidence,
             dismissed_reason, asked_ms, reviewed_ms, confirmed)
         SELECT m.company_id, m.id, v.community_id, v.id, m.id, 3, TRUE, 'q', 'a', FALSE, 'a', 'q', 's', 0.4, 0, $4, $4, $3
         FROM message m JOIN conversation v ON v.company_id = m.company_id AND v.id = m.conversation_id
         WHERE m.company_id = $1 AND m.id LIKE 'proof-%' AND CAST(substr(m.id, 7) AS BIGINT) >= CAST($2 AS BIGINT)",
    ] {
        tx.query(sql).bind(company).bind(from).bind(confirmed).bind(server.clock.now()).run().await.unwrap();
    }
    tx.commit().await.unwrap();
}

on_both! {
    async fn reviews_of_several_companies_calibrate_the_default_but_not_those_of_one(server: TestServer) {
        server.later(DAY).await;
        for from in [0, 1_000] {
            reviewed(&server, "company-harborline", from, 1).await;
        }
        server.later(DAY).await;
        assert_eq!(calibrated_score(&server).await, None, "a company changed the threshold of another");
        reviewed(&server, "company-northgate", 0, 1).await;
        server.later(DAY).await;
        assert_eq!(calibrated_score(&server).await, None, "without that company there are too few reviews");
        reviewed(&server, "company-northgate", 1_000, 1).await;
        server.later(DAY).await;
        let lower = calibrated_score(&server).await.expect("there are enough");
        assert!(lower < f64::from(answering::DEFAULT_SCORE_THRESHOLD), "{lower}");
        // Earlier confirmations do not count again.
        server.later(DAY).await;
        assert_eq!(calibrated_score(&server).await, Some(lower));
        // The companies disagree.
        for from in [2_000, 3_000, 4_000] {
            reviewed(&server, "company-harborline", from, 2).await;
            reviewed(&server, "company-northgate", from, 1).await;
        }
        server.later(DAY).await;
        assert_eq!(calibrated_score(&server).await, Some(lower));
        // The companies agree.
        for from in [5_000, 6_000, 7_000, 8_000, 9_000] {
            reviewed(&server, "company-harborline", from, 2).await;
            reviewed(&server, "company-northgate", from, 2).await;
        }
        server.later(DAY).await;
        let higher = calibrated_score(&server).await.unwrap();
        assert!(higher > lower, "{lower} {higher}");
    }

    async fn a_review_records_whether_the_suggested_answer_was_sent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let open = dana.open_escalations().await;
        let raised = open.iter().find(|raised| raised["suggestedAnswer"] != "").expect("one has a suggestion");
        let id = raised["_id"].as_str().unwrap();
        let body = json!({ "bot_trained": false, "question": raised["question"], "answer": raised["suggestedAnswer"] });
        dana.post(&format!("/textConversations/escalations/{id}"), body).await.ok();
        let mut tx = server.db.read(&Scope::of_company(&"company-harborline".into())).await.unwrap();
        let sql = "SELECT confirmed FROM escalation WHERE company_id = 'company-harborline' AND id = $1";
        let (confirmed,): (i32,) = tx.query(sql).bind(id).one().await.unwrap();
        assert_eq!(confirmed, 1);
    }
}
