//! Notes for agents at Chatwoot about refused replies.
use platform::{
    Clock, Ids, Scope,
    ids::CompanyId,
    jobs::{self, Job, JobKind, WORKERS},
};

use super::*;

/// More than the server has workers. They have queues of their own, like the notes of as many companies.
const NOTES: usize = WORKERS + 1;

/// Enqueues notes about refused replies in a conversation.
async fn enqueue_notes(server: &TestServer, conversation: &Value) {
    let (company, now) = (CompanyId::from("company-harborline"), server.clock.now());
    let until = now.plus(Duration::from_secs(3_600));
    let mut tx = server.db.write(&Scope::of_company(&company)).await.unwrap();
    for nth in 0..NOTES {
        let job = Job {
            company: company.clone(),
            kind: JobKind::NoteChatwootRefusal,
            payload: json!({ "conversation": conversation["_id"], "refused": nth, "why": "No.", "until": until }),
            key: format!("note {nth}"),
            queue_key: format!("note {nth}"),
            run_at: now,
        };
        jobs::enqueue(&mut tx, &Ids::from_entropy(), now, job).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Returns the number of messages that were sent to Chatwoot, with and without success.
fn sent_messages(chatwoot: &Chatwoot) -> usize {
    let calls = chatwoot.calls();
    calls.iter().filter(|call| call.starts_with("POST ") && call.ends_with("/messages")).count()
}

on_both! {
    async fn notes_for_silent_chatwoot_servers_occupy_no_workers(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = connect(&server, &chatwoot).await;
        send_resident_text(&server, "The gate is broken").await;
        let sent = sent_messages(&chatwoot);
        chatwoot.will(&[ChatwootBehavior::Hang; NOTES]);
        enqueue_notes(&server, &conversation(&dana).await).await;
        until("Chatwoot has all notes", async || sent_messages(&chatwoot) == sent + NOTES).await;
        let replies = server.twilio.calls();
        text_from(&server, "+12025550172", HARBOR_ROW_NUMBER, "STOP").await;
        within("another resident gets a reply", server.twilio.called(replies + 1)).await;
    }
}
