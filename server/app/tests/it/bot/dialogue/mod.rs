//! Dialogues with residents: small talk, requests for a person, several questions in one text.
mod disambiguation;
mod random_texts;

use std::time::Duration;

use serde_json::{Value, json};

use crate::{messaging::twilio::steps, support::*};

const PHONE: &str = "+12025550171";
const COVERED: &str = "how do i get a 2nd parking permit";

/// Returns the texts of the bot to a phone, in order.
async fn bot_texts(dana: &Staff<'_>, phone: &str) -> Vec<String> {
    let texts = dana.phone(phone).await;
    let out = texts.iter().filter(|text| text["direction"] == "OUTBOUND");
    out.map(|text| text["body"].as_str().unwrap().to_owned()).collect()
}

/// Returns the steps of a text from a phone.
async fn steps_of(dana: &Staff<'_>, phone: &str, body: &str) -> Vec<String> {
    let texts = dana.phone(phone).await;
    let text = texts.iter().rfind(|text| text["body"] == body).unwrap();
    step_names(text)
}

/// Returns the steps of a text.
fn step_names(text: &Value) -> Vec<String> {
    steps(text).into_iter().map(str::to_owned).collect()
}

/// Adds answers to those of the community.
async fn add_answers(dana: &Staff<'_>, entries: &[(&str, &str)]) {
    for (question, answer) in entries {
        let entry = json!({ "category": "Amenities", "question": question, "answer": answer });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), entry).await.ok();
    }
}

/// Returns the open escalations of a phone with this question.
async fn escalated(dana: &Staff<'_>, phone: &str) -> Vec<Value> {
    dana.open_escalations().await.into_iter().filter(|escalation| escalation["phone"] == phone).collect()
}

/// Returns the number of a phone's texts that were neither answered nor read.
async fn unread(dana: &Staff<'_>, phone: &str) -> i64 {
    let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
    let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == phone).unwrap();
    of_phone["unread"].as_i64().unwrap_or_default()
}

on_both! {
    async fn small_talk_gets_one_reply_and_no_escalation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = dana.open_escalations().await.len();
        for body in ["Hi", "hello?", COVERED, "Thanks!", "ok", "👍", "thx"] {
            dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
        }
        let texts = bot_texts(&dana, PHONE).await;
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(texts[0].starts_with("Hi!") && texts[0].contains("Harbor Row"), "{texts:?}");
        assert!(texts[1].starts_with("Each home has one permit."));
        assert_eq!(texts[2], "You're welcome!");
        assert_eq!(dana.open_escalations().await.len(), before);
        assert_eq!(unread(&dana, PHONE).await, 0);
        for body in ["Hi", "hello?", "Thanks!", "ok", "👍", "thx"] {
            assert_eq!(steps_of(&dana, PHONE, body).await, ["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "SMALL_TALK"], "{body}");
        }
        server.later(Duration::from_secs(3_600)).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "thank you").await.ok();
        assert_eq!(dana.last_text(PHONE).await, "You're welcome!");
    }

    async fn small_talk_is_replied_to_in_its_language(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "Muchas gracias").await.ok();
        assert_eq!(dana.last_text(PHONE).await, "¡De nada!");
        dana.text(PHONE, HARBOR_ROW_NUMBER, "bonjour").await.ok();
        assert!(dana.last_text(PHONE).await.starts_with("Bonjour ! Posez-moi vos questions sur Harbor Row."));
    }

    async fn a_question_after_a_greeting_is_answered_without_small_talk(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, &format!("Hi! {COVERED}")).await.ok();
        let texts = bot_texts(&dana, PHONE).await;
        assert!(texts.len() == 1 && texts[0].starts_with("Each home has one permit."), "{texts:?}");
    }

    async fn asking_for_a_human_escalates_immediately(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (nth, (body, language, expected)) in [
            ("can I talk to a person", "", "Of course. I've asked the Harbor Row office."),
            ("agent", "", "Of course. I've asked the Harbor Row office."),
            ("quiero hablar con una persona", "es", "Por supuesto. Ya avisé a la oficina de Harbor Row."),
            ("je veux parler à quelqu'un", "fr", "Bien sûr. J'ai prévenu le bureau de Harbor Row."),
        ].into_iter().enumerate() {
            let phone = format!("+1202555016{nth}");
            dana.text(&phone, HARBOR_ROW_NUMBER, body).await.ok();
            let texts = bot_texts(&dana, &phone).await;
            assert!(texts.len() == 1 && texts[0].starts_with(expected), "{texts:?}");
            let escalation = &dana.open_escalations().await[0];
            assert_eq!(escalation["question"], body);
            assert_eq!(escalation["language"].as_str().unwrap_or_default(), language);
            assert_eq!(escalation["suggestedAnswer"], "");
            assert_eq!(unread(&dana, &phone).await, 1);
            assert_eq!(steps_of(&dana, &phone, body).await, ["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "ESCALATED"]);
        }
    }

    async fn asking_whom_to_contact_about_a_subject_is_a_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "who can i talk to about parking").await.ok();
        assert!(steps_of(&dana, PHONE, "who can i talk to about parking").await.contains(&"ANSWERS_RANKED".to_owned()));
    }

    async fn small_talk_after_a_takeover_is_left_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
        let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
        let path = format!("/textConversations/{}/takeOver", of_phone["_id"].as_str().unwrap());
        dana.post(&path, json!({})).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "thanks").await.ok();
        assert_eq!(bot_texts(&dana, PHONE).await.len(), 1);
        assert_eq!(steps_of(&dana, PHONE, "thanks").await, ["RECEIVED", "LEFT_TO_STAFF"]);
    }

    async fn several_questions_are_answered_in_one_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = "Hi! how do i get a 2nd parking permit? And when is trash picked up? Thanks";
        dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
        let texts = bot_texts(&dana, PHONE).await;
        assert_eq!(texts.len(), 1, "{texts:?}");
        let (permit, trash) = texts[0].split_once("\n\n").unwrap();
        assert!(permit.starts_with("Each home has one permit.") && trash.starts_with("Trash is collected"), "{texts:?}");
        assert_eq!(steps_of(&dana, PHONE, body).await, ["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "QUESTION_PART", "QUESTION_PART", "REPLIED"]);
        assert!(escalated(&dana, PHONE).await.is_empty());
        assert_eq!(unread(&dana, PHONE).await, 0);
    }

    async fn the_unanswered_part_of_several_questions_is_escalated(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = "when is trash picked up? may i keep a zeppelin on the roof? how do i get a 2nd parking permit?";
        dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
        let texts = bot_texts(&dana, PHONE).await;
        let parts: Vec<_> = texts[0].split("\n\n").collect();
        assert!(texts.len() == 1 && parts[0].starts_with("Trash is collected") && parts[1].starts_with("Each home"), "{texts:?}");
        assert_eq!(parts[2], "I've asked the Harbor Row office about the rest. Someone will reply here.");
        let waiting = escalated(&dana, PHONE).await;
        assert_eq!(waiting.len(), 1);
        assert_eq!(waiting[0]["question"], "may i keep a zeppelin on the roof?");
        let steps = steps_of(&dana, PHONE, body).await;
        assert_eq!(steps, ["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "QUESTION_PART", "QUESTION_PART", "QUESTION_PART", "ESCALATED"]);
        assert_eq!(unread(&dana, PHONE).await, 1);
    }

    async fn a_compound_question_that_matches_as_a_whole_is_not_split(server: TestServer) {
        let dana = server.harborline_admin().await;
        add_answers(&dana, &[("Can my guest park overnight, and where do they park?", "Guests may stay overnight in row G.")]).await;
        let body = "Can my guest park overnight, and where do they park?";
        dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
        assert_eq!(dana.last_text(PHONE).await, "Guests may stay overnight in row G.");
        assert!(steps_of(&dana, PHONE, body).await.contains(&"ANSWERS_RANKED".to_owned()));
    }

    async fn in_training_mode_several_questions_make_one_escalation(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.patch(&format!("/textCommunities/community/{HARBOR_ROW}/training"), json!({ "isTraining": true })).await.ok();
        let body = "how do i get a 2nd parking permit? when is trash picked up?";
        dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
        assert_eq!(escalated(&dana, PHONE).await[0]["question"], body);
        assert!(!dana.last_text(PHONE).await.contains("Each home"));
    }

    async fn a_question_in_another_language_is_escalated_with_its_language(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (phone, body, language, expected) in [
            ("+12025550161", "¿A qué hora abre la piscina?", "es", "Gracias. He pasado su pregunta a la oficina de Harbor Row."),
            ("+12025550162", "quelles sont les heures de la piscine", "fr", "Merci. J'ai transmis votre question au bureau de Harbor Row."),
            ("+12025550163", "may i keep a zeppelin on the roof", "", "Good question."),
        ] {
            dana.text(phone, HARBOR_ROW_NUMBER, body).await.ok();
            assert!(dana.last_text(phone).await.starts_with(expected));
            let waiting = escalated(&dana, phone).await;
            assert_eq!((waiting.len(), waiting[0]["language"].as_str().unwrap_or_default()), (1, language));
            assert_eq!(steps_of(&dana, phone, body).await.contains(&"LANGUAGE_DETECTED".to_owned()), !language.is_empty());
        }
    }

    async fn an_answer_in_the_residents_language_is_sent(server: TestServer) {
        let dana = server.harborline_admin().await;
        add_answers(&dana, &[("¿A qué hora abre la piscina?", "La piscina abre a las ocho de la mañana.")]).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "a que hora abre la piscina").await.ok();
        assert_eq!(dana.last_text(PHONE).await, "La piscina abre a las ocho de la mañana.");
    }

    async fn an_emergency_in_another_language_is_urgent_and_replied_to_in_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "Ayuda, hay una fuga de gas en la cocina").await.ok();
        assert!(dana.last_text(PHONE).await.starts_with("Si alguien está en peligro, llame al 911 ahora."));
        let waiting = escalated(&dana, PHONE).await;
        assert_eq!((&waiting[0]["urgent"], &waiting[0]["language"]), (&json!(true), &json!("es")));
    }
}
