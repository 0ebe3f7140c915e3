//! Reviews a draft: its recipients, the excluded members with the reasons, the price and the duration.
use std::collections::BTreeMap;

use platform::{Fault, Scope, Tx, ids::CommunityId};

use super::{
    limits_at,
    plan::{BrandDay, Plan},
    texts::label,
};
use crate::{
    context::Context,
    outreach::{
        audience::{Exclusion, TextedCommunity},
        blast::{
            model::{Blast, Review},
            pace::{duration_seconds, next_day},
            rules, template,
        },
    },
    tenancy::company,
};

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
    let segment_count: i64 = communities.iter().map(segments).sum();
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
    let held = plan.held(tx, scope, blast, start).await?;
    Ok(Review {
        recipient_count,
        exclusions: exclusions.into_values().collect(),
        segment_count,
        price_micros,
        is_price_unknown: picture_price == Some(0),
        is_picture_refused,
        duration_seconds: duration_seconds(&plan.loads(), day.rates, day.used, start),
        held_count: held.iter().map(|(count, _)| count).sum(),
        held_until: held.iter().map(|(_, until)| *until).max(),
        costly_characters: texts.costly(measured),
        longest_text: plan.longest_text(),
        time_zone: communities.first().map(|community| community.time_zone.clone()).unwrap_or_default(),
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

/// Returns the sender that is prepended to the text, for display.
fn sender_of(communities: &[TextedCommunity]) -> String {
    match communities {
        [one] => format!("{}: ", label(one)),
        _ => "{{community}}: ".to_owned(),
    }
}
