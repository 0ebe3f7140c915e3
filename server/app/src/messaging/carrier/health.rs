//! Whether a company's accounts at carriers and its numbers work, as far as texts have shown. It is stored, so that
//! all servers know it and it survives a restart, and written only when it changes.
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

use super::{
    Deliver, account,
    clients::{LOST_ACCOUNT, missing_account},
    deliver::PendingText,
    error_codes,
    model::{CarrierProblem, Kind, NumberRow, Outcome},
    store, textline,
};
use crate::context::Context;

/// Maximum age of the stored time of the last accepted text.
const ACCEPTED_PRECISION: Duration = Duration::from_secs(300);

/// A number from which texts are sent, and whether it works.
pub struct NumberHealth {
    pub community_id: CommunityId,
    pub community_tag: String,
    pub number: String,
    pub carrier: Kind,
    /// `None` if no problem is known.
    pub problem: Option<NumberProblem>,
    /// When the carrier last accepted a text, to within five minutes.
    pub accepted_ms: Option<Timestamp>,
}

/// Why texts from a number do not leave.
pub struct NumberProblem {
    /// The reason and what to do, for staff.
    pub reason: String,
    /// When it was noticed; `None` if unknown.
    pub since_ms: Option<Timestamp>,
    /// Whether it may end without staff doing anything.
    pub is_temporary: bool,
}

/// What the outcomes of texts say about the company's accounts and its numbers.
#[derive(Default)]
pub(super) struct Findings {
    /// The problem of each number, and of each account by the name of its row.
    problems: BTreeMap<String, (CarrierProblem, String)>,
    /// Numbers from which the carrier accepted a text, and the rows of the accounts.
    working: BTreeSet<String>,
}

impl Deliver {
    /// Returns what outcomes say, after the breakers were updated from them.
    pub(super) fn findings<'a>(
        &self,
        scope: &Scope,
        outcomes: impl IntoIterator<Item = (&'a PendingText, &'a Outcome)>,
    ) -> Findings {
        let is_open = |kind| self.breakers.is_open(scope.company(), kind);
        let outcomes = outcomes
            .into_iter()
            .map(|(text, outcome)| (text.kind, text.conversation.number.as_str(), outcome));
        Findings::new(outcomes, is_open)
    }
}

impl Findings {
    /// `is_open` says whether the company's breaker of a carrier is open.
    fn new<'a>(
        outcomes: impl Iterator<Item = (Kind, &'a str, &'a Outcome)>,
        is_open: impl Fn(Kind) -> bool,
    ) -> Self {
        let mut findings = Self::default();
        for (kind, number, outcome) in outcomes {
            let account = account_row(kind);
            let (of, problem, reason) = match outcome {
                Outcome::Accepted { .. } | Outcome::Delivered => {
                    findings.working.extend([number, account].map(str::to_owned));
                    continue;
                }
                Outcome::Refused { code: Some(code), words } if error_codes::ACCOUNT.contains(code) => {
                    (account, CarrierProblem::AccountRefused, words)
                }
                Outcome::Refused { code: Some(code), words } if error_codes::NUMBER.contains(code) => {
                    (number, CarrierProblem::NumberRefused, words)
                }
                Outcome::Away { why, .. } | Outcome::Unknown { why } if is_open(kind) => {
                    (account, CarrierProblem::Failing, why)
                }
                _ => continue,
            };
            findings.problems.insert(of.to_owned(), (problem, reason.clone()));
        }
        findings.working.retain(|number| !findings.problems.contains_key(number));
        findings
    }

    /// Stores the findings that differ from the stored ones.
    pub(super) async fn record(&self, tx: &mut Tx, scope: &Scope, now: Timestamp) -> Result<(), Fault> {
        if self.problems.is_empty() && self.working.is_empty() {
            return Ok(());
        }
        let numbers: Vec<&str> = self.problems.keys().chain(&self.working).map(String::as_str).collect();
        let known = store::find_health(tx, scope, &numbers).await?;
        let known_of = |number: &str| known.iter().find(|known| known.number == number);
        let problem_of = |number: &str| known_of(number).map_or(0, |known| known.problem);
        for (number, (problem, reason)) in &self.problems {
            if problem_of(number) != *problem as i32 {
                store::save_problem(tx, scope, number, *problem, reason, now).await?;
            }
        }
        let has_problem_ended = self.working.iter().any(|number| problem_of(number) != 0);
        let is_outdated = |number: &&str| {
            let accepted = known_of(number).and_then(|known| known.accepted_ms);
            has_problem_ended || accepted.is_none_or(|at| at <= now.minus(ACCEPTED_PRECISION))
        };
        let working: Vec<&str> = self.working.iter().map(String::as_str).filter(is_outdated).collect();
        if working.is_empty() {
            return Ok(());
        }
        store::save_working(tx, scope, &working, now).await
    }
}

/// Returns the row of the company's account at a carrier: the name of the carrier instead of a number.
fn account_row(kind: Kind) -> &'static str {
    match kind {
        Kind::Textline => "textline",
        Kind::TestPhone | Kind::Twilio => "twilio",
    }
}

/// Lists numbers of communities that the scope can see, those with a problem first, then by community; up to `limit`.
pub async fn list_health(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    limit: i64,
) -> Result<Vec<NumberHealth>, Fault> {
    let rows = store::list_number_health(tx, scope, limit).await?;
    let (exists, is_missing) =
        (account::exists(tx, scope, context).await?, account::is_missing(tx, scope, context).await?);
    let twilio = account_problem(Kind::Twilio, exists, is_missing);
    let exists = textline::has_account(tx, scope, context).await?;
    let is_missing = textline::is_account_missing(tx, scope, context).await?;
    let textline = account_problem(Kind::Textline, exists, is_missing);
    let health = rows.into_iter().map(|row| {
        let problem = match row.carrier {
            Kind::TestPhone => None,
            Kind::Twilio => twilio,
            Kind::Textline => textline,
        };
        number_health(row, problem)
    });
    Ok(health.collect())
}

/// Returns why no text can be sent with a company's account at a carrier, if it is absent or its secret is missing.
fn account_problem(kind: Kind, exists: bool, is_missing: bool) -> Option<&'static str> {
    match exists {
        false => Some(missing_account(kind)),
        true => is_missing.then_some(LOST_ACCOUNT),
    }
}

fn number_health(row: NumberRow, account_problem: Option<&str>) -> NumberHealth {
    let NumberRow { community_id, community_tag, number, carrier, problem, reason, since_ms, accepted_ms } =
        row;
    let problem = match (account_problem, CarrierProblem::try_from(problem)) {
        _ if carrier == Kind::TestPhone => None,
        (Some(reason), _) => {
            Some(NumberProblem { reason: reason.to_owned(), since_ms: None, is_temporary: false })
        }
        (None, Ok(problem)) => {
            Some(NumberProblem { reason, since_ms, is_temporary: problem == CarrierProblem::Failing })
        }
        (None, Err(_)) => None,
    };
    let accepted_ms = accepted_ms.filter(|_| carrier != Kind::TestPhone);
    NumberHealth { community_id, community_tag, number, carrier, problem, accepted_ms }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messaging::thread::Status;

    const NUMBER: &str = "+12025550101";

    fn accepted() -> Outcome {
        Outcome::Accepted { sid: "SM1".into(), status: Status::Sent }
    }

    fn refused(code: i32) -> Outcome {
        Outcome::Refused { code: Some(code), words: "Refused.".into() }
    }

    fn failed() -> Outcome {
        Outcome::Away { why: "Twilio failed (503).".into(), wait: None }
    }

    /// Returns the numbers with a problem, and those that work.
    fn findings(outcomes: &[Outcome], is_open: bool) -> (Vec<(String, CarrierProblem)>, Vec<String>) {
        let outcomes = outcomes.iter().map(|outcome| (Kind::Twilio, NUMBER, outcome));
        let found = Findings::new(outcomes, |_| is_open);
        let problems = found.problems.into_iter().map(|(number, (problem, _))| (number, problem));
        (problems.collect(), found.working.into_iter().collect())
    }

    #[test]
    fn an_accepted_text_shows_that_the_number_and_the_account_work() {
        assert_eq!(findings(&[accepted()], false), (vec![], vec![NUMBER.to_owned(), "twilio".to_owned()]));
    }

    #[test]
    fn a_refusal_is_a_problem_of_the_account_or_of_the_number_or_of_neither() {
        let account = vec![("twilio".to_owned(), CarrierProblem::AccountRefused)];
        assert_eq!(findings(&[refused(20_003)], false), (account, vec![]));
        let number = vec![(NUMBER.to_owned(), CarrierProblem::NumberRefused)];
        assert_eq!(findings(&[refused(21_606)], false), (number, vec![]));
        assert_eq!(findings(&[refused(error_codes::OPTED_OUT)], false), (vec![], vec![]));
    }

    #[test]
    fn an_account_works_although_another_carrier_refuses_its_account() {
        let outcomes = [(Kind::Textline, refused(20_003)), (Kind::Twilio, accepted())];
        let outcomes = outcomes.iter().map(|(kind, outcome)| (*kind, NUMBER, outcome));
        let found = Findings::new(outcomes, |_| false);
        assert_eq!(found.problems.keys().collect::<Vec<_>>(), ["textline"]);
        assert!(found.working.contains("twilio"));
    }

    #[test]
    fn failures_are_a_problem_once_the_breaker_is_open() {
        assert_eq!(findings(&[failed()], false), (vec![], vec![]));
        let failing = vec![("twilio".to_owned(), CarrierProblem::Failing)];
        assert_eq!(findings(&[failed()], true), (failing.clone(), vec![]));
        // The number worked before the carrier began to fail.
        assert_eq!(findings(&[accepted(), failed()], true), (failing, vec![NUMBER.to_owned()]));
    }
}
