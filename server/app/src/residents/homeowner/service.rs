//! `HomeownerService`.
use contract::v1::{homeowner_service_server::HomeownerService, *};
use platform::{
    CpuPool, Fault, Scope, Tx,
    ids::CommunityId,
    paging::{self, NameKey},
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands::{self, ImportAccounts},
    convert,
    model::{self, Account, AccountId},
    rules::{self, ChangeTime},
    store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::{
        audit::{self, AuditAction},
        file,
    },
    tenancy::community::{self, Community},
};

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

    fn today(&self, community: &Community) -> String {
        self.context.now().date_in(&community.time_zone).to_string()
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

    async fn create_homeowner_account(
        &self,
        request: Request<CreateHomeownerAccountRequest>,
    ) -> Result<Response<CreateHomeownerAccountResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, now, id) = (actor.scope(), self.context.now(), request.community_id.clone().into());
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let time = ChangeTime { today: &self.today(&community), now };
        let account = rules::new_account(id, convert::new_account(request), time)?;
        let account = Account { id: self.context.ids.next(now), ..account };
        store::lock(&mut tx, &scope, &community.id).await?;
        let count = store::count(&mut tx, &scope, &community.id).await?;
        rules::require_room(usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1))?;
        require_unused_number(&mut tx, &scope, &account).await?;
        store::save_accounts(&mut tx, &scope, &community.id, &[&account]).await?;
        commands::finish(
            &self.context,
            tx,
            &actor,
            &community,
            AuditAction::HomeownerCreated,
            "Added an account",
            vec![],
        )
        .await?;
        Ok(Response::new(CreateHomeownerAccountResponse { account: Some(convert::account(&account)) }))
    }

    async fn update_homeowner_account(
        &self,
        request: Request<UpdateHomeownerAccountRequest>,
    ) -> Result<Response<UpdateHomeownerAccountResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, id) = (actor.scope(), request.id.clone().into());
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.clone().into()).await?;
        store::lock(&mut tx, &scope, &community.id).await?;
        let before = require(&mut tx, &scope, &community.id, &id).await?;
        rules::require_version(&before, request.version.into())?;
        let time = ChangeTime { today: &self.today(&community), now: self.context.now() };
        let shown_before = convert::account(&before);
        let account = rules::apply_change(before, convert::account_change(request), time)?;
        require_unused_number(&mut tx, &scope, &account).await?;
        store::save_accounts(&mut tx, &scope, &community.id, &[&account]).await?;
        commands::finish(
            &self.context,
            tx,
            &actor,
            &community,
            AuditAction::HomeownerUpdated,
            "Changed an account",
            audit::without_values(audit::differences(&shown_before, &convert::account(&account))),
        )
        .await?;
        Ok(Response::new(UpdateHomeownerAccountResponse { account: Some(convert::account(&account)) }))
    }

    async fn delete_homeowner_account(
        &self,
        request: Request<DeleteHomeownerAccountRequest>,
    ) -> Result<Response<DeleteHomeownerAccountResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?;
        store::lock(&mut tx, &scope, &community.id).await?;
        let account = require(&mut tx, &scope, &community.id, &request.id.into()).await?;
        store::delete(&mut tx, &scope, &[&account.id]).await?;
        commands::finish(
            &self.context,
            tx,
            &actor,
            &community,
            AuditAction::HomeownerDeleted,
            "Removed an account",
            vec![],
        )
        .await?;
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

async fn require(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &AccountId,
) -> Result<Account, Fault> {
    store::find(tx, scope, community, id).await?.ok_or_else(|| Fault::not_found("account"))
}

/// Checks that no other account has the same number.
///
/// # Errors
/// `ALREADY_EXISTS` with reason `ACCOUNT_EXISTS`.
async fn require_unused_number(tx: &mut Tx, scope: &Scope, account: &Account) -> Result<(), Fault> {
    let same = store::find_by_number(tx, scope, &account.community_id, &account.entry.number).await?;
    match same.is_some_and(|other| other.id != account.id) {
        true => Err(rules::account_exists()),
        false => Ok(()),
    }
}
