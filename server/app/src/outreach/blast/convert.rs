//! Conversion of blasts between the model and the contract.
use std::time::Duration;

use contract::v1::{self, blast_audience::Source};
use platform::{Actor, Fault};

use super::model::{
    Blast, BlastCounts, BlastResults, BlastState, Delay, DraftChange, NewDraft, Outcome, Picture, PlanUsage,
    Preview, Recipient, RecipientFilter, Recipients, Review,
};
use crate::{
    context::Context,
    messaging::thread,
    operations::{file, link::LinkInText},
    outreach::audience::{self, Exclusion},
};

/// How long links to pictures are valid.
const PICTURE_LINK: Duration = Duration::from_secs(3_600);

/// Converts a blast, as a user sees it.
pub fn blast(context: &Context, blast: &Blast, results: BlastResults, actor: &Actor) -> v1::Blast {
    let BlastResults { counts, responses } = results;
    v1::Blast {
        id: blast.id.to_string(),
        title: blast.title.clone(),
        body: blast.body.clone(),
        audience: source(blast).map(|source| v1::BlastAudience { source: Some(source) }),
        state: blast.state as i32,
        starts_at: blast.starts_ms.map(Into::into),
        undo_until: blast.undo_until_ms.map(Into::into),
        is_emergency: blast.is_emergency,
        emergency_reason: blast.emergency_reason.clone(),
        counts: counts.map(|counts| to_counts(blast.state, counts)),
        created_by_name: blast.created_by_name.clone(),
        scheduled_by_name: blast.scheduled_by_name.clone(),
        created_at: Some(blast.created_ms.into()),
        finished_at: blast.finished_ms.map(Into::into),
        version: i32::try_from(blast.version).unwrap_or(i32::MAX),
        reply_count: to_i32(responses.replies),
        opt_out_count: to_i32(responses.opt_outs),
        asks_consent: blast.asks_consent,
        opt_in_count: to_i32(responses.opt_ins),
        retryable_count: to_i32(responses.retryable),
        approved_by_name: blast.approved_by_name.clone(),
        scheduled_count: to_i32(blast.scheduled_count),
        rejection_note: blast.rejection_note.clone(),
        picture: blast.picture.as_ref().map(|one| picture(context, one, actor)),
        can_approve: actor.scopes.is_none() && blast.can_be_approved_by(&actor.id),
    }
}

fn picture(context: &Context, picture: &Picture, actor: &Actor) -> v1::BlastPicture {
    let (scope, until) = (actor.scope(), context.now().plus(PICTURE_LINK));
    let link = |id| file::link(context, scope.company(), id, until);
    v1::BlastPicture {
        url: link(&picture.file),
        thumbnail_url: link(&picture.thumbnail),
        width: i32::try_from(picture.width).unwrap_or(i32::MAX),
        height: i32::try_from(picture.height).unwrap_or(i32::MAX),
        size_bytes: i32::try_from(picture.bytes).unwrap_or(i32::MAX),
    }
}

/// Converts a short link in a blast's text.
pub fn link(link: LinkInText) -> v1::BlastLink {
    v1::BlastLink { url: link.url, target: link.target, clicks: link.clicks }
}

/// The saved audience is returned even after its filter was copied at the start.
fn source(blast: &Blast) -> Option<Source> {
    match (&blast.audience_id, &blast.filter) {
        (Some(id), _) => Some(Source::AudienceId(id.to_string())),
        (None, Some(filter)) => Some(Source::Filter(audience::filter_to_contract(filter))),
        (None, None) => None,
    }
}

/// Unsent texts of a canceled blast count as canceled.
fn to_counts(state: BlastState, counts: BlastCounts) -> v1::BlastCounts {
    let BlastCounts { pending, sent, delivered, failed, unknown, canceled, excluded } = counts;
    let is_canceled = state == BlastState::Canceled;
    v1::BlastCounts {
        recipients: to_i32(pending + sent + delivered + failed + unknown + canceled),
        pending: if is_canceled { 0 } else { to_i32(pending) },
        sent: to_i32(sent),
        delivered: to_i32(delivered),
        failed: to_i32(failed),
        unknown: to_i32(unknown),
        canceled: to_i32(if is_canceled { canceled + pending } else { canceled }),
        excluded: to_i32(excluded),
    }
}

pub fn recipient(recipient: &Recipient) -> v1::BlastRecipient {
    let status = recipient.message_status();
    let is_failure = status.is_some_and(|status| {
        matches!(
            status,
            thread::Status::Undelivered
                | thread::Status::Failed
                | thread::Status::Suppressed
                | thread::Status::Unknown
                | thread::Status::Queued
                | thread::Status::HeldQuietHours
        )
    });
    v1::BlastRecipient {
        phone: recipient.phone.as_str().to_owned(),
        name: recipient.name.clone(),
        unit: recipient.unit.clone(),
        community_id: recipient.community_id.to_string(),
        community_label: recipient.community_tag.replace('_', " "),
        exclusion: recipient.exclusion as i32,
        status: status.map_or(0, thread::message_status),
        reason: recipient.reason.clone().filter(|_| is_failure).unwrap_or_default(),
        conversation_id: recipient.conversation_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        replied_at: recipient.replied_ms.map(Into::into),
        opted_out: recipient.opted_out.unwrap_or_default(),
        opted_in: recipient.opted_in,
    }
}

pub fn review(review: &Review) -> v1::ReviewBlastResponse {
    v1::ReviewBlastResponse {
        recipient_count: to_i32(review.recipient_count),
        exclusions: review
            .exclusions
            .iter()
            .map(|(reason, count)| v1::BlastExclusion { reason: *reason as i32, count: to_i32(*count) })
            .collect(),
        segment_count: to_i32(review.segment_count),
        price_micros: review.price_micros,
        duration_seconds: to_i32(review.duration_seconds),
        held_count: to_i32(review.held_count),
        held_until: review.held_until.map(Into::into),
        costly_characters: review.costly_characters.iter().map(ToString::to_string).collect(),
        previews: review.previews.iter().map(preview).collect(),
        unknown_fields: review.unknown_fields.clone(),
        added_sender: review.added_sender.clone(),
        needs_approval: review.needs_approval,
        remaining_recipients: review.remaining.map(to_i32),
        longest_text: i32::try_from(review.longest_text).unwrap_or(i32::MAX),
        time_zone: review.time_zone.clone(),
        fallback_count: to_i32(review.fallback_count),
        capped_count: to_i32(review.capped_count),
        capped_until: review.capped_until.map(Into::into),
        is_price_unknown: review.is_price_unknown,
        is_picture_refused: review.is_picture_refused,
        plan_usages: review.plan_usages.iter().map(plan_usage).collect(),
    }
}

fn plan_usage(usage: &PlanUsage) -> v1::BlastPlanUsage {
    v1::BlastPlanUsage {
        community_label: usage.community_label.clone(),
        used_segments: usage.used,
        blast_segments: usage.added,
        included_segments: usage.included,
    }
}

pub fn preview(preview: &Preview) -> v1::BlastPreview {
    v1::BlastPreview {
        recipient: Some(recipient(&preview.recipient)),
        text: preview.text.clone(),
        segments: i32::try_from(preview.segments).unwrap_or(i32::MAX),
        parts: preview
            .parts
            .iter()
            .map(|part| v1::BlastTextPart {
                text: part.text.clone(),
                merge_field: part.field.clone(),
                is_fallback: part.is_fallback,
            })
            .collect(),
    }
}

pub fn new_draft(request: v1::CreateBlastRequest) -> Result<NewDraft, Fault> {
    let change = DraftChange {
        title: Some(request.title),
        body: Some(request.body),
        recipients: Some(recipients(request.audience.unwrap_or_default())?),
    };
    let picture_of = (!request.picture_of_blast_id.is_empty()).then(|| request.picture_of_blast_id.into());
    Ok(NewDraft { asks_consent: request.asks_consent, picture_of, change })
}

pub fn draft_change(request: v1::UpdateBlastRequest) -> Result<DraftChange, Fault> {
    Ok(DraftChange {
        title: request.title,
        body: request.body,
        recipients: request.audience.map(recipients).transpose()?,
    })
}

fn recipients(audience: v1::BlastAudience) -> Result<Recipients, Fault> {
    match audience.source {
        Some(Source::Filter(filter)) => Ok(Recipients::Filter(audience::filter_from_contract(filter))),
        Some(Source::AudienceId(id)) => Ok(Recipients::Audience(id.into())),
        None => Err(Fault::field("audience", "Choose the recipients: set filter or audienceId.")),
    }
}

/// Converts the filter of recipients. Validation has limited the numbers to the contract's values.
///
/// # Errors
/// `INVALID_ARGUMENT` with both a reason and an outcome.
pub fn recipient_filter(exclusion: i32, outcome: i32) -> Result<RecipientFilter, Fault> {
    match Outcome::try_from(outcome) {
        Ok(_) if exclusion != 0 => {
            Err(Fault::field("outcome", "Choose an outcome or a reason for being left out, not both."))
        }
        Ok(outcome) => Ok(RecipientFilter::Outcome(outcome)),
        Err(_) => Ok(RecipientFilter::Exclusion(Exclusion::try_from(exclusion).unwrap_or(Exclusion::None))),
    }
}

/// Returns the delay to filter recipients by, if there is one.
///
/// # Errors
/// `INVALID_ARGUMENT` together with a reason or an outcome.
pub fn delay(request: &v1::ListBlastRecipientsRequest) -> Result<Option<Delay>, Fault> {
    match Delay::try_from(request.delay) {
        Ok(_) if request.exclusion != 0 || request.outcome != 0 => {
            Err(Fault::field("delay", "Choose a delay, an outcome or a reason for being left out."))
        }
        delay => Ok(delay.ok()),
    }
}

fn to_i32(count: i64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
