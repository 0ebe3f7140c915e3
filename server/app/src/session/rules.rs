//! What holds for whom, when a session ends, and who may try again.
use std::time::Duration;

use platform::actor::{DashboardOption, Fact};
use platform::{Fault, Timestamp};

use super::model::{Features, NamedAccounts, Session, Staff};

/// A session ends this long after its last use.
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Its last use is written down this often.
const TOUCH_EVERY: Duration = Duration::from_secs(3600);
/// Failures within this time count.
pub const FAILURE_WINDOW: Duration = Duration::from_secs(15 * 60);
const MOST_FAILURES: usize = 10;

/// What holds for a member of staff; the restricted view leaves nothing else.
pub fn facts(staff: &Staff, features: &Features, named: &NamedAccounts) -> Vec<Fact> {
    if staff.restricted_view {
        return vec![Fact::RestrictedView];
    }
    let is = |named: &Option<String>| named.as_deref() == Some(staff.company_id.as_str());
    let holds = [
        (Fact::FullView, true),
        (Fact::Administrator, staff.is_administrator()),
        (Fact::MainCompany, is(&named.main_company)),
        (Fact::SecondCompany, is(&named.second_company)),
        (Fact::NamedAccount, named.users.iter().any(|id| id == staff.id.as_str())),
        (Fact::V3On, features.v3_enabled == Some(true)),
        (Fact::V3Off, features.v3_enabled != Some(true)),
    ];
    holds.into_iter().filter_map(|(fact, holds)| holds.then_some(fact)).collect()
}

/// The company's options, as far as they hold for a member of staff.
pub fn options(staff: &Staff, features: &Features) -> Vec<DashboardOption> {
    if staff.restricted_view {
        return vec![];
    }
    let named = |name: &String| DashboardOption::from_str_name(&format!("DASHBOARD_OPTION_{name}"));
    features.dashboard_options.iter().filter_map(named).collect()
}

/// Whether a session is over.
pub fn is_over(session: &Session, now: Timestamp) -> bool {
    now > session.used_ms.plus(LIFETIME)
}

/// Whether its use is to be written down.
pub fn wants_touch(session: &Session, now: Timestamp) -> bool {
    now > session.used_ms.plus(TOUCH_EVERY)
}

/// Refuses a further attempt after too many failures; `failures` are those of the window,
/// the oldest first.
pub fn may_try(failures: &[Timestamp], now: Timestamp) -> Result<(), Fault> {
    let Some(first) = failures.len().checked_sub(MOST_FAILURES).and_then(|i| failures.get(i)) else {
        return Ok(());
    };
    let wait = first.plus(FAILURE_WINDOW).since(now).max(Duration::from_secs(1));
    Err(Fault::exhausted(
        "TOO_MANY_ATTEMPTS",
        "There were too many attempts to sign in with this address. Wait a little, then try again.",
        Some(wait),
    ))
}

/// Whether a password may be set: 12 to 128 characters, not among the common ones.
///
/// # Errors
/// What is wrong with it, in words for the person who chose it.
pub fn check_password(password: &str) -> Result<(), &'static str> {
    let common = ["password1234", "123456789012", "qwertyuiopas", "administrator", "letmeinplease"];
    let length = password.chars().count();
    let folded = password.to_lowercase();
    if length < 12 {
        Err("A password has at least 12 characters.")
    } else if length > 128 {
        Err("A password has at most 128 characters.")
    } else if common.contains(&folded.as_str()) || folded.chars().all(|c| folded.starts_with(c)) {
        Err("This password is too easy to guess; choose another one.")
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_failures_in_the_window_make_the_eleventh_attempt_wait() {
        let failures: Vec<_> = (0..10).map(|i| Timestamp(i * 1000)).collect();
        assert!(may_try(&failures[1..], Timestamp(10_000)).is_ok());
        assert!(may_try(&failures, Timestamp(10_000)).is_err());
    }

    #[test]
    fn short_and_common_passwords_are_refused() {
        assert!(check_password("parlor-demo-house").is_ok());
        for bad in ["short", "Password1234", "aaaaaaaaaaaaaaa", &"x1".repeat(65)] {
            assert!(check_password(bad).is_err(), "{bad}");
        }
    }
}
