//! RPC handlers of `BlastTemplateService`.
use contract::v1::{blast_template_service_server::BlastTemplateService, *};
use platform::Fault;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, model::BlastTemplateId, rules, store};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `BlastTemplateService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl BlastTemplateService for Service {
    async fn list_blast_templates(
        &self,
        request: Request<ListBlastTemplatesRequest>,
    ) -> Result<Response<ListBlastTemplatesResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let templates = store::list(&mut tx, &scope, rules::MAX_TEMPLATES).await?;
        let templates = templates.iter().map(convert::to_contract).collect();
        Ok(Response::new(ListBlastTemplatesResponse { templates }))
    }

    async fn create_blast_template(
        &self,
        request: Request<CreateBlastTemplateRequest>,
    ) -> Result<Response<CreateBlastTemplateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let id: BlastTemplateId = self.context.ids.next(self.context.now());
        let template = rules::checked(id, &request.name, &request.body)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        if store::lock_and_count(&mut tx, &scope).await? >= rules::MAX_TEMPLATES {
            return Err(rules::too_many().into());
        }
        if !store::save(&mut tx, &scope, &template).await? {
            return Err(rules::exists().into());
        }
        let (action, what) = (AuditAction::BlastTemplateCreated, "Saved the blast template");
        let event = AuditEvent::named(action, what, template.id.as_str(), &template.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
        Ok(Response::new(CreateBlastTemplateResponse { template: Some(convert::to_contract(&template)) }))
    }

    async fn update_blast_template(
        &self,
        request: Request<UpdateBlastTemplateRequest>,
    ) -> Result<Response<UpdateBlastTemplateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), BlastTemplateId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let before = store::find(&mut tx, &scope, &id).await?;
        let before = before.ok_or_else(|| Fault::not_found("blast template"))?;
        let template = rules::checked(id, &request.name, &request.body)?;
        if !store::save(&mut tx, &scope, &template).await? {
            return Err(rules::exists().into());
        }
        let changes = audit::differences(&convert::to_contract(&before), &convert::to_contract(&template));
        let (action, what) = (AuditAction::BlastTemplateUpdated, "Changed the blast template");
        let event = AuditEvent::named(action, what, template.id.as_str(), &template.name);
        audit::record_changes(&mut tx, &scope, &self.context, &actor, event, changes).await?;
        tx.commit().await?;
        Ok(Response::new(UpdateBlastTemplateResponse { template: Some(convert::to_contract(&template)) }))
    }

    async fn delete_blast_template(
        &self,
        request: Request<DeleteBlastTemplateRequest>,
    ) -> Result<Response<DeleteBlastTemplateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), BlastTemplateId::from(request.id.as_str()));
        let mut tx = self.context.db.write(&scope).await?;
        let found = store::find(&mut tx, &scope, &id).await?;
        let found = found.ok_or_else(|| Fault::not_found("blast template"))?;
        store::delete(&mut tx, &scope, &id).await?;
        let (action, what) = (AuditAction::BlastTemplateDeleted, "Deleted the blast template");
        let event = AuditEvent::named(action, what, found.id.as_str(), &found.name);
        audit::record(&mut tx, &scope, &self.context, &actor, event).await?;
        tx.commit().await?;
        Ok(Response::new(DeleteBlastTemplateResponse {}))
    }
}
