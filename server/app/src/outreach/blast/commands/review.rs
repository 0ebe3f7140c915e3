//! Reviews a draft: its recipients, the excluded members with the reasons, the price and the duration.
use std::{cmp::Reverse, collections::BTreeMap};

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, time_zone};

use super::{
    limits_at,
    plan::{BrandDay, Plan},
    recipient_texts::label,
};
use crate::{
    context::Context,
    outreach::{
        audience::{Exclusion, TextedCommunity},
        blast::{
            model::{Blast, PlanUsage, Review},
            pace::{duration_seconds, next_day},
            rules, template,
        },
    },
    reporting::text_plan::{self, Level},
    tenancy::company,
};

/// Maximum number of communities whose text plan a review mentions.
const MAX_PLAN_USAGES: usize = 20;

/// Reviews a draft that is sent at a local time, or now if that is empty.
///
/// # Errors
/// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`; `INVALID_ARGUMENT` on `startsAtLocal`.
pub async fn review(
    context: &Context,
    scope: &Scope,
    tx: &mut Tx,
    blast: &Blast,
    starts_local: &str,
) -> Result<Review, Fault> {
    let plan = Plan::load(tx, scope, blast).await?;
    let start = plan.start(starts_local, context.now())?;
    let Plan { communities, measured, .. } = &plan;
    let included = |community: &CommunityId| plan.included(community);
    let recipient_count = plan.recipients.count;
    let mut exclusions: BTreeMap<i32, (Exclusion, i64)> = BTreeMap::new();
    for count in plan.counts.iter().filter(|count| count.exclusion != Exclusion::None) {
        exclusions.entry(count.exclusion as i32).or_insert((count.exclusion, 0)).1 += count.count;
    }
    let texts = plan.texts();
    let segments = |community| texts.segments_of(community, included(&community.id), measured);
    let added: BTreeMap<&CommunityId, i64> =
        communities.iter().map(|community| (&community.id, segments(community))).collect();
    let segment_count: i64 = added.values().sum();
    let plan_usages = plan_usages(tx, scope, &added, context.now()).await?;
    let company_settings = company::require(tx, scope).await?;
    let day = BrandDay::find(context, scope, tx, start).await?;
    let limits = limits_at(tx, scope, &blast.id, start).await?;
    let picture_price = blast.picture.as_ref().map(|_| company_settings.picture_price_micros);
    let price_micros = match picture_price {
        Some(price) => recipient_count.saturating_mul(price),
        None => segment_count.saturating_mul(company_settings.segment_price_micros),
    };
    let is_picture_refused = blast.picture.is_some()
        && communities.iter().any(TextedCommunity::is_texted_by_carrier)
        && rules::require_fetchable(&context.settings.public_url).is_err();
    let capped_count = plan.capped(day).iter().map(|(_, count)| count).sum();
    let first_zone = communities.first().map_or("", |community| community.time_zone.as_str());
    let held = plan.held(tx, scope, blast, start).await?;
    Ok(Review {
        recipient_count,
        exclusions: exclusions.into_values().collect(),
        segment_count,
        price_micros,
        is_price_unknown: picture_price == Some(0),
        is_picture_refused,
        plan_usages,
        duration_seconds: duration_seconds(&plan.loads(), day.rates, day.used, start),
        held_count: held.iter().map(|(count, _)| count).sum(),
        held_until: held.iter().map(|(_, until)| *until).max(),
        costly_characters: texts.costly(measured),
        longest_text: plan.longest_text(),
        time_zone: time_zone::name_or_default(first_zone).to_owned(),
        fallback_count: texts.fallback_count(measured, included),
        capped_count,
        capped_until: (capped_count > 0).then(|| next_day(start)),
        previews: texts.previews(measured),
        unknown_fields: template::unknown_fields(&blast.body),
        added_sender: if plan.is_sender_added { sender_of(communities) } else { String::new() },
        needs_approval: limits.needs_approval(recipient_count),
        remaining: limits.remaining(),
    })
}

/// Returns the communities that have nearly or fully used their text plan once these segments are sent.
async fn plan_usages(
    tx: &mut Tx,
    scope: &Scope,
    added: &BTreeMap<&CommunityId, i64>,
    now: Timestamp,
) -> Result<Vec<PlanUsage>, Fault> {
    let communities: Vec<&CommunityId> = added.keys().copied().collect();
    let usages = text_plan::usages_of(tx, scope, Some(&communities), now).await?;
    let mut usages: Vec<PlanUsage> = usages
        .into_iter()
        .map(|usage| PlanUsage {
            added: added.get(&usage.community_id).copied().unwrap_or(0),
            community_label: usage.community_label,
            used: usage.used,
            included: usage.included,
        })
        .collect();
    usages.retain(|usage| Level::of(usage.used + usage.added, usage.included) > Level::Below);
    usages.sort_by_key(|usage| Reverse(usage.used + usage.added));
    usages.truncate(MAX_PLAN_USAGES);
    Ok(usages)
}

/// Returns the sender that is prepended to the text, for display.
fn sender_of(communities: &[TextedCommunity]) -> String {
    match communities {
        [one] => format!("{}: ", label(one)),
        _ => "{{community}}: ".to_owned(),
    }
}
