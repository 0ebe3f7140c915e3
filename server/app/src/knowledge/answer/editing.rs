//! Edits answers: the same operations for a community and for a company.
use platform::{Actor, Fault, Scope, Tx, events, ids::CommunityId, paging};

use super::{
    history,
    model::{Answer, AnswerEdit, AnswerId, Cause, Draft, Listing, Owner},
    rules, store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::{community, company},
};

/// Edits an owner's answers within a scope.
pub struct AnswerEditor<'a> {
    pub context: &'a Context,
    /// The scope in which answers are read and changed.
    pub scope: Scope,
    /// The owner of the answers.
    pub owner: Owner<'a>,
}

/// Fails if the owner already has the maximum number of answers. No other transaction adds any before this one ends.
///
/// # Errors
/// `TOO_MANY_ANSWERS`.
pub(super) async fn require_room(tx: &mut Tx, scope: &Scope, owner: Owner<'_>) -> Result<(), Fault> {
    store::lock(tx, scope, owner).await?;
    rules::has_room(owner, store::count(tx, scope, owner).await?)
}

impl AnswerEditor<'_> {
    /// Returns a page sorted by category and question, and the token of the next page.
    pub async fn list(&self, listing: Listing<'_>) -> Result<(Vec<Answer>, String), Fault> {
        let limit = listing.limit;
        let mut tx = self.context.db.read(&self.scope).await?;
        self.require_owner(&mut tx).await?;
        let rows = store::search(&mut tx, &self.scope, self.owner, listing).await?;
        Ok(paging::page(rows, limit, Answer::key))
    }

    /// Returns the current date in a community's time zone.
    pub async fn day(&self, community: &CommunityId) -> Result<jiff::civil::Date, Fault> {
        let mut tx = self.context.db.read(&self.scope).await?;
        let community = community::require(&mut tx, &self.scope, community).await?;
        Ok(self.context.now().date_in(&community.time_zone))
    }

    pub async fn create(&self, actor: &Actor, draft: &Draft) -> Result<Answer, Fault> {
        let now = self.context.now();
        let answer = rules::drafted(self.owner, draft, self.context.ids.next(now), &actor.name, now)?;
        let mut tx = self.context.db.write(&self.scope).await?;
        self.require_owner(&mut tx).await?;
        require_room(&mut tx, &self.scope, self.owner).await?;
        if !store::insert(&mut tx, &self.scope, &answer).await? {
            return Err(rules::question_exists(self.owner));
        }
        history::insert_first_version(&mut tx, &self.scope, &answer, draft.cause).await?;
        self.finish(tx, actor, &answer, AuditAction::AnswerCreated, "Added").await?;
        Ok(answer)
    }

    pub async fn update(&self, actor: &Actor, id: AnswerId, change: AnswerEdit) -> Result<Answer, Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        let before = self.require(&mut tx, &id).await?;
        let (renamed, cause) = (change.question.is_some(), change.cause);
        let answer = rules::changed(before.clone(), change, &actor.name, self.context.now())?;
        if renamed {
            self.require_free(&mut tx, &answer).await?;
        }
        store::save(&mut tx, &self.scope, &answer).await?;
        history::changed(&mut tx, &self.scope, &before, &answer, cause).await?;
        self.finish(tx, actor, &answer, AuditAction::AnswerUpdated, "Changed").await?;
        Ok(answer)
    }

    pub async fn delete(&self, actor: &Actor, id: AnswerId) -> Result<(), Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        let answer = self.require(&mut tx, &id).await?;
        store::delete(&mut tx, &self.scope, &answer).await?;
        let (by, now) = (&actor.name, self.context.now());
        history::removed(&mut tx, &self.scope, &answer, Cause::Edit, by, now).await?;
        self.finish(tx, actor, &answer, AuditAction::AnswerDeleted, "Removed").await
    }

    pub(super) async fn require_owner(&self, tx: &mut Tx) -> Result<(), Fault> {
        match self.owner {
            Owner::Community(id) => community::require(tx, &self.scope, id).await.map(drop),
            Owner::Company => company::require(tx, &self.scope).await.map(drop),
        }
    }

    /// Fails with `QUESTION_EXISTS` if another answer of the owner has the question.
    pub(super) async fn require_free(&self, tx: &mut Tx, answer: &Answer) -> Result<(), Fault> {
        let same = store::find_by_question(tx, &self.scope, self.owner, &answer.question).await?;
        match same.is_some_and(|other| other.id != answer.id) {
            true => Err(rules::question_exists(self.owner)),
            false => Ok(()),
        }
    }

    async fn require(&self, tx: &mut Tx, id: &AnswerId) -> Result<Answer, Fault> {
        self.require_owner(tx).await?;
        let answer = store::find(tx, &self.scope, self.owner, id).await?;
        answer.ok_or_else(|| Fault::not_found("answer"))
    }

    /// Increments the knowledge version, commits and publishes the event. Changes to answers that a company
    /// shares with all communities are recorded in the audit trail.
    pub(super) async fn finish(
        &self,
        mut tx: Tx,
        actor: &Actor,
        answer: &Answer,
        action: AuditAction,
        did: &str,
    ) -> Result<(), Fault> {
        let (scope, now) = (&self.scope, self.context.now());
        match self.owner {
            Owner::Community(id) => community::touch_knowledge(&mut tx, scope, id).await?,
            Owner::Company => {
                company::touch_knowledge(&mut tx, scope).await?;
                let summary = format!("{did} an answer for all communities, under {}.", answer.category);
                let audit_event = AuditEvent { action, subject: answer.id.as_str(), summary };
                audit::record(&mut tx, scope, self.context, actor, audit_event).await?;
            }
        }
        let everywhere = CommunityId::from("");
        let place = if let Owner::Community(id) = self.owner { id } else { &everywhere };
        events::publish(&mut tx, scope.company(), place, events::Kind::Answer, answer.id.as_str(), now);
        tx.commit().await
    }
}
