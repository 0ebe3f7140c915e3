//! The job that generates a draft. A draft from a template is written at once. For a language model, the job
//! starts a task and runs again whenever the draft's lease expires, so that another server continues after a
//! crash.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Scope, Tx,
    jobs::{self, Claimed},
};

use super::{
    community_facts,
    generation::{Generation, LEASE, month},
    model::{self, Draft, DraftState, Failure, Origin, Payload, TemplateReason, Version},
    progress::{Progress, length},
    sharing,
    store::{self, chunks},
};
use crate::{
    context::Context,
    drafting::{
        language_model::LanguageModel,
        template::{self, Names},
    },
    tenancy::company,
};

/// Delay of a draft while the server generates its maximum number of drafts.
const BUSY_DELAY: Duration = Duration::from_millis(200);

pub struct WriteDraft {
    pub context: Context,
    pub model: Option<LanguageModel>,
    pub progress: Progress,
}

#[async_trait]
impl jobs::Handler for WriteDraft {
    fn purpose(&self) -> &'static str {
        "Write a draft"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        let Some(draft) = pending(&mut tx, &scope, job).await? else {
            jobs::finish(&mut tx, job).await?;
            return tx.commit().await;
        };
        let now = self.context.now();
        if self.progress.run(&draft.id).is_some()
            || draft.state == DraftState::Generating && draft.lease_ms > now
        {
            jobs::postpone(&mut tx, job, draft.lease_ms.max(now.plus(BUSY_DELAY))).await?;
            return tx.commit().await;
        }
        self.begin(tx, &scope, draft, job).await
    }

    async fn exhausted(&self, job: &Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        self.discarded(&mut tx, job).await?;
        tx.commit().await
    }

    /// Marks the draft as failed, so that the user can continue it.
    async fn discarded(&self, tx: &mut Tx, job: &Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let Some(draft) = pending(tx, &scope, job).await? else { return Ok(()) };
        let now = self.context.now();
        sharing::settle(tx, &scope, &draft, DraftState::Failed, Failure::OutputInterrupted, now).await
    }
}

/// Returns the locked draft of a job, if it is still to be generated.
async fn pending(tx: &mut Tx, scope: &Scope, job: &Claimed) -> Result<Option<Draft>, Fault> {
    let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
    let draft = store::lock_for_job(tx, scope, &payload.draft).await?;
    Ok(draft.filter(|draft| draft.revision == payload.revision && draft.state.is_active()))
}

impl WriteDraft {
    async fn begin(&self, mut tx: Tx, scope: &Scope, mut draft: Draft, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let used = store::used_tokens(&mut tx, scope, &month(now)).await?;
        let allowance = company::require(&mut tx, scope).await?.monthly_token_allowance;
        draft.template_reason = match &self.model {
            None => TemplateReason::NoModel,
            Some(_) if used >= allowance => TemplateReason::AllowanceUsed,
            Some(_) => TemplateReason::None,
        };
        let (community, inputs) = (draft.community_id.as_ref(), &draft.inputs);
        draft.facts = community_facts::facts(&mut tx, &self.context, scope, community, inputs).await?;
        let names = community_facts::names(&mut tx, &self.context, scope, &draft).await?;
        let temperature = community_facts::temperature(&mut tx, scope, &draft).await?;
        let written = store::text(&mut tx, scope, &draft.id, draft.version).await?;
        draft.run += 1;
        draft.state = DraftState::Generating;
        draft.lease_ms = now.plus(LEASE);
        draft.progress = model::Progress::NONE;
        let model = self.model.clone().filter(|_| draft.template_reason == TemplateReason::None);
        let Some(model) = model else {
            self.write_from_template(&mut tx, scope, &draft, &names, &written).await?;
            jobs::finish(&mut tx, job).await?;
            tx.commit().await?;
            self.progress.notify(&draft.id);
            return Ok(());
        };
        let Some(running) = self.progress.start(scope.company(), &draft) else {
            jobs::delay(&mut tx, job, now.plus(BUSY_DELAY)).await?;
            return tx.commit().await;
        };
        store::update(&mut tx, scope, &draft).await?;
        jobs::postpone(&mut tx, job, draft.lease_ms).await?;
        tx.commit().await?;
        self.progress.notify(&draft.id);
        let (context, progress) = (self.context.clone(), self.progress.clone());
        let scope = scope.clone();
        let generation = Generation { context, model, progress, scope, draft, names, temperature, written };
        tokio::spawn(generation.run(running));
        Ok(())
    }

    /// Appends the output of a template to a text.
    async fn write_from_template(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        draft: &Draft,
        names: &Names,
        written: &str,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let output = template::render(draft.kind(), &draft.inputs, names);
        let rest = if written.is_empty() {
            output.as_str()
        } else {
            output.strip_prefix(written).unwrap_or_default()
        };
        store::update(tx, scope, draft).await?;
        if let Some(version) = store::find_version(tx, scope, &draft.id, draft.version).await? {
            let version = Version { is_template: true, origin: Origin::Generated, ..version };
            store::insert_version(tx, scope, &draft.id, &version).await?;
        }
        let end = draft.sequence + length(rest);
        chunks::append(tx, scope, &draft.id, rest, end).await?;
        sharing::settle(tx, scope, draft, DraftState::Done, Failure::None, now).await
    }
}
