//! Authentication by access token, cached in memory for 2 seconds.
use std::{sync::Arc, time::Duration};

use moka::sync::Cache;
use platform::{Actor, ErrorReason, Fault, Scope, Timestamp, Tx, ids::SessionId, invalidation::Version};

use super::{
    model::{AccessTokenRecord, Bearer},
    rules, store,
    token_lifetimes::newest_deleted_expiry,
};
use crate::{
    context::Context,
    identity::{
        partner::{self, PartnerId},
        session::Sessions,
    },
    operations::rate_limit::InMemoryLimiter,
};

/// How long a server that missed an invalidation may use stale data.
const CACHE_LIFETIME: Duration = Duration::from_secs(2);
const MAX_CACHED: u64 = 20_000;

/// Deletes up to `limit` expired codes and tokens, and grants without tokens. Returns how many codes and tokens.
pub async fn delete_expired(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64, Fault> {
    store::delete_expired_tokens(tx, newest_deleted_expiry(now), limit).await
}

/// Authenticates access tokens. Cheap to clone.
#[derive(Clone)]
pub struct Tokens {
    inner: Arc<Inner>,
}

struct Inner {
    context: Context,
    sessions: Sessions,
    partner_limiter: InMemoryLimiter<PartnerId>,
    cache: Cache<String, ResolvedToken>,
}

/// The bearer of a token, as of a version of the cached data.
#[derive(Clone)]
pub struct ResolvedToken {
    pub version: Version,
    pub bearer: Arc<Bearer>,
}

impl Tokens {
    #[must_use]
    pub fn new(context: Context, sessions: Sessions) -> Self {
        let cache = Cache::builder().max_capacity(MAX_CACHED).time_to_live(CACHE_LIFETIME).build();
        Self {
            inner: Arc::new(Inner { context, sessions, partner_limiter: InMemoryLimiter::default(), cache }),
        }
    }

    /// Authenticates an access token.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` if it is unknown, expired or revoked, or its user is inactive.
    pub async fn resolve(&self, token: &str) -> Result<ResolvedToken, Fault> {
        let (hash, invalidations) = (partner::digest(token), self.inner.context.db.invalidations());
        if let Some(token) = self.inner.cache.get(&hash)
            && !invalidations.is_stale(token.version, &token.bearer.actor)
            && self.inner.context.now() <= token.bearer.expires
        {
            return Ok(token);
        }
        let version = invalidations.version();
        let token = ResolvedToken { version, bearer: Arc::new(self.load(&hash).await?) };
        self.inner.cache.insert(hash, token.clone());
        Ok(token)
    }

    /// Counts a call of a partner.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` above the limit per minute.
    pub fn count(&self, partner: &PartnerId, per_minute: i32) -> Result<(), Fault> {
        let per_minute = u32::try_from(per_minute).unwrap_or_default();
        self.inner.partner_limiter.take(partner, per_minute).map_err(|wait| {
            Fault::exhausted(
                ErrorReason::TooManyRequests,
                "This credential has exceeded its calls per minute. Slow down, or ask for a higher limit.",
                Some(wait),
            )
        })
    }

    async fn load(&self, hash: &str) -> Result<Bearer, Fault> {
        let now = self.inner.context.now();
        let mut tx = self.inner.context.db.platform_read().await?;
        let record = store::find_access_token(&mut tx, hash).await?;
        drop(tx);
        let record = record.filter(|record| now <= record.expires_ms).ok_or_else(invalid_token)?;
        let actor = Arc::new(self.actor(&record).await?);
        // Reads keep working when the database is read-only.
        if let Err(fault) = self.record_use(&record, now).await {
            tracing::warn!(%fault, "could not record the use of a token");
        }
        let (partner, requests_per_minute) = (record.partner_id, record.requests_per_minute);
        Ok(Bearer { actor, partner, requests_per_minute, expires: record.expires_ms })
    }

    /// Returns the user's actor for a token of a grant, otherwise the partner's.
    async fn actor(&self, record: &AccessTokenRecord) -> Result<Actor, Fault> {
        let (allowed_scopes, session) = (rules::allowed_scopes(record), SessionId(record.token_hash.clone()));
        if let Some(staff) = &record.staff_id {
            let person = self.inner.sessions.load_account_of_user(&record.company_id, staff, session).await?;
            return Ok(rules::actor_for_user(&person.ok_or_else(invalid_token)?.actor, allowed_scopes));
        }
        Ok(Actor {
            id: record.partner_id.as_str().into(),
            name: record.name.as_str().into(),
            session,
            home: record.company_id.clone(),
            company: record.company_id.clone(),
            administrator: false,
            platform_administrator: false,
            sees_all: true,
            scopes: Some(allowed_scopes.into()),
            facts: Arc::new([]),
            options: Arc::new([]),
            asserted_community: None,
        })
    }

    async fn record_use(&self, record: &AccessTokenRecord, now: Timestamp) -> Result<(), Fault> {
        let by_person =
            record.grant_id.as_ref().filter(|_| rules::should_record_use(record.grant_used_ms, now));
        let by_partner = rules::should_record_use(record.partner_used_ms, now);
        if by_person.is_none() && !by_partner {
            return Ok(());
        }
        let scope = Scope::of_company(&record.company_id);
        let mut tx = self.inner.context.db.write(&scope).await?;
        if by_partner {
            partner::touch(&mut tx, &scope, &record.partner_id, now).await?;
        }
        if let Some(grant) = by_person {
            store::touch_grant(&mut tx, &scope, grant, now).await?;
        }
        tx.commit().await
    }
}

/// Returns the error for any invalid token.
fn invalid_token() -> Fault {
    Fault::unauthenticated(
        ErrorReason::InvalidToken,
        "This access token is invalid or has expired. Request a new one.",
    )
}
