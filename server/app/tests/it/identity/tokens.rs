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

fn asked(company: &str) -> Value {
    json!({ "entityId": company, "issuer": ISSUER })
}

async fn issued(staff: &Staff<'_>, body: Value) -> String {
    staff.post("/jwt/rollout", body).await.ok()["token"].as_str().unwrap().to_owned()
}

async fn key_set(server: &TestServer) -> JwkSet {
    serde_json::from_value(server.rest("GET", "/.well-known/jwks.json", "", None).await.ok()).unwrap()
}

async fn kids(server: &TestServer) -> Vec<String> {
    key_set(server).await.keys.into_iter().map(|key| key.common.key_id.unwrap()).collect()
}

fn kid(token: &str) -> String {
    jsonwebtoken::decode_header(token).unwrap().kid.unwrap()
}

/// Returns the claims of a token, verified with the public key set only.
async fn believed(server: &TestServer, token: &str) -> Value {
    let header = jsonwebtoken::decode_header(token).unwrap();
    let set = key_set(server).await;
    let key = set.find(&header.kid.unwrap()).expect("a published key");
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.validate_exp = false;
    validation.set_issuer(&[ISSUER]);
    jsonwebtoken::decode::<Value>(token, &DecodingKey::from_jwk(key).unwrap(), &validation).unwrap().claims
}

/// Returns all rows of the secret store: company, name and encrypted value.
async fn sealed(server: &TestServer) -> Vec<(String, String, String)> {
    let mut tx = server.db.platform_read().await.unwrap();
    tx.query("SELECT company_id, name, sealed FROM secret ORDER BY company_id, name").all().await.unwrap()
}

/// Returns a token with these claims, signed with the server's own key.
async fn forged(server: &TestServer, claims: &Value) -> String {
    let rows = sealed(server).await;
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

async fn rotated(server: &TestServer) -> String {
    let (clock, ids) = (Arc::new(server.clock.clone()), Arc::new(Ids::from_entropy()));
    let vault = Arc::new(Vault::new(&[KEY]).unwrap());
    app::cli::admin::rotate_signing_key(server.db.clone(), clock, ids, vault).await.unwrap()
}

on_both! {
    async fn whoever_has_the_key_set_can_believe_a_token(server: TestServer) {
        let dana = server.harborline_admin().await;
        let made = dana.post("/jwt/rollout", asked(HARBORLINE)).await.ok();
        let claims = believed(&server, made["token"].as_str().unwrap()).await;
        let at = now(&server);
        assert_eq!((&claims["iss"], &claims["sub"]), (&json!(ISSUER), &json!(HARBORLINE)));
        assert_eq!((&claims["iat"], &claims["exp"]), (&json!(at), &json!(at + 3600)));
        assert_eq!(made["expiresAt"], "2026-03-02T16:00:00Z");

        let asked = json!({ "entityId": HARBORLINE, "issuer": ISSUER, "expirationInSeconds": 60 });
        let grpc = json_of(&call(&server, "IntegrationService.IssueIntegrationToken", &dana.token, asked).await);
        let other = believed(&server, grpc["token"].as_str().unwrap()).await;
        assert_eq!(other["exp"], at + 60);
        assert_ne!(other["jti"], claims["jti"]);
        let trail = dana.get("/admin/audit").await.ok()["entries"].clone();
        assert_eq!((&trail[1]["action"], &trail[1]["subject"]), (&json!("TOKEN_ISSUED"), &claims["jti"]));
    }

    async fn the_key_set_is_public_and_may_be_kept_for_a_while(server: TestServer) {
        let answer = server.rest("GET", "/.well-known/jwks.json", "", None).await;
        assert_eq!(answer.headers["cache-control"], "public, max-age=300");
        assert_eq!(answer.headers["content-type"], "application/json");
        let key = &answer.ok()["keys"][0];
        let members: HashSet<&str> = key.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members, HashSet::from(["kty", "crv", "use", "alg", "kid", "x"]));
        assert_eq!((&key["kty"], &key["crv"], &key["alg"]), (&json!("OKP"), &json!("Ed25519"), &json!("EdDSA")));
        assert_eq!(server.rest("POST", "/.well-known/jwks.json", "", None).await.status, 405);
    }

    async fn fifty_first_calls_at_once_make_one_key(server: TestServer) {
        // Connections are opened in advance, so that the calls arrive closer together.
        futures::future::join_all((0..50).map(|_| server.rest("GET", "/healthz", "", None))).await;
        let all = futures::future::join_all((0..50).map(|_| kids(&server))).await;
        let different: HashSet<Vec<String>> = all.into_iter().collect();
        assert_eq!(different.len(), 1);
        let token = issued(&server.harborline_admin().await, asked(HARBORLINE)).await;
        assert!(different.contains(&vec![kid(&token)]));
    }

    async fn who_and_what_is_not_right_gets_no_token(server: TestServer) {
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
            let refused = dana.post("/jwt/rollout", asked(company)).await;
            assert_eq!((refused.status.as_u16(), refused.json()["message"].as_str()), (404, Some("There is no such company.")));
            let path = format!("/companies/{company}/clientCredential/ssm");
            assert_eq!(dana.post(&path, json!({ "JWT": "x.y.z" })).await.status, 404);
        }
        let rosalind = server.login("admin@parlor.example").await;
        issued(&rosalind, asked("company-northgate")).await;
        assert_eq!(rosalind.post("/jwt/rollout", asked("platform")).await.status, 404);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.post("/jwt/rollout", asked(HARBORLINE)).await.reason(), "ADMINISTRATORS_ONLY");
    }

    async fn a_company_gets_sixty_tokens_an_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        for _ in 0..60 {
            issued(&dana, asked(HARBORLINE)).await;
        }
        let refused = dana.post("/jwt/rollout", asked(HARBORLINE)).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_TOKENS"));
        issued(&server.northgate_admin().await, asked("company-northgate")).await;
        server.later(Duration::from_secs(3600)).await;
        issued(&dana, asked(HARBORLINE)).await;
    }

    async fn a_credential_is_stored_and_replaced_and_never_shown(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = issued(&dana, asked(HARBORLINE)).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": first })).await.ok(), json!({ "status": "STORED" }));
        let second = issued(&dana, asked(HARBORLINE)).await;
        let asked = json!({ "id": HARBORLINE, "JWT": second });
        let grpc = call(&server, "IntegrationService.StoreClientCredential", &dana.token, asked).await;
        assert_eq!(json_of(&grpc), json!({ "status": "REPLACED" }));

        let company = dana.get("/companies/companyId/company-harborline").await.ok()["company"].clone();
        assert_eq!(company["credential_name"], "client-company-harborline");
        let trail = dana.get("/admin/audit").await.ok();
        let actions: Vec<_> = trail["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["CREDENTIAL_REPLACED", "TOKEN_ISSUED", "CREDENTIAL_STORED", "TOKEN_ISSUED", "SESSION_OPENED"]);
        assert!(!company.to_string().contains(&second) && !trail.to_string().contains(&second));

        let rows = sealed(&server).await;
        let (company, name, kept) = &rows[0];
        assert_eq!((company.as_str(), name.as_str(), rows.len()), (HARBORLINE, "credential/client-company-harborline", 2));
        let plain = Vault::new(&[KEY]).unwrap().open(&HARBORLINE.into(), name, kept).unwrap();
        assert_eq!(plain, second.as_bytes());
    }

    async fn a_credential_follows_its_name(server: TestServer) {
        let (dana, rosalind) = (server.harborline_admin().await, server.login("admin@parlor.example").await);
        let path = "/admin/companies/company-harborline";
        rosalind.patch(path, json!({ "credential_name": "vantaca" })).await.ok();
        dana.post(STORE, json!({ "JWT": issued(&dana, asked(HARBORLINE)).await })).await.ok();
        rosalind.patch(path, json!({ "credential_name": "vantaca-2" })).await.ok();
        assert_eq!(sealed(&server).await[0].1, "credential/vantaca-2");
        let again = json!({ "JWT": issued(&dana, asked(HARBORLINE)).await });
        assert_eq!(dana.post(STORE, again).await.ok()["status"], "REPLACED");
        rosalind.patch(path, json!({ "credential_name": "" })).await.ok();
        assert!(sealed(&server).await.iter().all(|row| row.0 == "platform"));
    }

    async fn what_is_no_token_of_ours_for_this_company_now_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let good = issued(&dana, asked(HARBORLINE)).await;
        let signed = good.rsplit_once('.').unwrap().0;
        let at = now(&server);
        let claims = json!({ "iss": ISSUER, "sub": HARBORLINE, "iat": at, "exp": at + 3600, "jti": "x" });
        let with = |field: &str, value: Value| {
            let mut claims = claims.clone();
            claims[field] = value;
            claims
        };
        let base64 = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let ours = kid(&good);
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
        let northgate = issued(&server.northgate_admin().await, asked("company-northgate")).await;
        let refused = [
            ("unsigned", unsigned),
            ("without its signature", format!("{signed}.")),
            ("the public key as a secret", hmac(EncodingKey::from_secret(&URL_SAFE_NO_PAD.decode(&public).unwrap()))),
            ("the public key's text as a secret", hmac(EncodingKey::from_secret(public.as_bytes()))),
            ("another's key under our name", anothers(Some(&ours))),
            ("another's key", anothers(Some("stranger"))),
            ("no key's name", anothers(None)),
            ("altered", altered),
            ("another company's", northgate),
            ("another issuer's", forged(&server, &with("iss", json!("https://else.example"))).await),
            ("expired", forged(&server, &with("exp", json!(at))).await),
            ("without an end", forged(&server, &with("exp", Value::Null)).await),
            ("nonsense", "x.y.z".to_owned()),
            ("no token", "hello".to_owned()),
        ];
        for (what, jwt) in refused {
            let answer = dana.post(STORE, json!({ "JWT": jwt })).await;
            assert_eq!((answer.status.as_u16(), answer.fields()), (400, vec!["JWT".to_owned()]), "{what}");
        }
        assert!(sealed(&server).await.iter().all(|row| row.0 == "platform"));
        // Proves that the helper creates valid tokens.
        let right = forged(&server, &claims).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": right })).await.ok()["status"], "STORED");
        server.later(Duration::from_secs(3600)).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": good })).await.fields(), ["JWT"]);
    }

    async fn a_new_signing_key_leaves_the_old_one_believed_for_48_hours(server: TestServer) {
        let dana = server.harborline_admin().await;
        let old = issued(&dana, json!({ "entityId": HARBORLINE, "issuer": ISSUER, "expirationInSeconds": 86400 })).await;
        let said = rotated(&server).await;
        let new = issued(&dana, asked(HARBORLINE)).await;
        assert!(said.contains(&kid(&new)), "{said}");
        assert_eq!(kids(&server).await, [kid(&new), kid(&old)]);
        believed(&server, &old).await;
        assert_eq!(dana.post(STORE, json!({ "JWT": old })).await.ok()["status"], "STORED");
        server.later(Duration::from_secs(48 * 3600 - 1)).await;
        assert_eq!(kids(&server).await.len(), 2);
        server.later(Duration::from_secs(1)).await;
        assert_eq!(kids(&server).await, [kid(&new)]);
        let rosalind = server.login("admin@parlor.example").await;
        let trail = rosalind.get("/admin/audit?companyId=platform").await.ok();
        assert_eq!(trail["entries"][0]["action"], "SIGNING_KEY_ROTATED");
    }

    async fn the_operator_rotates_it_from_the_command_line(server: TestServer) {
        let before = kids(&server).await;
        let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.env_clear().args(["admin", "rotate-signing-key"]);
        command.env("PARLOR_SECRET_KEYS", platform::config::write_key(&KEY));
        match server.database.strip_suffix("parlor.db") {
            Some(folder) => command.env("PARLOR_DATA_DIR", folder),
            None => command.env("PARLOR_DATABASE_URL", owner_url(&server.database)),
        };
        let done = command.output().await.unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let after = kids(&server).await;
        assert_eq!((after.len(), &after[1]), (2, &before[0]));
        assert!(String::from_utf8_lossy(&done.stdout).contains(&after[0]));
    }

    async fn what_an_old_key_sealed_is_sealed_anew_at_the_next_start(server: TestServer) {
        let dana = server.harborline_admin().await;
        let jwt = issued(&dana, asked(HARBORLINE)).await;
        dana.post(STORE, json!({ "JWT": jwt })).await.ok();
        let before = sealed(&server).await;
        server.beside(&[[8; 32], KEY]).await;
        let after = sealed(&server).await;
        let new = Vault::new(&[[8; 32]]).unwrap();
        for ((company, name, sealed), old) in after.iter().zip(&before) {
            assert_ne!(sealed, &old.2);
            assert!(new.open(&company.as_str().into(), name, sealed).is_ok(), "{name}");
        }
        // The old key can be removed: tokens are signed and verified as before.
        let alone = server.beside(&[[8; 32]]).await;
        assert_eq!(sealed(&alone).await, after, "nothing is left to do");
        let ingrid = alone.northgate_admin().await;
        assert_eq!(kid(&issued(&ingrid, asked("company-northgate")).await), kid(&jwt));
    }

    async fn a_secret_moved_to_another_company_does_not_open(server: TestServer) {
        let (dana, ingrid) = (server.harborline_admin().await, server.northgate_admin().await);
        dana.post(STORE, json!({ "JWT": issued(&dana, asked(HARBORLINE)).await })).await.ok();
        let jwt = issued(&ingrid, asked("company-northgate")).await;
        ingrid.post("/companies/company-northgate/clientCredential/ssm", json!({ "JWT": jwt })).await.ok();
        let rows = sealed(&server).await;
        let mut tx = server.db.platform().await.unwrap();
        for (from, to) in [(0, 1), (1, 0)] {
            let sql = "UPDATE secret SET sealed = $1 WHERE company_id = $2 AND name = $3";
            let moved = tx.query(sql).bind(rows[from].2.as_str()).bind(rows[to].0.as_str()).bind(rows[to].1.as_str());
            assert_eq!(moved.run().await.unwrap(), 1);
        }
        tx.commit().await.unwrap();
        let vault = Vault::new(&[KEY]).unwrap();
        let swapped = sealed(&server).await;
        for (company, name, sealed) in &swapped[..2] {
            assert!(vault.open(&company.as_str().into(), name, sealed).is_err());
        }
        // Calls that need the secret fail without details.
        let rosalind = server.login("admin@parlor.example").await;
        let failed = rosalind.patch("/admin/companies/company-harborline", json!({ "credential_name": "x" })).await;
        assert_eq!((failed.status.as_u16(), failed.reason().as_str()), (500, "INTERNAL"));
        // A start with a new key does not change either secret.
        server.beside(&[[8; 32], KEY]).await;
        assert_eq!(sealed(&server).await[..2], swapped[..2]);
    }
}
