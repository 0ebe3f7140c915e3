//! Publishes an earlier version again.
use platform::{Actor, Fault};

use super::publish::{Release, RestoredVersion, publish};
use crate::{
    context::Context,
    knowledge::catalog::{
        model::{DraftState, Version},
        store,
    },
};

/// Publishes an earlier version again. Without a note, the number of that version is the note.
///
/// # Errors
/// `NOT_FOUND` for an unknown number; fails as [`publish`] does.
pub async fn roll_back(
    context: &Context,
    actor: &Actor,
    version: i64,
    number: i64,
    note: &str,
) -> Result<(Version, DraftState), Fault> {
    let mut tx = context.db.platform_read().await?;
    let library = store::find(&mut tx, number).await?.ok_or_else(|| Fault::not_found("version"))?;
    drop(tx);
    let note = match note.trim() {
        "" => format!("Back to version {number}."),
        note => note.to_owned(),
    };
    let release = Release { note, restored: Some(RestoredVersion { number, library }) };
    publish(context, actor, version, release).await
}
