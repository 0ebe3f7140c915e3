//! Simulates what the bot would do with texts, with the code that decides on residents' texts. Sends no texts
//! and stores nothing.
use answering::{ConfidenceThresholds, Language, Match, SmallTalk};
use platform::{CpuPool, Fault, Scope, ids::CommunityId, sms};
use serde::{Deserialize, Serialize};

use super::{
    draft,
    index::{IndexCache, IndexQuery, TextEmbeddings},
    policy::{BotAction, BotDecision, DecisionContext, InboundText, ReplyPlan, is_emergency},
    rules,
    templates::{self, Recipient},
};
use crate::{
    bot::response::{ReplyBody, ReplyRenderer, ReplyStyle, SourceAnswer, WriterState, texts},
    context::Context,
    knowledge::answer,
    tenancy::community::{self, Community},
};

/// Maximum number of texts of a batch that are translated; each may take seconds.
const MAX_TRANSLATED: usize = 10;

/// Simulates the bot. Cheap to clone.
#[derive(Clone)]
pub struct Simulator {
    context: Context,
    index_cache: IndexCache,
    renderer: ReplyRenderer,
    /// Runs one batch at a time, because each keeps a core busy while residents wait.
    cpu_pool: CpuPool,
}

/// Results of simulated texts, in the order of the texts.
pub struct SimulationBatch<T> {
    pub results: Vec<T>,
    /// Whether meaning was compared, and not only words.
    pub by_meaning: bool,
}

/// The outcome of a simulated text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SimulatedOutcome {
    /// The bot answers everything.
    Answered,
    /// The bot answers a part, and the rest is left to staff.
    PartlyAnswered,
    /// The text is left to staff.
    Escalated,
    /// The resident is asked which question they mean.
    Disambiguated,
    /// The text contains no question; it gets a greeting or a thank-you at most.
    SmallTalk,
}

/// The simulated result of a text. Training mode is ignored.
pub struct SimulatedReply {
    pub outcome: SimulatedOutcome,
    /// The answers that would be sent.
    pub answers: Vec<answer::Answer>,
    /// The reply to the resident, before word replacements.
    pub reply: String,
    /// Whether the reply is an emergency alert, which is never changed.
    pub is_alert: bool,
    /// The answers that the writing model would receive; empty if it writes nothing.
    pub sources: Vec<SourceAnswer>,
    /// The question that the writing model would receive.
    pub question: String,
    /// The language of the reply.
    pub language: Language,
    /// The closest matches, best first.
    pub matches: Vec<Match>,
    /// Confidence of the best match, 0 to 1.
    pub confidence: f64,
    /// Explanation for staff.
    pub why: String,
}

impl SimulatedReply {
    /// Returns the texts that a resident would receive, without the waiver of a first text.
    pub fn rendered_texts(&self, style: &ReplyStyle) -> String {
        let body = if self.is_alert { ReplyBody::Alert(&self.reply) } else { ReplyBody::Plain(&self.reply) };
        texts(style, body, false).join("\n")
    }
}

impl Simulator {
    #[must_use]
    pub fn new(context: Context, index_cache: IndexCache, renderer: ReplyRenderer) -> Self {
        Self { context, index_cache, renderer, cpu_pool: CpuPool::new() }
    }

    /// Simulates texts to a community, with its confidence thresholds.
    ///
    /// # Errors
    /// `NOT_FOUND` if the scope does not include the community.
    pub async fn simulate(
        &self,
        scope: &Scope,
        community: &CommunityId,
        texts: Vec<String>,
    ) -> Result<SimulationBatch<SimulatedReply>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let community = community::require(&mut tx, scope, community).await?;
        drop(tx);
        let SimulationBatch { results, by_meaning } =
            self.simulate_with(scope, &community, texts, &[community.persona.thresholds()]).await?;
        Ok(SimulationBatch { results: results.into_iter().flatten().collect(), by_meaning })
    }

    /// Simulates one text to a loaded community.
    pub async fn simulate_one(
        &self,
        scope: &Scope,
        community: &Community,
        text: &str,
    ) -> Result<SimulatedReply, Fault> {
        let thresholds = community.persona.thresholds();
        let batch = self.simulate_with(scope, community, vec![text.to_owned()], &[thresholds]).await?;
        let result = batch.results.into_iter().flatten().next();
        result.ok_or_else(|| Fault::internal("a text was not simulated"))
    }

    /// Simulates texts with each of several confidence thresholds. Returns one result per text and threshold.
    pub async fn simulate_with(
        &self,
        scope: &Scope,
        community: &Community,
        texts: Vec<String>,
        threshold_sets: &[ConfidenceThresholds],
    ) -> Result<SimulationBatch<Vec<SimulatedReply>>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let source = self.index_cache.find(&mut tx, scope, community).await?;
        drop(tx);
        let current = self.index_cache.load(source).await?;
        let index = self.index_cache.with_embeddings(scope, &community.id, current).await.index;
        let slot = self.cpu_pool.slot().await?;
        let by_meaning = index.has_embeddings();
        let today = self.context.now().date_in(&community.time_zone).to_string();
        let encoder = &self.index_cache.encoder;
        let mut prepared: Vec<PreparedText> = Vec::with_capacity(texts.len());
        let (mut translated, thresholds) = (0, threshold_sets.first().copied().unwrap_or_default());
        for text in texts {
            let embeddings = TextEmbeddings::embed(encoder, &index, &text).await;
            let mut one = PreparedText { text, embeddings, english: None };
            if translated < MAX_TRANSLATED {
                let query = IndexQuery {
                    index: index.clone(),
                    thresholds,
                    embeddings: &one.embeddings,
                    today: &today,
                };
                one.english = self.translate(&query, &one.text).await;
            }
            if let Some(Ok(english)) = &one.english {
                one.embeddings.add(encoder, &index, english).await;
            }
            translated += usize::from(one.english.is_some());
            prepared.push(one);
        }
        let (label, threshold_sets) = (community.label(), threshold_sets.to_vec());
        let results = slot.run(move || {
            let each = |one: PreparedText| {
                let query = |thresholds: &ConfidenceThresholds| IndexQuery {
                    index: index.clone(),
                    thresholds: *thresholds,
                    embeddings: &one.embeddings,
                    today: &today,
                };
                threshold_sets.iter().map(|thresholds| simulate(&one, &label, &query(thresholds))).collect()
            };
            prepared.into_iter().map(each).collect()
        });
        Ok(SimulationBatch { results: results.await?, by_meaning })
    }

    /// Translates a text into English, or returns why it failed. Returns `None` for English, or without a
    /// writing model.
    async fn translate(&self, query: &IndexQuery<'_>, text: &str) -> Option<Result<String, String>> {
        if self.renderer.state() == WriterState::None {
            return None;
        }
        let language = query.translation_language(text, &DecisionContext::of_text(text))?;
        Some(self.renderer.translate(text, language).await)
    }
}

/// A text, its embeddings and its translation.
struct PreparedText {
    text: String,
    embeddings: TextEmbeddings,
    /// The English translation, or why it failed; `None` if no translation was attempted.
    english: Option<Result<String, String>>,
}

/// The explanation for an answer with account data.
const VERIFIES_FIRST: &str =
    "The answer has account details, so the resident must verify their identity first.";

/// Decides as the handler does, without sending anything.
fn simulate(prepared: &PreparedText, label: &str, query: &IndexQuery<'_>) -> SimulatedReply {
    let text = prepared.text.as_str();
    let recipient = |language| Recipient { name: None, community: label, language };
    let is_urgent = is_emergency(text);
    let without_search = |outcome, reply, why: &str| SimulatedReply {
        outcome,
        answers: vec![],
        reply,
        is_alert: false,
        sources: vec![],
        question: String::new(),
        language: Language::English,
        matches: vec![],
        confidence: 0.0,
        why: why.to_owned(),
    };
    match answering::detect_small_talk(text).filter(|_| !is_urgent) {
        Some((SmallTalk::HumanRequest, language)) => {
            let why = "The resident asks for a person; sent to your team.";
            without_search(SimulatedOutcome::Escalated, templates::human_request(&recipient(language)), why)
        }
        Some((small_talk, language)) => {
            let reply = templates::small_talk(&recipient(language), small_talk).unwrap_or_default();
            without_search(SimulatedOutcome::SmallTalk, reply, "No question was recognized.")
        }
        None => {
            let english = prepared.english.as_ref().and_then(|english| english.as_deref().ok());
            let is_urgent = is_urgent || english.is_some_and(is_emergency);
            let context = DecisionContext { is_urgent, ..DecisionContext::of_text(text) };
            let decision = query.decide(&InboundText { body: text, english }, &context);
            let simulated = to_simulated(&decision, is_urgent, &recipient);
            let understood = match &prepared.english {
                Some(Ok(english)) => rules::translated_step(english),
                Some(Err(why)) => rules::translation_failed_step(why),
                None => return simulated,
            };
            SimulatedReply { why: format!("{understood} {}", simulated.why), ..simulated }
        }
    }
}

/// Describes a decision.
fn to_simulated<'t>(
    decision: &BotDecision,
    is_urgent: bool,
    recipient: &dyn Fn(Language) -> Recipient<'t>,
) -> SimulatedReply {
    let (result, sources) = (&decision.result, draft::sources(decision));
    let simulated = |outcome, reply, why: &str| SimulatedReply {
        outcome,
        answers: decision.sent_answers().into_iter().map(|(answer, _)| answer.clone()).collect(),
        reply,
        is_alert: false,
        question: draft::reply_request(decision, &sources).text.to_owned(),
        sources: sources.clone(),
        language: decision.reply_language().unwrap_or_default(),
        matches: result.matches.clone(),
        confidence: result.confidence().into(),
        why: match decision.reply_language() {
            None => why.to_owned(),
            Some(language) => format!("{why} {}", rules::reply_translation_note(language)),
        },
    };
    match &decision.action {
        BotAction::Reply(why) => {
            let best = result.best().map(|best| best.answer.as_str()).unwrap_or_default();
            let why = match sms::has_account_fields(best) {
                true => format!("{why} {VERIFIES_FIRST}"),
                false => why.clone(),
            };
            simulated(SimulatedOutcome::Answered, decision.as_written(best), &why)
        }
        BotAction::ReplyToParts(parts) => {
            let plan = ReplyPlan::new(parts);
            let rest = templates::remaining_questions(&recipient(decision.language));
            let reply = plan.reply(&decision.as_written(&plan.joined_answers()), &rest);
            let outcome = match plan.escalated.is_empty() {
                true => SimulatedOutcome::Answered,
                false => SimulatedOutcome::PartlyAnswered,
            };
            let why = format!("{} {}", plan.why, plan.steps.join(" "));
            let shown = plan.shown.map_or(result, |part| &part.result);
            let (matches, confidence) = (shown.matches.clone(), shown.confidence().into());
            SimulatedReply { matches, confidence, ..simulated(outcome, reply, &why) }
        }
        BotAction::Disambiguate(candidates, why) => {
            let questions: Vec<&str> = candidates.iter().map(|found| found.question.as_str()).collect();
            simulated(SimulatedOutcome::Disambiguated, templates::disambiguation(&questions), why)
        }
        BotAction::Escalate(why) if is_urgent => {
            let reply = decision.emergency_reply(&recipient(decision.language));
            SimulatedReply { is_alert: true, ..simulated(SimulatedOutcome::Escalated, reply, why) }
        }
        BotAction::Escalate(why) => {
            let reply = templates::handoff(&recipient(decision.language), false);
            simulated(SimulatedOutcome::Escalated, reply, why)
        }
    }
}
