//! Syncing the homeowner accounts of communities with Vantaca.
use super::*;

on_both! {
    async fn a_sync_adds_changes_and_deletes_accounts(server: TestServer) {
        let ingrid = connect(&server).await;
        set_owners(&server, &[111, 112, 113]);
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], &last["communities"], &last["accountsAdded"]), (&json!("SUCCEEDED"), &json!(3), &json!(3)));
        assert!(server.vantaca.requests().contains(&"/read/Association?assocCode=TL&includeOwners=true".to_owned()));
        let listed = accounts(&ingrid).await;
        assert_eq!(numbers(&listed), ["TL111", "TL112", "TL113"]);
        let first = &listed[0];
        assert_eq!((&first["unit"], &first["name"], &first["email"]), (&json!("111A"), &json!("Owner 111"), &json!("owner111@example.com")));
        assert_eq!((&first["phones"], &first["balanceCents"], &first["balanceOn"]), (&json!(["+12025550111"]), &json!(11_150), &json!("2026-03-02")));

        // What Vantaca does not have stays.
        let account = format!("/textCommunities/community/{TINSMITH}/accounts/{}", first["_id"].as_str().unwrap());
        ingrid.patch(&account, json!({ "kind": "BOARD_MEMBER", "doNotText": true })).await.ok();
        let mut owners = [111, 112, 113].map(owner);
        owners[0]["collectionStatus"] = json!("Attorney");
        owners[0]["balance"] = json!("-20");
        owners[2]["previousOwner"] = json!("2026-02-28T00:00:00");
        server.vantaca.set_owners("TL", json!(owners));
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["accountsAdded"], &last["accountsChanged"], &last["accountsRemoved"]), (&json!(0), &json!(1), &json!(1)));
        let listed = accounts(&ingrid).await;
        assert_eq!(numbers(&listed), ["TL111", "TL112"]);
        assert_eq!((&listed[0]["inCollections"], &listed[0]["balanceCents"]), (&json!(true), &json!(-2_000)));
        assert_eq!((&listed[0]["kind"], &listed[0]["doNotText"]), (&json!("BOARD_MEMBER"), &json!(true)));
    }

    async fn owners_that_vantaca_hides_are_not_deleted(server: TestServer) {
        let ingrid = connect(&server).await;
        set_owners(&server, &[111, 112]);
        sync(&server, &ingrid).await;
        server.vantaca.set_owners("TL", Value::Null);
        let last = sync(&server, &ingrid).await;
        assert_eq!(last["state"], "FAILED");
        let problem = &last["problems"][0];
        assert_eq!(problem["community"], "Tinsmith Lofts");
        assert!(problem["problem"].as_str().unwrap().contains("does not list the owners of the association TL"));
        assert_eq!(numbers(&accounts(&ingrid).await), ["TL111", "TL112"]);
    }

    async fn an_invalid_or_repeated_account_is_rejected_with_the_reason(server: TestServer) {
        let ingrid = connect(&server).await;
        let mut wrong = owner(112);
        wrong["phones"][0]["phone"] = json!("ask Ana");
        server.vantaca.set_owners("TL", json!([owner(111), wrong, owner(111)]));
        let last = sync(&server, &ingrid).await;
        assert_eq!((&last["state"], &last["accountsAdded"], &last["accountsRejected"]), (&json!("SUCCEEDED"), &json!(1), &json!(2)));
        let rejected = &last["problems"][0]["rejected"];
        assert_eq!((&rejected[0]["number"], &rejected[1]["number"]), (&json!("TL112"), &json!("TL111")));
        assert!(rejected[0]["reason"].as_str().unwrap().contains("is no phone number"));
    }

    async fn a_company_connected_to_vantaca_is_synced_at_night(server: TestServer) {
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        set_owners(&server, &[111]);
        server.later(Duration::from_secs(24 * 3_600)).await;
        let ingrid = server.northgate_admin().await;
        let last = last_sync(&ingrid).await;
        assert_eq!((&last["state"], &last["startedAt"]), (&json!("SUCCEEDED"), &json!(server.now())));
        assert_eq!(numbers(&accounts(&ingrid).await), ["TL111"]);
    }
}
