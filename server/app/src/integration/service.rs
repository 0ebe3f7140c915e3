//! The calls of `IntegrationService`.
use contract::v1::{integration_service_server::IntegrationService, *};
use secrecy::ExposeSecret;
use tonic::{Request, Response, Status};

use super::sync;
use crate::{
    audit::{self, Deed},
    call, community, company,
    context::Context,
    secret, token,
};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl IntegrationService for Service {
    async fn upload_associations(
        &self,
        request: Request<UploadAssociationsRequest>,
    ) -> Result<Response<UploadAssociationsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.into())?;
        let associations = sync::upload(&self.0, &actor, &scope, &request.data).await?;
        let associations = i32::try_from(associations).unwrap_or(i32::MAX);
        Ok(Response::new(UploadAssociationsResponse { associations }))
    }

    async fn sync_company(
        &self,
        request: Request<SyncCompanyRequest>,
    ) -> Result<Response<SyncCompanyResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.into())?;
        let synced = sync::sync(&self.0, &actor, &scope).await?;
        Ok(Response::new(SyncCompanyResponse {
            communities: synced.communities.iter().map(|c| community::to_contract(c, &scope)).collect(),
            added: synced.added,
            changed: synced.changed,
            removed: synced.removed,
            more: synced.more,
        }))
    }

    async fn rollout_token(
        &self,
        request: Request<RolloutTokenRequest>,
    ) -> Result<Response<RolloutTokenResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.entity_id.into())?;
        company::require(&mut self.0.db.read(&scope).await?, &scope).await?;
        let seconds = request.expiration_in_seconds;
        let issued = token::issue(&self.0, scope.company(), &request.issuer, seconds).await?;
        let mut tx = self.0.db.write(&scope).await?;
        let summary =
            format!("Issued a token in the name of {}, for {} seconds.", request.issuer, issued.lifetime);
        let deed = Deed { action: "token.issued", subject: &issued.id, summary };
        audit::record(&mut tx, &scope, &self.0, &actor, deed).await?;
        tx.commit().await?;
        Ok(Response::new(RolloutTokenResponse {
            token: issued.token.expose_secret().to_owned(),
            expires_at: Some(issued.expires_at.into()),
        }))
    }

    async fn store_client_credential(
        &self,
        request: Request<StoreClientCredentialRequest>,
    ) -> Result<Response<StoreClientCredentialResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.into())?;
        company::require(&mut self.0.db.read(&scope).await?, &scope).await?;
        token::check(&self.0, scope.company(), &request.jwt).await?;
        let mut tx = self.0.db.write(&scope).await?;
        let name = company::credential_name(&mut tx, &scope).await?;
        let kept = secret::credential(&name);
        let replaced = self.0.secrets.put(&mut tx, &scope, &kept, &request.jwt.into()).await?;
        let (action, status, did) = match replaced {
            true => ("credential.replaced", "REPLACED", "Replaced"),
            false => ("credential.stored", "STORED", "Stored"),
        };
        let summary = format!("{did} the client credential {name}.");
        audit::record(&mut tx, &scope, &self.0, &actor, Deed { action, subject: &name, summary }).await?;
        tx.commit().await?;
        Ok(Response::new(StoreClientCredentialResponse { status: status.to_owned() }))
    }
}
