//! The calls of `HomeownerService`.
use contract::v1::{homeowner_service_server::HomeownerService, *};
use platform::{Actor, Aside, Fault, Scope, Tx, ids::CommunityId, paging};
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{self, Account, AccountId, Brought},
    rules, store,
};
use crate::{
    audit::{self, Deed},
    call, community,
    community::Community,
    context::Context,
    file, knowledge, sheet,
};

/// The largest file of accounts.
const BOUNDS: sheet::Bounds = sheet::Bounds { megabytes: 5, lines: 20_000 };

/// Answers the calls.
pub struct Service {
    context: Context,
    /// A file keeps a core busy and takes memory, so one at a time.
    aside: Aside,
}

impl Service {
    /// With no file at hand.
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, aside: Aside::new() }
    }

    fn today(&self, community: &Community) -> String {
        knowledge::today(&community.time_zone, self.context.now())
    }

    /// Notes who did something to accounts, without a word of what is in them.
    async fn done(
        &self,
        mut tx: Tx,
        actor: &Actor,
        community: &Community,
        did: (&'static str, String),
    ) -> Result<(), Fault> {
        let (action, what) = did;
        let summary = format!("{what} of {}.", community.tag);
        let deed = Deed { action, subject: community.id.as_str(), summary };
        audit::record(&mut tx, &actor.scope(), &self.context, actor, deed).await?;
        tx.commit().await
    }

    /// Writes down what a file says; the file that does nothing leaves no trace.
    async fn take(
        &self,
        mut tx: Tx,
        actor: &Actor,
        community: &Community,
        brought: &mut Brought,
    ) -> Result<(), Fault> {
        let (scope, now) = (actor.scope(), self.context.now());
        if brought.differences.is_empty() {
            return Ok(());
        }
        for new in brought.differences.iter_mut().filter(|one| one.before.is_none()) {
            new.after.iter_mut().for_each(|account| account.id = self.context.ids.next(now));
        }
        let gone = brought.differences.iter().filter(|one| one.after.is_none());
        let gone: Vec<_> = gone.filter_map(|one| one.before.as_ref().map(|account| &account.id)).collect();
        let written: Vec<_> = brought.differences.iter().filter_map(|one| one.after.as_ref()).collect();
        store::delete(&mut tx, &scope, &gone).await?;
        store::save(&mut tx, &scope, &community.id, &written).await?;
        let what =
            format!("Imported a file that changed {} and removed {} accounts", written.len(), gone.len());
        self.done(tx, actor, community, ("homeowner.imported", what)).await
    }
}

#[tonic::async_trait]
impl HomeownerService for Service {
    async fn list_homeowner_accounts(
        &self,
        request: Request<ListHomeownerAccountsRequest>,
    ) -> Result<Response<ListHomeownerAccountsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), request.community_id.into());
        let (after, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &community).await?;
        let total = store::count(&mut tx, &scope, &community).await?;
        let query = request.search_query.trim();
        let accounts = store::list(&mut tx, &scope, &community, query, after, limit).await?;
        let key = |account: &Account| (model::place(&account.entry), account.id.clone());
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
        let (actor, request) = call::enter(request)?;
        let (scope, now, id) = (actor.scope(), self.context.now(), request.community_id.clone().into());
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &id).await?;
        let account = rules::drafted(id, convert::draft(request), (&self.today(&community), now))?;
        let account = Account { id: self.context.ids.next(now), ..account };
        store::lock(&mut tx, &scope, &community.id).await?;
        let count = store::count(&mut tx, &scope, &community.id).await?;
        rules::has_room(usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1))?;
        require_free(&mut tx, &scope, &account).await?;
        store::save(&mut tx, &scope, &community.id, &[&account]).await?;
        self.done(tx, &actor, &community, ("homeowner.added", "Added an account".into())).await?;
        Ok(Response::new(CreateHomeownerAccountResponse { account: Some(convert::account(&account)) }))
    }

    async fn update_homeowner_account(
        &self,
        request: Request<UpdateHomeownerAccountRequest>,
    ) -> Result<Response<UpdateHomeownerAccountResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id) = (actor.scope(), request.id.clone().into());
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.clone().into()).await?;
        store::lock(&mut tx, &scope, &community.id).await?;
        let before = require(&mut tx, &scope, &community.id, &id).await?;
        rules::same_version(&before, request.version.into())?;
        let on = (self.today(&community), self.context.now());
        let account = rules::changed(before, convert::change(request), (&on.0, on.1))?;
        require_free(&mut tx, &scope, &account).await?;
        store::save(&mut tx, &scope, &community.id, &[&account]).await?;
        self.done(tx, &actor, &community, ("homeowner.changed", "Changed an account".into())).await?;
        Ok(Response::new(UpdateHomeownerAccountResponse { account: Some(convert::account(&account)) }))
    }

    async fn delete_homeowner_account(
        &self,
        request: Request<DeleteHomeownerAccountRequest>,
    ) -> Result<Response<DeleteHomeownerAccountResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        let community = community::require(&mut tx, &scope, &request.community_id.into()).await?;
        store::lock(&mut tx, &scope, &community.id).await?;
        let account = require(&mut tx, &scope, &community.id, &request.id.into()).await?;
        store::delete(&mut tx, &scope, &[&account.id]).await?;
        self.done(tx, &actor, &community, ("homeowner.removed", "Removed an account".into())).await?;
        Ok(Response::new(DeleteHomeownerAccountResponse {}))
    }

    async fn import_homeowner_accounts(
        &self,
        request: Request<ImportHomeownerAccountsRequest>,
    ) -> Result<Response<ImportHomeownerAccountsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, id): (_, CommunityId) = (actor.scope(), request.community_id.into());
        let mut tx = self.context.db.read(&scope).await?;
        let today = self.today(&community::require(&mut tx, &scope, &id).await?);
        drop(tx);
        let bytes = file::decode(&request.data)?;
        let said = self.aside.run(move || rules::read(&sheet::read(&bytes, BOUNDS)?, &today)).await??;
        let mut tx = match request.dry_run {
            true => self.context.db.read(&scope).await?,
            false => self.context.db.write(&scope).await?,
        };
        let community = community::require(&mut tx, &scope, &id).await?;
        if !request.dry_run {
            store::lock(&mut tx, &scope, &id).await?;
        }
        let known = store::all(&mut tx, &scope, &id).await?;
        let mut brought = rules::brought(known, &id, said, request.whole, self.context.now())?;
        let preview = rules::preview(&brought);
        if !request.preview.is_empty() && request.preview != preview {
            return Err(rules::moved_on().into());
        }
        if !request.dry_run {
            self.take(tx, &actor, &community, &mut brought).await?;
        }
        Ok(Response::new(convert::brought(&brought, preview)))
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

/// No other account has its number.
async fn require_free(tx: &mut Tx, scope: &Scope, account: &Account) -> Result<(), Fault> {
    let same = store::find_by_number(tx, scope, &account.community_id, &account.entry.number).await?;
    match same.is_some_and(|other| other.id != account.id) {
        true => Err(rules::exists()),
        false => Ok(()),
    }
}
