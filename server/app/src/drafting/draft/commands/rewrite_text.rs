//! Rewrites a part of a text with the language model.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault};

use super::{generation_request::WRITING, known_texts, require};
use crate::{
    context::Context,
    drafting::{
        draft::{
            community_facts,
            generation::{estimated_tokens, month},
            model::{RewriteText, RewrittenText},
            prompt, rules, store, verification,
        },
        language_model::{LanguageModel, ModelError, Prompt, WholeOutput},
    },
    operations::rate_limit,
    tenancy::company,
};

/// Maximum duration of the call to the model, shorter than the client's timeout.
const MAX_TIME: Duration = Duration::from_secs(25);

/// Rewrites a part of a draft's text. Only the number of used tokens is stored.
///
/// # Errors
/// `NOT_FOUND`; `NOT_YOUR_DRAFT`; `DRAFT_BEING_WRITTEN`; `NO_LANGUAGE_MODEL`; `TOKEN_ALLOWANCE_USED`;
/// `LANGUAGE_MODEL_FAILED`; `TOO_MANY_DRAFTS`; `INVALID_ARGUMENT` without an instruction for a style that requires one.
pub async fn rewrite_text(
    context: &Context,
    model: Option<&LanguageModel>,
    actor: &Actor,
    command: RewriteText,
) -> Result<RewrittenText, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let draft = require(&mut tx, actor, &command.id).await?;
    rules::require_at_rest(&draft)?;
    rules::require_words(command.style, &command.instruction)?;
    let used = store::used_tokens(&mut tx, &scope, &month(context.now())).await?;
    let allowance = company::require(&mut tx, &scope).await?.monthly_token_allowance;
    let known = known_texts(context, &mut tx, actor, &draft).await?;
    let temperature = community_facts::temperature(&mut tx, &scope.whole(), &draft).await?;
    let current = store::text(&mut tx, &scope, &draft.id, draft.version).await?;
    drop(tx);
    let model = model.ok_or_else(rules::no_language_model)?;
    if used >= allowance {
        return Err(rules::token_allowance_used());
    }
    rate_limit::take(context, &WRITING, actor.id.as_str(), None).await?;
    let prompt = prompt::rewriting(&draft, &command, temperature);
    let output = tokio::time::timeout(MAX_TIME, whole_output(model, &prompt)).await;
    let output = output.unwrap_or(Err(ModelError::TimedOut)).map_err(failed)?;
    let tokens =
        output.tokens.unwrap_or_else(|| estimated_tokens(prompt.sent(), output.text.chars().count()));
    let mut tx = context.db.write(&scope).await?;
    store::add_tokens(&mut tx, &scope, &month(context.now()), tokens).await?;
    tx.commit().await?;
    let mut sources: Vec<&str> = known.iter().map(String::as_str).collect();
    sources.extend([&*current, &*command.instruction]);
    let details = verification::unverified_details(&output.text, &sources, &draft.confirmed);
    Ok(RewrittenText { text: output.text, details })
}

/// Returns the complete output. An output that was cut off fails, because it must not replace a complete
/// text.
async fn whole_output(model: &LanguageModel, prompt: &Prompt) -> Result<WholeOutput, ModelError> {
    let output = model.whole_output(prompt).await?;
    if output.is_cut { Err(ModelError::Interrupted) } else { Ok(output) }
}

fn failed(error: ModelError) -> Fault {
    tracing::warn!(?error, "the language model failed to rewrite a text");
    Fault::not_now(ErrorReason::LanguageModelFailed, "The language model didn't rewrite this. Try again.")
}
