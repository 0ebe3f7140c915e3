//! Saves a list of fixed recipients from a file or from pasted phone numbers.
use platform::{Actor, CpuPool, Fault, Tx};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent},
    outreach::audience::{
        model::{
            Audience, AudienceId, Filter, ImportRecipientList, ImportedList, MAX_AUDIENCES, ParsedRecipients,
            RecipientSource,
        },
        recipient_file, require_communities, rules, store,
    },
    residents::consent,
};

/// Parses recipients, and saves them as a list unless it is a dry run.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT` for an unreadable source, one without a valid
/// phone, a missing name or evidence that is too short; `AUDIENCE_EXISTS`; `TOO_MANY_AUDIENCES`.
pub async fn import_recipient_list(
    context: &Context,
    cpu_pool: &CpuPool,
    actor: &Actor,
    command: ImportRecipientList,
) -> Result<ImportedList, Fault> {
    let ImportRecipientList { name, community, source, is_dry_run, consent_evidence } = command;
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    require_communities(&mut tx, &scope, std::slice::from_ref(&community)).await?;
    drop(tx);
    let field = match source {
        RecipientSource::File { .. } => "file",
        RecipientSource::Numbers(_) => "numbers",
    };
    let parsed = cpu_pool.run(move || recipient_file::parse(source)).await??;
    if is_dry_run {
        return Ok(ImportedList { audience: None, parsed });
    }
    let evidence = rules::consent_evidence(&consent_evidence)?;
    rules::require_recipients(&parsed, field)?;
    let now = context.now();
    let id: AudienceId = context.ids.next(now);
    let filter = Filter { communities: vec![community], list: Some(id.clone()), ..Filter::default() };
    let member_count = i64::try_from(parsed.members.len()).unwrap_or(i64::MAX);
    let name = rules::name(&name)?;
    let audience = Audience { id, name, filter, member_count, version: 1, updated_ms: now };
    let mut tx = context.db.write(&scope).await?;
    insert(&mut tx, actor, &audience, &parsed).await?;
    if let Some(evidence) = evidence {
        let phones: Vec<_> = parsed.members.iter().map(|member| member.phone.clone()).collect();
        consent::record_imported(&mut tx, &scope, &context.ids, &phones, evidence, now).await?;
    }
    let summary = format!("Saved the list \"{}\" with {member_count} recipients", audience.name);
    let event = AuditEvent { action: AuditAction::AudienceCreated, subject: audience.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(ImportedList { audience: Some(audience), parsed })
}

async fn insert(
    tx: &mut Tx,
    actor: &Actor,
    audience: &Audience,
    parsed: &ParsedRecipients,
) -> Result<(), Fault> {
    let scope = actor.scope();
    require_communities(tx, &scope, &audience.filter.communities).await?;
    if store::lock_and_count(tx, &scope).await? >= MAX_AUDIENCES {
        return Err(rules::too_many_audiences());
    }
    if !store::save(tx, &scope, audience).await? {
        return Err(rules::audience_exists());
    }
    store::insert_members(tx, &scope, audience, &parsed.members).await
}
