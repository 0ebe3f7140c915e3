//! The job that waits no more for a proof.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, jobs};
use serde::{Deserialize, Serialize};

use crate::{
    bot::{
        brain::Brain,
        rules,
        turn::{Turn, case::Case},
        words,
    },
    context::Context,
    conversation::{self, MessageId},
    homeowner::Asked,
};

/// Waits no more for a proof.
pub struct StopProving {
    /// Storage, time and ids.
    pub context: Context,
    /// What the bot knows.
    pub brain: Brain,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: MessageId,
    /// When it was asked for that is waited for; it may be asked for anew.
    asked_ms: Timestamp,
}

#[async_trait]
impl jobs::Handler for StopProving {
    fn purpose(&self) -> &'static str {
        "Hand a question to staff that waited for a proof of who asked it"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message, asked_ms } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(case) = Case::find(&mut tx, &scope, &message).await? {
            let asked = Asked::find(&mut tx, &scope, &case.conversation.id).await?;
            if let Some(asked) = asked.filter(|asked| asked.asked_ms == asked_ms && !asked.is_over()) {
                let (context, brain) = (&self.context, &self.brain);
                let mut turn = Turn { context, brain, tx: &mut tx, scope: &scope, case: &case };
                if case.is_held() {
                    turn.stop(&asked).await?;
                    turn.note(&[("held", rules::HELD.to_owned())]).await?;
                } else {
                    let language = answering::language(&case.message.body);
                    let reply = words::hand_over(&case.to(language), false);
                    let why = "They did not prove who they are in time, so staff answer.";
                    turn.give_proof_up(&asked, &case, why, Some(&reply)).await?;
                }
                conversation::announce(&mut tx, &scope, &case.conversation, self.context.now());
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
