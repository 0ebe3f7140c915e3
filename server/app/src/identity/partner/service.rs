//! `PartnerService`.
use contract::v1::{partner_service_server::PartnerService, *};
use platform::{
    Actor, Fault, Scope, Tx, UpdateMask,
    signal::{InvalidationScope, Signal},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Partner as Credential, PartnerChange},
    rules, store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
};

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
        let mut tx = self.context.db.read(&scope).await?;
        store::require_company(&mut tx, &scope).await?;
        let partners = store::list(&mut tx, &scope).await?;
        Ok(Response::new(ListPartnersResponse { partners: partners.iter().map(convert::partner).collect() }))
    }

    async fn create_partner(
        &self,
        request: Request<CreatePartnerRequest>,
    ) -> Result<Response<CreatePartnerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let (now, ids, secret) = (self.context.now(), &self.context.ids, self.context.ids.secret());
        let (secret, secret_hash) = match request.is_public {
            true => Default::default(),
            false => (secret.clone(), rules::digest(&secret)),
        };
        let partner = Credential {
            company_id: scope.company().clone(),
            id: ids.next(now),
            name: rules::parse_name(&request.name)?,
            client_id: ids.next(now),
            secret_hash,
            is_public: request.is_public,
            scopes: rules::scope_names(&convert::scopes(&request.scopes))?,
            redirect_uris: rules::new_partner_redirect_uris(request.redirect_uris, request.is_public)?,
            requests_per_minute: rules::requests_per_minute(request.requests_per_minute),
            created_by: actor.name.to_string(),
            created_ms: now,
            used_ms: None,
            revoked_ms: None,
        };
        let mut tx = self.context.db.write(&scope).await?;
        store::require_company(&mut tx, &scope).await?;
        if !store::insert(&mut tx, &scope, &partner, rules::MAX_PARTNERS).await? {
            return Err(rules::too_many_partners().into());
        }
        let summary = format!("Issued {} for {}", partner.name, partner.scopes.join(" "));
        let event = AuditEvent { action: AuditAction::PartnerIssued, subject: partner.id.as_str(), summary };
        self.finish(tx, &scope, &actor, event, Vec::new()).await?;
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
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let before = require(&mut tx, &scope, request.id).await?;
        let shown_before = convert::partner(&before);
        let (partner, summary) = rules::apply_change(before, change)?;
        let changes = audit::differences(&shown_before, &convert::partner(&partner));
        store::save(&mut tx, &scope, &partner).await?;
        let event = AuditEvent { action: AuditAction::PartnerUpdated, subject: partner.id.as_str(), summary };
        self.finish(tx, &scope, &actor, event, changes).await?;
        Ok(Response::new(UpdatePartnerResponse { partner: Some(convert::partner(&partner)) }))
    }

    async fn rotate_partner_secret(
        &self,
        request: Request<RotatePartnerSecretRequest>,
    ) -> Result<Response<RotatePartnerSecretResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, secret) = (actor.scope(), self.context.ids.secret());
        let mut tx = self.context.db.write(&scope).await?;
        let mut partner = require(&mut tx, &scope, request.id).await?;
        rules::require_active(&partner)?;
        rules::require_confidential(&partner)?;
        partner.secret_hash = rules::digest(&secret);
        store::save(&mut tx, &scope, &partner).await?;
        let summary = format!("Replaced the secret of {}", partner.name);
        let event =
            AuditEvent { action: AuditAction::PartnerSecretRotated, subject: partner.id.as_str(), summary };
        self.finish(tx, &scope, &actor, event, Vec::new()).await?;
        let partner = Some(convert::partner(&partner));
        Ok(Response::new(RotatePartnerSecretResponse { partner, client_secret: secret }))
    }

    async fn revoke_partner(
        &self,
        request: Request<RevokePartnerRequest>,
    ) -> Result<Response<RevokePartnerResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let mut partner = require(&mut tx, &scope, request.id).await?;
        if partner.revoked_ms.is_none() {
            partner.revoked_ms = Some(self.context.now());
            store::save(&mut tx, &scope, &partner).await?;
            store::delete_tokens_and_grants(&mut tx, &scope, &partner.id).await?;
            let summary = format!("Revoked {} with all its tokens", partner.name);
            let event =
                AuditEvent { action: AuditAction::PartnerRevoked, subject: partner.id.as_str(), summary };
            self.finish(tx, &scope, &actor, event, Vec::new()).await?;
        }
        Ok(Response::new(RevokePartnerResponse {}))
    }
}

async fn require(tx: &mut Tx, scope: &Scope, id: String) -> Result<Credential, Fault> {
    store::find(tx, scope, &id.into()).await?.ok_or_else(|| Fault::not_found("partner"))
}

impl Service {
    /// Records an audit event, commits and invalidates the cached credential on all servers.
    async fn finish(
        &self,
        mut tx: Tx,
        scope: &Scope,
        actor: &Actor,
        event: AuditEvent<'_>,
        changes: Vec<FieldChange>,
    ) -> Result<(), Fault> {
        audit::record_changes(&mut tx, scope, &self.context, actor, event, changes).await?;
        tx.signal(Signal::Sessions(InvalidationScope::Company(scope.company().clone())));
        tx.commit().await
    }
}
