//! Connecting a company to Vantaca, and syncing its communities.
use super::*;

/// Returns why a sync of these associations is refused.
async fn refusal(server: &TestServer, staff: &Staff<'_>, associations: &[(&str, &str)]) -> String {
    server.vantaca.set_associations(associations);
    let refused = staff.get(SYNC).await;
    assert_eq!(refused.reason(), "SOFTWARE_CALL_FAILED");
    refused.json()["message"].as_str().unwrap().to_owned()
}

on_both! {
    async fn connecting_vantaca_tests_the_login_and_hides_the_password(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let wrong = json!({ "companyCode": VANTACA_COMPANY, "login": VANTACA_LOGIN, "password": "guess" });
        let refused = ingrid.put(VANTACA, wrong).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SOFTWARE_CALL_FAILED"));
        let words = refused.json()["message"].as_str().unwrap().to_owned();
        assert!(words.starts_with("Nothing was saved. Vantaca does not accept this login"), "{words}");
        let incomplete = json!({ "companyCode": "a b", "login": "parlor", "password": "c" });
        assert_eq!(ingrid.put(VANTACA, incomplete).await.fields(), ["companyCode"]);
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["companyCode"], "");

        let connection = ingrid.put(VANTACA, user()).await.ok()["connection"].clone();
        let expected = json!({
            "software": "VANTACA", "clientId": "", "companyCode": VANTACA_COMPANY, "login": VANTACA_LOGIN,
            "managementId": "", "connectedAt": server.now(),
        });
        assert_eq!(connection, expected);
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"], expected);
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["login"], "");
        let calls = server.vantaca.requests().len();
        assert_eq!(ingrid.get(SYNC).await.reason(), "NO_ASSOCIATIONS");
        assert_eq!(server.vantaca.requests().len(), calls, "the password is deleted");
        let trail = ingrid.get("/admin/audit?limit=10").await.json().to_string();
        for words in ["SOFTWARE_CONNECTED", "Connected Vantaca as parlor-api of northgate-live.", "SOFTWARE_DISCONNECTED"] {
            assert!(trail.contains(words), "{words} in {trail}");
        }
        assert!(!trail.contains(VANTACA_PASSWORD), "{trail}");
    }

    async fn a_company_with_other_software_cannot_connect_to_vantaca(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.put(VANTACA, user()).await.reason(), "SOFTWARE_NOT_CONNECTABLE");
        let ingrid = with_vantaca(&server).await;
        let key = json!({ "clientId": BUILDIUM_CLIENT, "clientSecret": BUILDIUM_SECRET });
        let buildium = "/admin/companies/company-northgate/softwareConnection/buildium";
        assert_eq!(ingrid.put(buildium, key).await.reason(), "SOFTWARE_NOT_CONNECTABLE");
        assert_eq!(server.harborline_admin().await.put(VANTACA, user()).await.status, 404);
        assert!(server.vantaca.requests().is_empty());
    }

    async fn a_sync_reads_the_associations_of_vantaca(server: TestServer) {
        let ingrid = connect(&server).await;
        server.vantaca.set_associations(&[THREE[0], THREE[1], ("QB", "Quarry Bend")]);
        let rest = ingrid.get(SYNC).await.ok();
        assert_eq!((&rest["added"], &rest["removed"]), (&json!(["Quarry Bend"]), &json!([])));
        let tinsmith = ingrid.get(&format!("/textCommunities/community/{TINSMITH}")).await.ok()["textCommunity"].clone();
        assert_eq!((&tinsmith["vantaca_assoc_code"], &tinsmith["units"]), (&json!("TL"), &json!(10)));
        server.vantaca.set_associations(&THREE[..2]);
        let rest = ingrid.get(SYNC).await.ok();
        assert_eq!((&rest["added"], &rest["removed"]), (&json!([]), &json!(["Quarry Bend"])));
        let archived = ingrid.get("/admin/textCommunities?archived=true").await.ok();
        assert_eq!(archived["communities"][0]["archivedReason"], "It is no longer in VANTACA.");
    }

    async fn a_sync_that_vantaca_does_not_answer_changes_nothing_and_never_shows_the_password(server: TestServer) {
        use VantacaBehavior::*;
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        let before = ingrid.get("/textCommunities/turbo-communities").await.ok();
        let cases: [(&[VantacaBehavior], &str); 6] = [
            (&[Refuse(403)], "does not accept this login"),
            (&[Refuse(429); 3], "Vantaca is busy"),
            (&[Refuse(500); 3], "Vantaca failed (500)."),
            (&[Refuse(400)], "Vantaca refused the request (400)."),
            (&[TalkNonsense("<html>oops</html>")], "could not be understood"),
            (&[Close; 3], "connection to Vantaca broke"),
        ];
        for (behaviors, words) in cases {
            server.later(Duration::from_secs(3_600)).await;
            server.vantaca.will(behaviors);
            let refused = ingrid.get(SYNC).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SOFTWARE_CALL_FAILED"), "{words}");
            let message = refused.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(words), "{message}");
            for secret in [VANTACA_LOGIN, "0123456789", "http", "pwd"] {
                assert!(!message.contains(secret), "{message}");
            }
            let last = last_sync(&ingrid).await;
            assert_eq!((&last["state"], &last["problem"]), (&json!("FAILED"), &json!(message)));
        }
        assert_eq!(ingrid.get("/textCommunities/turbo-communities").await.ok(), before);
        server.later(Duration::from_secs(3_600)).await;
        server.vantaca.will(&[Refuse(503)]);
        assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
    }

    async fn a_list_that_cannot_be_right_is_not_used(server: TestServer) {
        let ingrid = connect(&server).await;
        let none = refusal(&server, &ingrid, &[]).await;
        assert!(none.contains("lists no associations"), "{none}");
        let repeated = refusal(&server, &ingrid, &[("LC", "Larkspur Commons"), ("LC", "Tinsmith Lofts")]).await;
        assert!(repeated.contains("association LC twice"), "{repeated}");
        let unnamed = refusal(&server, &ingrid, &[("LC", "Larkspur Commons"), ("TL", "?")]).await;
        assert!(unnamed.contains("Association TL in VANTACA"), "{unnamed}");
    }

    async fn a_sync_ends_if_vantaca_is_slow(server: TestServer) {
        let ingrid = connect(&server).await;
        let calls = server.vantaca.requests().len();
        server.vantaca.will(&[VantacaBehavior::Hang]);
        let advance = async {
            server.vantaca.called(calls + 1).await;
            server.clock.advance(Duration::from_secs(16));
        };
        let (refused, ()) = tokio::join!(ingrid.get(SYNC), advance);
        assert!(refused.json()["message"].as_str().unwrap().contains("Vantaca did not answer in time"));
    }
}
