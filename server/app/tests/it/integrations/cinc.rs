//! CINC: the authorization, syncs, and the renewal of the access.
use std::time::Duration;

use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};

use crate::{support::*, tenancy::communities::set_company};

const CONNECTION: &str = "/admin/companies/company-northgate/softwareConnection";
const CINC: &str = "/admin/companies/company-northgate/softwareConnection/cinc";
const START: &str = "/admin/companies/company-northgate/softwareConnection/cinc/start";
const SYNC: &str = "/companies/sync/companyId/company-northgate";
/// The communities of Northgate, with the codes that they have in CINC.
const THREE: [(&str, &str); 3] =
    [("LARK", "Larkspur Commons"), ("TINS", "Tinsmith Lofts"), ("JUNI", "Juniper Mesa")];
const HOUR: Duration = Duration::from_secs(3_600);

/// Makes CINC the software of Northgate. Returns the administrator.
async fn with_cinc(server: &TestServer) -> Staff<'_> {
    set_company(server, "company-northgate", "software = 9").await;
    server.cinc.set_associations(&THREE);
    server.northgate_admin().await
}

/// Starts a connection and allows it at CINC. Returns what the browser brings back.
async fn allow(server: &TestServer, staff: &Staff<'_>) -> Value {
    let started = staff.post(START, json!({ "managementId": CINC_MANAGEMENT })).await.ok();
    let (state, code) = server.cinc.allow(started["authorizationUrl"].as_str().unwrap());
    json!({ "state": state, "code": code })
}

/// Connects Northgate to CINC, where no association has accounts. Returns the administrator.
async fn connect(server: &TestServer) -> Staff<'_> {
    let ingrid = with_cinc(server).await;
    let allowed = allow(server, &ingrid).await;
    ingrid.put(CINC, allowed).await.ok();
    // Its accounts in the demo have other numbers.
    let larkspur = "/textCommunities/community/community-larkspur-commons/accounts";
    for account in ingrid.get(larkspur).await.ok()["accounts"].as_array().unwrap() {
        ingrid.delete(&format!("{larkspur}/{}", account["_id"].as_str().unwrap())).await.ok();
    }
    ingrid
}

/// Syncs the communities, and then the accounts. Returns the state of the sync.
async fn sync(server: &TestServer, staff: &Staff<'_>) -> Value {
    staff.get(SYNC).await.ok();
    server.settled().await;
    staff.get(CONNECTION).await.ok()["connection"]["lastSync"].clone()
}

fn message(refused: &Answer) -> String {
    refused.json()["message"].as_str().unwrap().to_owned()
}

on_both! {
    async fn cinc_is_connected_by_an_authorization_that_works_once(server: TestServer) {
        let ingrid = with_cinc(&server).await;
        let started = ingrid.post(START, json!({ "managementId": CINC_MANAGEMENT })).await.ok();
        let url = started["authorizationUrl"].as_str().unwrap();
        let redirect_uri = "redirect_uri=https%3A%2F%2Fparlor.example%2Fadmin%3Fsection%3Dsoftware&";
        assert!(url.contains(redirect_uri), "{url}");
        let (state, code) = server.cinc.allow(url);
        let allowed = json!({ "state": state, "code": code });
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["managementId"], "");
        let connection = ingrid.put(CINC, allowed.clone()).await.ok()["connection"].clone();
        let expected = json!({
            "software": "CINC", "clientId": "", "companyCode": "", "login": "", "managementId": CINC_MANAGEMENT,
            "connectedAt": server.now(),
        });
        assert_eq!(connection, expected);
        assert!(server.cinc.requests().contains(&"/api/management/7/associations?".to_owned()));
        assert_eq!(ingrid.put(CINC, allowed).await.reason(), "SOFTWARE_AUTHORIZATION_INVALID");
        let trail = ingrid.get("/admin/audit?limit=10").await.json().to_string();
        assert!(trail.contains("Connected CINC with the management ID 7."), "{trail}");
        assert!(!trail.contains("access-1") && !trail.contains("refresh-1"), "{trail}");

        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        let calls = server.cinc.requests().len();
        assert_eq!(ingrid.get(SYNC).await.reason(), "NO_ASSOCIATIONS");
        assert_eq!(server.cinc.requests().len(), calls, "the tokens are deleted");
    }

    async fn only_who_started_an_authorization_can_complete_it_within_ten_minutes(server: TestServer) {
        let ingrid = with_cinc(&server).await;
        let allowed = allow(&server, &ingrid).await;
        let operator = server.login("admin@parlor.example").await;
        let reason = "SOFTWARE_AUTHORIZATION_INVALID";
        assert_eq!(operator.put(CINC, allowed.clone()).await.reason(), reason);
        let guessed = json!({ "state": "0".repeat(64), "code": allowed["code"] });
        assert_eq!(ingrid.put(CINC, guessed).await.reason(), reason);
        let newer = allow(&server, &ingrid).await;
        assert_eq!(ingrid.put(CINC, allowed).await.reason(), reason, "it was started again");
        server.later(Duration::from_secs(600)).await;
        assert_eq!(ingrid.put(CINC, newer).await.reason(), reason, "it has expired");
        assert_eq!(server.cinc.issued(), 0);
        let last = allow(&server, &ingrid).await;
        server.later(Duration::from_secs(599)).await;
        ingrid.put(CINC, last).await.ok();
    }

    async fn a_code_or_a_management_id_that_cinc_does_not_accept_saves_nothing(server: TestServer) {
        let ingrid = with_cinc(&server).await;
        let mut allowed = allow(&server, &ingrid).await;
        allowed["code"] = json!("guess");
        let refused = ingrid.put(CINC, allowed.clone()).await;
        assert_eq!(refused.reason(), "SOFTWARE_CALL_FAILED");
        assert_eq!(message(&refused), "Nothing was saved. CINC does not accept the authorization. Connect CINC again.");
        assert_eq!(ingrid.put(CINC, allowed).await.reason(), "SOFTWARE_AUTHORIZATION_INVALID");
        let started = ingrid.post(START, json!({ "managementId": "8" })).await.ok();
        let (state, code) = server.cinc.allow(started["authorizationUrl"].as_str().unwrap());
        let refused = ingrid.put(CINC, json!({ "state": state, "code": code })).await;
        assert!(message(&refused).contains("Check the ID"), "{}", message(&refused));
        assert_eq!(ingrid.post(START, json!({ "managementId": "../7" })).await.fields(), ["managementId"]);
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["managementId"], "");
    }

    async fn a_sync_reads_associations_and_homeowners(server: TestServer) {
        let ingrid = connect(&server).await;
        server.cinc.set_homeowners("TINS", json!([
            {
                "Name": "Ana Ruiz ", "txtPropertyHOID": "TI75", "txtUnitNo": "75", "Phone": "2025550111",
                "EmlPropertyEmail": "Ana@example.com", "numBalance": -0.92, "isCurrentOwner": true,
            },
            { "Name": "Ben Ruiz", "txtPropertyHOID": "TI75", "Phone": "2025550112", "isCurrentOwner": true },
            { "Name": "Cy Old", "txtPropertyHOID": "TI76", "isCurrentOwner": false },
        ]));
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], &last["communities"], &last["accountsAdded"]), (&json!("SUCCEEDED"), &json!(3), &json!(1)));
        assert!(server.cinc.requests().contains(&"/api/management/7/homeowners/homeownerlookup?assocCode=TINS".to_owned()));
        let path = "/textCommunities/community/community-tinsmith-lofts";
        let community = ingrid.get(path).await.ok()["textCommunity"].clone();
        assert_eq!((&community["cinc_assoc_code"], &community["units"]), (&json!("TINS"), &json!(10)));
        let account = ingrid.get(&format!("{path}/accounts")).await.ok()["accounts"][0].clone();
        assert_eq!((&account["number"], &account["unit"], &account["name"]), (&json!("TI75"), &json!("75"), &json!("Ana Ruiz & Ben Ruiz")));
        assert_eq!((&account["phones"], &account["balanceCents"]), (&json!(["+12025550111", "+12025550112"]), &json!(-92)));
    }

    async fn an_expired_access_is_renewed_with_the_last_refresh_token(server: TestServer) {
        let ingrid = connect(&server).await;
        assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
        assert_eq!(server.cinc.issued(), 1);
        for issued in [2, 3] {
            server.later(HOUR).await;
            assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
            assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
            assert_eq!(server.cinc.issued(), issued, "tokens are renewed once, and the new ones are stored");
        }
        // A refusal that may pass keeps the refresh token.
        server.later(HOUR).await;
        server.cinc.refuse_tokens(&[503]);
        assert!(message(&ingrid.get(SYNC).await).contains("CINC failed (503)"));
        assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
        server.later(HOUR).await;
        server.cinc.refuse_tokens(&[400]);
        assert!(message(&ingrid.get(SYNC).await).contains("Connect CINC again"));
    }

    async fn calls_at_the_same_time_renew_the_access_once(server: TestServer) {
        let ingrid = connect(&server).await;
        server.later(HOUR).await;
        let (one, other) = tokio::join!(ingrid.get(SYNC), ingrid.get(SYNC));
        assert!(one.status == 200 || other.status == 200);
        server.settled().await;
        assert_eq!(server.cinc.issued(), 2);
        assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
    }

    async fn a_renewal_that_a_server_left_behind_ends_after_a_minute_whatever_the_clock_shows(server: TestServer) {
        let ingrid = connect(&server).await;
        server.later(HOUR).await;
        let company = CompanyId::from("company-northgate");
        let mut tx = server.db.write(&Scope::of_company(&company)).await.unwrap();
        let sql = "UPDATE software_connection SET renewal_id = 'of a killed server' WHERE company_id = $1";
        assert_eq!(tx.query(sql).bind(company.as_str()).run().await.unwrap(), 1);
        tx.commit().await.unwrap();
        for step in [0, 1_800] {
            server.clock.step(step);
            let refused = ingrid.get(SYNC).await;
            assert!(message(&refused).contains("The access to CINC is being renewed."), "{}", message(&refused));
        }
        server.later(Duration::from_secs(60)).await;
        assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
        assert_eq!(server.cinc.issued(), 2);
    }

    async fn a_server_without_a_credential_for_cinc_says_so(server: TestServer) {
        with_cinc(&server).await;
        let other = server.start_another_without_cinc().await;
        let ingrid = other.northgate_admin().await;
        assert_eq!(ingrid.get(CONNECTION).await.ok()["isConfigured"], false);
        let refused = ingrid.post(START, json!({ "managementId": CINC_MANAGEMENT })).await;
        assert_eq!(refused.reason(), "SOFTWARE_NOT_CONFIGURED");
        set_company(&server, "company-northgate", "software = 1").await;
        assert_eq!(ingrid.get(CONNECTION).await.ok()["isConfigured"], true);
        let refused = ingrid.post(START, json!({ "managementId": CINC_MANAGEMENT })).await;
        assert_eq!(refused.reason(), "SOFTWARE_NOT_CONNECTABLE");
    }
}
