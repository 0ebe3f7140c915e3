//! Disambiguation: the resident is asked which question they mean, and no question is lost.
use super::*;

const VAGUE: &str = "parking";
const OTHER_VAGUE: &str = "does it cost to rent";
const DISAMBIGUATION: &str = "Did you mean:\n1. Can a moving truck stop on Cutter Street?\n2. Where can my guests park?\n\
                     3. How do I get a second parking permit?\nReply with the number, or reply 0 for the office.";
const HANDED_OVER: &str =
    "Good question. I don't have that for Harbor Row yet, so I'm asking the office. Someone will reply here.";
const SELECTION_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// Returns the open questions of a phone.
async fn waiting(dana: &Staff<'_>) -> Vec<String> {
    let mut waiting: Vec<String> =
        escalated(dana, PHONE).await.iter().map(|one| one["question"].as_str().unwrap().to_owned()).collect();
    waiting.sort();
    waiting
}

async fn texts(dana: &Staff<'_>, bodies: &[&str]) {
    for body in bodies {
        dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
    }
}

on_both! {
    async fn a_selection_is_answered(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (phone, pick) in [("+12025550161", "3"), ("+12025550162", "the third one"), ("+12025550163", "3.")] {
            dana.text(phone, HARBOR_ROW_NUMBER, VAGUE).await.ok();
            assert_eq!(dana.last_text(phone).await, DISAMBIGUATION);
            assert_eq!(unread(&dana, phone).await, 0);
            assert_eq!(steps_of(&dana, phone, VAGUE).await, ["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "ANSWERS_RANKED", "CLARIFICATION_ASKED"]);
            dana.text(phone, HARBOR_ROW_NUMBER, pick).await.ok();
            assert!(dana.last_text(phone).await.starts_with("Each home has one permit."));
            assert_eq!(steps_of(&dana, phone, pick).await, ["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "CLARIFICATION_ANSWERED", "REPLIED"]);
            assert_eq!(steps_of(&dana, phone, VAGUE).await.last().unwrap(), "CLARIFICATION_ANSWERED");
            assert_eq!(unread(&dana, phone).await, 0);
        }
        server.later(SELECTION_TIMEOUT).await;
        assert!(escalated(&dana, "+12025550161").await.is_empty());
        // The selected answer is stored as a confirmation.
        let mut tx = server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
        let stored: Vec<(String, i64)> = tx.query("SELECT utterance, times FROM utterance_feedback").all().await.unwrap();
        assert_eq!(stored, [(VAGUE.to_owned(), 3)]);
    }

    async fn selecting_none_of_the_candidates_escalates(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE, "0"]).await;
        assert_eq!(bot_texts(&dana, PHONE).await, [DISAMBIGUATION, HANDED_OVER]);
        assert_eq!(waiting(&dana).await, [VAGUE]);
        assert_eq!(steps_of(&dana, PHONE, VAGUE).await.last().unwrap(), "ESCALATED");
        server.later(SELECTION_TIMEOUT).await;
        assert_eq!((waiting(&dana).await.len(), bot_texts(&dana, PHONE).await.len()), (1, 2));
    }

    async fn no_selection_escalates_after_a_timeout(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE]).await;
        server.later(SELECTION_TIMEOUT - Duration::from_secs(1)).await;
        assert!(waiting(&dana).await.is_empty());
        server.later(Duration::from_secs(1)).await;
        assert_eq!(waiting(&dana).await, [VAGUE]);
        assert_eq!(bot_texts(&dana, PHONE).await, [DISAMBIGUATION, HANDED_OVER]);
        // It is too late to select; a bare number matches no answer.
        texts(&dana, &["3"]).await;
        assert!(!dana.last_text(PHONE).await.starts_with("Each home"));
    }

    async fn another_question_with_an_answer_replaces_the_disambiguation(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE, COVERED]).await;
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));
        server.later(SELECTION_TIMEOUT).await;
        assert!(waiting(&dana).await.is_empty());
    }

    async fn an_unanswered_second_question_is_escalated_with_the_first(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE, OTHER_VAGUE]).await;
        assert_eq!(bot_texts(&dana, PHONE).await, [DISAMBIGUATION, HANDED_OVER], "the disambiguation is sent once");
        assert_eq!(waiting(&dana).await, [OTHER_VAGUE, VAGUE]);
        // A later question is asked again.
        texts(&dana, &[VAGUE]).await;
        assert_eq!(dana.last_text(PHONE).await, DISAMBIGUATION);
    }

    async fn small_talk_keeps_a_disambiguation_open_and_asking_for_a_human_escalates(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE, "thanks", "ok", "3"]).await;
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));
        texts(&dana, &[VAGUE, "human please"]).await;
        assert_eq!(waiting(&dana).await, ["human please", VAGUE]);
        assert!(dana.last_text(PHONE).await.starts_with("Of course."));
    }

    async fn a_closer_question_without_an_answer_escalates_instead_of_disambiguating(server: TestServer) {
        let dana = server.harborline_admin().await;
        let scope = platform::Scope::of_company(&"company-harborline".into());
        let mut tx = server.db.found(&scope).await.unwrap();
        let sql = "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, answer,
                source, version, used, updated_by, updated_ms)
            VALUES ('community-harbor-row', 'waits', 'Parking', 'Parking', 'parking', 'parking', 'parking', '[]', '', '', 1, 0, '', 0)";
        tx.query(sql).run().await.unwrap();
        tx.commit().await.unwrap();
        texts(&dana, &[VAGUE]).await;
        assert_eq!(bot_texts(&dana, PHONE).await, [HANDED_OVER]);
        let escalation = &escalated(&dana, PHONE).await[0];
        assert_eq!((&escalation["suggestedQuestion"], &escalation["suggestedAnswer"]), (&json!("Parking"), &json!("")));
        assert!(steps_of(&dana, PHONE, VAGUE).await.contains(&"UNANSWERED_MATCH".to_owned()));
    }

    async fn in_training_mode_there_is_no_disambiguation(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.patch(&format!("/textCommunities/community/{HARBOR_ROW}/training"), json!({ "isTraining": true })).await.ok();
        texts(&dana, &[VAGUE]).await;
        assert_eq!(waiting(&dana).await, [VAGUE]);
    }

    async fn selecting_an_answer_deleted_meanwhile_escalates(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE]).await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let answers = dana.get(&format!("{path}?limit=100")).await.ok();
        let permit = answers["answers"].as_array().unwrap().iter().find(|one| one["question"] == "How do I get a second parking permit?");
        dana.delete(&format!("{path}/{}", permit.unwrap()["_id"].as_str().unwrap())).await.ok();
        texts(&dana, &["3"]).await;
        assert_eq!(bot_texts(&dana, PHONE).await, [DISAMBIGUATION, HANDED_OVER]);
        assert_eq!(waiting(&dana).await, [VAGUE]);
    }

    async fn a_selection_after_a_takeover_is_left_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        texts(&dana, &[VAGUE]).await;
        let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
        let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
        dana.post(&format!("/textConversations/{}/takeOver", of_phone["_id"].as_str().unwrap()), json!({})).await.ok();
        texts(&dana, &["3"]).await;
        server.later(SELECTION_TIMEOUT).await;
        assert_eq!(bot_texts(&dana, PHONE).await, [DISAMBIGUATION]);
        assert_eq!(steps_of(&dana, PHONE, VAGUE).await.last().unwrap(), "LEFT_TO_STAFF");
        assert!(waiting(&dana).await.is_empty());
    }
}
