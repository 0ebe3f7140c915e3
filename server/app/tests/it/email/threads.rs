//! Lists, searches and states of threads.
use std::time::Duration;

use super::*;

on_both! {
    async fn threads_are_sorted_by_their_last_email_and_filtered_and_paged(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut ids = Vec::new();
        for subject in ["Pool hours", "Gate code", "Parking permit"] {
            ids.push(thread_of(&deliver(&dana, email(&format!("Subject: {subject}"), "A question about it")).await));
            server.later(Duration::from_secs(60)).await;
        }
        deliver(&dana, email("Subject: Re: Pool hours", "And on Sunday?")).await;
        let order = |found: &[Value]| found.iter().map(|t| t["subject"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(order(&threads(&dana, "").await), ["Pool hours", "Parking permit", "Gate code"]);
        assert_eq!(order(&threads(&dana, "query=sund").await), ["Pool hours"]);
        assert_eq!(order(&threads(&dana, "query=gate%20joan").await), ["Gate code"]);
        let path = format!("/emailThreads?mailboxId={MERIDIAN}&limit=2");
        let first = dana.get(&path).await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        let second = dana.get(&format!("{path}&pageToken={token}")).await.ok();
        assert_eq!(order(second["threads"].as_array().unwrap()), ["Gate code"]);
        let user = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        let assigned = dana.post(&format!("/emailThreads/{}/assign", ids[1]), json!({ "assigneeId": user })).await.ok();
        assert_eq!(assigned["thread"]["assigneeName"], "Dana Okafor");
        assert_eq!(order(&threads(&dana, &format!("assigneeId={}", user.as_str().unwrap())).await), ["Gate code"]);
        dana.post(&format!("/emailThreads/{}/mark", ids[2]), json!({ "isUnread": false })).await.ok();
        assert_eq!(threads(&dana, "isUnread=true").await.len(), 2);
    }

    async fn a_snoozed_thread_reopens_at_its_time(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = thread_of(&deliver(&dana, email("Subject: Gate", "Hi")).await);
        let state = format!("/emailThreads/{id}/state");
        assert_eq!(dana.post(&state, json!({ "state": "SNOOZED" })).await.fields(), ["snoozedUntil"]);
        let last = thread(&dana, &id).await["thread"]["lastMessageAt"].as_str().unwrap().to_owned();
        let until = last.parse::<jiff::Timestamp>().unwrap() + Duration::from_secs(600);
        dana.post(&state, json!({ "state": "SNOOZED", "snoozedUntil": until.to_string() })).await.ok();
        assert!(threads(&dana, "state=OPEN").await.is_empty());
        server.later(Duration::from_secs(601)).await;
        server.settled().await;
        assert_eq!(threads(&dana, "state=OPEN").await.len(), 1);
    }

    async fn notes_on_a_thread_are_visible_to_staff_and_deletable_by_their_author(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let id = thread_of(&deliver(&dana, email("Subject: Gate", "Hi")).await);
        let path = format!("/emailThreads/{id}/notes");
        let hers = dana.post(&path, json!({ "body": " Called them twice. " })).await.ok();
        server.later(Duration::from_secs(1)).await;
        marcus.post(&path, json!({ "body": "They moved out." })).await.ok();
        assert_eq!(dana.post(&path, json!({ "body": "  " })).await.fields(), ["body"]);
        let first = dana.get(&format!("{path}?limit=1")).await.ok();
        assert_eq!(first["notes"][0]["body"], "They moved out.");
        let token = first["nextPageToken"].as_str().unwrap();
        let rest = dana.get(&format!("{path}?limit=1&pageToken={token}")).await.ok();
        let note = &rest["notes"][0];
        assert_eq!((&note["body"], &note["author"]), (&json!("Called them twice."), &json!("Dana Okafor")));
        assert_eq!(rest["nextPageToken"], "");
        let hers = format!("{path}/{}", hers["note"]["_id"].as_str().unwrap());
        assert_eq!(marcus.delete(&hers).await.reason(), "NOT_YOUR_NOTE");
        let other = thread_of(&deliver(&dana, email("Subject: Pool", "Hi")).await);
        let elsewhere = hers.replace(&id, &other);
        assert_eq!(dana.delete(&elsewhere).await.status, 404, "the note is on another thread");
        dana.delete(&hers).await.ok();
        assert_eq!(dana.delete(&hers).await.status, 404);
        assert_eq!(thread(&dana, &id).await["thread"]["messageCount"], 1, "nothing was sent");
        let northgate = server.northgate_admin().await;
        assert_eq!(northgate.get(&path).await.status, 404);
    }

    async fn only_administrators_manage_mailboxes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({ "communityId": HARBOR_ROW, "address": "Board@HarborRow.example", "displayName": "Board" });
        let created = dana.post("/mailboxes", body.clone()).await.ok()["mailbox"].clone();
        assert_eq!(created["address"], "board@harborrow.example");
        assert_eq!(dana.post("/mailboxes", body.clone()).await.reason(), "MAILBOX_ADDRESS_TAKEN");
        let mut invalid = body.clone();
        invalid["address"] = json!("board");
        assert_eq!(dana.post("/mailboxes", invalid).await.fields(), ["address"]);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.post("/mailboxes", body.clone()).await.reason(), "ADMINISTRATORS_ONLY");
        let path = format!("/mailboxes/{}", created["_id"].as_str().unwrap());
        let changed = dana.patch(&path, json!({ "displayName": "The board" })).await.ok();
        assert_eq!(changed["mailbox"]["displayName"], "The board");
        let tests = format!("{path}/testEmails");
        let written = json!({ "fromAddress": "joan@example.com", "subject": "Hi", "text": "Hello" });
        let id = thread_of(&dana.post(&tests, written).await.ok());
        dana.delete(&path).await.ok();
        assert_eq!(dana.get(&format!("/emailThreads/{id}")).await.status, 404);
        dana.post("/mailboxes", body).await.ok();
    }
}
