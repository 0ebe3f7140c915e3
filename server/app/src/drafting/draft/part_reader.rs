//! Reads long documents part by part before a draft is generated. Notes are stored, so that another run
//! continues after the last part.
use platform::Fault;

use super::{
    generation::{End, Generation, estimated_tokens, failed, month},
    model::{Progress, Stage},
    parts::{Part, parts},
    prompt,
    store::{self, part_notes},
};
use crate::drafting::language_model::WholeOutput;

impl Generation {
    /// Returns the notes of all parts, or how generation ended. Short documents have no notes.
    pub async fn read_parts(&self) -> Result<Result<Vec<String>, End>, Fault> {
        let parts = parts(&self.draft.inputs.sources);
        let count = parts.len();
        let mut tx = self.context.db.read(&self.scope).await?;
        let mut notes = part_notes::list(&mut tx, &self.scope, &self.draft).await?;
        drop(tx);
        for (part, number) in parts.iter().zip(1..).skip(notes.len()) {
            if !self.report(Stage::Documents, number, count).await? {
                return Ok(Err(End::Lost));
            }
            let output = match self.read_part(part).await {
                Ok(output) => output,
                Err(end) => return Ok(Err(end)),
            };
            if !self.store_notes(number, &output).await? {
                return Ok(Err(End::Lost));
            }
            notes.push(output.text);
        }
        let is_ours = self.report(Stage::Writing, 0, count).await?;
        Ok(if is_ours { Ok(notes) } else { Err(End::Lost) })
    }

    /// Returns the language model's notes on a part, or how generation ended.
    async fn read_part(&self, part: &Part<'_>) -> Result<WholeOutput, End> {
        let prompt = prompt::reading(&self.draft, part);
        let output = self.model.whole_output(&prompt).await.map_err(failed)?;
        let estimate = estimated_tokens(prompt.sent(), output.text.chars().count());
        Ok(WholeOutput { tokens: output.tokens.or(Some(estimate)), ..output })
    }

    /// Stores notes and the tokens that they used. Returns false if this run no longer generates the draft.
    async fn store_notes(&self, number: usize, output: &WholeOutput) -> Result<bool, Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let is_ours = part_notes::insert(&mut tx, &self.scope, &self.draft, number, &output.text).await?;
        let month = month(self.context.now());
        store::add_tokens(&mut tx, &self.scope, &month, output.tokens.unwrap_or_default()).await?;
        tx.commit().await?;
        Ok(is_ours)
    }

    /// Stores the progress. Returns false if this run no longer generates the draft.
    async fn report(&self, stage: Stage, part: usize, count: usize) -> Result<bool, Fault> {
        let [part, part_count] = [part, count].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
        let progress = Progress { stage, part, part_count };
        let mut tx = self.context.db.write(&self.scope).await?;
        let is_ours = part_notes::set_progress(&mut tx, &self.scope, &self.draft, progress).await?;
        tx.commit().await?;
        self.progress.notify(&self.draft.id);
        Ok(is_ours)
    }
}
