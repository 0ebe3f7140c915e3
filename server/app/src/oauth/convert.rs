//! OAuth in the contract's words.
use contract::v1;
use platform::scopes;

use super::model::{Asked, Exchange, Grant, Issued};

pub fn asked(request: v1::GetAuthorizationRequest) -> Asked {
    Asked {
        response_type: request.response_type,
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        scope: request.scope,
        state: request.state,
        code_challenge: request.code_challenge,
        code_challenge_method: request.code_challenge_method,
    }
}

pub fn decided(request: v1::DecideAuthorizationRequest) -> (bool, Asked) {
    let asked = Asked {
        response_type: request.response_type,
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        scope: request.scope,
        state: request.state,
        code_challenge: request.code_challenge,
        code_challenge_method: request.code_challenge_method,
    };
    (request.allow, asked)
}

pub fn exchange(request: v1::ExchangeTokenRequest) -> Exchange {
    Exchange {
        grant_type: request.grant_type,
        scope: request.scope,
        code: request.code,
        redirect_uri: request.redirect_uri,
        code_verifier: request.code_verifier,
        refresh_token: request.refresh_token,
    }
}

pub fn issued(issued: Issued) -> v1::ExchangeTokenResponse {
    v1::ExchangeTokenResponse {
        access_token: issued.access_token,
        token_type: "Bearer".to_owned(),
        expires_in: i32::try_from(issued.life.as_secs()).unwrap_or(i32::MAX),
        refresh_token: issued.refresh_token,
        scope: issued.scopes.join(" "),
    }
}

pub fn grant(grant: &Grant) -> v1::Grant {
    v1::Grant {
        id: grant.id.to_string(),
        client_name: grant.name.clone(),
        scopes: words(&grant.scopes),
        granted_at: Some(grant.granted_ms.into()),
        used_at: grant.used_ms.map(Into::into),
    }
}

/// Scopes in words, by their names.
pub fn words(names: &[String]) -> Vec<String> {
    names.iter().filter_map(|name| scopes::named(name)).map(|scope| scopes::words(scope).into()).collect()
}
