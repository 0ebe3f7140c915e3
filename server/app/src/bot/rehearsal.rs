//! What the bot would do with texts, by the code that decides on residents': nobody is texted and
//! nothing is stored.
use answering::{Courtesy, Language, Match, Thresholds};
use platform::{Aside, Fault, Scope, ids::CommunityId};
use serde::{Deserialize, Serialize};

use super::{
    brain::Brain,
    draft, emergency,
    known::{Known, Meant},
    parts, rules,
    way::{Around, Decided, Text, Way},
    words,
};
use crate::{
    community::{self, Community},
    context::Context,
    knowledge, texting,
    voice::{Manner, Material, Voice, Words, Writing, texts},
};

/// Of many texts so many are put into English: each may take its seconds.
const MOST_TRANSLATED: usize = 10;

/// Asks the bot. Cheap to clone.
#[derive(Clone)]
pub struct Rehearsal {
    context: Context,
    brain: Brain,
    voice: Voice,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The bot answers all of it.
    Answered,
    /// The bot answers a part of it, and staff get the rest.
    InPart,
    /// Staff get it.
    ToStaff,
    /// The resident is asked which question they mean.
    AskedBack,
    /// It asks for nothing, and is greeted or thanked back at most.
    Courtesy,
}

/// What the bot would do with a text. Training does not count.
pub struct Tried {
    pub end: End,
    /// The answers that it would reply with, where it answers.
    pub replies: Vec<knowledge::Answer>,
    /// What the resident would read, before the community's own words are in it.
    pub says: String,
    /// It is what to do in danger, which nobody's words change.
    pub is_alarm: bool,
    /// What a writing model would be given to word it from; nothing where it words nothing.
    pub given: Vec<Material>,
    /// What it would be told is asked.
    pub asked: String,
    /// The language that it would word it in.
    pub language: Language,
    /// What came nearest, best first.
    pub matches: Vec<Match>,
    /// Of the best.
    pub confidence: f64,
    /// In plain words.
    pub why: String,
}

impl Tried {
    /// The texts that a resident would read who heard from the bot before.
    pub fn heard(&self, manner: &Manner) -> String {
        let words = if self.is_alarm { Words::Alarm(&self.says) } else { Words::Plain(&self.says) };
        texts(manner, words, false).join("\n")
    }
}

impl Rehearsal {
    /// With nobody at it.
    #[must_use]
    pub fn new(context: Context, brain: Brain, voice: Voice) -> Self {
        Self { context, brain, voice, aside: Aside::new() }
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

    /// The same with one text, of a community that was read.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn ask_one(&self, scope: &Scope, community: &Community, text: &str) -> Result<Tried, Fault> {
        let caution = community.persona.thresholds();
        let asked = self.ask_as(scope, community, vec![text.to_owned()], &[caution]).await?;
        let tried = asked.tried.into_iter().flatten().next();
        tried.ok_or_else(|| Fault::internal("a text was not tried"))
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
        let mind = self.brain.settled(scope, &community.id, mind).await;
        let place = self.aside.place().await?;
        let by_meaning = mind.has_meanings();
        let today = knowledge::today(&community.time_zone, self.context.now());
        let mut read: Vec<Read> = Vec::with_capacity(texts.len());
        let (mut asked_for, caution) = (0, cautions.first().copied().unwrap_or_default());
        for text in texts {
            let meant = Meant::read(&self.brain.sense, &mind, &text).await;
            let mut one = Read { text, meant, english: None };
            if asked_for < MOST_TRANSLATED {
                let known = Known { mind: mind.clone(), caution, meant: &one.meant, today: &today };
                one.english = self.english(&known, &one.text).await;
            }
            if let Some(Ok(english)) = &one.english {
                one.meant.read_on(&self.brain.sense, &mind, english).await;
            }
            asked_for += usize::from(one.english.is_some());
            read.push(one);
        }
        let (label, cautions) = (community.label(), cautions.to_vec());
        let tried = place.run(move || {
            let each = |one: Read| {
                let known = |caution: &Thresholds| Known {
                    mind: mind.clone(),
                    caution: *caution,
                    meant: &one.meant,
                    today: &today,
                };
                cautions.iter().map(|caution| try_out(&one, &label, &known(caution))).collect()
            };
            read.into_iter().map(each).collect()
        });
        Ok(Asked { tried: tried.await?, by_meaning })
    }

    /// A text in English, or why not, where it is in another language and there is a writing model.
    async fn english(&self, known: &Known<'_>, text: &str) -> Option<Result<String, String>> {
        if self.voice.state() == Writing::None {
            return None;
        }
        let language = known.foreign(text, &Around::alone(text))?;
        Some(self.voice.english(text, language).await)
    }
}

/// A text, and what it means.
struct Read {
    text: String,
    meant: Meant,
    /// In English, or why it is not; nothing where nobody tried.
    english: Option<Result<String, String>>,
}

/// What is told of an answer that tells of an account.
const PROVES_FIRST: &str =
    "It tells of an account, so a resident proves first who they are, as the persona asks.";

/// As a turn goes, without anybody to hear of it.
fn try_out(read: &Read, label: &str, known: &Known<'_>) -> Tried {
    let text = read.text.as_str();
    let (to, urgent) =
        (|language| words::To { name: None, community: label, language }, emergency::heard(text));
    let aside = |end, says, why: &str| Tried {
        end,
        replies: vec![],
        says,
        is_alarm: false,
        given: vec![],
        asked: String::new(),
        language: Language::English,
        matches: vec![],
        confidence: 0.0,
        why: why.to_owned(),
    };
    match answering::courtesy(text).filter(|_| !urgent) {
        Some((Courtesy::Person, language)) => {
            let why = "They ask for a person, so staff are asked at once.";
            aside(End::ToStaff, words::person(&to(language)), why)
        }
        Some((courtesy, language)) => {
            let says = words::courtesy(&to(language), courtesy).unwrap_or_default();
            aside(End::Courtesy, says, "It asks for nothing that the community knows.")
        }
        None => {
            let english = read.english.as_ref().and_then(|english| english.as_deref().ok());
            let urgent = urgent || english.is_some_and(emergency::heard);
            let around = Around { urgent, ..Around::alone(text) };
            let tried = told(&known.decide(&Text { body: text, english }, &around), urgent, &to);
            let understood = match &read.english {
                Some(Ok(english)) => rules::understood(english),
                Some(Err(why)) => rules::not_understood(why),
                None => return tried,
            };
            Tried { why: format!("{understood} {}", tried.why), ..tried }
        }
    }
}

/// What was decided, as far as it can be told.
fn told<'t>(decided: &Decided, urgent: bool, to: &dyn Fn(Language) -> words::To<'t>) -> Tried {
    let (whole, given) = (&decided.whole, draft::given(decided));
    let tried = |end, says, why: &str| Tried {
        end,
        replies: decided.replies().into_iter().map(|(answer, _)| answer.clone()).collect(),
        says,
        is_alarm: false,
        asked: draft::asked(decided, &given).text.to_owned(),
        given: given.clone(),
        language: decided.foreign().unwrap_or_default(),
        matches: whole.matches.clone(),
        confidence: whole.confidence().into(),
        why: match decided.foreign() {
            None => why.to_owned(),
            Some(language) => format!("{why} {}", rules::worded_in(language)),
        },
    };
    match &decided.way {
        Way::Reply(why) => {
            let best = whole.best().map(|best| best.answer.as_str()).unwrap_or_default();
            let why = match texting::tells(best) {
                true => format!("{why} {PROVES_FIRST}"),
                false => why.clone(),
            };
            tried(End::Answered, decided.as_written(best), &why)
        }
        Way::Apart(parts) => {
            let sorted = parts::sort(parts);
            let says =
                sorted.says(&decided.as_written(&sorted.answered()), &words::rest(&to(decided.language)));
            let end = if sorted.left.is_empty() { End::Answered } else { End::InPart };
            let why = format!("{} {}", sorted.why, sorted.steps.join(" "));
            let seen = sorted.first.map_or(whole, |first| &first.found);
            let (matches, confidence) = (seen.matches.clone(), seen.confidence().into());
            Tried { matches, confidence, ..tried(end, says, &why) }
        }
        Way::AskBack(choices, why) => {
            let questions: Vec<&str> = choices.iter().map(|choice| choice.question.as_str()).collect();
            tried(End::AskedBack, words::which(&questions), why)
        }
        Way::Escalate(why) if urgent => {
            Tried { is_alarm: true, ..tried(End::ToStaff, decided.alarm(&to(decided.language)), why) }
        }
        Way::Escalate(why) => tried(End::ToStaff, words::hand_over(&to(decided.language), false), why),
    }
}
