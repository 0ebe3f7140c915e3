//! Requests by text: the bot's questions, the confirmation, and later status replies.
use std::time::Duration;

use super::*;

const PHONE: &str = "+15035550171";
const NUMBER: &str = "+15035550111";
const WAIT: Duration = Duration::from_secs(30 * 60);

/// Texts the community and returns the bot's last reply.
async fn text(staff: &Staff<'_>, body: &str) -> String {
    staff.text(PHONE, NUMBER, body).await.ok();
    staff.last_text(PHONE).await
}

/// Returns the requests of the phone, newest first.
async fn requests(staff: &Staff<'_>) -> Vec<Value> {
    let list = staff.get(&format!("/serviceRequests?communityId={LARKSPUR}&limit=200")).await.ok();
    let all = list["serviceRequests"].as_array().unwrap();
    all.iter().filter(|one| one["contactPhone"] == PHONE).cloned().collect()
}

async fn escalations(staff: &Staff<'_>) -> Vec<String> {
    let open = staff.open_escalations().await;
    let of_phone = open.iter().filter(|one| one["phone"] == PHONE);
    of_phone.map(|one| one["question"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_text_becomes_a_request_when_the_resident_confirms_the_summary(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for (body, expected) in [
            ("Hi, my sink leaks", "I can send this to our maintenance team. Where is it"),
            ("kitchen, under the window", "Which unit are you in?"),
            ("unit c-4", "Since when has it been like this?"),
            ("since yesterday", "May our team enter if you are out?"),
            ("call first please, we have a dog", "Here is your request: \"Hi, my sink leaks\"\nWhere: kitchen, under the window\nSince: since yesterday\nEntry: call first\nReply SEND to send it"),
            ("it is the cold tap", "Here is your request: \"Hi, my sink leaks\""),
        ] {
            let reply = text(&ingrid, body).await;
            assert!(reply.contains(expected), "{body}: {reply}");
            assert!(requests(&ingrid).await.is_empty());
        }
        let reply = text(&ingrid, "yes").await;
        let created = requests(&ingrid).await;
        assert_eq!(created.len(), 1);
        let request = &created[0];
        let number = request["number"].as_str().unwrap();
        assert!(reply.ends_with(&format!("Your request {number} (My sink leaks) was received. We will text you when there's a decision.")), "{reply}");
        for (field, value) in [
            ("state", "PENDING"), ("kind", "MAINTENANCE"), ("title", "My sink leaks"), ("unit", "C-4"),
            ("location", "kitchen, under the window"), ("entryPermission", "CALL_FIRST"), ("createdBy", ""),
            ("pets", "call first please, we have a dog"),
            ("description", "Hi, my sink leaks\nSince: since yesterday\nit is the cold tap"),
        ] {
            assert_eq!(request[field], value, "{field}");
        }
        server.later(WAIT).await;
        assert_eq!((requests(&ingrid).await.len(), escalations(&ingrid).await.len()), (1, 0));
        let response = ingrid.get(&path_of(request)).await.ok();
        let kinds: Vec<&str> = response["activities"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["CREATED", "TEXT"]);
        assert!(!response["serviceRequest"]["conversationId"].as_str().unwrap().is_empty());
    }

    async fn details_in_the_first_text_are_not_asked_for(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let reply = text(&ingrid, "The light in the hallway has been out since Sunday").await;
        assert!(reply.contains("Where: Hallway\nReply SEND to send it"), "{reply}");
        assert!(text(&ingrid, "👍").await.contains("was received"));
        assert_eq!(requests(&ingrid).await.len(), 1);
    }

    async fn yes_confirms_a_request_only_while_one_is_pending(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        text(&ingrid, "I need a copy of the bylaws").await;
        assert!(text(&ingrid, "YES").await.contains("was received"));
        assert!(!text(&ingrid, "YES").await.contains("was received"));
        assert_eq!(requests(&ingrid).await.len(), 1);
        text(&ingrid, "the lobby light is out since today").await;
        text(&ingrid, "STOP").await;
        text(&ingrid, "SEND").await;
        assert_eq!(requests(&ingrid).await.len(), 1, "a resident who opted out sends no request unasked");
    }

    async fn an_unconfirmed_request_is_escalated_once(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        text(&ingrid, "my sink leaks").await;
        server.later(WAIT - Duration::from_secs(1)).await;
        assert!(escalations(&ingrid).await.is_empty());
        text(&ingrid, "kitchen").await;
        server.later(WAIT - Duration::from_secs(1)).await;
        assert!(escalations(&ingrid).await.is_empty());
        server.later(Duration::from_secs(1)).await;
        assert_eq!(escalations(&ingrid).await, ["my sink leaks"]);
        server.later(WAIT).await;
        assert_eq!((requests(&ingrid).await.len(), escalations(&ingrid).await.len()), (0, 1));
    }

    async fn a_resident_can_drop_a_request_and_ask_other_questions_meanwhile(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let entry = json!({ "category": "Amenities", "question": "What are the pool hours?", "answer": "The pool is open from 8 to 9." });
        ingrid.post(&format!("/textCommunities/community/{LARKSPUR}/answers"), entry).await.ok();
        text(&ingrid, "my sink leaks").await;
        assert!(text(&ingrid, "what are the pool hours?").await.contains("from 8 to 9"));
        assert!(text(&ingrid, "kitchen").await.contains("Which unit"));
        assert!(text(&ingrid, "never mind").await.contains("I dropped it"));
        server.later(WAIT).await;
        assert_eq!((requests(&ingrid).await.len(), escalations(&ingrid).await.len()), (0, 0));
    }

    async fn an_emergency_is_escalated_instead_of_becoming_a_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        text(&ingrid, "my sink leaks").await;
        text(&ingrid, "a pipe burst and the kitchen is flooding").await;
        let urgent = ingrid.open_escalations().await.into_iter().find(|one| one["phone"] == PHONE).unwrap();
        assert_eq!((&urgent["urgent"], &urgent["question"]), (&json!(true), &json!("a pipe burst and the kitchen is flooding")));
    }

    async fn a_resident_can_ask_for_the_status_of_their_requests(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "contactPhone": PHONE })).await;
        let gate = create(&ingrid, json!({ "contactPhone": PHONE, "title": "Gate is stuck", "unit": "" })).await;
        let other = create(&ingrid, json!({ "title": "Toilet runs" })).await;
        act(&ingrid, &request, "APPROVE", "").await.ok();
        server.settled().await;
        let number = request["number"].as_str().unwrap();
        let reply = text(&ingrid, "any news on my sink?").await;
        assert!(reply.contains(&format!("Your request {number} (Kitchen sink leaks) was approved on")), "{reply}");
        assert!(!reply.contains("Gate"), "{reply}");
        let reply = text(&ingrid, "what's the status of my requests").await;
        assert!(reply.contains(number) && reply.contains(gate["number"].as_str().unwrap()), "{reply}");
        let foreign = other["number"].as_str().unwrap();
        assert!(!text(&ingrid, &format!("status of {foreign}?")).await.contains("Toilet"));
    }

    async fn a_reply_to_an_information_request_resubmits_the_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "contactPhone": PHONE })).await;
        act(&ingrid, &request, "REQUEST_INFO", "Which tap is it?").await.ok();
        server.settled().await;
        let bot_reply = text(&ingrid, "The left one, under the window").await;
        assert!(bot_reply.contains(&format!("I added that to your request {}", request["number"].as_str().unwrap())), "{bot_reply}");
        let response = ingrid.get(&path_of(&request)).await.ok();
        assert_eq!(response["serviceRequest"]["state"], "PENDING");
        let reply = response["activities"].as_array().unwrap().iter().find(|one| one["kind"] == "REPLY").unwrap();
        assert_eq!((&reply["body"], &reply["actor"]), (&json!("The left one, under the window"), &json!("Ava Stone")));
        assert!(escalations(&ingrid).await.is_empty());
    }

    async fn without_the_feature_or_in_training_mode_requests_are_escalated(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text("+12025550171", HARBOR_ROW_NUMBER, "my sink leaks").await.ok();
        assert!(!dana.last_text("+12025550171").await.contains("maintenance team"));
        let ingrid = server.northgate_admin().await;
        ingrid.patch(&format!("/textCommunities/community/{LARKSPUR}/training"), json!({ "isTraining": true })).await.ok();
        text(&ingrid, "my sink leaks").await;
        assert_eq!(escalations(&ingrid).await, ["my sink leaks"]);
    }
}
