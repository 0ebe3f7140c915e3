//! RPC handlers of `IntegrationService`.
use contract::v1::{integration_service_server::IntegrationService, *};
use platform::secrets;
use secrecy::ExposeSecret;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::sync;
use crate::{
    context::Context,
    identity::token,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
    tenancy::{community, company},
};

/// Implements `IntegrationService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl IntegrationService for Service {
    async fn upload_associations(
        &self,
        request: Request<UploadAssociationsRequest>,
    ) -> Result<Response<UploadAssociationsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let associations = sync::upload(&self.context, &actor, &scope, &request.data).await?;
        let associations = i32::try_from(associations).unwrap_or(i32::MAX);
        Ok(Response::new(UploadAssociationsResponse { associations }))
    }

    async fn sync_company(
        &self,
        request: Request<SyncCompanyRequest>,
    ) -> Result<Response<SyncCompanyResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let synced = sync::sync(&self.context, &actor, &scope).await?;
        Ok(Response::new(SyncCompanyResponse {
            communities: synced.communities.iter().map(|c| community::to_contract(c, &scope)).collect(),
            added: synced.added,
            changed: synced.changed,
            removed: synced.removed,
            has_more: synced.has_more,
        }))
    }

    async fn issue_integration_token(
        &self,
        request: Request<IssueIntegrationTokenRequest>,
    ) -> Result<Response<IssueIntegrationTokenResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.entity_id.into())?;
        company::require(&mut self.context.db.read(&scope).await?, &scope).await?;
        let seconds = request.expiration_in_seconds;
        let issued = token::issue(&self.context, scope.company(), &request.issuer, seconds).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let summary =
            format!("Issued a token in the name of {}, for {} seconds.", request.issuer, issued.lifetime);
        let audit_event = AuditEvent { action: AuditAction::TokenIssued, subject: &issued.id, summary };
        audit::record(&mut tx, &scope, &self.context, &actor, audit_event).await?;
        tx.commit().await?;
        Ok(Response::new(IssueIntegrationTokenResponse {
            token: issued.token.expose_secret().to_owned(),
            expires_at: Some(issued.expires_at.into()),
        }))
    }

    async fn store_client_credential(
        &self,
        request: Request<StoreClientCredentialRequest>,
    ) -> Result<Response<StoreClientCredentialResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        company::require(&mut self.context.db.read(&scope).await?, &scope).await?;
        token::check(&self.context, scope.company(), &request.jwt).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let name = company::credential_name(&mut tx, &scope).await?;
        let kept = secrets::credential(&name);
        let replaced = self.context.secrets.put(&mut tx, &scope, &kept, &request.jwt.into()).await?;
        let (action, status, did) = match replaced {
            true => (AuditAction::CredentialReplaced, "REPLACED", "Replaced"),
            false => (AuditAction::CredentialStored, "STORED", "Stored"),
        };
        let summary = format!("{did} the client credential {name}.");
        audit::record(&mut tx, &scope, &self.context, &actor, AuditEvent { action, subject: &name, summary })
            .await?;
        tx.commit().await?;
        Ok(Response::new(StoreClientCredentialResponse { status: status.to_owned() }))
    }
}
