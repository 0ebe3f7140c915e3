//! Connecting a company to Buildium, and syncing its communities.
use super::*;
use crate::tenancy::communities::set_company;

on_both! {
    async fn connecting_buildium_tests_the_key_and_hides_the_secret(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        server.buildium.set_associations(&THREE);
        let nothing = json!({ "clientId": "", "companyCode": "", "login": "", "managementId": "" });
        let expected = json!({ "connection": nothing, "isConfigured": true });
        assert_eq!(ingrid.get(CONNECTION).await.ok(), expected);
        let wrong = json!({ "clientId": BUILDIUM_CLIENT, "clientSecret": "guess" });
        let refused = ingrid.put(BUILDIUM, wrong).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SOFTWARE_CALL_FAILED"));
        let words = refused.json()["message"].as_str().unwrap().to_owned();
        assert!(words.starts_with("Nothing was saved. Buildium does not accept the client ID"), "{words}");
        assert_eq!(ingrid.put(BUILDIUM, json!({ "clientId": "a b", "clientSecret": "c" })).await.fields(), ["clientId"]);
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["clientId"], "");

        let connection = ingrid.put(BUILDIUM, key()).await.ok()["connection"].clone();
        assert_eq!((&connection["software"], &connection["clientId"]), (&json!("BUILDIUM"), &json!(BUILDIUM_CLIENT)));
        assert_eq!((&connection["connectedAt"], connection.get("lastSync")), (&json!(server.now()), None));
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["clientId"], "");
        let calls = server.buildium.requests().len();
        assert_eq!(ingrid.get(SYNC).await.reason(), "NO_ASSOCIATIONS");
        assert_eq!(server.buildium.requests().len(), calls, "the key is deleted");
        let trail = ingrid.get("/admin/audit?limit=10").await.json().to_string();
        for action in ["SOFTWARE_CONNECTED", "SOFTWARE_DISCONNECTED"] {
            assert!(trail.contains(action), "{action} in {trail}");
        }
        assert!(!trail.contains(BUILDIUM_SECRET) && !connection.to_string().contains(BUILDIUM_SECRET));
    }

    async fn only_administrators_of_a_company_with_buildium_can_connect_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let own = "/admin/companies/company-harborline/softwareConnection/buildium";
        assert_eq!(dana.put(own, key()).await.reason(), "SOFTWARE_NOT_CONNECTABLE");
        assert_eq!(dana.put(BUILDIUM, key()).await.status, 404);
        assert_eq!(dana.get(CONNECTION).await.status, 404);
        assert_eq!(server.login("manager@harborline.example").await.put(own, key()).await.status, 403);
        assert!(server.buildium.requests().is_empty());
    }

    async fn a_sync_reads_the_associations_of_buildium_in_pages(server: TestServer) {
        let ingrid = connect(&server).await;
        let before = server.buildium.requests().len();
        let mut many: Vec<(i64, String)> = THREE.map(|(id, name)| (id, name.to_owned())).to_vec();
        many.extend((4..=1_203).map(|id| (id, format!("Court {id}"))));
        let many: Vec<(i64, &str)> = many.iter().map(|(id, name)| (*id, name.as_str())).collect();
        server.buildium.set_associations(&many);
        let rest = ingrid.get(SYNC).await.ok();
        assert_eq!((rest["added"].as_array().unwrap().len(), &rest["removed"]), (1_200, &json!([])));
        let requests = server.buildium.requests()[before..].to_vec();
        let expected = ["/v1/associations?limit=1000&offset=0", "/v1/associations?limit=1000&offset=1000"];
        assert_eq!(requests[..2], expected);
        let court = ingrid.get("/textCommunities/tag/court%201203").await.ok()["textCommunity"].clone();
        assert_eq!(court["buildium_assoc_code"], "1203");
        let last = last_sync(&ingrid).await;
        assert_eq!((&last["state"], &last["communities"]), (&json!("RUNNING"), &json!(1_203)));
    }

    async fn an_association_that_is_no_longer_active_is_deleted_here(server: TestServer) {
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        change(&server, "associations", 3, "IsActive", json!(false));
        let rest = ingrid.get(SYNC).await.ok();
        assert_eq!((&rest["added"], &rest["removed"]), (&json!([]), &json!(["Juniper Mesa"])));
        let archived = ingrid.get("/admin/textCommunities?archived=true").await.ok();
        assert_eq!(archived["communities"][0]["archivedReason"], "It is no longer in BUILDIUM.");
        server.settled().await;
        let last = last_sync(&ingrid).await;
        assert_eq!((&last["state"], &last["communities"]), (&json!("SUCCEEDED"), &json!(2)));
    }

    async fn a_sync_that_buildium_does_not_answer_changes_nothing_and_says_why(server: TestServer) {
        use BuildiumBehavior::*;
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        let before = ingrid.get("/textCommunities/turbo-communities").await.ok();
        let cases: [(&[BuildiumBehavior], &str); 8] = [
            (&[Refuse(401, None)], "does not accept the client ID"),
            (&[Refuse(403, None)], "let it view associations"),
            (&[Refuse(429, Some(120))], "Try again in 120 seconds"),
            (&[Refuse(500, None); 3], "Buildium failed (500). Buildium says: The request was refused. Reason: A test"),
            (&[Refuse(422, None)], "Buildium refused the request (422)"),
            (&[TalkNonsense("<html>oops</html>")], "could not be understood"),
            (&[HideTotal], "could not be understood"),
            (&[Close; 3], "connection to Buildium broke"),
        ];
        for (behaviors, words) in cases {
            server.later(Duration::from_secs(3_600)).await;
            server.buildium.will(behaviors);
            let refused = ingrid.get(SYNC).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SOFTWARE_CALL_FAILED"), "{words}");
            let message = refused.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(words), "{message}");
            let last = last_sync(&ingrid).await;
            assert_eq!((&last["state"], &last["problem"]), (&json!("FAILED"), &json!(message)));
            assert_eq!((&last["startedAt"], &last["finishedAt"]), (&json!(server.now()), &json!(server.now())));
        }
        assert_eq!(ingrid.get("/textCommunities/turbo-communities").await.ok(), before);
        // Requests that fail for a moment are repeated.
        server.later(Duration::from_secs(3_600)).await;
        server.buildium.will(&[Refuse(503, None), Refuse(429, Some(1))]);
        assert_eq!(sync(&server, &ingrid).await["state"], "SUCCEEDED");
    }

    async fn a_sync_ends_if_buildium_is_slow(server: TestServer) {
        let ingrid = connect(&server).await;
        let calls = server.buildium.requests().len();
        server.buildium.will(&[BuildiumBehavior::Hang]);
        let advance = async {
            server.buildium.called(calls + 1).await;
            server.clock.advance(Duration::from_secs(16));
        };
        let (refused, ()) = tokio::join!(ingrid.get(SYNC), advance);
        assert!(refused.json()["message"].as_str().unwrap().contains("did not answer in time"));
    }

    async fn a_list_that_changes_while_it_is_read_is_not_used(server: TestServer) {
        let ingrid = connect(&server).await;
        server.buildium.will(&[BuildiumBehavior::Miscount]);
        let refused = ingrid.get(SYNC).await;
        assert!(refused.json()["message"].as_str().unwrap().contains("changed while it was being read"));
        server.buildium.set_associations(&[(1, "Larkspur Commons"), (1, "Tinsmith Lofts")]);
        assert_eq!(ingrid.get(SYNC).await.reason(), "SOFTWARE_CALL_FAILED");
        server.buildium.set_associations(&[]);
        assert!(ingrid.get(SYNC).await.json()["message"].as_str().unwrap().contains("no active associations"));
        server.buildium.set_associations(&[(1, "Larkspur Commons"), (2, "?")]);
        let refused = ingrid.get(SYNC).await;
        assert!(refused.json()["message"].as_str().unwrap().contains("Association 2 in BUILDIUM"));
    }

    async fn a_connected_company_takes_no_file_and_a_company_that_is_not_connected_does(server: TestServer) {
        let ingrid = connect(&server).await;
        let file = "/admin/companies/company-northgate/associations";
        let data = json!({ "data": "code,name\n1,Larkspur Commons\n2,Tinsmith Lofts\n3,Juniper Mesa\n" });
        assert_eq!(ingrid.put(file, data.clone()).await.reason(), "SOFTWARE_CONNECTED");
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        ingrid.put(file, data).await.ok();
        let calls = server.buildium.requests().len();
        assert_eq!(ingrid.get(SYNC).await.ok()["communities"].as_array().unwrap().len(), 3);
        server.settled().await;
        assert_eq!(server.buildium.requests().len(), calls);
        // A file would be out of date when the company is disconnected again.
        ingrid.put(BUILDIUM, key()).await.ok();
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        assert_eq!(ingrid.get(SYNC).await.reason(), "NO_ASSOCIATIONS");
    }

    async fn a_company_that_changes_its_software_is_not_synced_with_buildium(server: TestServer) {
        let ingrid = connect(&server).await;
        set_company(&server, "company-northgate", "software = 1").await;
        let calls = server.buildium.requests().len();
        assert_eq!(ingrid.get(CONNECTION).await.ok()["connection"]["clientId"], "");
        assert_eq!(ingrid.get(SYNC).await.reason(), "NO_ASSOCIATIONS");
        assert_eq!(server.buildium.requests().len(), calls);
    }
}
