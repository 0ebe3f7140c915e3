//! Reviews a draft: who would get it, who would not and why, at what price and in what time.
use std::collections::BTreeMap;

use platform::{Fault, Scope, Tx, ids::CommunityId};

use super::{
    audience_of, filter_of, limits_at,
    texts::{PREVIEWS, Texts, label, recipient},
};
use crate::{
    context::Context,
    messaging::carrier,
    outreach::{
        audience::{self, Exclusion, Filter, TextedCommunity},
        blast::{
            model::{Blast, Preview, Recipient, Review},
            pace::{Pace, beyond_day, duration_seconds, next_day},
            rules,
            send_batch::rates_of,
            store, template,
        },
    },
    tenancy::company,
};

/// Maximum number of recipients whose own texts are measured. Of more, the first ones stand for all.
const MAX_MEASURED: i64 = 100_000;

/// Reviews a draft.
///
/// # Errors
/// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`.
pub async fn review(context: &Context, scope: &Scope, tx: &mut Tx, blast: &Blast) -> Result<Review, Fault> {
    rules::require_draft(blast)?;
    rules::require_body(blast)?;
    let filter = filter_of(tx, scope, blast).await?;
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    let labels: Vec<String> = communities.iter().map(label).collect();
    let company = store::company_label(tx, scope).await?;
    let (body, is_sender_added) = template::with_sender(&blast.body, &company, &labels);
    let audience = audience_of(blast, &filter);
    let counts = audience::count_exclusions(tx, scope, &audience).await?;
    let included = |community: &CommunityId| -> i64 {
        let same =
            |c: &&audience::ExclusionCount| c.community_id == *community && c.exclusion == Exclusion::None;
        counts.iter().filter(same).map(|c| c.count).sum()
    };
    let recipient_count: i64 = communities.iter().map(|community| included(&community.id)).sum();
    let mut exclusions: BTreeMap<i32, (Exclusion, i64)> = BTreeMap::new();
    for count in counts.iter().filter(|count| count.exclusion != Exclusion::None) {
        exclusions.entry(count.exclusion as i32).or_insert((count.exclusion, 0)).1 += count.count;
    }
    let limit =
        if template::is_personal(&body) { MAX_MEASURED } else { i64::try_from(PREVIEWS).unwrap_or(3) };
    let measured = audience::list_members(tx, scope, &audience, Exclusion::None, 0, limit).await?;
    let texts = Texts { body: &body, communities: &communities };
    let now = context.now();
    let (mut segment_count, mut carried_count) = (0, 0);
    let mut numbers: Vec<(i64, i64)> = Vec::new();
    for community in &communities {
        let segments = texts.segments_of(community, included(&community.id), &measured);
        segment_count += segments;
        if community.is_texted_by_carrier() {
            numbers.push((segments, community.segments_per_second.map_or(1, i64::from)));
            carried_count += included(&community.id);
        }
    }
    let company_settings = company::require(tx, scope).await?;
    let account_rate = carrier::segments_per_second(tx, scope, context).await?;
    let rates = rates_of(&company_settings).within(account_rate);
    let used_today = Pace::new(rates, store::find_pace(tx, scope).await?, now).used_today();
    let limits = limits_at(tx, scope, &blast.id, now).await?;
    let picture_price = blast.picture.as_ref().map(|_| company_settings.picture_price_micros);
    let price_micros = match picture_price {
        Some(price) => recipient_count.saturating_mul(price),
        None => segment_count.saturating_mul(company_settings.segment_price_micros),
    };
    let is_picture_refused = blast.picture.is_some()
        && communities.iter().any(TextedCommunity::is_texted_by_carrier)
        && rules::require_fetchable(&context.settings.public_url).is_err();
    let carried_segments = numbers.iter().map(|(segments, _)| segments).sum();
    let capped_count = beyond_day(carried_count, carried_segments, rates, used_today);
    let held = texts.held(now, &measured, included);
    Ok(Review {
        recipient_count,
        exclusions: exclusions.into_values().collect(),
        segment_count,
        price_micros,
        is_price_unknown: picture_price == Some(0),
        is_picture_refused,
        duration_seconds: duration_seconds(&numbers, rates, used_today, now),
        held_count: held.iter().map(|(count, _)| count).sum(),
        held_until: held.iter().map(|(_, until)| *until).max(),
        costly_characters: texts.costly(&measured),
        longest_text: texts.longest(&measured),
        time_zone: communities.first().map(|community| community.time_zone.clone()).unwrap_or_default(),
        fallback_count: texts.fallback_count(&measured, included),
        capped_count,
        capped_until: (capped_count > 0).then(|| next_day(now)),
        previews: texts.previews(&measured),
        unknown_fields: template::unknown_fields(&blast.body),
        added_sender: if is_sender_added { sender_of(&communities) } else { String::new() },
        needs_approval: limits.needs_approval(recipient_count),
        remaining: limits.remaining(),
    })
}

/// Returns the number of characters of the longest text of a recipient.
pub async fn longest_text(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    filter: &Filter,
) -> Result<usize, Fault> {
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    let labels: Vec<String> = communities.iter().map(label).collect();
    let company = store::company_label(tx, scope).await?;
    let (body, _) = template::with_sender(&blast.body, &company, &labels);
    let limit = if template::is_personal(&body) { MAX_MEASURED } else { 1 };
    let audience = audience_of(blast, filter);
    let measured = audience::list_members(tx, scope, &audience, Exclusion::None, 0, limit).await?;
    Ok(Texts { body: &body, communities: &communities }.longest(&measured))
}

/// Returns the members of a draft's audience with a reason for being left out, or with none, after a position;
/// up to `limit + 1`.
pub async fn page_of_draft(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    exclusion: Exclusion,
    after: i64,
    limit: i64,
) -> Result<Vec<Recipient>, Fault> {
    let filter: Filter = filter_of(tx, scope, blast).await?;
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    let audience = audience_of(blast, &filter);
    let members = audience::list_members(tx, scope, &audience, exclusion, after, limit + 1).await?;
    Ok(members.into_iter().map(|member| recipient(member, &communities)).collect())
}

/// Returns the texts of a draft's recipients whose name, unit or phone contains `query`, after a position; up to
/// `limit + 1`.
///
/// # Errors
/// As [`review`].
pub async fn page_of_previews(
    tx: &mut Tx,
    scope: &Scope,
    blast: &Blast,
    query: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<Preview>, Fault> {
    rules::require_draft(blast)?;
    rules::require_body(blast)?;
    let filter = filter_of(tx, scope, blast).await?;
    let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
    let labels: Vec<String> = communities.iter().map(label).collect();
    let company = store::company_label(tx, scope).await?;
    let (body, _) = template::with_sender(&blast.body, &company, &labels);
    let audience = audience_of(blast, &filter);
    let members = audience::search_members(tx, scope, &audience, query, after, limit + 1).await?;
    let texts = Texts { body: &body, communities: &communities };
    Ok(members.into_iter().map(|member| texts.preview(member)).collect())
}

/// Returns what is added in front of the text, for display.
fn sender_of(communities: &[TextedCommunity]) -> String {
    match communities {
        [one] => format!("{}: ", label(one)),
        _ => "{{community}}: ".to_owned(),
    }
}
