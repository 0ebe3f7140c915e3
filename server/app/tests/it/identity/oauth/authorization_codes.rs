//! A user authorizes an application, and its code can be redeemed once, in time and by that application only.
use contract::v1::{ExchangeTokenRequest, o_auth_service_client::OAuthServiceClient};
use tonic::Code;
use tonic_types::StatusExt;

use super::*;

const MERIDIAN: &str = "/textCommunities/community/community-the-meridian/answers";

on_both! {
    async fn an_authorized_application_has_the_users_access_within_its_scopes(server: TestServer) {
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
        let consent = marcus.get(&format!("/oauth2/v1/authorization?{query}")).await.ok();
        assert_eq!(consent["clientName"], "Elm Ledger");
        assert_eq!(consent["scopes"], json!(["see your communities", "read the bot's answers"]));
        assert_eq!(consent["redirectHost"], "app.example");

        let decided = marcus.decide(&partner, true, "knowledge:read communities:read").await.ok();
        let address = text(&decided, "redirectTo");
        assert!(address.starts_with(&format!("{REDIRECT}&code=")), "{address}");
        assert_eq!(redirect_parameter(&address, "state").unwrap(), "a b&c");
        assert_eq!(redirect_parameter(&address, "iss").unwrap(), "https://parlor.example");
        let tokens = server.redeem(&partner, &redirect_parameter(&address, "code").unwrap()).await.ok();
        assert_eq!(tokens["scope"], "communities:read knowledge:read");
        let token = text(&tokens, "access_token");
        // The application has the access of the user, limited to the authorized scopes.
        assert_eq!(server.bearer("GET", MERIDIAN, &token, None).await.status, 200);
        assert_eq!(server.bearer("GET", OSPREY, &token, None).await.status, 404);
        let body = json!({ "category": "Pets", "question": "May I keep a heron?", "answer": "No." });
        assert_eq!(server.bearer("POST", ANSWERS, &token, Some(body)).await.reason(), "INSUFFICIENT_SCOPE");
        assert_eq!(server.bearer("GET", "/users/token", &token, None).await.reason(), "INSUFFICIENT_SCOPE");

        let grants = marcus.get("/oauth2/v1/grants").await.ok()["grants"].clone();
        assert_eq!((&grants[0]["clientName"], &grants[0]["grantedAt"]), (&json!("Elm Ledger"), &json!(server.now())));
        assert_eq!(grants[0]["usedAt"], json!(server.now()));
        assert_eq!(grants[0]["scopes"], consent["scopes"]);
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
    }

    async fn denying_authorization_creates_no_grant(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let decided = dana.decide(&partner, false, "").await.ok();
        let address = text(&decided, "redirectTo");
        assert_eq!(redirect_parameter(&address, "error").unwrap(), "access_denied");
        assert_eq!(redirect_parameter(&address, "state").unwrap(), "a b&c");
        assert_eq!(redirect_parameter(&address, "code"), None);
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
    }

    async fn an_invalid_authorization_request_is_refused_without_a_redirect(server: TestServer) {
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
            let consent = dana.get(&format!("/oauth2/v1/authorization?{query}")).await;
            assert_eq!((consent.status.as_u16(), consent.reason().as_str()), (400, reason), "{field}={wrong}");
            assert!(consent.headers.get("location").is_none());
        }
        assert_eq!(dana.post("/oauth2/v1/authorization", right).await.status, 200);
    }

    async fn an_authorization_code_is_bound_to_its_client_redirect_uri_and_verifier(server: TestServer) {
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
        let codes = server.codes("OAuthService/ExchangeToken", &[], &message).await;
        assert_eq!(codes, [Code::FailedPrecondition; 2]);
        assert_eq!(server.exchange(&right).await.status, 200);
    }

    async fn an_authorization_code_expires_after_a_minute(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let (late, timely) = (dana.allow(&partner, "").await, dana.allow(&partner, "").await);
        server.clock.advance(Duration::from_secs(60));
        assert_eq!(server.redeem(&partner, &timely).await.status, 200);
        server.clock.advance(Duration::from_secs(1));
        assert_eq!(error(&server.redeem(&partner, &late).await), (400, "invalid_grant".into()));
    }

    async fn reusing_an_authorization_code_revokes_its_tokens(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let other = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let code = dana.allow(&partner, "").await;
        let tokens = server.redeem(&partner, &code).await.ok();
        let token = text(&tokens, "access_token");
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
        assert_eq!(error(&server.redeem(&partner, &code).await), (400, "invalid_grant".into()));
        assert_eq!(call_until_refused(&server, &token).await.reason(), "INVALID_TOKEN");
        let refreshed = server.refresh(&partner, &text(&tokens, "refresh_token")).await;
        assert_eq!(error(&refreshed), (400, "invalid_grant".into()));
        // Tokens of another authorization stay valid.
        assert_eq!(server.bearer("GET", ANSWERS, &text(&other, "access_token"), None).await.status, 200);
    }

    async fn concurrent_redemptions_of_a_code_succeed_at_most_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let code = dana.allow(&partner, "").await;
        let answers = futures::future::join_all((0..8).map(|_| server.redeem(&partner, &code))).await;
        assert!(answers.iter().filter(|answer| answer.status == 200).count() <= 1);
        let token = answers.iter().find(|answer| answer.status == 200).map(|answer| text(&answer.json(), "access_token"));
        assert_eq!(call_until_refused(&server, &token.unwrap_or_default()).await.reason(), "INVALID_TOKEN");
    }
}
