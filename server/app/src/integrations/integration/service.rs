//! RPC handlers of `IntegrationService`.
use contract::v1::{integration_service_server::IntegrationService, *};
use platform::secrets;
use secrecy::ExposeSecret;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, AllowedAuthorization, NewConnection},
    convert,
    model::ConnectableSoftware,
    software::SoftwareApis,
    sync,
};
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
    pub apis: SoftwareApis,
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
        let synced = sync::sync(&self.context, &self.apis, &actor, &scope).await?;
        Ok(Response::new(SyncCompanyResponse {
            communities: synced.communities.iter().map(|c| community::to_contract(c, &scope)).collect(),
            added: synced.added,
            changed: synced.changed,
            removed: synced.removed,
            has_more: synced.has_more,
        }))
    }

    async fn get_software_connection(
        &self,
        request: Request<GetSoftwareConnectionRequest>,
    ) -> Result<Response<GetSoftwareConnectionResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        let status = commands::find_status(&mut tx, &scope).await?;
        let is_configured = self.apis.is_configured(status.software);
        let connection = Some(convert::connection(&status));
        Ok(Response::new(GetSoftwareConnectionResponse { connection, is_configured }))
    }

    async fn connect_buildium(
        &self,
        request: Request<ConnectBuildiumRequest>,
    ) -> Result<Response<ConnectBuildiumResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let new = NewConnection {
            software: ConnectableSoftware::Buildium,
            account: String::new(),
            login: request.client_id,
            secret: request.client_secret.into(),
        };
        let status = commands::connect_software(&self.context, &self.apis, &actor, &scope, new).await?;
        Ok(Response::new(ConnectBuildiumResponse { connection: Some(convert::connection(&status)) }))
    }

    async fn connect_vantaca(
        &self,
        request: Request<ConnectVantacaRequest>,
    ) -> Result<Response<ConnectVantacaResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let new = NewConnection {
            software: ConnectableSoftware::Vantaca,
            account: request.company_code,
            login: request.login,
            secret: request.password.into(),
        };
        let status = commands::connect_software(&self.context, &self.apis, &actor, &scope, new).await?;
        Ok(Response::new(ConnectVantacaResponse { connection: Some(convert::connection(&status)) }))
    }

    async fn start_cinc_connection(
        &self,
        request: Request<StartCincConnectionRequest>,
    ) -> Result<Response<StartCincConnectionResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let (context, apis) = (&self.context, &self.apis);
        let authorization_url =
            commands::start_cinc_connection(context, apis, &actor, &scope, request.management_id).await?;
        Ok(Response::new(StartCincConnectionResponse { authorization_url }))
    }

    async fn complete_cinc_connection(
        &self,
        request: Request<CompleteCincConnectionRequest>,
    ) -> Result<Response<CompleteCincConnectionResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let (context, apis) = (&self.context, &self.apis);
        let allowed = AllowedAuthorization { state: request.state, code: request.code };
        let status = commands::complete_cinc_connection(context, apis, &actor, &scope, allowed).await?;
        Ok(Response::new(CompleteCincConnectionResponse { connection: Some(convert::connection(&status)) }))
    }

    async fn disconnect_software(
        &self,
        request: Request<DisconnectSoftwareRequest>,
    ) -> Result<Response<DisconnectSoftwareResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        commands::disconnect_software(&self.context, &actor, &scope).await?;
        Ok(Response::new(DisconnectSoftwareResponse {}))
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
        let jwt = self.context.secrets.prepare(&scope, request.jwt.into()).await?;
        let mut tx = self.context.db.write(&scope).await?;
        let name = company::credential_name(&mut tx, &scope).await?;
        let replaced = self.context.secrets.put(&mut tx, &scope, &secrets::credential(&name), &jwt).await?;
        let (action, status, did) = match replaced {
            true => (AuditAction::CredentialReplaced, ClientCredentialStatus::Replaced, "Replaced"),
            false => (AuditAction::CredentialStored, ClientCredentialStatus::Stored, "Stored"),
        };
        let summary = format!("{did} the client credential {name}.");
        audit::record(&mut tx, &scope, &self.context, &actor, AuditEvent { action, subject: &name, summary })
            .await?;
        tx.commit().await?;
        Ok(Response::new(StoreClientCredentialResponse { status: status.into() }))
    }
}
