//! The calls of `OAuthService`.
use contract::v1::{o_auth_service_server::OAuthService, *};
use platform::{Actor, Fault, Tx};
use tonic::{Request, Response, Status, metadata::MetadataMap};

use super::{
    clients, convert,
    exchange::Till,
    model::{self, Asked, Shown},
    rules::{self, OAuthError},
    store,
    tokens::Tokens,
};
use crate::{
    audit::{self, Deed},
    call,
    context::Context,
    partner::{self, Partner},
    session,
};

/// Answers the calls.
pub struct Service {
    /// Storage, time, ids and settings.
    pub context: Context,
    /// Counts what partners ask.
    pub tokens: Tokens,
}

#[tonic::async_trait]
impl OAuthService for Service {
    async fn get_authorization(
        &self,
        request: Request<GetAuthorizationRequest>,
    ) -> Result<Response<GetAuthorizationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let asked = convert::asked(request);
        let mut tx = self.context.db.read(&actor.within(&actor.home)?).await?;
        let (partner, scopes) = may_ask(&mut tx, &actor, &asked).await?;
        Ok(Response::new(GetAuthorizationResponse {
            client_name: partner.name,
            scopes: convert::words(&scopes),
            redirect_host: rules::host(&asked.redirect_uri),
        }))
    }

    async fn decide_authorization(
        &self,
        request: Request<DecideAuthorizationRequest>,
    ) -> Result<Response<DecideAuthorizationResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (allow, asked) = convert::decided(request);
        let scope = actor.within(&actor.home)?;
        let mut tx = self.context.db.write(&scope).await?;
        let (partner, scopes) = may_ask(&mut tx, &actor, &asked).await?;
        let issuer = &self.context.settings.public_url;
        if !allow {
            let redirect_to = rules::redirect(&asked, issuer, ("error", "access_denied"));
            return Ok(Response::new(DecideAuthorizationResponse { redirect_to }));
        }
        let now = self.context.now();
        let grant = model::Grant {
            id: self.context.ids.next(now),
            partner_id: partner.id.clone(),
            staff_id: actor.id.clone(),
            scopes,
            granted_ms: now,
            used_ms: None,
            name: partner.name.clone(),
        };
        let code = Till::new(&self.context, &partner).code(&mut tx, &grant, &asked).await?;
        let summary = format!("Let {} act for them: {}", partner.name, grant.scopes.join(" "));
        let deed = Deed { action: "grant.given", subject: grant.id.as_str(), summary };
        audit::record(&mut tx, &scope, &self.context, &actor, deed).await?;
        tx.commit().await?;
        let redirect_to = rules::redirect(&asked, issuer, ("code", &code));
        Ok(Response::new(DecideAuthorizationResponse { redirect_to }))
    }

    async fn exchange_token(
        &self,
        request: Request<ExchangeTokenRequest>,
    ) -> Result<Response<ExchangeTokenResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        let shown = shown(&metadata, &request.client_id, &request.client_secret)?;
        let partner = clients::authenticate(&self.context, &shown, |_| false).await?;
        self.count(&shown, &partner)?;
        let exchange = convert::exchange(request);
        match Till::new(&self.context, &partner).exchange(&shown, &exchange).await {
            Ok(issued) => Ok(Response::new(convert::issued(issued))),
            Err(fault) => {
                if shown.secret.is_none() {
                    clients::count_failure(&self.context, &shown.client_id).await?;
                }
                Err(fault.into())
            }
        }
    }

    async fn revoke_token(
        &self,
        request: Request<RevokeTokenRequest>,
    ) -> Result<Response<RevokeTokenResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        let shown = shown(&metadata, &request.client_id, &request.client_secret)?;
        let partner = clients::authenticate(&self.context, &shown, Partner::is_machine).await?;
        self.count(&shown, &partner)?;
        Till::new(&self.context, &partner).revoke(&request.token).await?;
        Ok(Response::new(RevokeTokenResponse {}))
    }

    async fn list_grants(
        &self,
        request: Request<ListGrantsRequest>,
    ) -> Result<Response<ListGrantsResponse>, Status> {
        let (actor, ListGrantsRequest {}) = call::enter(request)?;
        let scope = actor.within(&actor.home)?;
        let mut tx = self.context.db.read(&scope).await?;
        let now = self.context.now();
        let grants = store::grants(&mut tx, &scope, &actor.id, now, rules::MOST_GRANTS).await?;
        Ok(Response::new(ListGrantsResponse { grants: grants.iter().map(convert::grant).collect() }))
    }

    async fn revoke_grant(
        &self,
        request: Request<RevokeGrantRequest>,
    ) -> Result<Response<RevokeGrantResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&actor.home)?;
        let mut tx = self.context.db.write(&scope).await?;
        let grant = store::grant_of(&mut tx, &scope, &actor.id, &request.id.into()).await?;
        let grant = grant.ok_or_else(|| Fault::not_found("grant"))?;
        store::end_grant(&mut tx, &scope, &grant.id).await?;
        let summary = format!("No longer lets {} act for them", grant.name);
        let deed = Deed { action: "grant.ended", subject: grant.id.as_str(), summary };
        audit::record(&mut tx, &scope, &self.context, &actor, deed).await?;
        tx.signal(session::changed(session::person(&actor)));
        tx.commit().await?;
        Ok(Response::new(RevokeGrantResponse {}))
    }
}

impl Service {
    /// Counts a call of a client that has proven itself: whoever only knows its name must not
    /// use up what it may.
    fn count(&self, shown: &Shown, partner: &Partner) -> Result<(), Fault> {
        match shown.secret {
            Some(_) => self.tokens.count(&partner.id, partner.requests_per_minute),
            None => Ok(()),
        }
    }
}

/// The application, and the scopes that it asks a person of its own company for.
async fn may_ask(tx: &mut Tx, actor: &Actor, asked: &Asked) -> Result<(Partner, Vec<String>), Fault> {
    let scope = actor.within(&actor.home)?;
    let partner = partner::find_live(tx, &scope, &asked.client_id).await?;
    let partner = partner.ok_or(OAuthError::UnknownApplication)?;
    let scopes = rules::ask(&partner, asked)?;
    Ok((partner, scopes))
}

fn shown(metadata: &MetadataMap, client_id: &str, secret: &str) -> Result<Shown, Fault> {
    let authorization = metadata.get("authorization").and_then(|header| header.to_str().ok());
    Ok(rules::shown(authorization, client_id, secret)?)
}
