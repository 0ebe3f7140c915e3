//! The calls of `SessionService`.
use std::sync::Arc;

use contract::v1::{session_service_server::SessionService, *};
use platform::Fault;
use tonic::{Request, Response, Status};

use super::{convert, model::Account, sessions::Sessions};
use crate::call;

/// Answers the calls.
pub struct Service(pub Sessions);

#[tonic::async_trait]
impl SessionService for Service {
    async fn login(&self, request: Request<LoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let LoginRequest { email, password } = request.into_inner();
        let (token, account) = self.0.open(&email, password).await?;
        let user = convert::user(&account.staff, &account.communities);
        Ok(Response::new(LoginResponse { token, user: Some(user) }))
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
            user: Some(convert::user(&account.staff, &account.communities)),
            standing: Some(convert::standing(account)),
        }))
    }
}
