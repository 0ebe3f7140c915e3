//! The bot's handling of visitors' messages.
use super::*;

const CHOICES: [&str; 3] = [
    "Can a moving truck stop on Cutter Street?",
    "Where can my guests park?",
    "How do I get a second parking permit?",
];
const VAGUE: &str = "parking";
const HANDED_OVER: &str =
    "Good question. I don't have that for Harbor Row yet, so I'm asking the office. Someone will reply here.";
const SAFETY_NOTICE: &str = "If anyone is in danger, call 911 now. The Harbor Row office has been told that this is \
                             urgent and will reply here.";
const WAIVER: &str = "I am the HOA's bot. Staff read along.";

async fn persona(dana: &Staff<'_>, change: Value) {
    dana.put(&format!("/textCommunities/community/{HARBOR_ROW}/model/persona"), change).await.ok();
}

/// Returns the last message of a visitor's chat.
async fn last_message(visitor: &Visitor<'_>) -> Value {
    let opened = visitor.call("open", json!({})).await.ok();
    opened["chat"]["messages"].as_array().unwrap().last().unwrap().clone()
}

/// Returns the open questions of the newest chat.
async fn questions(dana: &Staff<'_>) -> Vec<String> {
    newest_escalations(dana).await.iter().map(|one| text(one, "question")).collect()
}

/// Returns the bot's notes on the visitor's messages of the newest chat, newest first.
async fn notes(dana: &Staff<'_>) -> Vec<String> {
    let shown = newest_chat(dana).await;
    let messages = shown["messages"].as_array().unwrap().iter();
    messages.filter(|one| one["author"] == "VISITOR").map(|one| text(one, "botNote")).collect()
}

on_both! {
    async fn a_matched_question_is_answered(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        assert!(visitor.last_reply().await.starts_with(PERMITS));
        assert!(newest_escalations(&dana).await.is_empty());
        let notes = notes(&dana).await;
        assert!(notes[0].contains("\"How do I get a second parking permit?\""), "{notes:?}");
        assert_eq!(newest_chat(&dana).await["messages"][0]["botNote"], "", "the note is on the question");
    }

    async fn an_ambiguous_question_gets_choices_of_which_one_is_answered(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (number, reply) in [(1, json!({ "choice": 2 })), (2, json!({ "body": "3" }))] {
            let visitor = Visitor::of_harbor_row(&server, &dana, number).await;
            visitor.start(VAGUE).await;
            let asked = last_message(&visitor).await;
            assert_eq!((&asked["author"], &asked["choices"]), (&json!("BOT"), &json!(CHOICES)));
            assert!(newest_escalations(&dana).await.is_empty());
            visitor.call("send", reply.clone()).await.ok();
            server.settled().await;
            assert!(visitor.last_reply().await.starts_with(PERMITS), "{reply}");
            let chosen = if reply["choice"].is_number() { CHOICES[2] } else { "3" };
            assert_eq!(visitor.texts_of("VISITOR").await, [VAGUE, chosen]);
            assert!(newest_escalations(&dana).await.is_empty());
            // The choices were those of an earlier message.
            let late = visitor.call("send", json!({ "choice": 0 })).await;
            assert_eq!((late.status.as_u16(), late.fields()), (400, vec!["choice".to_owned()]));
        }
        let visitor = Visitor::of_harbor_row(&server, &dana, 3).await;
        visitor.start(VAGUE).await;
        assert_eq!(visitor.call("send", json!({ "choice": 3 })).await.fields(), ["choice"]);
    }

    async fn choosing_none_of_the_questions_escalates_the_first_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (number, reply) in [(1, "none"), (2, "0")] {
            let visitor = Visitor::of_harbor_row(&server, &dana, number).await;
            visitor.start(VAGUE).await;
            visitor.send(reply).await;
            assert_eq!(visitor.last_reply().await, HANDED_OVER);
            assert_eq!(questions(&dana).await, [VAGUE]);
        }
    }

    async fn an_unmatched_question_after_choices_is_escalated_with_the_first(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(VAGUE).await;
        visitor.send(NOT_COVERED).await;
        let last = last_message(&visitor).await;
        assert_eq!((&last["body"], &last["choices"]), (&json!(HANDED_OVER), &json!([])));
        let mut both = questions(&dana).await;
        both.sort();
        assert_eq!(both, [NOT_COVERED, VAGUE]);
    }

    async fn with_ten_open_questions_the_visitor_learns_that_staff_have_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("what about the zeppelin mast number 0").await;
        for number in 1..11 {
            visitor.send(&format!("what about the zeppelin mast number {number}")).await;
        }
        assert_eq!(questions(&dana).await.len(), 10);
        let reply = visitor.last_reply().await;
        assert!(reply.contains("already has several of your questions"), "{reply}");
        // An emergency is escalated anyway.
        visitor.send("I smell gas in the hallway").await;
        assert_eq!((visitor.last_reply().await.as_str(), questions(&dana).await.len()), (SAFETY_NOTICE, 11));
    }

    async fn small_talk_gets_a_reply_and_is_not_escalated(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let greeting = visitor.last_reply().await;
        assert!(greeting.starts_with("Hi!") && greeting.contains("Harbor Row"), "{greeting}");
        visitor.send("thank you").await;
        assert_eq!(visitor.last_reply().await, "You're welcome!");
        visitor.send("ok").await;
        assert_eq!(visitor.texts_of("BOT").await.len(), 2, "an acknowledgment needs no reply");
        let chat = visitor.after("").await;
        assert_eq!((&chat["isBotWriting"], &chat["hasOpenQuestion"]), (&json!(false), &json!(false)));
        assert!(newest_escalations(&dana).await.is_empty());
    }

    async fn a_request_for_a_person_is_escalated(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("can I talk to a person").await;
        let reply = visitor.last_reply().await;
        assert!(reply.starts_with("Of course. I've asked the Harbor Row office."), "{reply}");
        assert_eq!(newest_escalations(&dana).await[0]["question"], "can I talk to a person");
        assert_eq!(visitor.after("").await["hasOpenQuestion"], true);
    }

    async fn an_unmatched_question_is_escalated(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(NOT_COVERED).await;
        assert_eq!(visitor.last_reply().await, HANDED_OVER);
        let open = newest_escalations(&dana).await;
        assert_eq!((open.len(), &open[0]["question"], &open[0]["urgent"]), (1, &json!(NOT_COVERED), &json!(false)));
        assert!(!notes(&dana).await[0].is_empty());
        // It is among the questions that nobody has answered.
        let path = format!("/textCommunities/unansweredQuestions?limit=200&communityId={HARBOR_ROW}");
        let found = dana.get(&path).await.ok();
        let found = found["unansweredQuestions"].as_array().unwrap();
        assert!(found.iter().any(|one| one["utterances"][0] == NOT_COVERED), "{found:?}");
    }

    async fn an_emergency_is_escalated_at_once_with_a_safety_notice(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        visitor.send("I smell gas in the hallway").await;
        assert_eq!(visitor.last_reply().await, SAFETY_NOTICE);
        let open = newest_escalations(&dana).await;
        assert_eq!((open.len(), &open[0]["urgent"], &open[0]["priority"]), (1, &json!(true), &json!("URGENT")));
    }

    async fn in_training_mode_every_question_is_escalated_with_a_suggestion(server: TestServer) {
        let dana = server.harborline_admin().await;
        let training = format!("/textCommunities/community/{HARBOR_ROW}/training");
        dana.patch(&training, json!({ "isTraining": true })).await.ok();
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        let reply = visitor.last_reply().await;
        assert!(reply.contains("office reads every question these days"), "{reply}");
        let open = newest_escalations(&dana).await;
        assert!(text(&open[0], "suggestedAnswer").starts_with(PERMITS), "{open:?}");
    }

    async fn an_answer_with_account_data_is_never_sent_to_a_visitor_who_proved_nothing(server: TestServer) {
        let dana = server.harborline_admin().await;
        persona(&dana, json!({ "homeownerAuth": "PHONE_MATCH" })).await;
        let answer = json!({ "question": "What is my balance?", "answer": "You owe {balance}." });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), answer).await.ok();
        let account = json!({ "number": "HR-9104", "unit": "4B", "email": RAE, "balanceCents": 123_456 });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/accounts"), account).await.ok();
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": "what is my balance", "name": "Rae Quill", "email": RAE })).await.ok();
        server.settled().await;
        let replies = visitor.texts_of("BOT").await;
        assert!(replies.len() == 1 && !replies[0].contains("owe") && !replies[0].contains("1,234"), "{replies:?}");
        assert!(replies[0].contains("office"), "{replies:?}");
        assert_eq!(newest_escalations(&dana).await[0]["suggestedAnswer"], "You owe {balance}.");
        assert!(!notes(&dana).await[0].is_empty());
    }

    async fn the_waiver_is_sent_once_with_the_first_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        persona(&dana, json!({ "botWaiver": WAIVER })).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        visitor.send(NOT_COVERED).await;
        let replies = visitor.texts_of("BOT").await;
        assert!(replies[0].starts_with(&format!("{WAIVER}\n\n{PERMITS}")), "{replies:?}");
        assert_eq!(replies[1], HANDED_OVER);
        // Another visitor gets it, too.
        let other = Visitor::of_harbor_row(&server, &dana, 2).await;
        other.start("hello").await;
        assert!(other.last_reply().await.starts_with(WAIVER));
    }

    async fn messages_of_one_chat_are_answered_once_and_in_order(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let begun = visitor.call("start", json!({ "body": COVERED })).await.ok()["chat"].clone();
        assert_eq!(begun["isBotWriting"], true);
        for number in 1..6 {
            let body = if number % 2 == 0 { COVERED.to_owned() } else { format!("what about the zeppelin mast number {number}") };
            visitor.call("send", json!({ "body": body })).await.ok();
        }
        server.settled().await;
        let replies = visitor.texts_of("BOT").await;
        assert_eq!(replies.len(), 6, "{replies:?}");
        for (number, reply) in replies.iter().enumerate() {
            assert_eq!(reply.starts_with(PERMITS), number % 2 == 0, "{replies:?}");
        }
    }

    async fn a_test_chat_is_marked_and_not_counted(server: TestServer) {
        let dana = server.harborline_admin().await;
        let counted = async || dana.get("/textConversations/escalations/count").await.ok();
        let before = counted().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": NOT_COVERED, "isTest": true })).await.ok();
        server.settled().await;
        assert_eq!(visitor.last_reply().await, HANDED_OVER);
        assert_eq!(newest_chat(&dana).await["chat"]["isTest"], true);
        let raised = newest_escalations(&dana).await;
        assert_eq!((raised.len(), &raised[0]["isTest"]), (1, &json!(true)));
        assert_eq!(counted().await, before);
        for (test_traffic, tests, others) in [("ONLY", true, false), ("EXCLUDE", false, true), ("INCLUDE", true, true)] {
            let listed = chats(&dana, &format!("testTraffic={test_traffic}")).await;
            let has = |is_test: bool| listed.iter().any(|one| one["isTest"] == is_test);
            assert_eq!((has(true), has(false)), (tests, others), "{test_traffic}");
        }
        let real = Visitor::of_harbor_row(&server, &dana, 2).await;
        real.start(NOT_COVERED).await;
        assert_ne!(counted().await, before);
    }
}
