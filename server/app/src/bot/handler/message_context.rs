//! An inbound text with its conversation, community and resident.
use answering::Language;
use platform::{Fault, Scope, Tx};

use crate::{
    bot::{policy::is_emergency, rules, templates::Recipient},
    messaging::{
        photo::{self, MessagePhoto},
        thread::{self, Conversation, Message, MessageId, NewStep, Resident, StepKind},
    },
    residents::consent,
    tenancy::community::{self, Community},
};

/// A text that is being handled, with everything that was loaded for it.
pub struct MessageContext {
    pub message: Message,
    /// The photos of the text.
    pub photos: Vec<MessagePhoto>,
    pub conversation: Conversation,
    pub community: Community,
    /// The community's display name.
    pub label: String,
    pub resident: Option<Resident>,
    /// Whether the text reports an emergency.
    pub is_urgent: bool,
    /// Whether the resident opted out of texts: replies are stored, but not sent.
    pub is_opted_out: bool,
}

impl MessageContext {
    /// Loads the text and its context. Returns `None` if the community was deleted in the meantime.
    pub async fn find(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<Self>, Fault> {
        let Some(message) = thread::find_message(tx, scope, id).await? else { return Ok(None) };
        // Locks the conversation: staff who claim it now wait for the bot. If staff claimed it first, the bot
        // does not reply.
        let conversation = thread::lock(tx, scope, &message.conversation_id).await?;
        let Some(conversation) = conversation else { return Ok(None) };
        let community = community::find(tx, scope, &conversation.community_id).await?;
        let Some(community) = community else { return Ok(None) };
        let resident = thread::find_resident(tx, scope, &community.id, &conversation.phone).await?;
        let photos = photo::of_messages(tx, scope, &[id.as_str()]).await?;
        let (is_urgent, label) = (is_emergency(&message.body), community.label());
        let is_opted_out = consent::is_opted_out(tx, scope, &conversation.phone).await?;
        Ok(Some(Self { message, photos, conversation, community, label, resident, is_urgent, is_opted_out }))
    }

    /// Also checks the English translation, if there is one, for an emergency.
    pub fn with_translation(self, english: Option<&str>) -> Self {
        Self { is_urgent: self.is_urgent || english.is_some_and(is_emergency), ..self }
    }

    /// Returns whether the text consists of photos, or other files, without words.
    pub fn is_photo_only(&self) -> bool {
        !self.photos.is_empty() && photo::is_placeholder(&self.message.body)
    }

    /// Returns the number of photos that are stored or still being downloaded.
    pub fn photo_count(&self) -> usize {
        self.photos.iter().filter(|one| one.state != photo::State::Failed).count()
    }

    /// Returns whether a staff member took over the conversation.
    pub fn is_assigned(&self) -> bool {
        self.conversation.is_taken_over()
    }

    /// Returns the recipient that reply templates address.
    pub fn recipient(&self, language: Language) -> Recipient<'_> {
        let name = self.resident.as_ref().and_then(Resident::first_name);
        Recipient { name, community: &self.label, language }
    }

    /// Returns the initial steps of a text that the bot handles.
    pub fn steps(&self) -> Vec<NewStep> {
        let mut steps = vec![
            NewStep::new(
                StepKind::CommunityFound,
                format!("{} is the number of {}.", self.conversation.number, self.label),
            ),
            match self.is_assigned() {
                true => NewStep::new(StepKind::LeftToStaff, rules::ASSIGNED_BUT_EMERGENCY),
                false => {
                    NewStep::new(StepKind::ConversationState, rules::handler_step(self.conversation.state))
                }
            },
        ];
        if self.community.is_training {
            steps.push(NewStep::new(
                StepKind::TrainingMode,
                "Training mode is on: the bot drafts, and your team sends.",
            ));
        }
        steps
    }
}
