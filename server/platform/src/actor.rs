//! Who acts, and whose data they may touch.
//!
//! A [`Scope`] comes from an actor, or from a row that the platform itself has read; never
//! from what a request says.
use std::sync::Arc;

pub use contract::options::{DashboardOption, Fact};

use crate::{
    Fault,
    ids::{CompanyId, SessionId, UserId},
};

/// A signed-in person, as their session is now.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Who.
    pub id: UserId,
    /// First and last name.
    pub name: Arc<str>,
    /// The session that they act in.
    pub session: SessionId,
    /// Their own company.
    pub company: CompanyId,
    /// Administers the company.
    pub administrator: bool,
    /// What holds for them; the restricted view alone if they have that.
    pub facts: Arc<[Fact]>,
    /// The company's options; none with the restricted view.
    pub options: Arc<[DashboardOption]>,
}

impl Actor {
    /// Their company's data, as far as they see it.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let staff = (!self.administrator).then(|| self.id.clone());
        Scope { company: self.company.clone(), staff }
    }

    /// The data of `company`.
    ///
    /// # Errors
    /// `NOT_FOUND` for any company but their own.
    pub fn within(&self, company: &CompanyId) -> Result<Scope, Fault> {
        if *company == self.company { Ok(self.scope()) } else { Err(Fault::not_found("company")) }
    }
}

/// Whose data: one company's, and of that the communities that one member of staff sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    company: CompanyId,
    staff: Option<UserId>,
}

impl Scope {
    /// All of a company, for the platform's own work on a row that names it.
    #[must_use]
    pub fn of_company(company: &CompanyId) -> Self {
        Self { company: company.clone(), staff: None }
    }

    /// The company; bound as `$1` by convention.
    #[must_use]
    pub fn company(&self) -> &CompanyId {
        &self.company
    }

    /// Whose communities alone; `None` for all. Bound as `$2` by convention.
    #[must_use]
    pub fn staff(&self) -> Option<&UserId> {
        self.staff.as_ref()
    }
}
