//! Stored counts compared with an independent count.
use std::time::Duration;

use platform::Scope;
use serde_json::Value;

use super::{Counted, History, MERIDIAN};
use crate::support::*;

/// The last four days of a history.
const RANGE: &str = "startDate=2025-03-11&endDate=2025-03-14";

/// The part of a history that a report covers.
#[derive(Clone, Copy, Debug)]
struct Part {
    community: &'static str,
    category: &'static str,
    time_zone: &'static str,
}

const ALL: Part = Part { community: "", category: "", time_zone: "UTC" };

impl Part {
    fn query(self) -> String {
        let Self { community, category, time_zone } = self;
        format!("{RANGE}&timeZone={time_zone}&communityId={community}&category={category}")
    }
}

async fn hours_stored(server: &TestServer) -> i64 {
    let mut tx = server.db.read(&Scope::of_company(&"company-harborline".into())).await.unwrap();
    let sql = "SELECT count(*) FROM report_coverage WHERE company_id = 'company-harborline' AND is_ready";
    let (count,): (i64,) = tx.query(sql).one().await.unwrap();
    count
}

/// Compares a report with the independent count, and each figure with its details.
async fn compare(dana: &Staff<'_>, history: &History, part: Part, when: &str) {
    let report = dana.get(&format!("/reports?{}", part.query())).await.ok()["report"].clone();
    let [previous, start, end] = History::periods(part.time_zone);
    let recount = |period: (i64, i64)| history.recount(period, part.community, part.category);
    let (now, before): (Counted, Counted) = (recount((start, end)), recount((previous, start)));
    for figure in report["figures"].as_array().unwrap() {
        let metric = figure["metric"].as_str().unwrap();
        let Some(expected) = now.get(metric) else { continue };
        let same = |value: &Value, expected: Option<f64>| match (value.as_f64(), expected) {
            (Some(value), Some(expected)) => (value - expected).abs() < 1e-9,
            (None, None) => true,
            _ => false,
        };
        assert!(same(&figure["value"], *expected), "{when} {part:?} {metric}: {figure} is not {expected:?}");
        let earlier = before[metric];
        assert!(
            same(&figure["previousValue"], earlier),
            "{when} {part:?} {metric} before: {figure} is not {earlier:?}"
        );
        if figure["hasDetails"] == true && figure["unit"] == "COUNT" {
            let listed = details(dana, metric, part).await;
            assert_eq!(listed as f64, expected.unwrap_or_default(), "{when} details of {metric}");
        }
    }
    for (list, period) in [("days", &now), ("previousDays", &before), ("communities", &now)] {
        let listed = report[list].as_array().unwrap().iter();
        let sum: i64 = listed.map(|one| one["questions"].as_i64().unwrap()).sum();
        assert_eq!(Some(sum as f64), period["QUESTIONS"], "{when} {part:?} {list}");
    }
    for day in report["days"].as_array().unwrap() {
        let place = i64::from(day["date"].as_str().unwrap()[8..].parse::<u8>().unwrap()) - 11;
        let day_ms = start + place * 86_400_000;
        let counted = recount((day_ms, day_ms + 86_400_000));
        assert_eq!(day["questions"].as_f64(), counted["QUESTIONS"], "{when} {part:?} {day}");
        assert_eq!(day["botAnswers"].as_f64(), counted["BOT_ANSWERS"], "{when} {part:?} {day}");
    }
}

/// Sums the values of all pages of details, each of which is 1 except for segments.
async fn details(dana: &Staff<'_>, metric: &str, part: Part) -> i64 {
    let (mut sum, mut token) = (0, String::new());
    loop {
        let query = part.query();
        let path = format!("/reports/details?{query}&metric={metric}&limit=20&pageToken={token}");
        let page = dana.get(&path).await.ok();
        sum +=
            page["details"].as_array().unwrap().iter().map(|one| one["value"].as_i64().unwrap()).sum::<i64>();
        token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
        if token.is_empty() {
            return sum;
        }
    }
}

on_both! {
    async fn stored_counts_equal_a_recount_of_random_histories(server: TestServer) {
        let dana = server.harborline_admin().await;
        // Without business hours, all hours count.
        let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
        tx.query("UPDATE company SET customizations = '{}' WHERE id = 'company-harborline'").run().await.unwrap();
        tx.commit().await.unwrap();
        for seed in [7, 2026] {
            let mut history = History::random(seed);
            let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
            for sql in [
                "DELETE FROM escalation WHERE conversation_id LIKE 'history-%'",
                "DELETE FROM message WHERE conversation_id LIKE 'history-%'",
                "DELETE FROM conversation WHERE id LIKE 'history-%'",
                "DELETE FROM answer WHERE id LIKE 'answer-%'",
                "DELETE FROM report_coverage WHERE company_id = 'company-harborline'",
            ] {
                tx.query(sql).run().await.unwrap();
            }
            tx.commit().await.unwrap();
            history.store(&server).await;
            compare(&dana, &history, ALL, "from messages").await;
            for _ in 0..4 {
                server.later(Duration::from_secs(600)).await;
            }
            let stored = hours_stored(&server).await;
            assert!(stored > 300 * 24, "{stored} hours are stored");
            for (community, category) in
                [("", ""), (HARBOR_ROW, ""), (MERIDIAN, ""), ("", "Parking"), (MERIDIAN, "Pets")]
            {
                for time_zone in ["UTC", "America/New_York"] {
                    let part = Part { community, category, time_zone };
                    compare(&dana, &history, part, "from stored counts").await;
                }
            }
            // Past counts keep the category that the answer had.
            let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
            tx.query("UPDATE answer SET category = 'Other' WHERE id LIKE 'answer-%'").run().await.unwrap();
            tx.commit().await.unwrap();
            compare(&dana, &history, Part { category: "Parking", ..ALL }, "after answers changed").await;
            history.change(&server).await;
            assert!(hours_stored(&server).await < stored, "a change makes hours be counted again");
            compare(&dana, &history, ALL, "after a change").await;
            server.later(Duration::from_secs(600)).await;
            assert!(hours_stored(&server).await >= stored);
            compare(&dana, &history, Part { category: "Pets", ..ALL }, "after the next run").await;
            compare(&dana, &history, ALL, "after the next run").await;
        }
    }
}
