//! What the bot would do with texts, by the code that decides on residents': nobody is texted and
//! nothing is stored.
use std::sync::Arc;

use answering::{Courtesy, Language, Match, Thresholds};
use platform::{Aside, Fault, Scope, ids::CommunityId};

use super::{
    brain::{Brain, Found},
    emergency,
    rules::{self, Outcome},
    words,
};
use crate::{
    community::{self, Community},
    context::Context,
    knowledge,
};

/// Asks the bot. Cheap to clone.
#[derive(Clone)]
pub struct Rehearsal {
    context: Context,
    brain: Brain,
    /// It keeps a core busy, so one at a time: residents are answered meanwhile.
    aside: Aside,
}

/// What the bot would do with texts, in their order.
pub struct Asked<T> {
    pub tried: Vec<T>,
    /// Meanings were compared, not words alone.
    pub by_meaning: bool,
}

/// How a text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The bot answers.
    Answered,
    /// Staff get it.
    ToStaff,
    /// It asks for nothing, and is greeted or thanked back at most.
    Courtesy,
}

/// What the bot would do with a text. Training does not count.
pub struct Tried {
    pub end: End,
    /// The answer that it would reply with, where it answers.
    pub reply: Option<knowledge::Answer>,
    /// What the resident would read.
    pub says: String,
    /// What came nearest, best first.
    pub matches: Vec<Match>,
    /// Of the best.
    pub confidence: f64,
    /// In plain words.
    pub why: String,
}

impl Rehearsal {
    /// With nobody at it.
    #[must_use]
    pub fn new(context: Context, brain: Brain) -> Self {
        Self { context, brain, aside: Aside::new() }
    }

    /// Asks a community of the scope, as cautiously as it wants it.
    ///
    /// # Errors
    /// `NOT_FOUND` for a community that the scope does not see, and those of storage.
    pub async fn ask(
        &self,
        scope: &Scope,
        community: &CommunityId,
        texts: Vec<String>,
    ) -> Result<Asked<Tried>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let community = community::require(&mut tx, scope, community).await?;
        drop(tx);
        let Asked { tried, by_meaning } =
            self.ask_as(scope, &community, texts, &[community.persona.thresholds()]).await?;
        Ok(Asked { tried: tried.into_iter().flatten().collect(), by_meaning })
    }

    /// The same with one caution after another: of each text as many outcomes as there are cautions.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn ask_as(
        &self,
        scope: &Scope,
        community: &Community,
        texts: Vec<String>,
        cautions: &[Thresholds],
    ) -> Result<Asked<Vec<Tried>>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let mind = self.brain.mind(&mut tx, scope, community).await?;
        drop(tx);
        let place = self.aside.place().await?;
        let by_meaning = mind.has_meanings();
        let mut read = Vec::with_capacity(texts.len());
        for text in texts {
            let meaning = if by_meaning { self.brain.sense.read(&mind.put_right(&text)).await } else { None };
            read.push((text, meaning));
        }
        let (label, cautions) = (community.label(), cautions.to_vec());
        let today = knowledge::today(&community.time_zone, self.context.now());
        let tried = place.run(move || {
            let each = |(text, meaning): (String, Option<Arc<[f32]>>)| {
                let found = |caution: &Thresholds| {
                    Found::new(mind.clone(), *caution, &text, meaning.as_deref()).on(&today)
                };
                cautions.iter().map(|caution| try_out(&text, &label, &found(caution))).collect()
            };
            read.into_iter().map(each).collect()
        });
        Ok(Asked { tried: tried.await?, by_meaning })
    }
}

/// As a turn goes, without anybody to hear of it.
fn try_out(text: &str, label: &str, found: &Found) -> Tried {
    let to = |language| words::To { name: None, community: label, language };
    let aside = |end, says, why: &str| Tried {
        end,
        reply: None,
        says,
        matches: vec![],
        confidence: 0.0,
        why: why.to_owned(),
    };
    match answering::courtesy(text).filter(|_| !emergency::heard(text)) {
        Some((Courtesy::Person, language)) => {
            let why = "They ask for a person, so staff are asked at once.";
            return aside(End::ToStaff, words::person(&to(language)), why);
        }
        Some((courtesy, language)) => {
            let says = words::courtesy(&to(language), courtesy).unwrap_or_default();
            return aside(End::Courtesy, says, "It asks for nothing that the community knows.");
        }
        None => {}
    }
    let (end, why) = match rules::decide(&found.matches, &found.caution, false) {
        Outcome::Reply(why) => (End::Answered, why),
        Outcome::Escalate(why) => (End::ToStaff, why),
    };
    let reply = found.best().filter(|_| end == End::Answered).cloned();
    let says = match &reply {
        Some(answer) => answer.answer.clone(),
        None if emergency::heard(text) => words::alarmed(&to(answering::language(text))),
        None => words::hand_over(&to(Language::English), false),
    };
    let confidence = found.matches.first().map_or(0.0, |best| f64::from(best.confidence));
    Tried { end, reply, says, matches: found.matches.clone(), confidence, why }
}
