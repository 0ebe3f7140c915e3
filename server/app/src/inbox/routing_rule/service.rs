//! RPC handlers of `RoutingRuleService`.
use contract::v1::{routing_rule_service_server::RoutingRuleService, *};
use platform::{Actor, Fault, Scope, Tx};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{RoutingRule as Model, RoutingRuleId},
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::community,
};

/// Implements `RoutingRuleService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl RoutingRuleService for Service {
    async fn list_routing_rules(
        &self,
        request: Request<ListRoutingRulesRequest>,
    ) -> Result<Response<ListRoutingRulesResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let routing_rules = listed(&mut tx, &scope).await?;
        Ok(Response::new(ListRoutingRulesResponse { routing_rules }))
    }

    async fn create_routing_rule(
        &self,
        request: Request<CreateRoutingRuleRequest>,
    ) -> Result<Response<CreateRoutingRuleResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id: RoutingRuleId = self.context.ids.next(self.context.now());
        let (scope, CreateRoutingRuleRequest { name, condition, assignee_ids }) = (actor.scope(), request);
        let mut tx = self.context.db.write(&scope).await?;
        store::lock(&mut tx, &scope).await?;
        let (count, position) = store::count(&mut tx, &scope).await?;
        if count >= rules::MAX_RULES {
            return Err(rules::too_many().into());
        }
        let wanted = rules::checked(convert::from_contract(id, position, name, condition, assignee_ids))?;
        let saved = self.save(&mut tx, &actor, wanted, None).await?;
        tx.commit().await?;
        Ok(Response::new(CreateRoutingRuleResponse { routing_rule: Some(saved) }))
    }

    async fn update_routing_rule(
        &self,
        request: Request<UpdateRoutingRuleRequest>,
    ) -> Result<Response<UpdateRoutingRuleResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, UpdateRoutingRuleRequest { id, name, condition, assignee_ids }) =
            (actor.scope(), request);
        let mut tx = self.context.db.write(&scope).await?;
        let before = require(&mut tx, &scope, &id.into()).await?;
        let shown = shown(&mut tx, &scope, &before).await?;
        let wanted = convert::from_contract(before.id, before.position, name, condition, assignee_ids);
        let wanted = rules::checked(wanted)?;
        let saved = self.save(&mut tx, &actor, wanted, Some(&shown)).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateRoutingRuleResponse { routing_rule: Some(saved) }))
    }

    async fn move_routing_rule(
        &self,
        request: Request<MoveRoutingRuleRequest>,
    ) -> Result<Response<MoveRoutingRuleResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        store::lock(&mut tx, &scope).await?;
        let moved = require(&mut tx, &scope, &request.id.into()).await?;
        let all = store::list(&mut tx, &scope, rules::MAX_RULES).await?;
        let mut ids: Vec<_> = all.into_iter().map(|rule| rule.id).filter(|id| *id != moved.id).collect();
        let place = usize::try_from(request.position).unwrap_or_default().min(ids.len());
        ids.insert(place, moved.id.clone());
        store::reorder(&mut tx, &scope, &ids).await?;
        let (action, what) = (AuditAction::RoutingRuleMoved, "Moved the routing rule");
        let event = AuditEvent::named(action, what, moved.id.as_str(), &moved.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        let routing_rules = listed(&mut tx, &scope).await?;
        tx.commit().await?;
        Ok(Response::new(MoveRoutingRuleResponse { routing_rules }))
    }

    async fn delete_routing_rule(
        &self,
        request: Request<DeleteRoutingRuleRequest>,
    ) -> Result<Response<DeleteRoutingRuleResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let found = require(&mut tx, &scope, &request.id.into()).await?;
        store::delete(&mut tx, &scope, &found.id).await?;
        let (action, what) = (AuditAction::RoutingRuleDeleted, "Deleted the routing rule");
        let event = AuditEvent::named(action, what, found.id.as_str(), &found.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
        Ok(Response::new(DeleteRoutingRuleResponse {}))
    }
}

impl Service {
    /// Saves a rule; `before` is unset for a new one. Returns it with the names of its community and users.
    async fn save(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        wanted: Model,
        before: Option<&RoutingRule>,
    ) -> Result<RoutingRule, Fault> {
        let scope = actor.scope();
        if let Some(id) = &wanted.community_id {
            community::require(tx, &scope, id).await?;
        }
        if store::count_users(tx, &scope, &wanted.assignees).await? < wanted.assignees.len() {
            return Err(Fault::not_found("user"));
        }
        if !store::save(tx, &scope, &wanted).await? {
            return Err(rules::exists());
        }
        let saved = require(tx, &scope, &wanted.id).await?;
        let shown = shown(tx, &scope, &saved).await?;
        let (action, what, changes) = match before {
            None => (AuditAction::RoutingRuleCreated, "Created the routing rule", vec![]),
            Some(before) => {
                let changes = audit::differences(before, &shown);
                (AuditAction::RoutingRuleUpdated, "Changed the routing rule", changes)
            }
        };
        let event = AuditEvent::named(action, what, saved.id.as_str(), &saved.name);
        audit::record_changes(tx, &scope, &self.context, actor, event, changes).await?;
        Ok(shown)
    }
}

/// Returns a rule with the names of its users.
async fn shown(tx: &mut Tx, scope: &Scope, rule: &Model) -> Result<RoutingRule, Fault> {
    let users = store::names(tx, scope, &rule.assignees).await?;
    Ok(convert::to_contract(rule, &users))
}

async fn require(tx: &mut Tx, scope: &Scope, id: &RoutingRuleId) -> Result<Model, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("routing rule"))
}

/// Returns all rules with the names of their users.
async fn listed(tx: &mut Tx, scope: &Scope) -> Result<Vec<RoutingRule>, Fault> {
    let all = store::list(tx, scope, rules::MAX_RULES).await?;
    let ids: Vec<_> = all.iter().flat_map(|rule| rule.assignees.iter().cloned()).collect();
    let users = store::names(tx, scope, &ids).await?;
    Ok(all.iter().map(|rule| convert::to_contract(rule, &users)).collect())
}
