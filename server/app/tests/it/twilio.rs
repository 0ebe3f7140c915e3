//! Twilio: a company's account, texts in and out, and what goes wrong on the way.
use std::time::Duration;

use aws_lc_rs::digest;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::Request;
use http_body_util::Full;
use platform::{Scope, ids::CompanyId};
use prost_reflect::{DynamicMessage, Value as Field};
use serde_json::{Value, json};

use crate::support::*;

const PUBLIC: &str = "https://parlor.example";
const MESSAGES: &str = "/webhooks/twilio/messages";
const PHONE: &str = "+12025550171";
const OTHER_PHONE: &str = "+12025550172";
const COVERED: &str = "how do i get a 2nd parking permit";
const LARKSPUR: &str = "community-larkspur-commons";
const LARKSPUR_NUMBER: &str = "+15035550111";

/// Twilio's signature, by the book: RFC 2104 over SHA-1.
pub fn signature(token: &str, address: &str, form: &[(&str, &str)]) -> String {
    let mut form = form.to_vec();
    form.sort_unstable();
    form.dedup();
    let signed: String = form.iter().map(|(name, value)| format!("{name}{value}")).collect();
    let pad = |byte: u8| -> Vec<u8> {
        let mut key = token.as_bytes().to_vec();
        key.resize(64, 0);
        key.iter().map(|k| k ^ byte).collect()
    };
    let sha1 = |parts: [&[u8]; 2]| digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, &parts.concat());
    let inner = sha1([&pad(0x36), format!("{address}{signed}").as_bytes()]);
    STANDARD.encode(sha1([&pad(0x5c), inner.as_ref()]))
}

/// A call of Twilio's with this signature.
async fn call(house: &House, path: &str, form: &[(&str, &str)], signature: &str) -> Answer {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = Request::post(format!("http://{}{path}", house.address))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-twilio-signature", signature)
        .body(Full::from(body))
        .unwrap();
    house.send(request).await
}

/// A call that Twilio makes.
async fn webhook(house: &House, path: &str, form: &[(&str, &str)]) -> Answer {
    call(house, path, form, &signature(AUTH_TOKEN, &format!("{PUBLIC}{path}"), form)).await
}

fn inbound<'f>(sid: &'f str, from: &'f str, body: &'f str) -> Vec<(&'f str, &'f str)> {
    vec![
        ("MessageSid", sid),
        ("SmsSid", sid),
        ("AccountSid", ACCOUNT_SID),
        ("From", from),
        ("To", HARBOR_ROW_NUMBER),
        ("Body", body),
        ("NumMedia", "0"),
        ("FromCity", "WASHINGTON"),
        ("SomethingNew", "é & ü"),
    ]
}

/// A text from a phone, brought by Twilio and stored.
async fn text(house: &House, from: &str, body: &str) {
    let sid = format!("SM{:032x}", rand::random::<u128>());
    let answer = webhook(house, MESSAGES, &inbound(&sid, from, body)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// What Twilio reports on a text, to the address that it was given.
async fn report(house: &House, text: &Value, status: &str, code: Option<&str>) -> Answer {
    let callback = text["status_callback"].as_str().unwrap();
    let path = callback.strip_prefix(PUBLIC).unwrap();
    let of = |name: &str| text[name].as_str().unwrap();
    let mut form = vec![
        ("MessageSid", of("sid")),
        ("SmsSid", of("sid")),
        ("AccountSid", ACCOUNT_SID),
        ("From", of("from")),
        ("To", of("to")),
        ("MessageStatus", status),
        ("SmsStatus", status),
    ];
    form.extend(code.map(|code| ("ErrorCode", code)));
    webhook(house, path, &form).await
}

async fn configure(house: &House, staff: &Staff<'_>, company: &str) {
    let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
    let path = format!("/admin/companies/{company}/twilio");
    house.rest("PUT", &path, &staff.token, Some(account)).await.ok();
}

/// Harbor Row with Twilio, and its administrator.
async fn on_twilio(house: &House) -> Staff<'_> {
    let dana = house.harborline_admin().await;
    configure(house, &dana, "company-harborline").await;
    let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
    dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
    dana
}

/// The texts with a phone, the oldest first, as staff see them.
pub async fn texts(staff: &Staff<'_>, phone: &str) -> Vec<Value> {
    let path = format!("/textConversations?communityId={HARBOR_ROW}&limit=200");
    let list = staff.get(&path).await.ok();
    let list = list["conversations"].as_array().unwrap();
    let Some(conversation) = list.iter().find(|c| c["phone"] == phone) else { return vec![] };
    let path = format!("/textConversations/{}", conversation["_id"].as_str().unwrap());
    staff.get(&path).await.ok()["messages"].as_array().unwrap().clone()
}

/// The last text to a phone.
async fn last(staff: &Staff<'_>, phone: &str) -> Value {
    let texts = texts(staff, phone).await;
    texts.into_iter().rfind(|t| t["direction"] == "OUTBOUND").expect("a text")
}

pub fn steps(text: &Value) -> Vec<&str> {
    text["steps"].as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap()).collect()
}

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

on_both! {
    async fn an_administrator_sets_it_up_and_the_token_is_never_told(house: House) {
        let dana = house.harborline_admin().await;
        let path = "/admin/companies/company-harborline/twilio";
        let none = dana.get(path).await.ok();
        assert_eq!(none, json!({ "twilio": {
            "configured": false, "accountSid": "",
            "messagesUrl": "https://parlor.example/webhooks/twilio/messages",
            "statusUrl": "https://parlor.example/webhooks/twilio/status",
        }}));
        configure(&house, &dana, "company-harborline").await;
        let answer = dana.get(path).await;
        assert!(!String::from_utf8_lossy(&answer.bytes).contains(AUTH_TOKEN));
        assert_eq!((&answer.ok()["twilio"]["configured"], &answer.ok()["twilio"]["accountSid"]), (&json!(true), &json!(ACCOUNT_SID)));

        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        let set = dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        assert_eq!(set, json!({ "number": HARBOR_ROW_NUMBER, "carrier": "TWILIO" }));
        let remove = json!({ "accountSid": "", "authToken": "" });
        let used = house.rest("PUT", path, &dana.token, Some(remove.clone())).await;
        assert_eq!((used.status.as_u16(), used.reason().as_str()), (400, "TWILIO_IN_USE"));
        dana.patch(&carrier, json!({ "carrier": "HANDSET" })).await.ok();
        let removed = house.rest("PUT", path, &dana.token, Some(remove)).await.ok();
        assert_eq!(removed, none);
        let trail = dana.get("/admin/audit?limit=10").await;
        let trail = String::from_utf8_lossy(&trail.bytes).into_owned();
        for action in ["twilio.configured", "number.carrier", "twilio.removed"] {
            assert!(trail.contains(action), "{action} in {trail}");
        }
        assert!(!trail.contains(AUTH_TOKEN));
    }

    async fn the_same_over_grpc(house: House) {
        let dana = house.harborline_admin().await;
        let of = |name: &str, fields: &[(&str, Field)]| {
            let method = method(name);
            let mut message = DynamicMessage::new(method.input());
            for (field, value) in fields {
                message.set_field_by_name(field, value.clone());
            }
            (method, message)
        };
        let text = |text: &str| Field::String(text.to_owned());
        let account = [("id", text("company-harborline")), ("account_sid", text(ACCOUNT_SID)), ("auth_token", text(AUTH_TOKEN))];
        let (configure, message) = of("CarrierService.ConfigureTwilio", &account);
        house.grpc(&configure, &dana.token, &message).await.ok();
        let (get, message) = of("CarrierService.GetTwilio", &account[..1]);
        let got = house.grpc(&get, &dana.token, &message).await;
        let twilio = got.ok().get_field_by_name("twilio").unwrap().into_owned();
        let sid = twilio.as_message().unwrap().get_field_by_name("account_sid").unwrap().into_owned();
        assert_eq!(sid, text(ACCOUNT_SID));
        let number = [("id", text(HARBOR_ROW)), ("carrier", Field::EnumNumber(2))];
        let (set, message) = of("CarrierService.SetNumberCarrier", &number);
        let set = house.grpc(&set, &dana.token, &message).await;
        assert_eq!(set.ok().get_field_by_name("number").unwrap().into_owned(), text(HARBOR_ROW_NUMBER));
    }

    async fn half_an_account_no_account_and_foreign_things_are_refused(house: House) {
        let dana = house.harborline_admin().await;
        let put = |path: &'static str, body: Value| house.rest("PUT", path, &dana.token, Some(body));
        let own = "/admin/companies/company-harborline/twilio";
        let half = put(own, json!({ "accountSid": ACCOUNT_SID })).await;
        assert_eq!((half.status.as_u16(), half.fields()), (400, vec!["authToken".to_owned()]));
        let half = put(own, json!({ "authToken": AUTH_TOKEN })).await;
        assert_eq!(half.fields(), ["accountSid"]);
        let wrong = put(own, json!({ "accountSid": "12", "authToken": AUTH_TOKEN })).await;
        assert_eq!(wrong.fields(), ["accountSid"]);
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        let nothing = dana.patch(&carrier, json!({})).await;
        assert_eq!(nothing.fields(), ["carrier"]);
        let early = dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await;
        assert_eq!((early.status.as_u16(), early.reason().as_str()), (400, "TWILIO_NOT_CONFIGURED"));

        for id in ["company-northgate", "company-nowhere"] {
            let path = format!("/admin/companies/{id}/twilio");
            let foreign = dana.get(&path).await;
            assert_eq!((foreign.status.as_u16(), foreign.reason().as_str()), (404, "NOT_FOUND"), "{id}");
        }
        let foreign = dana.patch(&format!("/admin/textCommunities/{LARKSPUR}/carrier"), json!({ "carrier": "HANDSET" })).await;
        assert_eq!(foreign.status, 404);
        let marcus = house.login("manager@harborline.example").await;
        assert_eq!(marcus.get(own).await.status, 403);
    }

    async fn a_text_that_twilio_brings_is_answered_by_twilio(house: House) {
        let dana = on_twilio(&house).await;
        let answer = webhook(&house, MESSAGES, &inbound("SM1", PHONE, COVERED)).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["content-type"], "text/xml; charset=utf-8");
        assert!(String::from_utf8_lossy(&answer.bytes).contains("<Response/>"));
        house.settled().await;
        let sent = &house.twilio.texts()[0];
        assert_eq!((&sent["to"], &sent["from"]), (&json!(PHONE), &json!(HARBOR_ROW_NUMBER)));
        assert!(sent["body"].as_str().unwrap().starts_with("Each home has one permit."));
        assert!(sent["status_callback"].as_str().unwrap().starts_with("https://parlor.example/webhooks/twilio/status?attempt="));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!(house.twilio.calls(), 1);

        report(&house, sent, "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
    }

    async fn what_is_not_signed_right_has_no_effect(house: House) {
        let dana = on_twilio(&house).await;
        let form = inbound("SM1", PHONE, COVERED);
        let address = format!("{PUBLIC}{MESSAGES}");
        let genuine = signature(AUTH_TOKEN, &address, &form);
        let altered = inbound("SM1", PHONE, "another text");
        let mut twice = form.clone();
        twice.push(("Body", "another text"));
        let mut of_another_account = form.clone();
        of_another_account[2].1 = "AC11111111111111111111111111111111";
        let mut to_nobody = form.clone();
        to_nobody[4].1 = "+12025550199";
        let local = format!("http://{}{MESSAGES}", house.address);
        let signed = |form: &[(&str, &str)], address: &str| signature(AUTH_TOKEN, address, form);
        for (what, path, form, signature) in [
            ("none", MESSAGES, &form, String::new()),
            ("altered", MESSAGES, &altered, genuine.clone()),
            ("a value more", MESSAGES, &twice, genuine.clone()),
            ("a query more", "/webhooks/twilio/messages?x=1", &form, genuine.clone()),
            ("another token", MESSAGES, &form, signature("5ecae1d15ecae1d15ecae1d15ecae1d2", &address, &form)),
            ("for the host that was called", MESSAGES, &form, signed(&form, &local)),
            ("of another account", MESSAGES, &of_another_account, signed(&of_another_account, &address)),
            ("to a number of nobody's", MESSAGES, &to_nobody, signed(&to_nobody, &address)),
        ] {
            assert_eq!(call(&house, path, form, &signature).await.status, 403, "{what}");
        }
        house.settled().await;
        assert!(texts(&dana, PHONE).await.is_empty());
        assert_eq!(house.twilio.calls(), 0);
        // With the port of the scheme it is the same address.
        let with_port = signature(AUTH_TOKEN, &format!("https://parlor.example:443{MESSAGES}"), &form);
        assert_eq!(call(&house, MESSAGES, &form, &with_port).await.status, 200);
    }

    async fn a_text_that_is_told_of_twenty_times_at_once_is_one(house: House) {
        let dana = on_twilio(&house).await;
        let form = inbound("SM1", PHONE, COVERED);
        let calls = (0..20).map(|_| webhook(&house, MESSAGES, &form));
        assert!(futures::future::join_all(calls).await.iter().all(|answer| answer.status == 200));
        house.settled().await;
        assert_eq!(texts(&dana, PHONE).await.len(), 2);
        assert_eq!(house.twilio.calls(), 1);
    }

    async fn pictures_and_strange_senders_do_no_harm(house: House) {
        let dana = on_twilio(&house).await;
        let mut form = inbound("SM1", PHONE, "");
        form[6].1 = "2";
        form.extend([("MediaUrl0", "https://api.twilio.com/x"), ("MediaContentType0", "image/jpeg"), ("Body", "")]);
        assert_eq!(webhook(&house, MESSAGES, &form).await.status, 200);
        assert_eq!(webhook(&house, MESSAGES, &inbound("SM2", "72975", "you won")).await.status, 200);
        assert_eq!(webhook(&house, MESSAGES, &inbound("SM3", PHONE, "nul\0l")).await.status, 200);
        house.settled().await;
        let came: Vec<_> = texts(&dana, PHONE).await.into_iter().filter(|t| t["direction"] == "INBOUND").collect();
        assert_eq!((&came[0]["body"], &came[1]["body"]), (&json!("[2 pictures]"), &json!("null")));
    }

    async fn a_later_report_never_takes_a_text_back(house: House) {
        let dana = on_twilio(&house).await;
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let sent = house.twilio.texts()[0].clone();
        for (status, shown) in [
            ("sent", "SENT"), ("queued", "SENT"), ("undelivered", "UNDELIVERED"), ("sent", "UNDELIVERED"),
            ("failed", "UNDELIVERED"), ("delivered", "DELIVERED"), ("undelivered", "DELIVERED"), ("sent", "DELIVERED"),
            ("read", "DELIVERED"), ("nonsense", "DELIVERED"),
        ] {
            let code = (status == "undelivered").then_some("30003");
            assert_eq!(report(&house, &sent, status, code).await.status, 200, "{status}");
            assert_eq!(last(&dana, PHONE).await["status"], shown, "after {status}");
        }
        let told = last(&dana, PHONE).await;
        assert_eq!(steps(&told), ["undelivered"], "each report counts once");
        assert!(told["steps"][0]["reason"].as_str().unwrap().contains("could not be reached"));
    }

    async fn a_report_on_a_text_that_nobody_sent_has_no_effect(house: House) {
        let dana = on_twilio(&house).await;
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let mut sent = house.twilio.texts()[0].clone();
        sent["sid"] = json!("SMffffffffffffffffffffffffffffffff");
        assert_eq!(report(&house, &sent, "failed", None).await.status, 200);
        sent["status_callback"] = json!("https://parlor.example/webhooks/twilio/status?attempt=nobody");
        assert_eq!(report(&house, &sent, "failed", None).await.status, 200);
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn what_twilio_refuses_failed_and_says_why(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(400, 30_006, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let failed = last(&dana, PHONE).await;
        assert_eq!((&failed["status"], steps(&failed)), (&json!("FAILED"), vec!["failed"]));
        assert!(failed["steps"][0]["reason"].as_str().unwrap().contains("landline"));
        house.later(seconds(3_600)).await;
        assert_eq!(house.twilio.calls(), 1, "it is not tried again");
    }

    async fn whom_twilio_knows_to_have_opted_out_is_not_texted_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(400, 21_610, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        assert_eq!(last(&dana, PHONE).await["status"], "FAILED");
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let next = last(&dana, PHONE).await;
        assert_eq!((&next["status"], steps(&next)), (&json!("SUPPRESSED"), vec!["suppressed"]));
        assert_eq!(house.twilio.calls(), 1);
    }

    async fn a_busy_carrier_is_left_alone_for_as_long_as_it_says(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(429, 20_429, Some(7))]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!((&waits["status"], steps(&waits)), (&json!("QUEUED"), vec!["delayed"]));
        house.later(Duration::from_millis(6_999)).await;
        assert_eq!(house.twilio.calls(), 1);
        house.later(Duration::from_millis(1)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (2, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_carrier_that_fails_is_tried_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(500, 20_500, None), Does::Refuse(503, 20_503, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        assert_eq!(house.twilio.calls(), 1, "not at once");
        house.later(seconds(2)).await;
        house.later(seconds(4)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (3, 1));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
    }

    async fn a_carrier_that_cannot_be_reached_is_tried_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.leave().await;
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let waits = last(&dana, PHONE).await;
        assert_eq!(waits["status"], "QUEUED");
        assert!(waits["steps"][0]["reason"].as_str().unwrap().contains("could not be reached"));
        house.twilio.come_back().await;
        house.later(seconds(2)).await;
        assert_eq!((house.twilio.calls(), last(&dana, PHONE).await["status"].clone()), (1, json!("SENT")));
    }

    async fn after_five_failures_the_carrier_rests(house: House) {
        on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(500, 20_500, None); 6]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        for pause in [2, 4, 8, 16] {
            house.later(seconds(pause)).await;
        }
        assert_eq!(house.twilio.calls(), 5);
        // The text itself is due after 32 seconds at most; another one would be due at once.
        house.later(seconds(29)).await;
        let before = house.twilio.calls();
        assert_eq!(before, 5, "it rests for 30 seconds");
        house.later(seconds(3)).await;
        assert_eq!(house.twilio.calls(), 6, "then one text tries");
        house.later(seconds(64)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (7, 1));
    }

    async fn an_answer_without_sense_is_reconciled_and_the_text_not_sent_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::TalkNonsense { takes: true }]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("SENDING"), vec!["unknown"]));
        house.later(seconds(30)).await;
        let found = last(&dana, PHONE).await;
        assert_eq!((&found["status"], steps(&found)), (&json!("SENT"), vec!["unknown", "reconciled"]));
        let query = &house.twilio.asked()[0];
        assert!(query.contains("To=%2B12025550171") && query.contains("From=%2B12025550101"), "{query}");
        house.later(seconds(3_600)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (1, 1));
        // It is known by its name now.
        report(&house, &house.twilio.texts()[0], "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
    }

    async fn a_connection_that_breaks_is_reconciled(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Close { takes: true }]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENDING");
        house.later(seconds(30)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (1, 1));
    }

    async fn a_carrier_that_hangs_is_given_up_on_and_asked(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Hang { takes: true }]);
        text(&house, PHONE, COVERED).await;
        house.twilio.called(1).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENDING");
        house.later(seconds(15)).await;
        assert_eq!(steps(&last(&dana, PHONE).await), ["unknown"]);
        house.later(seconds(15)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!(house.twilio.calls(), 1);
    }

    async fn a_text_that_never_got_there_is_sent_again_once_that_is_sure(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Close { takes: false }]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        for (pause, asked) in [(30, 1), (90, 2)] {
            house.later(seconds(pause)).await;
            assert_eq!((house.twilio.asked().len(), house.twilio.calls()), (asked, 1));
            assert_eq!(last(&dana, PHONE).await["status"], "SENDING");
        }
        house.later(seconds(480)).await;
        assert_eq!((house.twilio.calls(), house.twilio.texts().len()), (2, 1));
        let sent = last(&dana, PHONE).await;
        assert_eq!((&sent["status"], steps(&sent)), (&json!("SENT"), vec!["unknown", "reconciled"]));
    }

    async fn another_text_with_the_same_words_is_not_taken_for_it(house: House) {
        let dana = on_twilio(&house).await;
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        house.twilio.will(&[Does::Close { takes: false }]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        house.later(seconds(30)).await;
        assert_eq!(last(&dana, PHONE).await["status"], "SENDING");
    }

    async fn a_report_settles_what_was_unclear(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Close { takes: true }]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        report(&house, &house.twilio.texts()[0], "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
        house.later(seconds(3_600)).await;
        assert_eq!((house.twilio.calls(), house.twilio.asked().len()), (1, 0));
    }

    async fn what_a_killed_server_was_sending_is_asked_about_and_not_sent_again(house: House) {
        let dana = on_twilio(&house).await;
        house.twilio.will(&[Does::Refuse(500, 20_500, None)]);
        text(&house, PHONE, COVERED).await;
        house.settled().await;
        // As if the second attempt had begun, and the server been killed before it heard anything.
        let mut tx = house.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
        tx.query("UPDATE delivery SET state = 1").run().await.unwrap();
        tx.query("UPDATE message SET status = 3 WHERE status = 2").run().await.unwrap();
        tx.commit().await.unwrap();
        house.later(seconds(2)).await;
        assert_eq!(house.twilio.calls(), 1, "it is not sent again");
        let unclear = last(&dana, PHONE).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("SENDING"), vec!["delayed", "unknown"]));
        house.later(seconds(600)).await;
        house.later(seconds(600)).await;
        assert_eq!((house.twilio.asked().len(), house.twilio.calls()), (3, 2), "it was never there, so it is sent");
    }

    async fn a_company_whose_carrier_hangs_keeps_nobody_else_waiting(house: House) {
        let dana = on_twilio(&house).await;
        let priya = house.northgate_admin().await;
        configure(&house, &priya, "company-northgate").await;
        let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
        priya.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        house.twilio.will(&[Does::Hang { takes: false }]);
        let phones: Vec<String> = (0..8).map(|i| format!("+1202555018{i}")).collect();
        let texts = phones.iter().map(|phone| text(&house, phone, COVERED));
        futures::future::join_all(texts).await;
        house.twilio.called(1).await;
        let mut form = inbound("SM9", OTHER_PHONE, "where do i park");
        form[4].1 = LARKSPUR_NUMBER;
        assert_eq!(webhook(&house, MESSAGES, &form).await.status, 200);
        house.twilio.called(2).await;
        assert_eq!(house.twilio.texts()[0]["from"], LARKSPUR_NUMBER);
        // The handset of the same company does not wait either.
        let text = json!({ "from": PHONE, "to": "+12025550102", "body": COVERED });
        dana.post("/handset/messages", text).await;
        house.later(seconds(15)).await;
        house.settled().await;
        assert_eq!(house.twilio.texts().len(), 8, "the others followed");
    }

    async fn a_number_of_twilios_is_not_texted_from_the_screen(house: House) {
        let dana = on_twilio(&house).await;
        let refused = dana.text(PHONE, HARBOR_ROW_NUMBER, COVERED).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "NOT_ON_THE_HANDSET"));
    }

    async fn a_held_notice_goes_by_twilio_when_it_is_time(house: House) {
        let dana = on_twilio(&house).await;
        text(&house, PHONE, "may i keep a zeppelin on the roof").await;
        house.settled().await;
        let escalation = &dana.open_escalations().await[0];
        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        dana.post(&path, answer).await.ok();
        house.settled().await;
        assert_eq!(house.twilio.calls(), 1);
        house.later(seconds(10)).await;
        let sent = house.twilio.texts();
        assert!(sent[1]["body"].as_str().unwrap().contains("Not on the roof."), "{sent:?}");
    }
}
