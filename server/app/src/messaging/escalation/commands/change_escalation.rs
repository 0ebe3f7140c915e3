//! Claims, releases or prioritizes an escalation.
use platform::{Actor, Fault};

use super::{commit, require};
use crate::{
    context::Context,
    messaging::escalation::{
        model::{Escalation, EscalationId, ListedEscalation},
        rules, store,
    },
};

/// Applies a rule to an escalation and commits.
///
/// # Errors
/// `NOT_FOUND`; fails as `rule` does, and if a colleague changed the escalation in the meantime.
pub async fn change_escalation(
    context: &Context,
    actor: &Actor,
    id: &EscalationId,
    rule: impl FnOnce(Escalation) -> Result<Escalation, rules::EscalationError>,
) -> Result<ListedEscalation, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let escalation = require(&mut tx, &scope, id).await?.escalation;
    let before = escalation.state;
    let changed = rule(escalation)?;
    store::save(&mut tx, &scope, before, &changed).await?;
    commit(context, tx, &scope, id).await
}
