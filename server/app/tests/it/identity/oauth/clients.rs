//! Authentication of clients, with and without a secret.
use contract::v1::{ExchangeTokenRequest, RevokeTokenRequest, o_auth_service_client::OAuthServiceClient};
use tonic::Code;

use super::*;

on_both! {
    async fn client_credentials_are_accepted_in_a_form_a_header_and_json(server: TestServer) {
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

    async fn a_confidential_client_must_authenticate_for_every_grant(server: TestServer) {
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
            // With only the code or token, with and without PKCE; with a wrong secret, and with an empty one.
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
        let codes = server.codes("OAuthService/ExchangeToken", &[], &message).await;
        assert_eq!(codes, [Code::Unauthenticated; 2]);
        // The failed calls did not use up or end anything: the client can still redeem its code and revoke
        // its token.
        assert_eq!(server.bearer("GET", ANSWERS, &access, None).await.status, 200);
        let by_code = server.form("/oauth2/v1/token", &basic(&partner), &by_code).await.ok();
        assert!(by_code["refresh_token"].is_string());
        let secret = ("client_secret", partner.secret.as_str());
        let refreshed = server.exchange(&[by_refresh[0], by_refresh[1], id, secret]).await.ok();
        let revoked = [("token", refreshed["access_token"].as_str().unwrap())];
        assert_eq!(server.form("/oauth2/v1/revoke", &basic(&partner), &revoked).await.ok(), json!({}));
        assert_eq!(call_until_refused(&server, revoked[0].1).await.reason(), "INVALID_TOKEN");
        // A client with a secret must also prove PKCE.
        let code = dana.allow(&partner, "").await;
        let bare = [("grant_type", "authorization_code"), ("code", code.as_str()), ("redirect_uri", REDIRECT)];
        let refused = server.form("/oauth2/v1/token", &basic(&partner), &bare).await;
        assert_eq!(error(&refused), (400, "invalid_grant".into()));
    }

    async fn a_public_client_has_no_secret_and_authenticates_with_pkce(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue_public(&SCOPES).await;
        assert_eq!(partner.secret, "");
        let tokens = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let next = server.refresh(&partner, &text(&tokens, "refresh_token")).await.ok();
        let access = text(&next, "access_token");
        assert_eq!(server.bearer("GET", ANSWERS, &access, None).await.status, 200);
        let id = ("client_id", partner.client_id.as_str());
        assert_eq!(server.form("/oauth2/v1/revoke", "", &[id, ("token", &access)]).await.ok(), json!({}));
        assert_eq!(call_until_refused(&server, &access).await.reason(), "INVALID_TOKEN");

        let machine = [("grant_type", "client_credentials"), id];
        assert_eq!(error(&server.exchange(&machine).await), (400, "unauthorized_client".into()));
        // A public client has no secret, so that no secret is valid.
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

    async fn a_client_can_revoke_only_its_own_tokens(server: TestServer) {
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
        // A machine must present its secret.
        assert_eq!(error(&revoke(&other, &access).await), (401, "invalid_client".into()));
        let theirs = server.form("/oauth2/v1/revoke", &basic(&other), &[("token", access.as_str())]).await;
        assert_eq!(theirs.ok(), json!({}));
        assert_eq!(server.bearer("GET", ANSWERS, &access, None).await.status, 200);
        assert_eq!(revoke(&partner, &access).await.ok(), json!({}));
        assert_eq!(call_until_refused(&server, &access).await.reason(), "INVALID_TOKEN");
        let next = server.refresh(&partner, &refresh).await.ok();
        assert_eq!(revoke(&partner, &text(&next, "refresh_token")).await.ok(), json!({}));
        assert_eq!(call_until_refused(&server, &text(&next, "access_token")).await.reason(), "INVALID_TOKEN");
        assert_eq!(revoke(&partner, "invented").await.status, 200);
        let message = RevokeTokenRequest { token: "x".into(), client_id: "nobody".into(), client_secret: String::new() };
        let codes = server.codes("OAuthService/RevokeToken", &[], &message).await;
        assert_eq!(codes, [Code::Unauthenticated; 2]);
    }

    async fn failed_client_authentication_is_refused_and_rate_limited(server: TestServer) {
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
        // A client with the right secret is not limited.
        server.machine(&partner).await;
    }

    async fn calls_with_only_a_client_id_do_not_use_up_the_limit_of_the_client(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (partner, expected) in [
            (dana.issue_public(&SCOPES).await, (400, "invalid_grant")),
            (dana.issue(&SCOPES, &[REDIRECT]).await, (401, "invalid_client")),
        ] {
            dana.patch(&format!("/admin/partners/{}", partner.id), json!({ "requestsPerMinute": 2 })).await.ok();
            let nameless = Partner { secret: String::new(), ..partner.clone() };
            for _ in 0..20 {
                assert_eq!(error(&server.redeem(&nameless, "invented").await), (expected.0, expected.1.into()));
            }
            assert_eq!(error(&server.redeem(&nameless, "invented").await), (429, "too_many_attempts".into()));
            let code = dana.allow(&partner, "").await;
            assert_eq!(server.redeem(&partner, &code).await.status, 200);
        }
    }

    async fn an_invalid_oauth_token_request_is_refused(server: TestServer) {
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
}
