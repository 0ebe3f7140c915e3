//! Returns texts to their blast that the carrier did not accept, so that the blast sends them again.
use async_trait::async_trait;
use platform::{Fault, Scope, Tx, phone::Phone};

use super::{
    model::{Blast, BlastId, BlastState},
    pace, rules, send_job, store,
};
use crate::{
    context::Context,
    messaging::carrier::{BlastQueue, UnsentTexts},
    residents::consent,
};

/// Implements [`BlastQueue`].
pub struct Queue {
    pub context: Context,
}

#[async_trait]
impl BlastQueue for Queue {
    async fn is_running(&self, tx: &mut Tx, scope: &Scope, blast: &str) -> Result<bool, Fault> {
        let blast = store::find(tx, scope, &BlastId::from(blast)).await?;
        Ok(blast.is_some_and(|blast| blast.state == BlastState::Running))
    }

    async fn send_again(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &str,
        unsent: &UnsentTexts,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let Some(blast) = store::lock(tx, scope, &blast.into()).await? else { return Ok(()) };
        store::send_again(tx, scope, &blast.id, &unsent.phones).await?;
        store::refund_segments(tx, scope, pace::day_of(now), unsent.segments).await?;
        if blast.asks_consent {
            let phones: Vec<&Phone> = unsent.phones.iter().map(|(phone, _)| phone).collect();
            let unasked = store::phones_without_text(tx, scope, &blast.id, &phones).await?;
            consent::withdraw_requests(tx, scope, blast.id.as_str(), &unasked).await?;
        }
        store::publish_change(tx, scope, &blast.id, now);
        match blast.state {
            BlastState::Canceled => {
                send_job::enqueue_cancellation(tx, &self.context, scope, &blast).await?;
            }
            BlastState::Finished => {
                let blast: Blast = rules::retry(blast)?;
                store::save(tx, scope, &blast).await?;
                send_job::enqueue(tx, &self.context, scope, &blast).await?;
            }
            _ => {}
        }
        Ok(())
    }
}
