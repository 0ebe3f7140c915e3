//! Reviews a draft: who would get it, who would not and why, at what price and in what time.
use std::collections::BTreeMap;

use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, sms};

use super::{filter_of, limits_at};
use crate::{
    context::Context,
    outreach::{
        audience::{self, AudienceMember, Exclusion, Filter, SqlAudience, TextedCommunity},
        blast::{
            model::{Blast, Preview, Recipient, Review},
            quiet_hours::end_of_quiet_hours,
            rules, store,
            template::{self, MergeValues},
        },
    },
};

/// Maximum number of recipients whose own texts are measured. Of more, the first ones stand for all.
const MAX_MEASURED: i64 = 100_000;
/// Number of recipients whose text is shown.
const PREVIEWS: usize = 3;
/// Texts per second on the test phone, which has no limit of its own.
const FAST: i64 = 100;

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
    let audience = SqlAudience::whole(&filter);
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
    let (mut seconds, mut segment_count) = (0, 0);
    let mut per_number: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for community in &communities {
        let segments = texts.segments_of(community, included(&community.id), &measured);
        segment_count += segments;
        if let Some(number) = &community.number {
            let rate = community.segments_per_second.map_or(FAST, i64::from).max(1);
            let of_number = per_number.entry(number).or_insert((0, rate));
            of_number.0 += segments;
            seconds =
                seconds.max(of_number.0.div_euclid(of_number.1) + i64::from(of_number.0 % of_number.1 != 0));
        }
    }
    let now = context.now();
    let limits = limits_at(tx, scope, now).await?;
    let held: Vec<(i64, Timestamp)> = communities
        .iter()
        .filter_map(|c| end_of_quiet_hours(now, &c.time_zone).map(|until| (included(&c.id), until)))
        .filter(|(count, _)| *count > 0)
        .collect();
    Ok(Review {
        recipient_count,
        exclusions: exclusions.into_values().collect(),
        segment_count,
        price_micros: segment_count.saturating_mul(store::segment_price(tx, scope).await?),
        duration_seconds: seconds,
        held_count: held.iter().map(|(count, _)| count).sum(),
        held_until: held.iter().map(|(_, until)| *until).max(),
        costly_characters: sms::cost(&body).costly,
        previews: texts.previews(&measured),
        unknown_fields: template::unknown_fields(&blast.body),
        added_sender: if is_sender_added { sender_of(&communities) } else { String::new() },
        needs_approval: limits.needs_approval(recipient_count),
        remaining: limits.remaining(),
    })
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
    let audience = SqlAudience::whole(&filter);
    let members = audience::list_members(tx, scope, &audience, exclusion, after, limit + 1).await?;
    Ok(members.into_iter().map(|member| recipient(member, &communities)).collect())
}

fn label(community: &TextedCommunity) -> String {
    community.tag.replace('_', " ")
}

/// Returns what is added in front of the text, for display.
fn sender_of(communities: &[TextedCommunity]) -> String {
    match communities {
        [one] => format!("{}: ", label(one)),
        _ => "{{community}}: ".to_owned(),
    }
}

fn recipient(member: AudienceMember, communities: &[TextedCommunity]) -> Recipient {
    let community = communities.iter().find(|community| community.id == member.community_id);
    Recipient {
        seq: member.seq,
        community_tag: community.map(|community| community.tag.clone()).unwrap_or_default(),
        community_id: member.community_id,
        phone: member.phone,
        name: member.name,
        unit: member.unit,
        exclusion: member.exclusion,
        conversation_id: None,
        status: None,
        reason: None,
        replied_ms: None,
        opted_out: None,
    }
}

/// The texts of a blast's recipients.
struct Texts<'a> {
    body: &'a str,
    communities: &'a [TextedCommunity],
}

impl Texts<'_> {
    fn render(&self, member: &AudienceMember) -> String {
        let community = self.communities.iter().find(|community| community.id == member.community_id);
        let community = community.map(label).unwrap_or_default();
        let AudienceMember { name, unit, building, .. } = member;
        template::render(self.body, &MergeValues { name, unit, building, community: &community })
    }

    /// Returns the number of segments for `count` recipients in a community, from the measured ones.
    fn segments_of(&self, community: &TextedCommunity, count: i64, measured: &[AudienceMember]) -> i64 {
        if count == 0 {
            return 0;
        }
        let mut total = 0_i64;
        let mut number = 0_i64;
        for member in measured.iter().filter(|member| member.community_id == community.id) {
            total += i64::try_from(sms::cost(&self.render(member)).segments).unwrap_or(0);
            number += 1;
        }
        if number == 0 {
            let name = label(community);
            let values = MergeValues { name: "", unit: "", building: "", community: &name };
            let text = template::render(self.body, &values);
            (total, number) = (i64::try_from(sms::cost(&text).segments).unwrap_or(0), 1);
        }
        total * count / number
    }

    /// Returns the texts of the first, the middle and the last of the measured recipients.
    fn previews(&self, measured: &[AudienceMember]) -> Vec<Preview> {
        let last = measured.len().saturating_sub(1);
        let mut chosen = vec![0, last / 2, last];
        chosen.dedup();
        let chosen = chosen.into_iter().filter_map(|at| measured.get(at)).take(PREVIEWS);
        let preview = |member: &AudienceMember| {
            let text = self.render(member);
            Preview {
                recipient: recipient(member.clone(), self.communities),
                segments: sms::cost(&text).segments,
                text,
            }
        };
        chosen.map(preview).collect()
    }
}
