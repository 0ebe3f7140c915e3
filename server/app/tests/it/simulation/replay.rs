//! Replays: the effect of a change to an answer on the most recent questions, before it is made.
use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const REPLAY: &str = "ReplayService.ReplayQuestions";
const MERIDIAN: &str = "community-the-meridian";
const MERIDIAN_NUMBER: &str = "+12025550102";
const MAST: &str = "Where is the zeppelin mooring mast?";
const PARKING: &str = "how do i get a second parking permit";

fn path(community: &str) -> String {
    format!("/textCommunities/community/{community}/replay")
}

/// Returns a different phone for each text.
fn phone(number: usize) -> String {
    format!("+1202555016{number}")
}

async fn ask(dana: &Staff<'_>, texts: &[&str]) {
    for (number, text) in texts.iter().enumerate() {
        dana.text(&phone(number), HARBOR_ROW_NUMBER, text).await.ok();
    }
}

async fn replay(staff: &Staff<'_>, change: Value) -> Value {
    staff.post(&path(HARBOR_ROW), change).await.ok()
}

/// Returns the texts with a different outcome, and the kind of difference.
fn differences(replayed: &Value) -> Vec<(&str, &str)> {
    let listed = replayed["differences"].as_array().unwrap();
    assert_eq!(replayed["differenceCount"], listed.len());
    listed
        .iter()
        .map(|difference| (difference["text"].as_str().unwrap(), difference["change"].as_str().unwrap()))
        .collect()
}

/// Returns Harbor Row's answer to a question, found by words.
async fn answer(dana: &Staff<'_>, words: &str) -> Value {
    let found = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}/answers?query={words}")).await;
    found.ok()["answers"][0].clone()
}

on_both! {
    async fn replaying_a_new_answer_lists_newly_answered_questions_and_changes_nothing(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = replay(&dana, json!({ "question": "May I keep a unicorn?", "answer": "No." })).await;
        ask(&dana, &[PARKING, MAST, "zeppelin mooring mast where"]).await;
        let answers = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}/answers")).await.ok();
        let change = json!({ "question": MAST, "answer": "Behind the office.", "samples": ["zeppelin mooring mast where"] });
        let replayed = replay(&dana, change.clone()).await;
        assert_eq!(differences(&replayed), [("zeppelin mooring mast where", "ANSWERED"), (MAST, "ANSWERED")]);
        let grown = |field: &str| replayed[field].as_i64().unwrap() - before[field].as_i64().unwrap();
        assert_eq!((grown("asked"), grown("answeredBefore"), grown("answeredAfter")), (3, 1, 3));
        let difference = &replayed["differences"][1];
        assert_eq!((&difference["before"], &difference["beforeConfidence"], &difference["after"], &difference["afterConfidence"]), (&json!(""), &json!(0), &json!(MAST), &json!(1)));
        assert_eq!(difference["askedAt"], json!(server.now()));

        let mut request = change.clone();
        request["communityId"] = json!(HARBOR_ROW);
        assert_same(&replayed, &response_json(&server.rpc(REPLAY, &dana.token, request).await));
        // Nothing was sent or stored, and a second replay has the same result.
        assert_eq!(dana.get(&format!("/textCommunities/community/{HARBOR_ROW}/answers")).await.ok(), answers);
        assert!(dana.last_text(&phone(1)).await.contains("asking the office"));
        assert_eq!(replay(&dana, change).await, replayed);
    }

    async fn replaying_an_edit_lists_the_questions_whose_replies_would_change(server: TestServer) {
        let dana = server.harborline_admin().await;
        ask(&dana, &[PARKING, "how do I get a second parking permit?"]).await;
        let permit = answer(&dana, "second+parking+permit").await;
        let (id, question) = (&permit["_id"], permit["question"].as_str().unwrap());
        let lost = [("how do I get a second parking permit?", "ESCALATED"), (PARKING, "ESCALATED")];
        let of_permit = |replayed: &Value| differences(replayed).into_iter().filter(|(text, _)| text.ends_with("permit") || text.ends_with("permit?")).map(|(text, how)| (text.to_owned(), how.to_owned())).collect::<Vec<_>>();
        let lost: Vec<_> = lost.map(|(text, how)| (text.to_owned(), how.to_owned())).into();

        let removed = replay(&dana, json!({ "id": id, "remove": true })).await;
        assert_eq!(of_permit(&removed)[..2], lost);
        assert_eq!(removed["differences"][0]["before"], question);
        let reworded = replay(&dana, json!({ "id": id, "answer": "Ask the office." })).await;
        assert_eq!(differences(&reworded), []);
        assert!(reworded["reworded"].as_i64().unwrap() >= 2);
        assert_eq!(reworded["answeredBefore"], reworded["answeredAfter"]);
        // The actual deletion has the replayed effect.
        dana.delete(&format!("/textCommunities/community/{HARBOR_ROW}/answers/{}", id.as_str().unwrap())).await.ok();
        dana.text(&phone(9), HARBOR_ROW_NUMBER, PARKING).await.ok();
        assert!(dana.last_text(&phone(9)).await.contains("asking the office"));
    }

    async fn a_replay_reports_that_a_company_answer_would_take_over(server: TestServer) {
        let dana = server.harborline_admin().await;
        let shared = json!({ "question": MAST, "answer": "On every roof." });
        dana.post("/companies/company-harborline/answers", shared).await.ok();
        let own = json!({ "question": MAST, "answer": "Behind the office." });
        let own = dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), own).await.ok()["answer"].clone();
        ask(&dana, &[MAST]).await;
        let removed = replay(&dana, json!({ "id": own["_id"], "remove": true })).await;
        assert_eq!(differences(&removed), [(MAST, "OTHER_ANSWER")]);
        assert_eq!((&removed["differences"][0]["before"], &removed["differences"][0]["after"]), (&json!(MAST), &json!(MAST)));
        let renamed = replay(&dana, json!({ "id": own["_id"], "question": "Where is the dirigible?" })).await;
        assert_eq!(differences(&renamed), [(MAST, "OTHER_ANSWER")]);
    }

    async fn removing_an_expired_answer_loses_no_questions(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answers = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let made = json!({ "question": MAST, "answer": "Behind the office.", "validUntil": "2020-01-31" });
        let made = dana.post(&answers, made).await.ok()["answer"].clone();
        ask(&dana, &[MAST]).await;
        let lost = || replay(&dana, json!({ "id": made["_id"], "remove": true }));
        assert_eq!(differences(&lost().await), []);
        dana.patch(&format!("{answers}/{}", made["_id"].as_str().unwrap()), json!({ "validUntil": "" })).await.ok();
        assert_eq!(differences(&lost().await), [(MAST, "ESCALATED")]);
    }

    async fn removing_a_sample_question_loses_the_texts_that_it_matches(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answers = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let sample = "dirigible tether pylon";
        let made = json!({ "question": MAST, "answer": "Behind the office.", "samples": [sample] });
        let made = dana.post(&answers, made).await.ok()["answer"].clone();
        ask(&dana, &[sample]).await;
        let lost = replay(&dana, json!({ "id": made["_id"], "removeSamples": ["Dirigible  tether pylon?"] })).await;
        assert_eq!(differences(&lost), [(sample, "ESCALATED")]);
        let kept = replay(&dana, json!({ "id": made["_id"], "removeSamples": ["where is trash day"] })).await;
        assert_eq!(differences(&kept), []);
    }

    async fn a_text_with_several_questions_is_lost_if_one_answer_is_removed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let both = "how do i get a 2nd parking permit? And when is trash picked up?";
        ask(&dana, &[both]).await;
        let trash = answer(&dana, "trash").await;
        let replayed = replay(&dana, json!({ "id": trash["_id"], "remove": true })).await;
        assert!(differences(&replayed).contains(&(both, "ESCALATED")), "{replayed}");
    }

    async fn a_replay_refuses_changes_that_could_not_be_saved(server: TestServer) {
        let dana = server.harborline_admin().await;
        let permit = answer(&dana, "second+parking+permit").await;
        let other = answer(&dana, "trash").await;
        assert_ne!(permit["_id"], other["_id"]);
        let conflict = json!({ "question": permit["question"], "answer": "Yes." });
        let renamed = json!({ "id": other["_id"], "question": permit["question"] });
        for change in [conflict, renamed] {
            let refused = dana.post(&path(HARBOR_ROW), change).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (409, "QUESTION_EXISTS"));
        }
        for change in [json!({ "id": "nothing", "answer": "Yes." }), json!({ "id": "nothing", "remove": true })] {
            assert_eq!(dana.post(&path(HARBOR_ROW), change).await.status, 404);
        }
        assert_eq!(dana.post(&path(HARBOR_ROW), json!({ "answer": "Yes." })).await.fields(), ["question"]);
        assert_eq!(dana.post(&path(HARBOR_ROW), json!({ "question": "Why?" })).await.fields(), ["answer"]);
        assert_eq!(dana.post(&path(HARBOR_ROW), json!({ "id": permit["_id"], "answer": " " })).await.fields(), ["answer"]);
    }

    async fn only_the_last_500_questions_of_the_community_are_replayed(server: TestServer) {
        let dana = server.harborline_admin().await;
        ask(&dana, &[MAST]).await;
        dana.text(&phone(7), MERIDIAN_NUMBER, MAST).await.ok();
        let change = json!({ "question": MAST, "answer": "Behind the office." });
        assert_eq!(differences(&replay(&dana, change.clone()).await), [(MAST, "ANSWERED")]);
        let scope = Scope::of_company(&CompanyId::from("company-harborline"));
        for (from, to, oldest) in [(1, 499, 1), (500, 500, 0)] {
            let mut tx = server.db.write(&scope).await.unwrap();
            let sql = "WITH RECURSIVE n (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2)
                INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, created_ms, bot_community_id)
                SELECT m.company_id, 'later-' || n.i, m.conversation_id, 1, 1, 'may i paint my door', 1, m.created_ms + n.i, m.bot_community_id
                FROM message m, n WHERE m.company_id = 'company-harborline' AND m.bot_community_id = 'community-harbor-row' AND m.body = $3";
            assert_eq!(tx.query(sql).bind(from).bind(to).bind(MAST).run().await.unwrap(), u64::try_from(to - from + 1).unwrap());
            tx.commit().await.unwrap();
            let replayed = replay(&dana, change.clone()).await;
            assert_eq!((replayed["asked"].as_i64(), differences(&replayed).len()), (Some(500), oldest));
        }
    }

    async fn texts_in_a_conversation_that_staff_took_over_are_not_replayed(server: TestServer) {
        let dana = server.harborline_admin().await;
        ask(&dana, &[PARKING]).await;
        let before = replay(&dana, json!({ "question": MAST, "answer": "Yes." })).await["asked"].clone();
        let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=1")).await.ok();
        let conversation = list["conversations"][0]["_id"].as_str().unwrap().to_owned();
        dana.post(&format!("/textConversations/{conversation}/takeOver"), json!({})).await.ok();
        ask(&dana, &[MAST]).await;
        assert_eq!(replay(&dana, json!({ "question": MAST, "answer": "Yes." })).await["asked"], before);
    }

    async fn a_community_outside_the_scope_looks_nonexistent(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let change = json!({ "question": MAST, "answer": "Yes." });
        for community in [HARBOR_ROW, "community-nowhere"] {
            let refusal = ingrid.post(&path(community), change.clone()).await;
            assert_eq!((refusal.status.as_u16(), refusal.json()["message"].as_str()), (404, Some("There is no such community.")));
            let request = json!({ "communityId": community, "question": MAST, "answer": "Yes." });
            assert_eq!(refused(&server.rpc(REPLAY, &ingrid.token, request).await), (Code::NotFound, "NOT_FOUND".to_owned()));
        }
        marcus.post(&path(MERIDIAN), change.clone()).await.ok();
        assert_eq!(marcus.post(&path("community-osprey-lake"), change).await.status, 404);
    }

    async fn the_demo_has_questions_to_replay(server: TestServer) {
        let dana = server.harborline_admin().await;
        let replayed = replay(&dana, json!({ "question": MAST, "answer": "Yes." })).await;
        assert!(replayed["asked"].as_i64().unwrap() > 5, "{replayed}");
        assert!(replayed["answeredBefore"].as_i64().unwrap() > 0, "{replayed}");
    }
}
