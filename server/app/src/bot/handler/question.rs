//! Handles a question: makes a decision and executes it.
use answering::{Language, Match};
use platform::{Fault, Scope, sms};

use super::{AnswerText, Handoff, ReplyHandler, verification::AccountAnswer};
use crate::{
    bot::{
        draft::{self, Draft},
        index::{CurrentIndex, IndexQuery, SearchResult, TextEmbeddings},
        policy::{BotAction, BotDecision, DecisionContext, InboundText, PreparedDecision, is_emergency},
        response::{ReplyBody, WriterState},
        rules,
        store::PendingDisambiguation,
        templates,
    },
    knowledge::answer,
    messaging::{
        photo,
        thread::{self, Decision, MessageId, NewStep, StepKind},
    },
    residents::consent,
    tenancy::community,
};

/// Results that are computed before the transaction: embeddings, translation, decision and draft.
#[derive(Default)]
pub struct Preprocessed {
    embeddings: TextEmbeddings,
    /// The English translation, or the reason why it failed; `None` if no translation was needed.
    english: Option<Result<String, String>>,
    /// The decision, unless the text was no question for the bot.
    pub(super) decision: Option<PreparedDecision>,
    /// The reply that the writing model drafted.
    draft: Option<Draft>,
}

impl Preprocessed {
    /// Returns the English translation.
    pub fn english(&self) -> Option<&str> {
        self.english.as_ref()?.as_deref().ok()
    }
}

/// The outcome of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything was answered.
    Replied,
    /// The resident was asked which question they mean.
    Disambiguated,
    /// The question, or a part of it, was left to staff.
    Escalated,
}

impl AnswerText {
    /// Computes embeddings, translation, decision and draft outside of a transaction.
    pub(super) async fn preprocess(&self, scope: &Scope, id: &MessageId) -> Result<Preprocessed, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let message = thread::find_message(&mut tx, scope, id).await?;
        let Some(message) = message else { return Ok(Preprocessed::default()) };
        let (body, is_urgent) = (message.body.as_str(), is_emergency(&message.body));
        let is_wordless = photo::is_placeholder(body);
        if (is_wordless || answering::detect_small_talk(body).is_some()) && !is_urgent {
            return Ok(Preprocessed::default());
        }
        let conversation = thread::find(&mut tx, scope, &message.conversation_id).await?;
        let Some(conversation) = conversation else { return Ok(Preprocessed::default()) };
        let is_assigned = conversation.is_taken_over();
        if is_assigned && !is_urgent {
            return Ok(Preprocessed::default());
        }
        let community = community::find(&mut tx, scope, &conversation.community_id).await?;
        let Some(community) = community else { return Ok(Preprocessed::default()) };
        let source = self.index_cache.find(&mut tx, scope, &community).await?;
        // No draft is needed for a reply that will not be sent.
        let is_opted_out = consent::is_opted_out(&mut tx, scope, &conversation.phone).await?;
        let pending = PendingDisambiguation::find(&mut tx, scope, &conversation.id).await?;
        drop(tx);
        let current = self.index_cache.load(source).await?;
        let current = self.index_cache.with_embeddings(scope, &community.id, current).await;
        let context = DecisionContext {
            is_assigned,
            is_urgent,
            is_training: community.is_training,
            can_disambiguate: pending.is_none() && !is_opted_out,
        };
        let mut embeddings = TextEmbeddings::embed(&self.index_cache.encoder, &current.index, body).await;
        let thresholds = community.persona.thresholds();
        let today = self.context.now().date_in(&community.time_zone).to_string();
        let query =
            IndexQuery { index: current.index.clone(), thresholds, embeddings: &embeddings, today: &today };
        let english = self.translate(&query, body, &context).await;
        if let Some(Ok(english)) = &english {
            embeddings.add(&self.index_cache.encoder, &current.index, english).await;
        }
        let text =
            InboundText { body, english: english.as_ref().and_then(|english| english.as_deref().ok()) };
        let context =
            DecisionContext { is_urgent: is_urgent || text.english.is_some_and(is_emergency), ..context };
        let prepared = PreparedDecision::new(current, thresholds, &embeddings, today, &text, context);
        let draft = match is_opted_out {
            true => None,
            false => draft::draft(&self.renderer, &community, &prepared.decision).await,
        };
        Ok(Preprocessed { embeddings, english, decision: Some(prepared), draft })
    }

    /// Translates a text into English if it needs a translation and there is a writing model.
    async fn translate(
        &self,
        query: &IndexQuery<'_>,
        body: &str,
        context: &DecisionContext,
    ) -> Option<Result<String, String>> {
        if matches!(self.renderer.state(), WriterState::None) {
            return None;
        }
        let language = query.translation_language(body, context)?;
        Some(self.renderer.translate(body, language).await)
    }
}

impl ReplyHandler<'_> {
    /// Answers, disambiguates or escalates.
    pub(super) async fn handle_question(
        &mut self,
        preprocessed: &Preprocessed,
        can_disambiguate: bool,
    ) -> Result<Outcome, Fault> {
        let inbound = self.inbound;
        let (is_assigned, is_urgent, is_training) =
            (inbound.is_assigned(), inbound.is_urgent, inbound.community.is_training);
        // A resident who opted out cannot be asked for a selection.
        let context = DecisionContext {
            is_assigned,
            is_urgent,
            is_training,
            can_disambiguate: can_disambiguate && !inbound.is_opted_out,
        };
        let (today, prepared) = (self.today(), preprocessed.decision.as_ref());
        let current = prepared.map(|prepared| &prepared.current);
        let query = self.index_query(&preprocessed.embeddings, &today, current).await?;
        let changed;
        let decision = match prepared.and_then(|prepared| prepared.decision(&query, &context)) {
            Some(decision) => decision,
            // Something that the decision depends on has changed in the meantime.
            None => {
                let text = InboundText { body: &inbound.message.body, english: preprocessed.english() };
                changed = query.decide(&text, &context);
                &changed
            }
        };
        let mut steps = inbound.steps();
        if decision.language != Language::English {
            steps.push(NewStep::new(StepKind::LanguageDetected, rules::in_language(decision.language)));
        }
        match &preprocessed.english {
            Some(Ok(english)) => {
                steps.push(NewStep::new(StepKind::Translated, rules::translated_step(english)));
                thread::save_translation(self.tx, self.scope, &inbound.message.id, english).await?;
            }
            Some(Err(why)) => {
                steps.push(NewStep::new(StepKind::Translated, rules::translation_failed_step(why)))
            }
            None => {}
        }
        if let BotAction::ReplyToParts(parts) = &decision.action {
            return self.reply_to_parts(steps, decision, parts, preprocessed.draft.as_ref()).await;
        }
        steps.push(NewStep::new(
            StepKind::AnswersRanked,
            rules::ranking(&decision.result.matches, decision.result.by_meaning),
        ));
        self.execute(steps, decision, preprocessed.draft.as_ref()).await
    }

    /// Executes a decision on the whole text.
    async fn execute(
        &mut self,
        mut steps: Vec<NewStep>,
        decision: &BotDecision,
        draft: Option<&Draft>,
    ) -> Result<Outcome, Fault> {
        let result = &decision.result;
        let account_answer = result.best().filter(|best| sms::has_account_fields(&best.answer));
        if let (BotAction::Reply(_), Some(answer)) = (&decision.action, account_answer) {
            let (matches, language) = (&result.matches[..], decision.language);
            return self
                .reply_with_account(steps, &AccountAnswer { result, matches, answer, language })
                .await;
        }
        if matches!(decision.action, BotAction::Escalate(_))
            && let Some(step) = self.repeat_blast(decision.language).await?
        {
            self.finish_steps(steps, step).await?;
            return Ok(Outcome::Replied);
        }
        let answered = matches!(decision.action, BotAction::Reply(_));
        let recorded = self.record_decision(&result.matches, result, answered).await?;
        match &decision.action {
            BotAction::Reply(why) => {
                self.finish_steps(steps, NewStep::new(StepKind::Replied, why.clone())).await?;
                self.reply(decision, draft, &recorded).await?;
                Ok(Outcome::Replied)
            }
            BotAction::Disambiguate(choices, why) => {
                self.disambiguate(steps, choices, why).await?;
                Ok(Outcome::Disambiguated)
            }
            BotAction::Escalate(why) => {
                if let Some((waiting, sure)) = decision.unanswered_match() {
                    steps.push(NewStep::new(
                        StepKind::UnansweredMatch,
                        rules::unanswered_match_step(&waiting.question, sure),
                    ));
                }
                self.finish_steps(steps, NewStep::new(StepKind::Escalated, why.clone())).await?;
                self.escalate(decision, &recorded).await?;
                Ok(Outcome::Escalated)
            }
            BotAction::ReplyToParts(_) => Err(Fault::internal("a reply to parts is executed elsewhere")),
        }
    }

    /// Returns the date in the community's time zone.
    pub(super) fn today(&self) -> String {
        self.context.now().date_in(&self.inbound.community.time_zone).to_string()
    }

    /// Returns a query of the community's current index, which is `prepared` unless answers changed.
    pub(super) async fn index_query<'k>(
        &mut self,
        embeddings: &'k TextEmbeddings,
        today: &'k str,
        prepared: Option<&CurrentIndex>,
    ) -> Result<IndexQuery<'k>, Fault> {
        let community = &self.inbound.community;
        let index = self.index_cache.index(self.tx, self.scope, community, prepared).await?;
        Ok(IndexQuery { index, thresholds: community.persona.thresholds(), embeddings, today })
    }

    /// Stores the decision on the text.
    pub(super) async fn record_decision(
        &mut self,
        matches: &[Match],
        result: &SearchResult,
        answered: bool,
    ) -> Result<Decision, Fault> {
        let inbound = self.inbound;
        let best = matches.first().and_then(|best| result.by_id(&best.id));
        let took = (self.context.now().0 - inbound.message.created_ms.0).max(0);
        let decision = rules::decision(matches, best, answered, took);
        thread::set_decision(self.tx, self.scope, &inbound.community.id, &inbound.message.id, &decision)
            .await?;
        Ok(decision)
    }

    async fn reply(
        &mut self,
        decision: &BotDecision,
        draft: Option<&Draft>,
        recorded: &Decision,
    ) -> Result<(), Fault> {
        let best = decision.result.best().ok_or_else(|| Fault::internal("a reply has no answer"))?;
        let plain = decision.as_written(&best.answer);
        let mut body = ReplyBody::Plain(&plain);
        if let Some(draft) = draft {
            let (rendered, step) = draft.validate(&self.inbound.community, decision);
            self.add_steps(&[step]).await?;
            body = rendered.map_or(body, ReplyBody::Rendered);
        }
        self.send(body, Some(recorded)).await?;
        answer::count_use(self.tx, self.scope, best).await
    }

    async fn escalate(&mut self, decision: &BotDecision, recorded: &Decision) -> Result<(), Fault> {
        let (inbound, language) = (self.inbound, decision.language);
        let suggested = rules::suggestion(&decision.result.matches).and(decision.result.best());
        let unanswered_match = decision.unanswered_match().map(|(answer, sure)| (answer, f64::from(sure)));
        let suggested = unanswered_match.or_else(|| suggested.map(|answer| (answer, recorded.confidence)));
        let (is_alert, reply) = match inbound.is_urgent {
            true if inbound.is_assigned() => (true, templates::emergency(&inbound.recipient(language))),
            true => (true, decision.emergency_reply(&inbound.recipient(language))),
            false => (false, templates::handoff(&inbound.recipient(language), inbound.community.is_training)),
        };
        let reply = Some(if is_alert { ReplyBody::Alert(&reply) } else { ReplyBody::Plain(&reply) });
        let question = &inbound.message.body;
        self.hand_off(&Handoff { question, suggested, language, reply }).await
    }
}
