//! What is done to accounts, each in one transaction with its entry in the audit trail.
use platform::{
    Actor, Fault, Scope, Tx,
    ids::{CompanyId, UserId},
    seen,
};

use super::{
    model::{Change, Draft},
    rules, store,
};
use crate::{
    account,
    audit::{self, Deed},
    context::Context,
    oauth,
    session::{self, Staff},
};

/// The means of the acts.
pub struct Acts<'a> {
    pub context: &'a Context,
    /// Who acts.
    pub actor: &'a Actor,
}

impl Acts<'_> {
    /// Makes an account; without a password, its owner is invited to choose one.
    pub async fn found(&self, scope: &Scope, draft: &Draft, password_hash: String) -> Result<Staff, Fault> {
        let now = self.context.now();
        let id = self.context.ids.next(now);
        let staff = rules::found(scope.company().clone(), id, draft, password_hash, now)?;
        let mut tx = self.context.db.write(scope).await?;
        seen::require_company(&mut tx, scope).await?;
        let communities = all_seen(&mut tx, scope, &draft.communities).await?;
        session::insert_staff(&mut tx, &staff).await?;
        store::assign(&mut tx, scope, &staff.id, &communities).await?;
        let action = if staff.is_invited() { "user.invited" } else { "user.created" };
        if staff.is_invited() {
            account::invite(&mut tx, scope, self.context, &staff).await?;
        }
        self.record(&mut tx, scope, action, &staff, staff.name()).await?;
        self.done(tx, (&staff.company_id, &staff.id)).await?;
        Ok(staff)
    }

    /// Sends another invitation.
    pub async fn invite_again(&self, scope: &Scope, id: &str) -> Result<Staff, Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let staff = person(&mut tx, scope, id).await?;
        if !(staff.active && staff.is_invited()) {
            return Err(Fault::precondition(
                "NOT_INVITED",
                "This person does not wait for an invitation: the account has a password, or is closed.",
            ));
        }
        account::invite(&mut tx, scope, self.context, &staff).await?;
        self.record(&mut tx, scope, "user.invited", &staff, format!("{}, again", staff.name())).await?;
        self.done(tx, (&staff.company_id, &staff.id)).await?;
        Ok(staff)
    }

    /// Changes a person, as far as the actor may.
    pub async fn change(&self, scope: &Scope, id: &str, change: &Change) -> Result<Staff, Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let before = person(&mut tx, scope, id).await?;
        let after = rules::changed(&before, change, self.actor.administrator)?;
        let communities = change.administrative.communities.as_ref().filter(|_| self.actor.administrator);
        if let Some(communities) = communities {
            let communities = all_seen(&mut tx, scope, communities).await?;
            store::assign(&mut tx, scope, &before.id, &communities).await?;
        }
        self.keep_administered(&mut tx, scope, &before, &after).await?;
        session::save_staff(&mut tx, &after).await?;
        if before.email != after.email {
            // What was sent to the address before is not to open the account any more.
            account::void_links(&mut tx, scope, &after.id).await?;
        }
        self.end_sessions(&mut tx, &before, &after).await?;
        let told = rules::told(&before, &after, communities.is_some());
        if !told.is_empty() {
            let summary = format!("{}: {told}", after.name());
            self.record(&mut tx, scope, "user.updated", &after, summary).await?;
        }
        self.done(tx, (&after.company_id, &after.id)).await?;
        Ok(after)
    }

    /// Closes an account, or opens it again. One that is so already stays so.
    pub async fn set_active(&self, scope: &Scope, id: &str, active: bool) -> Result<Staff, Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let before = person(&mut tx, scope, id).await?;
        if before.id == self.actor.id {
            return Err(Fault::precondition(
                "OWN_ACCOUNT",
                "This is your own account. Have another administrator close it.",
            ));
        }
        let after = Staff { active, ..before.clone() };
        if before.active == active {
            return Ok(after);
        }
        self.keep_administered(&mut tx, scope, &before, &after).await?;
        session::save_staff(&mut tx, &after).await?;
        account::void_links(&mut tx, scope, &after.id).await?;
        oauth::end_grants(&mut tx, scope, &after.id).await?;
        self.end_sessions(&mut tx, &before, &after).await?;
        let action = if active { "user.reactivated" } else { "user.deactivated" };
        self.record(&mut tx, scope, action, &after, after.name()).await?;
        self.done(tx, (&after.company_id, &after.id)).await?;
        Ok(after)
    }

    /// Chooses and orders what the actor picks from in the company that they act in.
    pub async fn select(&self, communities: &[String]) -> Result<(), Fault> {
        let scope = self.actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let communities = all_seen(&mut tx, &scope, communities).await?;
        store::select(&mut tx, &scope, &self.actor.id, &communities).await?;
        self.done(tx, session::person(self.actor)).await
    }

    async fn keep_administered(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        before: &Staff,
        after: &Staff,
    ) -> Result<(), Fault> {
        if rules::leaves_administration(before, after)
            && !session::has_another_administrator(tx, scope, &before.id).await?
        {
            return Err(Fault::precondition(
                "LAST_ADMINISTRATOR",
                "This is the company's last administrator. Make somebody else one first.",
            ));
        }
        Ok(())
    }

    /// Ends the sessions of whoever may do otherwise from now on, but the one that acts.
    async fn end_sessions(&self, tx: &mut Tx, before: &Staff, after: &Staff) -> Result<(), Fault> {
        if rules::may_otherwise(before, after) {
            let person = (&after.company_id, &after.id);
            session::end_sessions(tx, person, self.actor.session.as_str()).await?;
        }
        Ok(())
    }

    async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        action: &'static str,
        staff: &Staff,
        summary: String,
    ) -> Result<(), Fault> {
        let deed = Deed { action, subject: staff.id.as_str(), summary };
        audit::record(tx, scope, self.context, self.actor, deed).await
    }

    /// What somebody's sessions stand for may have changed.
    async fn done(&self, mut tx: Tx, person: (&CompanyId, &UserId)) -> Result<(), Fault> {
        tx.signal(session::changed(person));
        tx.commit().await
    }
}

/// Somebody of the scope's company.
pub async fn person(tx: &mut Tx, scope: &Scope, id: &str) -> Result<Staff, Fault> {
    session::staff_by_id(tx, scope, id).await?.ok_or_else(|| Fault::not_found("person"))
}

/// The communities, each once, if the scope sees them all.
async fn all_seen(tx: &mut Tx, scope: &Scope, communities: &[String]) -> Result<Vec<String>, Fault> {
    let communities = rules::once(communities.iter().map(String::as_str));
    if store::count_seen(tx, scope, &communities).await? == communities.len() {
        Ok(communities)
    } else {
        Err(Fault::not_found("community"))
    }
}
