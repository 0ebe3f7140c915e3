//! Answers with account data: who gets them, after which verification, and that strangers learn nothing.
pub mod emailed_codes;

use std::time::Duration;

use serde_json::{Value, json};

use crate::{residents::homeowner_accounts::add_account, support::*};

pub const QUESTION: &str = "what is my balance";
pub const PHONE: &str = "+12025550141";
const STRANGER: &str = "+12025550142";
const ASKS_UNIT: &str = "To tell you about your account, please text me your unit number.";
const UNIT_AGAIN: &str = "I could not match that. Please text me your unit number again, such as 4B.";
const HANDED_OVER: &str =
    "Good question. I don't have that for Harbor Row yet, so I'm asking the office. Someone will reply here.";
pub const OWES: &str = "You owe $1,234.56 as of March 2.";
const MINUTE: Duration = Duration::from_secs(60);

/// Makes Harbor Row share balances after verification by this method. Ana owns unit 4B.
pub async fn set_up_verification<'h>(server: &'h TestServer, auth: &str) -> Staff<'h> {
    let dana = server.harborline_admin().await;
    persona(&dana, json!({ "homeownerAuth": auth })).await;
    let answer = json!({ "question": "What is my balance?", "answer": "You owe {balance}." });
    dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), answer).await.ok();
    add_account(&dana, json!({
        "number": "HR-104", "unit": "4B", "phones": [PHONE], "email": "ana@mail.example", "balanceCents": 123_456,
    }))
    .await;
    dana
}

async fn persona(dana: &Staff<'_>, change: Value) {
    dana.put(&format!("/textCommunities/community/{HARBOR_ROW}/model/persona"), change).await.ok();
}

/// Returns the bot's reply to a text.
pub async fn bot_reply(dana: &Staff<'_>, phone: &str, body: &str) -> String {
    let before = dana.phone(phone).await.len();
    dana.text(phone, HARBOR_ROW_NUMBER, body).await.ok();
    let texts = dana.phone(phone).await;
    let replies = texts[before..].iter().filter(|text| text["direction"] == "OUTBOUND");
    replies.map(|text| text["body"].as_str().unwrap()).collect::<Vec<_>>().join("|")
}

/// Returns the open questions of a phone, with their suggestions.
async fn waiting(dana: &Staff<'_>, phone: &str) -> Vec<(String, String)> {
    let all = dana.open_escalations().await;
    let own = all.iter().filter(|one| one["phone"] == phone);
    let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    own.map(|one| (text(one, "question"), text(one, "suggestedAnswer"))).collect()
}

/// Returns all steps of a phone's texts.
async fn notes(dana: &Staff<'_>, phone: &str) -> String {
    dana.phone(phone).await.iter().map(|text| text["steps"].to_string()).collect::<Vec<_>>().join("\n")
}

on_both! {
    async fn without_verification_account_questions_are_escalated(server: TestServer) {
        let dana = set_up_verification(&server, "NONE").await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, HANDED_OVER);
        assert_eq!(waiting(&dana, PHONE).await, [(QUESTION.to_owned(), "You owe {balance}.".to_owned())]);
        assert!(notes(&dana, PHONE).await.contains("has the bot tell nobody of their account"));
    }

    async fn only_a_phone_of_the_account_gets_its_balance(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, OWES);
        assert!(notes(&dana, PHONE).await.contains("The phone is on the account of 4B."));
        // An account in another community does not count.
        let elsewhere = json!({ "number": "O-1", "unit": "1", "phones": [STRANGER], "balanceCents": 5 });
        dana.post("/textCommunities/community/community-osprey-lake/accounts", elsewhere).await.ok();
        assert_eq!(bot_reply(&dana, STRANGER, QUESTION).await, HANDED_OVER);
        assert!(notes(&dana, STRANGER).await.contains("this phone is not on any account of the community"));
        let here = add_account(&dana, json!({ "number": "HR-105", "unit": "5C", "phones": [PHONE], "balanceCents": -2_000 })).await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, format!("4B: {OWES}\n5C: You owe a credit of $20.00 as of March 2."));
        // An unknown balance is not shared.
        dana.patch(&format!("{}/{}", crate::residents::homeowner_accounts::OF, here["_id"].as_str().unwrap()), json!({ "balance": {} })).await.ok();
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, HANDED_OVER);
    }

    async fn naming_the_unit_verifies_for_30_minutes(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_AND_UNIT").await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, ASKS_UNIT);
        assert!(waiting(&dana, PHONE).await.is_empty());
        assert_eq!(bot_reply(&dana, PHONE, "5C").await, UNIT_AGAIN);
        assert_eq!(bot_reply(&dana, PHONE, "It's unit 4b, thanks!").await, OWES);
        assert!(notes(&dana, PHONE).await.contains("Verified for 4B by unit number."));
        server.later(MINUTE * 29).await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, OWES);
        server.later(MINUTE).await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, ASKS_UNIT);
        assert!(waiting(&dana, PHONE).await.is_empty());
    }

    async fn verification_replies_do_not_reveal_whether_a_phone_has_an_account(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_AND_UNIT").await;
        let texts = [QUESTION, "5C", "6D", "7E", QUESTION, "4B"];
        let (mut owner, mut stranger) = (Vec::new(), Vec::new());
        for text in texts {
            owner.push(bot_reply(&dana, PHONE, text).await);
            stranger.push(bot_reply(&dana, STRANGER, text).await);
        }
        assert_eq!(owner, stranger);
        assert_eq!(owner[..4], [ASKS_UNIT, UNIT_AGAIN, UNIT_AGAIN, HANDED_OVER]);
        // After too many failures, another verification is refused for a while, even with the right unit.
        assert_eq!(owner[4], HANDED_OVER);
        assert!(!owner[5].contains("1,234"), "{}", owner[5]);
        server.later(MINUTE * 60).await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, ASKS_UNIT);
    }

    async fn wrong_units_are_counted_across_verification_attempts(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_AND_UNIT").await;
        let guess = async |phone: &str, unit: &str| {
            assert_eq!(bot_reply(&dana, phone, QUESTION).await, ASKS_UNIT, "{unit}");
            bot_reply(&dana, phone, unit).await
        };
        assert_eq!([guess(PHONE, "5C").await, guess(PHONE, "6D").await], [UNIT_AGAIN, UNIT_AGAIN]);
        assert_eq!(guess(PHONE, "7E").await, HANDED_OVER);
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, HANDED_OVER, "staff answer for an hour");
        assert!(!bot_reply(&dana, PHONE, "4B").await.contains("1,234"));
        // Questions that were escalated or resolved in the meantime do not restart the verification.
        assert_eq!(guess(STRANGER, "5C").await, UNIT_AGAIN);
        assert_eq!(bot_reply(&dana, STRANGER, "may i keep a zeppelin on the roof").await, HANDED_OVER);
        let all = dana.open_escalations().await;
        for own in all.iter().filter(|one| one["phone"] == STRANGER) {
            let path = format!("/textConversations/escalations/{}/dismiss", own["_id"].as_str().unwrap());
            dana.post(&path, json!({ "reason": "DUPLICATE" })).await.ok();
        }
        let own = all.iter().find(|one| one["phone"] == STRANGER).unwrap()["conversationId"].clone();
        dana.post(&format!("/textConversations/{}/resolve", own.as_str().unwrap()), json!({})).await.ok();
        assert_eq!(guess(STRANGER, "6D").await, UNIT_AGAIN);
        server.later(MINUTE * 15).await;
        assert_eq!(guess(STRANGER, "7E").await, HANDED_OVER);
        server.later(MINUTE * 59).await;
        assert_eq!(bot_reply(&dana, STRANGER, QUESTION).await, HANDED_OVER);
        server.later(MINUTE).await;
        assert_eq!(guess(PHONE, "5C").await, UNIT_AGAIN);
        assert_eq!(bot_reply(&dana, PHONE, "4B").await, OWES);
        // A correct answer resets the attempts.
        server.later(MINUTE * 30).await;
        assert_eq!([guess(PHONE, "5C").await, guess(PHONE, "6D").await], [UNIT_AGAIN, UNIT_AGAIN]);
    }

    async fn questions_asked_during_verification_are_answered_or_escalated(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_AND_UNIT").await;
        bot_reply(&dana, PHONE, QUESTION).await;
        // Another question that is answered in between changes nothing.
        assert!(bot_reply(&dana, PHONE, "how do i get a second parking permit").await.starts_with("Each home"));
        assert_eq!(bot_reply(&dana, PHONE, "4B").await, OWES);
        bot_reply(&dana, STRANGER, QUESTION).await;
        assert_eq!(bot_reply(&dana, STRANGER, "may i keep a zeppelin on the roof").await, HANDED_OVER);
        assert_eq!(waiting(&dana, STRANGER).await.len(), 2, "both questions are escalated");
        let late = "+12025550143";
        bot_reply(&dana, late, QUESTION).await;
        server.later(MINUTE * 15).await;
        assert_eq!(waiting(&dana, late).await, [(QUESTION.to_owned(), "You owe {balance}.".to_owned())]);
        assert_eq!(dana.last_text(late).await, HANDED_OVER);
    }

    async fn an_account_in_collections_gets_the_collections_message_not_a_balance(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        let account = dana.get(&format!("{}?query=HR-104", crate::residents::homeowner_accounts::OF)).await.ok()["accounts"][0]["_id"].clone();
        let path = format!("{}/{}", crate::residents::homeowner_accounts::OF, account.as_str().unwrap());
        dana.patch(&path, json!({ "inCollections": true })).await.ok();
        persona(&dana, json!({ "collectionsMessage": "" })).await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, HANDED_OVER);
        assert!(notes(&dana, PHONE).await.contains("is in collections, and the persona has no collections message"));
        persona(&dana, json!({ "collectionsMessage": "Please call Finch & Cole at 202-555-0190." })).await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, "Please call Finch & Cole at 202-555-0190.");
        add_account(&dana, json!({ "number": "HR-105", "unit": "5C", "phones": [PHONE], "balanceCents": 100 })).await;
        assert_eq!(
            bot_reply(&dana, PHONE, QUESTION).await,
            "4B: Please call Finch & Cole at 202-555-0190.\n5C: You owe $1.00 as of March 2."
        );
    }

    async fn the_demo_has_accounts_whose_balance_can_be_asked_for(server: TestServer) {
        let dana = server.harborline_admin().await;
        let listed = dana.get("/textCommunities/community/community-the-meridian/accounts").await.ok();
        assert_eq!((&listed["total"], &listed["accounts"][1]["balanceOn"]), (&json!(9), &json!("2026-03-01")));
        let (amina, meridian) = ("+12025550151", "+12025550102");
        let ask = async |text: &str| {
            dana.text(amina, meridian, text).await.ok();
            dana.last_text(amina).await
        };
        assert!(ask("how much do i owe").await.contains("unit"));
        assert!(ask("305").await.starts_with("Your balance for 305 is $642.50 as of March 1."));
    }

    async fn replacements_apply_to_account_answers_in_previews_and_replies(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        for (original, new) in [("balance", "dues"), ("owe", "have")] {
            persona(&dana, json!({ "newReplacement": { "originalText": original, "newText": new } })).await;
        }
        let preview = dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/personaPreview"), json!({ "question": QUESTION })).await.ok();
        assert_eq!(preview["texts"], json!(["You have {balance}."]));
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, OWES.replace("owe", "have"));
    }

    async fn an_account_question_next_to_another_question_is_escalated(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        let reply = bot_reply(&dana, PHONE, "How do I get a second parking permit? And what is my balance?").await;
        assert!(reply.starts_with("Each home") && !reply.contains("1,234") && !reply.contains("{balance}"), "{reply}");
        assert!(reply.contains("about the rest"), "{reply}");
    }

    async fn account_fields_in_staff_replies_are_filled_in_or_the_reply_is_refused(server: TestServer) {
        let dana = set_up_verification(&server, "NONE").await;
        for phone in [PHONE, STRANGER] {
            bot_reply(&dana, phone, QUESTION).await;
        }
        let path = |all: &[Value], phone: &str| {
            let own = all.iter().find(|one| one["phone"] == phone).unwrap();
            (format!("/textConversations/escalations/{}", own["_id"].as_str().unwrap()), format!("/textConversations/{}", own["conversationId"].as_str().unwrap()))
        };
        let all = dana.open_escalations().await;
        let ((own, talk), (strangers, other_talk)) = (path(&all, PHONE), path(&all, STRANGER));
        let reply = json!({ "answer": "You owe {balance}.", "notifyHomeownerData": { "notify": true } });
        for refused in [
            dana.post(&strangers, reply.clone()).await,
            dana.post(&format!("{strangers}/notice"), json!({ "answer": "You owe {balance}." })).await,
            dana.post(&format!("{other_talk}/messages"), json!({ "body": "You owe {balance}." })).await,
        ] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "ACCOUNT_NOT_FILLED_IN"));
        }
        let preview = dana.post(&format!("{own}/notice"), json!({ "answer": "You owe {balance}." })).await.ok();
        assert!(preview["notice"]["body"].as_str().unwrap().contains(OWES));
        let done = dana.post(&own, reply).await.ok();
        assert!(done["notice"]["body"].as_str().unwrap().contains(OWES));
        assert_eq!(done["escalation"]["answer"], "You owe {balance}.");
        dana.post(&format!("{talk}/messages"), json!({ "body": "{unit}: {balance}, {gate}" })).await.ok();
        server.later(MINUTE).await;
        let texts = dana.phone(PHONE).await;
        let texts: Vec<_> = texts.iter().map(|text| text["body"].as_str().unwrap()).collect();
        assert!(texts.iter().any(|text| text.contains(OWES)), "{texts:?}");
        assert!(texts.contains(&"4B: $1,234.56 as of March 2, {gate}"), "{texts:?}");
        assert!(texts.iter().all(|text| !text.contains("{balance}")), "{texts:?}");
    }

    async fn a_notice_preview_hides_account_data_from_callers_without_access(server: TestServer) {
        let dana = set_up_verification(&server, "NONE").await;
        for phone in [PHONE, STRANGER] {
            bot_reply(&dana, phone, QUESTION).await;
        }
        let all = dana.open_escalations().await;
        let path = |phone: &str| {
            let own = all.iter().find(|one| one["phone"] == phone).unwrap();
            format!("/textConversations/escalations/{}", own["_id"].as_str().unwrap())
        };
        let text = "{unit}, {account}: {balance}";
        let partner = server.machine(&dana.issue(&["ESCALATIONS_READ", "ESCALATIONS_WRITE"], &[]).await).await;
        for phone in [PHONE, STRANGER] {
            let answer = Some(json!({ "answer": text }));
            let shown = server.bearer("POST", &format!("{}/notice", path(phone)), &partner, answer).await.ok();
            assert!(shown["notice"]["body"].as_str().unwrap().contains(text), "{shown}");
        }
        let mine = dana.post(&format!("{}/notice", path(PHONE)), json!({ "answer": text })).await.ok();
        assert!(mine["notice"]["body"].as_str().unwrap().contains("4B, HR-104: $1,234.56"), "{mine}");
        let reply = Some(json!({ "answer": text, "notifyHomeownerData": { "notify": true } }));
        let refused = server.bearer("POST", &path(STRANGER), &partner, reply.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "ACCOUNT_NOT_FILLED_IN"));
        assert!(!String::from_utf8_lossy(&refused.bytes).contains("is not on any account"));
        let done = server.bearer("POST", &path(PHONE), &partner, reply).await.ok();
        assert!(done["notice"]["body"].as_str().unwrap().contains(text), "{done}");
        assert!(!done.to_string().contains("1,234"), "{done}");
        server.later(MINUTE).await;
        assert!(dana.last_text(PHONE).await.contains("4B, HR-104: $1,234.56 as of March 2"));
    }

    async fn conversation_readers_see_account_data_in_sent_texts(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, OWES);
        let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
        let own = list["conversations"].as_array().unwrap().iter().find(|one| one["phone"] == PHONE).unwrap();
        let thread = format!("/textConversations/{}", own["_id"].as_str().unwrap());
        let reader = server.machine(&dana.issue(&["CONVERSATIONS_READ"], &[]).await).await;
        let read = server.bearer("GET", &thread, &reader, None).await.ok();
        assert!(read.to_string().contains(OWES), "{read}");
        // Accounts require another scope, and without this scope there is no thread.
        let accounts = format!("/textCommunities/community/{HARBOR_ROW}/accounts");
        assert_eq!(server.bearer("GET", &accounts, &reader, None).await.status, 403);
        let every = ["COMPANY_READ", "COMMUNITIES_READ", "KNOWLEDGE_READ", "ESCALATIONS_READ", "EVENTS_READ"];
        let other = server.machine(&dana.issue(&every, &[]).await).await;
        assert_eq!(server.bearer("GET", &thread, &other, None).await.status, 403);
    }

    async fn account_fields_in_persona_texts_are_refused(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        for (field, text) in [("botWaiver", "A bot for {Unit}."), ("collectionsMessage", "You owe {balance}."), ("collectionsMessage", "{account}")] {
            let refused = dana.put(&format!("/textCommunities/community/{HARBOR_ROW}/model/persona"), json!({ field: text })).await;
            assert_eq!(refused.status, 400, "{field}");
            let body = String::from_utf8_lossy(&refused.bytes).into_owned();
            assert!(body.contains(field) && body.contains("Remove them here"), "{body}");
        }
        persona(&dana, json!({ "collectionsMessage": "Call {the office}." })).await;
    }

    async fn a_test_case_shows_the_answer_template_and_required_verification(server: TestServer) {
        let dana = set_up_verification(&server, "PHONE_MATCH").await;
        let cases = format!("/textCommunities/community/{HARBOR_ROW}/testCases");
        dana.post(&cases, json!({ "question": QUESTION })).await.ok();
        let ran = dana.post(&format!("{cases}/run"), json!({})).await.ok();
        let came = ran["results"][0]["testCase"]["outcome"].clone();
        assert_eq!((&ran["passed"], &came["question"]), (&json!(1), &json!("What is my balance?")));
        assert!(came["reason"].as_str().unwrap().contains("must verify their identity first"), "{came}");
    }
}
