//! Spaces the requests of each company. Buildium refuses more than ten within a second; other software has no published
//! limit and is treated alike.
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use platform::ids::CompanyId;
use tokio::time::Instant;

/// Maximum number of requests within [`WINDOW`].
const MOST: usize = 10;
/// A little more than a second, because requests do not all travel equally long.
const WINDOW: Duration = Duration::from_millis(1_100);

/// The times of each company's last requests.
#[derive(Default)]
pub struct Pacer {
    sent: Mutex<HashMap<CompanyId, VecDeque<Instant>>>,
}

impl Pacer {
    /// Waits until a company may send another request.
    pub async fn wait(&self, company: &CompanyId) {
        let slot = {
            let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
            take_slot(sent.entry(company.clone()).or_default(), Instant::now())
        };
        tokio::time::sleep_until(slot).await;
    }
}

/// Returns the time of the next request at `now` or later, and adds it to the last ones.
fn take_slot(last: &mut VecDeque<Instant>, now: Instant) -> Instant {
    let slot = match last.front() {
        Some(first) if last.len() >= MOST => now.max(*first + WINDOW),
        _ => now,
    };
    if last.len() >= MOST {
        last.pop_front();
    }
    last.push_back(slot);
    slot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn ten_requests_start_at_once_and_the_next_ones_after_the_window() {
        let (mut last, now) = (VecDeque::new(), Instant::now());
        let slots: Vec<Instant> = (0..21).map(|_| take_slot(&mut last, now)).collect();
        assert!(slots[..10].iter().all(|slot| *slot == now));
        assert!(slots[10..20].iter().all(|slot| *slot == now + WINDOW));
        assert_eq!(slots[20], now + WINDOW * 2);
        let later = now + WINDOW * 5;
        assert_eq!(take_slot(&mut last, later), later);
    }
}
