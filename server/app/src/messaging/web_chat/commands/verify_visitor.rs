//! Verifies a visitor who is signed in on the community's website.
use platform::Fault;

use crate::{
    context::Context,
    messaging::{
        web_chat::{
            access::{self, Visit},
            answer_job, contact,
            model::{SignedVisitor, VisitorIdentity, WebChat},
            publish, rules, signature,
            store::{self, VisitorChallenge},
        },
        web_chat_site,
    },
    operations::rate_limit::{self, Counted, Enforcement},
};

/// Verifies the visitor of a chat by the signature of the website. The chat gets the signed email address. A question
/// that waits for a proof is answered, and its code is void.
///
/// # Errors
/// `NOT_FOUND`; `WEB_CHAT_SIGNATURE_NOT_VALID`; `TOO_MANY_ATTEMPTS`.
pub async fn verify_visitor(
    context: &Context,
    key: &str,
    token: &str,
    visitor: &SignedVisitor,
) -> Result<VisitorIdentity, Fault> {
    let visit = access::require(context, key, token).await?;
    count(context, &visit).await?;
    let (site, now) = (&visit.site, context.now());
    web_chat_site::load_signing_secret(context, site).await?;
    let mut tx = context.db.write(&site.scope).await?;
    // The chat may have been deleted in the meantime.
    let chat = store::lock(&mut tx, &site.scope, &visit.chat.id).await?;
    let chat = chat.ok_or_else(web_chat_site::not_found)?;
    let secret = web_chat_site::signing_secret(&mut tx, context, site).await?;
    let identity = signature::verify(secret.as_ref(), &site.site.key, visitor, now)?;
    let name = rules::name_or(&chat.name, &visitor.name);
    let changed = WebChat { name, email: identity.email.clone(), ..chat };
    contact::save_contact(&mut tx, &site.scope, &changed).await?;
    contact::save_identity(&mut tx, &site.scope, &changed, &identity).await?;
    // The signature proves what the bot waits for, so a code that it sent is not needed.
    if let Some(challenge) = VisitorChallenge::find(&mut tx, &site.scope, &changed.id).await?
        && !challenge.is_void
    {
        answer_job::enqueue_signed(&mut tx, context, &site.scope, &challenge).await?;
    }
    publish(&mut tx, &site.scope, &changed, now);
    tx.commit().await?;
    Ok(identity)
}

/// Counts a call toward the limits.
///
/// # Errors
/// `TOO_MANY_ATTEMPTS`.
async fn count(context: &Context, visit: &Visit) -> Result<(), Fault> {
    let (place, enforcement) = (rate_limit::place(), Enforcement::Always);
    let counted = [
        Counted { limit: &rules::SIGNATURES_BY_CHAT, subject: visit.chat.id.as_str(), enforcement },
        Counted { limit: &rules::SIGNATURES_BY_PLACE, subject: &place, enforcement },
    ];
    rate_limit::take_all(context, &counted, None).await.map(drop)
}
