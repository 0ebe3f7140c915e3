//! Who acts, and whose data they may touch.
//!
//! A [`Scope`] comes from an actor, or from a row that the platform itself has read; never
//! from what a request says.
use std::sync::Arc;

pub use contract::options::{DashboardOption, Entitlement, PartnerScope};

use crate::{
    Fault,
    ids::{CommunityId, CompanyId, SessionId, UserId},
};

/// An entity that belongs to exactly one community.
pub trait InCommunity {
    /// What a refusal calls it, such as `escalation`.
    const NOUN: &'static str;

    /// The community that it belongs to.
    fn community_id(&self) -> &CommunityId;
}

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
    pub facts: Arc<[Entitlement]>,
    /// The company's options; none with the restricted view.
    pub options: Arc<[DashboardOption]>,
    /// The community that the request's `community` header names; `None` without the header.
    pub asserted_community: Option<CommunityId>,
}

impl Actor {
    /// The data of the company that they act in, as far as they see it.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let staff = (!self.sees_all).then(|| self.id.clone());
        Scope { company: self.company.clone(), staff, asserted_community: self.asserted_community.clone() }
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
    asserted_community: Option<CommunityId>,
}

impl Scope {
    /// All of a company, for the platform's own work on a row that names it.
    #[must_use]
    pub fn of_company(company: &CompanyId) -> Self {
        Self { company: company.clone(), staff: None, asserted_community: None }
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

    /// The entity that a request names, as it was loaded with this scope.
    ///
    /// # Errors
    /// `NOT_FOUND` when nothing was found; then those of [`Scope::check_community`], so that whoever
    /// does not see the entity learns nothing of its community.
    pub fn require<T: InCommunity>(&self, found: Option<T>) -> Result<T, Fault> {
        let entity = found.ok_or_else(|| Fault::not_found(T::NOUN))?;
        self.check_community(entity.community_id())?;
        Ok(entity)
    }

    /// Returns whether the request has a `community` header.
    #[must_use]
    pub fn has_community_header(&self) -> bool {
        self.asserted_community.is_some()
    }

    /// Checks that the request may concern the community: that no header names another one.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when the request's `community` header names another community.
    pub fn check_community(&self, community: &CommunityId) -> Result<(), Fault> {
        self.check_communities(std::slice::from_ref(community))
    }

    /// Checks that the request may concern something of several communities.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when the request's `community` header names none of them.
    pub fn check_communities(&self, communities: &[CommunityId]) -> Result<(), Fault> {
        match &self.asserted_community {
            Some(asserted) if !communities.contains(asserted) => Err(Fault::field(
                "community",
                "The community header names another community than the request.",
            )),
            _ => Ok(()),
        }
    }
}
