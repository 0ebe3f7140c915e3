//! Emergencies: staff are alerted at once, regardless of the conversation's assignee.
use std::time::Duration;

use contract::v1::EventKind;
use serde_json::{Value, json};

use crate::{
    messaging::{
        escalation_export::rows,
        live_events::{next, watch},
        twilio::steps,
    },
    support::*,
};

const PHONE: &str = "+12025550177";
const FLOOD: &str = "A pipe burst upstairs, there is water everywhere!!";
const STUCK: &str = "somebody is stuck in the elevator";
const SAFETY_NOTICE: &str = "If anyone is in danger, call 911 now. The Harbor Row office has been told that this is \
                    urgent and will reply here.";

/// Returns the path of the conversation with [`PHONE`], which Dana has taken over.
async fn take_over(dana: &Staff<'_>) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await.ok();
    let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
    let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
    let path = format!("/textConversations/{}", of_phone["_id"].as_str().unwrap());
    dana.post(&format!("{path}/takeOver"), json!({})).await.ok();
    path
}

/// Returns the open urgent escalations of Harbor Row, newest first.
async fn urgent(staff: &Staff<'_>) -> Vec<Value> {
    staff
        .open_escalations()
        .await
        .into_iter()
        .filter(|one| one["urgent"] == true && one["communityId"] == HARBOR_ROW)
        .collect()
}

/// Returns the time and the urgency of each open escalation, from pages of this size.
async fn listed(dana: &Staff<'_>, order: &str, limit: usize) -> Vec<(String, bool)> {
    let (mut listed, mut token) = (Vec::new(), String::new());
    loop {
        let newest = order == "newest";
        let path = format!(
            "/textConversations/escalations/user?communityId={HARBOR_ROW}&newestFirst={newest}&limit={limit}&pageToken={token}"
        );
        let page = dana.get(&path).await.ok();
        let rows = page["escalations"].as_array().unwrap();
        assert!(rows.len() <= limit);
        let of = |row: &Value| (row["askedAt"].as_str().unwrap().to_owned(), row["urgent"] == true);
        listed.extend(rows.iter().map(of));
        token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
        if token.is_empty() {
            return listed;
        }
    }
}

async fn safety_notices(dana: &Staff<'_>) -> usize {
    dana.phone(PHONE).await.iter().filter(|text| text["body"] == SAFETY_NOTICE).count()
}

on_both! {
    async fn an_emergency_alerts_all_staff_even_if_the_conversation_is_assigned(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let path = take_over(&dana).await;
        assert_eq!(urgent(&marcus).await.len(), 0);
        let mut stream = watch(&server, &marcus.token, 0).await;
        assert_eq!(next(&mut stream).await.unwrap().kind(), EventKind::Ready);
        dana.text(PHONE, HARBOR_ROW_NUMBER, FLOOD).await.ok();

        // A colleague who watches is notified at once.
        let escalation_id = loop {
            let event = next(&mut stream).await.unwrap();
            if event.kind() == EventKind::Escalation {
                break event.subject;
            }
        };
        let waiting = urgent(&marcus).await;
        assert_eq!(waiting.len(), 1);
        assert_eq!((&waiting[0]["_id"], &waiting[0]["question"], &waiting[0]["state"]), (&json!(escalation_id), &json!(FLOOD), &json!("OPEN")));
        let mail = server.mails_to("office@harborline.example").await[0].body.clone();
        assert!(mail.contains("reported an emergency") && mail.contains(FLOOD), "{mail}");

        // The conversation is still assigned to Dana; the resident got instructions.
        let shown = dana.get(&path).await.ok();
        assert_eq!((&shown["conversation"]["assignedTo"], &shown["conversation"]["state"]), (&json!("Dana Okafor"), &json!("OPEN")));
        assert_eq!(shown["conversation"]["priority"], "URGENT");
        let of_text = shown["messages"].as_array().unwrap().iter().find(|m| m["body"] == FLOOD).unwrap().clone();
        assert_eq!(steps(&of_text), ["RECEIVED", "COMMUNITY_FOUND", "LEFT_TO_STAFF", "ANSWERS_RANKED", "ESCALATED"]);
        assert_eq!(safety_notices(&dana).await, 1);
    }

    async fn repeated_emergency_texts_get_the_safety_notice_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        take_over(&dana).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, FLOOD).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "it is flooding the stairs now").await.ok();
        // Further texts are left to the conversation's assignee.
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        let waiting = urgent(&dana).await;
        assert_eq!((waiting.len(), safety_notices(&dana).await), (2, 1));
        // After the first emergency is handled, another one is escalated again.
        for escalation in waiting {
            let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
            dana.post(&path, json!({ "answer": "The plumber is on his way." })).await.ok();
        }
        server.later(Duration::from_secs(60)).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "now i smell gas").await.ok();
        assert_eq!((urgent(&dana).await.len(), safety_notices(&dana).await), (1, 2));
    }

    async fn an_unanswered_text_about_an_emergency_is_escalated_as_urgent(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, STUCK).await.ok();
        assert_eq!((urgent(&dana).await.len(), safety_notices(&dana).await), (1, 1));
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
        assert_eq!((urgent(&dana).await.len(), safety_notices(&dana).await), (1, 1));
        let waiting = dana.open_escalations().await;
        let zeppelin = waiting.iter().find(|waits| waits["question"] == "may i keep a zeppelin on the roof");
        assert_eq!(zeppelin.unwrap()["urgent"], false);
    }

    async fn an_answered_emergency_is_still_escalated_as_urgent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (question, answer) = ("There is a burst pipe, where is the shut-off valve?", "Behind the boiler, turn it right.");
        let body = json!({ "category": "Emergencies", "question": question, "answer": answer });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), body).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "there is a BURST PIPE where is the shut off valve").await.ok();
        let waiting = urgent(&dana).await;
        assert_eq!((waiting.len(), &waiting[0]["suggestedAnswer"]), (1, &json!(answer)));
        assert_eq!(dana.last_text(PHONE).await, format!("{SAFETY_NOTICE}\n\n{answer}"));
        // The conversation's assignee gives the resident instructions.
        let path = take_over(&dana).await;
        dana.post(&format!("/textConversations/escalations/{}", waiting[0]["_id"].as_str().unwrap()), json!({ "answer": "Done." })).await.ok();
        server.later(Duration::from_secs(60)).await;
        dana.post(&format!("{path}/takeOver"), json!({})).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "there is a BURST PIPE where is the shut off valve").await.ok();
        assert_eq!((urgent(&dana).await.len(), dana.last_text(PHONE).await), (1, SAFETY_NOTICE.to_owned()));
    }

    async fn emergencies_are_listed_before_older_escalations_on_every_page(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (nth, body) in ["may i keep a zeppelin", STUCK, "may i keep a yak", "i smell gas"].iter().enumerate() {
            server.later(Duration::from_secs(60)).await;
            dana.text(&format!("+1202555018{nth}"), HARBOR_ROW_NUMBER, body).await.ok();
        }
        for order in ["oldest", "newest"] {
            let all = listed(&dana, order, 200).await;
            assert_eq!(listed(&dana, order, 1).await, all, "{order} first, one by one");
            assert_eq!(listed(&dana, order, 3).await, all, "{order} first, by threes");
            let (urgent, others): (Vec<_>, Vec<_>) = all.iter().partition(|(_, urgent)| *urgent);
            assert_eq!(all[..2].iter().collect::<Vec<_>>(), urgent, "{order} first");
            for group in [urgent, others] {
                let times: Vec<_> = group.iter().map(|(time, _)| time).collect();
                let in_order = if order == "oldest" { times.is_sorted() } else { times.iter().rev().is_sorted() };
                assert!(in_order, "{order} first: {times:?}");
            }
        }
        let file = dana.get("/textConversations/escalations/user/export").await.ok();
        let url = file["escalationsFileLinkObj"]["url"].as_str().unwrap().to_owned();
        let rows = rows(&server, &url).await;
        let urgent: Vec<_> = rows.iter().filter(|row| row["Emergency"] == "yes" && row["Priority"] == "Urgent" && row["Community"] == "Harbor Row").map(|row| &row["Question"]).collect();
        assert_eq!(urgent, ["i smell gas", STUCK]);
    }
}
