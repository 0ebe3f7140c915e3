//! The calls of `UserService`.
use contract::v1::{user_service_server::UserService, *};
use platform::{Actor, Fault, Scope, Tx, paging, seen};
use tonic::{Request, Response, Status};

use super::{
    acts::{self, Acts},
    convert,
};
use crate::{
    call,
    context::Context,
    header_image,
    session::{self, Sessions, Staff},
};

/// Answers the calls.
pub struct Service {
    /// Storage, time, ids and secrets.
    pub context: Context,
    /// Where people are signed in.
    pub sessions: Sessions,
}

impl Service {
    fn acts<'a>(&'a self, actor: &'a Actor) -> Acts<'a> {
        Acts { context: &self.context, actor }
    }

    /// A person as the contract has them.
    async fn shown(&self, scope: &Scope, staff: Staff) -> Result<Option<User>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        Ok(users(&self.context, &mut tx, scope, &[staff]).await?.pop())
    }
}

#[tonic::async_trait]
impl UserService for Service {
    async fn list_users(
        &self,
        request: Request<ListUsersRequest>,
    ) -> Result<Response<ListUsersResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let after = paging::after(&request.page_token)?;
        let mut tx = self.context.db.read(&scope).await?;
        seen::require_company(&mut tx, &scope).await?;
        let rows = session::search_staff(&mut tx, &scope, &request.search_query, after, limit).await?;
        let key = |staff: &Staff| (staff.last_name.clone(), staff.first_name.clone(), staff.id.clone());
        let (staff, next_page_token) = paging::page(rows, limit, key);
        let users = users(&self.context, &mut tx, &scope, &staff).await?;
        Ok(Response::new(ListUsersResponse { users, next_page_token }))
    }

    async fn get_user(&self, request: Request<GetUserRequest>) -> Result<Response<GetUserResponse>, Status> {
        let (actor, GetUserRequest { id }) = call::enter(request)?;
        let scope = of_person(&actor, &id)?;
        let mut tx = self.context.db.read(&scope).await?;
        let staff = acts::person(&mut tx, &scope, &id).await?;
        Ok(Response::new(GetUserResponse {
            user: users(&self.context, &mut tx, &scope, &[staff]).await?.pop(),
        }))
    }

    async fn create_user(
        &self,
        request: Request<CreateUserRequest>,
    ) -> Result<Response<CreateUserResponse>, Status> {
        let (actor, mut request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let password = std::mem::take(&mut request.password);
        session::check_password(&password).map_err(|why| Fault::field("password", why))?;
        let draft = convert::created(request);
        let hash = self.sessions.passwords().hash(password).await?;
        let staff = self.acts(&actor).found(&scope, &draft, hash).await?;
        Ok(Response::new(CreateUserResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn invite_user(
        &self,
        request: Request<InviteUserRequest>,
    ) -> Result<Response<InviteUserResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let staff = self.acts(&actor).found(&scope, &convert::invited(request), String::new()).await?;
        Ok(Response::new(InviteUserResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn invite_user_again(
        &self,
        request: Request<InviteUserAgainRequest>,
    ) -> Result<Response<InviteUserAgainResponse>, Status> {
        let (actor, InviteUserAgainRequest { id }) = call::enter(request)?;
        let scope = of_person(&actor, &id)?;
        let staff = self.acts(&actor).invite_again(&scope, &id).await?;
        Ok(Response::new(InviteUserAgainResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn update_user(
        &self,
        request: Request<UpdateUserRequest>,
    ) -> Result<Response<UpdateUserResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = of_person(&actor, &request.id)?;
        let id = request.id.clone();
        let staff = self.acts(&actor).change(&scope, &id, &convert::change(request)).await?;
        Ok(Response::new(UpdateUserResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn deactivate_user(
        &self,
        request: Request<DeactivateUserRequest>,
    ) -> Result<Response<DeactivateUserResponse>, Status> {
        let (actor, DeactivateUserRequest { id }) = call::enter(request)?;
        let scope = of_person(&actor, &id)?;
        let staff = self.acts(&actor).set_active(&scope, &id, false).await?;
        Ok(Response::new(DeactivateUserResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn reactivate_user(
        &self,
        request: Request<ReactivateUserRequest>,
    ) -> Result<Response<ReactivateUserResponse>, Status> {
        let (actor, ReactivateUserRequest { id }) = call::enter(request)?;
        let scope = of_person(&actor, &id)?;
        let staff = self.acts(&actor).set_active(&scope, &id, true).await?;
        Ok(Response::new(ReactivateUserResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn select_communities(
        &self,
        request: Request<SelectCommunitiesRequest>,
    ) -> Result<Response<SelectCommunitiesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        self.acts(&actor).select(&request.text_communities).await?;
        let account = self.sessions.account_of(&actor).await?;
        let communities = self.sessions.communities(&account).await?;
        let user = session::user_to_contract(&self.context, &account.staff, communities);
        Ok(Response::new(SelectCommunitiesResponse { user: Some(user) }))
    }

    async fn set_header_image(
        &self,
        request: Request<SetHeaderImageRequest>,
    ) -> Result<Response<SetHeaderImageResponse>, Status> {
        let (actor, SetHeaderImageRequest { id, data }) = call::enter(request)?;
        header_image::set(&self.context, &actor, &id, &data).await?;
        let scope = of_person(&actor, &id)?;
        let mut tx = self.context.db.read(&scope).await?;
        let staff = session::staff_by_id(&mut tx, &scope, &id).await?;
        let staff = staff.ok_or_else(|| Fault::not_found("person"))?;
        drop(tx);
        Ok(Response::new(SetHeaderImageResponse { user: self.shown(&scope, staff).await? }))
    }

    async fn delete_header_image(
        &self,
        request: Request<DeleteHeaderImageRequest>,
    ) -> Result<Response<DeleteHeaderImageResponse>, Status> {
        let (actor, DeleteHeaderImageRequest { id }) = call::enter(request)?;
        header_image::remove(&self.context, &actor, &id).await?;
        Ok(Response::new(DeleteHeaderImageResponse {}))
    }
}

/// Whose data a person is looked for in: oneself at home, wherever one acts; anybody else, for an
/// administrator, in the company that they act in.
fn of_person(actor: &Actor, id: &str) -> Result<Scope, Fault> {
    if id == actor.id.as_str() {
        Ok(Scope::of_company(&actor.home))
    } else if actor.administrator {
        Ok(actor.scope())
    } else {
        Err(Fault::not_found("person"))
    }
}

/// People with the communities that they see.
async fn users(context: &Context, tx: &mut Tx, scope: &Scope, staff: &[Staff]) -> Result<Vec<User>, Fault> {
    let mut communities = session::communities_of(tx, scope, staff).await?;
    let user = |staff: &Staff| {
        session::user_to_contract(context, staff, &communities.remove(&staff.id).unwrap_or_default())
    };
    Ok(staff.iter().map(user).collect())
}
