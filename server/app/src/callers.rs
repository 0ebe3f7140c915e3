//! Who calls: a person by the token of a session, or a partner by an access token.
use std::sync::Arc;

use http::{HeaderMap, header};
use platform::{Actor, Db, Fault, Timestamp, changes::Moment};

use crate::{
    oauth::{Bearer, Tokens},
    session::{Account, Sessions},
};

/// What a call shows.
#[derive(Clone)]
pub enum Credential {
    /// A session's token, in `usertoken`; empty where nothing was shown.
    Session(String),
    /// An access token, in `authorization: Bearer`.
    Bearer(String),
}

impl Credential {
    /// What is in the headers. An `authorization` of another kind is not for us.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` when there are both: which of them acts is not ours to choose.
    pub fn of(headers: &HeaderMap) -> Result<Self, Fault> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let session = text("usertoken");
        let authorization = text(header::AUTHORIZATION.as_str());
        let (scheme, token) = authorization.split_once(' ').unwrap_or((authorization, ""));
        match (scheme.eq_ignore_ascii_case("bearer"), session.is_empty()) {
            (false, _) => Ok(Self::Session(session.to_owned())),
            (true, true) => Ok(Self::Bearer(token.trim().to_owned())),
            (true, false) => Err(Fault::invalid(
                "TWO_CREDENTIALS",
                "Send a usertoken or an access token (authorization: Bearer), not both.",
            )),
        }
    }
}

/// Whoever calls.
pub struct Caller {
    /// Who acts.
    pub actor: Arc<Actor>,
    /// Their account, if they are in a session of their own.
    pub account: Option<Arc<Account>>,
    /// The partner's token, if it is one.
    bearer: Option<Arc<Bearer>>,
    /// Since when it was not looked at who that is.
    read: Moment,
}

impl Caller {
    /// Whether they still are who they were, as far as this server knows: it heard of no change
    /// that concerns them, and a token of theirs is not over. That costs a look in memory.
    #[must_use]
    pub fn holds(&self, db: &Db, now: Timestamp) -> bool {
        let over = self.bearer.as_ref().is_some_and(|bearer| now > bearer.expires);
        !over && !db.changes().since(self.read, &self.actor)
    }
}

/// Knows callers by what they show. Cheap to clone.
#[derive(Clone)]
pub struct Callers {
    /// People.
    pub sessions: Sessions,
    /// Partners.
    pub tokens: Tokens,
}

impl Callers {
    /// Who makes a call, which counts against what a partner may make in a minute.
    ///
    /// # Errors
    /// As [`Callers::resolve`]; `RESOURCE_EXHAUSTED` when a partner makes too many.
    pub async fn admit(&self, credential: &Credential) -> Result<Caller, Fault> {
        let caller = self.resolve(credential).await?;
        if let Some(bearer) = &caller.bearer {
            self.tokens.count(&bearer.partner, bearer.requests_per_minute)?;
        }
        Ok(caller)
    }

    /// Who somebody is now.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when a session or token is unknown, over or revoked.
    pub async fn resolve(&self, credential: &Credential) -> Result<Caller, Fault> {
        match credential {
            Credential::Session(token) => {
                let (read, account) = self.sessions.resolve(token).await?;
                Ok(Caller { actor: account.actor.clone(), account: Some(account), bearer: None, read })
            }
            Credential::Bearer(token) => {
                let (read, bearer) = self.tokens.resolve(token).await?;
                Ok(Caller { actor: bearer.actor.clone(), account: None, bearer: Some(bearer), read })
            }
        }
    }
}
