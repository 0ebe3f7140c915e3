//! Conversion of drafts between the model and the contract.
use base64::{Engine, prelude::BASE64_STANDARD};
use contract::v1;
use platform::ids::UserId;

use super::model::{
    Detail, Draft, DraftSummary, DraftUpdate, DraftView, ExportedFile, Fact, Field, Inputs, MergedLetter,
    Progress, RewriteStyle, RewriteText, RewrittenText, Source, Stage, Version, VersionSummary,
};
use crate::{
    drafting::document::{Document, PAGE_BREAK},
    residents::homeowner::AccountId,
};

/// Converts a draft with its text.
pub fn draft(view: DraftView) -> v1::Draft {
    let DraftView { draft, is_own, text, details, used_facts, versions } = view;
    let facts = facts(&draft, &used_facts);
    // Feedback is for its author alone.
    let (feedback, feedback_note) =
        if is_own { (draft.feedback, draft.feedback_note) } else { (0, String::new()) };
    v1::Draft {
        id: draft.id.to_string(),
        title: draft.title,
        kind: draft.kind,
        community_id: draft.community_id.map(|id| id.to_string()).unwrap_or_default(),
        inputs: Some(inputs(draft.inputs)),
        state: draft.state as i32,
        version: to_i32(draft.version),
        revision: to_i32(draft.revision),
        is_template: versions.first().is_some_and(|version| version.is_template),
        template_reason: draft.template_reason as i32,
        failure: draft.failure as i32,
        facts,
        unverified_details: details.into_iter().map(detail).collect(),
        confirmed_details: draft.confirmed,
        versions: versions.iter().map(version_summary).collect(),
        feedback,
        feedback_note,
        is_own,
        shared_at: draft.shared_ms.map(Into::into),
        owner_name: draft.owner_name,
        created_at: Some(draft.created_ms.into()),
        updated_at: Some(draft.updated_ms.into()),
        sequence: draft.sequence,
        progress: Some(draft.progress).filter(|_| draft.state.is_active()).and_then(progress),
        text,
    }
}

/// Converts a draft in a list of a user.
pub fn summary(draft: &DraftSummary, user: &UserId) -> v1::DraftSummary {
    v1::DraftSummary {
        id: draft.id.to_string(),
        title: draft.title.clone(),
        kind: draft.kind,
        community_id: draft.community_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        state: draft.state as i32,
        version: to_i32(draft.version),
        updated_at: Some(draft.updated_ms.into()),
        is_own: draft.owner_id == *user,
        shared_at: draft.shared_ms.map(Into::into),
        owner_name: draft.owner_name.clone(),
    }
}

fn facts(draft: &Draft, used: &[bool]) -> Vec<v1::DraftFact> {
    let numbered = draft.facts.iter().zip(used).zip(1..);
    let convert = |((fact, is_used), number): ((&Fact, &bool), i32)| v1::DraftFact {
        number,
        label: fact.label.clone(),
        text: fact.text.clone(),
        answer_id: fact.answer_id.clone(),
        is_used: *is_used,
    };
    numbered.map(convert).collect()
}

/// Converts an update for a watcher.
pub fn update(update: DraftUpdate) -> v1::WatchDraftResponse {
    let DraftUpdate { sequence, text, replaces_text, view, progress } = update;
    let progress = progress.and_then(self::progress);
    v1::WatchDraftResponse { sequence, text, replaces_text, draft: view.map(draft), progress }
}

fn progress(progress: Progress) -> Option<v1::DraftProgress> {
    let Progress { stage, part, part_count } = progress;
    (stage != Stage::None).then_some(v1::DraftProgress { stage: stage as i32, part, part_count })
}

fn detail(detail: Detail) -> v1::UnverifiedDetail {
    v1::UnverifiedDetail { text: detail.text, kind: detail.kind as i32 }
}

/// Converts a version without its text.
pub fn version_summary(version: &VersionSummary) -> v1::DraftVersion {
    v1::DraftVersion {
        number: to_i32(version.number),
        origin: version.origin as i32,
        is_template: version.is_template,
        created_at: Some(version.created_ms.into()),
    }
}

/// Converts a version with its text.
pub fn version(version: Version) -> v1::GetDraftVersionResponse {
    let Version { number, origin, is_template, text, created_ms } = version;
    let summary = version_summary(&VersionSummary { number, origin, is_template, created_ms });
    v1::GetDraftVersionResponse { version: Some(summary), text }
}

fn inputs(inputs: Inputs) -> v1::DraftInputs {
    let field = |field: Field| v1::DraftField { key: field.key, value: field.value };
    let source = |source: Source| v1::DraftSource { name: source.name, text: source.text };
    v1::DraftInputs {
        purpose: inputs.purpose,
        notes: inputs.notes,
        tone: inputs.tone,
        length: inputs.length,
        language: inputs.language,
        audience: inputs.audience,
        fields: inputs.fields.into_iter().map(field).collect(),
        sources: inputs.sources.into_iter().map(source).collect(),
    }
}

/// Converts the inputs of a request.
pub fn to_inputs(inputs: v1::DraftInputs) -> Inputs {
    let field = |field: v1::DraftField| Field { key: field.key, value: field.value.trim().to_owned() };
    let source = |source: v1::DraftSource| Source { name: source.name, text: clean(&source.text) };
    Inputs {
        purpose: inputs.purpose,
        notes: inputs.notes.trim().to_owned(),
        tone: inputs.tone,
        length: inputs.length,
        language: inputs.language,
        audience: inputs.audience.trim().to_owned(),
        fields: inputs.fields.into_iter().map(field).collect(),
        sources: inputs.sources.into_iter().map(source).collect(),
    }
}

/// Converts the text of a file.
pub fn document(document: &Document) -> v1::ReadDocumentResponse {
    let page_count = i32::try_from(document.pages.len()).unwrap_or(i32::MAX);
    v1::ReadDocumentResponse { text: document.text(), page_count }
}

/// Converts a file.
pub fn exported(file: ExportedFile) -> v1::ExportDraftResponse {
    v1::ExportDraftResponse { name: file.name, data: BASE64_STANDARD.encode(file.bytes) }
}

/// Converts an exported file of letters.
pub fn exported_letters(file: ExportedFile) -> v1::ExportLettersResponse {
    v1::ExportLettersResponse { name: file.name, data: BASE64_STANDARD.encode(file.bytes) }
}

/// Converts the IDs of accounts.
pub fn to_accounts(ids: Vec<String>) -> Vec<AccountId> {
    ids.into_iter().map(Into::into).collect()
}

/// Converts a letter to a homeowner.
pub fn letter(letter: MergedLetter) -> v1::MergedLetter {
    let MergedLetter { account, recipient, email, text, problem } = letter;
    v1::MergedLetter { account_id: account.to_string(), recipient, email, text, problem }
}

/// Converts a rewritten text.
pub fn rewritten(rewritten: RewrittenText) -> v1::RewriteTextResponse {
    let unverified_details = rewritten.details.into_iter().map(detail).collect();
    v1::RewriteTextResponse { text: rewritten.text, unverified_details }
}

/// Converts a request to rewrite a text.
pub fn to_rewrite(request: v1::RewriteTextRequest) -> RewriteText {
    RewriteText {
        id: request.id.into(),
        text: clean(&request.text),
        style: RewriteStyle::try_from(request.style).unwrap_or(RewriteStyle::Custom),
        instruction: clean(request.instruction.trim()),
    }
}

/// Removes control characters except line breaks, page breaks and tabs.
pub fn clean(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|c| !c.is_control() || matches!(*c, '\n' | '\t' | PAGE_BREAK)).collect()
}

fn to_i32(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
