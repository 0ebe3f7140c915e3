//! Ends a subscription through the link in an email.
use platform::{
    Fault, Scope,
    ids::{CompanyId, UserId},
};

use crate::{context::Context, reporting::report_subscription::store};

/// Purpose of the signed token in the link.
const PURPOSE: &str = "unsubscribe from reports";

/// Returns the link that ends a subscription. It is valid as long as the signing key exists.
pub fn link(context: &Context, company: &CompanyId, staff: &UserId) -> String {
    let words = format!("{company}~{staff}");
    let signature = context.vault.sign(PURPOSE, &words);
    format!("{}/reports/unsubscribe/{words}~{signature}", context.settings.public_url)
}

/// Ends the subscription that a token identifies. Does nothing if it has ended already.
///
/// # Errors
/// `NOT_FOUND` for an invalid token.
pub async fn unsubscribe(context: &Context, token: &str) -> Result<(), Fault> {
    let (company, staff) = check(context, token)?;
    let scope = Scope::of_company(&company);
    let mut tx = context.db.write(&scope).await?;
    store::delete(&mut tx, &scope, &staff).await?;
    tx.commit().await
}

/// Validates a token without ending the subscription.
///
/// # Errors
/// `NOT_FOUND` for an invalid token.
pub fn check(context: &Context, token: &str) -> Result<(CompanyId, UserId), Fault> {
    let absent = || Fault::not_found("address");
    let (words, signature) = token.rsplit_once('~').ok_or_else(absent)?;
    if !context.vault.verify(PURPOSE, words, signature) {
        return Err(absent());
    }
    let (company, staff) = words.split_once('~').ok_or_else(absent)?;
    Ok((company.into(), staff.into()))
}
