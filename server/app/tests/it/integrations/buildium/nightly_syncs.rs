//! Syncs at night.
use super::*;

const HOUR: Duration = Duration::from_secs(3_600);

/// Returns the number of times that the associations were read.
fn reads(server: &TestServer) -> usize {
    let requests = server.buildium.requests();
    requests.iter().filter(|request| request.starts_with("/v1/associations?limit=1000")).count()
}

on_both! {
    async fn a_company_is_synced_once_a_night_after_its_first_sync(server: TestServer) {
        let ingrid = connect(&server).await;
        // It is 15:00. At 09:00, nobody has synced the company yet.
        server.later(HOUR * 24).await;
        assert_eq!(reads(&server), 0);
        sync(&server, &ingrid).await;
        set_accounts(&server, &[11]);
        server.later(HOUR * 17).await;
        assert_eq!(reads(&server), 1, "it is 08:00");
        server.later(HOUR).await;
        assert_eq!(reads(&server), 2, "it is 09:00");
        for _ in 0..23 {
            server.later(HOUR).await;
        }
        assert_eq!(reads(&server), 2, "it is 08:00");
        server.later(HOUR).await;
        assert_eq!(reads(&server), 3, "it is 09:00");
        let ingrid = server.northgate_admin().await;
        let last = last_sync(&ingrid).await;
        assert_eq!((&last["state"], &last["startedAt"], &last["accountsUnchanged"]), (&json!("SUCCEEDED"), &json!(server.now()), &json!(1)));
        assert_eq!(numbers(&accounts(&ingrid).await), ["11"]);
        let trail = ingrid.get("/admin/audit?limit=50").await.ok();
        let synced = trail["entries"].as_array().unwrap().iter().filter(|entry| entry["action"] == "COMPANY_SYNCED");
        let actors: Vec<&str> = synced.map(|entry| entry["actor"].as_str().unwrap_or_default()).collect();
        assert_eq!((actors.len(), actors[0], actors[2].is_empty()), (3, "", false));
    }

    async fn a_night_in_which_the_server_was_stopped_is_made_up_for_once(server: TestServer) {
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        server.later(HOUR * 72).await;
        assert_eq!(reads(&server), 2);
        server.later(HOUR).await;
        assert_eq!(reads(&server), 2);
    }

    async fn a_night_without_buildium_is_repeated_and_then_shown_as_failed(server: TestServer) {
        use BuildiumBehavior::Refuse;
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        let before = last_sync(&ingrid).await;
        server.buildium.always("associations", Some(Refuse(503, None)));
        server.clock.advance(HOUR * 18);
        until("the first attempt has failed", async || reads(&server) >= 4).await;
        server.buildium.always("associations", None);
        until("there is another attempt", async || {
            server.clock.advance(Duration::from_secs(1));
            reads(&server) > 4
        })
        .await;
        server.settled().await;
        let last = last_sync(&server.northgate_admin().await).await;
        assert_eq!(last["state"], "SUCCEEDED");
        assert_ne!(last["startedAt"], before["startedAt"]);

        server.buildium.always("associations", Some(Refuse(401, None)));
        server.later(HOUR * 24).await;
        let ingrid = server.northgate_admin().await;
        let last = last_sync(&ingrid).await;
        assert_eq!(last["state"], "FAILED");
        assert!(last["problem"].as_str().unwrap().contains("does not accept the client ID"));
        assert_eq!(ingrid.get("/admin/jobs/dead").await.ok()["jobs"], json!([]));
        assert_eq!(ingrid.get("/textCommunities/turbo-communities").await.ok()["communities"].as_array().unwrap().len(), 3);
    }

    async fn a_new_key_is_not_used_at_night_before_somebody_synced_with_it(server: TestServer) {
        let ingrid = connect(&server).await;
        sync(&server, &ingrid).await;
        ingrid.put(BUILDIUM, key()).await.ok();
        server.later(HOUR * 24).await;
        assert_eq!(reads(&server), 1);
    }
}
