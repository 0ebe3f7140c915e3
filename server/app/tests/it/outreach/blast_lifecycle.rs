//! The life of a blast, over REST and gRPC, through the test phone and through Twilio: written, reviewed, sent, undone,
//! sent again, and replied to.
use std::collections::HashMap;

use prost_reflect::DynamicMessage;
use serde_json::json;

use super::*;
use crate::messaging::twilio::{report, text_from, twilio_for};

const AMINA: &str = "+12025550151";
const TASHA: &str = "+13015550135";
const LEONARD: &str = "+12025550154";

/// A user who makes all calls over the same transport. Responses are converted to those of REST.
struct Caller<'h> {
    staff: Staff<'h>,
    server: &'h TestServer,
    way: Transport,
    carrier: Carrier,
}

/// The carrier of the community's number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    TestPhone,
    Twilio,
}

impl Caller<'_> {
    /// Makes a call. Returns the response or the reason of the error.
    async fn ask(&self, name: &str, request: Value) -> Result<Value, String> {
        let method = method(name);
        if self.way == Transport::Grpc {
            let message = DynamicMessage::deserialize(method.input(), &request).unwrap();
            let reply = self.server.grpc(&method, &self.staff.token, &message).await;
            return reply.output.as_ref().map(as_rest).ok_or(reply.reason);
        }
        let (verb, path) = route(&method);
        let mut fields: HashMap<String, Value> = serde_json::from_value(request).unwrap();
        let mut path = path;
        if let Some(id) = fields.remove("id") {
            path = path.replace("{id}", id.as_str().unwrap());
        }
        let answer = match verb.as_str() {
            "GET" => {
                let mut query = form_urlencoded::Serializer::new(String::new());
                for (name, value) in &fields {
                    query.append_pair(name, value.as_str().unwrap_or(&value.to_string()));
                }
                self.staff.get(&format!("{path}?{}", query.finish())).await
            }
            "DELETE" => self.staff.delete(&path).await,
            _ => self.server.rest(&verb, &path, &self.staff.token, Some(json!(fields))).await,
        };
        if answer.status.is_success() { Ok(answer.json()) } else { Err(answer.reason()) }
    }

    async fn ok(&self, name: &str, request: Value) -> Value {
        let method = format!("BlastService.{name}");
        self.ask(&method, request).await.unwrap_or_else(|reason| panic!("{name}: {reason}"))
    }

    async fn refused(&self, name: &str, request: Value) -> String {
        let method = format!("BlastService.{name}");
        self.ask(&method, request).await.expect_err(name)
    }

    /// Has Twilio send the texts of a blast and report that they were delivered.
    async fn delivered(&self) {
        if self.carrier == Carrier::Twilio {
            self.server.later(Duration::from_secs(1)).await;
            for text in self.server.twilio.texts() {
                report(self.server, &text, "sent", None).await;
                report(self.server, &text, "delivered", None).await;
            }
        }
    }

    /// Returns the last text to a phone; empty if there is none.
    async fn last_text(&self, phone: &str) -> String {
        match self.carrier {
            Carrier::TestPhone => self.staff.last_text(phone).await,
            Carrier::Twilio => {
                let texts = self.server.twilio.texts();
                let last = texts.iter().rfind(|text| text["to"] == phone);
                last.map(|text| text["body"].as_str().unwrap().to_owned()).unwrap_or_default()
            }
        }
    }

    /// Texts the community.
    async fn text(&self, phone: &str, text: &str) {
        match self.carrier {
            Carrier::TestPhone => {
                self.staff.text(phone, MERIDIAN_NUMBER, text).await;
            }
            Carrier::Twilio => text_from(self.server, phone, MERIDIAN_NUMBER, text).await,
        }
        self.server.settled().await;
    }

    async fn phones(&self, request: Value) -> Vec<String> {
        let listed = self.ok("ListBlastRecipients", request).await;
        let recipients = listed["recipients"].as_array().unwrap().iter();
        recipients.map(|one| one["phone"].as_str().unwrap().to_owned()).collect()
    }
}

/// Creates and reviews a draft. Returns its ID and its recipients.
async fn written(dana: &Caller<'_>) -> (Value, Vec<String>) {
    let audience = json!({ "filter": { "communityIds": [MERIDIAN] } });
    let draft = json!({ "title": "Water shutoff", "body": "{{community}}: water", "audience": audience });
    let blast = dana.ok("CreateBlast", draft).await["blast"].clone();
    let id = blast["_id"].clone();
    assert_eq!((&blast["state"], &blast["version"]), (&json!("DRAFT"), &json!(1)));
    let body = "{{community}}: Hi {{first_name|neighbor}}, water is off today in unit {{unit}}.";
    let updated =
        dana.ok("UpdateBlast", json!({ "id": id, "version": 1, "body": body })).await["blast"].clone();
    assert_eq!((&updated["body"], &updated["title"]), (&json!(body), &json!("Water shutoff")));
    let stale = json!({ "id": id, "version": 1, "body": "late" });
    assert_eq!(dana.refused("UpdateBlast", stale).await, "BLAST_CHANGED");

    let review = dana.ok("ReviewBlast", json!({ "id": id })).await;
    assert_eq!((&review["recipientCount"], &review["segmentCount"]), (&json!(7), &json!(7)));
    let reasons = json!([{ "reason": "NO_CONSENT", "count": 1 }, { "reason": "DO_NOT_TEXT", "count": 1 }]);
    assert_eq!(review["exclusions"], reasons);
    assert_eq!((&review["priceMicros"], &review["addedSender"]), (&json!(58_100), &json!("")));
    assert_eq!(review["previews"][0]["text"], "The Meridian: Hi Amina, water is off today in unit 305.");
    let without = |reason: &str| json!({ "id": id, "exclusion": reason });
    let prefix = if dana.way == Transport::Grpc { "BLAST_EXCLUSION_REASON_" } else { "" };
    assert_eq!(dana.phones(without(&format!("{prefix}NO_CONSENT"))).await, [TASHA]);
    assert_eq!(dana.phones(without(&format!("{prefix}DO_NOT_TEXT"))).await, [LEONARD]);
    let found = dana.ok("ListBlastPreviews", json!({ "id": id, "query": "amina" })).await;
    assert_eq!(found["previews"].as_array().unwrap().len(), 1);
    let recipients = dana.phones(json!({ "id": id })).await;
    assert_eq!(recipients.len(), 7);
    (id, recipients)
}

/// Sends the draft, undoes it, and sends it again.
async fn sent(dana: &Caller<'_>, id: &Value) {
    let scheduled = dana.ok("ScheduleBlast", json!({ "id": id, "version": 2 })).await["blast"].clone();
    assert_eq!((&scheduled["state"], &scheduled["undoUntil"]), (&json!("SCHEDULED"), &scheduled["startsAt"]));
    assert_eq!(dana.refused("DeleteBlast", json!({ "id": id })).await, "BLAST_NOT_DRAFT");
    let back = dana.ok("UnscheduleBlast", json!({ "id": id })).await["blast"].clone();
    assert_eq!(back["state"], "DRAFT");
    assert_eq!(dana.refused("PauseBlast", json!({ "id": id })).await, "BLAST_NOT_RUNNING");
    dana.ok("ScheduleBlast", json!({ "id": id })).await;
    dana.server.later(Duration::from_secs(10)).await;
    dana.delivered().await;
    let sent = dana.ok("GetBlast", json!({ "id": id })).await["blast"].clone();
    assert_eq!((&sent["state"], &sent["scheduledByName"]), (&json!("FINISHED"), &json!("Dana Okafor")));
    let counts = json!({ "recipients": 7, "pending": 0, "sent": 0, "delivered": 7, "failed": 0, "unknown": 0, "canceled": 0, "excluded": 2 });
    assert_eq!(sent["counts"], counts);
    assert_eq!(dana.refused("CancelBlast", json!({ "id": id })).await, "BLAST_FINISHED");
}

async fn a_blast_is_written_reviewed_sent_and_answered(
    server: &TestServer,
    way: Transport,
    carrier: Carrier,
) {
    let staff = match carrier {
        Carrier::TestPhone => server.harborline_admin().await,
        Carrier::Twilio => twilio_for(server, MERIDIAN).await,
    };
    let dana = Caller { staff, server, way, carrier };
    let (id, recipients) = written(&dana).await;
    sent(&dana, &id).await;
    assert_eq!(dana.phones(json!({ "id": id })).await, recipients, "as the review had it");
    assert_eq!(dana.last_text(AMINA).await, "The Meridian: Hi Amina, water is off today in unit 305.");
    for excluded in [TASHA, LEONARD] {
        assert!(!dana.last_text(excluded).await.contains("water is off today"), "{excluded}");
    }
    // Staff see the blast above the reply.
    dana.text(AMINA, "until when is the water off").await;
    let listed = dana.ok("ListBlastRecipients", json!({ "id": id, "limit": 1 })).await;
    let request = json!({ "id": listed["recipients"][0]["conversationId"] });
    let thread = dana.ask("ConversationService.GetConversation", request).await.unwrap();
    let bodies: Vec<&str> = thread["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message["body"].as_str().unwrap())
        .collect();
    let at = |text: &str| {
        bodies.iter().position(|body| body.contains(text)).unwrap_or_else(|| panic!("{text}: {bodies:?}"))
    };
    assert_eq!(at("until when"), at("water is off today") + 1);
    assert_eq!(dana.ok("GetBlast", json!({ "id": id })).await["blast"]["replyCount"], 1);
    let blasts = dana.ok("ListBlasts", json!({ "limit": 1 })).await["blasts"].clone();
    assert_eq!(blasts[0]["_id"], id);
    let file = dana.ok("ExportBlast", json!({ "id": id })).await;
    assert_eq!(file["rowCount"], 9);
    let trail = dana.ask("AuditService.ListAuditEntries", json!({})).await.unwrap()["entries"].clone();
    let summaries: Vec<&str> =
        trail.as_array().unwrap().iter().map(|entry| entry["summary"].as_str().unwrap()).collect();
    assert!(
        summaries.iter().any(|s| s.contains("Water shutoff") && s.contains("to 7 recipients")),
        "{summaries:?}"
    );
    let of_blast = |name: &str| format!("{name} the blast \"Water shutoff\"");
    for expected in [
        format!("{} to 7 recipients", of_blast("Started to send")),
        format!("{}: 7 sent, 0 failed, 2 left out", of_blast("Finished")),
    ] {
        assert!(summaries.contains(&expected.as_str()), "{expected}: {summaries:?}");
    }
}

on_both! {
    async fn a_blast_over_rest(server: TestServer) {
        a_blast_is_written_reviewed_sent_and_answered(&server, Transport::Rest, Carrier::TestPhone).await;
    }

    async fn a_blast_over_grpc(server: TestServer) {
        a_blast_is_written_reviewed_sent_and_answered(&server, Transport::Grpc, Carrier::TestPhone).await;
    }

    async fn a_blast_through_twilio_over_rest(server: TestServer) {
        a_blast_is_written_reviewed_sent_and_answered(&server, Transport::Rest, Carrier::Twilio).await;
    }

    async fn a_blast_through_twilio_over_grpc(server: TestServer) {
        a_blast_is_written_reviewed_sent_and_answered(&server, Transport::Grpc, Carrier::Twilio).await;
    }
}
