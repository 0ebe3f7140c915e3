//! One's own account: passwords, the links to set them with, and where one is signed in.
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

async fn forgot(house: &House, email: &str) -> Answer {
    house.rest("POST", "/users/password/forgot", "", Some(json!({ "email": email }))).await
}

async fn reset(house: &House, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "password": password });
    house.rest("POST", "/users/password/reset", "", Some(body)).await
}

async fn check(house: &House, token: &str) -> Answer {
    house.rest("POST", "/users/password/check", "", Some(json!({ "token": token }))).await
}

async fn sign_in(house: &House, email: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    house.rest("POST", "/users/login", "", Some(body)).await
}

/// A link that was asked for.
async fn link(house: &House, email: &str) -> String {
    forgot(house, email).await.ok();
    house.mails_to(email).await[0].token()
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.reason())
}

fn expired() -> (u16, String) {
    (400, "LINK_EXPIRED".to_owned())
}

async fn change(staff: &Staff<'_>, current: &str, new: &str) -> Answer {
    staff.post("/users/password", json!({ "currentPassword": current, "newPassword": new })).await
}

async fn sessions(staff: &Staff<'_>) -> Vec<Value> {
    staff.get("/users/sessions").await.ok()["sessions"].as_array().unwrap().clone()
}

async fn works(staff: &Staff<'_>) -> bool {
    staff.get("/users/token").await.status == 200
}

async fn actions(staff: &Staff<'_>) -> Vec<String> {
    let entries = staff.get("/admin/audit?limit=200").await.ok();
    entries["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_link_sets_a_password_once_and_signs_out_everywhere(house: House) {
        let marcus = house.login(MARCUS).await;
        forgot(&house, "Manager@Harborline.example").await.ok();
        let token = house.mails_to(MARCUS).await[0].token();
        let told = check(&house, &token).await.ok();
        assert_eq!((&told["invitation"], &told["firstName"]), (&json!(false), &json!("Marcus")));
        reset(&house, &token, NEW).await.ok();
        assert!(!works(&marcus).await);
        assert_eq!(sign_in(&house, MARCUS, PASSWORD).await.status, 401);
        let marcus = sign_in(&house, MARCUS, NEW).await.ok();
        assert!(marcus["token"].is_string());
        assert_eq!(refused(&reset(&house, &token, "yet-another-password").await), expired());
        assert_eq!(refused(&check(&house, &token).await), expired());
        let dana = house.harborline_admin().await;
        assert!(actions(&dana).await.contains(&"password.reset".to_owned()));
    }

    async fn the_mail_names_the_configured_host_and_is_withheld(house: House) {
        forgot(&house, DANA).await.ok();
        let mails = house.mails_to(DANA).await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].withheld && mails[0].body.contains("\nhttps://parlor.example/reset-password/"));
        assert_eq!(mails[0].token().len(), 64);
    }

    async fn an_address_without_an_account_is_told_the_same_and_gets_no_mail(house: House) {
        let (known, unknown) = (forgot(&house, DANA).await, forgot(&house, "nobody@harborline.example").await);
        assert_eq!((known.status, known.json()), (unknown.status, unknown.json()));
        assert_eq!(house.mails_to("nobody@harborline.example").await.len(), 0);
        assert_eq!(house.mails_to(DANA).await.len(), 1);
    }

    async fn a_link_works_for_half_an_hour_alone(house: House) {
        let token = link(&house, MARCUS).await;
        house.clock.advance(Duration::from_millis(30 * 60_000 - 1));
        check(&house, &token).await.ok();
        house.clock.advance(Duration::from_millis(1));
        assert_eq!(refused(&reset(&house, &token, NEW).await), expired());
        for token in ["", "x", &"0".repeat(64)] {
            let answer = check(&house, token).await;
            assert_eq!(answer.status, 400, "{token}");
        }
    }

    async fn a_newer_link_has_the_earlier_one_work_no_longer(house: House) {
        let first = link(&house, MARCUS).await;
        let second = link(&house, MARCUS).await;
        assert_ne!(first, second);
        assert_eq!(refused(&check(&house, &first).await), expired());
        reset(&house, &second, NEW).await.ok();
    }

    async fn of_twenty_resets_at_once_one_counts(house: House) {
        let token = link(&house, MARCUS).await;
        let passwords: Vec<String> = (0..20).map(|i| format!("a-better-password-{i}")).collect();
        let answers = futures::future::join_all(passwords.iter().map(|p| reset(&house, &token, p))).await;
        assert_eq!(answers.iter().filter(|a| a.status == 200).count(), 1);
        let won = answers.iter().position(|a| a.status == 200).unwrap();
        assert_eq!(sign_in(&house, MARCUS, &passwords[won]).await.status, 200);
    }

    async fn a_closed_account_gets_no_link_and_one_under_way_does_not_work(house: House) {
        let dana = house.harborline_admin().await;
        let token = link(&house, MARCUS).await;
        dana.post("/users/id/staff-harborline-manager/deactivate", json!({})).await.ok();
        assert_eq!(refused(&check(&house, &token).await), expired());
        assert_eq!(refused(&reset(&house, &token, NEW).await), expired());
        forgot(&house, MARCUS).await.ok();
        assert_eq!(house.mails_to(MARCUS).await.len(), 1);
        dana.post("/users/id/staff-harborline-manager/reactivate", json!({})).await.ok();
        assert_eq!(refused(&reset(&house, &token, NEW).await), expired());
    }

    async fn a_weak_password_is_named_and_the_link_stays(house: House) {
        let token = link(&house, MARCUS).await;
        for weak in ["short", "password1234", &"x1".repeat(65)] {
            let answer = reset(&house, &token, weak).await;
            assert_eq!((answer.status.as_u16(), answer.fields()), (400, vec!["password".to_owned()]), "{weak}");
        }
        reset(&house, &token, NEW).await.ok();
    }

    async fn the_fourth_link_for_an_address_and_the_21st_from_a_place_wait(house: House) {
        for email in [DANA, "nobody@harborline.example"] {
            for _ in 0..3 {
                forgot(&house, email).await.ok();
            }
            let limited = forgot(&house, email).await;
            assert_eq!(refused(&limited), (429, "TOO_MANY_ATTEMPTS".to_owned()), "{email}");
            assert!(limited.headers.contains_key("retry-after"));
        }
        for i in 0..14 {
            forgot(&house, &format!("nobody-{i}@harborline.example")).await.ok();
        }
        assert_eq!(forgot(&house, "nobody-15@harborline.example").await.status, 429);
        house.clock.advance(Duration::from_secs(15 * 60));
        forgot(&house, DANA).await.ok();
    }

    async fn an_address_is_one_string(house: House) {
        for email in [json!([DANA, "thief@example.com"]), json!({ "to": DANA }), json!(format!("{DANA},thief@example.com"))] {
            let answer = house.rest("POST", "/users/password/forgot", "", Some(json!({ "email": email }))).await;
            assert_eq!(answer.status, 400, "{email}");
        }
        assert_eq!(house.mails_to(DANA).await.len(), 0);
    }

    async fn a_changed_password_ends_the_other_sessions(house: House) {
        let (here, elsewhere) = (house.login(MARCUS).await, house.login(MARCUS).await);
        let token = link(&house, MARCUS).await;
        change(&here, PASSWORD, NEW).await.ok();
        assert!(works(&here).await && !works(&elsewhere).await);
        assert_eq!(refused(&check(&house, &token).await), expired());
        assert_eq!(sign_in(&house, MARCUS, PASSWORD).await.status, 401);
        assert_eq!(sign_in(&house, MARCUS, NEW).await.status, 200);
        let dana = house.harborline_admin().await;
        assert!(actions(&dana).await.contains(&"password.changed".to_owned()));
    }

    async fn a_wrong_current_password_is_named_and_the_eleventh_waits(house: House) {
        let marcus = house.login(MARCUS).await;
        for _ in 0..10 {
            let wrong = change(&marcus, "not-the-password", NEW).await;
            assert_eq!((wrong.status.as_u16(), wrong.fields()), (400, vec!["currentPassword".to_owned()]));
        }
        assert_eq!(refused(&change(&marcus, PASSWORD, NEW).await), (429, "TOO_MANY_ATTEMPTS".to_owned()));
        house.clock.advance(Duration::from_secs(15 * 60));
        change(&marcus, PASSWORD, NEW).await.ok();
        assert_eq!(change(&marcus, NEW, "short").await.fields(), ["newPassword"]);
    }

    async fn sessions_say_where_they_were_opened_and_end_one_by_one(house: House) {
        let marcus = house.login(MARCUS).await;
        let long = "Browser ".repeat(60);
        let body = json!({ "email": MARCUS, "password": PASSWORD }).to_string();
        let request = Request::post(format!("http://{}/users/login", house.address))
            .header("content-type", "application/json")
            .header("user-agent", long.trim())
            .body(Full::from(body))
            .unwrap();
        let other = house.send(request).await.ok()["token"].as_str().unwrap().to_owned();
        let open = sessions(&marcus).await;
        assert_eq!(open.len(), 2);
        let (current, others): (Vec<_>, Vec<_>) = open.iter().partition(|s| s["current"] == true);
        assert_eq!((current.len(), others[0]["openedAt"].clone()), (1, json!(house.now())));
        assert_eq!(others[0]["userAgent"].as_str().unwrap().len(), 200);
        assert_ne!(others[0]["_id"], json!(other));

        let dana = house.harborline_admin().await;
        let path = format!("/users/sessions/{}", others[0]["_id"].as_str().unwrap());
        let (foreign, random) = (dana.delete(&path).await, dana.delete("/users/sessions/nothing").await);
        assert_eq!((foreign.status.as_u16(), &foreign.json()["message"]), (404, &random.json()["message"]));
        marcus.delete(&path).await.ok();
        assert_eq!(house.rest("GET", "/users/token", &other, None).await.status, 401);
        assert_eq!(sessions(&marcus).await.len(), 1);
        assert_eq!(marcus.delete(&path).await.status, 404);
    }

    async fn a_body_in_json_is_read_as_such_though_it_is_called_a_form(house: House) {
        let json = json!({ "email": MARCUS, "password": PASSWORD }).to_string();
        for body in [format!("\n {json}"), format!("email={MARCUS}&password={PASSWORD}")] {
            let request = Request::post(format!("http://{}/users/login", house.address))
                .header("content-type", "application/x-www-form-urlencoded")
                .body(Full::from(body))
                .unwrap();
            assert!(house.send(request).await.ok()["token"].is_string());
        }
    }

    async fn all_other_sessions_end_at_once(house: House) {
        let here = house.login(MARCUS).await;
        let others = [house.login(MARCUS).await, house.login(MARCUS).await];
        let dana = house.harborline_admin().await;
        assert_eq!(here.post("/users/sessions/revoke-others", json!({})).await.ok()["revoked"], 2);
        for other in &others {
            assert!(!works(other).await);
        }
        assert!(works(&here).await && works(&dana).await);
        assert_eq!(here.post("/users/sessions/revoke-others", json!({})).await.ok()["revoked"], 0);
        here.post("/users/logout", json!({})).await.ok();
        assert!(!works(&here).await);
        let told = actions(&dana).await;
        for action in ["session.opened", "session.revoked", "session.closed"] {
            assert!(told.contains(&action.to_owned()), "{action}: {told:?}");
        }
    }

    async fn strangers_do_not_lock_an_owner_out_where_they_have_been(house: House) {
        // Marcus has signed in from here; June never did.
        house.login(MARCUS).await;
        for email in [MARCUS, "blaster@harborline.example"] {
            attempts(&house, &format!("login by account\0{email}"), 100).await;
        }
        assert_eq!(sign_in(&house, MARCUS, PASSWORD).await.status, 200);
        let refused = sign_in(&house, "blaster@harborline.example", PASSWORD).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
    }

    async fn a_hundred_failures_from_one_place_make_it_wait_whatever_the_address(house: House) {
        let places = ["unknown", "127.0.0.1"];
        for place in places {
            attempts(&house, &format!("login by place\0{place}"), 99).await;
        }
        // A success takes itself back, and nothing else.
        assert_eq!(sign_in(&house, MARCUS, PASSWORD).await.status, 200);
        assert_eq!(sign_in(&house, "somebody@example.com", "not-the-password").await.status, 401);
        for email in [MARCUS, "somebody-else@example.com"] {
            assert_eq!(sign_in(&house, email, PASSWORD).await.status, 429, "{email}");
        }
        house.clock.advance(Duration::from_secs(15 * 60));
        assert_eq!(sign_in(&house, MARCUS, PASSWORD).await.status, 200);
    }

    async fn a_reset_has_the_failures_before_it_forgotten(house: House) {
        for _ in 0..10 {
            assert_eq!(sign_in(&house, MARCUS, "not-the-password").await.status, 401);
        }
        assert_eq!(sign_in(&house, MARCUS, PASSWORD).await.status, 429);
        let token = link(&house, MARCUS).await;
        reset(&house, &token, NEW).await.ok();
        assert_eq!(sign_in(&house, MARCUS, NEW).await.status, 200);
    }
}

/// Has something been attempted so often just now.
async fn attempts(house: &House, subject: &str, often: usize) {
    let hash = hex::encode(Sha256::digest(subject));
    let mut tx = house.db.platform().await.unwrap();
    for i in 0..often {
        tx.query("INSERT INTO attempt (subject, nonce, at_ms) VALUES ($1, $2, $3)")
            .bind(hash.as_str())
            .bind(format!("nonce-{i}"))
            .bind(house.clock.now())
            .run()
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}
