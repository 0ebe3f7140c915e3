//! Sending service requests to Buildium, and reading their status.
use super::*;

/// Connects Northgate to Buildium, where Tinsmith Lofts has the account 11 of the owner 2011, and syncs it. Returns the
/// administrator.
pub async fn with_buildium(server: &TestServer) -> Staff<'_> {
    server.buildium.set_associations(&[(1, "Larkspur Commons"), (2, "Tinsmith Lofts")]);
    let account = json!({
        "Id": 11, "AssociationId": 2, "UnitId": 1_011, "Status": "Active", "AssociationOwnerIds": [2_011],
        "DelinquencyStatus": "NoDelinquency",
    });
    let owner = json!({
        "Id": 2_011, "FirstName": "Ana", "LastName": "Ruiz", "PhoneNumbers": [],
        "OwnershipAccounts": [{ "Id": 11, "AssociationId": 2 }],
    });
    let unit = json!({ "Id": 1_011, "AssociationId": 2, "UnitNumber": "111A" });
    for (list, records) in [
        ("associations/ownershipaccounts", vec![account]),
        ("associations/units", vec![unit]),
        ("associations/owners", vec![owner]),
        ("associations/ownershipaccounts/outstandingbalances", vec![]),
    ] {
        server.buildium.set(list, records);
    }
    let ingrid = server.northgate_admin().await;
    let key = json!({ "clientId": BUILDIUM_CLIENT, "clientSecret": BUILDIUM_SECRET });
    ingrid.put(&format!("{CONNECTION}/buildium"), key).await.ok();
    sync(server, &ingrid).await;
    ingrid
}

on_both! {
    async fn a_request_becomes_one_resident_request_of_the_owner(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({ "location": "Kitchen" })).await;
        let sent = send(&server, &ingrid, &request).await;
        assert_eq!((&sent["software"], &sent["state"]), (&json!("BUILDIUM"), &json!("SENT")));
        assert_eq!((&sent["number"], &sent["status"]), (&json!("9001"), &json!("New")));
        let task = server.buildium.tasks()[0].clone();
        assert_eq!(task["Title"], format!("{}: Kitchen sink leaks", reference_of(&request)));
        assert_eq!((&task["UnitAgreementId"], &task["RequestedByEntityId"]), (&json!(11), &json!(2_011)));
        assert_eq!((&task["Priority"], &task["Description"]), (&json!("High"), &json!("111A, Kitchen\n\nUnder the sink")));
        assert_eq!(task["DueDate"].as_str().unwrap().len(), 10);
    }

    async fn a_lost_response_is_looked_up_by_the_title(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.buildium.will_write(&[BuildiumBehavior::Lose]);
        assert_eq!(send(&server, &ingrid, &request).await["state"], "UNCONFIRMED");
        server.later(Duration::from_secs(11)).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["state"], &sent["number"]), (&json!("SENT"), &json!("9001")));
        assert_eq!(server.buildium.tasks().len(), 1);
    }

    async fn a_response_that_cannot_be_read_is_no_confirmation(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.buildium.will_write(&[BuildiumBehavior::TalkNonsense("<html>oops</html>")]);
        let sent = send(&server, &ingrid, &request).await;
        assert_eq!(sent["state"], "UNCONFIRMED");
        assert!(sent["problem"].as_str().unwrap().contains("could not be understood"), "{sent}");
    }

    async fn buildium_is_waited_for_as_long_as_it_says(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.buildium.will_write(&[BuildiumBehavior::Refuse(429, Some(120))]);
        assert_eq!(send(&server, &ingrid, &request).await["state"], "SENDING");
        server.later(Duration::from_secs(119)).await;
        assert!(server.buildium.tasks().is_empty());
        server.later(Duration::from_secs(2)).await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
    }

    async fn a_key_without_the_permission_fails_with_the_reason(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.buildium.will_write(&[BuildiumBehavior::Refuse(403, None)]);
        let failed = send(&server, &ingrid, &request).await;
        assert_eq!(failed["state"], "FAILED");
        assert!(failed["problem"].as_str().unwrap().contains("let it view and edit tasks"), "{failed}");
    }

    async fn a_status_that_could_not_be_read_is_read_again(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.buildium.change("tasks/residentrequests", |task| task["TaskStatus"] = json!("InProgress"));
        server.later(Duration::from_secs(60)).await;
        server.buildium.always("tasks/residentrequests/9001", Some(BuildiumBehavior::Refuse(503, None)));
        sync(&server, &ingrid).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["state"], &sent["status"]), (&json!("SENT"), &json!("New")));
        assert!(sent["problem"].as_str().unwrap().starts_with("Buildium failed (503)."), "{sent}");
        server.buildium.always("tasks/residentrequests/9001", None);
        server.later(Duration::from_secs(600)).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["status"], &sent["problem"]), (&json!("In progress"), &json!("")));
    }

    async fn a_request_that_buildium_no_longer_has_is_read_no_more(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.buildium.set("tasks/residentrequests", vec![]);
        for _ in 0..2 {
            server.later(Duration::from_secs(60)).await;
            sync(&server, &ingrid).await;
        }
        let sent = found(&ingrid, &request).await;
        let problem = "Buildium doesn't list #9001 anymore. Check it there.";
        assert_eq!((&sent["state"], &sent["problem"]), (&json!("SENT"), &json!(problem)));
        let reads = server.buildium.requests().into_iter().filter(|one| one.contains("tasks/residentrequests/9001"));
        assert_eq!(reads.count(), 1);
    }

    async fn a_sync_gives_up_after_five_failed_reads(server: TestServer) {
        let ingrid = with_buildium(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.later(Duration::from_secs(60)).await;
        let task = "tasks/residentrequests/9001";
        server.buildium.always(task, Some(BuildiumBehavior::Refuse(429, Some(60))));
        sync(&server, &ingrid).await;
        for _ in 0..8 {
            server.later(Duration::from_secs(61)).await;
        }
        let calls = server.buildium.requests().iter().filter(|request| request.contains(task)).count();
        assert_eq!(calls, 5);
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get("/admin/jobs/dead").await.ok()["jobs"], json!([]));
    }
}
