//! Sends the text of a blast to the phone of the user who writes it.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, phone::Phone};

use super::{audience_of, draft_picture, filter_of, require, require_locked};
use crate::{
    context::Context,
    identity::session,
    messaging::{
        carrier, photo,
        thread::{self, Author, NewMessage},
    },
    operations::{
        audit::{self, AuditAction, AuditEvent},
        rate_limit::{self, Limit},
    },
    outreach::{
        audience::{self, Exclusion},
        blast::{
            model::BlastId,
            rules, store,
            template::{self, MergeValues},
        },
    },
};

/// Limit of tests per user.
const TESTS: Limit = Limit {
    name: "blast tests by user",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyTests,
    words: "You sent 20 tests in an hour. Wait a while, then try again.",
};

/// A test that was sent.
pub struct SentTest {
    pub phone: Phone,
    pub text: String,
}

/// Sends the text of the first recipient to the actor's own phone.
///
/// # Errors
/// `BLAST_INCOMPLETE`, `NO_PHONE`, `NO_NUMBER`, `PICTURE_REFUSED`; `RESOURCE_EXHAUSTED` after 20 tests in an hour.
pub async fn send_test(context: &Context, actor: &Actor, id: &BlastId) -> Result<SentTest, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    rate_limit::take(context, &TESTS, actor.id.as_str(), None).await?;
    let mut tx = context.db.read(&scope).await?;
    let picture = require(&mut tx, &scope, id).await?.picture;
    drop(tx);
    let copy = match &picture {
        Some(picture) => Some(draft_picture::copy(context, &scope, picture).await?),
        None => None,
    };
    let mut tx = context.db.write(&scope).await?;
    let blast = require_locked(&mut tx, actor, id).await?;
    rules::require_body(&blast)?;
    let filter = filter_of(&mut tx, &scope, &blast).await?;
    let communities = audience::texted_communities(&mut tx, &scope, &filter.communities).await?;
    let sender = communities.iter().find_map(|community| community.number.as_ref().zip(Some(community)));
    let (number, community) = sender.ok_or_else(no_number)?;
    let staff = session::staff_by_id(&mut tx, &scope, actor.id.as_str()).await?;
    let phone = staff.map(|staff| staff.phone).filter(|phone| !phone.is_empty()).ok_or_else(no_phone)?;
    let phone = Phone::parse("phone", &phone).map_err(|_| no_phone())?;
    if copy.is_some() && !community.is_on_test_phone() {
        rules::require_fetchable(&context.settings.public_url)?;
    }
    let members =
        audience::list_members(&mut tx, &scope, &audience_of(&blast, &filter), Exclusion::None, 0, 1).await?;
    let labels: Vec<String> = communities.iter().map(|community| community.tag.replace('_', " ")).collect();
    let label = community.tag.replace('_', " ");
    let company = store::company_label(&mut tx, &scope).await?;
    let (body, _) = template::with_sender(&blast.body, &company, &labels);
    let first = members.first();
    let text = template::render(
        &body,
        &MergeValues {
            name: first.map_or("", |member| &member.name),
            unit: first.map_or("", |member| &member.unit),
            building: first.map_or("", |member| &member.building),
            community: &label,
        },
    );
    let conversation =
        thread::open(&mut tx, &scope, &community.id, &phone, number, &context.ids, now).await?;
    let message = NewMessage { author: Author::Staff, staff: Some(&actor.id), body: &text, decision: None };
    let sent = carrier::enqueue_message(&mut tx, &scope, context, &conversation, &message, now).await?;
    if let Some(copy) = copy {
        photo::insert(&mut tx, &scope, context, &sent, vec![copy.into()]).await?;
    }
    let summary = format!("Sent a test of the blast \"{}\" to their own phone", blast.title);
    let event = AuditEvent { action: AuditAction::BlastTested, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(SentTest { phone, text })
}

fn no_phone() -> Fault {
    Fault::precondition(ErrorReason::NoPhone, "Add your phone number to your profile first.")
}

fn no_number() -> Fault {
    Fault::precondition(ErrorReason::NoNumber, "None of these communities has a number to send texts from.")
}
