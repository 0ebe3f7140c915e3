//! Visitors who are signed in on a community's website, which signs their email address.
use std::time::Duration;

use super::*;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: i64 = 3_600;

/// Harbor Row shares balances, and its website has a signing secret.
async fn set_up<'h>(server: &'h TestServer) -> (Staff<'h>, String) {
    let dana = server.harborline_admin().await;
    share_balances(&dana, "PHONE_MATCH").await;
    let secret = create_signing_secret(&dana, HARBOR_ROW).await;
    (dana, secret)
}

/// Verifies a visitor by what the website signed.
async fn verify(visitor: &Visitor<'_>, signed: &Value) -> Answer {
    visitor.call("visitor", json!({ "signedVisitor": signed })).await
}

/// Returns who the visitor of the newest chat proved to be, as staff see it.
async fn verified_visitor(staff: &Staff<'_>) -> Value {
    newest_chat(staff).await["chat"]["verifiedVisitor"].clone()
}

#[track_caller]
fn assert_not_valid(answer: &Answer, case: &str) {
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (400, "WEB_CHAT_SIGNATURE_NOT_VALID"),
        "{case}"
    );
}

on_both! {
    async fn a_signed_visitor_gets_account_data_with_the_first_message(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let mut signed = sign(&server, &secret, &visitor.key, "Ann.Kowalski@mail.example", HOUR);
        signed["name"] = json!("Ann");
        let begun = visitor.call("start", json!({ "body": BALANCE, "signedVisitor": signed })).await.ok()["chat"].clone();
        assert_eq!((&begun["verifiedEmail"], &begun["email"], &begun["name"]), (&json!(ANN), &json!(ANN), &json!("Ann")));
        assert_eq!(begun["verifiedUntil"], "2026-03-02T15:30:00Z");
        server.settled().await;
        assert_eq!(visitor.texts_of("BOT").await, [ANN_OWES]);
        assert!(newest_escalations(&dana).await.is_empty());
        assert_eq!(
            verified_visitor(&dana).await,
            json!({
                "verification": "SIGNED", "email": ANN, "name": "Ann Kowalski", "unit": "4B", "accountCount": 1,
                "verifiedAt": "2026-03-02T15:00:00Z", "expiresAt": "2026-03-02T15:30:00Z",
            })
        );
        let note = newest_chat(&dana).await["messages"][1]["botNote"].clone();
        assert!(note.as_str().unwrap().starts_with("Signed in on the website."), "{note}");
    }

    async fn a_visitor_who_signs_in_later_is_verified_in_the_chat_that_exists(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": BALANCE, "name": "Rae Quill" })).await.ok();
        server.settled().await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
        assert_eq!(verified_visitor(&dana).await, Value::Null);
        let signed = sign(&server, &secret, &visitor.key, ANN, 10 * 60);
        let verified = verify(&visitor, &signed).await.ok();
        assert_eq!(verified, json!({ "verifiedEmail": ANN, "verifiedUntil": "2026-03-02T15:10:00Z" }), "until the signature expires");
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
        assert_eq!(visitor.after("").await["name"], "Rae Quill", "the name that the visitor gave is kept");
    }

    async fn a_signature_that_is_not_valid_verifies_nobody_and_the_chat_goes_on(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        change_site(&dana, MERIDIAN, json!({ "isEnabled": true })).await;
        let other_secret = create_signing_secret(&dana, MERIDIAN).await;
        let other_key = text(&site(&dana, MERIDIAN).await, "key");
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let key = &visitor.key;
        let mut other_address = sign(&server, &secret, key, "someone@mail.example", HOUR);
        other_address["email"] = json!(ANN);
        let mut no_signature = sign(&server, &secret, key, ANN, HOUR);
        no_signature["signature"] = json!("");
        let cases = [
            ("another secret", sign(&server, &"a".repeat(64), key, ANN, HOUR)),
            ("the secret of another community", sign(&server, &other_secret, key, ANN, HOUR)),
            ("another community", sign(&server, &other_secret, &other_key, ANN, HOUR)),
            ("the key of another community", sign(&server, &secret, &other_key, ANN, HOUR)),
            ("an expired signature", sign(&server, &secret, key, ANN, 0)),
            ("a signature that expires too late", sign(&server, &secret, key, ANN, 2 * HOUR)),
            ("the signature of another address", other_address),
            ("no signature", no_signature),
            ("no address", sign(&server, &secret, key, "", HOUR)),
        ];
        let begun = visitor.call("start", json!({ "body": BALANCE, "signedVisitor": cases[0].1 })).await.ok()["chat"].clone();
        assert_eq!((&begun["verifiedEmail"], &begun["verifiedUntil"]), (&json!(""), &Value::Null));
        for (case, signed) in &cases {
            assert_not_valid(&verify(&visitor, signed).await, case);
            visitor.send(BALANCE).await;
            assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER, "{case}");
        }
        assert_eq!(verified_visitor(&dana).await, Value::Null);
        verify(&visitor, &sign(&server, &secret, key, ANN, HOUR)).await.ok();
    }

    async fn a_replaced_or_deleted_secret_invalidates_its_signatures(server: TestServer) {
        let (dana, first) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let old = sign(&server, &first, &visitor.key, ANN, HOUR);
        let second = create_signing_secret(&dana, HARBOR_ROW).await;
        assert_ne!(first, second);
        assert_not_valid(&verify(&visitor, &old).await, "replaced");
        let new = sign(&server, &second, &visitor.key, ANN, HOUR);
        verify(&visitor, &new).await.ok();

        let path = format!("{}/signingSecret", site_path(HARBOR_ROW));
        for _ in 0..2 {
            assert_eq!(dana.delete(&path).await.ok()["site"]["signingSecretCreatedAt"], Value::Null);
        }
        assert_not_valid(&verify(&visitor, &new).await, "deleted");
        // Who was verified stays so until that expires.
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
    }

    async fn a_verification_ends_after_30_minutes_and_staff_still_see_it(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let signed = sign(&server, &secret, &visitor.key, ANN, HOUR);
        verify(&visitor, &signed).await.ok();
        server.later(MINUTE * 30 - Duration::from_millis(1)).await;
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
        server.later(Duration::from_millis(1)).await;
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
        let shown = verified_visitor(&dana).await;
        assert_eq!((&shown["email"], &shown["verifiedAt"]), (&json!(ANN), &json!("2026-03-02T15:00:00Z")));
        // The signature is still valid.
        verify(&visitor, &signed).await.ok();
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
    }

    async fn another_email_address_ends_the_verification(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        verify(&visitor, &sign(&server, &secret, &visitor.key, ANN, HOUR)).await.ok();
        visitor.call("contact", json!({ "name": "Ann", "email": "Ann.Kowalski@mail.example" })).await.ok();
        assert_eq!(verified_visitor(&dana).await["email"], ANN, "it is the same address");
        visitor.call("contact", json!({ "email": RAE })).await.ok();
        assert_eq!((&verified_visitor(&dana).await, &visitor.after("").await["verifiedEmail"]), (&Value::Null, &json!("")));
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
    }

    async fn only_the_accounts_of_the_community_with_the_address_are_shared(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        for (community, number, unit, email, cents) in [
            (HARBOR_ROW, "HR-9105", "5C", ANN, 100),
            (HARBOR_ROW, "HR-9106", "6D", RAE, 200),
            (MERIDIAN, "M-9104", "7E", ANN, 300),
        ] {
            let account = json!({ "number": number, "unit": unit, "email": email, "balanceCents": cents });
            dana.post(&format!("/textCommunities/community/{community}/accounts"), account).await.ok();
        }
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        verify(&visitor, &sign(&server, &secret, &visitor.key, ANN, HOUR)).await.ok();
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, format!("4B: {ANN_OWES}\n5C: You owe $1.00 as of March 2."));
        assert_eq!(verified_visitor(&dana).await["accountCount"], 2);
        // An address on no account proves nothing about one.
        verify(&visitor, &sign(&server, &secret, &visitor.key, "someone@mail.example", HOUR)).await.ok();
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
        let shown = verified_visitor(&dana).await;
        assert_eq!((&shown["name"], &shown["unit"], &shown["accountCount"]), (&json!(""), &json!(""), &json!(0)));
    }

    async fn the_rules_of_texts_apply_to_signed_visitors(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        verify(&visitor, &sign(&server, &secret, &visitor.key, ANN, HOUR)).await.ok();
        let accounts = format!("/textCommunities/community/{HARBOR_ROW}/accounts");
        let ann = dana.get(&format!("{accounts}?query=HR-9104")).await.ok()["accounts"][0].clone();
        dana.patch(&format!("{accounts}/{}", text(&ann, "_id")), json!({ "inCollections": true })).await.ok();
        let persona = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
        for (change, reply) in [
            (json!({ "collectionsMessage": "" }), ACCOUNT_HANDED_OVER),
            (json!({ "collectionsMessage": "Please call Finch & Cole." }), "Please call Finch & Cole."),
            (json!({ "homeownerAuth": "NONE" }), ACCOUNT_HANDED_OVER),
        ] {
            dana.put(&persona, change.clone()).await.ok();
            visitor.send(BALANCE).await;
            assert_eq!(visitor.last_reply().await, reply, "{change}");
        }
    }

    async fn an_escalation_names_the_homeowner_who_asks(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(NOT_COVERED).await;
        let before = newest_escalations(&dana).await.swap_remove(0);
        assert_ne!(before["webChatVerification"], "SIGNED");
        assert_eq!(before["resident"]["name"], "");
        verify(&visitor, &sign(&server, &secret, &visitor.key, ANN, HOUR)).await.ok();
        let after = newest_escalations(&dana).await.swap_remove(0);
        assert_eq!(after["webChatVerification"], "SIGNED");
        for (field, value) in [("name", "Ann Kowalski"), ("unit", "4B"), ("email", ANN)] {
            assert_eq!(after["resident"][field], value, "{field}");
        }
    }

    async fn a_secret_is_shown_once_stored_encrypted_and_audited(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("{}/signingSecret", site_path(HARBOR_ROW));
        assert_eq!(site(&dana, HARBOR_ROW).await["signingSecretCreatedAt"], Value::Null);
        let version = site(&dana, HARBOR_ROW).await["version"].clone();
        let created = dana.post(&path, json!({})).await.ok();
        let secret = text(&created, "signingSecret");
        assert!(secret.len() == 64 && secret.chars().all(|c| c.is_ascii_hexdigit()), "{secret}");
        let shown = site(&dana, HARBOR_ROW).await;
        assert_eq!(shown, created["site"]);
        assert_eq!((&shown["signingSecretCreatedAt"], &shown["version"]), (&json!(server.now()), &version));
        assert!(!shown.to_string().contains(&secret));
        let mut tx = server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
        let stored: Vec<(String,)> = tx.query("SELECT sealed FROM secret").all().await.unwrap();
        assert!(!stored.is_empty() && stored.iter().all(|(sealed,)| !sealed.contains(&secret)));
        drop(tx);

        dana.post(&path, json!({})).await.ok();
        dana.delete(&path).await.ok();
        for (action, summaries) in [
            (
                "WEB_CHAT_SIGNING_SECRET_REPLACED",
                vec!["Replaced the signing secret of the web chat of Harbor Row", "Created the signing secret of the web chat of Harbor Row"],
            ),
            ("WEB_CHAT_SIGNING_SECRET_DELETED", vec!["Deleted the signing secret of the web chat of Harbor Row"]),
        ] {
            let entries = dana.get(&format!("/admin/audit?action={action}")).await.ok()["entries"].clone();
            let entries = entries.as_array().unwrap();
            let found: Vec<&str> = entries.iter().map(|entry| entry["summary"].as_str().unwrap()).collect();
            assert_eq!(found, summaries, "{action}");
            assert!(entries.iter().all(|entry| entry["subject"] == HARBOR_ROW && !entry.to_string().contains(&secret)));
        }
        // A chat that was never set up gets its key, which is part of what is signed.
        let first = dana.post(&format!("{}/signingSecret", site_path(MERIDIAN)), json!({})).await.ok()["site"].clone();
        assert_eq!((text(&first, "key").len(), &first["version"], &first["isEnabled"]), (32, &json!(1), &json!(false)));
    }

    async fn only_administrators_replace_and_delete_secrets(server: TestServer) {
        let (dana, _) = set_up(&server).await;
        let marcus = server.login("manager@harborline.example").await;
        let before = site(&dana, HARBOR_ROW).await;
        let path = format!("{}/signingSecret", site_path(HARBOR_ROW));
        for refused in [marcus.post(&path, json!({})).await, marcus.delete(&path).await] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "ADMINISTRATORS_ONLY"));
        }
        assert_eq!(site(&marcus, HARBOR_ROW).await, before);
    }

    async fn verifications_are_limited_per_chat(server: TestServer) {
        let (dana, secret) = set_up(&server).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let signed = sign(&server, &secret, &visitor.key, ANN, HOUR);
        let wrong = sign(&server, &"a".repeat(64), &visitor.key, ANN, HOUR);
        for _ in 0..15 {
            verify(&visitor, &signed).await.ok();
            assert_not_valid(&verify(&visitor, &wrong).await, "counts as well");
        }
        let limited = verify(&visitor, &signed).await;
        assert_eq!((limited.status.as_u16(), limited.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
        let other = Visitor::of_harbor_row(&server, &dana, 2).await;
        other.start("hello").await;
        verify(&other, &signed).await.ok();
        server.later(MINUTE * 15).await;
        verify(&visitor, &signed).await.ok();
    }
}
