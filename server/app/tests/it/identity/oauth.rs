//! OAuth 2 as applications speak it: codes, tokens and grants, and everything that must not work.
use std::time::Duration;

use contract::v1::{ExchangeTokenRequest, RevokeTokenRequest, o_auth_service_client::OAuthServiceClient};
use serde_json::json;
use tonic::Code;
use tonic_types::StatusExt;

use crate::support::*;

const ANSWERS: &str = "/textCommunities/community/community-harbor-row/answers";
const MERIDIAN: &str = "/textCommunities/community/community-the-meridian/answers";
const OSPREY: &str = "/textCommunities/community/community-osprey-lake/answers";
const SCOPES: [&str; 3] = ["COMMUNITIES_READ", "KNOWLEDGE_READ", "KNOWLEDGE_WRITE"];

/// OAuth's name of an error, with its status.
fn error(answer: &Answer) -> (u16, String) {
    let json = answer.json();
    assert!(!json["error_description"].as_str().unwrap().contains('"'), "{json}");
    assert_eq!(answer.headers["cache-control"], "no-store");
    (answer.status.as_u16(), json["error"].as_str().unwrap().to_owned())
}

fn text(json: &serde_json::Value, name: &str) -> String {
    json[name].as_str().unwrap_or_else(|| panic!("no {name} in {json}")).to_owned()
}

/// Whoever asks all the time has soon asked as often as a partner may in a minute.
const BREATHER: Duration = Duration::from_millis(20);

/// Calls until it is refused.
async fn refused_soon(server: &TestServer, token: &str) -> Answer {
    let asking = async {
        loop {
            let answer = server.bearer("GET", ANSWERS, token, None).await;
            if answer.status != 200 {
                return answer;
            }
            tokio::time::sleep(BREATHER).await;
        }
    };
    within("the token is refused", asking).await
}

on_both! {
    async fn client_credentials_in_a_form_a_header_and_json_over_each_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ", "COMPANY_READ"], &[]).await;
        let grant = ("grant_type", "client_credentials");
        let (id, secret) = (("client_id", partner.client_id.as_str()), ("client_secret", partner.secret.as_str()));
        let in_form = server.exchange(&[grant, id, secret]).await;
        let in_header = server.form("/oauth2/v1/token", &basic(&partner), &[grant]).await;
        let body = json!({ "grant_type": "client_credentials", "client_id": partner.client_id, "client_secret": partner.secret });
        let in_json = server.rest("POST", "/oauth2/v1/token", "", Some(body)).await;
        for answer in [in_form, in_header, in_json] {
            assert_eq!(answer.headers["cache-control"], "no-store");
            let json = answer.ok();
            assert_eq!((&json["token_type"], &json["expires_in"]), (&json!("Bearer"), &json!(3600)));
            assert_eq!(json["scope"], "company:read knowledge:read");
            assert!(json.get("refresh_token").is_none(), "{json}");
            assert_eq!(server.bearer("GET", ANSWERS, &text(&json, "access_token"), None).await.status, 200);
        }
        let message = ExchangeTokenRequest {
            grant_type: "client_credentials".into(),
            scope: "company:read".into(),
            ..Default::default()
        };
        let mut call = tonic::Request::new(message.clone());
        call.metadata_mut().insert("authorization", basic(&partner).parse().unwrap());
        let grpc = OAuthServiceClient::new(server.channel().await).exchange_token(call).await.unwrap().into_inner();
        assert_eq!((grpc.scope.as_str(), grpc.refresh_token), ("company:read", None));
        let denied = server.bearer("GET", ANSWERS, &grpc.access_token, None).await;
        assert_eq!(denied.reason(), "INSUFFICIENT_SCOPE");
        let basic = basic(&partner);
        let headers = [("authorization", basic.as_str())];
        assert_eq!(server.codes("OAuthService/ExchangeToken", &headers, &message).await, [Code::Ok; 2]);
    }

    async fn a_person_lets_an_application_act_for_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &["https://other.example/", REDIRECT]).await;
        let marcus = server.login("manager@harborline.example").await;
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("response_type", "code")
            .append_pair("client_id", &partner.client_id)
            .append_pair("redirect_uri", REDIRECT)
            .append_pair("scope", "knowledge:read communities:read")
            .append_pair("code_challenge", CHALLENGE)
            .append_pair("code_challenge_method", "S256")
            .finish();
        let asked = marcus.get(&format!("/oauth2/v1/authorization?{query}")).await.ok();
        assert_eq!(asked["clientName"], "Elm Ledger");
        assert_eq!(asked["scopes"], json!(["see your communities", "read the bot's answers"]));
        assert_eq!(asked["redirectHost"], "app.example");

        let decided = marcus.decide(&partner, true, "knowledge:read communities:read").await.ok();
        let address = text(&decided, "redirectTo");
        assert!(address.starts_with(&format!("{REDIRECT}&code=")), "{address}");
        assert_eq!(state_of(&address, "state").unwrap(), "a b&c");
        assert_eq!(state_of(&address, "iss").unwrap(), "https://parlor.example");
        let tokens = server.redeem(&partner, &state_of(&address, "code").unwrap()).await.ok();
        assert_eq!(tokens["scope"], "communities:read knowledge:read");
        let token = text(&tokens, "access_token");
        // It sees what he sees, and no more than he let it.
        assert_eq!(server.bearer("GET", MERIDIAN, &token, None).await.status, 200);
        assert_eq!(server.bearer("GET", OSPREY, &token, None).await.status, 404);
        let body = json!({ "category": "Pets", "question": "May I keep a heron?", "answer": "No." });
        assert_eq!(server.bearer("POST", ANSWERS, &token, Some(body)).await.reason(), "INSUFFICIENT_SCOPE");
        assert_eq!(server.bearer("GET", "/users/token", &token, None).await.reason(), "INSUFFICIENT_SCOPE");

        let grants = marcus.get("/oauth2/v1/grants").await.ok()["grants"].clone();
        assert_eq!((&grants[0]["clientName"], &grants[0]["grantedAt"]), (&json!("Elm Ledger"), &json!(server.now())));
        assert_eq!(grants[0]["usedAt"], json!(server.now()));
        assert_eq!(grants[0]["scopes"], asked["scopes"]);
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
    }

    async fn a_person_who_says_no_gives_nothing(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let decided = dana.decide(&partner, false, "").await.ok();
        let address = text(&decided, "redirectTo");
        assert_eq!(state_of(&address, "error").unwrap(), "access_denied");
        assert_eq!(state_of(&address, "state").unwrap(), "a b&c");
        assert_eq!(state_of(&address, "code"), None);
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
    }

    async fn what_is_not_right_is_refused_on_the_page_and_never_redirected_to(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ"], &[REDIRECT]).await;
        let right = json!({
            "allow": true, "response_type": "code", "client_id": partner.client_id, "redirect_uri": REDIRECT,
            "scope": "", "state": "s", "code_challenge": CHALLENGE, "code_challenge_method": "S256",
        });
        let theirs = server.northgate_admin().await.issue(&["KNOWLEDGE_READ"], &[REDIRECT]).await;
        for (field, wrong, reason) in [
            ("client_id", "nothing", "INVALID_CLIENT"),
            ("client_id", theirs.client_id.as_str(), "INVALID_CLIENT"),
            ("redirect_uri", "https://app.example/back", "INVALID_REDIRECT_URI"),
            ("redirect_uri", "https://evil.example/", "INVALID_REDIRECT_URI"),
            ("redirect_uri", "", "INVALID_REDIRECT_URI"),
            ("response_type", "token", "INVALID_REQUEST"),
            ("code_challenge_method", "plain", "INVALID_REQUEST"),
            ("code_challenge_method", "", "INVALID_REQUEST"),
            ("code_challenge", "", "INVALID_REQUEST"),
            ("code_challenge", "short", "INVALID_REQUEST"),
            ("scope", "knowledge:write", "INVALID_SCOPE"),
            ("scope", "everything", "INVALID_SCOPE"),
        ] {
            let mut body = right.clone();
            body[field] = json!(wrong);
            let decided = dana.post("/oauth2/v1/authorization", body.clone()).await;
            assert_eq!((decided.status.as_u16(), decided.reason().as_str()), (400, reason), "{field}={wrong}");
            let query: Vec<(&str, &str)> = body.as_object().unwrap().iter()
                .filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)))
                .collect();
            let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
            let asked = dana.get(&format!("/oauth2/v1/authorization?{query}")).await;
            assert_eq!((asked.status.as_u16(), asked.reason().as_str()), (400, reason), "{field}={wrong}");
            assert!(asked.headers.get("location").is_none());
        }
        assert_eq!(dana.post("/oauth2/v1/authorization", right).await.status, 200);
    }

    async fn a_code_is_bound_to_its_client_its_address_and_its_verifier(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue_public(&SCOPES).await;
        let body = json!({ "redirectUris": [REDIRECT, "https://app.example/other"] });
        let path = format!("/admin/partners/{}", partner.id);
        dana.patch(&path, body).await.ok();
        let emptied = dana.patch(&path, json!({ "updateMask": "redirectUris" })).await;
        assert_eq!((emptied.status.as_u16(), emptied.fields()), (400, vec!["redirectUris".to_owned()]));
        let other = dana.issue_public(&SCOPES).await;
        let code = dana.allow(&partner, "").await;
        let right = [
            ("grant_type", "authorization_code"),
            ("client_id", partner.client_id.as_str()),
            ("code", code.as_str()),
            ("redirect_uri", REDIRECT),
            ("code_verifier", VERIFIER),
        ];
        for (field, wrong) in [
            ("client_id", other.client_id.as_str()),
            ("redirect_uri", "https://app.example/other"),
            ("redirect_uri", ""),
            ("code_verifier", ""),
            ("code_verifier", CHALLENGE),
            ("code_verifier", &VERIFIER[..42]),
            ("code", "invented"),
        ] {
            let fields = right.map(|(name, value)| (name, if name == field { wrong } else { value }));
            let refused = server.exchange(&fields).await;
            assert_eq!(error(&refused), (400, "invalid_grant".into()), "{field}={wrong}");
        }
        let message = ExchangeTokenRequest {
            grant_type: "authorization_code".into(),
            client_id: partner.client_id.clone(),
            code: code.clone(),
            redirect_uri: REDIRECT.into(),
            ..Default::default()
        };
        let refused = OAuthServiceClient::new(server.channel().await).exchange_token(message.clone()).await.unwrap_err();
        assert_eq!(refused.code(), Code::FailedPrecondition);
        assert_eq!(refused.get_details_error_info().unwrap().reason, "INVALID_GRANT");
        let told = server.codes("OAuthService/ExchangeToken", &[], &message).await;
        assert_eq!(told, [Code::FailedPrecondition; 2]);
        assert_eq!(server.exchange(&right).await.status, 200);
    }

    async fn a_client_with_a_secret_authenticates_with_it_for_every_grant(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let other = dana.issue(&SCOPES, &[REDIRECT]).await;
        let code = dana.allow(&partner, "").await;
        let id = ("client_id", partner.client_id.as_str());
        let proof = [("redirect_uri", REDIRECT), ("code_verifier", VERIFIER)];
        let by_code = [("grant_type", "authorization_code"), ("code", code.as_str()), proof[0], proof[1]];
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let (access, refresh) = (text(&tokens, "access_token"), text(&tokens, "refresh_token"));
        let by_refresh = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        let wrong = ("client_secret", other.secret.as_str());
        for (path, fields) in [
            ("/oauth2/v1/token", &by_code[..]),
            ("/oauth2/v1/token", &by_refresh),
            ("/oauth2/v1/revoke", &[("token", access.as_str())]),
        ] {
            // By the code or token alone, with PKCE or not; with another secret, and with an empty one.
            for more in [&[id][..], &[id, wrong], &[id, ("client_secret", "")]] {
                let refused = server.form(path, "", &[fields, more].concat()).await;
                assert_eq!(error(&refused), (401, "invalid_client".into()), "{path} {more:?}");
            }
            let empty = basic(&Partner { id: String::new(), client_id: partner.client_id.clone(), secret: String::new() });
            assert_eq!(error(&server.form(path, &empty, fields).await), (401, "invalid_client".into()), "{path}");
        }
        let message = ExchangeTokenRequest {
            grant_type: "authorization_code".into(),
            client_id: partner.client_id.clone(),
            code: code.clone(),
            redirect_uri: REDIRECT.into(),
            code_verifier: VERIFIER.into(),
            ..Default::default()
        };
        let told = server.codes("OAuthService/ExchangeToken", &[], &message).await;
        assert_eq!(told, [Code::Unauthenticated; 2]);
        // Nothing was used up or ended by that: the client itself goes on, in either way.
        assert_eq!(server.bearer("GET", ANSWERS, &access, None).await.status, 200);
        let by_code = server.form("/oauth2/v1/token", &basic(&partner), &by_code).await.ok();
        assert!(by_code["refresh_token"].is_string());
        let secret = ("client_secret", partner.secret.as_str());
        let refreshed = server.exchange(&[by_refresh[0], by_refresh[1], id, secret]).await.ok();
        let revoked = [("token", refreshed["access_token"].as_str().unwrap())];
        assert_eq!(server.form("/oauth2/v1/revoke", &basic(&partner), &revoked).await.ok(), json!({}));
        assert_eq!(refused_soon(&server, revoked[0].1).await.reason(), "INVALID_TOKEN");
        // PKCE is asked of it as well.
        let code = dana.allow(&partner, "").await;
        let bare = [("grant_type", "authorization_code"), ("code", code.as_str()), ("redirect_uri", REDIRECT)];
        let refused = server.form("/oauth2/v1/token", &basic(&partner), &bare).await;
        assert_eq!(error(&refused), (400, "invalid_grant".into()));
    }

    async fn a_public_client_has_no_secret_and_proves_itself_by_pkce_alone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue_public(&SCOPES).await;
        assert_eq!(partner.secret, "");
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let next = server.refresh(&partner, &text(&tokens, "refresh_token")).await.ok();
        let access = text(&next, "access_token");
        assert_eq!(server.bearer("GET", ANSWERS, &access, None).await.status, 200);
        let id = ("client_id", partner.client_id.as_str());
        assert_eq!(server.form("/oauth2/v1/revoke", "", &[id, ("token", &access)]).await.ok(), json!({}));
        assert_eq!(refused_soon(&server, &access).await.reason(), "INVALID_TOKEN");

        let machine = [("grant_type", "client_credentials"), id];
        assert_eq!(error(&server.exchange(&machine).await), (400, "unauthorized_client".into()));
        // It has no secret, so that none is the right one.
        for secret in ["x", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"] {
            let refused = server.exchange(&[machine[0], id, ("client_secret", secret)]).await;
            assert_eq!(error(&refused), (401, "invalid_client".into()));
        }
        let rotated = dana.post(&format!("/admin/partners/{}/secret", partner.id), json!({})).await;
        assert_eq!((rotated.status.as_u16(), rotated.reason().as_str()), (400, "PARTNER_IS_PUBLIC"));
        let body = json!({ "name": "Elm Pocket 2", "isPublic": false });
        let changed = dana.patch(&format!("/admin/partners/{}", partner.id), body).await.ok();
        assert_eq!(changed["partner"]["isPublic"], true);
        let body = json!({ "name": "Elm", "scopes": ["COMPANY_READ"], "isPublic": true });
        let refused = dana.post("/admin/partners", body).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["redirectUris".to_owned()]));
        let confidential = dana.issue(&["COMPANY_READ"], &[REDIRECT]).await;
        let listed = dana.get("/admin/partners").await.ok()["partners"].clone();
        let of = |id: &str| listed.as_array().unwrap().iter().find(|one| one["_id"] == *id).unwrap()["isPublic"].clone();
        assert_eq!((of(&partner.id), of(&confidential.id)), (json!(true), json!(false)));
    }

    async fn a_code_works_for_a_minute(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let (late, timely) = (dana.allow(&partner, "").await, dana.allow(&partner, "").await);
        server.clock.advance(Duration::from_secs(60));
        assert_eq!(server.redeem(&partner, &timely).await.status, 200);
        server.clock.advance(Duration::from_secs(1));
        assert_eq!(error(&server.redeem(&partner, &late).await), (400, "invalid_grant".into()));
    }

    async fn a_code_that_is_used_twice_ends_all_that_came_of_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let other = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let code = dana.allow(&partner, "").await;
        let tokens = server.redeem(&partner, &code).await.ok();
        let token = text(&tokens, "access_token");
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
        assert_eq!(error(&server.redeem(&partner, &code).await), (400, "invalid_grant".into()));
        assert_eq!(refused_soon(&server, &token).await.reason(), "INVALID_TOKEN");
        let refreshed = server.refresh(&partner, &text(&tokens, "refresh_token")).await;
        assert_eq!(error(&refreshed), (400, "invalid_grant".into()));
        // What was decided another time goes on.
        assert_eq!(server.bearer("GET", ANSWERS, &text(&other, "access_token"), None).await.status, 200);
    }

    async fn of_many_at_once_one_redeems_a_code(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let code = dana.allow(&partner, "").await;
        let answers = futures::future::join_all((0..8).map(|_| server.redeem(&partner, &code))).await;
        assert!(answers.iter().filter(|answer| answer.status == 200).count() <= 1);
        let token = answers.iter().find(|answer| answer.status == 200).map(|answer| text(&answer.json(), "access_token"));
        assert_eq!(refused_soon(&server, &token.unwrap_or_default()).await.reason(), "INVALID_TOKEN");
    }

    async fn a_refresh_token_turns_and_used_twice_ends_its_family(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let first = server.redeem(&partner, &dana.allow(&partner, "knowledge:read communities:read").await).await.ok();
        server.clock.advance(Duration::from_secs(29 * 24 * 3600));
        let second = server.refresh(&partner, &text(&first, "refresh_token")).await.ok();
        assert_eq!(second["scope"], "communities:read knowledge:read");
        let narrow = [
            ("grant_type", "refresh_token"),
            ("client_id", partner.client_id.as_str()),
            ("client_secret", partner.secret.as_str()),
            ("refresh_token", second["refresh_token"].as_str().unwrap()),
            ("scope", "knowledge:write"),
        ];
        assert_eq!(error(&server.exchange(&narrow).await), (400, "invalid_scope".into()));
        let narrow = narrow.map(|(name, value)| (name, if name == "scope" { "communities:read" } else { value }));
        let third = server.exchange(&narrow).await.ok();
        assert_eq!(third["scope"], "communities:read");
        let denied = server.bearer("GET", ANSWERS, &text(&third, "access_token"), None).await;
        assert_eq!(denied.reason(), "INSUFFICIENT_SCOPE");
        let fourth = server.refresh(&partner, &text(&third, "refresh_token")).await.ok();
        assert_eq!(fourth["scope"], "communities:read knowledge:read");
        let live = text(&fourth, "access_token");
        assert_eq!(server.bearer("GET", ANSWERS, &live, None).await.status, 200);

        assert_eq!(error(&server.refresh(&partner, &text(&third, "refresh_token")).await), (400, "invalid_grant".into()));
        assert_eq!(refused_soon(&server, &live).await.reason(), "INVALID_TOKEN");
        let last = server.refresh(&partner, &text(&fourth, "refresh_token")).await;
        assert_eq!(error(&last), (400, "invalid_grant".into()));
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
    }

    async fn a_refresh_token_works_for_thirty_days_and_for_its_own_client(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let other = dana.issue(&SCOPES, &[REDIRECT]).await;
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let refresh = text(&tokens, "refresh_token");
        assert_eq!(error(&server.refresh(&other, &refresh).await), (400, "invalid_grant".into()));
        let access = text(&tokens, "access_token");
        assert_eq!(error(&server.refresh(&partner, &access).await), (400, "invalid_grant".into()));
        assert_eq!(server.bearer("GET", ANSWERS, &refresh, None).await.reason(), "INVALID_TOKEN");
        server.clock.advance(Duration::from_secs(30 * 24 * 3600 + 1));
        assert_eq!(error(&server.refresh(&partner, &refresh).await), (400, "invalid_grant".into()));
    }

    async fn a_person_whose_role_changed_or_who_left_is_heeded(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let unused = dana.allow(&partner, "").await;
        let token = text(&tokens, "access_token");
        assert_eq!(server.bearer("GET", OSPREY, &token, None).await.status, 200);
        let change = |sql: &'static str| {
            let server = &server;
            async move {
                let mut tx = server.db.platform().await.unwrap();
                assert_eq!(tx.query(sql).run().await.unwrap(), 1);
                // Nobody says so to the server, as when a word is lost.
                tx.commit().await.unwrap();
            }
        };
        change("UPDATE staff SET restricted_view = true WHERE id = 'staff-harborline-admin'").await;
        assert_eq!(refused_soon(&server, &token).await.reason(), "SCREEN_NOT_AVAILABLE");
        change("UPDATE staff SET active = false WHERE id = 'staff-harborline-admin'").await;
        let left = async {
            while server.bearer("GET", ANSWERS, &token, None).await.reason() != "INVALID_TOKEN" {
                tokio::time::sleep(BREATHER).await;
            }
        };
        within("the token is no longer valid", left).await;
        let refreshed = server.refresh(&partner, &text(&tokens, "refresh_token")).await;
        assert_eq!(error(&refreshed), (400, "invalid_grant".into()));
        assert_eq!(error(&server.redeem(&partner, &unused).await), (400, "invalid_grant".into()));
    }

    async fn what_was_granted_does_not_come_back_with_its_person(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let marcus = server.login("manager@harborline.example").await;
        let tokens = server.redeem(&partner, &marcus.allow(&partner, "").await).await.ok();
        for act in ["deactivate", "reactivate"] {
            dana.post(&format!("/users/id/staff-harborline-manager/{act}"), json!({})).await.ok();
        }
        assert_eq!(server.bearer("GET", ANSWERS, &text(&tokens, "access_token"), None).await.reason(), "INVALID_TOKEN");
        let refreshed = server.refresh(&partner, &text(&tokens, "refresh_token")).await;
        assert_eq!(error(&refreshed), (400, "invalid_grant".into()));
        let marcus = server.login("manager@harborline.example").await;
        server.redeem(&partner, &marcus.allow(&partner, "").await).await.ok();
    }

    async fn a_person_ends_what_they_granted_and_nobody_elses(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let marcus = server.login("manager@harborline.example").await;
        let tokens = server.redeem(&partner, &marcus.allow(&partner, "").await).await.ok();
        let token = text(&tokens, "access_token");
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
        let grants = marcus.get("/oauth2/v1/grants").await.ok()["grants"].clone();
        let path = format!("/oauth2/v1/grants/{}", grants[0]["_id"].as_str().unwrap());
        let (theirs, none) = (dana.delete(&path).await, dana.delete("/oauth2/v1/grants/nothing").await);
        assert_eq!((theirs.status.as_u16(), &theirs.json()["message"]), (404, &none.json()["message"]));
        assert_eq!(marcus.delete(&path).await.ok(), json!({}));
        assert_eq!(refused_soon(&server, &token).await.reason(), "INVALID_TOKEN");
        assert_eq!(marcus.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
        assert_eq!(marcus.delete(&path).await.status, 404);
    }

    async fn a_person_has_two_hundred_grants_and_the_oldest_ends(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let first = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let second = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        for _ in 0..199 {
            dana.allow(&partner, "").await;
        }
        assert_eq!(refused_soon(&server, &text(&first, "access_token")).await.reason(), "INVALID_TOKEN");
        assert_eq!(server.bearer("GET", ANSWERS, &text(&second, "access_token"), None).await.status, 200);
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"].as_array().unwrap().len(), 200);
        // A code that nobody redeemed is no grant any more.
        server.clock.advance(Duration::from_secs(61));
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"].as_array().unwrap().len(), 1);
    }

    async fn what_is_long_over_is_not_kept(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        server.machine(&partner).await;
        server.later(Duration::from_secs(26 * 3600)).await;
        server.machine(&partner).await;
        let mut tx = server.db.platform_read().await.unwrap();
        let kept: Vec<(i32,)> = tx.query("SELECT kind FROM partner_token ORDER BY kind").all().await.unwrap();
        drop(tx);
        assert_eq!(kept, [(2,), (3,)]);
        assert_eq!(server.refresh(&partner, &text(&tokens, "refresh_token")).await.status, 200);
    }

    async fn a_client_revokes_its_tokens_and_nobody_elses(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue_public(&SCOPES).await;
        let other = dana.issue(&SCOPES, &[]).await;
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let (access, refresh) = (text(&tokens, "access_token"), text(&tokens, "refresh_token"));
        let revoke = |client: &Partner, token: &str| {
            let (client, token) = (client.client_id.clone(), token.to_owned());
            let server = &server;
            async move {
                let fields = [("client_id", client.as_str()), ("token", &token), ("token_type_hint", "access_token")];
                server.form("/oauth2/v1/revoke", "", &fields).await
            }
        };
        // A machine's secret must be shown.
        assert_eq!(error(&revoke(&other, &access).await), (401, "invalid_client".into()));
        let theirs = server.form("/oauth2/v1/revoke", &basic(&other), &[("token", access.as_str())]).await;
        assert_eq!(theirs.ok(), json!({}));
        assert_eq!(server.bearer("GET", ANSWERS, &access, None).await.status, 200);
        assert_eq!(revoke(&partner, &access).await.ok(), json!({}));
        assert_eq!(refused_soon(&server, &access).await.reason(), "INVALID_TOKEN");
        let next = server.refresh(&partner, &refresh).await.ok();
        assert_eq!(revoke(&partner, &text(&next, "refresh_token")).await.ok(), json!({}));
        assert_eq!(refused_soon(&server, &text(&next, "access_token")).await.reason(), "INVALID_TOKEN");
        assert_eq!(revoke(&partner, "invented").await.status, 200);
        let message = RevokeTokenRequest { token: "x".into(), client_id: "nobody".into(), client_secret: String::new() };
        let told = server.codes("OAuthService/RevokeToken", &[], &message).await;
        assert_eq!(told, [Code::Unauthenticated; 2]);
    }

    async fn a_client_that_does_not_prove_itself_is_refused_and_waits_in_the_end(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[]).await;
        let grant = ("grant_type", "client_credentials");
        let id = ("client_id", partner.client_id.as_str());
        let unknown = server.exchange(&[grant, ("client_id", "nobody"), ("client_secret", "x")]).await;
        let wrong = server.exchange(&[grant, id, ("client_secret", "x")]).await;
        assert_eq!(unknown.json()["message"], wrong.json()["message"]);
        assert_eq!(wrong.headers["www-authenticate"], "Basic realm=\"oauth2\"");
        assert_eq!(error(&server.exchange(&[grant, id]).await), (401, "invalid_client".into()));
        assert_eq!(error(&server.exchange(&[grant]).await), (401, "invalid_client".into()));
        let basic_wrong = basic(&Partner { id: String::new(), client_id: partner.client_id.clone(), secret: "x".into() });
        for _ in 0..18 {
            let refused = server.form("/oauth2/v1/token", &basic_wrong, &[grant]).await;
            assert_eq!(error(&refused), (401, "invalid_client".into()));
        }
        let limited = server.form("/oauth2/v1/token", &basic_wrong, &[grant]).await;
        assert_eq!(error(&limited), (429, "too_many_attempts".into()));
        assert!(limited.headers.contains_key("retry-after"));
        // Whoever has the right secret does not suffer from that.
        server.machine(&partner).await;
    }

    async fn whoever_only_knows_its_name_takes_nothing_from_a_client(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (partner, told) in [
            (dana.issue_public(&SCOPES).await, (400, "invalid_grant")),
            (dana.issue(&SCOPES, &[REDIRECT]).await, (401, "invalid_client")),
        ] {
            dana.patch(&format!("/admin/partners/{}", partner.id), json!({ "requestsPerMinute": 2 })).await.ok();
            let nameless = Partner { secret: String::new(), ..partner.clone() };
            for _ in 0..20 {
                assert_eq!(error(&server.redeem(&nameless, "invented").await), (told.0, told.1.into()));
            }
            assert_eq!(error(&server.redeem(&nameless, "invented").await), (429, "too_many_attempts".into()));
            let code = dana.allow(&partner, "").await;
            assert_eq!(server.redeem(&partner, &code).await.status, 200);
        }
    }

    async fn what_a_token_is_asked_for_with_must_be_right(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ"], &[]).await;
        let ask = |fields: &'static [(&'static str, &'static str)]| {
            let (server, authorization) = (&server, basic(&partner));
            async move { error(&server.form("/oauth2/v1/token", &authorization, fields).await) }
        };
        assert_eq!(ask(&[]).await, (400, "invalid_request".into()));
        assert_eq!(ask(&[("grant_type", "password")]).await, (400, "unsupported_grant_type".into()));
        let grant = "client_credentials";
        assert_eq!(ask(&[("grant_type", "client_credentials"), ("scope", "company:read")]).await, (400, "invalid_scope".into()));
        assert_eq!(ask(&[("grant_type", "client_credentials"), ("grant_type", "x")]).await, (400, "invalid_request".into()));
        assert_eq!(ask(&[("grant_type", "client_credentials"), ("client_id", "other")]).await, (400, "invalid_request".into()));
        assert_eq!(ask(&[("grant_type", "client_credentials"), ("client_secret", "x")]).await, (400, "invalid_request".into()));
        let answer = server.form("/oauth2/v1/token", &basic(&partner), &[("grant_type", grant), ("unknown", "x"), ("unknown", "y")]).await;
        assert_eq!(answer.status, 200);
    }

    async fn where_everything_is_can_be_looked_up(server: TestServer) {
        let found = server.rest("GET", "/.well-known/oauth-authorization-server", "", None).await;
        assert_eq!(found.headers["content-type"], "application/json");
        let found = found.ok();
        assert_eq!(found["issuer"], "https://parlor.example");
        assert_eq!(found["authorization_endpoint"], "https://parlor.example/oauth2/v1/auth");
        assert_eq!(found["token_endpoint"], "https://parlor.example/oauth2/v1/token");
        assert_eq!(found["code_challenge_methods_supported"], json!(["S256"]));
        let methods = json!(["client_secret_basic", "client_secret_post", "none"]);
        for endpoint in ["token", "revocation"] {
            assert_eq!(found[format!("{endpoint}_endpoint_auth_methods_supported")], methods);
        }
        assert_eq!(found["scopes_supported"].as_array().unwrap().len(), 19);
        assert_eq!(found["jwks_uri"], "https://parlor.example/.well-known/jwks.json");
    }

    async fn no_other_call_takes_a_form(server: TestServer) {
        let fields = [("email", "admin@harborline.example"), ("password", PASSWORD)];
        let refused = server.form("/users/login", "", &fields).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "CONTENT_TYPE_NOT_SUPPORTED"));
        let dana = server.harborline_admin().await;
        let request = http::Request::post(format!("http://{}/oauth2/v1/authorization", server.address))
            .header("usertoken", &dana.token)
            .header("content-type", "application/x-www-form-urlencoded");
        let refused = server.send(request.body("allow=true".to_owned().into()).unwrap()).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "CONTENT_TYPE_NOT_SUPPORTED"));
    }

    async fn a_page_of_another_origin_may_send_a_token(server: TestServer) {
        let request = http::Request::builder()
            .method("OPTIONS")
            .uri(format!("http://{}{ANSWERS}", server.address))
            .header("origin", "https://dash.example")
            .header("access-control-request-method", "GET")
            .header("access-control-request-headers", "authorization");
        let answer = server.send(request.body(Default::default()).unwrap()).await;
        assert!(answer.headers["access-control-allow-headers"].to_str().unwrap().contains("authorization"));
    }
}
