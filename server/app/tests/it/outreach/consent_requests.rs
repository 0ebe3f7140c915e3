//! Blasts that ask for consent: their recipients, who are each asked only once, and the effects of the
//! answers.
use serde_json::json;

use super::*;
use crate::messaging::twilio::{text_from, twilio_for};

/// Three phones that are unknown to Harbor Row.
const STRANGERS: [&str; 3] = ["+13032561901", "+13032561902", "+13032561903"];

/// Statements that fail unless the first of these phones has the text, its time and the number stored as
/// evidence.
const EVIDENCE: (&str, &str) = (
    "CREATE TABLE evidence (found INTEGER CHECK (found = 1));
     INSERT INTO evidence SELECT count(*) FROM consent_entry WHERE phone = '+13032561901' AND state = 3
         AND source = 1 AND evidence = 'Yes' AND message_id IS NOT NULL AND at_ms > 0",
    "SET parlor.company = 'company-harborline'; CREATE TABLE evidence (found BIGINT CHECK (found = 1));
     INSERT INTO evidence SELECT count(*) FROM consent_entry WHERE phone = '+13032561901' AND state = 3
         AND source = 1 AND evidence = 'Yes' AND message_id IS NOT NULL AND at_ms > 0",
);

/// Number of texts that are sent to the carrier at the same time.
const SLICE: usize = 40;

/// Imports accounts without consent, with the tag "stranger".
async fn import_strangers(staff: &Staff<'_>, phones: &[impl AsRef<str>]) {
    let line = |phone: &str| format!("S-{phone},{phone},,stranger\n");
    let file: String = phones.iter().map(|phone| line(phone.as_ref())).collect();
    let data = STANDARD.encode(format!("account,phone,text consent,tags\n{file}"));
    let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts/import");
    staff.post(&path, json!({ "data": data })).await.ok();
}

async fn draft_to_strangers(staff: &Staff<'_>, title: &str, asks_consent: bool, body: &str) -> Value {
    let audience = json!({ "filter": { "communityIds": [HARBOR_ROW], "tags": ["stranger", "imported"] } });
    let blast = json!({ "title": title, "body": body, "audience": audience, "asksConsent": asks_consent });
    staff.post("/blasts", blast).await.ok()["blast"].clone()
}

async fn review(staff: &Staff<'_>, blast: &Value) -> Value {
    staff.get(&format!("{}/review", path_of(blast))).await.ok()
}

/// Connects Harbor Row to Twilio, with the strangers and two homeowners who agreed.
async fn house(server: &TestServer) -> Staff<'_> {
    let dana = twilio_for(server, HARBOR_ROW).await;
    let carrier = json!({ "carrier": "TWILIO", "segmentsPerSecond": 100 });
    dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}/carrier"), carrier).await.ok();
    import(&dana, HARBOR_ROW, 2).await;
    import_strangers(&dana, &STRANGERS).await;
    dana
}

/// Returns the number of texts of a blast that the carrier accepted for a phone.
fn consent_requests_to(server: &TestServer, phone: &str) -> usize {
    let asks = |text: &&Value| text["to"] == phone && text["body"].as_str().unwrap().contains("Reply YES");
    server.twilio.texts().iter().filter(asks).count()
}

on_both! {
    async fn those_without_consent_are_asked_once_and_a_yes_is_recorded_with_its_evidence(server: TestServer) {
        let dana = house(&server).await;
        let news = draft_to_strangers(&dana, "News", false, "{{community}}: news").await;
        assert_eq!(phones(&dana, &news, "exclusion=NO_CONSENT").await, STRANGERS);
        let ask = draft_to_strangers(&dana, "May we?", true, "").await;
        assert_eq!(ask["asksConsent"], true);
        assert_eq!(phones(&dana, &ask, "").await, STRANGERS);
        assert_eq!(phones(&dana, &ask, "exclusion=HAS_CONSENT").await.len(), 2, "they need not be asked");
        let second = draft_to_strangers(&dana, "May we, please?", true, "").await;
        // Both are scheduled before either has asked for consent.
        for blast in [&ask, &second] {
            dana.post(&format!("{}/schedule", path_of(blast)), json!({})).await.ok();
        }
        server.later(Duration::from_secs(10)).await;
        for _ in 0..3 {
            server.later(Duration::from_secs(1)).await;
        }
        for phone in STRANGERS {
            assert_eq!(consent_requests_to(&server, phone), 1, "{phone} is asked once");
        }
        let text = server.twilio.texts().into_iter().find(|text| text["to"] == STRANGERS[0]).unwrap();
        let body = text["body"].as_str().unwrap();
        assert!(body.starts_with("Harbor Row: Reply YES") && body.contains("STOP"), "{body}");
        let counts = [read(&dana, &ask).await, read(&dana, &second).await];
        assert!(counts.iter().all(|blast| blast["state"] == "FINISHED"));
        let sent: i64 = counts.iter().map(|blast| blast["counts"]["sent"].as_i64().unwrap()).sum();
        assert_eq!(sent, 3);

        text_from(&server, STRANGERS[0], HARBOR_ROW_NUMBER, "Yes").await;
        text_from(&server, STRANGERS[1], HARBOR_ROW_NUMBER, "STOP").await;
        text_from(&server, STRANGERS[2], HARBOR_ROW_NUMBER, "Who is this?").await;
        server.settled().await;
        let agreed: Vec<_> = phones(&dana, &ask, "outcome=OPTED_IN").await.into_iter()
            .chain(phones(&dana, &second, "outcome=OPTED_IN").await).collect();
        assert_eq!(agreed, [STRANGERS[0]]);
        let opt_ins = [read(&dana, &ask).await, read(&dana, &second).await];
        let opt_ins: i64 = opt_ins.iter().map(|blast| blast["optInCount"].as_i64().unwrap()).sum();
        assert_eq!(opt_ins, 1);
        // The phone that agreed gets the text; the one that opted out does not, and a question is not
        // consent.
        let news = draft_to_strangers(&dana, "News", false, "{{community}}: news").await;
        assert!(phones(&dana, &news, "").await.contains(&STRANGERS[0].to_owned()));
        assert_eq!(phones(&dana, &news, "exclusion=OPTED_OUT").await, [STRANGERS[1]]);
        assert_eq!(phones(&dana, &news, "exclusion=NO_CONSENT").await, [STRANGERS[2]]);
        // No phone is asked again, regardless of its answer.
        let third = draft_to_strangers(&dana, "May we now?", true, "").await;
        assert_eq!(review(&dana, &third).await["recipientCount"], 0);
        assert_eq!(phones(&dana, &third, "exclusion=ALREADY_ASKED").await, [STRANGERS[2]]);
        assert_eq!(phones(&dana, &third, "exclusion=OPTED_OUT").await, [STRANGERS[1]]);
        assert_eq!(dana.post(&format!("{}/schedule", path_of(&third)), json!({})).await.reason(), "NO_RECIPIENTS");
        server.as_owner(EVIDENCE.0, EVIDENCE.1).await;
    }

    async fn a_request_for_consent_says_how_to_answer_and_is_no_emergency(server: TestServer) {
        let dana = house(&server).await;
        let vague = draft_to_strangers(&dana, "May we?", true, "{{community}}: may we text you? YES or no").await;
        let refused = dana.post(&format!("{}/schedule", path_of(&vague)), json!({})).await;
        assert_eq!(refused.reason(), "BLAST_INCOMPLETE", "it does not name STOP");
        let ask = draft_to_strangers(&dana, "May we?", true, "").await;
        let emergency = json!({ "isEmergency": true, "emergencyReason": "The roof is on fire." });
        assert_eq!(dana.post(&format!("{}/schedule", path_of(&ask)), emergency).await.fields(), ["isEmergency"]);
        // In quiet hours no request is sent; by the morning, one of them has agreed independently.
        server.later(Duration::from_secs(14 * 3_600)).await;
        dana.post(&format!("{}/schedule", path_of(&ask)), json!({})).await.ok();
        server.later(Duration::from_secs(11)).await;
        assert_eq!(server.twilio.texts().len(), 0);
        text_from(&server, STRANGERS[1], HARBOR_ROW_NUMBER, "START").await;
        server.settled().await;
        server.later(Duration::from_secs(12 * 3_600)).await;
        server.later(Duration::from_secs(1)).await;
        assert_eq!(STRANGERS.map(|phone| consent_requests_to(&server, phone)), [1, 0, 1]);
        assert_eq!(phones(&dana, &ask, "exclusion=HAS_CONSENT").await.len(), 3);
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        assert!(audit.contains("Scheduled the request for consent"), "{audit}");
    }

    async fn those_whose_request_was_not_sent_can_be_asked_by_another_blast_but_only_once(server: TestServer) {
        let dana = house(&server).await;
        let more: Vec<String> = (0..SLICE + 2).map(|nth| format!("+1303256{:04}", 1_904 + nth)).collect();
        import_strangers(&dana, &more).await;
        let act = async |blast: &Value, name: &str| dana.post(&format!("{}/{name}", path_of(blast)), json!({})).await.ok();
        server.twilio.will(&[TwilioBehavior::Wait; SLICE]);
        let first = draft_to_strangers(&dana, "May we?", true, "").await;
        let all = phones(&dana, &first, "").await;
        assert_eq!(all.len(), SLICE + 5);
        act(&first, "schedule").await;
        server.clock.advance(Duration::from_secs(10));
        within("a slice is being sent", server.twilio.called(SLICE)).await;
        act(&first, "pause").await;
        server.twilio.go_on();
        server.settled().await;
        let unsent: Vec<String> = all.iter().filter(|phone| server.twilio.tried(phone) == 0).cloned().collect();
        let second = draft_to_strangers(&dana, "May we, please?", true, "").await;
        assert_eq!((unsent.len(), phones(&dana, &second, "").await), (5, unsent.clone()));
        assert_eq!(phones(&dana, &second, "exclusion=ALREADY_ASKED").await.len(), SLICE);
        send(&server, &dana, &second).await;
        act(&first, "resume").await;
        server.settled().await;
        for _ in 0..3 {
            server.later(Duration::from_secs(1)).await;
        }
        assert!(all.iter().all(|phone| consent_requests_to(&server, phone) == 1), "each is asked once");
        let counts = read(&dana, &first).await;
        assert_eq!((&counts["state"], &counts["counts"]["canceled"]), (&json!("FINISHED"), &json!(5)), "{counts}");
    }

    async fn canceling_a_request_that_waits_lets_another_blast_ask_unless_the_text_may_have_been_sent(server: TestServer) {
        let dana = house(&server).await;
        server.twilio.will(&[
            TwilioBehavior::TalkNonsense { takes: true },
            TwilioBehavior::Refuse(503, 20_503, Some(1)),
            TwilioBehavior::Take,
        ]);
        let first = draft_to_strangers(&dana, "May we?", true, "").await;
        send(&server, &dana, &first).await;
        dana.post(&format!("{}/cancel", path_of(&first)), json!({})).await.ok();
        let unsent: Vec<&str> = STRANGERS.into_iter().filter(|phone| consent_requests_to(&server, phone) == 0).collect();
        let second = draft_to_strangers(&dana, "May we, please?", true, "").await;
        assert_eq!((unsent.len(), phones(&dana, &second, "").await), (1, unsent.iter().map(ToString::to_string).collect()));
        assert_eq!(phones(&dana, &second, "exclusion=ALREADY_ASKED").await.len(), 2, "one of them may have the text");
        send(&server, &dana, &second).await;
        server.later(Duration::from_secs(1)).await;
        assert_eq!(STRANGERS.map(|phone| consent_requests_to(&server, phone)), [1, 1, 1]);
    }
}
