//! Makes links and has them sent.
use platform::{Fault, Scope, Tx};

use super::{
    model::Link,
    rules::{self, Purpose},
    store,
};
use crate::{
    context::Context,
    mail::{self, Letter},
    session::{self, Staff},
};

/// Sends somebody of the scope's company a link to choose a first password; an earlier one works
/// no longer.
///
/// # Errors
/// Those of storage.
pub async fn invite(tx: &mut Tx, scope: &Scope, context: &Context, staff: &Staff) -> Result<(), Fault> {
    send(tx, scope, context, staff, Purpose::Invitation).await
}

pub async fn send(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    staff: &Staff,
    purpose: Purpose,
) -> Result<(), Fault> {
    let now = context.now();
    let token = context.ids.secret();
    let link = Link {
        company_id: scope.company().clone(),
        staff_id: staff.id.clone(),
        invitation: staff.is_invited(),
        expires_ms: rules::expires(purpose, now),
    };
    store::void_links(tx, scope, &staff.id).await?;
    store::insert_link(tx, &link, &session::digest_of(&token)).await?;
    let (subject, body) = rules::letter(purpose, &staff.first_name, &context.settings.public_url, &token);
    mail::post(tx, scope, context, &Letter { to: &staff.email, subject, body, withheld: true }, now).await?;
    Ok(())
}
