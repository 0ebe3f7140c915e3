//! Has the sentence model read what communities know, in the background: each wording once, the vectors kept
//! in storage, outside of everything that answers.
//!
//! What was asked about or has just changed comes first, then, after a start, what residents can text at all.
//! Whatever fails is made up for at the next question; words answer until then.
use std::collections::VecDeque;

use platform::{Fault, Scope, signal::Signal};
use tokio::sync::{mpsc, watch};

use super::{
    brain::{self, Brain, Key},
    knowing,
    sense::Haste,
    store::{self, Calibration},
    wordings::{self, Wordings},
};
use crate::{community, context::Context, knowledge};

/// So many vectors are kept in one transaction.
const BATCH: usize = 32;

/// Makes indexes of meanings.
pub struct Study {
    context: Context,
    brain: Brain,
    wished: mpsc::Receiver<Key>,
    hot: u64,
}

impl Study {
    pub fn new(context: Context, brain: Brain, wished: mpsc::Receiver<Key>, hot: u64) -> Self {
        Self { context, brain, wished, hot }
    }

    /// Loads the model, and works until `stop` turns true. Without a model there is nothing to do.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        // From before anything is looked up, so that no change is missed.
        let mut signals = self.context.db.signals();
        let Some(model) = self.brain.sense.load().await else { return };
        let mut rest = self.everywhere().await.unwrap_or_else(|fault| {
            tracing::warn!(%fault, "it cannot be seen which communities there are");
            VecDeque::new()
        });
        while !*stop.borrow() {
            tokio::select! {
                biased;
                _ = stop.changed() => {}
                signal = signals.next() => match signal {
                    Some(Signal::Knowledge(company)) => self.wish_for(self.brain.hot(Some(&company))),
                    Some(Signal::Everything) => self.wish_for(self.brain.hot(None)),
                    Some(_) => {}
                    None => return,
                },
                Some(key) = self.wished.recv() => self.see_to(&key, &model).await,
                () = std::future::ready(()), if !rest.is_empty() => {
                    if let Some(key) = rest.pop_front() {
                        self.see_to(&key, &model).await;
                    }
                }
            }
        }
    }

    fn wish_for(&self, keys: Vec<Key>) {
        keys.into_iter().for_each(|key| self.brain.wish(key));
    }

    async fn everywhere(&self) -> Result<VecDeque<Key>, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let most = i64::try_from(self.hot).unwrap_or(i64::MAX);
        Ok(community::with_numbers(&mut tx, most).await?.into())
    }

    async fn see_to(&self, key: &Key, model: &str) {
        if let Err(fault) = self.learn(key, model).await {
            tracing::warn!(%fault, "what a community knows was not read; its words answer");
        }
    }

    async fn learn(&self, key: &Key, model: &str) -> Result<(), Fault> {
        let scope = Scope::of_company(&key.0);
        let mut tx = self.context.db.read(&scope).await?;
        let Some(community) = community::still(&mut tx, &scope, &key.1).await? else { return Ok(()) };
        let versions = brain::versions(&mut tx, &scope, &community).await?;
        let mind = match self.brain.known(key, versions) {
            Some(mind) => mind,
            None => knowing::by_words(knowledge::for_bot(&mut tx, &scope, &key.1).await?).await?,
        };
        if mind.is_settled() {
            return Ok(());
        }
        let wordings = Wordings::new(mind);
        let now = self.context.now();
        let usual = Calibration::find(&mut tx).await?.usual;
        let (mut known, is_due) = wordings.kept(&mut tx, &scope, model, now).await?;
        drop(tx);
        for batch in wordings.unread(&known).chunks(BATCH) {
            let read = wordings::read(&self.brain.sense, batch).await?;
            let mut tx = self.context.db.write(&scope).await?;
            store::keep(&mut tx, &scope, model, &read, now).await?;
            tx.commit().await?;
            known.extend(read);
        }
        if is_due {
            let mut tx = self.context.db.write(&scope).await?;
            wordings.note_use(&mut tx, &scope, model, now).await?;
            tx.commit().await?;
        }
        let haste = if self.wished.is_empty() { Haste::None } else { Haste::Waited };
        let mind = wordings.learn(&self.brain.sense, &known, usual, haste).await.map_err(Fault::internal)?;
        self.brain.learnt(key.clone(), versions, mind);
        Ok(())
    }
}
