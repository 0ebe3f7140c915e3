//! `PartnerService`.
use contract::v1::{partner_service_server::PartnerService, *};
use platform::{UpdateMask, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, IssuedPartner},
    convert,
    model::{Partner as Credential, PartnerChange, PartnerKey},
    rules, store,
};
use crate::{context::Context, incoming_request, operations::audit};

/// Implements `PartnerService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl PartnerService for Service {
    async fn list_partners(
        &self,
        request: Request<ListPartnersRequest>,
    ) -> Result<Response<ListPartnersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        store::require_company(&mut tx, &scope).await?;
        let rows = store::list(&mut tx, &scope, after, limit).await?;
        let (partners, next_page_token) = paging::page(rows, limit, PartnerKey::of);
        let partners = partners.iter().map(convert::partner).collect();
        Ok(Response::new(ListPartnersResponse { partners, next_page_token }))
    }

    async fn create_partner(
        &self,
        request: Request<CreatePartnerRequest>,
    ) -> Result<Response<CreatePartnerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let new = convert::new_partner(request);
        let IssuedPartner { partner, secret } =
            commands::create_partner(&self.context, &actor, &scope, new).await?;
        let partner = Some(convert::partner(&partner));
        Ok(Response::new(CreatePartnerResponse { partner, client_secret: secret }))
    }

    async fn update_partner(
        &self,
        request: Request<UpdatePartnerRequest>,
    ) -> Result<Response<UpdatePartnerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let mask = UpdateMask::new(&request, request.update_mask.as_ref())?;
        let name = mask.required("name", request.name)?;
        let scopes = mask.list("scopes", convert::scopes(&request.scopes));
        let redirect_uris = mask.list("redirect_uris", request.redirect_uris);
        let change = PartnerChange {
            name: name.as_deref().map(rules::parse_name).transpose()?,
            scopes: scopes.as_deref().map(rules::scope_names).transpose()?,
            redirect_uris: redirect_uris.map(rules::redirect_uris).transpose()?,
            requests_per_minute: mask.required("requests_per_minute", request.requests_per_minute)?,
        };
        let differences = |before: &Credential, after: &Credential| {
            audit::differences(&convert::partner(before), &convert::partner(after))
        };
        let id = request.id.into();
        let partner = commands::update_partner(&self.context, &actor, &id, change, differences).await?;
        Ok(Response::new(UpdatePartnerResponse { partner: Some(convert::partner(&partner)) }))
    }

    async fn rotate_partner_secret(
        &self,
        request: Request<RotatePartnerSecretRequest>,
    ) -> Result<Response<RotatePartnerSecretResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let IssuedPartner { partner, secret } =
            commands::rotate_secret(&self.context, &actor, &request.id.into()).await?;
        let partner = Some(convert::partner(&partner));
        Ok(Response::new(RotatePartnerSecretResponse { partner, client_secret: secret }))
    }

    async fn revoke_partner(
        &self,
        request: Request<RevokePartnerRequest>,
    ) -> Result<Response<RevokePartnerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::revoke_partner(&self.context, &actor, &request.id.into()).await?;
        Ok(Response::new(RevokePartnerResponse {}))
    }
}
