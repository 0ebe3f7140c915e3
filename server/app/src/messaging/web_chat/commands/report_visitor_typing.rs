//! Shows staff that the visitor types a message.
use platform::{Fault, typing};

use crate::{context::Context, messaging::web_chat::access};

/// Reports to staff that the visitor types a message or stopped. Nothing is stored.
///
/// # Errors
/// `NOT_FOUND`.
pub async fn report_visitor_typing(
    context: &Context,
    key: &str,
    token: &str,
    has_stopped: bool,
) -> Result<(), Fault> {
    let visit = access::require(context, key, token).await?;
    let scope = &visit.site.scope;
    let mut tx = context.db.read(scope).await?;
    typing::report_visitor(&mut tx, scope, &visit.chat.community_id, visit.chat.id.as_str(), has_stopped);
    tx.commit().await
}
