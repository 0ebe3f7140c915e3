//! Handling of homeowners' emails by the bot.
use std::time::Duration;

use super::*;

const COMMUNITY: &str = "community-the-meridian";
const COVERED: &str =
    "Hi there,\r\n\r\nIs The Meridian smoke-free?\r\n\r\nThanks,\r\nTheo Lindqvist\r\nUnit 1107";
const NOT_COVERED: &str =
    "Hello,\r\n\r\nMay I moor a zeppelin at the mast on the roof?\r\n\r\nBest regards,\r\nTheo";
const ANSWER: &str = "Yes, all of it: homes, balconies, halls and the roof.";

/// Returns an email of a resident of The Meridian.
pub fn by_theo(headers: &str, text: &str) -> String {
    email(headers, text)
        .replace("Joan Marsh <joan@example.com>", "Theo Lindqvist <theo.lindqvist@post.example>")
}

/// Delivers an email and waits for the bot. Returns the thread's ID.
async fn receive(server: &TestServer, staff: &Staff<'_>, raw: String) -> String {
    let id = thread_of(&deliver(staff, raw).await);
    server.settled().await;
    id
}

/// Returns the open escalations that came by email.
async fn escalations(staff: &Staff<'_>) -> Vec<Value> {
    let open = staff.open_escalations().await;
    open.into_iter().filter(|one| one["emailThreadId"].as_str().is_some_and(|id| !id.is_empty())).collect()
}

async fn send_at_once(dana: &Staff<'_>) {
    let body = json!({ "customizations": { "sendsEmailReplies": true } });
    dana.put("/admin/company/company-harborline/customizations", body).await.ok();
}

fn texts(shown: &Value, status: &str) -> Vec<String> {
    let messages = shown["messages"].as_array().unwrap();
    let matching = messages.iter().filter(|message| message["status"] == status);
    matching.map(|message| message["text"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_matched_question_gets_a_draft_reply_that_staff_send(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = receive(&server, &dana, by_theo("Subject: Smoking", COVERED)).await;
        let shown = thread(&dana, &id).await;
        let draft = &shown["draft"];
        let text = draft["text"].as_str().unwrap();
        assert!(text.contains("Hi Theo,") && text.contains(ANSWER), "{text}");
        assert_eq!((&draft["author"], &draft["to"]), (&json!(""), &json!(["theo.lindqvist@post.example"])));
        assert!(draft["botNote"].as_str().unwrap().contains("\"Is The Meridian smoke-free?\""), "{draft}");
        assert!(shown["messages"][0]["botNote"].as_str().unwrap().starts_with("Drafted a reply"), "{shown}");
        assert!(escalations(&dana).await.is_empty());
        let path = format!("/outgoingEmails/{}/send", draft["_id"].as_str().unwrap());
        dana.post(&path, json!({})).await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        let sent = thread(&dana, &id).await;
        assert_eq!((sent["messages"][0]["status"].clone(), sent["messages"][0]["author"].clone()), (json!("SENT"), json!("Dana Okafor")));
    }

    async fn automatic_replies_are_opt_in_and_limited_to_3_per_day(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        let mut id = String::new();
        for number in 0..4 {
            id = receive(&server, &dana, by_theo(&format!("Subject: Smoking\r\nMessage-ID: <{number}@post.example>"), COVERED)).await;
            server.later(Duration::from_secs(11)).await;
            server.settled().await;
        }
        let shown = thread(&dana, &id).await;
        let sent = texts(&shown, "SENT");
        assert_eq!(sent.len(), 3, "{shown}");
        assert!(sent.iter().all(|text| text.contains(ANSWER)));
        assert_eq!(escalations(&dana).await.len(), 1);
        assert!(shown["draft"].is_null());
    }

    async fn an_escalated_email_question_is_answered_by_email(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = receive(&server, &dana, by_theo("Subject: Parking", NOT_COVERED)).await;
        let open = escalations(&dana).await;
        assert_eq!(open.len(), 1);
        let escalation = &open[0];
        assert_eq!(escalation["question"], "May I moor a zeppelin at the mast on the roof?");
        assert_eq!((&escalation["emailThreadId"], &escalation["conversationId"], &escalation["phone"]), (&json!(id), &json!(""), &json!("")));
        assert_eq!((&escalation["resident"]["name"], &escalation["resident"]["email"]), (&json!("Theo Lindqvist"), &json!("theo.lindqvist@post.example")));
        assert_eq!(thread(&dana, &id).await["messages"][0]["status"], "RECEIVED");

        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let notice = dana.post(&format!("{path}/notice"), json!({ "answer": "Not on the roof." })).await.ok()["notice"].clone();
        assert_eq!((&notice["to"], &notice["subject"]), (&json!("theo.lindqvist@post.example"), &json!("Re: Parking")));
        let answer = json!({
            "bot_trained": true, "question": "Can I moor a zeppelin?", "answer": "Not on the roof.",
            "notifyHomeownerData": { "notify": true },
        });
        let answered = dana.post(&path, answer.clone()).await.ok();
        assert_eq!(answered["escalation"]["notifyHomeownerData"]["notificationType"], "email");
        assert_eq!(texts(&thread(&dana, &id).await, "SCHEDULED").len(), 1);
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        assert_eq!(thread(&dana, &id).await["messages"].as_array().unwrap().len(), 1, "an undone reply was sent");
        assert_eq!(escalations(&dana).await.len(), 1);

        dana.post(&path, answer).await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        let shown = thread(&dana, &id).await;
        assert!(texts(&shown, "SENT")[0].contains("Not on the roof."), "{shown}");
        assert_eq!(shown["messages"][0]["subject"], "Re: Parking");
        assert_eq!(dana.post(&format!("{path}/undo"), json!({})).await.reason(), "UNDO_TOO_LATE");
        assert!(escalations(&dana).await.is_empty());

        // The bot was trained with the answer.
        let again = receive(&server, &dana, by_theo("Subject: Mast", NOT_COVERED)).await;
        let draft = thread(&dana, &again).await["draft"].clone();
        assert!(draft["text"].as_str().unwrap().contains("Not on the roof."), "{draft}");
    }

    async fn the_photos_of_an_answer_are_attached_to_the_email(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = receive(&server, &dana, by_theo("Subject: Parking", NOT_COVERED)).await;
        let path = format!("/textConversations/escalations/{}", escalations(&dana).await[0]["_id"].as_str().unwrap());
        let preview = dana.post(&format!("{path}/notice"), json!({ "answer": "Like this." })).await.ok();
        assert_eq!(preview["maxPhotos"], 3);
        let photo = STANDARD.encode(photo_with_location(2_600, 400));
        let answer = json!({ "answer": "Like this.", "photos": [photo, photo], "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer.clone()).await.ok();
        let attached = |shown: &Value| shown["messages"][0]["attachments"].as_array().unwrap().clone();
        let open = async |file: &Value| {
            let link = file["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap();
            server.rest("GET", link, "", None).await
        };
        let held = attached(&thread(&dana, &id).await);
        assert_eq!(open(&held[0]).await.status, 200);
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(open(&held[0]).await.status, 404);

        dana.post(&path, answer).await.ok();
        server.later(Duration::from_secs(11)).await;
        let sent = thread(&dana, &id).await;
        assert_eq!(sent["messages"][0]["status"], "SENT");
        let files: Vec<_> = attached(&sent).iter().map(|file| (file["name"].clone(), file["mediaType"].clone())).collect();
        assert_eq!(files, [1, 2].map(|number| (json!(format!("photo-{number}.jpg")), json!("image/jpeg"))));
        let file = open(&attached(&sent)[1]).await;
        assert_eq!(image::load_from_memory(&file.bytes).unwrap().width(), 2_000);
        assert!(!file.bytes.windows(3).any(|bytes| bytes == b"GPS"));
    }

    async fn in_training_mode_every_question_is_escalated_with_a_suggestion(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        dana.patch(&format!("/textCommunities/community/{COMMUNITY}/training"), json!({ "isTraining": true })).await.ok();
        let id = receive(&server, &dana, by_theo("Subject: Smoking", COVERED)).await;
        let open = escalations(&dana).await;
        assert_eq!(open.len(), 1);
        assert!(open[0]["suggestedAnswer"].as_str().unwrap().starts_with(ANSWER));
        let shown = thread(&dana, &id).await;
        assert!(shown["draft"].is_null() && shown["messages"].as_array().unwrap().len() == 1, "{shown}");
    }

    async fn automatic_emails_unknown_senders_and_account_questions_get_no_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        send_at_once(&dana).await;
        for headers in [
            "Subject: Out of office: Smoking",
            "Subject: Smoke\r\nAuto-Submitted: auto-replied",
            "Subject: Smoking news\r\nList-Id: <news.example.com>",
            "Subject: Smoking sale\r\nPrecedence: bulk",
            "Subject: Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b",
        ] {
            receive(&server, &dana, by_theo(headers, COVERED)).await;
        }
        receive(&server, &dana, email("Subject: Smoking", COVERED)).await;
        receive(&server, &dana, by_theo("Subject: Thanks", "Thanks!")).await;
        assert!(escalations(&dana).await.is_empty());
        let thread_id = receive(&server, &dana, by_theo("Subject: Balance", "What is my balance?")).await;
        assert_eq!(escalations(&dana).await.len(), 1);
        assert_eq!(texts(&thread(&dana, &thread_id).await, "RECEIVED").len(), 1);
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        for shown in threads(&dana, "").await {
            assert_eq!(shown["messageCount"], 1, "{shown}");
        }
    }

    async fn an_emergency_is_escalated_at_once_even_in_an_assigned_thread(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = receive(&server, &dana, by_theo("Subject: Kitchen", NOT_COVERED)).await;
        let user = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        dana.post(&format!("/emailThreads/{id}/assign"), json!({ "assigneeId": user })).await.ok();
        receive(&server, &dana, by_theo("Subject: Re: Kitchen", "Which form do I need for the zeppelin?")).await;
        assert_eq!(escalations(&dana).await.len(), 1, "the bot stays out of an assigned thread");
        receive(&server, &dana, by_theo("Subject: Re: Kitchen", "I smell gas in the hallway")).await;
        let open = escalations(&dana).await;
        assert_eq!((open.len(), open.iter().filter(|one| one["urgent"] == true).count()), (2, 1));
        let shown = thread(&dana, &id).await;
        assert!(shown["draft"].is_null() && shown["thread"]["priority"] == "URGENT", "{shown}");
    }
}
