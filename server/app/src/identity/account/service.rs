//! `AccountService`.
use contract::v1::{account_service_server::AccountService, *};
use platform::{
    ErrorReason, Fault, Scope, Tx,
    paging::{self, PageKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, jobs, links, model::PasswordLink, rules, store};
use crate::{
    context::Context,
    identity::session::{self, Sessions, Staff},
    incoming_request,
    operations::{
        audit::{self, AuditAction, AuditActor, AuditEvent},
        rate_limit::{self, Counted, Enforcement},
    },
};

/// Implements `AccountService`.
pub struct Service {
    pub context: Context,
    pub sessions: Sessions,
}

#[async_service]
impl AccountService for Service {
    async fn request_password_reset(
        &self,
        request: Request<RequestPasswordResetRequest>,
    ) -> Result<Response<RequestPasswordResetResponse>, Status> {
        let email = request.into_inner().email.trim().to_lowercase();
        let mut tx = self.context.db.platform_read().await?;
        let is_trusted = session::is_trusted_client_here(&mut tx, &email).await?;
        drop(tx);
        let location = rate_limit::place();
        let by_location = if is_trusted { Enforcement::Never } else { Enforcement::Always };
        let counted = [
            Counted { limit: &rules::RESET_BY_ADDRESS, subject: &email, enforcement: Enforcement::Always },
            Counted { limit: &rules::RESET_BY_LOCATION, subject: &location, enforcement: by_location },
        ];
        rate_limit::take_all(&self.context, &counted, None).await?;
        let mut tx = self.context.db.platform().await?;
        jobs::enqueue_reset(&mut tx, &self.context, &email).await?;
        tx.commit().await?;
        Ok(Response::new(RequestPasswordResetResponse {}))
    }

    async fn verify_password_reset_token(
        &self,
        request: Request<VerifyPasswordResetTokenRequest>,
    ) -> Result<Response<VerifyPasswordResetTokenResponse>, Status> {
        let mut tx = self.context.db.platform_read().await?;
        let token_hash = session::digest_of(&request.into_inner().token);
        let link = store::find_link(&mut tx, &token_hash).await?;
        let (link, staff) = self.require_link_owner(&mut tx, link).await?;
        let owner = session::password_owner(&mut tx, &staff).await?;
        Ok(Response::new(VerifyPasswordResetTokenResponse {
            invitation: link.invitation,
            first_name: owner.first_name,
            expires_at: Some(link.expires_ms.into()),
            email: owner.email,
            last_name: owner.last_name,
            company_name: owner.company,
        }))
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        let ResetPasswordRequest { token, password } = request.into_inner();
        let token_hash = session::digest_of(&token);
        // Checks the token before the expensive estimate and hash.
        let mut tx = self.context.db.platform_read().await?;
        let link = store::find_link(&mut tx, &token_hash).await?;
        let (_, staff) = self.require_link_owner(&mut tx, link).await?;
        let owner = session::password_owner(&mut tx, &staff).await?;
        drop(tx);
        self.sessions.passwords().check("password", &password, owner).await?;
        let hash = self.sessions.passwords().hash(password).await?;

        let mut tx = self.context.db.platform().await?;
        let link = store::consume_link(&mut tx, &token_hash).await?;
        let (_, staff) = self.require_link_owner(&mut tx, link).await?;
        self.set_password(&mut tx, &staff, &hash, "").await?;
        session::clear_failed_logins(&mut tx, &staff.email).await?;
        let audit_event = AuditEvent {
            action: AuditAction::PasswordReset,
            subject: staff.id.as_str(),
            summary: "Set a password with a link".to_owned(),
        };
        let scope = Scope::of_company(&staff.company_id);
        let user = AuditActor { id: staff.id.as_str(), name: &staff.name() };
        audit::write(&mut tx, &scope, &self.context, user, audit_event).await?;
        tx.commit().await?;
        Ok(Response::new(ResetPasswordResponse {}))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let ChangePasswordRequest { current_password, new_password } = request;
        let scope = Scope::of_company(&actor.home);
        let mut tx = self.context.db.platform_read().await?;
        let staff = session::staff_by_id(&mut tx, &scope, actor.id.as_str()).await?;
        let staff = staff.ok_or_else(session::not_signed_in)?;
        let owner = session::password_owner(&mut tx, &staff).await?;
        drop(tx);
        self.sessions.passwords().check("newPassword", &new_password, owner).await?;
        self.require_password(&staff, current_password).await?;
        let hash = self.sessions.passwords().hash(new_password).await?;

        let mut tx = self.context.db.platform().await?;
        self.set_password(&mut tx, &staff, &hash, actor.session.as_str()).await?;
        rate_limit::forget(&mut tx, &rules::CHANGE_PASSWORD, staff.id.as_str()).await?;
        let audit_event = AuditEvent {
            action: AuditAction::PasswordChanged,
            subject: actor.id.as_str(),
            summary: "Changed their password".to_owned(),
        };
        audit::record(&mut tx, &scope, &self.context, &actor, audit_event).await?;
        tx.commit().await?;
        Ok(Response::new(ChangePasswordResponse {}))
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let rows = self.sessions.list(&actor, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |session| PageKey::new(session.used_ms, &session.id));
        let sessions = rows.iter().map(|session| convert::session(session, &actor)).collect();
        Ok(Response::new(ListSessionsResponse { sessions, next_page_token }))
    }

    async fn revoke_session(
        &self,
        request: Request<RevokeSessionRequest>,
    ) -> Result<Response<RevokeSessionResponse>, Status> {
        let (actor, RevokeSessionRequest { id }) = incoming_request::split(request)?;
        self.sessions.end(&actor, &id).await?;
        Ok(Response::new(RevokeSessionResponse {}))
    }

    async fn revoke_other_sessions(
        &self,
        request: Request<RevokeOtherSessionsRequest>,
    ) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
        let (actor, RevokeOtherSessionsRequest {}) = incoming_request::split(request)?;
        let revoked = self.sessions.end_others(&actor).await?;
        let revoked = i32::try_from(revoked).unwrap_or(i32::MAX);
        Ok(Response::new(RevokeOtherSessionsResponse { revoked }))
    }
}

impl Service {
    /// Returns a valid link and its active user.
    ///
    /// # Errors
    /// `FAILED_PRECONDITION` with reason `LINK_EXPIRED`.
    async fn require_link_owner(
        &self,
        tx: &mut Tx,
        link: Option<PasswordLink>,
    ) -> Result<(PasswordLink, Staff), Fault> {
        let link = link.filter(|link| links::is_valid(link, self.context.now())).ok_or_else(link_expired)?;
        let scope = Scope::of_company(&link.company_id);
        let staff = session::staff_by_id(tx, &scope, link.staff_id.as_str()).await?;
        Ok((link, staff.filter(|staff| staff.active).ok_or_else(link_expired)?))
    }

    /// Checks the current password and counts failures.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a wrong password; `RESOURCE_EXHAUSTED` after 10 in 15 minutes.
    async fn require_password(&self, staff: &Staff, password: String) -> Result<(), Fault> {
        rate_limit::take(&self.context, &rules::CHANGE_PASSWORD, staff.id.as_str(), None).await?;
        let hash = Some(staff.password_hash.clone());
        if self.sessions.passwords().matches(password, hash).await? {
            return Ok(());
        }
        Err(Fault::field("currentPassword", "This is not your current password. Check it and try again."))
    }

    /// Sets a password, ends all sessions except one and invalidates password links.
    ///
    /// # Errors
    /// `ABORTED` with reason `PASSWORD_CHANGED` if the password was changed concurrently.
    async fn set_password(&self, tx: &mut Tx, staff: &Staff, hash: &str, except: &str) -> Result<(), Fault> {
        let user = staff.key();
        if !session::set_password(tx, user, &staff.password_hash, hash).await? {
            return Err(Fault::aborted(
                ErrorReason::PasswordChanged,
                "Your password was just changed elsewhere. Log in again.",
            ));
        }
        store::void_links(tx, &Scope::of_company(&staff.company_id), &staff.id).await?;
        session::end_sessions(tx, user, except).await?;
        Ok(())
    }
}

fn link_expired() -> Fault {
    Fault::precondition(
        ErrorReason::LinkExpired,
        "This link was already used or has expired. Request a new one.",
    )
}
