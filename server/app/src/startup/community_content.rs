//! Gives the tenancy domain access to the data that other domains keep for a community.
use std::sync::Arc;

use async_trait::async_trait;
use contract::v1::{Answer, Catalog};
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, secrets::SecretStore};

use crate::{
    context::Context,
    email::{email_thread, mailbox},
    inbox::{inbox_item, routing_rule},
    integrations::software_request,
    knowledge::{answer, catalog},
    messaging::{web_chat, web_chat_site},
    outreach::blast,
    residents::homeowner,
    service_requests::service_request,
    tenancy::community::CommunityContent,
};

/// Reads and seeds answers, resumes the sending of service requests to association software, and purges homeowner
/// accounts, recipients of blasts, service requests, emails and web chats.
pub struct Content {
    secrets: Arc<SecretStore>,
}

impl Content {
    /// Creates it with the store of the communities' secrets, which are purged as well.
    pub fn of(context: &Context) -> Arc<Self> {
        Arc::new(Self { secrets: context.secrets.clone() })
    }
}

#[async_trait]
impl CommunityContent for Content {
    async fn community_answers(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        limit: i64,
    ) -> Result<(Vec<Answer>, bool), Fault> {
        let (answers, next_page_token) = answer::first_page(tx, scope, community, limit).await?;
        Ok((answers.iter().map(answer::to_contract).collect(), !next_page_token.is_empty()))
    }

    async fn company_answers(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        limit: i64,
    ) -> Result<(Vec<Answer>, bool), Fault> {
        let (answers, has_more) = answer::company_page(tx, scope, limit).await?;
        Ok((answers.iter().map(answer::to_contract).collect(), has_more))
    }

    async fn seed(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        catalog: Catalog,
        now: Timestamp,
    ) -> Result<(), Fault> {
        let catalog = catalog::name_from_contract(catalog.into());
        answer::seed(tx, scope, std::slice::from_ref(community), catalog, now).await.map(drop)
    }

    async fn resume(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        now: Timestamp,
    ) -> Result<(), Fault> {
        software_request::resume(tx, scope, community, now).await
    }

    async fn purge(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        limit: i64,
    ) -> Result<u64, Fault> {
        let recipients = blast::purge_recipients(tx, scope, community, limit).await?;
        let requests = service_request::purge(tx, scope, community, limit).await?;
        let emails = email_thread::purge(tx, scope, community, limit).await?;
        let mailboxes = mailbox::purge(tx, scope, &self.secrets, community).await?;
        let rules = routing_rule::purge(tx, scope, community).await?;
        let merges = inbox_item::purge(tx, scope, community).await?;
        let chats = web_chat::purge(tx, scope, community, limit).await?;
        let chat_sites = web_chat_site::purge(tx, scope, &self.secrets, community).await?;
        Ok(recipients
            + requests
            + emails
            + mailboxes
            + rules
            + merges
            + chats
            + chat_sites
            + homeowner::purge_accounts(tx, scope, community, limit).await?)
    }
}
