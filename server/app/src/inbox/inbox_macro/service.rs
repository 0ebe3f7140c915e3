//! RPC handlers of `MacroService`.
use contract::v1::{macro_service_server::MacroService, *};
use platform::{Actor, Fault, Tx};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, model, model::MacroId, rules, store};
use crate::{
    context::Context,
    identity::user,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `MacroService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl MacroService for Service {
    async fn list_macros(
        &self,
        request: Request<ListMacrosRequest>,
    ) -> Result<Response<ListMacrosResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let macros = store::list(&mut tx, &scope, rules::MAX_MACROS).await?;
        let macros = macros.iter().map(convert::to_contract).collect();
        Ok(Response::new(ListMacrosResponse { macros }))
    }

    async fn create_macro(
        &self,
        request: Request<CreateMacroRequest>,
    ) -> Result<Response<CreateMacroResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id: MacroId = self.context.ids.next(self.context.now());
        let wanted = rules::checked(convert::from_contract(id, request.name, request.steps))?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        if store::lock_and_count(&mut tx, &scope).await? >= rules::MAX_MACROS {
            return Err(rules::too_many().into());
        }
        let saved = self.save(&mut tx, &actor, wanted, None).await?;
        tx.commit().await?;
        Ok(Response::new(CreateMacroResponse { r#macro: Some(convert::to_contract(&saved)) }))
    }

    async fn update_macro(
        &self,
        request: Request<UpdateMacroRequest>,
    ) -> Result<Response<UpdateMacroResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), MacroId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let before = store::find(&mut tx, &scope, &id).await?;
        let before = before.ok_or_else(|| Fault::not_found("macro"))?;
        let wanted = rules::checked(convert::from_contract(id, request.name, request.steps))?;
        let saved = self.save(&mut tx, &actor, wanted, Some(&before)).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateMacroResponse { r#macro: Some(convert::to_contract(&saved)) }))
    }

    async fn delete_macro(
        &self,
        request: Request<DeleteMacroRequest>,
    ) -> Result<Response<DeleteMacroResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), MacroId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let found = store::find(&mut tx, &scope, &id).await?;
        let found = found.ok_or_else(|| Fault::not_found("macro"))?;
        store::delete(&mut tx, &scope, &id).await?;
        let (action, what) = (AuditAction::MacroDeleted, "Deleted the macro");
        let event = AuditEvent::named(action, what, found.id.as_str(), &found.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
        Ok(Response::new(DeleteMacroResponse {}))
    }
}

impl Service {
    /// Saves a macro; `before` is unset for a new one. Returns it with the name of its assignee.
    async fn save(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        wanted: model::Macro,
        before: Option<&model::Macro>,
    ) -> Result<model::Macro, Fault> {
        let scope = actor.scope();
        if let Some(assignee) = &wanted.assignee_id {
            user::require_assignee(tx, &scope, assignee.as_str()).await?;
        }
        if !store::save(tx, &scope, &wanted).await? {
            return Err(rules::exists());
        }
        let saved = store::find(tx, &scope, &wanted.id).await?;
        let saved = saved.ok_or_else(|| Fault::not_found("macro"))?;
        let (action, what, changes) = match before {
            None => (AuditAction::MacroCreated, "Created the macro", vec![]),
            Some(before) => {
                let changes =
                    audit::differences(&convert::to_contract(before), &convert::to_contract(&saved));
                (AuditAction::MacroUpdated, "Changed the macro", changes)
            }
        };
        let event = AuditEvent::named(action, what, saved.id.as_str(), &saved.name);
        audit::record_changes(tx, &scope, &self.context, actor, event, changes).await?;
        Ok(saved)
    }
}
