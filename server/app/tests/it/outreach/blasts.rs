//! Text blasts on the test phone: undone, refused, delayed by quiet hours, scheduled and missed.
use serde_json::json;

use super::*;

const AMINA: &str = "+12025550151";

on_both! {
    async fn a_blast_is_taken_back_within_ten_seconds(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: a mistake", &[MERIDIAN]).await;
        let scheduled = dana.post(&format!("{}/schedule", path_of(&blast)), json!({ "version": 1 })).await.ok();
        assert_eq!(scheduled["blast"]["state"], "SCHEDULED");
        assert_eq!(scheduled["blast"]["undoUntil"], scheduled["blast"]["startsAt"]);
        let back = dana.post(&format!("{}/unschedule", path_of(&blast)), json!({})).await.ok();
        assert_eq!(back["blast"]["state"], "DRAFT");
        server.later(Duration::from_secs(60)).await;
        assert!(!dana.last_text(AMINA).await.contains("a mistake"));
        // The text can be corrected, and the blast sent again.
        dana.patch(&path_of(&blast), json!({ "body": "{{community}}: all is well" })).await.ok();
        send(&server, &dana, &blast).await;
        assert_eq!(dana.last_text(AMINA).await, "The Meridian: all is well");
        let late = dana.post(&format!("{}/unschedule", path_of(&blast)), json!({})).await;
        assert_eq!(late.reason(), "BLAST_STARTED");
    }

    async fn what_cannot_be_sent_says_why(server: TestServer) {
        let dana = server.harborline_admin().await;
        let empty = draft(&dana, " \u{200b}", &[MERIDIAN]).await;
        let schedule = |blast: &Value| format!("{}/schedule", path_of(blast));
        assert_eq!(dana.post(&schedule(&empty), json!({})).await.reason(), "BLAST_INCOMPLETE");
        assert_eq!(dana.get(&format!("{}/review", path_of(&empty))).await.reason(), "BLAST_INCOMPLETE");
        let odd = draft(&dana, "{{community}}: hi {{nickname}}", &[MERIDIAN]).await;
        let review = dana.get(&format!("{}/review", path_of(&odd))).await.ok();
        assert_eq!(review["unknownFields"], json!(["nickname"]));
        assert_eq!(dana.post(&schedule(&odd), json!({})).await.reason(), "BLAST_INCOMPLETE");
        let nobody = draft(&dana, "{{community}}: hi", &[HARBOR_ROW]).await;
        assert_eq!(dana.post(&schedule(&nobody), json!({})).await.reason(), "NO_RECIPIENTS");
        let fine = draft(&dana, "{{community}}: hi", &[MERIDIAN]).await;
        assert_eq!(dana.post(&schedule(&fine), json!({ "version": 7 })).await.reason(), "BLAST_CHANGED");
        let past = dana.post(&schedule(&fine), json!({ "startsAt": "2020-01-01T00:00:00Z" })).await;
        assert_eq!(past.fields(), ["startsAt"]);
        assert_eq!(dana.post(&schedule(&fine), json!({ "isEmergency": true })).await.fields(), ["emergencyReason"]);
        let balance = dana.patch(&path_of(&fine), json!({ "body": "You owe {balance}" })).await;
        assert_eq!(balance.fields(), ["body"]);
        for (act, reason) in [("pause", "BLAST_NOT_RUNNING"), ("resume", "BLAST_NOT_PAUSED"), ("cancel", "BLAST_FINISHED")] {
            assert_eq!(dana.post(&format!("{}/{act}", path_of(&fine)), json!({})).await.reason(), reason);
        }
    }

    async fn quiet_hours_hold_a_blast_until_the_morning_unless_it_is_an_emergency(server: TestServer) {
        let dana = server.harborline_admin().await;
        // From Monday 15:00 UTC to 2:00 UTC: 21:00 in New York.
        server.later(Duration::from_secs(11 * 3600)).await;
        let held = draft(&dana, "{{community}}: good morning", &[MERIDIAN]).await;
        let review = dana.get(&format!("{}/review", path_of(&held))).await.ok();
        assert_eq!((&review["heldCount"], &review["heldUntil"]), (&json!(7), &json!("2026-03-03T14:00:00Z")));
        send(&server, &dana, &held).await;
        let waiting = read(&dana, &held).await;
        assert_eq!((&waiting["state"], &waiting["counts"]["pending"]), (&json!("RUNNING"), &json!(7)));

        let urgent = draft(&dana, "{{community}}: gas leak, leave the building", &[MERIDIAN]).await;
        let emergency = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
        dana.post(&format!("{}/schedule", path_of(&urgent)), emergency).await.ok();
        server.later(Duration::from_secs(10)).await;
        assert_eq!(read(&dana, &urgent).await["state"], "FINISHED");
        assert!(dana.last_text(AMINA).await.contains("gas leak"));
        assert_eq!(read(&dana, &held).await["counts"]["pending"], 7, "it still waits");

        server.later(Duration::from_secs(12 * 3600)).await;
        assert_eq!(read(&dana, &held).await["state"], "FINISHED");
        assert!(dana.last_text(AMINA).await.contains("good morning"));
    }

    async fn the_audit_trail_has_the_number_of_recipients_at_the_start_of_an_emergency(server: TestServer) {
        let dana = server.harborline_admin().await;
        let urgent = draft(&dana, "{{community}}: gas leak, leave the building", &[MERIDIAN]).await;
        let emergency = json!({
            "isEmergency": true, "emergencyReason": "The utility found a gas leak.", "startsAt": "2026-03-02T17:00:00Z",
        });
        dana.post(&format!("{}/schedule", path_of(&urgent)), emergency).await.ok();
        import(&dana, MERIDIAN, 3).await;
        server.later(Duration::from_secs(7_200)).await;
        assert_eq!(read(&dana, &urgent).await["state"], "FINISHED");
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        for expected in ["to 7 recipients, as an emergency: The", "to 10 recipients, as an emergency\"", ": 10 sent, 0 failed, 2 left out"] {
            assert!(audit.contains(expected), "{expected}: {audit}");
        }
    }

    async fn a_scheduled_blast_starts_at_its_time_and_is_missed_when_it_is_an_hour_late(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: later", &[MERIDIAN]).await;
        let at = json!({ "startsAt": "2026-03-02T17:00:00Z" });
        dana.post(&format!("{}/schedule", path_of(&blast)), at.clone()).await.ok();
        server.later(Duration::from_secs(7_199)).await;
        assert_eq!(read(&dana, &blast).await["state"], "SCHEDULED");
        server.later(Duration::from_secs(1)).await;
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
        let late = draft(&dana, "{{community}}: too late", &[MERIDIAN]).await;
        let at = json!({ "startsAt": "2026-03-02T18:00:00Z" });
        dana.post(&format!("{}/schedule", path_of(&late)), at).await.ok();
        // As after an outage of the server: no job ran in the meantime.
        server.later(Duration::from_secs(3_600 + 3_601)).await;
        assert_eq!(read(&dana, &late).await["state"], "MISSED");
        assert!(!dana.last_text(AMINA).await.contains("too late"));
    }

    async fn the_restricted_view_sends_blasts_and_managers_see_those_of_their_communities(server: TestServer) {
        let blaster = server.login("blaster@harborline.example").await;
        let blast = draft(&blaster, "{{community}}: from the blaster", &[OSPREY_LAKE]).await;
        send(&server, &blaster, &blast).await;
        assert_eq!(read(&blaster, &blast).await["counts"]["delivered"], 8);
        let titles = async |staff: &Staff<'_>| {
            let listed = staff.get("/blasts").await.ok()["blasts"].clone();
            let listed = listed.as_array().unwrap().iter();
            listed.map(|one| one["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(titles(&blaster).await.len(), 4);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(titles(&marcus).await, ["Garage cleaning"], "the others are of Osprey Lake, too");
        let test = blaster.post(&format!("{}/test", path_of(&blast)), json!({})).await.ok();
        assert_eq!(test["phone"], "+12025550192");
        server.settled().await;
        let dana = server.harborline_admin().await;
        assert!(dana.last_text("+12025550192").await.contains("from the blaster"));
        let audit = dana.get("/admin/audit?limit=50").await.ok().to_string();
        assert!(audit.contains(r#"Sent a test of the blast \"Water shutoff\" to their own phone"#), "{audit}");
    }
}
