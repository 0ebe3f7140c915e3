//! The texts of a draft's recipients.
use platform::{ids::CommunityId, sms};

use crate::outreach::{
    audience::{AudienceMember, TextedCommunity},
    blast::{
        model::{Preview, Recipient, TextPart},
        template::{self, MergeValues},
    },
};

/// Number of recipients whose text a review shows.
pub const PREVIEWS: usize = 3;
/// Maximum number of costly characters that are listed.
const MAX_COSTLY: usize = 20;

/// Returns the name of a community in texts.
pub fn label(community: &TextedCommunity) -> String {
    community.tag.replace('_', " ")
}

/// Returns a member of an audience as the recipient of a draft.
pub fn recipient(member: AudienceMember, communities: &[TextedCommunity]) -> Recipient {
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
        opted_in: false,
    }
}

/// The texts of a blast's recipients.
pub struct Texts<'a> {
    pub body: &'a str,
    pub communities: &'a [TextedCommunity],
}

impl Texts<'_> {
    /// Calls `fill` with the text and the values of a recipient.
    fn with_values<T>(&self, member: &AudienceMember, fill: impl Fn(&str, &MergeValues<'_>) -> T) -> T {
        let community = self.communities.iter().find(|community| community.id == member.community_id);
        let community = community.map(label).unwrap_or_default();
        let AudienceMember { name, unit, building, .. } = member;
        fill(self.body, &MergeValues { name, unit, building, community: &community })
    }

    fn render(&self, member: &AudienceMember) -> String {
        self.with_values(member, template::render)
    }

    /// Returns the text in a community without the values of a recipient.
    fn render_without(&self, community: &TextedCommunity) -> String {
        let name = label(community);
        template::render(self.body, &MergeValues { name: "", unit: "", building: "", community: &name })
    }

    /// Returns the number of characters of the longest text.
    pub fn longest(&self, measured: &[AudienceMember]) -> usize {
        let general = self.communities.iter().map(|community| self.render_without(community));
        let texts = measured.iter().map(|member| self.render(member)).chain(general);
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    }

    /// Returns the distinct characters that make texts more expensive.
    pub fn costly(&self, measured: &[AudienceMember]) -> Vec<char> {
        let mut costly = sms::cost(self.body).costly;
        for member in measured {
            for character in sms::cost(&self.render(member)).costly {
                if costly.len() < MAX_COSTLY && !costly.contains(&character) {
                    costly.push(character);
                }
            }
        }
        costly
    }

    /// Estimates the number of segments for `count` recipients in a community from the measured recipients.
    pub fn segments_of(&self, community: &TextedCommunity, count: i64, measured: &[AudienceMember]) -> i64 {
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
            let text = self.render_without(community);
            (total, number) = (i64::try_from(sms::cost(&text).segments).unwrap_or(0), 1);
        }
        total * count / number
    }

    /// Returns the texts of the first, the middle and the last of the measured recipients.
    pub fn previews(&self, measured: &[AudienceMember]) -> Vec<Preview> {
        let last = measured.len().saturating_sub(1);
        let mut chosen = vec![0, last / 2, last];
        chosen.dedup();
        let chosen = chosen.into_iter().filter_map(|at| measured.get(at)).take(PREVIEWS);
        chosen.map(|member| self.preview(member.clone())).collect()
    }

    /// Returns the text of a recipient.
    pub fn preview(&self, member: AudienceMember) -> Preview {
        let (text, parts) = self.with_values(&member, |body, values| {
            let parts = template::render_parts(body, values).into_iter().map(|part| TextPart {
                text: part.text.to_owned(),
                field: part.field.to_owned(),
                is_fallback: part.is_fallback,
            });
            let parts: Vec<TextPart> = parts.collect();
            (parts.iter().map(|part| part.text.as_str()).collect::<String>(), parts)
        });
        Preview {
            recipient: recipient(member, self.communities),
            segments: sms::cost(&text).segments,
            text,
            parts,
        }
    }

    /// Estimates, from the measured recipients, how many recipients lack a value for at least one merge
    /// field.
    pub fn fallback_count(&self, measured: &[AudienceMember], included: impl Fn(&CommunityId) -> i64) -> i64 {
        let of = |community: &TextedCommunity| {
            let members = measured.iter().filter(|member| member.community_id == community.id);
            let (mut number, mut fallbacks) = (0_i64, 0_i64);
            for member in members {
                number += 1;
                let is_used = |body: &str, values: &MergeValues<'_>| {
                    template::render_parts(body, values).iter().any(|part| part.is_fallback)
                };
                fallbacks += i64::from(self.with_values(member, is_used));
            }
            if number == 0 { 0 } else { fallbacks * included(&community.id) / number }
        };
        self.communities.iter().map(of).sum()
    }
}
