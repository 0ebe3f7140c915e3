//! Who the bearer of a token is: from memory for two seconds, else from storage.
use std::{sync::Arc, time::Duration};

use moka::sync::Cache;
use platform::{Actor, Fault, Timestamp, ids::SessionId, signal::Signal};
use sha2::{Digest, Sha256};

use super::{
    model::{Account, NamedAccounts, Session, Staff},
    password::Passwords,
    rules, store,
};
use crate::context::Context;

/// How long a revocation may take to be noticed by a server that did not hear of it.
const KEPT: Duration = Duration::from_secs(2);
const MOST_KEPT: u64 = 20_000;

/// Sessions. Cheap to clone.
#[derive(Clone)]
pub struct Sessions(Arc<Inner>);

struct Inner {
    context: Context,
    named: NamedAccounts,
    passwords: Passwords,
    kept: Cache<Digest256, Arc<Account>>,
}

type Digest256 = [u8; 32];

impl Sessions {
    /// Sessions over this storage.
    #[must_use]
    pub fn new(context: Context, named: NamedAccounts, passwords: Passwords) -> Self {
        let kept = Cache::builder().max_capacity(MOST_KEPT).time_to_live(KEPT).build();
        let sessions = Self(Arc::new(Inner { context, named, passwords, kept }));
        tokio::spawn(sessions.clone().forget_on_signal());
        sessions
    }

    async fn forget_on_signal(self) {
        let mut signals = self.0.context.db.signals();
        while let Some(signal) = signals.next().await {
            if matches!(signal, Signal::Sessions | Signal::Everything) {
                self.0.kept.invalidate_all();
            }
        }
    }

    /// Whom a token stands for.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when it is unknown, over or revoked, or the account is closed.
    pub async fn resolve(&self, token: &str) -> Result<Arc<Account>, Fault> {
        let hash = digest(token);
        if let Some(account) = self.0.kept.get(&hash) {
            return Ok(account);
        }
        let account = Arc::new(self.load(&hash).await?);
        self.0.kept.insert(hash, account.clone());
        Ok(account)
    }

    async fn load(&self, hash: &Digest256) -> Result<Account, Fault> {
        let now = self.0.context.now();
        let mut tx = self.0.context.db.platform_read().await?;
        let session = store::session_by_token(&mut tx, &hex(hash)).await?;
        let session = session.filter(|s| !rules::is_over(s, now)).ok_or_else(not_signed_in)?;
        let staff = store::staff_of_session(&mut tx, &session).await?;
        let staff = staff.filter(|s| s.active).ok_or_else(not_signed_in)?;
        let features = store::features(&mut tx, &staff.company_id).await?.ok_or_else(not_signed_in)?;
        let communities = store::communities(&mut tx, &staff).await?;
        drop(tx);
        if rules::wants_touch(&session, now) {
            let mut tx = self.0.context.db.platform().await?;
            store::touch_session(&mut tx, &session, now).await?;
            tx.commit().await?;
        }
        let actor = Actor {
            id: staff.id.clone(),
            name: staff.name().into(),
            session: SessionId(session.id),
            company: staff.company_id.clone(),
            administrator: staff.is_administrator() && !staff.restricted_view,
            facts: rules::facts(&staff, &features, &self.0.named).into(),
            options: rules::options(&staff, &features).into(),
        };
        Ok(Account { staff, communities, actor })
    }

    /// Opens a session for whoever has this address and password.
    ///
    /// # Errors
    /// `UNAUTHENTICATED`, the same for an unknown address and a wrong password;
    /// `RESOURCE_EXHAUSTED` after too many failures.
    pub async fn open(&self, email: &str, password: String) -> Result<(String, Arc<Account>), Fault> {
        let now = self.0.context.now();
        let email = email.trim().to_lowercase();
        let address = hex(&digest(&email));
        let staff = self.attempt(&email, &address, now).await?;
        let hash = staff.as_ref().map(|s| s.password_hash.clone());
        let matches = self.0.passwords.matches(password, hash).await?;
        match staff.filter(|staff| matches && staff.active) {
            Some(staff) => self.begin(staff, &address, now).await,
            None => Err(Fault::unauthenticated(
                "WRONG_CREDENTIALS",
                "This e-mail address and password do not belong together. Check both and try again.",
            )),
        }
    }

    /// Counts an attempt as failed before it is tried, so that many at once count as many; a
    /// success forgets them.
    async fn attempt(&self, email: &str, address: &str, now: Timestamp) -> Result<Option<Staff>, Fault> {
        let since = now.minus(rules::FAILURE_WINDOW);
        let nonce = self.0.context.ids.next(now);
        let mut tx = self.0.context.db.platform().await?;
        store::lock_address(&mut tx, address).await?;
        rules::may_try(&store::failures(&mut tx, address, since).await?, now)?;
        store::record_failure(&mut tx, address, now, nonce, since).await?;
        let staff = store::staff_by_email(&mut tx, email).await?;
        tx.commit().await?;
        Ok(staff)
    }

    async fn begin(
        &self,
        staff: Staff,
        address: &str,
        now: Timestamp,
    ) -> Result<(String, Arc<Account>), Fault> {
        let token = self.0.context.ids.secret();
        let session = Session {
            company_id: staff.company_id,
            id: self.0.context.ids.next(now),
            staff_id: staff.id,
            used_ms: now,
        };
        let mut tx = self.0.context.db.platform().await?;
        store::insert_session(&mut tx, &session, &hex(&digest(&token))).await?;
        store::forget_failures(&mut tx, address).await?;
        tx.commit().await?;
        let account = self.resolve(&token).await?;
        Ok((token, account))
    }

    /// Ends a session, here at once and on other servers within seconds.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn close(&self, actor: &Actor) -> Result<(), Fault> {
        let mut tx = self.0.context.db.platform().await?;
        store::delete_session(&mut tx, &actor.company, actor.session.as_str()).await?;
        tx.signal(Signal::Sessions);
        tx.commit().await?;
        self.0.kept.invalidate_all();
        Ok(())
    }
}

fn digest(secret: &str) -> Digest256 {
    Sha256::digest(secret.as_bytes()).into()
}

fn hex(digest: &Digest256) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The one answer to a token that is not valid.
pub fn not_signed_in() -> Fault {
    Fault::unauthenticated("NOT_SIGNED_IN", "Please login again.")
}
