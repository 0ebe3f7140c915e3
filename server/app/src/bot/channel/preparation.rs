//! Prepares the decision on a question before the transaction that executes it, so that others do not wait for
//! the search and for the writing model.
use std::ops::Deref;

use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use crate::{
    bot::{
        draft::{self, Draft},
        index::{IndexCache, IndexQuery, MAX_RELOADS, TextEmbeddings},
        policy::{BotDecision, DecisionContext, InboundText, PreparedDecision},
        response::{ReplyRenderer, WriterState},
    },
    context::Context,
    tenancy::community::Community,
};

/// A question that is being handled, with everything that was loaded for it.
#[async_trait]
pub trait InboundQuestion: Sized + Send + Sync {
    /// The ID of the message that asks it.
    type Id: Sync;

    /// Loads and locks a message and its context. Returns `None` if it was deleted or is never handled.
    async fn find(tx: &mut Tx, scope: &Scope, id: &Self::Id) -> Result<Option<Self>, Fault>;

    /// Returns the community whose answers are searched.
    fn community(&self) -> &Community;

    /// Returns the text to decide on.
    fn text(&self) -> &str;

    /// Returns whether the bot handles it if it is not an emergency.
    fn is_handled(&self) -> bool;

    /// Returns whether the answers are needed although the bot does not decide on the text.
    fn needs_index(&self) -> bool {
        false
    }

    /// Returns the decision context of the text and its translation, if any.
    fn decision_context(&self, english: Option<&str>) -> DecisionContext;
}

/// What preparing a decision needs.
pub struct Preparer<'a> {
    pub context: &'a Context,
    pub index_cache: &'a IndexCache,
    pub renderer: &'a ReplyRenderer,
}

/// Results that are computed before the transaction: embeddings, translation, decision and draft.
#[derive(Default)]
pub struct Preparation {
    embeddings: TextEmbeddings,
    english: Option<String>,
    /// The decision, unless the bot does not handle the question.
    decision: Option<PreparedDecision>,
    draft: Option<Draft>,
}

impl Preparation {
    /// Returns the English translation.
    pub fn english(&self) -> Option<&str> {
        self.english.as_deref()
    }

    /// Returns the reply that the writing model drafted.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }
}

/// The decision on a question as of the transaction that executes it.
pub enum CurrentDecision<'p> {
    /// The prepared decision still holds.
    Prepared(&'p BotDecision),
    /// Something that the decision depends on has changed since it was prepared.
    Changed(Box<BotDecision>),
}

impl Deref for CurrentDecision<'_> {
    type Target = BotDecision;

    fn deref(&self) -> &BotDecision {
        match self {
            Self::Prepared(decision) => decision,
            Self::Changed(decision) => decision,
        }
    }
}

impl Preparer<'_> {
    /// Computes embeddings, translation, decision and draft outside of a transaction.
    pub async fn prepare<Q: InboundQuestion>(&self, scope: &Scope, id: &Q::Id) -> Result<Preparation, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let inbound = Q::find(&mut tx, scope, id).await?;
        drop(tx);
        let Some(inbound) = inbound else { return Ok(Preparation::default()) };
        let (community, question) = (inbound.community(), inbound.text());
        let context = inbound.decision_context(None);
        if !inbound.is_handled() && !context.is_urgent {
            if inbound.needs_index() {
                self.index_cache.prepare(&self.context.db, scope, &community.id).await?;
            }
            return Ok(Preparation::default());
        }
        let mut tx = self.context.db.read(scope).await?;
        let source = self.index_cache.find(&mut tx, scope, community).await?;
        drop(tx);
        let current = self.index_cache.load(source).await?;
        let current = self.index_cache.with_embeddings(scope, &community.id, current).await;
        let mut embeddings = TextEmbeddings::embed(&self.index_cache.encoder, &current.index, question).await;
        let (thresholds, today) = (community.persona.thresholds(), self.today(community));
        let query =
            IndexQuery { index: current.index.clone(), thresholds, embeddings: &embeddings, today: &today };
        let english = match query.translation_language(question, &context) {
            Some(language) if self.renderer.state() != WriterState::None => {
                self.renderer.translate(question, language).await.ok()
            }
            _ => None,
        };
        if let Some(english) = &english {
            embeddings.add(&self.index_cache.encoder, &current.index, english).await;
        }
        let text = InboundText { body: question, english: english.as_deref() };
        let context = inbound.decision_context(text.english);
        let prepared = PreparedDecision::new(current, thresholds, &embeddings, today, &text, context);
        let draft = draft::draft(self.renderer, community, &prepared.decision).await;
        Ok(Preparation { embeddings, english, decision: Some(prepared), draft })
    }

    /// Begins the transaction that handles the question, with the index of its community ready.
    pub async fn begin<Q: InboundQuestion>(
        &self,
        scope: &Scope,
        id: &Q::Id,
        preparation: &Preparation,
    ) -> Result<(Tx, Option<Q>), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        let mut inbound = Q::find(&mut tx, scope, id).await?;
        let prepared = preparation.decision.as_ref().map(|decision| &decision.current);
        let mut reloads = 0;
        while let (Some(question), Some(prepared)) = (&inbound, prepared)
            && reloads < MAX_RELOADS
            && !self.index_cache.is_ready(&mut tx, scope, question.community(), prepared).await?
        {
            drop(tx);
            self.index_cache.prepare(&self.context.db, scope, &question.community().id).await?;
            tx = self.context.db.write(scope).await?;
            inbound = Q::find(&mut tx, scope, id).await?;
            reloads += 1;
        }
        Ok((tx, inbound))
    }

    /// Returns the prepared decision, or decides again if something that it depends on has changed.
    pub async fn decide<'p, Q: InboundQuestion>(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        inbound: &Q,
        preparation: &'p Preparation,
    ) -> Result<CurrentDecision<'p>, Fault> {
        let (community, english) = (inbound.community(), preparation.english());
        let context = inbound.decision_context(english);
        let prepared = preparation.decision.as_ref();
        let current = prepared.map(|prepared| &prepared.current);
        let index = self.index_cache.index(tx, scope, community, current).await?;
        let (thresholds, today) = (community.persona.thresholds(), self.today(community));
        let query = IndexQuery { index, thresholds, embeddings: &preparation.embeddings, today: &today };
        Ok(match prepared.and_then(|prepared| prepared.decision(&query, &context)) {
            Some(decision) => CurrentDecision::Prepared(decision),
            None => {
                let text = InboundText { body: inbound.text(), english };
                CurrentDecision::Changed(Box::new(query.decide(&text, &context)))
            }
        })
    }

    /// Returns the date in the community's time zone.
    pub fn today(&self, community: &Community) -> String {
        self.context.now().date_in(&community.time_zone).to_string()
    }
}
