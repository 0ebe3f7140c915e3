//! The calls of `AccountService`.
use contract::v1::{account_service_server::AccountService, *};
use platform::{Fault, Scope, Tx};
use tonic::{Request, Response, Status};

use super::{convert, jobs, model::Link, rules, store};
use crate::{
    audit::{self, Deed},
    call,
    context::Context,
    limit,
    session::{self, Sessions, Staff},
};

/// Answers the calls.
pub struct Service {
    /// Storage, time, ids and secrets.
    pub context: Context,
    /// Where people are signed in.
    pub sessions: Sessions,
}

#[tonic::async_trait]
impl AccountService for Service {
    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Result<Response<RequestPasswordResetResponse>, Status> {
        let email = request.into_inner().email.trim().to_lowercase();
        let place = limit::place();
        let counted = [(&rules::RESET_BY_ADDRESS, email.as_str()), (&rules::RESET_BY_PLACE, &place)];
        limit::take_all(&self.context, &counted, None).await?;
        let mut tx = self.context.db.platform().await?;
        jobs::ask(&mut tx, &self.context, &email).await?;
        tx.commit().await?;
        Ok(Response::new(RequestPasswordResetResponse {}))
    }

    async fn check_password_link(
        &self,
        request: Request<CheckPasswordLinkRequest>,
    ) -> Result<Response<CheckPasswordLinkResponse>, Status> {
        let mut tx = self.context.db.platform_read().await?;
        let token_hash = session::digest_of(&request.into_inner().token);
        let link = store::find_link(&mut tx, &token_hash).await?;
        let (link, staff) = self.whose(&mut tx, link).await?;
        Ok(Response::new(CheckPasswordLinkResponse {
            invitation: link.invitation,
            first_name: staff.first_name,
            expires_at: Some(link.expires_ms.into()),
        }))
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        let ResetPasswordRequest { token, password } = request.into_inner();
        session::check_password(&password).map_err(|why| Fault::field("password", why))?;
        let token_hash = session::digest_of(&token);
        // A hash costs too much to make one for whoever invents a token.
        let mut tx = self.context.db.platform_read().await?;
        let link = store::find_link(&mut tx, &token_hash).await?;
        self.whose(&mut tx, link).await?;
        drop(tx);
        let hash = self.sessions.passwords().hash(password).await?;

        let mut tx = self.context.db.platform().await?;
        let link = store::take_link(&mut tx, &token_hash).await?;
        let (_, staff) = self.whose(&mut tx, link).await?;
        self.set_password(&mut tx, &staff, &hash, "").await?;
        session::forget_attempts(&mut tx, &staff.email).await?;
        let deed = Deed {
            action: "password.reset",
            subject: staff.id.as_str(),
            summary: "Set a password with a link".to_owned(),
        };
        let scope = Scope::of_company(&staff.company_id);
        audit::write(&mut tx, &scope, &self.context, (staff.id.as_str(), &staff.name()), deed).await?;
        tx.commit().await?;
        Ok(Response::new(ResetPasswordResponse {}))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let ChangePasswordRequest { current_password, new_password } = request;
        session::check_password(&new_password).map_err(|why| Fault::field("newPassword", why))?;
        let scope = Scope::of_company(&actor.home);
        let mut tx = self.context.db.platform_read().await?;
        let staff = session::staff_by_id(&mut tx, &scope, actor.id.as_str()).await?;
        let staff = staff.ok_or_else(session::not_signed_in)?;
        drop(tx);
        self.require_password(&staff, current_password).await?;
        let hash = self.sessions.passwords().hash(new_password).await?;

        let mut tx = self.context.db.platform().await?;
        self.set_password(&mut tx, &staff, &hash, actor.session.as_str()).await?;
        limit::forget(&mut tx, &rules::CHANGE, staff.id.as_str()).await?;
        let deed = Deed {
            action: "password.changed",
            subject: actor.id.as_str(),
            summary: "Changed their password".to_owned(),
        };
        audit::record(&mut tx, &scope, &self.context, &actor, deed).await?;
        tx.commit().await?;
        Ok(Response::new(ChangePasswordResponse {}))
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let (actor, ListSessionsRequest {}) = call::enter(request)?;
        let sessions = self.sessions.list(&actor).await?;
        let sessions = sessions.iter().map(|session| convert::session(session, &actor)).collect();
        Ok(Response::new(ListSessionsResponse { sessions }))
    }

    async fn revoke_session(
        &self,
        request: Request<RevokeSessionRequest>,
    ) -> Result<Response<RevokeSessionResponse>, Status> {
        let (actor, RevokeSessionRequest { id }) = call::enter(request)?;
        self.sessions.end(&actor, &id).await?;
        Ok(Response::new(RevokeSessionResponse {}))
    }

    async fn revoke_other_sessions(
        &self,
        request: Request<RevokeOtherSessionsRequest>,
    ) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
        let (actor, RevokeOtherSessionsRequest {}) = call::enter(request)?;
        let revoked = self.sessions.end_others(&actor).await?;
        let revoked = i32::try_from(revoked).unwrap_or(i32::MAX);
        Ok(Response::new(RevokeOtherSessionsResponse { revoked }))
    }
}

impl Service {
    /// A link that works, and whose it is.
    async fn whose(&self, tx: &mut Tx, link: Option<Link>) -> Result<(Link, Staff), Fault> {
        let link = link.filter(|link| rules::works(link, self.context.now())).ok_or_else(expired)?;
        let scope = Scope::of_company(&link.company_id);
        let staff = session::staff_by_id(tx, &scope, link.staff_id.as_str()).await?;
        Ok((link, staff.filter(|staff| staff.active).ok_or_else(expired)?))
    }

    /// Refuses whoever does not know the password, and counts how often.
    async fn require_password(&self, staff: &Staff, password: String) -> Result<(), Fault> {
        limit::take(&self.context, &rules::CHANGE, staff.id.as_str(), None).await?;
        let hash = Some(staff.password_hash.clone());
        if self.sessions.passwords().matches(password, hash).await? {
            return Ok(());
        }
        Err(Fault::field("currentPassword", "This is not your password. Check it and try again."))
    }

    /// Sets a password, ends the sessions but one, and has links that are under way work no longer.
    async fn set_password(&self, tx: &mut Tx, staff: &Staff, hash: &str, but: &str) -> Result<(), Fault> {
        let person = (&staff.company_id, &staff.id);
        if !session::set_password(tx, person, &staff.password_hash, hash).await? {
            return Err(Fault::aborted(
                "PASSWORD_CHANGED",
                "The password was changed at the same moment. Sign in and look.",
            ));
        }
        store::void_links(tx, &Scope::of_company(&staff.company_id), &staff.id).await?;
        session::end_sessions(tx, person, but).await?;
        Ok(())
    }
}

fn expired() -> Fault {
    Fault::precondition(
        "LINK_EXPIRED",
        "This link was used already, or is too old. Ask for a new one and try again.",
    )
}
