//! The calls of `PartnerService`.
use contract::v1::{partner_service_server::PartnerService, *};
use platform::{
    Actor, Fault, Scope, Tx,
    signal::{Signal, Whom},
};
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Change, Partner as Credential},
    rules, store,
};
use crate::{
    audit::{self, Deed},
    call, company,
    context::Context,
};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl PartnerService for Service {
    async fn list_partners(
        &self,
        request: Request<ListPartnersRequest>,
    ) -> Result<Response<ListPartnersResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let mut tx = self.0.db.read(&scope).await?;
        company::require(&mut tx, &scope).await?;
        let partners = store::list(&mut tx, &scope).await?;
        Ok(Response::new(ListPartnersResponse { partners: partners.iter().map(convert::partner).collect() }))
    }

    async fn create_partner(
        &self,
        request: Request<CreatePartnerRequest>,
    ) -> Result<Response<CreatePartnerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let (now, ids, secret) = (self.0.now(), &self.0.ids, self.0.ids.secret());
        let partner = Credential {
            company_id: scope.company().clone(),
            id: ids.next(now),
            name: rules::name(&request.name)?,
            client_id: ids.next(now),
            secret_hash: rules::digest(&secret),
            scopes: rules::scope_names(&convert::scopes(&request.scopes))?,
            redirect_uris: rules::redirect_uris(request.redirect_uris)?,
            requests_per_minute: rules::rate(request.requests_per_minute),
            created_by: actor.name.to_string(),
            created_ms: now,
            used_ms: None,
            revoked_ms: None,
        };
        let mut tx = self.0.db.write(&scope).await?;
        company::require(&mut tx, &scope).await?;
        if !store::insert(&mut tx, &scope, &partner, rules::MOST).await? {
            return Err(rules::too_many().into());
        }
        let summary = format!("Issued {} for {}", partner.name, partner.scopes.join(" "));
        self.finish(tx, &scope, &actor, &partner, "partner.issued", summary).await?;
        let partner = Some(convert::partner(&partner));
        Ok(Response::new(CreatePartnerResponse { partner, client_secret: secret }))
    }

    async fn update_partner(
        &self,
        request: Request<UpdatePartnerRequest>,
    ) -> Result<Response<UpdatePartnerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let some = |list: &Vec<_>| !list.is_empty();
        let scopes = Some(convert::scopes(&request.scopes)).filter(|scopes| !scopes.is_empty());
        let change = Change {
            name: request.name.as_deref().map(rules::name).transpose()?,
            scopes: scopes.as_deref().map(rules::scope_names).transpose()?,
            redirect_uris: Some(request.redirect_uris).filter(some).map(rules::redirect_uris).transpose()?,
            requests_per_minute: request.requests_per_minute,
        };
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let (partner, summary) = rules::change(require(&mut tx, &scope, request.id).await?, change)?;
        store::save(&mut tx, &scope, &partner).await?;
        self.finish(tx, &scope, &actor, &partner, "partner.changed", summary).await?;
        Ok(Response::new(UpdatePartnerResponse { partner: Some(convert::partner(&partner)) }))
    }

    async fn rotate_partner_secret(
        &self,
        request: Request<RotatePartnerSecretRequest>,
    ) -> Result<Response<RotatePartnerSecretResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, secret) = (actor.scope(), self.0.ids.secret());
        let mut tx = self.0.db.write(&scope).await?;
        let mut partner = require(&mut tx, &scope, request.id).await?;
        rules::refuse_revoked(&partner)?;
        partner.secret_hash = rules::digest(&secret);
        store::save(&mut tx, &scope, &partner).await?;
        let summary = format!("Gave {} another secret", partner.name);
        self.finish(tx, &scope, &actor, &partner, "partner.secret_rotated", summary).await?;
        let partner = Some(convert::partner(&partner));
        Ok(Response::new(RotatePartnerSecretResponse { partner, client_secret: secret }))
    }

    async fn revoke_partner(
        &self,
        request: Request<RevokePartnerRequest>,
    ) -> Result<Response<RevokePartnerResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let mut partner = require(&mut tx, &scope, request.id).await?;
        if partner.revoked_ms.is_none() {
            partner.revoked_ms = Some(self.0.now());
            store::save(&mut tx, &scope, &partner).await?;
            store::end_all(&mut tx, &scope, &partner.id).await?;
            let summary = format!("Ended {} with all of its tokens", partner.name);
            self.finish(tx, &scope, &actor, &partner, "partner.revoked", summary).await?;
        }
        Ok(Response::new(RevokePartnerResponse {}))
    }
}

async fn require(tx: &mut Tx, scope: &Scope, id: String) -> Result<Credential, Fault> {
    store::find(tx, scope, &id.into()).await?.ok_or_else(|| Fault::not_found("partner"))
}

impl Service {
    /// Writes the deed down, makes it last and has the servers look at the credential anew.
    async fn finish(
        &self,
        mut tx: Tx,
        scope: &Scope,
        actor: &Actor,
        partner: &Credential,
        action: &'static str,
        summary: String,
    ) -> Result<(), Fault> {
        let deed = Deed { action, subject: partner.id.as_str(), summary };
        audit::record(&mut tx, scope, &self.0, actor, deed).await?;
        tx.signal(Signal::Sessions(Whom::Company(scope.company().clone())));
        tx.commit().await
    }
}
