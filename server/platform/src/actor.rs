//! Who acts, and whose data they may touch.
//!
//! A [`Scope`] comes from an actor, or from a row that the platform itself has read; never
//! from what a request says.
use std::sync::Arc;

pub use contract::options::{DashboardOption, Fact, PartnerScope};

use crate::{
    Fault,
    ids::{CompanyId, SessionId, UserId},
};

/// A signed-in person, as their session is now, or a partner with a token.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Who: a member of staff, or a partner's credential.
    pub id: UserId,
    /// First and last name, or the credential's name.
    pub name: Arc<str>,
    /// The session that they act in; of a partner, its token's id.
    pub session: SessionId,
    /// The company that they belong to.
    pub home: CompanyId,
    /// The company that they act in: their own, unless they administer the platform and chose another.
    pub company: CompanyId,
    /// Administers the company that they act in.
    pub administrator: bool,
    /// Administers the company that runs the platform, and so may act in any.
    pub platform_administrator: bool,
    /// Sees all communities of the company: an administrator, or a partner that is nobody in person.
    pub sees_all: bool,
    /// What a partner's token is for; none for a person in a session of their own.
    pub scopes: Option<Arc<[PartnerScope]>>,
    /// What holds for them; the restricted view alone if they have that.
    pub facts: Arc<[Fact]>,
    /// The company's options; none with the restricted view.
    pub options: Arc<[DashboardOption]>,
}

impl Actor {
    /// The data of the company that they act in, as far as they see it.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let staff = (!self.sees_all).then(|| self.id.clone());
        Scope { company: self.company.clone(), staff }
    }

    /// The data of `company`.
    ///
    /// # Errors
    /// `NOT_FOUND` for any company but the one that they act in, unless they administer the platform.
    pub fn within(&self, company: &CompanyId) -> Result<Scope, Fault> {
        if *company == self.company {
            Ok(self.scope())
        } else if self.platform_administrator {
            Ok(Scope::of_company(company))
        } else {
            Err(Fault::not_found("company"))
        }
    }

    /// The data of the company that a request names, or without a name of the one that they act in.
    ///
    /// # Errors
    /// As [`Actor::within`].
    pub fn within_or_own(&self, company: &str) -> Result<Scope, Fault> {
        if company.is_empty() { Ok(self.scope()) } else { self.within(&company.into()) }
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

    /// All of the company: for what it takes to act on something that the scope was seen to have.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self::of_company(&self.company)
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
