//! The jobs that assign conversations, email threads and web chats that need a reply, and record when the reply is due.
use async_trait::async_trait;
use platform::{
    Fault, Scope, Tx,
    ids::{CommunityId, UserId},
    jobs::{self, Claimed, Handler},
};

use super::{model::Waiting, rules, store};
use crate::{
    context::Context,
    email::email_thread::{self, EmailKind, EmailThread, ThreadState},
    inbox::reply_target::{self, Channel},
    messaging::{
        escalation,
        thread::{self, Conversation, State, StepKind},
        web_chat::{self, WebChat},
    },
    operations::audit::{self, AuditAction, AuditActor, AuditEvent},
    tenancy::{
        community,
        company::{self, OfficeCalendar},
    },
};

/// Assigns a conversation that needs a reply from staff.
pub struct TriageConversation {
    pub context: Context,
}

/// Assigns an email thread that needs a reply from staff.
pub struct TriageEmail {
    pub context: Context,
}

/// Assigns a web chat that needs a reply from staff.
pub struct TriageWebChat {
    pub context: Context,
}

/// The assignment that a rule decided on.
struct Assignment {
    rule: String,
    user: UserId,
    user_name: String,
}

#[async_trait]
impl Handler for TriageConversation {
    fn purpose(&self) -> &'static str {
        "Assign a conversation, and note when its reply is due"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let payload: thread::TriagePayload =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The community may have been deleted in the meantime.
        if let Some(found) = thread::lock(&mut tx, &scope, &payload.conversation).await?
            && found.state == State::Open
        {
            self.wait(&mut tx, &scope, &found).await?;
            if found.assigned_to.is_none() {
                self.assign(&mut tx, &scope, found).await?;
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl TriageConversation {
    /// Records when the conversation began to wait, and when the reply is due. Test conversations never wait.
    async fn wait(&self, tx: &mut Tx, scope: &Scope, found: &Conversation) -> Result<(), Fault> {
        let (id, since) = (&found.id, self.context.now());
        if found.is_test || !thread::begin_waiting(tx, scope, id, since).await? {
            return Ok(());
        }
        let community = found.community_id.clone();
        let waiting = reply_target::Waiting { channel: Channel::Text, id: id.to_string(), community, since };
        if let Some(due) = reply_target::begin(tx, scope, &self.context, &waiting).await? {
            thread::set_reply_due(tx, scope, id, due).await?;
            thread::publish_change(tx, scope, found, since);
        }
        Ok(())
    }

    async fn assign(&self, tx: &mut Tx, scope: &Scope, found: Conversation) -> Result<(), Fault> {
        let context = &self.context;
        let category = escalation::open_category(tx, scope, found.id.as_str()).await?;
        let Some(assignment) =
            decide(tx, scope, context, Channel::Text, &found.community_id, category).await?
        else {
            return Ok(());
        };
        let id = found.id.clone();
        let assigned = thread::assign_by_rule(found, &assignment.user, &assignment.rule);
        thread::save(tx, scope, &assigned).await?;
        let sentence = assignment.sentence("this conversation");
        thread::add_step_to_newest(tx, scope, &id, StepKind::Routed, &sentence, context.now()).await?;
        thread::publish_change(tx, scope, &assigned, context.now());
        let event =
            AuditEvent { action: AuditAction::ConversationRouted, subject: id.as_str(), summary: sentence };
        audit::write(tx, scope, context, AuditActor::default(), event).await
    }
}

#[async_trait]
impl Handler for TriageEmail {
    fn purpose(&self) -> &'static str {
        "Assign an email thread, and note when its reply is due"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let payload: email_thread::TriagePayload =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The mailbox may have been deleted in the meantime.
        if let Some(found) = email_thread::lock(&mut tx, &scope, &payload.thread).await?
            && found.state == ThreadState::Open
        {
            self.wait(&mut tx, &scope, &found).await?;
            if found.assignee_id.is_none() {
                self.assign(&mut tx, &scope, found).await?;
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl TriageEmail {
    /// Records when the thread began to wait, and when the reply is due. Threads of automatic emails never
    /// wait.
    async fn wait(&self, tx: &mut Tx, scope: &Scope, found: &EmailThread) -> Result<(), Fault> {
        let (id, since) = (&found.id, self.context.now());
        if found.kind != EmailKind::Normal || !email_thread::begin_waiting(tx, scope, id, since).await? {
            return Ok(());
        }
        let community = found.community_id.clone();
        let waiting = reply_target::Waiting { channel: Channel::Email, id: id.to_string(), community, since };
        if let Some(due) = reply_target::begin(tx, scope, &self.context, &waiting).await? {
            email_thread::set_reply_due(tx, scope, id, due).await?;
            email_thread::publish(tx, scope, &found.community_id, id.as_str(), since);
        }
        Ok(())
    }

    async fn assign(&self, tx: &mut Tx, scope: &Scope, mut found: EmailThread) -> Result<(), Fault> {
        let context = &self.context;
        let category = escalation::open_category(tx, scope, found.id.as_str()).await?;
        let Some(assignment) =
            decide(tx, scope, context, Channel::Email, &found.community_id, category).await?
        else {
            return Ok(());
        };
        found.assignee_id = Some(assignment.user.clone());
        found.assigned_by_rule.clone_from(&assignment.rule);
        found.version += 1;
        email_thread::save(tx, scope, &found).await?;
        email_thread::publish(tx, scope, &found.community_id, found.id.as_str(), context.now());
        let summary = assignment.sentence("an email thread");
        let event =
            AuditEvent { action: AuditAction::EmailThreadRouted, subject: found.id.as_str(), summary };
        audit::write(tx, scope, context, AuditActor::default(), event).await
    }
}

#[async_trait]
impl Handler for TriageWebChat {
    fn purpose(&self) -> &'static str {
        "Assign a web chat, and note when its reply is due"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let payload: web_chat::TriagePayload =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        // The community may have been deleted in the meantime.
        if let Some(found) = web_chat::lock(&mut tx, &scope, &payload.chat).await?
            && found.inbox_status.state == State::Open
        {
            self.wait(&mut tx, &scope, &found).await?;
            if found.inbox_status.assignee_id.is_none() {
                self.assign(&mut tx, &scope, &found).await?;
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl TriageWebChat {
    /// Records when the chat began to wait, and when the reply is due. Test chats never wait.
    async fn wait(&self, tx: &mut Tx, scope: &Scope, found: &WebChat) -> Result<(), Fault> {
        let (id, since) = (&found.id, self.context.now());
        if found.is_test || !web_chat::begin_waiting(tx, scope, id, since).await? {
            return Ok(());
        }
        let community = found.community_id.clone();
        let waiting =
            reply_target::Waiting { channel: Channel::WebChat, id: id.to_string(), community, since };
        if let Some(due) = reply_target::begin(tx, scope, &self.context, &waiting).await? {
            web_chat::set_reply_due(tx, scope, id, due).await?;
            web_chat::publish(tx, scope, found, since);
        }
        Ok(())
    }

    async fn assign(&self, tx: &mut Tx, scope: &Scope, found: &WebChat) -> Result<(), Fault> {
        let context = &self.context;
        let category = escalation::open_category(tx, scope, found.id.as_str()).await?;
        let Some(assignment) =
            decide(tx, scope, context, Channel::WebChat, &found.community_id, category).await?
        else {
            return Ok(());
        };
        let before = found.inbox_status.clone();
        let assigned = web_chat::assign_by_rule(before, &assignment.user, &assignment.rule);
        web_chat::save_inbox_status(tx, scope, &found.id, &assigned).await?;
        web_chat::publish(tx, scope, found, context.now());
        let summary = assignment.sentence("a web chat");
        let event = AuditEvent { action: AuditAction::WebChatRouted, subject: found.id.as_str(), summary };
        audit::write(tx, scope, context, AuditActor::default(), event).await
    }
}

impl Assignment {
    fn sentence(&self, what: &str) -> String {
        format!("The routing rule \"{}\" assigned {what} to {}.", self.rule, self.user_name)
    }
}

/// Returns the assignment by the first rule that applies.
async fn decide(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    channel: Channel,
    community: &CommunityId,
    category: String,
) -> Result<Option<Assignment>, Fault> {
    let all = store::list(tx, scope, rules::MAX_RULES).await?;
    if all.is_empty() {
        return Ok(None);
    }
    let Some(community) = community::find(tx, scope, community).await? else { return Ok(None) };
    let hours = company::require(tx, scope).await?.customizations.business_hours;
    let is_office_open = OfficeCalendar::new(&hours, &community.time_zone).is_open(context.now());
    let waiting = Waiting { channel, community: community.id.clone(), category, is_office_open };
    let wanted = rules::wanted_users(&all, &waiting);
    let candidates = store::candidates(tx, scope, &community.id, &wanted).await?;
    Ok(rules::choose(&all, &waiting, &candidates).map(|(rule, user)| Assignment {
        rule: rule.name.clone(),
        user: user.id.clone(),
        user_name: user.name.clone(),
    }))
}
