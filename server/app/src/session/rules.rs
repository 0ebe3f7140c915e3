//! What holds for whom, when a session ends, and who may try again.
use std::time::Duration;

use platform::{
    Timestamp,
    actor::{DashboardOption, Fact},
    ids::CompanyId,
};

use super::model::{Features, NamedAccounts, Session, Staff};
use crate::limit::Limit;

/// A session ends this long after its last use.
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Its last use is written down this often.
const TOUCH_EVERY: Duration = Duration::from_secs(3600);
/// The most of what a browser calls itself that is kept.
const MOST_USER_AGENT: usize = 200;
/// In which attempts to sign in are counted.
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// A place from which nobody has signed in for so long is a stranger's again.
const PLACE_KEPT: Duration = Duration::from_secs(180 * 24 * 3600);

/// Attempts to sign in with one address from one place; a success there forgets them.
pub const LOGIN_HERE: Limit = Limit {
    name: "login by account and place",
    most: 10,
    window: WINDOW,
    reason: "TOO_MANY_ATTEMPTS",
    words: "There were too many attempts to sign in with this address. Wait a little, then try again.",
};
/// Attempts to sign in from one place, with whatever addresses; a success takes itself back alone.
pub const LOGIN_BY_PLACE: Limit = Limit {
    name: "login by place",
    most: 100,
    window: WINDOW,
    reason: "TOO_MANY_ATTEMPTS",
    words: "There were too many attempts to sign in from your network. Wait a little, then try again.",
};
/// Attempts to sign in with one address from all places where its owner never did. A place that is
/// known is not counted, so that strangers do not lock an owner out.
pub const LOGIN_BY_STRANGERS: Limit = Limit { name: "login by account", most: 100, ..LOGIN_HERE };

/// Whether they administer the company that runs the platform.
pub fn administers_platform(staff: &Staff, named: &NamedAccounts) -> bool {
    staff.administers() && named.main_company.as_deref() == Some(staff.company_id.as_str())
}

/// What holds for a member of staff who acts in `company`; the restricted view leaves nothing else.
/// That somebody belongs to the company that runs the platform holds wherever they act.
pub fn facts(staff: &Staff, company: &CompanyId, features: &Features, named: &NamedAccounts) -> Vec<Fact> {
    if staff.restricted_view {
        return vec![Fact::RestrictedView];
    }
    let is = |named: &Option<String>, id: &CompanyId| named.as_deref() == Some(id.as_str());
    let holds = [
        (Fact::FullView, true),
        (Fact::Administrator, staff.is_administrator()),
        (Fact::MainCompany, is(&named.main_company, &staff.company_id)),
        (Fact::SecondCompany, is(&named.second_company, company)),
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

/// Sessions that were used last before that are over.
pub fn over_before(now: Timestamp) -> Timestamp {
    now.minus(LIFETIME)
}

/// Sessions that were used last then or before are over.
pub fn last_over(now: Timestamp) -> Timestamp {
    over_before(now).minus(Duration::from_millis(1))
}

/// Places from which somebody signed in last then or before are strangers' again.
pub fn strange_since(now: Timestamp) -> Timestamp {
    now.minus(PLACE_KEPT)
}

/// What a browser calls itself, as far as it is kept.
pub fn user_agent(told: &str) -> String {
    told.chars().filter(|c| !c.is_control()).take(MOST_USER_AGENT).collect()
}

/// Whether a session is over.
pub fn is_over(session: &Session, now: Timestamp) -> bool {
    now > session.used_ms.plus(LIFETIME)
}

/// Whether its use is to be written down.
pub fn wants_touch(session: &Session, now: Timestamp) -> bool {
    now > session.used_ms.plus(TOUCH_EVERY)
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
    fn short_and_common_passwords_are_refused() {
        assert!(check_password("parlor-demo-house").is_ok());
        for bad in ["short", "Password1234", "aaaaaaaaaaaaaaa", &"x1".repeat(65)] {
            assert!(check_password(bad).is_err(), "{bad}");
        }
    }
}
