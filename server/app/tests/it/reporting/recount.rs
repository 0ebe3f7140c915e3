//! Stored counts against a plain recount.
use std::time::Duration;

use platform::Scope;
use serde_json::Value;

use super::{Counted, History, MERIDIAN};
use crate::support::*;

/// The last four days of a history.
const RANGE: &str = "startDate=2025-03-05&endDate=2025-03-08&timeZone=UTC";

async fn hours_stored(server: &TestServer) -> i64 {
    let mut tx = server.db.read(&Scope::of_company(&"company-harborline".into())).await.unwrap();
    let sql = "SELECT count(*) FROM report_coverage WHERE company_id = 'company-harborline' AND is_ready";
    let (count,): (i64,) = tx.query(sql).one().await.unwrap();
    count
}

/// Compares a report with a recount, and each figure with the number of its details.
async fn compare(dana: &Staff<'_>, history: &History, (community, category): (&str, &str), when: &str) {
    let path = format!("/reports?{RANGE}&communityId={community}&category={category}");
    let report = dana.get(&path).await.ok()["report"].clone();
    let (now, before): (Counted, Counted) =
        (history.recount((4, 8), community, category), history.recount((0, 4), community, category));
    for figure in report["figures"].as_array().unwrap() {
        let metric = figure["metric"].as_str().unwrap();
        let Some(expected) = now.get(metric) else { continue };
        let same = |value: &Value, expected: Option<f64>| match (value.as_f64(), expected) {
            (Some(value), Some(expected)) => (value - expected).abs() < 1e-9,
            (None, None) => true,
            _ => false,
        };
        assert!(
            same(&figure["value"], *expected),
            "{when} {community} {category} {metric}: {figure} is not {expected:?}"
        );
        let earlier = before[metric];
        assert!(
            same(&figure["previousValue"], earlier),
            "{when} {community} {metric} before: {figure} is not {earlier:?}"
        );
        if figure["hasDetails"] == true && figure["unit"] == "COUNT" {
            let listed = details(dana, metric, (community, category)).await;
            assert_eq!(listed as f64, expected.unwrap_or_default(), "{when} details of {metric}");
        }
    }
    let sum: i64 =
        report["days"].as_array().unwrap().iter().map(|day| day["questions"].as_i64().unwrap()).sum();
    assert_eq!(Some(sum as f64), now["QUESTIONS"], "{when} days");
    let sum: i64 =
        report["communities"].as_array().unwrap().iter().map(|one| one["questions"].as_i64().unwrap()).sum();
    assert_eq!(Some(sum as f64), now["QUESTIONS"], "{when} communities");
}

/// Sums the values of all pages of details, which are 1 but for segments.
async fn details(dana: &Staff<'_>, metric: &str, (community, category): (&str, &str)) -> i64 {
    let (mut sum, mut token) = (0, String::new());
    loop {
        let path = format!(
            "/reports/details?{RANGE}&communityId={community}&category={category}&metric={metric}&limit=20&pageToken={token}"
        );
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
    async fn stored_counts_equal_a_plain_recount_of_random_histories(server: TestServer) {
        let dana = server.harborline_admin().await;
        // Without business hours all hours count.
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
            compare(&dana, &history, ("", ""), "from messages").await;
            for _ in 0..4 {
                server.later(Duration::from_secs(600)).await;
            }
            let stored = hours_stored(&server).await;
            assert!(stored > 300 * 24, "{stored} hours are stored");
            for filter in [("", ""), (HARBOR_ROW, ""), (MERIDIAN, ""), ("", "Parking"), (MERIDIAN, "Pets")] {
                compare(&dana, &history, filter, "from stored counts").await;
            }
            history.change(&server).await;
            assert!(hours_stored(&server).await < stored, "a change has hours counted again");
            compare(&dana, &history, ("", ""), "after a change").await;
            server.later(Duration::from_secs(600)).await;
            assert!(hours_stored(&server).await >= stored);
            compare(&dana, &history, ("", "Pets"), "after a change").await;
            compare(&dana, &history, ("", ""), "after the next run").await;
        }
    }
}
