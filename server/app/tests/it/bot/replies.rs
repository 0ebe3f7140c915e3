//! The bot's replies: word replacements, the waiver once, and unchanged texts of staff.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{messaging::twilio::steps, support::*};

const PHONE: &str = "+12025550171";
const OTHER: &str = "+12025550172";
const PERMIT_QUESTION: &str = "how do i get a 2nd parking permit";
const UNKNOWN: &str = "may i keep a zeppelin on the roof";
const WAIVER: &str = "I am the HOA's bot 🤖. Staff read along.";

pub async fn persona(staff: &Staff<'_>, change: Value) -> Value {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
    staff.put(&path, change).await.ok()["textCommunity"].clone()
}

/// Returns the bot's texts to a phone, oldest first.
async fn bot_texts(staff: &Staff<'_>, phone: &str) -> Vec<String> {
    let texts = staff.phone(phone).await;
    let from_bot = texts.iter().filter(|text| text["direction"] == "OUTBOUND");
    from_bot.map(|text| text["body"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn replacements_apply_to_bot_replies_but_not_to_staff_replies(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (original, new) in [("permit", "pass"), ("office", "concierge 🛎"), ("pass", "permit")] {
            persona(&dana, json!({ "newReplacement": { "originalText": original, "newText": new } })).await;
        }
        dana.text(PHONE, HARBOR_ROW_NUMBER, PERMIT_QUESTION).await.ok();
        let expected = "Each home has one pass. A second one is $40 a month, while spots last: write to the \
                        concierge with the plate number and your unit.";
        assert_eq!(bot_texts(&dana, PHONE).await, [expected]);
        let inbound = dana.phone(PHONE).await[0].clone();
        assert_eq!(inbound["decision"]["question"], "How do I get a second parking permit?");
        assert!(!inbound["decision"]["answerId"].as_str().unwrap().is_empty());
        persona(&dana, json!({ "useEmojis": true })).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, PERMIT_QUESTION).await.ok();
        assert_eq!(bot_texts(&dana, PHONE).await[1], expected.replace("concierge", "concierge 🛎"));

        // Replies of staff, and their answers to escalations, are sent unchanged.
        persona(&dana, json!({ "useEmojis": false })).await;
        dana.text(OTHER, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        assert!(bot_texts(&dana, OTHER).await[0].contains("I'm asking the concierge."));
        let path = format!("/textConversations/escalations/{}", dana.open_escalations().await[0]["_id"].as_str().unwrap());
        let answer = json!({ "answer": "Ask the office 🎈 for a permit.", "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer).await.ok();
        server.later(Duration::from_secs(10)).await;
        assert!(dana.last_text(OTHER).await.contains("Ask the office 🎈 for a permit."));
    }

    async fn the_waiver_is_sent_once_with_the_first_reply_of_any_kind(server: TestServer) {
        let dana = server.harborline_admin().await;
        persona(&dana, json!({ "botWaiver": WAIVER })).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, PERMIT_QUESTION).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        let texts = bot_texts(&dana, PHONE).await;
        assert!(texts[0].starts_with(&format!("{WAIVER}\n\nEach home has one permit.")), "{texts:?}");
        assert!(!texts[1].contains(WAIVER), "{texts:?}");
        // The first text may be an escalation, or an emergency, whose instructions precede the waiver.
        dana.text(OTHER, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        assert!(bot_texts(&dana, OTHER).await[0].starts_with(&format!("{WAIVER}\n\nGood question.")));
        let third = "+12025550173";
        dana.text(third, HARBOR_ROW_NUMBER, "there is a fire").await.ok();
        let alarm = bot_texts(&dana, third).await[0].clone();
        assert!(alarm.starts_with("If anyone is in danger, call 911 now.") && alarm.ends_with(WAIVER), "{alarm}");
        // A changed waiver is not sent again; another community has its own waiver.
        persona(&dana, json!({ "botWaiver": "New words." })).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, PERMIT_QUESTION).await.ok();
        assert!(bot_texts(&dana, PHONE).await[2].starts_with("Each home"));
        let carrying = dana.phone(PHONE).await.iter().find(|text| text["body"].as_str().unwrap().starts_with(WAIVER)).unwrap().clone();
        assert!(steps(&carrying).contains(&"WAIVER_SENT"), "{carrying}");
    }

    async fn concurrent_texts_get_the_waiver_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        persona(&dana, json!({ "botWaiver": WAIVER })).await;
        let send = |body: &'static str| {
            dana.post("/handset/messages", json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": body }))
        };
        futures::future::join_all([send(PERMIT_QUESTION), send(UNKNOWN), send(PERMIT_QUESTION)]).await;
        server.settled().await;
        let texts = bot_texts(&dana, PHONE).await;
        assert_eq!((texts.len(), texts.iter().filter(|text| text.contains(WAIVER)).count()), (3, 1), "{texts:?}");
        assert!(texts[0].starts_with(WAIVER));
    }

    async fn an_answer_too_long_for_one_text_is_split_into_several(server: TestServer) {
        let dana = server.harborline_admin().await;
        persona(&dana, json!({ "botWaiver": WAIVER })).await;
        let rules = "Paddle boards are washed before they are put away. ".repeat(70);
        let body = json!({ "category": "Amenities", "question": "How do I store a paddle board?", "answer": rules.trim() });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), body).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i store a paddle board").await.ok();
        let texts = bot_texts(&dana, PHONE).await;
        assert!(texts.len() == 3 && texts.iter().all(|text| text.chars().count() <= 1_600), "{texts:?}");
        assert_eq!(texts.join(" "), format!("{WAIVER}\n\n{}", rules.trim()));
    }
}
