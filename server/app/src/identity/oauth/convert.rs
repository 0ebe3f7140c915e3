//! Conversion of OAuth messages between the model and the contract.
use contract::v1;
use platform::scopes;

use super::model::{AuthorizationParameters, Grant, IssuedTokens, TokenExchange};

pub fn authorization_parameters(request: v1::GetAuthorizationRequest) -> AuthorizationParameters {
    AuthorizationParameters {
        response_type: request.response_type,
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        scope: request.scope,
        state: request.state,
        code_challenge: request.code_challenge,
        code_challenge_method: request.code_challenge_method,
    }
}

pub fn authorization_decision(request: v1::DecideAuthorizationRequest) -> (bool, AuthorizationParameters) {
    let parameters = AuthorizationParameters {
        response_type: request.response_type,
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        scope: request.scope,
        state: request.state,
        code_challenge: request.code_challenge,
        code_challenge_method: request.code_challenge_method,
    };
    (request.allow, parameters)
}

pub fn exchange(request: v1::ExchangeTokenRequest) -> TokenExchange {
    TokenExchange {
        grant_type: request.grant_type,
        scope: request.scope,
        code: request.code,
        redirect_uri: request.redirect_uri,
        code_verifier: request.code_verifier,
        refresh_token: request.refresh_token,
    }
}

pub fn issued(issued: IssuedTokens) -> v1::ExchangeTokenResponse {
    v1::ExchangeTokenResponse {
        access_token: issued.access_token,
        token_type: "Bearer".to_owned(),
        expires_in: i32::try_from(issued.lifetime.as_secs()).unwrap_or(i32::MAX),
        refresh_token: issued.refresh_token,
        scope: issued.scopes.join(" "),
    }
}

pub fn grant(grant: &Grant) -> v1::Grant {
    v1::Grant {
        id: grant.id.to_string(),
        client_name: grant.name.clone(),
        scopes: scope_descriptions(&grant.scopes),
        granted_at: Some(grant.granted_ms.into()),
        used_at: grant.used_ms.map(Into::into),
    }
}

/// Returns the descriptions of scopes by their names.
pub fn scope_descriptions(names: &[String]) -> Vec<String> {
    names.iter().filter_map(|name| scopes::named(name)).map(|scope| scopes::words(scope).into()).collect()
}
