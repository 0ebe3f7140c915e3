//! RPC handlers of `InboxService`.
use contract::v1::{inbox_service_server::InboxService, *};
use platform::{Actor, ErrorReason, Fault, Scope, Tx, access_policy::AccessTable, ids::CommunityId, paging};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{InboxItem, Order},
    person::{self, Address},
    store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
    residents::homeowner::{self, AccountId},
    tenancy::community,
};

/// Implements `InboxService`.
pub struct Service {
    pub context: Context,
    pub access: AccessTable,
}

/// Maximum value of a count.
const MAX_COUNT: i64 = 1_000;

#[async_service]
impl InboxService for Service {
    async fn list_inbox_items(
        &self,
        request: Request<ListInboxItemsRequest>,
    ) -> Result<Response<ListInboxItemsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, filter) = (actor.scope(), convert::filter(&actor, &request)?);
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, filter.community.as_ref()).await?;
        let items = store::list(&mut tx, &scope, &filter).await?;
        let at = |item: &InboxItem| match item.reply_due_ms {
            Some(due) if filter.order == Order::ReplyDue => due.0,
            _ => item.last_message_ms.0,
        };
        let key = |item: &InboxItem| (at(item), item.id.clone(), item.priority as i32);
        let (items, next_page_token) = paging::page(items, filter.limit, key);
        let items = items.iter().map(convert::item).collect();
        Ok(Response::new(ListInboxItemsResponse { items, next_page_token }))
    }

    async fn count_inbox_items(
        &self,
        request: Request<CountInboxItemsRequest>,
    ) -> Result<Response<CountInboxItemsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), convert::community(&request.community_id));
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, community.as_ref()).await?;
        let counts = store::counts(&mut tx, &scope, community.as_ref(), &actor.id, MAX_COUNT).await?;
        Ok(Response::new(convert::counts(&counts)))
    }

    async fn get_inbox_person(
        &self,
        request: Request<GetInboxPersonRequest>,
    ) -> Result<Response<GetInboxPersonResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), CommunityId::from(request.community_id.as_str()));
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, Some(&community)).await?;
        let address = Address::of(&request.phone, &request.email)?;
        let person = person::find(&mut tx, &self.access, &actor, &community, &address).await?;
        Ok(Response::new(GetInboxPersonResponse { person: Some(convert::person(&person)) }))
    }

    async fn merge_inbox_person(
        &self,
        request: Request<MergeInboxPersonRequest>,
    ) -> Result<Response<MergeInboxPersonResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), CommunityId::from(request.community_id.as_str()));
        let address = Address::of(&request.phone, &request.email)?;
        let mut tx = self.context.db.write(&scope).await?;
        require_community(&mut tx, &scope, Some(&community)).await?;
        let account = self.viewable(&mut tx, &actor, &community, request.homeowner_account_id.into()).await?;
        if !address.accounts(&mut tx, &scope, &community).await?.is_empty() {
            return Err(has_account().into());
        }
        store::merge(&mut tx, &scope, &community, address.as_str(), &account).await?;
        let summary = "Merged a person with a homeowner account";
        self.record(&mut tx, &actor, &account, AuditAction::InboxPersonMerged, summary).await?;
        let person = person::find(&mut tx, &self.access, &actor, &community, &address).await?;
        tx.commit().await?;
        Ok(Response::new(MergeInboxPersonResponse { person: Some(convert::person(&person)) }))
    }

    async fn unmerge_inbox_person(
        &self,
        request: Request<UnmergeInboxPersonRequest>,
    ) -> Result<Response<UnmergeInboxPersonResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (scope, community) = (actor.scope(), CommunityId::from(request.community_id.as_str()));
        let address = Address::of(&request.phone, &request.email)?;
        let mut tx = self.context.db.write(&scope).await?;
        require_community(&mut tx, &scope, Some(&community)).await?;
        if let Some(account) = store::merged_account(&mut tx, &scope, &community, address.as_str()).await? {
            store::unmerge(&mut tx, &scope, &community, address.as_str()).await?;
            let summary = "Separated a person from a homeowner account";
            self.record(&mut tx, &actor, &account, AuditAction::InboxPersonUnmerged, summary).await?;
        }
        let person = person::find(&mut tx, &self.access, &actor, &community, &address).await?;
        tx.commit().await?;
        Ok(Response::new(UnmergeInboxPersonResponse { person: Some(convert::person(&person)) }))
    }
}

impl Service {
    /// Returns the ID of an account that the caller can view.
    async fn viewable(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        community: &CommunityId,
        id: AccountId,
    ) -> Result<AccountId, Fault> {
        let found = homeowner::accounts_of_ids(tx, &actor.scope(), community, &[id]).await?;
        let can_view = homeowner::can_view_accounts(tx, &self.access, actor, community).await?;
        let found = found.into_iter().next().filter(|_| can_view);
        Ok(found.ok_or_else(|| Fault::not_found("homeowner account"))?.id)
    }

    async fn record(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        account: &AccountId,
        action: AuditAction,
        summary: &str,
    ) -> Result<(), Fault> {
        let event = AuditEvent { action, subject: account.as_str(), summary: summary.to_owned() };
        audit::record(tx, &actor.scope(), &self.context, actor, event).await
    }
}

fn has_account() -> Fault {
    let words = "A homeowner account has this phone number or email address. Edit the account instead.";
    Fault::precondition(ErrorReason::PersonHasAccount, words)
}

/// Checks that the scope contains the community to filter by.
async fn require_community(tx: &mut Tx, scope: &Scope, community: Option<&CommunityId>) -> Result<(), Fault> {
    if let Some(id) = community {
        community::require(tx, scope, id).await?;
    }
    Ok(())
}
