//! Circuit breakers per company and carrier.
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use platform::{Timestamp, ids::CompanyId};

use super::{
    model::Kind,
    rules::{Admission, Breaker},
};

/// Stops sending texts to carriers that fail. A carrier that fails does not stop the company's numbers at another one.
#[derive(Default)]
pub struct Breakers {
    breakers: Mutex<HashMap<(CompanyId, Kind), Breaker>>,
}

impl Breakers {
    /// Returns how many texts of a company may be sent to a carrier now, or else the time to wait for. Uses up a
    /// probe.
    pub fn admit(&self, company: &CompanyId, kind: Kind, now: Timestamp) -> Result<Admission, Timestamp> {
        self.lock().get_mut(&(company.clone(), kind)).map_or(Ok(Admission::All), |breaker| breaker.admit(now))
    }

    /// Returns the same as [`Self::admit`] without using up a probe.
    pub fn admission(&self, company: &CompanyId, kind: Kind, now: Timestamp) -> Result<Admission, Timestamp> {
        self.lock().get(&(company.clone(), kind)).map_or(Ok(Admission::All), |breaker| breaker.admission(now))
    }

    /// Returns whether a company's circuit breaker for this carrier is open or half-open.
    pub fn is_open(&self, company: &CompanyId, kind: Kind) -> bool {
        self.lock().get(&(company.clone(), kind)).is_some_and(Breaker::is_open)
    }

    /// Records a response of a carrier, which closes the breaker.
    pub fn answered(&self, company: &CompanyId, kind: Kind) {
        self.lock().remove(&(company.clone(), kind));
    }

    /// Records a failure of a carrier.
    pub fn failed(&self, company: &CompanyId, kind: Kind, now: Timestamp) {
        self.lock().entry((company.clone(), kind)).or_default().failed(now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(CompanyId, Kind), Breaker>> {
        self.breakers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_carrier_that_fails_does_not_stop_another_carrier_or_company() {
        let (breakers, now) = (Breakers::default(), Timestamp(1_000_000));
        let (company, other) = (CompanyId::from("a"), CompanyId::from("b"));
        for _ in 0..5 {
            breakers.failed(&company, Kind::Twilio, now);
        }
        assert!(breakers.is_open(&company, Kind::Twilio));
        assert!(breakers.admit(&company, Kind::Twilio, now).is_err());
        assert_eq!(breakers.admit(&company, Kind::Textline, now), Ok(Admission::All));
        assert_eq!(breakers.admit(&other, Kind::Twilio, now), Ok(Admission::All));
        breakers.answered(&company, Kind::Textline);
        assert!(breakers.is_open(&company, Kind::Twilio), "only the carrier itself closes its breaker");
    }
}
