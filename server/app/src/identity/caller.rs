//! Authentication of calls: users by session tokens, partners by access tokens.
use std::sync::Arc;

use http::{HeaderMap, header};
use platform::{Actor, Db, ErrorReason, Fault, Timestamp, invalidation::Version};

use crate::identity::{
    oauth::{Bearer, ResolvedToken, Tokens},
    session::{Account, ResolvedSession, Sessions},
};

/// The credential of a call.
#[derive(Clone)]
pub enum Credential {
    /// The session token in `usertoken`; empty if there is none.
    Session(String),
    /// The access token in `authorization: Bearer`.
    Bearer(String),
}

impl Credential {
    /// Reads the credential from the headers. Other schemes of `authorization` are ignored.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` if there are both.
    pub fn of(headers: &HeaderMap) -> Result<Self, Fault> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let session = text("usertoken");
        let authorization = text(header::AUTHORIZATION.as_str());
        let (scheme, token) = authorization.split_once(' ').unwrap_or((authorization, ""));
        match (scheme.eq_ignore_ascii_case("bearer"), session.is_empty()) {
            (false, _) => Ok(Self::Session(session.to_owned())),
            (true, true) => Ok(Self::Bearer(token.trim().to_owned())),
            (true, false) => Err(Fault::invalid(
                ErrorReason::TwoCredentials,
                "Send a usertoken or an access token (authorization: Bearer), not both.",
            )),
        }
    }
}

/// An authenticated caller.
pub struct Caller {
    pub actor: Arc<Actor>,
    /// The account, if the caller is a user in a session.
    pub account: Option<Arc<Account>>,
    /// The partner's token, if the caller is a partner.
    bearer: Option<Arc<Bearer>>,
    /// The version of the data that the actor was read from.
    version: Version,
}

impl Caller {
    /// Returns whether the caller is still authenticated: no change that concerns them was announced and their token
    /// is not expired. Reads memory only.
    #[must_use]
    pub fn is_valid(&self, db: &Db, now: Timestamp) -> bool {
        let is_expired = self.bearer.as_ref().is_some_and(|bearer| now > bearer.expires);
        !is_expired && !db.invalidations().is_stale(self.version, &self.actor)
    }
}

/// Authenticates callers. Cheap to clone.
#[derive(Clone)]
pub struct Callers {
    pub sessions: Sessions,
    pub tokens: Tokens,
}

impl Callers {
    /// Authenticates a call and counts it towards the partner's rate limit.
    ///
    /// # Errors
    /// Fails like [`Callers::resolve`]; `RESOURCE_EXHAUSTED` if the partner exceeds its limit.
    pub async fn admit(&self, credential: &Credential) -> Result<Caller, Fault> {
        let caller = self.resolve(credential).await?;
        if let Some(bearer) = &caller.bearer {
            self.tokens.count(&bearer.partner, bearer.requests_per_minute)?;
        }
        Ok(caller)
    }

    /// Authenticates a credential without counting a call.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` if the session or token is unknown, expired or revoked.
    pub async fn resolve(&self, credential: &Credential) -> Result<Caller, Fault> {
        match credential {
            Credential::Session(token) => {
                let ResolvedSession { version, account } = self.sessions.resolve(token).await?;
                Ok(Caller { actor: account.actor.clone(), account: Some(account), bearer: None, version })
            }
            Credential::Bearer(token) => {
                let ResolvedToken { version, bearer } = self.tokens.resolve(token).await?;
                Ok(Caller { actor: bearer.actor.clone(), account: None, bearer: Some(bearer), version })
            }
        }
    }
}
