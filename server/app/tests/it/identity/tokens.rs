//! Integration tokens, the keys that sign them, and the encryption of secrets.
use std::{collections::HashSet, sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, jwk::JwkSet};
use platform::{Ids, Vault};
use serde_json::{Value, json};

use crate::{
    support::*,
    tenancy::companies::{call, json_of},
};

const HARBORLINE: &str = "company-harborline";
const ISSUER: &str = "https://parlor.example";
const STORE: &str = "/companies/company-harborline/clientCredential/ssm";

fn token_request(company: &str) -> Value {
    json!({ "entityId": company, "issuer": ISSUER })
}

async fn issue_token(staff: &Staff<'_>, body: Value) -> String {
    staff.post("/jwt/rollout", body).await.ok()["token"].as_str().unwrap().to_owned()
}

async fn key_set(server: &TestServer) -> JwkSet {
    serde_json::from_value(server.rest("GET", "/.well-known/jwks.json", "", None).await.ok()).unwrap()
}

async fn key_ids(server: &TestServer) -> Vec<String> {
    key_set(server).await.keys.into_iter().map(|key| key.common.key_id.unwrap()).collect()
}

fn key_id(token: &str) -> String {
    jsonwebtoken::decode_header(token).unwrap().kid.unwrap()
}

/// Returns the claims of a token, verified with the public key set only.
async fn verified_claims(server: &TestServer, token: &str) -> Value {
    let header = jsonwebtoken::decode_header(token).unwrap();
    let set = key_set(server).await;
    let key = set.find(&header.kid.unwrap()).expect("a published key");
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.validate_exp = false;
    validation.set_issuer(&[ISSUER]);
    jsonwebtoken::decode::<Value>(token, &DecodingKey::from_jwk(key).unwrap(), &validation).unwrap().claims
}

/// Returns all rows of the secret store: company, name and encrypted value.
async fn stored_secrets(server: &TestServer) -> Vec<(String, String, String)> {
    let mut tx = server.db.platform_read().await.unwrap();
    tx.query("SELECT company_id, name, sealed FROM secret ORDER BY company_id, name").all().await.unwrap()
}

/// Returns a token with these claims, signed with the server's own key.
async fn sign_with_server_key(server: &TestServer, claims: &Value) -> String {
    let rows = stored_secrets(server).await;
    let (company, name, sealed) = rows.iter().find(|row| row.0 == "platform").unwrap();
    let plain = Vault::new(&[KEY]).unwrap().open(&company.as_str().into(), name, sealed).unwrap();
    let key = serde_json::from_slice::<Value>(&plain).unwrap()[0].clone();
    let seed: Vec<u8> = (0..32)
        .map(|i| u8::from_str_radix(&key["seed"].as_str().unwrap()[2 * i..2 * i + 2], 16).unwrap())
        .collect();
    let pair = aws_lc_rs::signature::Ed25519KeyPair::from_seed_unchecked(&seed).unwrap();
    let header = Header { kid: Some(key["kid"].as_str().unwrap().into()), ..Header::new(Algorithm::EdDSA) };
    let key = EncodingKey::from_ed_der(pair.to_pkcs8().unwrap().as_ref());
    jsonwebtoken::encode(&header, claims, &key).unwrap()
}

fn now(server: &TestServer) -> i64 {
    platform::Clock::now(&server.clock).0 / 1000
}

async fn rotate_signing_key(server: &TestServer) -> String {
    let (clock, ids) = (Arc::new(server.clock.clone()), Arc::new(Ids::from_entropy()));
    let vault = Arc::new(Vault::new(&[KEY]).unwrap());
    app::cli::admin::rotate_signing_key(server.db.clone(), clock, ids, vault).await.unwrap()
}

on_both! {
    async fn a_token_can_be_verified_with_the_key_set(server: TestServer) {
        let dana = server.harborline_admin().await;
        let issued = dana.post("/jwt/rollout", token_request(HARBORLINE)).await.ok();
        let claims = verified_claims(&server, issued["token"].as_str().unwrap()).await;
        let at = now(&server);
        assert_eq!((&claims["iss"], &claims["sub"]), (&json!(ISSUER), &json!(HARBORLINE)));
        assert_eq!((&claims["iat"], &claims["exp"]), (&json!(at), &json!(at + 3600)));
        assert_eq!(issued["expiresAt"], "2026-03-02T16:00:00Z");

        let request = json!({ "entityId": HARBORLINE, "issuer": ISSUER, "expirationInSeconds": 60 });
        let grpc = json_of(&call(&server, "IntegrationService.IssueIntegrationToken", &dana.token, request).await);
        let other = verified_claims(&server, grpc["token"].as_str().unwrap()).await;
        assert_eq!(other["exp"], at + 60);
        assert_ne!(other["jti"], claims["jti"]);
        let trail = dana.get("/admin/audit").await.ok()["entries"].clone();
        assert_eq!((&trail[1]["action"], &trail[1]["subject"]), (&json!("TOKEN_ISSUED"), &claims["jti"]));
    }

    async fn the_key_set_is_public_and_cacheable(server: TestServer) {
        let answer = server.rest("GET", "/.well-known/jwks.json", "", None).await;
        assert_eq!(answer.headers["cache-control"], "public, max-age=300");
        assert_eq!(answer.headers["content-type"], "application/json");
        let key = &answer.ok()["keys"][0];
        let members: HashSet<&str> = key.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members, HashSet::from(["kty", "crv", "use", "alg", "kid", "x"]));
        assert_eq!((&key["kty"], &key["crv"], &key["alg"]), (&json!("OKP"), &json!("Ed25519"), &json!("EdDSA")));
        assert_eq!(server.rest("POST", "/.well-known/jwks.json", "", None).await.status, 405);
    }

    async fn concurrent_first_calls_create_one_key(server: TestServer) {
        // Connections are opened in advance, so that the calls arrive closer together.
        futures::future::join_all((0..50).map(|_| server.rest("GET", "/healthz", "", None))).await;
        let all = futures::future::join_all((0..50).map(|_| key_ids(&server))).await;
        let different: HashSet<Vec<String>> = all.into_iter().collect();
        assert_eq!(different.len(), 1);
        let token = issue_token(&server.harborline_admin().await, token_request(HARBORLINE)).await;
        assert!(different.contains(&vec![key_id(&token)]));
    }

    async fn invalid_requests_for_an_integration_token_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({ "entityId": HARBORLINE, "issuer": "https://parlor.example.evil.example" });
        let issuer = dana.post("/jwt/rollout", body).await;
        assert_eq!((issuer.status.as_u16(), issuer.fields()), (400, vec!["issuer".to_owned()]));
        for seconds in [-1, 86_401] {
            let body = json!({ "entityId": HARBORLINE, "issuer": ISSUER, "expirationInSeconds": seconds });
            let refused = dana.post("/jwt/rollout", body).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["expirationInSeconds".to_owned()]));
        }
        for company in ["company-northgate", "company-nowhere", "platform"] {
            let refused = dana.post("/jwt/rollout", token_request(company)).await;
            assert_eq!((refused.status.as_u16(), refused.json()["message"].as_str()), (404, Some("There is no such company.")));
            let path = format!("/companies/{company}/clientCredential/ssm");
            assert_eq!(dana.post(&path, json!({ "JWT": "x.y.z" })).await.status, 404);
        }
        let rosalind = server.login("admin@parlor.example").await;
        issue_token(&rosalind, token_request("company-northgate")).await;
        assert_eq!(rosalind.post("/jwt/rollout", token_request("platform")).await.status, 404);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.post("/jwt/rollout", token_request(HARBORLINE)).await.reason(), "ADMINISTRATORS_ONLY");
    }

    async fn a_company_can_issue_at_most_60_tokens_per_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        for _ in 0..60 {
            issue_token(&dana, token_request(HARBORLINE)).await;
        }
        let refused = dana.post("/jwt/rollout", token_request(HARBORLINE)).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_TOKENS"));
        issue_token(&server.northgate_admin().await, token_request("company-northgate")).await;
        server.later(Duration::from_secs(3600)).await;
        issue_token(&dana, token_request(HARBORLINE)).await;
    }

    async fn a_stored_credential_can_be_replaced_and_is_never_returned(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = issue_token(&dana, token_request(HARBORLINE)).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": first })).await.ok(), json!({ "status": "STORED" }));
        let second = issue_token(&dana, token_request(HARBORLINE)).await;
        let request = json!({ "id": HARBORLINE, "JWT": second });
        let grpc = call(&server, "IntegrationService.StoreClientCredential", &dana.token, request).await;
        assert_eq!(json_of(&grpc), json!({ "status": "CLIENT_CREDENTIAL_STATUS_REPLACED" }));

        let company = dana.get("/companies/companyId/company-harborline").await.ok()["company"].clone();
        assert_eq!(company["credential_name"], "client-company-harborline");
        let trail = dana.get("/admin/audit").await.ok();
        let actions: Vec<_> = trail["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["CREDENTIAL_REPLACED", "TOKEN_ISSUED", "CREDENTIAL_STORED", "TOKEN_ISSUED", "SESSION_OPENED"]);
        assert!(!company.to_string().contains(&second) && !trail.to_string().contains(&second));

        let rows = stored_secrets(&server).await;
        let (company, name, kept) = &rows[0];
        assert_eq!((company.as_str(), name.as_str(), rows.len()), (HARBORLINE, "credential/client-company-harborline", 2));
        let plain = Vault::new(&[KEY]).unwrap().open(&HARBORLINE.into(), name, kept).unwrap();
        assert_eq!(plain, second.as_bytes());
    }

    async fn a_stored_credential_is_renamed_and_removed_with_its_name(server: TestServer) {
        let (dana, rosalind) = (server.harborline_admin().await, server.login("admin@parlor.example").await);
        let path = "/admin/companies/company-harborline";
        rosalind.patch(path, json!({ "credential_name": "vantaca" })).await.ok();
        dana.post(STORE, json!({ "JWT": issue_token(&dana, token_request(HARBORLINE)).await })).await.ok();
        rosalind.patch(path, json!({ "credential_name": "vantaca-2" })).await.ok();
        assert_eq!(stored_secrets(&server).await[0].1, "credential/vantaca-2");
        let again = json!({ "JWT": issue_token(&dana, token_request(HARBORLINE)).await });
        assert_eq!(dana.post(STORE, again).await.ok()["status"], "REPLACED");
        rosalind.patch(path, json!({ "credential_name": "" })).await.ok();
        assert!(stored_secrets(&server).await.iter().all(|row| row.0 == "platform"));
    }

    async fn foreign_forged_and_expired_tokens_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let good = issue_token(&dana, token_request(HARBORLINE)).await;
        let signed = good.rsplit_once('.').unwrap().0;
        let at = now(&server);
        let claims = json!({ "iss": ISSUER, "sub": HARBORLINE, "iat": at, "exp": at + 3600, "jti": "x" });
        let with = |field: &str, value: Value| {
            let mut claims = claims.clone();
            claims[field] = value;
            claims
        };
        let base64 = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let ours = key_id(&good);
        let unsigned = format!("{}.{}.", base64(&json!({ "alg": "none", "typ": "JWT", "kid": ours })), base64(&claims));
        let public = key_set(&server).await.keys[0].clone();
        let public = serde_json::to_value(&public).unwrap()["x"].as_str().unwrap().to_owned();
        let hmac = |key: EncodingKey| {
            let header = Header { kid: Some(ours.clone()), ..Header::new(Algorithm::HS256) };
            jsonwebtoken::encode(&header, &claims, &key).unwrap()
        };
        let stranger = aws_lc_rs::signature::Ed25519KeyPair::from_seed_unchecked(&[9; 32]).unwrap();
        let stranger = EncodingKey::from_ed_der(stranger.to_pkcs8().unwrap().as_ref());
        let anothers = |kid: Option<&str>| {
            let header = Header { kid: kid.map(str::to_owned), ..Header::new(Algorithm::EdDSA) };
            jsonwebtoken::encode(&header, &claims, &stranger).unwrap()
        };
        let altered = format!("{}.{}.{}", good.split('.').next().unwrap(), base64(&claims), good.rsplit('.').next().unwrap());
        let northgate = issue_token(&server.northgate_admin().await, token_request("company-northgate")).await;
        let refused = [
            ("unsigned", unsigned),
            ("without its signature", format!("{signed}.")),
            ("the public key as a secret", hmac(EncodingKey::from_secret(&URL_SAFE_NO_PAD.decode(&public).unwrap()))),
            ("the public key's text as a secret", hmac(EncodingKey::from_secret(public.as_bytes()))),
            ("another key with the ID of the current key", anothers(Some(&ours))),
            ("an unknown key", anothers(Some("stranger"))),
            ("no key ID", anothers(None)),
            ("altered", altered),
            ("for another company", northgate),
            ("from another issuer", sign_with_server_key(&server, &with("iss", json!("https://else.example"))).await),
            ("expired", sign_with_server_key(&server, &with("exp", json!(at))).await),
            ("without an expiry", sign_with_server_key(&server, &with("exp", Value::Null)).await),
            ("nonsense", "x.y.z".to_owned()),
            ("no token", "hello".to_owned()),
        ];
        for (case, jwt) in refused {
            let answer = dana.post(STORE, json!({ "JWT": jwt })).await;
            assert_eq!((answer.status.as_u16(), answer.fields()), (400, vec!["JWT".to_owned()]), "{case}");
        }
        assert!(stored_secrets(&server).await.iter().all(|row| row.0 == "platform"));
        // Proves that the helper creates valid tokens.
        let valid = sign_with_server_key(&server, &claims).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": valid })).await.ok()["status"], "STORED");
        server.later(Duration::from_secs(3600)).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": good })).await.fields(), ["JWT"]);
    }

    async fn a_replaced_signing_key_is_published_for_48_hours(server: TestServer) {
        let dana = server.harborline_admin().await;
        let old = issue_token(&dana, json!({ "entityId": HARBORLINE, "issuer": ISSUER, "expirationInSeconds": 86400 })).await;
        let output = rotate_signing_key(&server).await;
        let new = issue_token(&dana, token_request(HARBORLINE)).await;
        assert!(output.contains(&key_id(&new)), "{output}");
        assert_eq!(key_ids(&server).await, [key_id(&new), key_id(&old)]);
        verified_claims(&server, &old).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": old })).await.ok()["status"], "STORED");
        server.later(Duration::from_secs(48 * 3600 - 1)).await;
        assert_eq!(key_ids(&server).await.len(), 2);
        server.later(Duration::from_secs(1)).await;
        assert_eq!(key_ids(&server).await, [key_id(&new)]);
        let rosalind = server.login("admin@parlor.example").await;
        let trail = rosalind.get("/admin/audit?companyId=platform").await.ok();
        assert_eq!(trail["entries"][0]["action"], "SIGNING_KEY_ROTATED");
    }

    async fn the_signing_key_can_be_rotated_from_the_command_line(server: TestServer) {
        let before = key_ids(&server).await;
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.env_clear().args(["admin", "rotate-signing-key"]);
        command.env("PARLOR_SECRET_KEYS", platform::config::write_key(&KEY));
        match server.database.strip_suffix("parlor.db") {
            Some(folder) => command.env("PARLOR_DATA_DIR", folder),
            None => command.env("PARLOR_DATABASE_URL", owner_url(&server.database)),
        };
        let done = command.output().await.unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let after = key_ids(&server).await;
        assert_eq!((after.len(), &after[1]), (2, &before[0]));
        assert!(String::from_utf8_lossy(&done.stdout).contains(&after[0]));
    }

    async fn secrets_are_re_encrypted_with_the_new_key_at_startup(server: TestServer) {
        let dana = server.harborline_admin().await;
        let jwt = issue_token(&dana, token_request(HARBORLINE)).await;
        dana.post(STORE, json!({ "JWT": jwt })).await.ok();
        let before = stored_secrets(&server).await;
        server.start_another(&[[8; 32], KEY]).await;
        let after = stored_secrets(&server).await;
        let new = Vault::new(&[[8; 32]]).unwrap();
        for ((company, name, sealed), old) in after.iter().zip(&before) {
            assert_ne!(sealed, &old.2);
            assert!(new.open(&company.as_str().into(), name, sealed).is_ok(), "{name}");
        }
        // The old key can be removed: tokens are signed and verified as before.
        let alone = server.start_another(&[[8; 32]]).await;
        assert_eq!(stored_secrets(&alone).await, after, "no secret is encrypted again");
        let ingrid = alone.northgate_admin().await;
        assert_eq!(key_id(&issue_token(&ingrid, token_request("company-northgate")).await), key_id(&jwt));
    }

    async fn a_secret_moved_to_another_company_cannot_be_decrypted(server: TestServer) {
        let (dana, ingrid) = (server.harborline_admin().await, server.northgate_admin().await);
        dana.post(STORE, json!({ "JWT": issue_token(&dana, token_request(HARBORLINE)).await })).await.ok();
        let jwt = issue_token(&ingrid, token_request("company-northgate")).await;
        ingrid.post("/companies/company-northgate/clientCredential/ssm", json!({ "JWT": jwt })).await.ok();
        let rows = stored_secrets(&server).await;
        let mut tx = server.db.platform().await.unwrap();
        for (from, to) in [(0, 1), (1, 0)] {
            let sql = "UPDATE secret SET sealed = $1 WHERE company_id = $2 AND name = $3";
            let moved = tx.query(sql).bind(rows[from].2.as_str()).bind(rows[to].0.as_str()).bind(rows[to].1.as_str());
            assert_eq!(moved.run().await.unwrap(), 1);
        }
        tx.commit().await.unwrap();
        let vault = Vault::new(&[KEY]).unwrap();
        let swapped = stored_secrets(&server).await;
        for (company, name, sealed) in &swapped[..2] {
            assert!(vault.open(&company.as_str().into(), name, sealed).is_err());
        }
        // Calls that need the secret fail without details.
        let rosalind = server.login("admin@parlor.example").await;
        let failed = rosalind.patch("/admin/companies/company-harborline", json!({ "credential_name": "x" })).await;
        assert_eq!((failed.status.as_u16(), failed.reason().as_str()), (500, "INTERNAL"));
        // A start with a new key does not change either secret.
        server.start_another(&[[8; 32], KEY]).await;
        assert_eq!(stored_secrets(&server).await[..2], swapped[..2]);
    }
}
