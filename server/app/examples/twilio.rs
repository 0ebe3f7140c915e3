//! Serves the fake Twilio of the tests to programs in other languages, and reports each accepted text to its status
//! callback, first as sent and then as delivered. The argument is a file with the certificate of the server that gets
//! the reports, in PEM. Prints its address. Then each line of the input is answered with a JSON array of the accepted
//! texts as Twilio describes them, oldest first.
#![allow(clippy::unwrap_used, missing_docs, dead_code, reason = "what cannot go on has failed")]
use std::{sync::Arc, time::Duration};

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use form_urlencoded::Serializer;
use platform::clock::SystemClock;
use reqwest::{Certificate, Client};
use serde_json::Value;

#[path = "../tests/it/support/loopback.rs"]
mod loopback;
#[path = "../tests/it/support/timeouts.rs"]
mod timeouts;
#[path = "../tests/it/support/twilio.rs"]
mod twilio;

use twilio::{ACCOUNT_SID, AUTH_TOKEN, Twilio};

/// Time between two checks for accepted texts.
const PAUSE: Duration = Duration::from_millis(20);

#[tokio::main]
async fn main() {
    let client = client(&std::env::args().nth(1).unwrap());
    let twilio = Arc::new(Twilio::start(SystemClock).await);
    println!("{}", twilio.url());
    tokio::spawn(report_texts(twilio.clone(), client));
    // The other threads serve.
    for _ in std::io::stdin().lines() {
        println!("{}", Value::Array(twilio.texts()));
    }
}

/// Returns a client that trusts the certificate in a file alone.
fn client(file: &str) -> Client {
    rustls::crypto::aws_lc_rs::default_provider().install_default().unwrap();
    let certificate = Certificate::from_pem(&std::fs::read(file).unwrap()).unwrap();
    Client::builder().tls_certs_only([certificate]).no_proxy().build().unwrap()
}

/// Reports accepted texts. Never ends.
async fn report_texts(twilio: Arc<Twilio>, client: Client) {
    let mut reported = 0;
    loop {
        let texts = twilio.texts();
        for text in &texts[reported..] {
            report(&client, text, "sent").await;
            report(&client, text, "delivered").await;
        }
        reported = texts.len();
        tokio::time::sleep(PAUSE).await;
    }
}

/// Calls the status callback of a text. Twilio doesn't repeat a report that is refused.
async fn report(client: &Client, text: &Value, status: &str) {
    let of = |name: &str| text[name].as_str().unwrap();
    // Sorted by name, as required for the signature.
    let form = [
        ("AccountSid", ACCOUNT_SID),
        ("From", of("from")),
        ("MessageSid", of("sid")),
        ("MessageStatus", status),
        ("SmsSid", of("sid")),
        ("SmsStatus", status),
        ("To", of("to")),
    ];
    let callback = of("status_callback");
    let body = Serializer::new(String::new()).extend_pairs(form).finish();
    let response = client
        .post(callback)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-twilio-signature", signature(callback, &form))
        .body(body)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200, "the report {status} on {text}");
}

/// Returns Twilio's signature of an address and of a form that is sorted by name.
fn signature(address: &str, form: &[(&str, &str)]) -> String {
    let signed: String = form.iter().map(|(name, value)| format!("{name}{value}")).collect();
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, AUTH_TOKEN.as_bytes());
    STANDARD.encode(hmac::sign(&key, format!("{address}{signed}").as_bytes()))
}
