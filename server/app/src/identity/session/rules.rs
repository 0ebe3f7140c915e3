//! Entitlements of staff, expiry of sessions and limits of sign-ins.
use std::time::Duration;

use platform::{
    Actor, ErrorReason, Fault, Scope, Timestamp,
    actor::{DashboardOption, Entitlement},
    ids::CompanyId,
};

use super::model::{Features, NamedAccounts, Session, Staff};
use crate::operations::rate_limit::Limit;

/// How long a session is valid after its last use.
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);
/// Minimum time between two recorded uses.
const TOUCH_EVERY: Duration = Duration::from_secs(3600);
/// Maximum length of a stored user agent, in characters.
const MAX_USER_AGENT_LENGTH: usize = 200;
/// The window of sign-in limits.
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// How long a client is trusted after its last sign-in.
const TRUSTED_CLIENT_LIFETIME: Duration = Duration::from_secs(180 * 24 * 3600);

/// Limit of sign-ins per account and location; a success resets it. It is the only limit for trusted clients.
pub const LOGIN_BY_EMAIL_AND_LOCATION: Limit = Limit {
    name: "login by account and place",
    most: 10,
    window: WINDOW,
    reason: ErrorReason::TooManyAttempts,
    words: "Too many login attempts with this email address. Wait a moment, then try again.",
};
/// Limit of sign-ins per location with any account; a success is not counted. It is high because offices share a
/// location with guests, and does not apply to trusted clients. Beyond it, [`LOGIN_FROM_FULL_LOCATION`] applies.
pub const LOGIN_BY_LOCATION: Limit = Limit {
    name: "login by place",
    most: 1_000,
    window: WINDOW,
    reason: ErrorReason::TooManyAttempts,
    words: "Too many login attempts from your network. Wait a moment, then try again.",
};
/// Allowance of an account from a location that has reached [`LOGIN_BY_LOCATION`], so that failures for other accounts,
/// or for addresses without one, do not lock an office out. An address without an account has it as well, so that no
/// account can be discovered. It counts the failures of [`LOGIN_BY_EMAIL_AND_LOCATION`] over a longer time: from one
/// location, an attacker who tries few passwords with many accounts has 1,000 guesses in 15 minutes, and then at most 3
/// more per account and day.
pub const LOGIN_FROM_FULL_LOCATION: Limit =
    Limit { most: 3, window: Duration::from_secs(24 * 3600), ..LOGIN_BY_EMAIL_AND_LOCATION };
/// Limit of sign-ins per account from all locations. It does not apply to trusted clients, so that attackers cannot
/// lock the owner out.
pub const LOGIN_BY_EMAIL: Limit =
    Limit { name: "login by account", most: 100, ..LOGIN_BY_EMAIL_AND_LOCATION };

/// Returns whether a user administers the company that runs the platform.
pub fn administers_platform(staff: &Staff, named: &NamedAccounts) -> bool {
    staff.administers() && named.main_company.as_deref() == Some(staff.company_id.as_str())
}

/// Returns the facts of a user who acts for `company`. The restricted view excludes all others. Membership of the main
/// company applies in every company.
pub fn facts(
    staff: &Staff,
    company: &CompanyId,
    features: &Features,
    named: &NamedAccounts,
) -> Vec<Entitlement> {
    if staff.restricted_view {
        return vec![Entitlement::RestrictedView];
    }
    let is = |named: &Option<String>, id: &CompanyId| named.as_deref() == Some(id.as_str());
    let holds = [
        (Entitlement::FullView, true),
        (Entitlement::Administrator, staff.is_administrator()),
        (Entitlement::MainCompany, is(&named.main_company, &staff.company_id)),
        (Entitlement::SecondCompany, is(&named.second_company, company)),
        (Entitlement::NamedAccount, named.users.iter().any(|id| id == staff.id.as_str())),
        (Entitlement::V3On, features.v3_enabled == Some(true)),
        (Entitlement::V3Off, features.v3_enabled != Some(true)),
    ];
    holds.into_iter().filter_map(|(fact, holds)| holds.then_some(fact)).collect()
}

/// Returns the company's options; none with the restricted view.
pub fn options(staff: &Staff, features: &Features) -> Vec<DashboardOption> {
    if staff.restricted_view {
        return vec![];
    }
    let named = |name: &String| DashboardOption::from_str_name(&format!("DASHBOARD_OPTION_{name}"));
    features.dashboard_options.iter().filter_map(named).collect()
}

/// Returns the oldest last use of a valid session.
pub fn oldest_valid_use(now: Timestamp) -> Timestamp {
    now.minus(LIFETIME)
}

/// Returns the newest last use of an expired session.
pub fn last_over(now: Timestamp) -> Timestamp {
    oldest_valid_use(now).minus(Duration::from_millis(1))
}

/// Returns the newest last sign-in of a client that is no longer trusted.
pub fn newest_untrusted_use(now: Timestamp) -> Timestamp {
    now.minus(TRUSTED_CLIENT_LIFETIME)
}

/// Sanitizes a user agent: removes control characters and cuts it to 200 characters.
pub fn user_agent(value: &str) -> String {
    value.chars().filter(|c| !c.is_control()).take(MAX_USER_AGENT_LENGTH).collect()
}

/// Returns whether a session has expired.
pub fn is_expired(session: &Session, now: Timestamp) -> bool {
    now > session.used_ms.plus(LIFETIME)
}

/// Returns whether the use of a session must be recorded.
pub fn should_record_use(session: &Session, now: Timestamp) -> bool {
    now > session.used_ms.plus(TOUCH_EVERY)
}

/// Returns the scope in which a user is looked up: the home company for the actor themselves; for
/// administrators, the company that they act for.
///
/// # Errors
/// `NOT_FOUND` for other users if the actor is not an administrator.
pub fn scope_of_user(actor: &Actor, id: &str) -> Result<Scope, Fault> {
    if id == actor.id.as_str() {
        Ok(Scope::of_company(&actor.home))
    } else if actor.administrator {
        Ok(actor.scope())
    } else {
        Err(Fault::not_found("person"))
    }
}
