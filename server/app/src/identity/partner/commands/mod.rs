//! Commands on partner credentials, and what they share.
mod create_partner;
mod revoke_partner;
mod rotate_secret;
mod update_partner;

use platform::{
    Actor, Fault, Scope, Tx,
    signal::{InvalidationScope, Signal},
};

pub use create_partner::{IssuedPartner, create_partner};
pub use revoke_partner::revoke_partner;
pub use rotate_secret::rotate_secret;
pub use update_partner::update_partner;

use super::{
    model::{Partner, PartnerId},
    store,
};
use crate::{
    context::Context,
    operations::audit::{self, AuditEvent, FieldChange},
};

async fn require(tx: &mut Tx, scope: &Scope, id: &PartnerId) -> Result<Partner, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("partner"))
}

/// Records an audit event, commits and invalidates the cached credential on all servers.
async fn finish(
    context: &Context,
    mut tx: Tx,
    scope: &Scope,
    actor: &Actor,
    event: AuditEvent<'_>,
    changes: Vec<FieldChange>,
) -> Result<(), Fault> {
    audit::record_changes(&mut tx, scope, context, actor, event, changes).await?;
    tx.signal(Signal::Sessions(InvalidationScope::Company(scope.company().clone())));
    tx.commit().await
}
