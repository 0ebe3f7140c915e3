//! Replies to residents, as they are stored.
use std::time::{Duration, Instant};

use platform::{Db, Scope};

/// Waits until all texts since a time from phones in area code 415 have a reply. Returns the time from each
/// text to its reply, in milliseconds.
pub async fn reply_times(db: &Db, scope: &Scope, since: i64, texts: usize, timeout: Duration) -> Vec<f64> {
    let begun = Instant::now();
    loop {
        let mut tx = db.read(scope).await.unwrap();
        let sql = "SELECT MAX(m.created_ms) - MIN(m.created_ms) AS waited FROM message m
                   JOIN conversation v ON v.company_id = m.company_id AND v.id = m.conversation_id
                   WHERE m.company_id = 'company-harborline' AND m.created_ms >= $1 AND v.phone LIKE '+1415%'
                   GROUP BY m.conversation_id HAVING COUNT(*) >= 2";
        let waits: Vec<(i64,)> = tx.query(sql).bind(since).all().await.unwrap();
        drop(tx);
        if waits.len() >= texts {
            return waits.into_iter().map(|(wait,)| wait as f64).collect();
        }
        assert!(begun.elapsed() < timeout, "{} of {texts} texts have a reply", waits.len());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
