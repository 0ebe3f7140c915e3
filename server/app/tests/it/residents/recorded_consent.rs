//! Consent that staff read, and that they record for residents who told them outside of texts.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    messaging::twilio::{steps, text_from, texts, twilio_for},
    outreach::{self, OSPREY_LAKE},
    support::*,
};

const PHONE: &str = "+12025550171";
const OSPREY_LAKE_NUMBER: &str = "+12025550103";
const COVERED: &str = "how do i get a 2nd parking permit";
const EVIDENCE: &str = "Signed the form at the annual meeting.";

/// Returns the address of a phone's consent.
fn path_of(phone: &str) -> String {
    format!("/consent?phone={}", phone.replace('+', "%2B"))
}

fn opt_in(phone: &str) -> Value {
    json!({ "phone": phone, "state": "OPTED_IN", "source": "AGENT", "evidence": EVIDENCE, "givenOn": "2026-02-27" })
}

fn opt_out(phone: &str) -> Value {
    json!({ "phone": phone, "state": "OPTED_OUT", "source": "PHONE" })
}

async fn consent(staff: &Staff<'_>, phone: &str) -> Value {
    staff.get(&path_of(phone)).await.ok()["consent"].clone()
}

/// Returns the states and sources of a phone's ledger, newest first.
async fn ledger(staff: &Staff<'_>, phone: &str) -> Vec<(String, String)> {
    let response = staff.get(&path_of(phone)).await.ok();
    let text = |entry: &Value, field: &str| entry[field].as_str().unwrap().to_owned();
    let entries = response["entries"].as_array().unwrap();
    entries.iter().map(|entry| (text(entry, "state"), text(entry, "source"))).collect()
}

fn pairs<const N: usize>(entries: [(&str, &str); N]) -> Vec<(String, String)> {
    entries.iter().map(|(state, source)| ((*state).to_owned(), (*source).to_owned())).collect()
}

async fn text(staff: &Staff<'_>, body: &str) {
    staff.text(PHONE, HARBOR_ROW_NUMBER, body).await.ok();
}

/// Returns the number of texts that the phone received.
async fn received(staff: &Staff<'_>) -> usize {
    staff.phone(PHONE).await.iter().filter(|message| message["direction"] == "OUTBOUND").count()
}

async fn add_account(staff: &Staff<'_>, community: &str, number: &str, phone: &str) {
    let path = format!("/textCommunities/community/{community}/accounts");
    staff.post(&path, json!({ "number": number, "phones": [phone] })).await.ok();
}

/// Returns the reason of a refusal because of the current state.
fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.reason())
}

on_both! {
    async fn staff_cannot_undo_an_opt_out_by_text_but_the_resident_can(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (words, source) in [("STOP", "KEYWORD"), ("Please stop texting me!", "FREE_TEXT")] {
            text(&dana, words).await;
            let shown = consent(&dana, PHONE).await;
            assert_eq!((&shown["state"], &shown["canOptIn"]), (&json!("OPTED_OUT"), &json!(false)));
            assert_eq!((&shown["entry"]["source"], &shown["entry"]["evidence"]), (&json!(source), &json!(words)));
            let refused = dana.post("/consent", opt_in(PHONE)).await;
            assert_eq!(refusal(&refused), (400, "OPT_IN_BY_RESIDENT_ONLY".into()), "{words}");
            assert!(refused.json()["message"].as_str().unwrap().contains("text START"), "{}", refused.json());
            assert_eq!(refusal(&dana.post("/consent", opt_out(PHONE)).await), (400, "ALREADY_OPTED_OUT".into()));
            assert_eq!(consent(&dana, PHONE).await, shown);
            text(&dana, "START").await;
            let shown = consent(&dana, PHONE).await;
            assert_eq!((&shown["state"], &shown["canOptIn"]), (&json!("OPTED_IN"), &json!(true)));
        }
    }

    async fn a_carriers_opt_out_cannot_be_undone_by_staff(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        server.twilio.will(&[TwilioBehavior::Refuse(400, 21_610, None)]);
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, COVERED).await;
        server.settled().await;
        let shown = consent(&dana, PHONE).await;
        assert_eq!((&shown["entry"]["source"], &shown["canOptIn"]), (&json!("CARRIER"), &json!(false)));
        assert_eq!(refusal(&dana.post("/consent", opt_in(PHONE)).await), (400, "OPT_IN_BY_RESIDENT_ONLY".into()));
        assert_eq!(consent(&dana, PHONE).await["state"], "OPTED_OUT");
    }

    async fn a_recorded_opt_out_is_not_confirmed_and_blocks_texts_until_staff_undo_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        let before = received(&dana).await;
        let recorded = dana.post("/consent", opt_out(PHONE)).await.ok()["consent"].clone();
        assert_eq!(recorded, consent(&dana, PHONE).await);
        assert_eq!((&recorded["state"], &recorded["canOptIn"]), (&json!("OPTED_OUT"), &json!(true)));
        assert_eq!(recorded["since"], json!(server.now()));
        let entry = &recorded["entry"];
        assert_eq!((&entry["source"], &entry["recordedBy"]), (&json!("PHONE"), &json!("Dana Okafor")));
        assert_eq!((&entry["givenOn"], &entry["evidence"]), (&json!("2026-03-02"), &json!("")));
        text(&dana, COVERED).await;
        assert_eq!(received(&dana).await, before, "nothing is sent, not even a confirmation");

        dana.post("/consent", opt_in(PHONE)).await.ok();
        text(&dana, COVERED).await;
        assert_eq!(received(&dana).await, before + 1);
        let expected = [("OPTED_IN", "AGENT"), ("OPTED_OUT", "PHONE"), ("IMPLIED", "TEXTED")];
        assert_eq!(ledger(&dana, PHONE).await, pairs(expected));
    }

    async fn a_stop_after_a_recorded_opt_out_is_confirmed_and_staff_cannot_undo_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        dana.post("/consent", opt_out(PHONE)).await.ok();
        let (before, since) = (received(&dana).await, consent(&dana, PHONE).await["since"].clone());
        server.later(Duration::from_secs(60)).await;
        for _ in 0..2 {
            text(&dana, "STOP").await;
            assert_eq!(received(&dana).await, before + 1, "it is confirmed once");
        }
        assert_eq!(refusal(&dana.post("/consent", opt_in(PHONE)).await), (400, "OPT_IN_BY_RESIDENT_ONLY".into()));
        let expected = [("OPTED_OUT", "KEYWORD"), ("OPTED_OUT", "PHONE"), ("IMPLIED", "TEXTED")];
        assert_eq!(ledger(&dana, PHONE).await, pairs(expected));
        assert_eq!(consent(&dana, PHONE).await["since"], since, "it is opted out since the call");
    }

    async fn a_recorded_opt_in_adds_evidence_to_an_earlier_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        let phone = outreach::import(&dana, HARBOR_ROW, 1).await.remove(0);
        let imported = consent(&dana, &phone).await;
        assert_eq!((&imported["state"], &imported["entry"]["source"]), (&json!("OPTED_IN"), &json!("IMPORT")));
        server.later(Duration::from_secs(60)).await;
        let recorded = dana.post("/consent", opt_in(&phone)).await.ok()["consent"].clone();
        assert_eq!((&recorded["since"], &recorded["entry"]["evidence"]), (&imported["since"], &json!(EVIDENCE)));
        assert_eq!(recorded["entry"]["givenOn"], "2026-02-27");
        assert_eq!(ledger(&dana, &phone).await, pairs([("OPTED_IN", "AGENT"), ("OPTED_IN", "IMPORT")]));
    }

    async fn a_recorded_opt_out_cancels_a_queued_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
        let list = list["conversations"].as_array().unwrap();
        let conversation = list.iter().find(|one| one["phone"] == PHONE).unwrap()["_id"].as_str().unwrap().to_owned();
        let path = format!("/textConversations/{conversation}");
        dana.post(&format!("{path}/messages"), json!({ "body": "The plumber is on the way." })).await.ok();
        let before = received(&dana).await;
        dana.post("/consent", opt_out(PHONE)).await.ok();
        server.later(Duration::from_secs(60)).await;
        assert_eq!(received(&dana).await, before);
        let all = texts(&dana, PHONE).await;
        let reply = all.iter().find(|text| text["body"] == "The plumber is on the way.").unwrap();
        assert_eq!((&reply["status"], steps(reply)), (&json!("CANCELED"), vec!["CANCELED"]));
        assert_eq!(dana.get(&path).await.ok()["conversation"]["optedOut"], true);
        let refused = dana.post(&format!("{path}/messages"), json!({ "body": "Are you there?" })).await;
        assert_eq!(refused.reason(), "OPTED_OUT");
    }

    async fn a_blast_skips_recipients_whose_opt_out_was_recorded_after_it_started(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let phones = outreach::import(&dana, HARBOR_ROW, 30).await;
        let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": 1 });
        dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), carrier).await.ok();
        let scheduled = outreach::draft_to_imported(&dana, HARBOR_ROW).await;
        // One before it starts, one while it runs.
        let opted_out_before = phones.last().unwrap();
        dana.post(&format!("{}/schedule", outreach::path_of(&scheduled)), json!({})).await.ok();
        dana.post("/consent", opt_out(opted_out_before)).await.ok();
        server.later(Duration::from_secs(10)).await;
        let waiting = |phone: &&String| *phone != opted_out_before && server.twilio.tried(phone) == 0;
        let opted_out_later = phones.iter().rfind(waiting).expect("a recipient whose turn has not come");
        assert!(phones.iter().any(|phone| server.twilio.tried(phone) > 0), "the blast runs");
        dana.post("/consent", opt_out(opted_out_later)).await.ok();
        for _ in 0..60 {
            server.later(Duration::from_secs(1)).await;
        }
        let sent = phones.iter().filter(|phone| server.twilio.tried(phone) == 1).count();
        assert_eq!(sent, 28, "everyone else gets it");
        let mut excluded = outreach::phones(&dana, &scheduled, "exclusion=OPTED_OUT").await;
        excluded.sort();
        assert_eq!(excluded, [opted_out_later.clone(), opted_out_before.clone()]);
    }

    async fn what_is_recorded_is_validated(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        let body = |field: &str, value: &str| {
            let mut body = opt_in(PHONE);
            body[field] = json!(value);
            body
        };
        for (field, value) in [
            ("phone", "202"), ("state", "IMPLIED"), ("state", "UNKNOWN"), ("source", "KEYWORD"), ("source", "IMPORT"),
            ("source", "TEXTED"), ("evidence", ""), ("evidence", "  said yes  "), ("givenOn", "2026-03-03"),
            ("givenOn", "2016-03-01"), ("givenOn", "soon"),
        ] {
            let refused = dana.post("/consent", body(field, value)).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]), "{field}: {value}");
        }
        let long = dana.post("/consent", body("evidence", &"x".repeat(501))).await;
        assert_eq!(long.fields(), ["evidence"]);
        assert_eq!(ledger(&dana, PHONE).await, pairs([("IMPLIED", "TEXTED")]), "nothing was recorded");
        dana.post("/consent", body("evidence", &"x".repeat(500))).await.ok();
    }

    async fn a_phone_outside_of_the_callers_communities_looks_nonexistent(server: TestServer) {
        let (dana, ingrid) = (server.harborline_admin().await, server.northgate_admin().await);
        let marcus = server.login("manager@harborline.example").await;
        text(&dana, COVERED).await;
        add_account(&dana, OSPREY_LAKE, "OL-9001", "+12025550188").await;
        for (caller, foreign) in [(&ingrid, PHONE), (&marcus, "+12025550188")] {
            assert_eq!(dana.get(&path_of(foreign)).await.status, 200);
            let mut answers = Vec::new();
            for phone in [foreign, "+12025550198"] {
                for answer in [
                    caller.get(&path_of(phone)).await,
                    caller.post("/consent", opt_in(phone)).await,
                    caller.post("/consent", opt_out(phone)).await,
                ] {
                    assert_eq!(refusal(&answer), (404, "NOT_FOUND".into()));
                    answers.push(answer.json()["message"].clone());
                }
            }
            assert_eq!(answers[..3], answers[3..]);
        }
        let newest = consent(&dana, "+12025550188").await;
        assert_eq!((&newest["state"], &newest["canOptIn"]), (&json!("UNKNOWN"), &json!(true)));
        assert_eq!((newest.get("since"), newest.get("entry")), (None, None));
        // An account in one of his communities makes the phone visible.
        add_account(&dana, HARBOR_ROW, "HR-9001", "+12025550188").await;
        marcus.post("/consent", opt_in("+12025550188")).await.ok();
    }

    async fn a_text_to_an_unassigned_community_is_not_quoted(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        dana.text(PHONE, OSPREY_LAKE_NUMBER, "STOP").await.ok();
        text(&dana, "START").await;
        let quoted = async |staff: &Staff<'_>| {
            let response = staff.get(&path_of(PHONE)).await.ok();
            let entries = response["entries"].as_array().unwrap().clone();
            entries.iter().map(|entry| entry["evidence"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(quoted(&dana).await, ["START", "STOP"]);
        assert_eq!(quoted(&marcus).await, ["START", ""]);
    }

    async fn the_ledger_is_read_in_pages_newest_first(server: TestServer) {
        let dana = server.harborline_admin().await;
        for words in ["STOP", "START", "please stop texting me", "start"] {
            text(&dana, words).await;
        }
        dana.post("/consent", opt_out(PHONE)).await.ok();
        let (mut evidence, mut sizes, mut token) = (Vec::new(), Vec::new(), String::new());
        loop {
            let page = dana.get(&format!("{}&limit=2&pageToken={token}", path_of(PHONE))).await.ok();
            assert_eq!(page["consent"]["state"], "OPTED_OUT", "each page has the current consent");
            let entries = page["entries"].as_array().unwrap();
            sizes.push(entries.len());
            evidence.extend(entries.iter().map(|entry| entry["evidence"].as_str().unwrap().to_owned()));
            token = page["nextPageToken"].as_str().unwrap().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(sizes, [2, 2, 1]);
        assert_eq!(evidence, ["", "start", "please stop texting me", "START", "STOP"]);
        let refused = dana.get(&format!("{}&pageToken=zz", path_of(PHONE))).await;
        assert_eq!(refused.fields(), ["pageToken"]);
    }

    async fn concurrent_records_leave_one_opt_out_and_a_concurrent_stop_wins(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        let all = futures::future::join_all((0..10).map(|_| dana.post("/consent", opt_out(PHONE)))).await;
        let done = all.iter().filter(|answer| answer.status == 200).count();
        let refused = all.iter().filter(|answer| answer.status != 200);
        assert_eq!((done, refused.filter(|answer| answer.reason() == "ALREADY_OPTED_OUT").count()), (1, 9));
        assert_eq!(ledger(&dana, PHONE).await, pairs([("OPTED_OUT", "PHONE"), ("IMPLIED", "TEXTED")]));

        let stop = json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": "STOP" });
        let stop = dana.post("/handset/messages", stop);
        let opt_ins = futures::future::join_all((0..10).map(|_| dana.post("/consent", opt_in(PHONE))));
        let (stop, _) = futures::future::join(stop, opt_ins).await;
        stop.ok();
        server.settled().await;
        let shown = consent(&dana, PHONE).await;
        assert_eq!((&shown["state"], &shown["canOptIn"]), (&json!("OPTED_OUT"), &json!(false)));
        assert_eq!(ledger(&dana, PHONE).await[0], pairs([("OPTED_OUT", "KEYWORD")])[0]);
    }

    async fn the_audit_trail_has_what_was_recorded_without_the_phone(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        dana.post("/consent", opt_out(PHONE)).await.ok();
        dana.post("/consent", opt_in(PHONE)).await.ok();
        for (action, summary) in [
            ("CONSENT_OPT_OUT_RECORDED", "Recorded an opt-out received on the phone"),
            ("CONSENT_OPT_IN_RECORDED", "Recorded an opt-in received in person or on paper"),
        ] {
            let entries = dana.get(&format!("/admin/audit?action={action}")).await.ok();
            let entries = entries["entries"].as_array().unwrap();
            assert_eq!((entries.len(), &entries[0]["summary"]), (1, &json!(summary)));
            let entry = entries[0].to_string();
            assert!(!entry.contains(&PHONE[1..]) && !entry.contains(EVIDENCE), "{entry}");
        }
    }

    async fn partners_read_and_record_consent_with_separate_scopes(server: TestServer) {
        let dana = server.harborline_admin().await;
        text(&dana, COVERED).await;
        let reader = server.machine(&dana.issue(&["CONVERSATIONS_READ"], &[]).await).await;
        let writer = server.machine(&dana.issue(&["HOMEOWNERS_WRITE"], &[]).await).await;
        let read = path_of(PHONE);
        server.bearer("GET", &read, &reader, None).await.ok();
        assert_eq!(server.bearer("GET", &read, &writer, None).await.reason(), "INSUFFICIENT_SCOPE");
        let refused = server.bearer("POST", "/consent", &reader, Some(opt_out(PHONE))).await;
        assert_eq!(refused.reason(), "INSUFFICIENT_SCOPE");
        let recorded = server.bearer("POST", "/consent", &writer, Some(opt_out(PHONE))).await.ok();
        assert_eq!(recorded["consent"]["entry"]["recordedBy"], "Elm Ledger");
    }
}
