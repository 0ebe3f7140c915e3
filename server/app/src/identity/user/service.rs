//! `UserService`.
use contract::v1::{user_service_server::UserService, *};
use platform::{Actor, Fault, Scope, Tx, ids::UserId, paging, visibility};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, model::UserDraft, store};
use crate::{
    context::Context,
    identity::{
        header_image,
        session::{self, PasswordOwner, Sessions, Staff, StaffKey},
    },
    incoming_request,
};

/// Maximum number of assigned communities of each user in a list.
const MAX_LISTED_COMMUNITIES: i64 = 200;
/// Maximum number of assigned communities of one user.
const MAX_ASSIGNED_COMMUNITIES: i64 = 1000;

/// Implements `UserService`.
pub struct Service {
    pub context: Context,
    pub sessions: Sessions,
}

impl Service {
    /// Returns the facts about a draft's user that a password must not contain.
    async fn password_owner(&self, scope: &Scope, draft: &UserDraft) -> Result<PasswordOwner, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        Ok(PasswordOwner {
            email: draft.email.clone(),
            first_name: draft.first_name.clone(),
            last_name: draft.last_name.clone(),
            company: store::company_name(&mut tx, scope).await?,
        })
    }

    async fn to_contract(&self, actor: &Actor, scope: &Scope, staff: Staff) -> Result<Option<User>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        user(&self.context, &mut tx, actor, scope, staff).await
    }
}

#[async_service]
impl UserService for Service {
    async fn list_users(
        &self,
        request: Request<ListUsersRequest>,
    ) -> Result<Response<ListUsersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let after = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        visibility::require_company(&mut tx, &scope).await?;
        let rows = session::search_staff(&mut tx, &scope, &request.query, after, limit).await?;
        let (staff, next_page_token) = paging::page(rows, limit, StaffKey::of);
        let mut users = users(&self.context, &mut tx, &scope, &staff).await?;
        set_assigned_communities(&mut tx, &scope, &mut users, MAX_LISTED_COMMUNITIES).await?;
        Ok(Response::new(ListUsersResponse { users, next_page_token }))
    }

    async fn get_user(&self, request: Request<GetUserRequest>) -> Result<Response<GetUserResponse>, Status> {
        let (actor, GetUserRequest { id }) = incoming_request::split(request)?;
        let scope = session::scope_of_user(&actor, &id)?;
        let mut tx = self.context.db.read(&scope).await?;
        let staff = commands::require(&mut tx, &scope, &id).await?;
        Ok(Response::new(GetUserResponse {
            user: user(&self.context, &mut tx, &actor, &scope, staff).await?,
        }))
    }

    async fn create_user(
        &self,
        request: Request<CreateUserRequest>,
    ) -> Result<Response<CreateUserResponse>, Status> {
        let (actor, mut request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let password = std::mem::take(&mut request.password);
        let draft = convert::user_draft(request);
        let owner = self.password_owner(&scope, &draft).await?;
        self.sessions.passwords().check("password", &password, owner).await?;
        let hash = self.sessions.passwords().hash(password).await?;
        let staff = commands::create_user(&self.context, &actor, &scope, &draft, hash).await?;
        Ok(Response::new(CreateUserResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn invite_user(
        &self,
        request: Request<InviteUserRequest>,
    ) -> Result<Response<InviteUserResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let staff = commands::create_user(
            &self.context,
            &actor,
            &scope,
            &convert::invited_user_draft(request),
            String::new(),
        )
        .await?;
        Ok(Response::new(InviteUserResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn resend_invitation(
        &self,
        request: Request<ResendInvitationRequest>,
    ) -> Result<Response<ResendInvitationResponse>, Status> {
        let (actor, ResendInvitationRequest { id }) = incoming_request::split(request)?;
        let scope = session::scope_of_user(&actor, &id)?;
        let staff = commands::resend_invitation(&self.context, &actor, &scope, &id).await?;
        Ok(Response::new(ResendInvitationResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn update_user(
        &self,
        request: Request<UpdateUserRequest>,
    ) -> Result<Response<UpdateUserResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = session::scope_of_user(&actor, &request.id)?;
        let id = request.id.clone();
        let staff =
            commands::update_user(&self.context, &actor, &scope, &id, &convert::user_change(request)?)
                .await?;
        Ok(Response::new(UpdateUserResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn deactivate_user(
        &self,
        request: Request<DeactivateUserRequest>,
    ) -> Result<Response<DeactivateUserResponse>, Status> {
        let (actor, DeactivateUserRequest { id }) = incoming_request::split(request)?;
        let scope = session::scope_of_user(&actor, &id)?;
        let staff = commands::deactivate_user(&self.context, &actor, &scope, &id).await?;
        Ok(Response::new(DeactivateUserResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn reactivate_user(
        &self,
        request: Request<ReactivateUserRequest>,
    ) -> Result<Response<ReactivateUserResponse>, Status> {
        let (actor, ReactivateUserRequest { id }) = incoming_request::split(request)?;
        let scope = session::scope_of_user(&actor, &id)?;
        let staff = commands::reactivate_user(&self.context, &actor, &scope, &id).await?;
        Ok(Response::new(ReactivateUserResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn set_community_order(
        &self,
        request: Request<SetCommunityOrderRequest>,
    ) -> Result<Response<SetCommunityOrderResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::set_community_order(&self.context, &actor, &request.text_communities).await?;
        let account = self.sessions.load_account(&actor).await?;
        let user = session::current_user(&self.sessions, &account).await?;
        Ok(Response::new(SetCommunityOrderResponse { user: Some(user) }))
    }

    async fn set_header_image(
        &self,
        request: Request<SetHeaderImageRequest>,
    ) -> Result<Response<SetHeaderImageResponse>, Status> {
        let (actor, SetHeaderImageRequest { id, data }) = incoming_request::split(request)?;
        header_image::set(&self.context, &actor, &id, &data).await?;
        let scope = session::scope_of_user(&actor, &id)?;
        let mut tx = self.context.db.read(&scope).await?;
        let staff = session::staff_by_id(&mut tx, &scope, &id).await?;
        let staff = staff.ok_or_else(|| Fault::not_found("person"))?;
        drop(tx);
        Ok(Response::new(SetHeaderImageResponse { user: self.to_contract(&actor, &scope, staff).await? }))
    }

    async fn delete_header_image(
        &self,
        request: Request<DeleteHeaderImageRequest>,
    ) -> Result<Response<DeleteHeaderImageResponse>, Status> {
        let (actor, DeleteHeaderImageRequest { id }) = incoming_request::split(request)?;
        header_image::remove(&self.context, &actor, &id).await?;
        Ok(Response::new(DeleteHeaderImageResponse {}))
    }
}

/// Converts users with the communities that they can see.
async fn users(context: &Context, tx: &mut Tx, scope: &Scope, staff: &[Staff]) -> Result<Vec<User>, Fault> {
    let mut communities = session::communities_of(tx, scope, staff).await?;
    let user = |staff: &Staff| {
        session::listed_user_to_contract(context, staff, &communities.remove(&staff.id).unwrap_or_default())
    };
    Ok(staff.iter().map(user).collect())
}

/// Converts a user with the communities that they can see and, for administrators, the assigned ones.
async fn user(
    context: &Context,
    tx: &mut Tx,
    actor: &Actor,
    scope: &Scope,
    staff: Staff,
) -> Result<Option<User>, Fault> {
    let mut users = users(context, tx, scope, &[staff]).await?;
    if actor.administrator {
        set_assigned_communities(tx, scope, &mut users, MAX_ASSIGNED_COMMUNITIES).await?;
    }
    Ok(users.pop())
}

/// Sets the communities that are assigned to users; at most `limit` each.
async fn set_assigned_communities(
    tx: &mut Tx,
    scope: &Scope,
    users: &mut [User],
    limit: i64,
) -> Result<(), Fault> {
    let people: Vec<_> = users.iter().map(|user| user.id.as_str()).collect();
    let mut assigned = store::assigned(tx, scope, &people, limit).await?;
    for user in users {
        let assigned = assigned.remove(&UserId::from(user.id.as_str())).unwrap_or_default();
        user.assigned_communities = Some(convert::assigned_communities(assigned));
    }
    Ok(())
}
