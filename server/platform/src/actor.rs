//! The caller of a request ([`Actor`]) and the data that they may access ([`Scope`]).
//!
//! A [`Scope`] comes from an actor, or from a row that the platform itself has read; never
//! from the content of a request.
use std::sync::Arc;

pub use contract::options::{DashboardOption, Entitlement, PartnerScope};

use crate::{
    Fault,
    ids::{CommunityId, CompanyId, SessionId, UserId},
};

/// An entity that belongs to exactly one community.
pub trait InCommunity {
    /// The name of the entity in error messages, such as `escalation`.
    const NOUN: &'static str;

    /// Returns the community that the entity belongs to.
    fn community_id(&self) -> &CommunityId;
}

/// The caller: a signed-in user with the current state of their session, or a partner with a token.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Id of the user, or of the partner's credential.
    pub id: UserId,
    /// First and last name, or the credential's name.
    pub name: Arc<str>,
    /// Id of the user's session, or of the partner's token.
    pub session: SessionId,
    /// The company that the actor belongs to.
    pub home: CompanyId,
    /// The company that the actor works in: `home`, unless a platform administrator chose another one.
    pub company: CompanyId,
    /// Whether the actor is an administrator of `company`.
    pub administrator: bool,
    /// Whether the actor is an administrator of the company that runs the platform, and may work in any company.
    pub platform_administrator: bool,
    /// Whether the actor sees all communities of the company: an administrator, or a partner that does not act for a
    /// user.
    pub sees_all: bool,
    /// The scopes of a partner's token; `None` for a user with a session.
    pub scopes: Option<Arc<[PartnerScope]>>,
    /// The actor's entitlements. With the restricted view, that is the only one.
    pub facts: Arc<[Entitlement]>,
    /// The company's options; empty with the restricted view.
    pub options: Arc<[DashboardOption]>,
    /// The community that the request's `community` header names; `None` without the header.
    pub asserted_community: Option<CommunityId>,
}

impl Actor {
    /// Returns the data of the company that the actor works in, as far as they may see it.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let staff = (!self.sees_all).then(|| self.id.clone());
        Scope { company: self.company.clone(), staff, asserted_community: self.asserted_community.clone() }
    }

    /// Returns the data of `company`.
    ///
    /// # Errors
    /// `NOT_FOUND` for any company but the one that the actor works in, unless they are a platform administrator.
    pub fn within(&self, company: &CompanyId) -> Result<Scope, Fault> {
        if *company == self.company {
            Ok(self.scope())
        } else if self.platform_administrator {
            Ok(Scope::of_company(company))
        } else {
            Err(Fault::not_found("company"))
        }
    }

    /// Returns the data of `company`, or of the company that the actor works in if `company` is empty.
    ///
    /// # Errors
    /// `NOT_FOUND` for any company but the one that the actor works in, unless they are a platform administrator.
    pub fn within_or_own(&self, company: &str) -> Result<Scope, Fault> {
        if company.is_empty() { Ok(self.scope()) } else { self.within(&company.into()) }
    }
}

/// The data that may be accessed: one company's, optionally limited to the communities of one user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    company: CompanyId,
    staff: Option<UserId>,
    asserted_community: Option<CommunityId>,
}

impl Scope {
    /// Returns the scope of all data of a company, for the platform's own work on a row of that company.
    #[must_use]
    pub fn of_company(company: &CompanyId) -> Self {
        Self { company: company.clone(), staff: None, asserted_community: None }
    }

    /// Returns the scope of all data of the company. Used after an entity was found in this scope, for related data
    /// that its processing needs.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self::of_company(&self.company)
    }

    /// Returns the company; bound as `$1` by convention.
    #[must_use]
    pub fn company(&self) -> &CompanyId {
        &self.company
    }

    /// Returns the user whose communities the scope is limited to; `None` for all communities. Bound as `$2` by
    /// convention.
    #[must_use]
    pub fn staff(&self) -> Option<&UserId> {
        self.staff.as_ref()
    }

    /// Returns the entity that a request names, given the result of loading it with this scope.
    ///
    /// # Errors
    /// `NOT_FOUND` if nothing was found; otherwise the same as [`Scope::check_community`]. `NOT_FOUND` comes first, so
    /// that a caller who cannot see the entity learns nothing about its community.
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

    /// Checks that the request may concern the community.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when the request's `community` header names another community.
    pub fn check_community(&self, community: &CommunityId) -> Result<(), Fault> {
        self.check_communities(std::slice::from_ref(community))
    }

    /// Checks that the request may concern an entity of several communities.
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
