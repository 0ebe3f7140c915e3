//! Whom an access token stands for: from memory for two seconds, unless it changed, else from
//! storage.
use std::{sync::Arc, time::Duration};

use moka::sync::Cache;
use platform::{Actor, Fault, Scope, Timestamp, Tx, changes::Moment, ids::SessionId};

use super::{
    model::{Bearer, Held},
    rates::Rates,
    rules, store,
};
use crate::{
    context::Context,
    partner::{self, PartnerId},
    session::Sessions,
};

/// How long a revocation may take to be noticed by a server that did not hear of it. One that did
/// believes nothing that was read before (`platform::changes`).
const KEPT: Duration = Duration::from_secs(2);
const MOST_KEPT: u64 = 20_000;

/// Forgets at most `most` of the codes and tokens that are over, and the grants that nothing is left
/// of; how many.
///
/// # Errors
/// Those of storage.
pub async fn forget_bygone(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::forget_tokens(tx, rules::forgotten(now), most).await
}

/// Access tokens. Cheap to clone.
#[derive(Clone)]
pub struct Tokens(Arc<Inner>);

struct Inner {
    context: Context,
    sessions: Sessions,
    rates: Rates,
    kept: Cache<String, Known>,
}

/// Whom a token stands for, and since when that was not looked at.
pub type Known = (Moment, Arc<Bearer>);

impl Tokens {
    /// Tokens over this storage; people are who their sessions would say that they are.
    #[must_use]
    pub fn new(context: Context, sessions: Sessions) -> Self {
        let kept = Cache::builder().max_capacity(MOST_KEPT).time_to_live(KEPT).build();
        Self(Arc::new(Inner { context, sessions, rates: Rates::new(), kept }))
    }

    /// Whom a token stands for.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when it is unknown, over or revoked, or the person has no account now.
    pub async fn resolve(&self, token: &str) -> Result<Known, Fault> {
        let (hash, changes) = (partner::digest(token), self.0.context.db.changes());
        if let Some((read, bearer)) = self.0.kept.get(&hash)
            && !changes.since(read, &bearer.actor)
            && self.0.context.now() <= bearer.expires
        {
            return Ok((read, bearer));
        }
        let read = changes.now();
        let known = (read, Arc::new(self.load(&hash).await?));
        self.0.kept.insert(hash, known.clone());
        Ok(known)
    }

    /// Counts a call of a partner.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` when it is one too many in this minute.
    pub fn count(&self, partner: &PartnerId, per_minute: i32) -> Result<(), Fault> {
        self.0.rates.take(partner, per_minute)
    }

    async fn load(&self, hash: &str) -> Result<Bearer, Fault> {
        let now = self.0.context.now();
        let mut tx = self.0.context.db.platform_read().await?;
        let held = store::held(&mut tx, hash).await?;
        drop(tx);
        let held = held.filter(|held| now <= held.expires_ms).ok_or_else(not_valid)?;
        let actor = Arc::new(self.actor(&held).await?);
        // Storage that takes nothing more still lets people read.
        if let Err(fault) = self.touch(&held, now).await {
            tracing::warn!(%fault, "the use of a token could not be written down");
        }
        let (partner, requests_per_minute) = (held.partner_id, held.requests_per_minute);
        Ok(Bearer { actor, partner, requests_per_minute, expires: held.expires_ms })
    }

    /// The person, if the token is of one, else the partner itself.
    async fn actor(&self, held: &Held) -> Result<Actor, Fault> {
        let (reach, session) = (rules::reach(held), SessionId(held.token_hash.clone()));
        if let Some(staff) = &held.staff_id {
            let person = self.0.sessions.person(&held.company_id, staff, session).await?;
            return Ok(rules::on_behalf(&person.ok_or_else(not_valid)?.actor, reach));
        }
        Ok(Actor {
            id: held.partner_id.as_str().into(),
            name: held.name.as_str().into(),
            session,
            home: held.company_id.clone(),
            company: held.company_id.clone(),
            administrator: false,
            platform_administrator: false,
            sees_all: true,
            scopes: Some(reach.into()),
            facts: Arc::new([]),
            options: Arc::new([]),
        })
    }

    async fn touch(&self, held: &Held, now: Timestamp) -> Result<(), Fault> {
        let by_person = held.grant_id.as_ref().filter(|_| rules::wants_touch(held.grant_used_ms, now));
        let by_partner = rules::wants_touch(held.partner_used_ms, now);
        if by_person.is_none() && !by_partner {
            return Ok(());
        }
        let scope = Scope::of_company(&held.company_id);
        let mut tx = self.0.context.db.write(&scope).await?;
        if by_partner {
            partner::touch(&mut tx, &scope, &held.partner_id, now).await?;
        }
        if let Some(grant) = by_person {
            store::touch_grant(&mut tx, &scope, grant, now).await?;
        }
        tx.commit().await
    }
}

/// The one answer to a token that is not valid.
fn not_valid() -> Fault {
    Fault::unauthenticated("INVALID_TOKEN", "This access token is not valid, or no longer. Get another one.")
}
