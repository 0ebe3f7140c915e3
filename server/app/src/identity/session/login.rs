//! Signing in: rate limits before the password check, and the new session after it.
use std::sync::Arc;

use platform::{ErrorReason, Fault, Scope, request};

use super::{
    authentication::{Sessions, digest_of},
    model::{Account, ClientInfo, Session, Staff},
    rules, store,
};
use crate::operations::{
    audit::{self, AuditAction, AuditActor, AuditEvent},
    rate_limit::{self, Counted, CountedAttempt, Enforcement},
};

/// A counted sign-in attempt.
struct Attempt {
    email_and_location: String,
    nonce: String,
    /// Whether the location had too many failures, so that only the account's own allowance there let it pass.
    is_over_limit: bool,
}

impl Sessions {
    /// Opens a session for a user by email address and password.
    ///
    /// # Errors
    /// `UNAUTHENTICATED`, the same for an unknown address and a wrong password; `RESOURCE_EXHAUSTED` after too many
    /// failures or while the queue is full.
    pub async fn open(
        &self,
        email: &str,
        password: String,
        client: &ClientInfo,
    ) -> Result<(String, Arc<Account>), Fault> {
        let mut slot = self.inner.passwords.queue()?;
        let email = email.trim().to_lowercase();
        let mut tx = self.inner.context.db.platform_read().await?;
        let staff = store::staff_by_email(&mut tx, &email).await?;
        let is_trusted = store::is_trusted_client(&mut tx, &email, &digest_of(&client.location)).await?;
        drop(tx);
        let attempt = self.count_attempt(&email, &password, client, is_trusted).await?;
        if attempt.is_over_limit {
            slot = slot.of_crowded_location()?;
        }
        let hash = staff.as_ref().map(|s| s.password_hash.clone());
        let matches = slot.matches(password, hash).await?;
        match staff.filter(|staff| matches && staff.active) {
            Some(staff) => self.open_session(staff, client, &attempt).await,
            None => Err(Fault::unauthenticated(
                ErrorReason::WrongCredentials,
                "The email address or password is incorrect. Check both and try again.",
            )),
        }
    }

    /// Counts an attempt. Trusted clients have their own limit, which other clients cannot exhaust.
    async fn count_attempt(
        &self,
        email: &str,
        password: &str,
        client: &ClientInfo,
        is_trusted: bool,
    ) -> Result<Attempt, Fault> {
        let email_and_location = format!("{email}\0{}", client.location);
        let allowance = Enforcement::UnlessAllowed(&rules::LOGIN_FROM_FULL_LOCATION, &email_and_location);
        let (by_location, by_email) = match is_trusted {
            true => (Enforcement::Never, Enforcement::Never),
            false => (allowance, Enforcement::Always),
        };
        let counted = [
            Counted {
                limit: &rules::LOGIN_BY_EMAIL_AND_LOCATION,
                subject: &email_and_location,
                enforcement: Enforcement::Always,
            },
            Counted { limit: &rules::LOGIN_BY_LOCATION, subject: &client.location, enforcement: by_location },
            Counted { limit: &rules::LOGIN_BY_EMAIL, subject: email, enforcement: by_email },
        ];
        let nonce = self.attempt_nonce(request::idempotency_key().as_deref(), email, password);
        let CountedAttempt { nonce, is_over_limit } =
            rate_limit::take_all(&self.inner.context, &counted, nonce).await?;
        Ok(Attempt { email_and_location, nonce, is_over_limit })
    }

    /// Returns the nonce that identifies retries of an attempt with an idempotency key. It includes the password, so that
    /// each guess counts, and is signed, so that the password cannot be guessed from storage.
    fn attempt_nonce(&self, key: Option<&str>, email: &str, password: &str) -> Option<String> {
        key.map(|key| self.inner.context.vault.sign("login attempt", &format!("{key}\0{email}\0{password}")))
    }

    async fn open_session(
        &self,
        staff: Staff,
        client: &ClientInfo,
        attempt: &Attempt,
    ) -> Result<(String, Arc<Account>), Fault> {
        let context = &self.inner.context;
        let now = context.now();
        let token = context.ids.secret();
        let user = staff.key();
        let session = Session {
            company_id: staff.company_id.clone(),
            id: context.ids.next(now),
            staff_id: staff.id.clone(),
            used_ms: now,
            acting_company_id: None,
        };
        let mut tx = context.db.platform().await?;
        rate_limit::forget(&mut tx, &rules::LOGIN_BY_EMAIL_AND_LOCATION, &attempt.email_and_location).await?;
        rate_limit::give_back(&mut tx, &rules::LOGIN_BY_LOCATION, &client.location, &attempt.nonce).await?;
        rate_limit::give_back(&mut tx, &rules::LOGIN_BY_EMAIL, &staff.email, &attempt.nonce).await?;
        let location_hash = digest_of(&client.location);
        store::save_trusted_client(&mut tx, user, &location_hash, now).await?;
        store::insert_session(&mut tx, &session, &digest_of(&token), client).await?;
        let audit_event = AuditEvent {
            action: AuditAction::SessionOpened,
            subject: &session.id,
            summary: "Logged in".into(),
        };
        let scope = Scope::of_company(&staff.company_id);
        let audit_actor = AuditActor { id: staff.id.as_str(), name: &staff.name() };
        audit::write(&mut tx, &scope, context, audit_actor, audit_event).await?;
        tx.commit().await?;
        let account = self.resolve(&token).await?.account;
        Ok((token, account))
    }
}

/// Resets the sign-in limits of an account after a password reset.
pub async fn clear_failed_logins(tx: &mut platform::Tx, email: &str) -> Result<(), Fault> {
    rate_limit::forget(tx, &rules::LOGIN_BY_EMAIL, email).await?;
    rate_limit::forget(tx, &rules::LOGIN_BY_EMAIL_AND_LOCATION, &format!("{email}\0{}", rate_limit::place()))
        .await
}

/// Returns whether the account with this email address has signed in from the location of the call. For platform use.
pub async fn is_trusted_client_here(tx: &mut platform::Tx, email: &str) -> Result<bool, Fault> {
    store::is_trusted_client(tx, email, &digest_of(&rate_limit::place())).await
}
