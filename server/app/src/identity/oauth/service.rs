//! `OAuthService`.
use contract::v1::{o_auth_service_server::OAuthService, *};
use platform::{Actor, Fault, Tx};
use service_macros::async_service;
use tonic::{Request, Response, Status, metadata::MetadataMap};

use super::{
    clients, convert,
    model::{self, AuthorizationParameters, ClientCredentials},
    rules::{self, AuthorizationOutcome, OAuthError},
    store,
    token_issuer::TokenIssuer,
    tokens::Tokens,
};
use crate::{
    context::Context,
    identity::{
        partner::{self, Partner},
        session,
    },
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `OAuthService`.
pub struct Service {
    pub context: Context,
    pub tokens: Tokens,
}

#[async_service]
impl OAuthService for Service {
    async fn get_authorization(
        &self,
        request: Request<GetAuthorizationRequest>,
    ) -> Result<Response<GetAuthorizationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let parameters = convert::authorization_parameters(request);
        let mut tx = self.context.db.read(&actor.within(&actor.home)?).await?;
        let (partner, scopes) = authorize(&mut tx, &actor, &parameters).await?;
        Ok(Response::new(GetAuthorizationResponse {
            client_name: partner.name,
            scopes: convert::scope_descriptions(&scopes),
            redirect_host: rules::host(&parameters.redirect_uri),
        }))
    }

    async fn decide_authorization(
        &self,
        request: Request<DecideAuthorizationRequest>,
    ) -> Result<Response<DecideAuthorizationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (allow, parameters) = convert::authorization_decision(request);
        let scope = actor.within(&actor.home)?;
        let mut tx = self.context.db.write(&scope).await?;
        let (partner, scopes) = authorize(&mut tx, &actor, &parameters).await?;
        let issuer = &self.context.settings.public_url;
        if !allow {
            let redirect_to = rules::redirect(&parameters, issuer, AuthorizationOutcome::Denied);
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
        let code = TokenIssuer::new(&self.context, &partner).issue_code(&mut tx, &grant, &parameters).await?;
        let summary = format!("Allowed {} access: {}", partner.name, grant.scopes.join(" "));
        let audit_event = AuditEvent { action: AuditAction::GrantGiven, subject: grant.id.as_str(), summary };
        audit::record(&mut tx, &scope, &self.context, &actor, audit_event).await?;
        tx.commit().await?;
        let redirect_to = rules::redirect(&parameters, issuer, AuthorizationOutcome::Code(&code));
        Ok(Response::new(DecideAuthorizationResponse { redirect_to }))
    }

    async fn exchange_token(
        &self,
        request: Request<ExchangeTokenRequest>,
    ) -> Result<Response<ExchangeTokenResponse>, Status> {
        let (metadata, _, request) = request.into_parts();
        let credentials = client_credentials(&metadata, &request.client_id, &request.client_secret)?;
        let partner = clients::authenticate(&self.context, &credentials).await?;
        self.count(&partner)?;
        let exchange = convert::exchange(request);
        match TokenIssuer::new(&self.context, &partner).exchange(&exchange).await {
            Ok(issued) => Ok(Response::new(convert::issued(issued))),
            Err(fault) => {
                if partner.is_public {
                    clients::count_failure(&self.context, &credentials.client_id).await?;
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
        let credentials = client_credentials(&metadata, &request.client_id, &request.client_secret)?;
        let partner = clients::authenticate(&self.context, &credentials).await?;
        self.count(&partner)?;
        TokenIssuer::new(&self.context, &partner).revoke(&request.token).await?;
        Ok(Response::new(RevokeTokenResponse {}))
    }

    async fn list_grants(
        &self,
        request: Request<ListGrantsRequest>,
    ) -> Result<Response<ListGrantsResponse>, Status> {
        let (actor, ListGrantsRequest {}) = incoming_request::split(request)?;
        let scope = actor.within(&actor.home)?;
        let mut tx = self.context.db.read(&scope).await?;
        let now = self.context.now();
        let grants = store::list_active_grants(&mut tx, &scope, &actor.id, now, rules::MAX_GRANTS).await?;
        Ok(Response::new(ListGrantsResponse { grants: grants.iter().map(convert::grant).collect() }))
    }

    async fn revoke_grant(
        &self,
        request: Request<RevokeGrantRequest>,
    ) -> Result<Response<RevokeGrantResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&actor.home)?;
        let mut tx = self.context.db.write(&scope).await?;
        let grant = store::find_grant(&mut tx, &scope, &actor.id, &request.id.into()).await?;
        let grant = grant.ok_or_else(|| Fault::not_found("grant"))?;
        store::end_grant(&mut tx, &scope, &grant.id).await?;
        let summary = format!("Removed the access of {}", grant.name);
        let audit_event = AuditEvent { action: AuditAction::GrantEnded, subject: grant.id.as_str(), summary };
        audit::record(&mut tx, &scope, &self.context, &actor, audit_event).await?;
        tx.signal(session::sessions_changed(session::user_key(&actor)));
        tx.commit().await?;
        Ok(Response::new(RevokeGrantResponse {}))
    }
}

impl Service {
    /// Counts a call of a confidential client. Public clients are not counted, because anyone who knows the id could
    /// exhaust their limit.
    fn count(&self, partner: &Partner) -> Result<(), Fault> {
        match partner.is_public {
            false => self.tokens.count(&partner.id, partner.requests_per_minute),
            true => Ok(()),
        }
    }
}

/// Finds the partner of an authorization request in the actor's home company, and the requested scopes.
async fn authorize(
    tx: &mut Tx,
    actor: &Actor,
    parameters: &AuthorizationParameters,
) -> Result<(Partner, Vec<String>), Fault> {
    let scope = actor.within(&actor.home)?;
    let partner = partner::find_active(tx, &scope, &parameters.client_id).await?;
    let partner = partner.ok_or(OAuthError::UnknownApplication)?;
    let scopes = rules::check_authorization(&partner, parameters)?;
    Ok((partner, scopes))
}

fn client_credentials(
    metadata: &MetadataMap,
    client_id: &str,
    secret: &str,
) -> Result<ClientCredentials, Fault> {
    let authorization = metadata.get("authorization").and_then(|header| header.to_str().ok());
    Ok(rules::parse_credentials(authorization, client_id, secret)?)
}
