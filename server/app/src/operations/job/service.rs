//! RPC handlers of `JobService`.
use std::collections::BTreeMap;

use contract::v1::{job_service_server::JobService, *};
use platform::{
    Actor, Fault, Scope, Tx,
    ids::CompanyId,
    jobs::{self, Claimed, Handlers, JobKind},
    paging::{self, PageKey},
    signal::Signal,
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    convert,
    model::{Dead, JobId, Tally, is_platforms},
    rules::{self, JobScope},
    store,
};
use crate::{
    context::Context,
    incoming_request,
    operations::audit::{self, AuditAction, AuditEvent},
};

/// Implements `JobService`.
pub struct Service {
    pub context: Context,
    /// Describe jobs, and handle the discarding of a job.
    pub handlers: Handlers,
}

#[async_service]
impl JobService for Service {
    async fn list_dead_jobs(
        &self,
        request: Request<ListDeadJobsRequest>,
    ) -> Result<Response<ListDeadJobsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let job_scope = rules::job_scope(&actor, &request.company_id, request.all_companies)?;
        let kind = Some(request.kind()).filter(|kind| *kind != JobKind::Unspecified);
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = match &job_scope {
            JobScope::Company(scope) => self.context.db.read(scope).await?,
            JobScope::All => self.context.db.platform_read().await?,
        };
        let rows = store::list(&mut tx, company(&job_scope), kind, before, limit).await?;
        let kinds = store::tally(&mut tx, company(&job_scope)).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |job| PageKey::new(job.died_ms, job.id.as_str()));
        Ok(Response::new(ListDeadJobsResponse {
            jobs: rows.iter().map(|job| self.dead(job)).collect(),
            next_page_token,
            kinds: kinds.iter().map(|tally| self.kind(tally)).collect(),
        }))
    }

    async fn replay_job(
        &self,
        request: Request<ReplayJobRequest>,
    ) -> Result<Response<ReplayJobResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (mut tx, job, _) = self.require(&actor, &request.id.into()).await?;
        if store::replay(&mut tx, &job, self.context.now()).await? {
            let summary = rules::replayed(1, rules::purpose(&self.handlers, &job.kind));
            let audit_event = AuditEvent { action: AuditAction::JobReplayed, subject: &job.id, summary };
            self.record(&mut tx, &actor, &job.company_id, audit_event).await?;
            tx.signal(Signal::Jobs);
        }
        tx.commit().await?;
        Ok(Response::new(ReplayJobResponse {}))
    }

    async fn replay_jobs(
        &self,
        request: Request<ReplayJobsRequest>,
    ) -> Result<Response<ReplayJobsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let job_scope = rules::job_scope(&actor, &request.company_id, request.all_companies)?;
        let mut tx = match &job_scope {
            JobScope::Company(scope) => self.context.db.write(scope).await?,
            JobScope::All => self.context.db.platform().await?,
        };
        let now = self.context.now();
        let replayed = store::replay_all(&mut tx, company(&job_scope), request.kind(), now).await?;
        let mut counts = BTreeMap::<&CompanyId, usize>::new();
        for company in &replayed {
            *counts.entry(company).or_default() += 1;
        }
        for (company, count) in counts {
            let summary = rules::replayed(count, rules::purpose(&self.handlers, request.kind().wire_name()));
            let audit_event = AuditEvent { action: AuditAction::JobReplayed, subject: "", summary };
            self.record(&mut tx, &actor, company, audit_event).await?;
        }
        tx.signal(Signal::Jobs);
        tx.commit().await?;
        let replayed = i32::try_from(replayed.len()).unwrap_or(i32::MAX);
        Ok(Response::new(ReplayJobsResponse { replayed }))
    }

    async fn discard_job(
        &self,
        request: Request<DiscardJobRequest>,
    ) -> Result<Response<DiscardJobResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (mut tx, job, dead) = self.require(&actor, &request.id.into()).await?;
        if !(dead && store::discard(&mut tx, &job).await?) {
            return Err(rules::not_dead().into());
        }
        if let Some(handler) = jobs::handler_of(&self.handlers, &job.kind) {
            handler.discarded(&mut tx, &job).await?;
        }
        let purpose = rules::purpose(&self.handlers, &job.kind);
        let summary = format!("Discarded a job: {purpose}. {}", request.reason.trim());
        let audit_event = AuditEvent { action: AuditAction::JobDiscarded, subject: &job.id, summary };
        self.record(&mut tx, &actor, &job.company_id, audit_event).await?;
        tx.commit().await?;
        Ok(Response::new(DiscardJobResponse {}))
    }
}

fn company(job_scope: &JobScope) -> Option<&CompanyId> {
    match job_scope {
        JobScope::Company(scope) => Some(scope.company()),
        JobScope::All => None,
    }
}

impl Service {
    fn dead(&self, job: &Dead) -> DeadJob {
        let purpose = rules::purpose(&self.handlers, &job.kind);
        convert::dead(job, purpose, rules::problem(&job.last_error))
    }

    fn kind(&self, tally: &Tally) -> DeadJobKind {
        convert::tally(tally, rules::purpose(&self.handlers, &tally.kind))
    }

    /// Returns a job that the caller administers, whether it is dead, and a transaction of its company.
    async fn require(&self, actor: &Actor, id: &JobId) -> Result<(Tx, Claimed, bool), Fault> {
        let absent = || Fault::not_found("job");
        let company = if actor.platform_administrator {
            let mut tx = self.context.db.platform_read().await?;
            let (job, _) = store::find(&mut tx, None, id).await?.ok_or_else(absent)?;
            job.company_id
        } else {
            actor.company.clone()
        };
        let scope = Scope::of_company(&company);
        // Actions on the platform's own jobs are audited in the caller's company, which needs access to both.
        let mut tx = match actor.platform_administrator {
            true => self.context.db.found(&scope).await?,
            false => self.context.db.write(&scope).await?,
        };
        let (job, dead) = store::find(&mut tx, Some(&company), id).await?.ok_or_else(absent)?;
        Ok((tx, job, dead))
    }

    /// Records an event in the audit trail of the job's company, or of the caller's home company if the job is the
    /// platform's own.
    async fn record(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        company: &CompanyId,
        audit_event: AuditEvent<'_>,
    ) -> Result<(), Fault> {
        let company = if is_platforms(company) { &actor.home } else { company };
        audit::record(tx, &Scope::of_company(company), &self.context, actor, audit_event).await
    }
}
