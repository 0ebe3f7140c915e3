//! A reply that a writing model words before the transaction which decides whether it goes out.
use answering::Language;

use super::{
    emergency, parts,
    way::{Decided, Way},
};
use crate::{
    community::Community,
    knowledge, texting,
    voice::{Asked, Manner, Material, Said, Voice, Writing},
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
    let given = given(decided);
    // In danger nobody waits for words.
    if voice.state() == Writing::None || emergency::heard(&decided.text) || given.is_empty() {
        return None;
    }
    let manner = Manner::of(community);
    let said = voice.say(&manner, &asked(decided, &given)).await;
    Some(Draft { manner, given, said })
}

/// What a writing model is asked to say. In another language it puts the answers into that, and never sees what the
/// resident wrote.
pub fn asked<'a>(decided: &'a Decided, given: &'a [Material]) -> Asked<'a> {
    match decided.foreign() {
        None => Asked { text: &decided.text, answers: given, language: Language::English },
        Some(language) => {
            let text = given.first().map(|first| first.question.as_str()).unwrap_or_default();
            Asked { text, answers: given, language }
        }
    }
}

impl Draft {
    /// What goes out now that it is decided, and why; nothing where the answers go out word for word.
    pub fn now(&self, community: &Community, decided: &Decided) -> (Option<&str>, (&'static str, String)) {
        if self.manner != Manner::of(community) || self.given != given(decided) {
            return (None, ("worded", CHANGED.to_owned()));
        }
        (self.said.written.then_some(&self.said.text), ("worded", self.said.why.clone()))
    }
}

/// What the model is given to word; nothing where it words nothing. What tells of an account goes out word for word:
/// the model sees nothing of it.
pub fn given(decided: &Decided) -> Vec<Material> {
    let tells = |answer: &&knowledge::Answer| texting::tells(&answer.answer);
    if decided.whole.best().is_some_and(|best| tells(&best)) && matches!(decided.way, Way::Reply(_)) {
        return vec![];
    }
    match (&decided.way, decided.foreign()) {
        (Way::Reply(_), None) if decided.language == Language::English => {
            decided.whole.best_few(MOST_GIVEN).filter(|answer| !tells(answer)).map(Material::of).collect()
        }
        (Way::Reply(_), Some(_)) => decided.whole.best().map(Material::of).into_iter().collect(),
        (Way::Apart(parts), Some(_)) => parts::sort(parts).answers.into_iter().map(Material::of).collect(),
        _ => vec![],
    }
}
