//! Who the bearer of a token is: from memory for two seconds, unless it changed, else from storage.
use std::{sync::Arc, time::Duration};

use moka::sync::Cache;
use platform::{
    Actor, Fault, Scope, Timestamp, Tx,
    changes::Moment,
    ids::{CompanyId, SessionId, UserId},
    signal::{Signal, Whom},
};
use sha2::{Digest, Sha256};
use tokio::{
    sync::{Mutex, OnceCell},
    time::timeout,
};

use super::{
    model::{Account, CommunityOption, NamedAccounts, OpenSession, Session},
    password::Passwords,
    rules, store,
};
use crate::{
    audit::{self, Deed},
    context::Context,
};

/// How long a revocation may take to be noticed by a server that did not hear of it. One that did
/// believes nothing that was read before (`platform::changes`).
const KEPT: Duration = Duration::from_secs(2);
const MOST_KEPT: u64 = 20_000;
/// So many sessions are read at once.
const READING: usize = 64;
/// How long a call waits for another one to read its session, before it reads it itself.
const ANOTHER_READS: Duration = Duration::from_millis(250);

/// Sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions(pub(super) Arc<Inner>);

pub(super) struct Inner {
    pub context: Context,
    named: NamedAccounts,
    pub passwords: Passwords,
    kept: Cache<Digest256, Known>,
    /// Held by the call that reads a session, so that those beside it find what it read.
    reading: [Mutex<()>; READING],
}

type Digest256 = [u8; 32];

/// Whom a token stands for, and since when that was not looked at.
pub type Known = (Moment, Arc<Account>);

impl Sessions {
    /// Sessions over this storage.
    #[must_use]
    pub fn new(context: Context, named: NamedAccounts, passwords: Passwords) -> Self {
        let kept = Cache::builder().max_capacity(MOST_KEPT).time_to_live(KEPT).build();
        let reading = std::array::from_fn(|_| Mutex::default());
        Self(Arc::new(Inner { context, named, passwords, kept, reading }))
    }

    /// Storage, time and ids.
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// Where passwords are hashed.
    #[must_use]
    pub fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    /// Whom a token stands for.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when it is unknown, over or revoked, or the account is closed.
    pub async fn resolve(&self, token: &str) -> Result<Known, Fault> {
        let hash = digest(token);
        if let Some(known) = self.kept(&hash) {
            return Ok(known);
        }
        let reading = &self.0.reading[usize::from(hash[0]) % READING];
        let _alone = timeout(ANOTHER_READS, reading.lock()).await;
        if let Some(known) = self.kept(&hash) {
            return Ok(known);
        }
        let read = self.0.context.db.changes().now();
        let known = (read, Arc::new(self.load(&hash).await?));
        self.0.kept.insert(hash, known.clone());
        Ok(known)
    }

    /// What is in memory, unless it has changed since.
    fn kept(&self, hash: &Digest256) -> Option<Known> {
        let known = self.0.kept.get(hash);
        known.filter(|(read, account)| !self.0.context.db.changes().since(*read, &account.actor))
    }

    async fn load(&self, hash: &Digest256) -> Result<Account, Fault> {
        let now = self.0.context.now();
        let mut tx = self.0.context.db.platform_read().await?;
        let session = store::session_by_token(&mut tx, &hex::encode(hash)).await?;
        let session = session.filter(|s| !rules::is_over(s, now)).ok_or_else(not_signed_in)?;
        let account = self.account(&mut tx, &session).await?.ok_or_else(not_signed_in)?;
        drop(tx);
        if rules::wants_touch(&session, now) {
            let mut tx = self.0.context.db.platform().await?;
            store::touch_session(&mut tx, &session, now).await?;
            tx.commit().await?;
        }
        Ok(account)
    }

    /// Whom a session of this person would stand for in their own company, if they have an
    /// account: for a partner that acts for them. `session` names the partner's token.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn person(
        &self,
        company: &CompanyId,
        staff: &UserId,
        session: SessionId,
    ) -> Result<Option<Account>, Fault> {
        let session = Session {
            company_id: company.clone(),
            id: session.0,
            staff_id: staff.clone(),
            used_ms: self.0.context.now(),
            acting_company_id: None,
        };
        let mut tx = self.0.context.db.platform_read().await?;
        self.account(&mut tx, &session).await
    }

    /// What a session stands for now; nothing when the account is closed.
    async fn account(&self, tx: &mut Tx, session: &Session) -> Result<Option<Account>, Fault> {
        let staff = store::staff_of_session(tx, session).await?;
        let Some(staff) = staff.filter(|s| s.active) else { return Ok(None) };
        let platform_administrator = rules::administers_platform(&staff, &self.0.named);
        // A company that is gone by now is not acted in.
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
            facts: rules::facts(&staff, &company, &features, &self.0.named).into(),
            options: rules::options(&staff, &features).into(),
            company,
            administrator,
            platform_administrator,
            sees_all: administrator,
            scopes: None,
        };
        let (company_name, communities) = (features.name, OnceCell::new());
        Ok(Some(Account { staff, company_name, actor: Arc::new(actor), communities }))
    }

    /// The communities of the company that somebody acts in, as [`store::communities`] has them.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn communities<'a>(&self, account: &'a Account) -> Result<&'a [CommunityOption], Fault> {
        let read = || async {
            let actor = &account.actor;
            let people = [(actor.id.as_str(), actor.sees_all)];
            let mut tx = self.0.context.db.read(&actor.scope()).await?;
            let mut seen = store::communities(&mut tx, &actor.company, &people).await?;
            Ok(seen.remove(&actor.id).unwrap_or_default())
        };
        account.communities.get_or_try_init(read).await.map(Vec::as_slice)
    }

    /// What an actor's session stands for, as it is stored now.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when it ended meanwhile.
    pub async fn account_of(&self, actor: &Actor) -> Result<Account, Fault> {
        let mut tx = self.0.context.db.platform_read().await?;
        let session = store::session_by_id(&mut tx, &actor.home, actor.session.as_str()).await?;
        let account = self.account(&mut tx, &session.ok_or_else(not_signed_in)?).await?;
        account.ok_or_else(not_signed_in)
    }

    /// Has an actor's session act in the company of a scope, or in their own again. It is written
    /// in the audit trail of their own company, of the one that they go to and of the one that they
    /// leave.
    ///
    /// # Errors
    /// `NOT_FOUND` when there is no such company.
    pub async fn act_in(&self, actor: &Actor, scope: &Scope) -> Result<Account, Fault> {
        let mut tx = self.0.context.db.platform().await?;
        let company = store::features(&mut tx, scope.company()).await?;
        let company = company.ok_or_else(|| Fault::not_found("company"))?;
        let session = store::session_by_id(&mut tx, &actor.home, actor.session.as_str()).await?;
        let session = session.ok_or_else(not_signed_in)?;
        let acting = Some(scope.company()).filter(|company| **company != actor.home);
        if session.acting_company_id.as_ref() != acting {
            store::set_acting(&mut tx, &session, acting).await?;
            let mut told = vec![&actor.home, &actor.company, scope.company()];
            told.sort();
            told.dedup();
            for trail in told {
                let deed = Deed {
                    action: "company.entered",
                    subject: scope.company().as_str(),
                    summary: format!("Acts in {}", company.name),
                };
                let trail = Scope::of_company(trail);
                audit::record(&mut tx, &trail, &self.0.context, actor, deed).await?;
            }
        }
        tx.signal(changed(person(actor)));
        tx.commit().await?;
        self.account_of(actor).await
    }

    /// Ends a session, here at once and on other servers within seconds.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn close(&self, actor: &Actor) -> Result<(), Fault> {
        self.revoke(actor, actor.session.as_str(), "session.closed", "Signed out").await
    }

    /// Where an actor is signed in, the last used first.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn list(&self, actor: &Actor) -> Result<Vec<OpenSession>, Fault> {
        let since = rules::over_before(self.0.context.now());
        let mut tx = self.0.context.db.platform_read().await?;
        store::sessions_of(&mut tx, person(actor), since).await
    }

    /// Ends one of an actor's own sessions.
    ///
    /// # Errors
    /// `NOT_FOUND` when it is not theirs.
    pub async fn end(&self, actor: &Actor, id: &str) -> Result<(), Fault> {
        self.revoke(actor, id, "session.revoked", "Ended one of their sessions").await
    }

    async fn revoke(
        &self,
        actor: &Actor,
        id: &str,
        action: &'static str,
        summary: &str,
    ) -> Result<(), Fault> {
        let mut tx = self.0.context.db.platform().await?;
        if !store::delete_session(&mut tx, person(actor), id).await? {
            return Err(Fault::not_found("session"));
        }
        let deed = Deed { action, subject: id, summary: summary.to_owned() };
        audit::record(&mut tx, &Scope::of_company(&actor.home), &self.0.context, actor, deed).await?;
        tx.signal(changed(person(actor)));
        tx.commit().await
    }

    /// Ends all of an actor's sessions but the one that asks; how many.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn end_others(&self, actor: &Actor) -> Result<u64, Fault> {
        let mut tx = self.0.context.db.platform().await?;
        let ended = end_sessions(&mut tx, person(actor), actor.session.as_str()).await?;
        if ended > 0 {
            let summary = format!("Ended their {ended} other sessions");
            let deed = Deed { action: "session.revoked", subject: actor.id.as_str(), summary };
            audit::record(&mut tx, &Scope::of_company(&actor.home), &self.0.context, actor, deed).await?;
        }
        tx.commit().await?;
        Ok(ended)
    }
}

/// Ends somebody's sessions but the one with the id `but`, in the transaction of its cause; how
/// many.
///
/// # Errors
/// Those of storage.
pub async fn end_sessions(tx: &mut Tx, person: (&CompanyId, &UserId), but: &str) -> Result<u64, Fault> {
    let ended = store::delete_sessions(tx, person, but).await?;
    tx.signal(changed(person));
    Ok(ended)
}

/// Forgets sessions that are over and places that are strange again, at most `most` of each; how
/// many of which there were more.
///
/// # Errors
/// Those of storage.
pub async fn forget_bygone(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    let sessions = store::forget_sessions(tx, rules::last_over(now), most).await?;
    let places = store::forget_places(tx, rules::strange_since(now), most).await?;
    Ok(sessions.max(places))
}

/// Word that what somebody's sessions stand for changed.
#[must_use]
pub fn changed((home, person): (&CompanyId, &UserId)) -> Signal {
    Signal::Sessions(Whom::Person(home.clone(), person.clone()))
}

/// Whom an actor is among all staff.
#[must_use]
pub fn person(actor: &Actor) -> (&CompanyId, &UserId) {
    (&actor.home, &actor.id)
}

/// A secret as it is stored.
#[must_use]
pub fn digest_of(secret: &str) -> String {
    hex::encode(digest(secret))
}

fn digest(secret: &str) -> Digest256 {
    Sha256::digest(secret.as_bytes()).into()
}

/// The one answer to a token that is not valid.
pub fn not_signed_in() -> Fault {
    Fault::unauthenticated("NOT_SIGNED_IN", "Please login again.")
}
