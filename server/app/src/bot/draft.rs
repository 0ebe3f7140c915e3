//! A reply that a writing model words before the transaction which decides whether it goes out.
use platform::{Fault, Scope, Tx};

use super::{
    brain::{Brain, Found},
    emergency,
    rules::{self, Outcome},
};
use crate::{
    community::{self, Community},
    context::Context,
    conversation::{self, MessageId},
    voice::{Asked, Manner, Material, Said, Voice, Words, Writing},
};

/// So many of the best answers are given to the model.
const MOST_GIVEN: usize = 3;

/// What a draft that does not go out is said to be.
const CHANGED: &str = "What this community knows, or how its bot speaks, changed meanwhile, so the answer went \
                       out word for word.";

/// What the bot would do with a text that is only a question, in training or not.
pub struct Expected {
    /// It would reply with the first of these.
    pub is_reply: bool,
    /// Why, in plain words.
    pub why: String,
    /// The best answers, best first.
    pub given: Vec<Material>,
    /// How sure it is of the first.
    pub confidence: f64,
}

/// What it would do, were the community not in training.
///
/// # Errors
/// Those of storage.
pub async fn expected(
    tx: &mut Tx,
    brain: &Brain,
    scope: &Scope,
    community: &Community,
    text: &str,
    meaning: Option<&[f32]>,
) -> Result<Expected, Fault> {
    let found = brain.ask(tx, scope, community, text, meaning).await?;
    let confidence = found.matches.first().map_or(0.0, |best| f64::from(best.confidence));
    let (is_reply, why) = match rules::decide(&found.matches, &found.caution, false) {
        Outcome::Reply(why) => (true, why),
        Outcome::Escalate(why) => (false, why),
    };
    Ok(Expected { is_reply, why, given: given(&found), confidence })
}

/// What was worded, and of what.
pub struct Draft {
    manner: Manner,
    given: Vec<Material>,
    said: Said,
}

/// Has a text's reply worded; nothing where there is no model, or no reply to be expected.
pub async fn draft(
    context: &Context,
    (brain, voice): (&Brain, &Voice),
    scope: &Scope,
    id: &MessageId,
    meaning: Option<&[f32]>,
) -> Result<Option<Draft>, Fault> {
    if voice.state() == Writing::None {
        return Ok(None);
    }
    let mut tx = context.db.read(scope).await?;
    let Some(message) = conversation::find_message(&mut tx, scope, id).await? else { return Ok(None) };
    let Some(conversation) = conversation::find(&mut tx, scope, &message.conversation_id).await? else {
        return Ok(None);
    };
    let Some(community) = community::still(&mut tx, scope, &conversation.community_id).await? else {
        return Ok(None);
    };
    let body = &message.body;
    let is_question = !emergency::heard(body) && answering::courtesy(body).is_none();
    if community.is_training || conversation.assigned_to.is_some() || !is_question {
        return Ok(None);
    }
    let Expected { is_reply, given, .. } = expected(&mut tx, brain, scope, &community, body, meaning).await?;
    drop(tx);
    if !is_reply {
        return Ok(None);
    }
    let manner = Manner::of(&community);
    let asked = Asked { text: body, answers: &given, language: None };
    let said = voice.say(&manner, &asked).await;
    Ok(Some(Draft { manner, given, said }))
}

impl Draft {
    /// What goes out now that it is decided, and why; nothing where the answer goes out word for
    /// word.
    pub fn now(&self, community: &Community, found: &Found) -> (Option<Words<'_>>, (&'static str, String)) {
        if self.manner != Manner::of(community) || self.given != given(found) {
            return (None, ("worded", CHANGED.to_owned()));
        }
        let words = self.said.written.then_some(Words::Ready(&self.said.text));
        (words, ("worded", self.said.why.clone()))
    }
}

/// What the model is given of what was found.
fn given(found: &Found) -> Vec<Material> {
    found.best_few(MOST_GIVEN).map(Material::of).collect()
}
