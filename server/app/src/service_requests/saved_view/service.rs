//! RPC handlers of `SavedViewService`.
use contract::v1::{saved_view_service_server::SavedViewService, *};
use platform::Fault;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{convert, model::SavedViewId, rules, store};
use crate::{context::Context, incoming_request};

/// Implements `SavedViewService`.
pub struct Service {
    pub context: Context,
}

#[async_service]
impl SavedViewService for Service {
    async fn list_saved_views(
        &self,
        request: Request<ListSavedViewsRequest>,
    ) -> Result<Response<ListSavedViewsResponse>, Status> {
        let (actor, _) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let views = store::list(&mut tx, &scope, &actor.id, rules::MAX_LISTED).await?;
        let views = views.into_iter().map(convert::to_contract).collect();
        Ok(Response::new(ListSavedViewsResponse { views }))
    }

    async fn save_view(
        &self,
        request: Request<SaveViewRequest>,
    ) -> Result<Response<SaveViewResponse>, Status> {
        let (actor, SaveViewRequest { layout, name, query }) = incoming_request::split(request)?;
        let id: SavedViewId = self.context.ids.next(self.context.now());
        let mut view = rules::checked(id, layout, &name, query)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        store::lock(&mut tx, &scope, &actor.id).await?;
        match store::find_same(&mut tx, &scope, &actor.id, &view).await? {
            Some(same) => view.id = same.id,
            None => rules::require_room(store::count(&mut tx, &scope, &actor.id, layout).await?)?,
        }
        store::save(&mut tx, &scope, &actor.id, &view).await?;
        tx.commit().await?;
        Ok(Response::new(SaveViewResponse { view: Some(convert::to_contract(view)) }))
    }

    async fn delete_saved_view(
        &self,
        request: Request<DeleteSavedViewRequest>,
    ) -> Result<Response<DeleteSavedViewResponse>, Status> {
        let (actor, DeleteSavedViewRequest { id }) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.write(&scope).await?;
        if !store::delete(&mut tx, &scope, &actor.id, &SavedViewId::from(id)).await? {
            return Err(Fault::not_found("saved view").into());
        }
        tx.commit().await?;
        Ok(Response::new(DeleteSavedViewResponse {}))
    }
}
