//! `HomeownerService`.
use contract::v1::{homeowner_service_server::HomeownerService, *};
use platform::{
    CpuPool,
    paging::{self, NameKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, AccountToChange, ImportAccounts},
    convert,
    model::{self, Account},
    store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::{audit, file},
    tenancy::community,
};

/// Maximum number of accounts that a search in all communities returns.
const MAX_FOUND: usize = 20;

/// Implements `HomeownerService`.
pub struct Service {
    context: Context,
    /// Parses one import file at a time, because parsing is CPU-bound and takes memory.
    cpu_pool: CpuPool,
}

impl Service {
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, cpu_pool: CpuPool::new() }
    }
}

#[async_service]
impl HomeownerService for Service {
    async fn list_homeowner_accounts(
        &self,
        request: Request<ListHomeownerAccountsRequest>,
    ) -> Result<Response<ListHomeownerAccountsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        let total = store::count(&mut tx, &scope, &community).await?;
        let query = request.query.trim();
        let accounts = store::list(&mut tx, &scope, &community, query, after, limit).await?;
        let key =
            |account: &Account| NameKey { name: model::sort_key(&account.entry), id: account.id.to_string() };
        let (accounts, next_page_token) = paging::page(accounts, limit, key);
        Ok(Response::new(ListHomeownerAccountsResponse {
            accounts: accounts.iter().map(convert::account).collect(),
            next_page_token,
            total: i32::try_from(total).unwrap_or(i32::MAX),
        }))
    }

    async fn search_homeowner_accounts(
        &self,
        request: Request<SearchHomeownerAccountsRequest>,
    ) -> Result<Response<SearchHomeownerAccountsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let limit = match usize::try_from(request.limit) {
            Ok(limit @ 1..=MAX_FOUND) => limit,
            _ => MAX_FOUND,
        };
        let found = commands::search_accounts(&self.context, &actor, &request.query, limit + 1).await?;
        Ok(Response::new(SearchHomeownerAccountsResponse {
            accounts: found.iter().take(limit).map(convert::account).collect(),
            has_more: found.len() > limit,
        }))
    }

    async fn create_homeowner_account(
        &self,
        request: Request<CreateHomeownerAccountRequest>,
    ) -> Result<Response<CreateHomeownerAccountResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (community, new) = (request.community_id.as_str().into(), convert::new_account(request));
        let account = commands::create_account(&self.context, &actor, &community, new).await?;
        Ok(Response::new(CreateHomeownerAccountResponse { account: Some(convert::account(&account)) }))
    }

    async fn update_homeowner_account(
        &self,
        request: Request<UpdateHomeownerAccountRequest>,
    ) -> Result<Response<UpdateHomeownerAccountResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let target = AccountToChange {
            community: request.community_id.as_str().into(),
            id: request.id.as_str().into(),
            version: request.version.into(),
        };
        let differences = |before: &Account, after: &Account| {
            audit::without_values(audit::differences(&convert::account(before), &convert::account(after)))
        };
        let change = convert::account_change(request);
        let account = commands::update_account(&self.context, &actor, &target, change, differences).await?;
        Ok(Response::new(UpdateHomeownerAccountResponse { account: Some(convert::account(&account)) }))
    }

    async fn delete_homeowner_account(
        &self,
        request: Request<DeleteHomeownerAccountRequest>,
    ) -> Result<Response<DeleteHomeownerAccountResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (community, id) = (request.community_id.into(), request.id.into());
        commands::delete_account(&self.context, &actor, &community, &id).await?;
        Ok(Response::new(DeleteHomeownerAccountResponse {}))
    }

    async fn import_homeowner_accounts(
        &self,
        request: Request<ImportHomeownerAccountsRequest>,
    ) -> Result<Response<ImportHomeownerAccountsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let command = ImportAccounts {
            community: request.community_id.into(),
            data: file::decode(&request.data)?,
            is_whole: request.whole,
            is_dry_run: request.dry_run,
            preview: request.preview,
        };
        let import = commands::import_accounts(&self.context, &self.cpu_pool, &actor, command).await?;
        Ok(Response::new(convert::import_response(&import.plan, import.preview)))
    }
}
