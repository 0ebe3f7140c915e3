//! A reply that a writing model words before the transaction which decides whether it goes out.
use super::{
    brain::Found,
    emergency,
    way::{Decided, Way},
};
use crate::{
    community::Community,
    voice::{Asked, Manner, Material, Said, Voice, Words, Writing},
};

/// So many of the best answers are given to the model.
const MOST_GIVEN: usize = 3;

/// What a draft that does not go out is said to be.
const CHANGED: &str = "What this community knows, or how its bot speaks, changed meanwhile, so the answer went \
                       out word for word.";

/// What was worded, and of what.
pub struct Draft {
    manner: Manner,
    given: Vec<Material>,
    said: Said,
}

/// Has the reply to a text worded that was decided on; nothing where there is no model, or no reply
/// to word.
pub async fn draft(voice: &Voice, community: &Community, decided: &Decided) -> Option<Draft> {
    // In danger nobody waits for words.
    let is_plain = voice.state() == Writing::None || emergency::heard(&decided.text);
    let Way::Reply(_) = decided.way else { return None };
    if is_plain {
        return None;
    }
    let (manner, given) = (Manner::of(community), given(&decided.whole));
    let asked = Asked { text: &decided.text, answers: &given, language: None };
    let said = voice.say(&manner, &asked).await;
    Some(Draft { manner, given, said })
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
pub fn given(found: &Found) -> Vec<Material> {
    found.best_few(MOST_GIVEN).map(Material::of).collect()
}
