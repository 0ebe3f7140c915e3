//! RPC handlers of `MailService`.
use contract::v1::{mail_service_server::MailService, *};
use platform::{paging, visibility};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, model::Setup, opened, rules, store};
use crate::{context::Context, incoming_request, operations::audit};

/// Implements `MailService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl MailService for Service {
    async fn get_email_configuration(
        &self,
        request: Request<GetEmailConfigurationRequest>,
    ) -> Result<Response<GetEmailConfigurationResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.into())?;
        let mut tx = self.context.db.read(&scope).await?;
        let setup = store::setup(&mut tx, &scope).await?;
        Ok(Response::new(GetEmailConfigurationResponse { email_configuration: Some(self.shown(&setup)) }))
    }

    async fn configure_email(
        &self,
        request: Request<ConfigureEmailRequest>,
    ) -> Result<Response<ConfigureEmailResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let (change, test_to) = (convert::change(&request), &request.test_to);
        let differences =
            |before: &Setup, after: &Setup| audit::differences(&self.shown(before), &self.shown(after));
        let setup =
            commands::configure_email(&self.context, &actor, &scope, &change, test_to, differences).await?;
        Ok(Response::new(ConfigureEmailResponse { email_configuration: Some(self.shown(&setup)) }))
    }

    async fn list_mails(
        &self,
        request: Request<ListMailsRequest>,
    ) -> Result<Response<ListMailsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        visibility::require_company(&mut tx, &scope).await?;
        let rows = store::list(&mut tx, &scope, before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |mail| mail.id.clone());
        let text = |mail| opened(&self.context.vault, scope.company(), mail);
        let mails = rows.iter().map(|mail| convert::mail(mail, text(mail))).collect();
        Ok(Response::new(ListMailsResponse { mails, next_page_token }))
    }
}

impl Service {
    fn shown(&self, setup: &Setup) -> EmailConfiguration {
        convert::configuration(
            setup,
            rules::transport(&setup.configuration, self.context.settings.mail.relay.as_ref()),
        )
    }
}
