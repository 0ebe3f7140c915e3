//! Syncing the homeowner accounts of communities with Buildium.
use platform::{Scope, ids::CompanyId};

use super::*;

on_both! {
    async fn a_sync_adds_changes_and_deletes_accounts(server: TestServer) {
        let ingrid = connect(&server).await;
        set_accounts(&server, &[11, 12, 13]);
        let last = sync(&server, &ingrid).await;
        let expected = json!({
            "state": "SUCCEEDED", "startedAt": server.now(), "finishedAt": server.now(), "problem": "",
            "communities": 3, "communitiesDone": 3, "accountsAdded": 3, "accountsChanged": 0, "accountsRemoved": 0,
            "accountsUnchanged": 0, "accountsRejected": 0, "problems": [],
        });
        assert_eq!(last, expected);
        let listed = accounts(&ingrid).await;
        assert_eq!(numbers(&listed), ["11", "12", "13"]);
        let first = &listed[0];
        assert_eq!((&first["unit"], &first["name"], &first["email"]), (&json!("11A"), &json!("Owner 11"), &json!("owner11@example.com")));
        assert_eq!((&first["phones"], &first["kind"]), (&json!(["+12025550111"]), &json!("OWNER")));
        assert_eq!((&first["balanceCents"], &first["balanceOn"]), (&json!(1_150), &json!("2026-03-02")));
        let path = format!("/textCommunities/community/{TINSMITH}");
        assert_eq!(ingrid.get(&path).await.ok()["textCommunity"]["units"], 3);

        // What Buildium does not have stays.
        let account = format!("{path}/accounts/{}", first["_id"].as_str().unwrap());
        ingrid.patch(&account, json!({ "tags": { "tags": ["pool"] }, "doNotText": true })).await.ok();
        change(&server, "associations/ownershipaccounts", 11, "DelinquencyStatus", json!("InCollections"));
        change(&server, "associations/ownershipaccounts", 13, "Status", json!("Past"));
        server.buildium.set("associations/ownershipaccounts/outstandingbalances", vec![]);
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["accountsAdded"], &last["accountsChanged"], &last["accountsRemoved"]), (&json!(0), &json!(2), &json!(1)));
        let listed = accounts(&ingrid).await;
        assert_eq!(numbers(&listed), ["11", "12"]);
        assert_eq!((&listed[0]["inCollections"], &listed[0]["balanceCents"]), (&json!(true), &json!(0)));
        assert_eq!((&listed[0]["tags"], &listed[0]["doNotText"]), (&json!(["pool"]), &json!(true)));
        assert_eq!(listed[0]["_id"], first["_id"]);

        // The next day nothing has changed but the date of the balances.
        server.later(Duration::from_secs(24 * 3_600)).await;
        let ingrid = server.northgate_admin().await;
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["accountsChanged"], &last["accountsUnchanged"]), (&json!(0), &json!(2)));
        assert_eq!(accounts(&ingrid).await[0]["balanceOn"], "2026-03-03");
        let trail = ingrid.get("/admin/audit?limit=50").await.json().to_string();
        assert_eq!(trail.matches("\"HOMEOWNERS_SYNCED\"").count(), 2, "{trail}");
        assert!(!trail.contains("+1202555") && !trail.contains("owner11"), "{trail}");
    }

    async fn accounts_are_read_in_pages_and_only_those_of_the_association(server: TestServer) {
        let ingrid = connect(&server).await;
        set_accounts(&server, &(1..=1_100).collect::<Vec<_>>());
        change(&server, "associations/ownershipaccounts", 7, "AssociationId", json!(99));
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], &last["accountsAdded"]), (&json!("SUCCEEDED"), &json!(1_099)));
        let requests = server.buildium.requests();
        for list in ["associations/ownershipaccounts", "associations/units", "associations/owners"] {
            for offset in [0, 1_000] {
                let request = format!("/v1/{list}?limit=1000&offset={offset}&associationids=2");
                assert!(requests.contains(&request), "{request} in {requests:?}");
            }
        }
        let balances = "/v1/associations/ownershipaccounts/outstandingbalances?limit=1000&offset=1000&associationid=2";
        assert!(requests.contains(&balances.to_owned()));
    }

    async fn an_invalid_account_is_rejected_with_the_reason_and_kept(server: TestServer) {
        let ingrid = connect(&server).await;
        set_accounts(&server, &[11, 12]);
        sync(&server, &ingrid).await;
        change(&server, "associations/owners", 2_011, "PhoneNumbers", json!([{ "Number": "ask Ana", "Type": "Home" }]));
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], &last["accountsRejected"], &last["accountsRemoved"]), (&json!("SUCCEEDED"), &json!(1), &json!(0)));
        let problem = &last["problems"][0];
        assert_eq!((&problem["community"], &problem["problem"], &problem["rejectedCount"]), (&json!("Tinsmith Lofts"), &json!(""), &json!(1)));
        assert_eq!(problem["rejected"][0]["number"], "11");
        assert!(problem["rejected"][0]["reason"].as_str().unwrap().contains("is no phone number"));
        assert_eq!(accounts(&ingrid).await[0]["phones"], json!(["+12025550111"]));
    }

    async fn a_sync_that_would_delete_most_accounts_of_a_community_leaves_it_as_it_is(server: TestServer) {
        let ingrid = connect(&server).await;
        set_accounts(&server, &[11, 12, 13, 14]);
        sync(&server, &ingrid).await;
        set_accounts(&server, &[11]);
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], &last["communitiesDone"]), (&json!("FAILED"), &json!(3)));
        assert!(last["problems"][0]["problem"].as_str().unwrap().contains("delete 3 of 4 accounts"));
        assert_eq!(accounts(&ingrid).await.len(), 4);
        assert_eq!(ingrid.get("/admin/jobs/dead").await.ok()["jobs"], json!([]));
    }

    async fn accounts_that_cannot_be_read_are_tried_again_and_other_communities_go_on(server: TestServer) {
        use BuildiumBehavior::*;
        let ingrid = connect(&server).await;
        set_accounts(&server, &[11]);
        server.buildium.always("associations/owners", Some(Refuse(500, None)));
        ingrid.get(SYNC).await.ok();
        server.settled().await;
        let running = last_sync(&ingrid).await;
        assert_eq!((&running["state"], running.get("finishedAt")), (&json!("RUNNING"), None));
        server.buildium.always("associations/owners", None);
        server.later(Duration::from_secs(10)).await;
        assert_eq!(last_sync(&ingrid).await["state"], "SUCCEEDED");

        // Each community is tried five times.
        server.buildium.always("associations/units", Some(TalkNonsense("[{}]")));
        ingrid.get(SYNC).await.ok();
        for _ in 0..20 {
            server.later(Duration::from_secs(300)).await;
        }
        let last = last_sync(&ingrid).await;
        assert_eq!((&last["state"], last["problems"].as_array().unwrap().len()), (&json!("FAILED"), 3));
        assert!(last["problems"][0]["problem"].as_str().unwrap().contains("could not be understood"));
        assert_eq!(numbers(&accounts(&ingrid).await), ["11"]);
    }

    async fn a_key_that_may_not_read_accounts_ends_the_sync(server: TestServer) {
        let ingrid = connect(&server).await;
        server.buildium.always("associations/owners", Some(BuildiumBehavior::Refuse(403, None)));
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], last["problems"].as_array().unwrap().len()), (&json!("FAILED"), 3));
        let requests = server.buildium.requests();
        assert_eq!(requests.iter().filter(|request| request.contains("/owners?")).count(), 1);
    }

    async fn disconnecting_ends_a_sync_and_keeps_the_accounts(server: TestServer) {
        let ingrid = connect(&server).await;
        set_accounts(&server, &[11]);
        sync(&server, &ingrid).await;
        server.buildium.always("associations/owners", Some(BuildiumBehavior::Refuse(500, None)));
        ingrid.get(SYNC).await.ok();
        server.settled().await;
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        let calls = server.buildium.requests().len();
        server.later(Duration::from_secs(600)).await;
        assert_eq!(server.buildium.requests().len(), calls);
        assert_eq!(numbers(&accounts(&ingrid).await), ["11"]);
        assert_eq!(ingrid.get("/admin/jobs/dead").await.ok()["jobs"], json!([]));
    }

    async fn a_community_of_a_sync_can_be_purged(server: TestServer) {
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        server.buildium.set_associations(&THREE[..2]);
        ingrid.get(SYNC).await.ok();
        server.settled().await;
        // A nightly sync would begin the list anew.
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-northgate"))).await.unwrap();
        let sql = "INSERT INTO community_sync (company_id, community_id, state)
                   VALUES ('company-northgate', 'community-juniper-mesa', 3)";
        tx.query(sql).run().await.unwrap();
        tx.commit().await.unwrap();
        server.later(Duration::from_secs(31 * 24 * 3_600)).await;
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get("/admin/textCommunities?archived=true").await.ok()["communities"], json!([]));
    }
}
