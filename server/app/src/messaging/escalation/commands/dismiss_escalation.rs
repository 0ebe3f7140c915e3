//! Dismisses an escalation.
use platform::{Actor, Fault};

use super::{commit, require, return_to_bot};
use crate::{
    context::Context,
    messaging::escalation::{
        model::{DismissReason, EscalationId, ListedEscalation},
        rules, store,
    },
};

/// Dismisses an escalation that needs no answer, and returns its conversation to the bot.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `ALREADY_REVIEWED`, `CLAIMED_BY_ANOTHER`.
pub async fn dismiss_escalation(
    context: &Context,
    actor: &Actor,
    id: &EscalationId,
    reason: DismissReason,
) -> Result<ListedEscalation, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let open = require(&mut tx, &scope, id).await?.escalation;
    let before = open.state;
    let done = rules::dismiss(open, reason, &actor.id, context.now())?;
    store::save(&mut tx, &scope, before, &done).await?;
    return_to_bot(&mut tx, &scope, &done).await?;
    commit(context, tx, &scope, id).await
}
