//! RPC handlers of `MacroService`.
use contract::v1::{macro_service_server::MacroService, *};
use platform::{Actor, Fault, Tx};
use tonic::{Request, Response, Status};

use super::{convert, model, model::MacroId, rules, store};
use crate::{
    call,
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `MacroService`.
pub struct Service {
    pub context: Context,
}

#[tonic::async_trait]
impl MacroService for Service {
    async fn list_macros(
        &self,
        request: Request<ListMacrosRequest>,
    ) -> Result<Response<ListMacrosResponse>, Status> {
        let (actor, _) = call::enter(request)?;
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
        let (actor, request) = call::enter(request)?;
        let id: MacroId = self.context.ids.next(self.context.now());
        let wanted = rules::checked(convert::from_contract(id, request.name, request.steps))?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        if store::count(&mut tx, &scope).await? >= rules::MAX_MACROS {
            return Err(rules::too_many().into());
        }
        let saved = self.save(&mut tx, &actor, wanted, AuditAction::MacroCreated, "Created").await?;
        tx.commit().await?;
        Ok(Response::new(CreateMacroResponse { r#macro: Some(convert::to_contract(&saved)) }))
    }

    async fn update_macro(
        &self,
        request: Request<UpdateMacroRequest>,
    ) -> Result<Response<UpdateMacroResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id) = (actor.scope(), MacroId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        store::find(&mut tx, &scope, &id).await?.ok_or_else(|| Fault::not_found("macro"))?;
        let wanted = rules::checked(convert::from_contract(id, request.name, request.steps))?;
        let saved = self.save(&mut tx, &actor, wanted, AuditAction::MacroUpdated, "Changed").await?;
        tx.commit().await?;
        Ok(Response::new(UpdateMacroResponse { r#macro: Some(convert::to_contract(&saved)) }))
    }

    async fn delete_macro(
        &self,
        request: Request<DeleteMacroRequest>,
    ) -> Result<Response<DeleteMacroResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id) = (actor.scope(), MacroId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let found = store::find(&mut tx, &scope, &id).await?;
        let found = found.ok_or_else(|| Fault::not_found("macro"))?;
        store::delete(&mut tx, &scope, &id).await?;
        self.record(&mut tx, &actor, &found, AuditAction::MacroDeleted, "Deleted").await?;
        tx.commit().await?;
        Ok(Response::new(DeleteMacroResponse {}))
    }
}

impl Service {
    /// Saves a macro. Returns it with the name of its assignee.
    async fn save(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        wanted: model::Macro,
        action: AuditAction,
        verb: &str,
    ) -> Result<model::Macro, Fault> {
        let scope = actor.scope();
        if let Some(assignee) = &wanted.assignee_id
            && !store::is_assignee(tx, &scope, assignee).await?
        {
            return Err(Fault::not_found("user"));
        }
        if !store::save(tx, &scope, &wanted).await? {
            return Err(rules::exists());
        }
        self.record(tx, actor, &wanted, action, verb).await?;
        store::find(tx, &scope, &wanted.id).await?.ok_or_else(|| Fault::not_found("macro"))
    }

    async fn record(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        one: &model::Macro,
        action: AuditAction,
        verb: &str,
    ) -> Result<(), Fault> {
        let summary = format!("{verb} the macro \"{}\"", one.name);
        let event = AuditEvent { action, subject: one.id.as_str(), summary };
        audit::record(tx, &actor.scope(), &self.context, actor, event).await
    }
}
