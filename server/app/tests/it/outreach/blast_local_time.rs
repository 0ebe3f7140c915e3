//! Blasts by local time: scheduled starts and quiet hours across both changes of daylight saving time, in
//! four time zones.
use jiff::Timestamp;
use serde_json::json;

use super::*;

const LARKSPUR: &str = "community-larkspur-commons";
/// A community in each of the four time zones, from east to west. The last one is another company's.
const COMMUNITIES: [(&str, &str); 4] = [
    (HARBOR_ROW, "America/New_York"),
    (MERIDIAN, "America/Chicago"),
    (OSPREY_LAKE, "America/Denver"),
    (LARKSPUR, "America/Los_Angeles"),
];
/// A day before the clock changes in 2026, and the days of both changes, with 9:30 in each of the time zones.
const DAYS: [(&str, [&str; 4]); 3] = [
    (
        "2026-03-07",
        ["2026-03-07T14:30:00Z", "2026-03-07T15:30:00Z", "2026-03-07T16:30:00Z", "2026-03-07T17:30:00Z"],
    ),
    (
        "2026-03-08",
        ["2026-03-08T13:30:00Z", "2026-03-08T14:30:00Z", "2026-03-08T15:30:00Z", "2026-03-08T16:30:00Z"],
    ),
    (
        "2026-11-01",
        ["2026-11-01T14:30:00Z", "2026-11-01T15:30:00Z", "2026-11-01T16:30:00Z", "2026-11-01T17:30:00Z"],
    ),
];

async fn set_zone(staff: &Staff<'_>, community: &str, zone: &str) {
    staff.patch(&format!("/admin/textCommunities/{community}"), json!({ "timeZone": zone })).await.ok();
}

/// Returns an administrator of the company of a community.
async fn admin_of<'s>(server: &'s TestServer, community: &str) -> Staff<'s> {
    match community {
        LARKSPUR => server.northgate_admin().await,
        _ => server.harborline_admin().await,
    }
}

/// Sets the time zones of the communities, which all can be sent blasts.
async fn prepare(server: &TestServer) {
    let rosalind = server.login("admin@parlor.example").await;
    rosalind
        .patch("/admin/companies/company-northgate", json!({ "dashboard_options": ["TEXT_BLAST"] }))
        .await
        .ok();
    for (community, zone) in COMMUNITIES {
        let admin = admin_of(server, community).await;
        set_zone(&admin, community, zone).await;
        import(&admin, community, 3).await;
    }
}

/// Advances the clock to a time.
async fn until(server: &TestServer, time: &str) {
    let time = time.parse::<Timestamp>().unwrap().as_millisecond();
    let span = time - server.now().parse::<Timestamp>().unwrap().as_millisecond();
    server.later(Duration::from_millis(u64::try_from(span).unwrap())).await;
}

async fn schedule(staff: &Staff<'_>, community: &str, body: &str, how: Value) -> Value {
    let blast = draft(staff, body, &[community]).await;
    staff.post(&format!("{}/schedule", path_of(&blast)), how).await.ok()["blast"].clone()
}

/// Asserts that a blast is sent at a time, and no text of it a minute earlier.
async fn assert_sent_at(server: &TestServer, community: &str, blast: &Value, time: &str, earlier: &str) {
    until(server, &minutes_before(time, 1)).await;
    let staff = admin_of(server, community).await;
    let before = read(&staff, blast).await;
    assert_eq!(
        (&before["state"], before["counts"]["delivered"].as_i64().unwrap_or(0)),
        (&json!(earlier), 0),
        "{community} {time}"
    );
    until(server, time).await;
    let sent = read(&staff, blast).await;
    assert_eq!(
        (&sent["state"], sent["counts"]["delivered"].as_i64() >= Some(3)),
        (&json!("FINISHED"), true),
        "{community} {time}"
    );
}

fn minutes_before(time: &str, minutes: i64) -> String {
    time.parse::<Timestamp>()
        .unwrap()
        .saturating_sub(jiff::SignedDuration::from_mins(minutes))
        .unwrap()
        .to_string()
}

on_both! {
    async fn a_blast_starts_at_its_local_time_on_the_days_on_which_the_clock_changes(server: TestServer) {
        prepare(&server).await;
        let mut blasts = Vec::new();
        for (day, starts) in DAYS {
            for ((community, zone), start) in COMMUNITIES.into_iter().zip(starts) {
                let admin = admin_of(&server, community).await;
                let local = json!({ "startsAtLocal": format!("{day}T09:30") });
                let blast = schedule(&admin, community, "{{community}}: the pool opens", local).await;
                assert_eq!(blast["startsAt"], start, "{zone} {day}");
                blasts.push((community, start, blast));
            }
        }
        // The clock skips 2:30 in spring and repeats 1:30 in fall; in Phoenix it never changes.
        let dana = server.harborline_admin().await;
        for (zone, local, start) in [
            ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"),
            ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
            ("America/Phoenix", "2026-03-08T09:30", "2026-03-08T16:30:00Z"),
            ("America/Phoenix", "2026-11-01T09:30", "2026-11-01T16:30:00Z"),
        ] {
            set_zone(&dana, MERIDIAN, zone).await;
            let blast = schedule(&dana, MERIDIAN, "{{community}}: later", json!({ "startsAtLocal": local })).await;
            assert_eq!(blast["startsAt"], start, "{zone} {local}");
            dana.post(&format!("{}/cancel", path_of(&blast)), json!({})).await.ok();
        }
        set_zone(&dana, MERIDIAN, "America/Chicago").await;
        let blast = draft(&dana, "{{community}}: both", &[MERIDIAN]).await;
        for wrong in [
            json!({ "startsAtLocal": "2026-03-07T09:30", "startsAt": "2026-03-07T14:30:00Z" }),
            json!({ "startsAtLocal": "2026-13-07T09:30" }),
        ] {
            assert_eq!(dana.post(&format!("{}/schedule", path_of(&blast)), wrong).await.fields(), ["startsAtLocal"]);
        }
        // The texts are sent at these times.
        for (community, start, blast) in blasts {
            assert_sent_at(&server, community, &blast, start, "SCHEDULED").await;
        }
    }

    async fn quiet_hours_end_at_nine_by_the_local_clock_after_the_clock_changes(server: TestServer) {
        prepare(&server).await;
        // In all time zones it is evening before the change, and the morning is after it.
        for (evening, mornings) in [
            ("2026-03-08T04:30:00Z", ["2026-03-08T13:00:00Z", "2026-03-08T14:00:00Z", "2026-03-08T15:00:00Z", "2026-03-08T16:00:00Z"]),
            ("2026-11-01T04:30:00Z", ["2026-11-01T14:00:00Z", "2026-11-01T15:00:00Z", "2026-11-01T16:00:00Z", "2026-11-01T17:00:00Z"]),
        ] {
            until(&server, evening).await;
            let mut blasts = Vec::new();
            for (community, _) in COMMUNITIES {
                let admin = admin_of(&server, community).await;
                blasts.push(schedule(&admin, community, "{{community}}: good morning", json!({})).await);
            }
            server.later(Duration::from_secs(10)).await;
            // Blasts of one company start one after another.
            for _ in COMMUNITIES {
                server.later(Duration::from_secs(1)).await;
            }
            for ((community, _), (blast, morning)) in COMMUNITIES.into_iter().zip(blasts.iter().zip(mornings)) {
                assert_sent_at(&server, community, blast, morning, "RUNNING").await;
            }
        }
    }
}
