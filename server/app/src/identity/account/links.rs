//! Creates and sends password links.
use platform::{Fault, Scope, Tx};

use super::{
    model::PasswordLink,
    rules::{self, Purpose},
    store,
};
use crate::{
    context::Context,
    identity::session::{self, Staff},
    operations::mail::{self, Email},
};

/// Sends a user of the scope's company a link to choose a first password and invalidates earlier links.
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
    let link = PasswordLink {
        company_id: scope.company().clone(),
        staff_id: staff.id.clone(),
        invitation: staff.is_invited(),
        expires_ms: rules::expires_at(purpose, now),
    };
    store::void_links(tx, scope, &staff.id).await?;
    store::insert_link(tx, &link, &session::digest_of(&token)).await?;
    let (subject, body) =
        rules::password_email(purpose, &staff.first_name, &context.settings.public_url, &token);
    mail::post(tx, scope, context, &Email { to: &staff.email, subject, body, withheld: true }, now).await?;
    Ok(())
}
