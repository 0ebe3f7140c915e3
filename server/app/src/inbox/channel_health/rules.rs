//! When a channel counts as broken.
use std::time::Duration;

use platform::Timestamp;

use super::model::State;

/// Time after which a temporary problem counts as lasting.
const LASTING: Duration = Duration::from_secs(15 * 60);

/// Returns the state of a channel with a problem that may resolve itself.
#[must_use]
pub fn temporary(since: Option<Timestamp>, now: Timestamp) -> State {
    match since.is_some_and(|since| since <= now.minus(LASTING)) {
        true => State::Broken,
        false => State::Degraded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_problem_counts_as_lasting_after_15_minutes() {
        let now = Timestamp(10_000_000);
        assert_eq!(temporary(None, now), State::Degraded);
        assert_eq!(temporary(Some(now.minus(Duration::from_secs(899))), now), State::Degraded);
        assert_eq!(temporary(Some(now.minus(LASTING)), now), State::Broken);
    }
}
