//! `SessionService`.
use std::sync::Arc;

use contract::v1::{session_service_server::SessionService, *};
use platform::{Fault, request};
use service_macros::async_service;
use tonic::{Request, Response, Status, metadata::MetadataMap};

use super::{
    authentication::Sessions,
    convert,
    model::{Account, ClientInfo},
    rules,
};
use crate::{incoming_request, operations::rate_limit};

/// Implements `SessionService`.
pub struct Service {
    pub sessions: Sessions,
}

#[async_service]
impl SessionService for Service {
    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let client = client(request.metadata());
        let LoginRequest { email, password } = request.into_inner();
        let (token, account) = self.sessions.open(&email, password, &client).await?;
        Ok(Response::new(LoginResponse { token, user: Some(current_user(&self.sessions, &account).await?) }))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<LogoutResponse>, Status> {
        let (actor, LogoutRequest {}) = incoming_request::split(request)?;
        self.sessions.close(&actor).await?;
        Ok(Response::new(LogoutResponse {}))
    }

    async fn get_current_user(
        &self,
        request: Request<GetCurrentUserRequest>,
    ) -> Result<Response<GetCurrentUserResponse>, Status> {
        let account = request
            .extensions()
            .get::<Arc<Account>>()
            .ok_or_else(|| Fault::internal("a call without a session reached its service"))?;
        Ok(Response::new(GetCurrentUserResponse {
            user: Some(current_user(&self.sessions, account).await?),
            entitlements: Some(convert::entitlements(account)),
        }))
    }
}

/// Converts the user of an account with the communities that they can see.
pub async fn current_user(sessions: &Sessions, account: &Account) -> Result<User, Fault> {
    let communities = sessions.communities(account).await?;
    Ok(convert::listed_user(sessions.context(), &account.staff, communities))
}

/// Reads the client of a sign-in.
fn client(metadata: &MetadataMap) -> ClientInfo {
    let value = metadata.get("user-agent").and_then(|value| value.to_str().ok());
    ClientInfo {
        location: rate_limit::place(),
        address: request::origin().map(|address| address.to_string()).unwrap_or_default(),
        user_agent: rules::user_agent(value.unwrap_or_default()),
    }
}
