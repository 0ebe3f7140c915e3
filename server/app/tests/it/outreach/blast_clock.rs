//! Blasts by local time: scheduled starts and quiet hours across both changes of daylight saving time, in
//! four time zones.
use jiff::Timestamp;
use serde_json::json;

use super::*;

/// Two days with a clock change in 2026, and one before: each blast starts at 9:30 local time.
const ZONES: [(&str, [&str; 3]); 4] = [
    ("America/New_York", ["2026-03-07T14:30:00Z", "2026-03-08T13:30:00Z", "2026-11-01T14:30:00Z"]),
    ("America/Chicago", ["2026-03-07T15:30:00Z", "2026-03-08T14:30:00Z", "2026-11-01T15:30:00Z"]),
    ("America/Los_Angeles", ["2026-03-07T17:30:00Z", "2026-03-08T16:30:00Z", "2026-11-01T17:30:00Z"]),
    ("America/Phoenix", ["2026-03-07T16:30:00Z", "2026-03-08T16:30:00Z", "2026-11-01T16:30:00Z"]),
];
const DAYS: [&str; 3] = ["2026-03-07", "2026-03-08", "2026-11-01"];

async fn set_zone(staff: &Staff<'_>, zone: &str) {
    staff.patch(&format!("/admin/textCommunities/{MERIDIAN}"), json!({ "timeZone": zone })).await.ok();
}

/// Advances the clock to a time.
async fn until(server: &TestServer, time: &str) {
    let time = time.parse::<Timestamp>().unwrap().as_millisecond();
    let span = time - server.now().parse::<Timestamp>().unwrap().as_millisecond();
    server.later(Duration::from_millis(u64::try_from(span).unwrap())).await;
}

async fn schedule(staff: &Staff<'_>, body: &str, how: Value) -> Value {
    let blast = draft(staff, body, &[MERIDIAN]).await;
    staff.post(&format!("{}/schedule", path_of(&blast)), how).await.ok()["blast"].clone()
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
        let dana = server.harborline_admin().await;
        let mut blasts = Vec::new();
        for (zone, starts) in ZONES {
            set_zone(&dana, zone).await;
            for (day, start) in DAYS.iter().zip(starts) {
                let local = json!({ "startsAtLocal": format!("{day}T09:30") });
                let blast = schedule(&dana, "{{community}}: the pool opens", local).await;
                assert_eq!(blast["startsAt"], start, "{zone} {day}");
                match zone {
                    "America/Phoenix" => blasts.push((start, blast)),
                    _ => drop(dana.post(&format!("{}/cancel", path_of(&blast)), json!({})).await.ok()),
                }
            }
        }
        // The clock skips 2:30 in spring and repeats 1:30 in fall.
        set_zone(&dana, "America/New_York").await;
        for (local, start) in [("2026-03-08T02:30", "2026-03-08T07:30:00Z"), ("2026-11-01T01:30", "2026-11-01T05:30:00Z")] {
            let blast = schedule(&dana, "{{community}}: at night", json!({ "startsAtLocal": local })).await;
            assert_eq!(blast["startsAt"], start, "{local}");
            dana.post(&format!("{}/cancel", path_of(&blast)), json!({})).await.ok();
        }
        let blast = draft(&dana, "{{community}}: both", &[MERIDIAN]).await;
        for wrong in [
            json!({ "startsAtLocal": "2026-03-07T09:30", "startsAt": "2026-03-07T14:30:00Z" }),
            json!({ "startsAtLocal": "2026-13-07T09:30" }),
        ] {
            assert_eq!(dana.post(&format!("{}/schedule", path_of(&blast)), wrong).await.fields(), ["startsAtLocal"]);
        }
        // The texts are sent at these times.
        set_zone(&dana, "America/Phoenix").await;
        for (start, blast) in blasts {
            until(&server, &minutes_before(start, 1)).await;
            let dana = server.harborline_admin().await;
            assert_eq!(read(&dana, &blast).await["state"], "SCHEDULED", "{start}");
            until(&server, start).await;
            assert_eq!(read(&dana, &blast).await["state"], "FINISHED", "{start}");
        }
    }

    async fn quiet_hours_end_at_nine_by_the_local_clock_after_the_clock_changes(server: TestServer) {
        let zones = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];
        for (evening, mornings) in [
            ("2026-03-08T04:30:00Z", ["2026-03-08T13:00:00Z", "2026-03-08T14:00:00Z", "2026-03-08T15:00:00Z", "2026-03-08T16:00:00Z"]),
            ("2026-11-01T04:30:00Z", ["2026-11-01T14:00:00Z", "2026-11-01T15:00:00Z", "2026-11-01T16:00:00Z", "2026-11-01T17:00:00Z"]),
        ] {
            until(&server, evening).await;
            for (zone, morning) in zones.into_iter().zip(mornings) {
                let dana = server.harborline_admin().await;
                set_zone(&dana, zone).await;
                let blast = schedule(&dana, "{{community}}: good morning", json!({})).await;
                server.later(Duration::from_secs(10)).await;
                until(&server, &minutes_before(morning, 1)).await;
                let before = read(&dana, &blast).await;
                assert_eq!((&before["state"], &before["counts"]["pending"]), (&json!("RUNNING"), &json!(7)), "{zone} {evening}");
                until(&server, morning).await;
                assert_eq!(read(&dana, &blast).await["state"], "FINISHED", "{zone} {evening}");
            }
        }
    }
}
