//! A text and everything around it.
use answering::Language;
use platform::{Fault, Scope, Tx};

use crate::{
    bot::{emergency, rules, words::To},
    community::{self, Community},
    consent,
    conversation::{self, Conversation, Message, MessageId, Resident},
};

/// A text and everything around it.
pub struct Case {
    pub message: Message,
    pub conversation: Conversation,
    pub community: Community,
    /// What the community is called.
    pub label: String,
    pub resident: Option<Resident>,
    /// It tells of an emergency.
    pub urgent: bool,
    /// They opted out of texts: what the bot says is kept, and not sent.
    pub is_out: bool,
}

impl Case {
    /// The text and what is around it; nothing when its community was deleted meanwhile.
    pub async fn find(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<Option<Self>, Fault> {
        let Some(message) = conversation::find_message(tx, scope, id).await? else { return Ok(None) };
        // Whoever takes it over now waits until the bot is done, or the bot keeps silent.
        let conversation = conversation::hold(tx, scope, &message.conversation_id).await?;
        let Some(conversation) = conversation else { return Ok(None) };
        let community = community::still(tx, scope, &conversation.community_id).await?;
        let Some(community) = community else { return Ok(None) };
        let resident = conversation::resident(tx, scope, &community.id, &conversation.phone).await?;
        let (urgent, label) = (emergency::heard(&message.body), community.label());
        let is_out = consent::is_out(tx, scope, &conversation.phone).await?;
        Ok(Some(Self { message, conversation, community, label, resident, urgent, is_out }))
    }

    /// The same with the text in English, where it is known: that may tell of danger where the words do not.
    pub fn in_english(self, english: Option<&str>) -> Self {
        Self { urgent: self.urgent || english.is_some_and(emergency::heard), ..self }
    }

    /// Somebody of the staff has the conversation.
    pub fn is_held(&self) -> bool {
        self.conversation.assigned_to.is_some()
    }

    /// Whom the bot talks to.
    pub fn to(&self, language: Language) -> To<'_> {
        let name = self.resident.as_ref().and_then(Resident::first_name);
        To { name, community: &self.label, language }
    }

    /// What is noted first on every text that the bot works on.
    pub fn steps(&self) -> Vec<(&'static str, String)> {
        let mut steps = vec![
            ("community", format!("{} is the number of {}.", self.conversation.number, self.label)),
            match self.conversation.assigned_to {
                Some(_) => ("held", rules::HELD_BUT_URGENT.to_owned()),
                None => ("conversation", rules::who_is_at_it(self.conversation.state).to_owned()),
            },
        ];
        if self.community.is_training {
            steps.push(("training", "Training is on: the bot drafts and staff send.".to_owned()));
        }
        steps
    }
}
