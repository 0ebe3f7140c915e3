//! The plan for sending a draft, on which its review and the lists of delayed recipients are based.
use std::collections::HashMap;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

use super::{
    RecipientCount, audience_of, filter_of,
    recipient_texts::{PREVIEWS, Texts, label, recipient},
};
use crate::{
    context::Context,
    messaging::carrier::{self, QuietHours},
    outreach::{
        audience::{
            self, AudienceMember, CommunityPart, Exclusion, ExclusionCount, Filter, MemberPart, SqlAudience,
            TextedCommunity,
        },
        blast::{
            model::{Blast, Delay, Recipient},
            pace::{Load, Pace, Rates, beyond_day},
            rules,
            send_batch::rates_of,
            store, template,
        },
    },
    tenancy::company,
};

/// Maximum number of recipients whose texts are measured. If there are more, the first ones represent all.
pub const MAX_MEASURED: i64 = 100_000;

/// A draft that can be sent, with its communities and its text.
pub struct ComposedDraft {
    pub filter: Filter,
    pub communities: Vec<TextedCommunity>,
    /// The text with its sender.
    pub body: String,
    pub is_sender_added: bool,
}

impl ComposedDraft {
    /// Loads a draft with its sender.
    ///
    /// # Errors
    /// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`.
    pub async fn load(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<Self, Fault> {
        rules::require_draft(blast)?;
        rules::require_body(blast)?;
        let filter = filter_of(tx, scope, blast).await?;
        let communities = audience::texted_communities(tx, scope, &filter.communities).await?;
        let labels: Vec<String> = communities.iter().map(label).collect();
        let company = store::company_label(tx, scope).await?;
        let (body, is_sender_added) = template::with_sender(&blast.body, &company, &labels);
        Ok(Self { filter, communities, body, is_sender_added })
    }
}

/// The recipients of a draft and their texts.
pub struct Plan {
    filter: Filter,
    pub communities: Vec<TextedCommunity>,
    /// The text with its sender.
    body: String,
    pub is_sender_added: bool,
    pub counts: Vec<ExclusionCount>,
    pub recipients: RecipientCount,
    /// The recipients whose texts represent all texts.
    pub measured: Vec<AudienceMember>,
}

impl Plan {
    /// Loads the plan of a draft.
    ///
    /// # Errors
    /// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`.
    pub async fn load(tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<Self, Fault> {
        let ComposedDraft { filter, communities, body, is_sender_added } =
            ComposedDraft::load(tx, scope, blast).await?;
        let audience = audience_of(blast, &filter);
        let counts = audience::count_exclusions(tx, scope, &audience).await?;
        let limit =
            if template::is_personal(&body) { MAX_MEASURED } else { i64::try_from(PREVIEWS).unwrap_or(3) };
        let first = first_communities(&filter, &counts, limit);
        let first = SqlAudience::part(&filter, first, 0).asking_consent(blast.asks_consent);
        let measured = audience::list_members(tx, scope, &first, Exclusion::None, 0, limit).await?;
        let recipients = RecipientCount::from_counts(blast, &counts);
        Ok(Self { filter, communities, body, is_sender_added, counts, recipients, measured })
    }

    /// Returns when sending would start: at a local time in the first community's time zone, and not before now.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` on `startsAtLocal`.
    pub fn start(&self, local: &str, now: Timestamp) -> Result<Timestamp, Fault> {
        match self.communities.first() {
            Some(first) if !local.is_empty() => Ok(rules::local_start(local, &first.time_zone)?.max(now)),
            _ => Ok(now),
        }
    }

    /// Returns the number of characters of the longest text.
    pub fn longest_text(&self) -> usize {
        self.texts().longest(&self.measured)
    }

    /// Returns the number of recipients in a community.
    pub fn included(&self, community: &CommunityId) -> i64 {
        included(&self.counts).filter(|count| count.community_id == *community).map(|count| count.count).sum()
    }

    pub fn texts(&self) -> Texts<'_> {
        Texts { body: &self.body, communities: &self.communities }
    }

    fn carried(&self) -> impl Iterator<Item = &TextedCommunity> {
        self.communities.iter().filter(|community| community.is_texted_by_carrier())
    }

    /// Returns the load on each number.
    pub fn loads(&self) -> Vec<Load> {
        let load = |community: &TextedCommunity| {
            let recipients = self.included(&community.id);
            let segments = self.texts().segments_of(community, recipients, &self.measured);
            let rate = community.segments_per_second.map_or(1, i64::from);
            let carrier = community.carrier_kind().unwrap_or(carrier::Kind::TestPhone);
            Load { recipients, segments, rate, carrier }
        };
        self.carried().map(load).collect()
    }

    /// Returns the number of recipients who get the text after the brand's day, by community.
    pub fn capped(&self, day: BrandDay) -> Vec<(&CommunityId, i64)> {
        let beyond = beyond_day(&self.loads(), day.rates, day.used);
        self.carried().map(|community| &community.id).zip(beyond).collect()
    }

    /// Returns the number of recipients who would wait for the end of quiet hours, and until when.
    pub async fn held(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &Blast,
        start: Timestamp,
    ) -> Result<Vec<(i64, Timestamp)>, Fault> {
        let mut held = Vec::new();
        let mut by_area_code = Vec::new();
        for community in &self.communities {
            let quiet = QuietHours::of(&community.time_zone);
            if quiet.depend_on_phone() {
                by_area_code.push(community.id.clone());
            } else if let Some(until) = quiet.end_in_zone(start) {
                held.push((self.included(&community.id), until));
            }
        }
        if !by_area_code.is_empty() {
            let audience = audience_of(blast, &self.filter);
            let counts = audience::count_area_codes(tx, scope, &audience, &by_area_code).await?;
            let until =
                |(prefix, count): (String, i64)| Some((count, carrier::end_by_area_code(start, &prefix)?));
            held.extend(counts.into_iter().filter_map(until));
        }
        held.retain(|(count, _)| *count > 0);
        Ok(held)
    }

    /// Returns the recipients who would wait for the end of quiet hours.
    fn part_held(&self, start: Timestamp) -> MemberPart {
        let part = |community: &TextedCommunity| {
            let quiet = QuietHours::of(&community.time_zone);
            let is_by_area_code = quiet.depend_on_phone();
            let is_held = is_by_area_code || quiet.end_in_zone(start).is_some();
            is_held.then(|| CommunityPart { id: community.id.clone(), skipped: 0, is_by_area_code })
        };
        let codes = carrier::quiet_area_codes(start);
        MemberPart {
            communities: self.communities.iter().filter_map(part).collect(),
            prefixes: codes.prefixes,
            are_others: codes.are_others,
        }
    }

    /// Returns the recipients who get the text after the brand's day: the last ones of each
    /// community.
    fn part_capped(&self, day: BrandDay) -> MemberPart {
        let part = |(community, capped): (&CommunityId, i64)| CommunityPart {
            id: community.clone(),
            skipped: self.included(community) - capped,
            is_by_area_code: false,
        };
        let communities = self.capped(day).into_iter().map(part).collect();
        MemberPart { communities, prefixes: Vec::new(), are_others: false }
    }
}

/// Returns the counts of members who are not left out.
pub fn included(counts: &[ExclusionCount]) -> impl Iterator<Item = &ExclusionCount> {
    counts.iter().filter(|count| count.exclusion == Exclusion::None)
}

/// Returns the first communities that together have at least `limit` recipients, or all communities if they
/// have fewer. The recipients in them do not depend on later communities: of several members with one phone,
/// the first one gets the text.
fn first_communities<'a>(filter: &'a Filter, counts: &[ExclusionCount], limit: i64) -> &'a [CommunityId] {
    let of: HashMap<&CommunityId, i64> =
        included(counts).map(|count| (&count.community_id, count.count)).collect();
    let mut total = 0;
    let enough = filter.communities.iter().position(|community| {
        total += of.get(community).copied().unwrap_or(0);
        total >= limit
    });
    &filter.communities[..enough.map_or(filter.communities.len(), |last| last + 1)]
}

/// The use of the brand's daily limit.
#[derive(Clone, Copy)]
pub struct BrandDay {
    pub rates: Rates,
    /// Segments used on the day.
    pub used: i64,
}

impl BrandDay {
    /// Returns the use on the day of this time.
    pub async fn find(context: &Context, scope: &Scope, tx: &mut Tx, time: Timestamp) -> Result<Self, Fault> {
        let company = company::require(tx, scope).await?;
        let of_accounts = carrier::account_rates(tx, scope, context).await?;
        let rates = rates_of(&company, of_accounts);
        let used = Pace::new(rates, store::find_pace(tx, scope).await?, time).used_today();
        Ok(Self { rates, used })
    }
}

/// The recipients of a draft who would get the text later than its start.
pub struct DelayedRecipients<'a> {
    pub delay: Delay,
    /// Local time of the start; empty for now.
    pub starts_local: &'a str,
}

/// Returns recipients of a draft who would get the text later, after a position; up to `limit + 1`.
///
/// # Errors
/// `BLAST_NOT_DRAFT`, `BLAST_INCOMPLETE`; `INVALID_ARGUMENT` on `startsAtLocal`.
pub async fn page_of_delayed(
    context: &Context,
    scope: &Scope,
    tx: &mut Tx,
    blast: &Blast,
    delayed: &DelayedRecipients<'_>,
    after: i64,
    limit: i64,
) -> Result<Vec<Recipient>, Fault> {
    let plan = Plan::load(tx, scope, blast).await?;
    let start = plan.start(delayed.starts_local, context.now())?;
    let part = match delayed.delay {
        Delay::QuietHours => plan.part_held(start),
        Delay::DailyLimit => plan.part_capped(BrandDay::find(context, scope, tx, start).await?),
    };
    let audience = audience_of(blast, &plan.filter);
    let members = audience::list_part(tx, scope, &audience, &part, after, limit + 1).await?;
    Ok(members.into_iter().map(|member| recipient(member, &plan.communities)).collect())
}
