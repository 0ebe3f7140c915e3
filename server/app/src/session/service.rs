//! The calls of `SessionService`.
use std::sync::Arc;

use contract::v1::{session_service_server::SessionService, *};
use platform::{Fault, request};
use tonic::{Request, Response, Status, metadata::MetadataMap};

use super::{
    convert,
    model::{Account, Caller},
    rules,
    sessions::Sessions,
};
use crate::{call, limit};

/// Answers the calls.
pub struct Service(pub Sessions);

#[tonic::async_trait]
impl SessionService for Service {
    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = caller(request.metadata());
        let LoginRequest { email, password } = request.into_inner();
        let (token, account) = self.0.open(&email, password, &caller).await?;
        Ok(Response::new(LoginResponse { token, user: Some(self.user(&account).await?) }))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> Result<Response<LogoutResponse>, Status> {
        let (actor, LogoutRequest {}) = call::enter(request)?;
        self.0.close(&actor).await?;
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
            user: Some(self.user(account).await?),
            standing: Some(convert::standing(account)),
        }))
    }
}

impl Service {
    async fn user(&self, account: &Account) -> Result<User, Fault> {
        let communities = self.0.communities(account).await?;
        Ok(convert::user(self.0.context(), &account.staff, communities))
    }
}

/// Where a sign-in comes from.
fn caller(metadata: &MetadataMap) -> Caller {
    let told = metadata.get("user-agent").and_then(|told| told.to_str().ok());
    Caller {
        place: limit::place(),
        address: request::origin().map(|address| address.to_string()).unwrap_or_default(),
        user_agent: rules::user_agent(told.unwrap_or_default()),
    }
}
