//! Signing in: what is counted before a password is looked at, and what a success leaves behind.
use std::sync::Arc;

use platform::{Fault, Scope, request};

use super::{
    model::{Account, Caller, Session, Staff},
    rules,
    sessions::{Sessions, digest_of},
    store,
};
use crate::{
    audit::{self, Deed},
    limit,
};

/// What an attempt was counted towards.
struct Attempt {
    here: String,
    nonce: String,
    stranger: bool,
}

impl Sessions {
    /// Opens a session for whoever has this address and password.
    ///
    /// # Errors
    /// `UNAUTHENTICATED`, the same for an unknown address and a wrong password;
    /// `RESOURCE_EXHAUSTED` after too many failures, or while too many sign in.
    pub async fn open(
        &self,
        email: &str,
        password: String,
        caller: &Caller,
    ) -> Result<(String, Arc<Account>), Fault> {
        let turn = self.0.passwords.queue()?;
        let email = email.trim().to_lowercase();
        let mut tx = self.0.context.db.platform_read().await?;
        let staff = store::staff_by_email(&mut tx, &email).await?;
        let known = store::knows_place(&mut tx, &email, &digest_of(&caller.place)).await?;
        drop(tx);
        let attempt = self.attempt(&email, &password, caller, !known).await?;
        let hash = staff.as_ref().map(|s| s.password_hash.clone());
        let matches = turn.matches(password, hash).await?;
        match staff.filter(|staff| matches && staff.active) {
            Some(staff) => self.begin(staff, caller, &attempt).await,
            None => Err(Fault::unauthenticated(
                "WRONG_CREDENTIALS",
                "This e-mail address and password do not belong together. Check both and try again.",
            )),
        }
    }

    async fn attempt(
        &self,
        email: &str,
        password: &str,
        caller: &Caller,
        stranger: bool,
    ) -> Result<Attempt, Fault> {
        let here = format!("{email}\0{}", caller.place);
        let mut counted =
            vec![(&rules::LOGIN_HERE, here.as_str()), (&rules::LOGIN_BY_PLACE, caller.place.as_str())];
        if stranger {
            counted.push((&rules::LOGIN_BY_STRANGERS, email));
        }
        let nonce = self.same_attempt(request::idempotency_key().as_deref(), email, password);
        let nonce = limit::take_all(&self.0.context, &counted, nonce).await?;
        Ok(Attempt { here, nonce, stranger })
    }

    /// By what a repeated attempt is known, if its caller gives it a key. The password belongs to
    /// it, or all guesses under one key would count once; signed, so that it cannot be guessed from
    /// what is stored.
    fn same_attempt(&self, key: Option<&str>, email: &str, password: &str) -> Option<String> {
        key.map(|key| self.0.context.vault.sign("login attempt", &format!("{key}\0{email}\0{password}")))
    }

    async fn begin(
        &self,
        staff: Staff,
        caller: &Caller,
        attempt: &Attempt,
    ) -> Result<(String, Arc<Account>), Fault> {
        let context = &self.0.context;
        let now = context.now();
        let token = context.ids.secret();
        let person = (&staff.company_id, &staff.id);
        let session = Session {
            company_id: staff.company_id.clone(),
            id: context.ids.next(now),
            staff_id: staff.id.clone(),
            used_ms: now,
            acting_company_id: None,
        };
        let mut tx = context.db.platform().await?;
        limit::forget(&mut tx, &rules::LOGIN_HERE, &attempt.here).await?;
        limit::give_back(&mut tx, &rules::LOGIN_BY_PLACE, &caller.place, &attempt.nonce).await?;
        if attempt.stranger {
            limit::give_back(&mut tx, &rules::LOGIN_BY_STRANGERS, &staff.email, &attempt.nonce).await?;
        }
        let place = digest_of(&caller.place);
        store::remember_place(&mut tx, person, &place, now).await?;
        store::insert_session(&mut tx, &session, &digest_of(&token), caller).await?;
        let deed = Deed { action: "session.opened", subject: &session.id, summary: "Signed in".into() };
        let who = (staff.id.as_str(), staff.name());
        let scope = Scope::of_company(&staff.company_id);
        audit::write(&mut tx, &scope, context, (who.0, &who.1), deed).await?;
        tx.commit().await?;
        let (_, account) = self.resolve(&token).await?;
        Ok((token, account))
    }
}

/// Has strangers' attempts and those from this place forgotten for whoever chose a new password.
///
/// # Errors
/// Those of storage.
pub async fn forget_attempts(tx: &mut platform::Tx, email: &str) -> Result<(), Fault> {
    limit::forget(tx, &rules::LOGIN_BY_STRANGERS, email).await?;
    limit::forget(tx, &rules::LOGIN_HERE, &format!("{email}\0{}", limit::place())).await
}
