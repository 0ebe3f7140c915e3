//! RPC handlers of `AnswerFileService`.
use contract::v1::{answer_file_service_server::AnswerFileService, *};
use platform::CpuPool;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::super::{
    answer_file::{self, Import},
    convert,
};
use crate::{context::Context, incoming_request, operations::file, tenancy::community};

/// Implements `AnswerFileService`.
pub struct FileService {
    context: Context,
    /// Reads one file at a time, because a file takes a core and memory.
    cpu_pool: CpuPool,
}

impl FileService {
    #[must_use]
    pub fn new(context: Context) -> Self {
        Self { context, cpu_pool: CpuPool::new() }
    }
}

#[async_service]
impl AnswerFileService for FileService {
    async fn export_answers(
        &self,
        request: Request<ExportAnswersRequest>,
    ) -> Result<Response<ExportAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (name, csv) = answer_file::export(&self.context, &actor, &request.community_id.into()).await?;
        Ok(Response::new(ExportAnswersResponse { name, csv }))
    }

    async fn import_answers(
        &self,
        request: Request<ImportAnswersRequest>,
    ) -> Result<Response<ImportAnswersResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let ImportAnswersRequest { community_id, data, keep_answered: keep, dry_run, preview } = request;
        let (scope, id) = (actor.scope(), community_id.into());
        let mut tx = self.context.db.read(&scope).await?;
        community::require(&mut tx, &scope, &id).await?;
        drop(tx);
        let bytes = file::decode(&data)?;
        let file = self.cpu_pool.run(move || answer_file::read(&bytes)).await??;
        let import = Import { file, keep, dry_run, preview };
        let (plan, preview, changes) =
            answer_file::import(&self.context, &self.cpu_pool, &actor, &id, import).await?;
        Ok(Response::new(convert::import_response(&plan, preview, changes)))
    }
}
