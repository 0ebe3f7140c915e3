//! The last message of an item, and the search, after a reply or an answer was undone or a text was canceled.
use std::time::Duration;

use serde_json::{Value, json};

use super::{PHONE, email, listed, text};
use crate::{
    messaging::{
        twilio::{texts, twilio_for},
        web_chat::Visitor,
    },
    outreach::{draft_to_imported, import, path_of, send},
    support::*,
};

const MINUTE: Duration = Duration::from_secs(60);
const ANSWER: &str = "Not on the roof.";

/// Returns preview and time of the last message of the channel's item about llamas.
async fn last_message(staff: &Staff<'_>, channel: &str) -> (Value, Value) {
    let mut items = listed(staff, &format!("query=llama&channel={channel}")).await;
    if items.is_empty() {
        items = listed(staff, &format!("query=llama&channel={channel}&state=BOT")).await;
    }
    assert_eq!(items.len(), 1, "{items:?}");
    (items[0]["preview"].clone(), items[0]["lastMessageAt"].clone())
}

/// Returns the conversation of Harbor Row with a phone, if it is found by a word.
async fn found(staff: &Staff<'_>, phone: &str, word: &str) -> Option<Value> {
    let path = format!("/textConversations?communityId={HARBOR_ROW}&limit=200&query={word}");
    let list = staff.get(&path).await.ok();
    list["conversations"].as_array().unwrap().iter().find(|one| one["phone"] == phone).cloned()
}

/// Texts a question to Harbor Row, which is found by the word "llama". Returns the conversation, and the path of its
/// messages.
async fn question(server: &TestServer, dana: &Staff<'_>) -> (Value, String) {
    text(server, PHONE).await;
    let conversation = found(dana, PHONE, "llama").await.expect("a conversation");
    server.later(MINUTE).await;
    let messages = format!("/textConversations/{}/messages", conversation["_id"].as_str().unwrap());
    (conversation, messages)
}

/// Checks that a conversation has the last message that it had before, and is found as before.
fn assert_same(after: &Value, before: &Value) {
    for field in ["preview", "lastMessageAt", "found"] {
        assert_eq!(after[field], before[field], "{field}");
    }
}

/// Returns the path of the newest open question.
async fn escalation(dana: &Staff<'_>) -> String {
    format!("/textConversations/escalations/{}", dana.open_escalations().await[0]["_id"].as_str().unwrap())
}

/// Answers the newest open question with a notice to the homeowner, and undoes it. Returns the preview in between.
async fn answer_and_undo(dana: &Staff<'_>, channel: &str) -> String {
    let path = escalation(dana).await;
    let answer = json!({ "answer": ANSWER, "notifyHomeownerData": { "notify": true } });
    dana.post(&path, answer).await.ok();
    let (preview, _) = last_message(dana, channel).await;
    dana.post(&format!("{path}/undo"), json!({})).await.ok();
    preview.as_str().unwrap().to_owned()
}

on_both! {
    async fn an_undone_text_of_an_answer_is_not_the_last_message(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text(&server, PHONE).await;
        let before = last_message(&dana, "TEXT").await;
        server.later(MINUTE).await;
        assert!(answer_and_undo(&dana, "TEXT").await.contains(ANSWER));
        assert_eq!(last_message(&dana, "TEXT").await, before);
    }

    async fn an_undone_reply_by_text_is_not_the_last_message(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text(&server, PHONE).await;
        let before = last_message(&dana, "TEXT").await;
        let item = listed(&dana, "query=llama&channel=TEXT").await.swap_remove(0);
        let messages = format!("/textConversations/{}/messages", item["conversationId"].as_str().unwrap());
        server.later(MINUTE).await;
        let sent = dana.post(&messages, json!({ "body": ANSWER })).await.ok();
        let (preview, at) = last_message(&dana, "TEXT").await;
        assert_eq!(preview, ANSWER);
        assert_ne!(at, before.1);
        let undo = format!("{messages}/{}/undo", sent["message"]["_id"].as_str().unwrap());
        dana.post(&undo, json!({})).await.ok();
        assert_eq!(last_message(&dana, "TEXT").await, before);
    }

    async fn an_undone_reply_is_the_last_message_of_no_list_of_conversations(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a llama").await.ok();
        let row = async || {
            let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
            let rows = list["conversations"].as_array().unwrap().clone();
            rows.into_iter().find(|one| one["phone"] == PHONE).unwrap()
        };
        let before = row().await;
        let messages = format!("/textConversations/{}/messages", before["_id"].as_str().unwrap());
        server.later(MINUTE).await;
        let sent = dana.post(&messages, json!({ "body": ANSWER })).await.ok();
        let undo = format!("{messages}/{}/undo", sent["message"]["_id"].as_str().unwrap());
        dana.post(&undo, json!({})).await.ok();
        let after = row().await;
        for field in ["preview", "lastMessageAt"] {
            assert_eq!(after[field], before[field], "{field}");
        }
    }

    async fn an_undone_text_is_not_found_by_its_words_and_stays_in_the_thread(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let (before, messages) = question(&server, &dana).await;
        let sent = dana.post(&messages, json!({ "body": "No llama and no zeppelin." })).await.ok();
        let newest = found(&dana, PHONE, "llama").await.expect("a conversation");
        assert_eq!(newest["found"]["messageId"], sent["message"]["_id"]);
        assert!(found(&dana, PHONE, "zeppelin").await.is_some());
        let undo = format!("{messages}/{}/undo", sent["message"]["_id"].as_str().unwrap());
        dana.post(&undo, json!({})).await.ok();
        assert!(found(&dana, PHONE, "zeppelin").await.is_none());
        assert_same(&found(&dana, PHONE, "llama").await.expect("the resident's text"), &before);
        let undone = texts(&dana, PHONE).await.pop().unwrap();
        assert_eq!((&undone["body"], &undone["status"]), (&json!("No llama and no zeppelin."), &json!("CANCELED")));
    }

    async fn a_text_that_an_opt_out_cancels_is_neither_the_last_message_nor_found(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let (before, messages) = question(&server, &dana).await;
        dana.post(&messages, json!({ "body": "No llama and no zeppelin." })).await.ok();
        let opt_out = json!({ "phone": PHONE, "state": "OPTED_OUT", "source": "PHONE" });
        dana.post("/consent", opt_out).await.ok();
        assert!(found(&dana, PHONE, "zeppelin").await.is_none());
        assert_same(&found(&dana, PHONE, "llama").await.expect("the resident's text"), &before);
    }

    async fn a_text_of_a_canceled_blast_is_neither_the_last_message_nor_found(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phone = import(&dana, HARBOR_ROW, 1).await.remove(0);
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        // The account is refused, so that the blast is paused and its text waits.
        server.twilio.will(&[TwilioBehavior::Refuse(401, 20_003, None)]);
        send(&server, &dana, &blast).await;
        let waiting = found(&dana, &phone, "hello").await.expect("a conversation");
        assert!(waiting["preview"].as_str().unwrap().ends_with(": hello"), "{waiting}");
        dana.post(&format!("{}/cancel", path_of(&blast)), json!({})).await.ok();
        server.settled().await;
        assert!(found(&dana, &phone, "hello").await.is_none());
        let canceled = texts(&dana, &phone).await.pop().unwrap();
        assert_eq!(canceled["status"], "CANCELED");
        let path = format!("/textConversations?communityId={HARBOR_ROW}&limit=200");
        let list = dana.get(&path).await.ok();
        let row = list["conversations"].as_array().unwrap().iter().find(|one| one["phone"] == phone.as_str()).unwrap();
        assert_eq!(row["preview"], "");
    }

    async fn an_undone_email_of_an_answer_is_not_the_last_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        let account = json!({ "number": "HR-9001", "unit": "9A", "name": "Rae Kim", "email": "rae@example.com" });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/accounts"), account).await.ok();
        email(&dana, "rae@example.com", "Pets", "May I keep a llama?").await;
        server.settled().await;
        let before = last_message(&dana, "EMAIL").await;
        server.later(MINUTE).await;
        answer_and_undo(&dana, "EMAIL").await;
        assert_eq!(last_message(&dana, "EMAIL").await, before);
    }

    async fn an_undone_answer_in_a_web_chat_is_not_the_last_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("may i keep a llama").await;
        let before = last_message(&dana, "WEB_CHAT").await;
        server.later(MINUTE).await;
        assert!(answer_and_undo(&dana, "WEB_CHAT").await.contains(ANSWER));
        assert_eq!(last_message(&dana, "WEB_CHAT").await, before);
    }
}
