//! A decision that is made before the transaction that executes it, so that others do not wait for the search.
use std::sync::Arc;

use answering::ConfidenceThresholds;

use super::{BotDecision, DecisionContext, InboundText};
use crate::bot::index::{CurrentIndex, IndexQuery, TextEmbeddings};

/// A decision on a text, with everything else that it depends on.
pub struct PreparedDecision {
    /// The index that was searched.
    pub current: CurrentIndex,
    thresholds: ConfidenceThresholds,
    today: String,
    context: DecisionContext,
    pub decision: BotDecision,
}

impl PreparedDecision {
    /// Decides on a text.
    pub fn new(
        current: CurrentIndex,
        thresholds: ConfidenceThresholds,
        embeddings: &TextEmbeddings,
        today: String,
        text: &InboundText<'_>,
        context: DecisionContext,
    ) -> Self {
        let query = IndexQuery { index: current.index.clone(), thresholds, embeddings, today: &today };
        let decision = query.decide(text, &context);
        Self { current, thresholds, today, context, decision }
    }

    /// Returns the decision if the query would lead to the same.
    pub fn decision(&self, query: &IndexQuery<'_>, context: &DecisionContext) -> Option<&BotDecision> {
        let is_same = Arc::ptr_eq(&self.current.index, &query.index)
            && (self.thresholds, self.today.as_str(), &self.context)
                == (query.thresholds, query.today, context);
        is_same.then_some(&self.decision)
    }
}
