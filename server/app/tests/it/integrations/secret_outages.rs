//! What needs a secret while AWS SSM Parameter Store does not respond, or no longer has it.
use std::time::Duration;

use serde_json::{Value, json};

use super::{
    chatwoot,
    secret_store::{
        FRESH, HARBORLINE, PHONE, TWILIO, UNUSED_AGE, WithSsm, assert_unavailable, connect_twilio_elsewhere,
        secrets,
    },
};
use crate::{
    messaging::{
        twilio::{deliver_text, text_from, texts, twilio_for},
        web_chat::site_path,
    },
    support::*,
    tenancy::communities::set_company,
};

const MERIDIAN: &str = "community-the-meridian";
const CHATWOOT: &str = "/admin/companies/company-harborline/chatwoot";
const QUESTION: &str = "how do i get a 2nd parking permit";
const DAY: Duration = Duration::from_secs(24 * 3_600);
const NOT_RESPONDING: &str = "The secret store does not respond. Try again in a moment.";
const MISSING: &str = "The secret is missing in Parameter Store. Enter it again.";

/// Returns a mailbox of the Meridian on a mail server.
fn mailbox_on(dovecot: &Dovecot) -> Value {
    json!({
        "communityId": MERIDIAN, "address": "desk@themeridian.example", "displayName": "Front desk",
        "imap": dovecot.settings(), "imapPassword": "sesame",
    })
}

/// Reports a text to Harbor Row as Twilio does. Returns the response.
async fn report_text(server: &TestServer) -> Answer {
    deliver_text(server, PHONE, HARBOR_ROW_NUMBER, QUESTION).await
}

/// Asserts that a webhook is answered with a retryable error, because a secret is missing.
#[track_caller]
fn assert_missing(answer: &Answer) {
    assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (503, "SECRET_MISSING"), "{answer:?}");
}

on_both! {
    async fn a_text_is_to_be_reported_again_while_its_account_cannot_be_read(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        ssm.stop_listening().await;
        assert_unavailable(&report_text(server).await, NOT_RESPONDING);
        ssm.listen_again().await;
        server.clock.advance(Duration::from_secs(5));
        assert_eq!(report_text(server).await.status, 200);
    }

    async fn a_clock_that_is_set_back_does_not_prolong_the_pause_after_a_failure(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        ssm.stop_listening().await;
        assert_unavailable(&report_text(server).await, NOT_RESPONDING);
        ssm.listen_again().await;
        server.clock.step(-3_600);
        server.clock.advance(Duration::from_secs(5));
        assert_eq!(report_text(server).await.status, 200);
    }

    async fn an_account_that_was_read_is_used_for_as_long_as_the_store_is_down(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        text_from(server, PHONE, HARBOR_ROW_NUMBER, QUESTION).await;
        server.settled().await;
        ssm.stop_listening().await;
        server.later(3 * DAY).await;
        text_from(server, PHONE, HARBOR_ROW_NUMBER, QUESTION).await;
        server.settled().await;
        assert_eq!(server.twilio.texts().len(), 2);
    }

    async fn an_account_that_the_store_lost_is_a_problem_of_its_numbers_until_it_is_entered_again(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        text_from(server, PHONE, HARBOR_ROW_NUMBER, QUESTION).await;
        server.settled().await;
        ssm.clear();
        server.later(FRESH).await;
        assert_missing(&report_text(server).await);
        let dana = server.harborline_admin().await;
        let channels = dana.get("/inbox/channels?limit=200").await.ok();
        let mut channels = channels["channels"].as_array().unwrap().iter();
        let number = channels.find(|one| one["channel"] == "TEXT" && one["communityId"] == HARBOR_ROW).unwrap();
        assert_eq!(number["state"], "BROKEN");
        assert!(number["problem"].as_str().unwrap().contains("missing in Parameter Store"), "{number}");
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
        dana.put(TWILIO, account).await.ok();
        assert_eq!(report_text(server).await.status, 200);
    }

    async fn a_text_that_cannot_be_sent_without_a_lost_account_fails_with_the_reason(it: WithSsm) {
        connect_twilio_elsewhere(&it).await;
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        // The text is received before the secret is missing, and answered afterward.
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(600))]);
        text_from(server, PHONE, HARBOR_ROW_NUMBER, QUESTION).await;
        server.settled().await;
        ssm.clear();
        server.later(Duration::from_secs(600)).await;
        let text = texts(&dana, PHONE).await.pop().unwrap();
        let step = text["steps"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&text["status"], &step["kind"]), (&json!("FAILED"), &json!("FAILED")), "{text}");
        assert!(step["reason"].as_str().unwrap().contains("missing in Parameter Store"), "{step}");
        assert_eq!(server.twilio.texts().len(), 0);
    }

    async fn chatwoot_is_to_repeat_events_while_its_secret_cannot_be_read(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let chatwoot = Chatwoot::start().await;
        let other = server.start_another_with_parameters(ssm.parameters()).await;
        let there = other.harborline_admin().await;
        let settings = chatwoot::settings(&chatwoot, json!({}));
        chatwoot::configure(&other, &there, settings).await.ok();
        let event = json!({ "event": "contact_created" });
        let report = async || ChatwootWebhook::of(server, &event).send(server).await;
        ssm.stop_listening().await;
        assert_unavailable(&report().await, NOT_RESPONDING);
        ssm.listen_again().await;
        server.clock.advance(Duration::from_secs(5));
        assert_eq!(report().await.status, 200);
        ssm.clear();
        server.clock.advance(FRESH);
        assert_missing(&report().await);
        let dana = server.harborline_admin().await;
        let shown = dana.get(CHATWOOT).await.ok()["chatwoot"].clone();
        assert_eq!((&shown["state"], &shown["problem"]), (&json!("FAILING"), &json!(MISSING)));
    }

    async fn texts_follow_to_chatwoot_when_its_secrets_are_entered_again(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let chatwoot = Chatwoot::start().await;
        let dana = server.harborline_admin().await;
        let settings = chatwoot::settings(&chatwoot, json!({}));
        chatwoot::configure(server, &dana, settings.clone()).await.ok();
        ssm.clear();
        server.clock.advance(FRESH);
        twilio_for(server, HARBOR_ROW).await;
        text_from(server, PHONE, HARBOR_ROW_NUMBER, QUESTION).await;
        for _ in 0..3 {
            server.later(Duration::from_secs(600)).await;
        }
        assert_eq!(chatwoot.public_messages().len(), 0);
        chatwoot::configure(server, &dana, settings).await.ok();
        for _ in 0..2 {
            server.later(Duration::from_secs(30)).await;
        }
        assert_eq!(chatwoot.public_messages().len(), 2, "the question and the answer");
    }

    async fn a_mailbox_whose_password_is_missing_says_so_until_it_is_entered_again(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        let created = dana.post("/mailboxes", mailbox_on(&dovecot)).await.ok();
        let id = created["mailbox"]["_id"].as_str().unwrap();
        let problem = async || {
            let listed = dana.get("/mailboxes?limit=200").await.ok();
            let mut mailboxes = listed["mailboxes"].as_array().unwrap().iter();
            mailboxes.find(|one| one["_id"] == id).unwrap()["problem"].clone()
        };
        ssm.clear();
        server.later(FRESH).await;
        assert_eq!(problem().await, MISSING);
        dana.patch(&format!("/mailboxes/{id}"), json!({ "imapPassword": "sesame" })).await.ok();
        server.later(Duration::from_secs(60)).await;
        assert_ne!(problem().await, MISSING);
    }

    async fn a_mailbox_whose_password_cannot_be_read_says_so_until_it_can(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dovecot = Dovecot::open().await;
        let other = server.start_another_with_parameters(ssm.parameters()).await;
        let admin = other.harborline_admin().await;
        let id = admin.post("/mailboxes", mailbox_on(&dovecot)).await.ok()["mailbox"]["_id"].clone();
        drop(other);
        let dana = server.harborline_admin().await;
        let problem = async || {
            let listed = dana.get("/mailboxes?limit=200").await.ok();
            let mut mailboxes = listed["mailboxes"].as_array().unwrap().iter();
            mailboxes.find(|one| one["_id"] == id).unwrap()["problem"].clone()
        };
        ssm.stop_listening().await;
        server.later(Duration::from_secs(600)).await;
        assert_eq!(problem().await, NOT_RESPONDING);
        ssm.listen_again().await;
        server.later(Duration::from_secs(600)).await;
        assert_ne!(problem().await, NOT_RESPONDING);
    }

    async fn purging_a_community_deletes_the_parameters_of_its_mailboxes_and_its_web_chat(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        set_company(server, HARBORLINE, "software = 0").await;
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        dana.post("/mailboxes", mailbox_on(&dovecot)).await.ok();
        dana.post(&format!("{}/signingSecret", site_path(MERIDIAN)), json!({})).await.ok();
        assert_eq!(ssm.values().len(), 2);
        let path = format!("/admin/textCommunities/{MERIDIAN}?reason=The+association+left+us&userId=nobody");
        dana.delete(&path).await.ok();
        server.later(30 * DAY + Duration::from_secs(3_600)).await;
        assert_eq!(secrets(server).await, vec![]);
        server.later(UNUSED_AGE).await;
        assert_eq!(ssm.values(), Vec::<String>::new());
    }

    async fn a_parameter_that_cannot_be_deleted_is_deleted_later(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let dana = server.harborline_admin().await;
        let path = format!("{}/signingSecret", site_path(MERIDIAN));
        dana.post(&path, json!({})).await.ok();
        dana.delete(&path).await.ok();
        ssm.stop_listening().await;
        server.later(UNUSED_AGE).await;
        ssm.listen_again().await;
        assert_eq!(ssm.values().len(), 1);
        server.later(Duration::from_secs(3_600)).await;
        assert_eq!(ssm.values(), Vec::<String>::new());
    }
}
