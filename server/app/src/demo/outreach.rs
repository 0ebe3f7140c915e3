//! The demo's saved audiences and text blasts. A finished blast was sent like any other, some time ago.
use platform::{
    Fault, Scope, Tx,
    ids::{CommunityId, UserId},
};

use super::{
    Maker,
    dataset::{self, BlastTemplate},
};
use crate::{
    messaging::thread::{self, BulkMessage, BulkOrigin, Status},
    outreach::{
        audience::{self, Audience, Filter},
        blast::{self, Blast, BlastState, StoredRecipient},
        blast_template,
    },
};

/// More than the recipients of any blast of the demo.
const ALL: i64 = 1_000;

/// Returns the IDs of communities by their tags.
fn ids_of(tags: &[String], communities: &[dataset::Community]) -> Vec<CommunityId> {
    let of_tag = |tag: &String| communities.iter().find(|community| community.tag == *tag);
    tags.iter().filter_map(of_tag).map(dataset::Community::id).collect()
}

impl Maker<'_> {
    pub(super) async fn outreach(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &dataset::Company,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        for from in &company.audiences {
            let filter = Filter {
                communities: ids_of(&from.communities, communities),
                tags: from.tags.clone(),
                ..Filter::default()
            };
            let id = from.id.as_str().into();
            let saved = Audience {
                id,
                name: from.name.clone(),
                filter,
                member_count: 0,
                version: 1,
                updated_ms: self.now,
            };
            audience::save(tx, scope, &saved).await?;
        }
        for BlastTemplate { id, name, body } in &company.blast_templates {
            let kept = blast_template::BlastTemplate {
                id: id.as_str().into(),
                name: name.clone(),
                body: body.clone(),
            };
            blast_template::save(tx, scope, &kept).await?;
        }
        for from in &company.blasts {
            self.blast(tx, scope, from, communities).await?;
        }
        Ok(())
    }

    /// A blast, with its texts if it is finished.
    pub(super) async fn blast(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        from: &dataset::Blast,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        let at = self.ago(from.minutes_ago);
        let filter = Filter { communities: ids_of(&from.communities, communities), ..Filter::default() };
        let staff = UserId(from.staff.clone());
        let stored = Blast {
            asks_consent: false,
            picture: None,
            id: from.id.as_str().into(),
            title: from.title.clone(),
            body: from.body.clone(),
            filter: Some(filter.clone()),
            audience_id: None,
            state: if from.finished { BlastState::Finished } else { BlastState::Draft },
            starts_ms: from.finished.then_some(at),
            undo_until_ms: None,
            is_emergency: false,
            emergency_reason: String::new(),
            created_by: staff.clone(),
            created_by_name: String::new(),
            scheduled_by: from.finished.then_some(staff),
            scheduled_by_name: String::new(),
            scheduled_count: 0,
            approved_by: None,
            approved_by_name: String::new(),
            rejection_note: String::new(),
            created_ms: at,
            finished_ms: from.finished.then_some(at),
            version: 1,
        };
        blast::save(tx, scope, &stored).await?;
        blast::save_communities(tx, scope, &stored.id, &filter.communities).await?;
        if from.finished {
            self.texts(tx, scope, &stored, from.undelivered_one_in, &filter, communities).await?;
        }
        Ok(())
    }

    /// The texts of a finished blast.
    async fn texts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        sent: &Blast,
        undelivered_one_in: Option<usize>,
        filter: &Filter,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        audience::expand(tx, scope, &audience::SqlAudience::whole(filter), sent.id.as_str()).await?;
        for community in communities.iter().filter(|one| filter.communities.contains(&one.id())) {
            let id = community.id();
            blast::mark_expanded(tx, scope, &sent.id, &id).await?;
            let recipients = blast::next_recipients(tx, scope, &sent.id, &id, ALL).await?;
            let label = community.tag.replace('_', " ");
            let bodies: Vec<String> =
                recipients.iter().map(|recipient| blast::text_for(&sent.body, &label, recipient)).collect();
            let rows: Vec<BulkMessage<'_>> = recipients
                .iter()
                .zip(&bodies)
                .map(|(recipient, body)| BulkMessage {
                    id: self.ids.next(sent.created_ms),
                    conversation: self.ids.next(sent.created_ms),
                    phone: &recipient.phone,
                    body,
                })
                .collect();
            let stored: Vec<_> = recipients
                .iter()
                .zip(&rows)
                .map(|(one, row)| StoredRecipient { seq: one.seq, message: row.id.clone() })
                .collect();
            let is_undelivered =
                |place: &usize| undelivered_one_in.is_some_and(|one_in| place % one_in == one_in - 1);
            let (undelivered, delivered): (Vec<_>, Vec<_>) =
                rows.into_iter().enumerate().partition(|(place, _)| is_undelivered(place));
            for (status, rows) in [(Status::Delivered, delivered), (Status::Undelivered, undelivered)] {
                let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
                let origin = BulkOrigin {
                    community: &id,
                    number: &community.number,
                    blast: sent.id.as_str(),
                    staff: sent.scheduled_by.as_ref(),
                    status,
                };
                thread::add_bulk(tx, scope, &origin, &rows, sent.created_ms).await?;
            }
            blast::mark_stored(tx, scope, &sent.id, &stored).await?;
        }
        Ok(())
    }
}
