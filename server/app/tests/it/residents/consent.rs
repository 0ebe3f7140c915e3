//! Opt-out, opt-in and help, with the test phone, whose texts are handled like those of carriers.
use std::time::Duration;

use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};

use crate::{
    messaging::twilio::{steps, texts},
    support::*,
};

const PHONE: &str = "+12025550171";
/// Close to two answers, but not confidently to either.
const VAGUE: &str = "parking";
const COVERED: &str = "how do i get a 2nd parking permit";

/// Returns the ledger of a phone: state, source and evidence, oldest first.
async fn ledger(server: &TestServer) -> Vec<(i32, i32, String)> {
    let mut tx = server.db.read(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
    let query = tx.query(
        "SELECT state, source, evidence FROM consent_entry WHERE company_id = $1 AND phone = $2 ORDER BY id",
    );
    query.bind("company-harborline").bind(PHONE).all().await.unwrap()
}

/// Returns the texts that the phone received.
async fn received(dana: &Staff<'_>) -> Vec<String> {
    let shown = dana.phone(PHONE).await;
    let to_phone = shown.iter().filter(|m| m["direction"] == "OUTBOUND");
    to_phone.map(|m| m["body"].as_str().unwrap().to_owned()).collect()
}

async fn last_inbound(dana: &Staff<'_>) -> Value {
    texts(dana, PHONE).await.into_iter().rfind(|t| t["direction"] == "INBOUND").unwrap()
}

async fn text(dana: &Staff<'_>, body: &str) {
    dana.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
}

on_both! {
    async fn stop_is_confirmed_once_and_blocks_texts_until_start(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, "Stop.").await;
        let replies = received(&dana).await;
        assert_eq!(replies.len(), 1);
        assert!(replies[0].contains("no more texts from Harbor Row") && replies[0].contains("START"), "{replies:?}");
        assert_eq!(steps(&last_inbound(&dana).await), ["RECEIVED", "OPTED_OUT"]);
        assert!(dana.open_escalations().await.iter().all(|e| e["question"] != "Stop."), "staff need not answer it");

        text(&dana, "STOP").await;
        text(&dana, COVERED).await;
        assert_eq!(received(&dana).await.len(), 1, "nothing more is sent");
        let all = texts(&dana, PHONE).await;
        let reply = all.iter().rfind(|t| t["direction"] == "OUTBOUND").unwrap();
        assert_eq!((&reply["status"], steps(reply)), (&json!("SUPPRESSED"), vec!["SUPPRESSED"]));

        let last_step = last_inbound(&dana).await["steps"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last_step["kind"], "REPLIED");
        let reason = last_step["reason"].as_str().unwrap();
        assert!(reason.starts_with("Would have replied") && reason.ends_with("so it was not sent."), "{reason}");

        text(&dana, "start").await;
        assert!(received(&dana).await[1].contains("You get texts from Harbor Row"));
        text(&dana, COVERED).await;
        assert!(received(&dana).await[2].starts_with("Each home has one permit."));
        let ledger = ledger(&server).await;
        assert_eq!(ledger, [(4, 1, "Stop.".to_owned()), (3, 1, "start".to_owned())]);
    }

    async fn a_spelled_out_stop_opts_out_and_is_confirmed_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, "S T O P").await;
        text(&dana, "ЅТОР").await;
        text(&dana, COVERED).await;
        let replies = received(&dana).await;
        assert_eq!(replies.len(), 1, "{replies:?}");
        assert!(replies[0].contains("no more texts from Harbor Row"), "{replies:?}");
        assert_eq!(ledger(&server).await, [(4, 1, "S T O P".to_owned())]);
        assert!(dana.open_escalations().await.iter().all(|e| e["question"] != "S T O P"), "staff need not answer it");
    }

    async fn small_talk_of_an_opted_out_resident_gets_no_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (words, done) in [("hello", "it was returned"), ("thanks", "they were returned")] {
            text(&dana, words).await;
            let steps = last_inbound(&dana).await["steps"].to_string();
            assert!(steps.contains(done), "{steps}");
        }
        text(&dana, "STOP").await;
        let count = texts(&dana, PHONE).await.len();
        for words in ["hello", "thanks"] {
            text(&dana, words).await;
            let steps = last_inbound(&dana).await["steps"].to_string();
            assert!(!steps.contains("returned") && steps.contains("opted out of texts, so nothing was sent"), "{steps}");
        }
        assert_eq!(texts(&dana, PHONE).await.len(), count + 2, "only the inbound texts are stored");
    }

    async fn an_opted_out_resident_gets_no_disambiguation(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, "STOP").await;
        text(&dana, VAGUE).await;
        assert_eq!(steps(&last_inbound(&dana).await).last(), Some(&"ESCALATED"));
        text(&dana, "start").await;
        text(&dana, VAGUE).await;
        assert_eq!(steps(&last_inbound(&dana).await).last(), Some(&"CLARIFICATION_ASKED"));
    }

    async fn any_reasonable_phrasing_opts_out_and_is_recorded(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        text(&dana, "Please stop texting me!").await;
        assert_eq!(received(&dana).await.len(), 2);
        let inbound = last_inbound(&dana).await;
        assert!(inbound["steps"][1]["reason"].as_str().unwrap().contains("no more texts"), "{inbound}");
        let expected = [(2, 8, COVERED.to_owned()), (4, 2, "Please stop texting me!".to_owned())];
        assert_eq!(ledger(&server).await, expected);
    }

    async fn opting_out_works_in_three_languages_and_other_requests_go_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        for words in ["No longer want messages", "No me manden más mensajes", "Retirez-moi de la liste"] {
            text(&dana, words).await;
            let inbound = last_inbound(&dana).await;
            assert!(steps(&inbound).contains(&"OPTED_OUT"), "{inbound}");
            text(&dana, "START").await;
        }
        for words in ["take me off the waitlist for parking", "no quiero pagar la multa", "arrêtez le bruit"] {
            text(&dana, words).await;
            let inbound = last_inbound(&dana).await;
            assert!(!steps(&inbound).contains(&"OPTED_OUT"), "{inbound}");
        }
        let sources: Vec<(i32, i32)> = ledger(&server).await.iter().map(|(state, source, _)| (*state, *source)).collect();
        assert_eq!(sources, [(4, 2), (3, 1)].repeat(3), "free text opted out, and a keyword in");
    }

    async fn an_opt_out_in_an_emergency_is_confirmed_and_escalated_as_urgent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let danger = "please stop texting me there's a gas leak";
        text(&dana, danger).await;
        let replies = received(&dana).await;
        assert_eq!(replies.len(), 1, "{replies:?}");
        assert!(replies[0].contains("no more texts from Harbor Row"), "{replies:?}");
        let waiting = dana.open_escalations().await;
        let waits = waiting.iter().find(|waits| waits["question"] == danger);
        assert_eq!(waits.unwrap()["urgent"], true);
        let inbound = last_inbound(&dana).await;
        let steps = steps(&inbound);
        assert_eq!((&steps[..2], steps.last()), (&["RECEIVED", "OPTED_OUT"][..], Some(&"ESCALATED")));
    }

    async fn help_identifies_the_sender_even_to_an_opted_out_resident(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, "stop").await;
        text(&dana, "HELP").await;
        let replies = received(&dana).await;
        assert!(replies[1].contains("Harbor Row") && replies[1].contains("Harborline") && replies[1].contains("STOP"), "{replies:?}");
        assert_eq!(steps(&last_inbound(&dana).await), ["RECEIVED", "HELP_SENT"]);
        text(&dana, COVERED).await;
        assert_eq!(received(&dana).await.len(), 2, "HELP does not opt in");
    }

    async fn stop_cancels_pending_texts(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, "may i keep a zeppelin on the roof").await;
        let escalation = &dana.open_escalations().await[0];
        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer).await.ok();
        text(&dana, "STOP").await;
        server.later(Duration::from_secs(60)).await;
        assert!(received(&dana).await.iter().all(|body| !body.contains("Not on the roof.")));
        let all = texts(&dana, PHONE).await;
        let notice = all.iter().find(|t| t["body"].as_str().unwrap().contains("Not on the roof.")).unwrap();
        assert_eq!((&notice["status"], steps(notice)), (&json!("CANCELED"), vec!["CANCELED"]));
    }

    async fn concurrent_stops_are_confirmed_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        let stop = || dana.post("/handset/messages", json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": "STOP" }));
        let all = futures::future::join_all((0..20).map(|_| stop())).await;
        assert!(all.iter().all(|answer| answer.status == 200));
        server.settled().await;
        assert_eq!((received(&dana).await.len(), ledger(&server).await.len()), (1, 1));
    }

    async fn opting_out_of_one_company_does_not_affect_another(server: TestServer) {
        let (dana, priya) = (server.harborline_admin().await, server.northgate_admin().await);
        text(&dana, "STOP").await;
        priya.text(PHONE, "+15035550111", "where do i park").await.ok();
        assert!(!priya.last_text(PHONE).await.contains("no more texts"));
        assert_eq!(priya.phone(PHONE).await.len(), 2);
    }

    async fn consent_entries_are_immutable(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, "STOP").await;
        for sql in ["UPDATE consent_entry SET state = 3", "DELETE FROM consent_entry"] {
            let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
            assert!(tx.query(sql).run().await.is_err(), "{sql}");
        }
    }
}
