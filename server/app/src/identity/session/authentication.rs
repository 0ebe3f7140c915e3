//! Opens sessions, authenticates calls by session token with a cache of 2 seconds, and ends sessions.
use std::{sync::Arc, time::Duration};

use moka::sync::Cache;
use platform::{
    Actor, ErrorReason, Fault, Scope, Timestamp, Tx,
    ids::{CompanyId, SessionId, UserId},
    invalidation::Version,
    paging::PageKey,
    signal::{InvalidationScope, Signal},
};
use sha2::{Digest, Sha256};
use tokio::{
    sync::{Mutex, OnceCell},
    time::timeout,
};

use super::{
    model::{Account, CommunityOption, NamedAccounts, OpenSession, Session, UserKey},
    password::Passwords,
    rules, store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// How long a server that missed an invalidation may use stale data.
const CACHE_LIFETIME: Duration = Duration::from_secs(2);
const MAX_CACHED: u64 = 20_000;
/// Maximum number of sessions that are read from the database at once.
const MAX_CONCURRENT_READS: usize = 64;
/// How long a call waits for a concurrent read of the same session before it reads itself.
const READ_LOCK_TIMEOUT: Duration = Duration::from_millis(250);

/// Opens, authenticates and ends sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub context: Context,
    named: NamedAccounts,
    pub passwords: Passwords,
    cache: Cache<Digest256, ResolvedSession>,
    /// Locks that make concurrent reads of a session share one query.
    reading: [Mutex<()>; MAX_CONCURRENT_READS],
}

type Digest256 = [u8; 32];

/// The account of a session, as of a version of the cached data.
#[derive(Clone)]
pub struct ResolvedSession {
    pub version: Version,
    pub account: Arc<Account>,
}

impl Sessions {
    #[must_use]
    pub fn new(context: Context, named: NamedAccounts, passwords: Passwords) -> Self {
        let cache = Cache::builder().max_capacity(MAX_CACHED).time_to_live(CACHE_LIFETIME).build();
        let reading = std::array::from_fn(|_| Mutex::default());
        Self { inner: Arc::new(Inner { context, named, passwords, cache, reading }) }
    }

    pub fn context(&self) -> &Context {
        &self.inner.context
    }

    #[must_use]
    pub fn passwords(&self) -> &Passwords {
        &self.inner.passwords
    }

    /// Authenticates a session token.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` if it is unknown, expired or revoked, or the user is inactive.
    pub async fn resolve(&self, token: &str) -> Result<ResolvedSession, Fault> {
        let hash = digest(token);
        if let Some(session) = self.cached(&hash) {
            return Ok(session);
        }
        let reading = &self.inner.reading[usize::from(hash[0]) % MAX_CONCURRENT_READS];
        let _alone = timeout(READ_LOCK_TIMEOUT, reading.lock()).await;
        if let Some(session) = self.cached(&hash) {
            return Ok(session);
        }
        let version = self.inner.context.db.invalidations().version();
        let session = ResolvedSession { version, account: Arc::new(self.load(&hash).await?) };
        self.inner.cache.insert(hash, session.clone());
        Ok(session)
    }

    /// Returns the cached session unless it is stale.
    fn cached(&self, hash: &Digest256) -> Option<ResolvedSession> {
        let invalidations = self.inner.context.db.invalidations();
        let session = self.inner.cache.get(hash);
        session.filter(|session| !invalidations.is_stale(session.version, &session.account.actor))
    }

    async fn load(&self, hash: &Digest256) -> Result<Account, Fault> {
        let now = self.inner.context.now();
        let mut tx = self.inner.context.db.platform_read().await?;
        let session = store::session_by_token(&mut tx, &hex::encode(hash)).await?;
        let session = session.filter(|s| !rules::is_expired(s, now)).ok_or_else(not_signed_in)?;
        let account = self.account(&mut tx, &session).await?.ok_or_else(not_signed_in)?;
        drop(tx);
        if rules::should_record_use(&session, now) {
            let mut tx = self.inner.context.db.platform().await?;
            store::touch_session(&mut tx, &session, now).await?;
            tx.commit().await?;
        }
        Ok(account)
    }

    /// Loads the account of a user in their home company, for a partner that acts on their behalf. `session` is the
    /// id of the partner's token. Returns `None` if the user is inactive.
    pub async fn load_account_of_user(
        &self,
        company: &CompanyId,
        staff: &UserId,
        session: SessionId,
    ) -> Result<Option<Account>, Fault> {
        let session = Session {
            company_id: company.clone(),
            id: session.0,
            staff_id: staff.clone(),
            used_ms: self.inner.context.now(),
            acting_company_id: None,
        };
        let mut tx = self.inner.context.db.platform_read().await?;
        self.account(&mut tx, &session).await
    }

    /// Loads the account of a session; `None` if the user is inactive.
    async fn account(&self, tx: &mut Tx, session: &Session) -> Result<Option<Account>, Fault> {
        let staff = store::staff_of_session(tx, session).await?;
        let Some(staff) = staff.filter(|s| s.active) else { return Ok(None) };
        let platform_administrator = rules::administers_platform(&staff, &self.inner.named);
        // Impersonation of a company that no longer exists is ignored.
        let chosen = match session.acting_company_id.clone().filter(|_| platform_administrator) {
            Some(company) => store::features(tx, &company).await?.map(|features| (company, features)),
            None => None,
        };
        let (company, features) = match chosen {
            Some(chosen) => chosen,
            None => match store::features(tx, &staff.company_id).await? {
                Some(features) => (staff.company_id.clone(), features),
                None => return Ok(None),
            },
        };
        let administrator = staff.administers();
        let actor = Actor {
            id: staff.id.clone(),
            name: staff.name().into(),
            session: SessionId(session.id.clone()),
            home: staff.company_id.clone(),
            facts: rules::facts(&staff, &company, &features, &self.inner.named).into(),
            options: rules::options(&staff, &features).into(),
            company,
            administrator,
            platform_administrator,
            sees_all: administrator,
            scopes: None,
            asserted_community: None,
        };
        let (company_name, communities) = (features.name, OnceCell::new());
        Ok(Some(Account { staff, company_name, actor: Arc::new(actor), communities }))
    }

    /// Loads the communities that the account can see, once.
    pub(super) async fn communities<'a>(&self, account: &'a Account) -> Result<&'a [CommunityOption], Fault> {
        let read = || async {
            let actor = &account.actor;
            let people = [(actor.id.as_str(), actor.sees_all)];
            let mut tx = self.inner.context.db.read(&actor.scope()).await?;
            let mut seen = store::communities(&mut tx, &actor.company, &people).await?;
            Ok(seen.remove(&actor.id).unwrap_or_default())
        };
        account.communities.get_or_try_init(read).await.map(Vec::as_slice)
    }

    /// Loads the account of an actor's session without the cache.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` if the session has ended.
    pub async fn load_account(&self, actor: &Actor) -> Result<Account, Fault> {
        let mut tx = self.inner.context.db.platform_read().await?;
        let session = store::session_by_id(&mut tx, &actor.home, actor.session.as_str()).await?;
        let account = self.account(&mut tx, &session.ok_or_else(not_signed_in)?).await?;
        account.ok_or_else(not_signed_in)
    }

    /// Switches an actor's session to the company of a scope; their home company ends the impersonation. The switch is
    /// audited in the home company, the previous and the new company.
    ///
    /// # Errors
    /// `NOT_FOUND` if there is no such company.
    pub async fn start_impersonation(&self, actor: &Actor, scope: &Scope) -> Result<Account, Fault> {
        let mut tx = self.inner.context.db.platform().await?;
        let company = store::features(&mut tx, scope.company()).await?;
        let company = company.ok_or_else(|| Fault::not_found("company"))?;
        let session = store::session_by_id(&mut tx, &actor.home, actor.session.as_str()).await?;
        let session = session.ok_or_else(not_signed_in)?;
        let acting = Some(scope.company()).filter(|company| **company != actor.home);
        if session.acting_company_id.as_ref() != acting {
            store::set_acting(&mut tx, &session, acting).await?;
            let mut companies = vec![&actor.home, &actor.company, scope.company()];
            companies.sort();
            companies.dedup();
            for company_id in companies {
                let audit_event = AuditEvent {
                    action: AuditAction::CompanyEntered,
                    subject: scope.company().as_str(),
                    summary: format!("Viewing as {}", company.name),
                };
                let trail = Scope::of_company(company_id);
                audit::record(&mut tx, &trail, &self.inner.context, actor, audit_event).await?;
            }
        }
        tx.signal(sessions_changed(user_key(actor)));
        tx.commit().await?;
        self.load_account(actor).await
    }

    /// Ends the actor's session: at once on this server, within seconds on others.
    pub async fn close(&self, actor: &Actor) -> Result<(), Fault> {
        self.revoke(actor, actor.session.as_str(), AuditAction::SessionClosed, "Logged out").await
    }

    /// Lists an actor's sessions before a key, the last used first. Returns one more than `limit`.
    pub async fn list(
        &self,
        actor: &Actor,
        before: Option<PageKey>,
        limit: i64,
    ) -> Result<Vec<OpenSession>, Fault> {
        let since = rules::oldest_valid_use(self.inner.context.now());
        let mut tx = self.inner.context.db.platform_read().await?;
        store::sessions_of(&mut tx, user_key(actor), since, before, limit).await
    }

    /// Ends one of an actor's sessions.
    ///
    /// # Errors
    /// `NOT_FOUND` if it is not theirs.
    pub async fn end(&self, actor: &Actor, id: &str) -> Result<(), Fault> {
        self.revoke(actor, id, AuditAction::SessionRevoked, "Ended one of their sessions").await
    }

    async fn revoke(&self, actor: &Actor, id: &str, action: AuditAction, summary: &str) -> Result<(), Fault> {
        let mut tx = self.inner.context.db.platform().await?;
        if !store::delete_session(&mut tx, user_key(actor), id).await? {
            return Err(Fault::not_found("session"));
        }
        let audit_event = AuditEvent { action, subject: id, summary: summary.to_owned() };
        audit::record(&mut tx, &Scope::of_company(&actor.home), &self.inner.context, actor, audit_event)
            .await?;
        tx.signal(sessions_changed(user_key(actor)));
        tx.commit().await
    }

    /// Ends all of an actor's sessions except the current one. Returns how many.
    pub async fn end_others(&self, actor: &Actor) -> Result<u64, Fault> {
        let mut tx = self.inner.context.db.platform().await?;
        let ended = end_sessions(&mut tx, user_key(actor), actor.session.as_str()).await?;
        if ended > 0 {
            let summary = format!("Ended their {ended} other sessions");
            let audit_event =
                AuditEvent { action: AuditAction::SessionRevoked, subject: actor.id.as_str(), summary };
            audit::record(&mut tx, &Scope::of_company(&actor.home), &self.inner.context, actor, audit_event)
                .await?;
        }
        tx.commit().await?;
        Ok(ended)
    }
}

/// Ends a user's sessions except the one with the id `except`. Returns how many.
pub async fn end_sessions(tx: &mut Tx, user: UserKey<'_>, except: &str) -> Result<u64, Fault> {
    let ended = store::delete_sessions(tx, user, except).await?;
    tx.signal(sessions_changed(user));
    Ok(ended)
}

/// Deletes up to `limit` expired sessions and up to `limit` expired trusted clients. Returns the larger count.
pub async fn delete_expired(tx: &mut Tx, now: Timestamp, limit: i64) -> Result<u64, Fault> {
    let sessions = store::delete_expired_sessions(tx, rules::last_over(now), limit).await?;
    let workers = store::delete_expired_trusted_clients(tx, rules::newest_untrusted_use(now), limit).await?;
    Ok(sessions.max(workers))
}

/// Returns the signal that invalidates a user's cached sessions.
#[must_use]
pub fn sessions_changed(user: UserKey<'_>) -> Signal {
    Signal::Sessions(InvalidationScope::Person(user.company.clone(), user.id.clone()))
}

/// Returns the user of an actor.
#[must_use]
pub fn user_key(actor: &Actor) -> UserKey<'_> {
    UserKey { company: &actor.home, id: &actor.id }
}

/// Returns the digest under which a secret is stored.
#[must_use]
pub fn digest_of(secret: &str) -> String {
    hex::encode(digest(secret))
}

fn digest(secret: &str) -> Digest256 {
    Sha256::digest(secret.as_bytes()).into()
}

/// Returns the error for any invalid session token.
pub fn not_signed_in() -> Fault {
    Fault::unauthenticated(ErrorReason::NotSignedIn, "Please login again.")
}
