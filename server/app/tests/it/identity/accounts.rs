//! A user's own account: passwords, password links and sessions.
use std::time::Duration;

use http::Request;
use http_body_util::Full;
use platform::Clock;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::*;

const DANA: &str = "admin@harborline.example";
const MARCUS: &str = "manager@harborline.example";
const NEW: &str = "a-better-password";

async fn request_password_link(server: &TestServer, email: &str) -> Answer {
    server.rest("POST", "/users/password/forgot", "", Some(json!({ "email": email }))).await
}

async fn reset(server: &TestServer, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "password": password });
    server.rest("POST", "/users/password/reset", "", Some(body)).await
}

async fn check(server: &TestServer, token: &str) -> Answer {
    server.rest("POST", "/users/password/check", "", Some(json!({ "token": token }))).await
}

async fn sign_in(server: &TestServer, email: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    server.rest("POST", "/users/login", "", Some(body)).await
}

/// Requests a link and returns it.
async fn link(server: &TestServer, email: &str) -> String {
    request_password_link(server, email).await.ok();
    server.mails_to(email).await[0].token()
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.reason())
}

fn wrong_credentials() -> (u16, String) {
    (401, "WRONG_CREDENTIALS".to_owned())
}

fn link_expired() -> (u16, String) {
    (400, "LINK_EXPIRED".to_owned())
}

async fn change(staff: &Staff<'_>, current: &str, new: &str) -> Answer {
    staff.post("/users/password", json!({ "currentPassword": current, "newPassword": new })).await
}

async fn sessions(staff: &Staff<'_>) -> Vec<Value> {
    staff.get("/users/sessions").await.ok()["sessions"].as_array().unwrap().clone()
}

async fn is_signed_in(staff: &Staff<'_>) -> bool {
    staff.get("/users/token").await.status == 200
}

async fn audit_actions(staff: &Staff<'_>) -> Vec<String> {
    let entries = staff.get("/admin/audit?limit=200").await.ok();
    entries["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_password_link_works_once_and_ends_all_sessions(server: TestServer) {
        let marcus = server.login(MARCUS).await;
        request_password_link(&server, "Manager@Harborline.example").await.ok();
        let token = server.mails_to(MARCUS).await[0].token();
        let link_info = check(&server, &token).await.ok();
        assert_eq!((&link_info["invitation"], &link_info["firstName"]), (&json!(false), &json!("Marcus")));
        reset(&server, &token, NEW).await.ok();
        assert!(!is_signed_in(&marcus).await);
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 401);
        let marcus = sign_in(&server, MARCUS, NEW).await.ok();
        assert!(marcus["token"].is_string());
        assert_eq!(refused(&reset(&server, &token, "yet-another-password").await), link_expired());
        assert_eq!(refused(&check(&server, &token).await), link_expired());
        let dana = server.harborline_admin().await;
        assert!(audit_actions(&dana).await.contains(&"PASSWORD_RESET".to_owned()));
    }

    async fn the_reset_email_links_to_the_configured_host_and_is_withheld(server: TestServer) {
        request_password_link(&server, DANA).await.ok();
        let mails = server.mails_to(DANA).await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].withheld && mails[0].body.contains("\nhttps://parlor.example/reset-password/"));
        assert_eq!(mails[0].token().len(), 64);
    }

    async fn an_unknown_email_gets_the_same_response_and_no_email(server: TestServer) {
        let (existing, unknown) = (request_password_link(&server, DANA).await, request_password_link(&server, "nobody@harborline.example").await);
        assert_eq!((existing.status, existing.json()), (unknown.status, unknown.json()));
        assert_eq!(server.mails_to("nobody@harborline.example").await.len(), 0);
        assert_eq!(server.mails_to(DANA).await.len(), 1);
    }

    async fn a_password_link_expires_after_30_minutes(server: TestServer) {
        let token = link(&server, MARCUS).await;
        server.clock.advance(Duration::from_millis(30 * 60_000 - 1));
        check(&server, &token).await.ok();
        server.clock.advance(Duration::from_millis(1));
        assert_eq!(refused(&reset(&server, &token, NEW).await), link_expired());
        for token in ["", "x", &"0".repeat(64)] {
            let answer = check(&server, token).await;
            assert_eq!(answer.status, 400, "{token}");
        }
    }

    async fn a_new_password_link_invalidates_the_previous_one(server: TestServer) {
        let first = link(&server, MARCUS).await;
        let second = link(&server, MARCUS).await;
        assert_ne!(first, second);
        assert_eq!(refused(&check(&server, &first).await), link_expired());
        reset(&server, &second, NEW).await.ok();
    }

    async fn of_20_concurrent_resets_one_succeeds(server: TestServer) {
        let token = link(&server, MARCUS).await;
        let passwords: Vec<String> = (0..20).map(|i| format!("a-better-password-{i}")).collect();
        let answers = futures::future::join_all(passwords.iter().map(|p| reset(&server, &token, p))).await;
        assert_eq!(answers.iter().filter(|a| a.status == 200).count(), 1);
        let won = answers.iter().position(|a| a.status == 200).unwrap();
        assert_eq!(sign_in(&server, MARCUS, &passwords[won]).await.status, 200);
    }

    async fn a_deactivated_user_gets_no_password_link_and_an_earlier_link_is_invalid(server: TestServer) {
        let dana = server.harborline_admin().await;
        let token = link(&server, MARCUS).await;
        dana.post("/users/id/staff-harborline-manager/deactivate", json!({})).await.ok();
        assert_eq!(refused(&check(&server, &token).await), link_expired());
        assert_eq!(refused(&reset(&server, &token, NEW).await), link_expired());
        request_password_link(&server, MARCUS).await.ok();
        assert_eq!(server.mails_to(MARCUS).await.len(), 1);
        dana.post("/users/id/staff-harborline-manager/reactivate", json!({})).await.ok();
        assert_eq!(refused(&reset(&server, &token, NEW).await), link_expired());
    }

    async fn a_password_that_is_common_or_contains_user_data_is_refused_with_the_reason(server: TestServer) {
        let token = link(&server, MARCUS).await;
        let link_info = check(&server, &token).await.ok();
        let user_data = ["email", "lastName", "companyName"].map(|name| link_info[name].as_str().unwrap().to_owned());
        assert_eq!(user_data, [MARCUS, "Bell", "Harborline Management"]);
        let marcus = server.login(MARCUS).await;
        for (weak, reason) in [
            (MARCUS, "it contains your email address"),
            ("Manager@Harborline.example1", "it contains your email address"),
            ("Marcus.Bell.2026", "it contains your name"),
            ("harborline-2026", "it contains your company's name"),
            ("parlor-parlor", "it contains the name Parlor"),
            ("trustno1trustno1", "it repeats itself"),
            ("qwertyuiop123", "it is a common password, or made of common words, numbers or rows of keys"),
            ("PASSWORD1234", "it is a common password, or made of common words, numbers or rows of keys"),
        ] {
            let words = format!("Choose a password that is harder to guess: {reason}.");
            for (answer, field) in [
                (reset(&server, &token, weak).await, "password"),
                (change(&marcus, PASSWORD, weak).await, "newPassword"),
            ] {
                assert_eq!((answer.status.as_u16(), answer.fields()), (400, vec![field.to_owned()]), "{weak}");
                assert!(answer.json()["message"].as_str().unwrap().contains(&words), "{weak}: {:?}", answer.json());
            }
        }
        // A password that is easy to guess for one user is allowed for others.
        let dana = server.harborline_admin().await;
        change(&dana, PASSWORD, "Marcus-Bell-2026").await.ok();
        change(&marcus, PASSWORD, NEW).await.ok();
    }

    async fn refusing_a_weak_password_keeps_the_link_valid(server: TestServer) {
        let token = link(&server, MARCUS).await;
        for weak in ["short", "password1234", &"x1".repeat(65)] {
            let answer = reset(&server, &token, weak).await;
            assert_eq!((answer.status.as_u16(), answer.fields()), (400, vec!["password".to_owned()]), "{weak}");
        }
        reset(&server, &token, NEW).await.ok();
    }

    async fn password_links_are_limited_to_3_per_email_and_200_per_ip_address(server: TestServer) {
        // Marcus has signed in from this address before; June never has.
        server.login(MARCUS).await;
        for email in [DANA, "nobody@harborline.example"] {
            for _ in 0..3 {
                request_password_link(&server, email).await.ok();
            }
            let limited = request_password_link(&server, email).await;
            assert_eq!(refused(&limited), (429, "TOO_MANY_ATTEMPTS".to_owned()), "{email}");
            assert!(limited.headers.contains_key("retry-after"));
        }
        record_attempts(&server, "reset by place\x00127.0.0.1", 193).await;
        request_password_link(&server, "nobody-1@harborline.example").await.ok();
        for email in ["nobody-2@harborline.example", "blaster@harborline.example"] {
            assert_eq!(request_password_link(&server, email).await.status, 429, "{email}");
        }
        // Requests by others do not keep a known client from getting a link.
        link(&server, MARCUS).await;
        server.clock.advance(Duration::from_secs(15 * 60));
        request_password_link(&server, DANA).await.ok();
    }

    async fn a_password_link_is_requested_for_exactly_one_email_address(server: TestServer) {
        for email in [json!([DANA, "thief@example.com"]), json!({ "to": DANA }), json!(format!("{DANA},thief@example.com"))] {
            let answer = server.rest("POST", "/users/password/forgot", "", Some(json!({ "email": email }))).await;
            assert_eq!(answer.status, 400, "{email}");
        }
        assert_eq!(server.mails_to(DANA).await.len(), 0);
    }

    async fn changing_the_password_ends_other_sessions_and_invalidates_links(server: TestServer) {
        let (current, other) = (server.login(MARCUS).await, server.login(MARCUS).await);
        let token = link(&server, MARCUS).await;
        change(&current, PASSWORD, NEW).await.ok();
        assert!(is_signed_in(&current).await && !is_signed_in(&other).await);
        assert_eq!(refused(&check(&server, &token).await), link_expired());
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 401);
        assert_eq!(sign_in(&server, MARCUS, NEW).await.status, 200);
        let dana = server.harborline_admin().await;
        assert!(audit_actions(&dana).await.contains(&"PASSWORD_CHANGED".to_owned()));
    }

    async fn wrong_current_passwords_are_limited_to_10_per_15_minutes(server: TestServer) {
        let marcus = server.login(MARCUS).await;
        for _ in 0..10 {
            let wrong = change(&marcus, "not-the-password", NEW).await;
            assert_eq!((wrong.status.as_u16(), wrong.fields()), (400, vec!["currentPassword".to_owned()]));
        }
        assert_eq!(refused(&change(&marcus, PASSWORD, NEW).await), (429, "TOO_MANY_ATTEMPTS".to_owned()));
        server.clock.advance(Duration::from_secs(15 * 60));
        change(&marcus, PASSWORD, NEW).await.ok();
        assert_eq!(change(&marcus, NEW, "short").await.fields(), ["newPassword"]);
    }

    async fn sessions_are_listed_with_their_user_agent_and_can_be_revoked(server: TestServer) {
        let marcus = server.login(MARCUS).await;
        let long = "Browser ".repeat(60);
        let body = json!({ "email": MARCUS, "password": PASSWORD }).to_string();
        let request = Request::post(format!("http://{}/users/login", server.address))
            .header("content-type", "application/json")
            .header("user-agent", long.trim())
            .body(Full::from(body))
            .unwrap();
        let other = server.send(request).await.ok()["token"].as_str().unwrap().to_owned();
        let open = sessions(&marcus).await;
        assert_eq!(open.len(), 2);
        let (current, others): (Vec<_>, Vec<_>) = open.iter().partition(|s| s["current"] == true);
        assert_eq!((current.len(), others[0]["openedAt"].clone()), (1, json!(server.now())));
        assert_eq!(others[0]["userAgent"].as_str().unwrap().len(), 200);
        assert_ne!(others[0]["_id"], json!(other));

        let dana = server.harborline_admin().await;
        let path = format!("/users/sessions/{}", others[0]["_id"].as_str().unwrap());
        let (foreign, random) = (dana.delete(&path).await, dana.delete("/users/sessions/nothing").await);
        assert_eq!((foreign.status.as_u16(), &foreign.json()["message"]), (404, &random.json()["message"]));
        marcus.delete(&path).await.ok();
        assert_eq!(server.rest("GET", "/users/token", &other, None).await.status, 401);
        assert_eq!(sessions(&marcus).await.len(), 1);
        assert_eq!(marcus.delete(&path).await.status, 404);
    }

    async fn all_other_sessions_can_be_revoked_together(server: TestServer) {
        let current = server.login(MARCUS).await;
        let others = [server.login(MARCUS).await, server.login(MARCUS).await];
        let dana = server.harborline_admin().await;
        assert_eq!(current.post("/users/sessions/revoke-others", json!({})).await.ok()["revoked"], 2);
        for other in &others {
            assert!(!is_signed_in(other).await);
        }
        assert!(is_signed_in(&current).await && is_signed_in(&dana).await);
        assert_eq!(current.post("/users/sessions/revoke-others", json!({})).await.ok()["revoked"], 0);
        current.post("/users/logout", json!({})).await.ok();
        assert!(!is_signed_in(&current).await);
        let recorded = audit_actions(&dana).await;
        for action in ["SESSION_OPENED", "SESSION_REVOKED", "SESSION_CLOSED"] {
            assert!(recorded.contains(&action.to_owned()), "{action}: {recorded:?}");
        }
    }

    async fn failed_logins_of_others_do_not_lock_a_user_out_of_a_trusted_client(server: TestServer) {
        // Marcus has signed in from this address before; June never has.
        server.login(MARCUS).await;
        for email in [MARCUS, "blaster@harborline.example"] {
            record_attempts(&server, &format!("login by account\0{email}"), 100).await;
        }
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 200);
        let refused = sign_in(&server, "blaster@harborline.example", PASSWORD).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
    }

    async fn failed_logins_with_unknown_emails_do_not_lock_out_an_office(server: TestServer) {
        for i in 0..110 {
            let invented = format!("nobody-{i}@example.com");
            assert_eq!(sign_in(&server, &invented, "not-the-password").await.status, 401, "{i}");
        }
        // Accounts that never signed in from there are not locked out either.
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 200);
        assert_eq!(sign_in(&server, "blaster@harborline.example", PASSWORD).await.status, 200);
    }

    async fn after_1000_failures_from_an_ip_address_each_account_has_3_attempts(server: TestServer) {
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 200);
        record_attempts(&server, "login by place\x00127.0.0.1", 1_000).await;
        // Accounts that never signed in from there can, and invented addresses do not use up what they have.
        for i in 0..20 {
            let invented = format!("nobody-{i}@example.com");
            assert_eq!(sign_in(&server, &invented, "not-the-password").await.status, 401, "{i}");
        }
        assert_eq!(sign_in(&server, DANA, PASSWORD).await.status, 200);
        assert_eq!(sign_in(&server, "blaster@harborline.example", PASSWORD).await.status, 200);
        // An account and an address without one have three failures, and are refused alike.
        let mut refusals = Vec::new();
        for email in ["manager@northgate.example", "somebody@example.com"] {
            for _ in 0..3 {
                assert_eq!(refused(&sign_in(&server, email, "not-the-password").await), wrong_credentials(), "{email}");
            }
            let fourth = sign_in(&server, email, PASSWORD).await;
            assert_eq!(refused(&fourth), (429, "TOO_MANY_ATTEMPTS".to_owned()), "{email}");
            refusals.push((fourth.json()["message"].clone(), fourth.headers["retry-after"].clone()));
        }
        assert_eq!(refusals[0], refusals[1]);
        // A known client has its own allowance of ten failures.
        for _ in 0..10 {
            assert_eq!(sign_in(&server, MARCUS, "not-the-password").await.status, 401);
        }
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 429);
        server.clock.advance(Duration::from_secs(15 * 60));
        for email in [MARCUS, "manager@northgate.example"] {
            assert_eq!(sign_in(&server, email, PASSWORD).await.status, 200, "{email}");
        }
    }

    async fn after_1000_failures_the_3_attempts_of_an_account_are_per_day(server: TestServer) {
        let place = "login by place\x00127.0.0.1";
        let guess = async |password: &str| sign_in(&server, "manager@northgate.example", password).await.status.as_u16();
        record_attempts(&server, place, 1_000).await;
        for _ in 0..3 {
            assert_eq!(guess("not-the-password").await, 401);
        }
        for (hours, expected) in [(1, 429), (22, 429), (1, 200)] {
            server.clock.advance(Duration::from_secs(hours * 3_600));
            record_attempts_with_nonce(&server, place, 1_000, &format!("after {hours} and {expected}")).await;
            assert_eq!(guess(PASSWORD).await, expected, "after {hours} more hours");
        }
    }

    async fn a_client_is_untrusted_after_180_days_without_sign_in(server: TestServer) {
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 200);
        server.later(Duration::from_secs(181 * 24 * 3600)).await;
        record_attempts(&server, "login by place\x00127.0.0.1", 1_000).await;
        for _ in 0..3 {
            assert_eq!(sign_in(&server, MARCUS, "not-the-password").await.status, 401);
        }
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 429);
    }

    async fn resetting_the_password_clears_failed_logins(server: TestServer) {
        for _ in 0..10 {
            assert_eq!(sign_in(&server, MARCUS, "not-the-password").await.status, 401);
        }
        assert_eq!(sign_in(&server, MARCUS, PASSWORD).await.status, 429);
        let token = link(&server, MARCUS).await;
        reset(&server, &token, NEW).await.ok();
        assert_eq!(sign_in(&server, MARCUS, NEW).await.status, 200);
    }
}

/// Records a number of recent attempts.
async fn record_attempts(server: &TestServer, subject: &str, count: usize) {
    record_attempts_with_nonce(server, subject, count, "nonce").await;
}

/// Records a number of recent attempts with a nonce.
async fn record_attempts_with_nonce(server: &TestServer, subject: &str, count: usize, nonce: &str) {
    let hash = hex::encode(Sha256::digest(subject));
    let mut tx = server.db.platform().await.unwrap();
    for i in 0..count {
        tx.query("INSERT INTO rate_limit_hit (subject, nonce, at_ms) VALUES ($1, $2, $3)")
            .bind(hash.as_str())
            .bind(format!("{nonce}-{i}"))
            .bind(server.clock.now())
            .run()
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}
