//! How long grants and their refresh tokens are valid, and what ends them.
use super::*;

on_both! {
    async fn a_refresh_token_is_rotated_and_its_reuse_revokes_the_grant(server: TestServer) {
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
        assert_eq!(call_until_refused(&server, &live).await.reason(), "INVALID_TOKEN");
        let last = server.refresh(&partner, &text(&fourth, "refresh_token")).await;
        assert_eq!(error(&last), (400, "invalid_grant".into()));
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
    }

    async fn a_refresh_token_is_valid_for_30_days_and_only_for_its_client(server: TestServer) {
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

    async fn a_token_follows_the_current_access_of_its_user(server: TestServer) {
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
                // Without a signal to the server, as if the signal had been lost.
                tx.commit().await.unwrap();
            }
        };
        change("UPDATE staff SET restricted_view = true WHERE id = 'staff-harborline-admin'").await;
        assert_eq!(call_until_refused(&server, &token).await.reason(), "SCREEN_NOT_AVAILABLE");
        change("UPDATE staff SET active = false WHERE id = 'staff-harborline-admin'").await;
        let left = async {
            while server.bearer("GET", ANSWERS, &token, None).await.reason() != "INVALID_TOKEN" {
                tokio::time::sleep(CALL_INTERVAL).await;
            }
        };
        within("the token is no longer valid", left).await;
        let refreshed = server.refresh(&partner, &text(&tokens, "refresh_token")).await;
        assert_eq!(error(&refreshed), (400, "invalid_grant".into()));
        assert_eq!(error(&server.redeem(&partner, &unused).await), (400, "invalid_grant".into()));
    }

    async fn reactivating_a_user_does_not_restore_their_grants(server: TestServer) {
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

    async fn a_user_can_revoke_only_their_own_grants(server: TestServer) {
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
        assert_eq!(call_until_refused(&server, &token).await.reason(), "INVALID_TOKEN");
        assert_eq!(marcus.get("/oauth2/v1/grants").await.ok()["grants"], json!([]));
        assert_eq!(marcus.delete(&path).await.status, 404);
    }

    async fn the_201st_grant_of_a_user_replaces_the_oldest(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&SCOPES, &[REDIRECT]).await;
        let first = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        let second = server.redeem(&partner, &dana.allow(&partner, "").await).await.ok();
        for _ in 0..199 {
            dana.allow(&partner, "").await;
        }
        assert_eq!(call_until_refused(&server, &text(&first, "access_token")).await.reason(), "INVALID_TOKEN");
        assert_eq!(server.bearer("GET", ANSWERS, &text(&second, "access_token"), None).await.status, 200);
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"].as_array().unwrap().len(), 200);
        // An authorization code that was not redeemed in time is no longer a grant.
        server.clock.advance(Duration::from_secs(61));
        assert_eq!(dana.get("/oauth2/v1/grants").await.ok()["grants"].as_array().unwrap().len(), 1);
    }

    async fn expired_tokens_are_deleted(server: TestServer) {
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
}
