//! Emails with links to their attachments.
use std::{collections::HashMap, time::Duration};

use contract::v1;
use platform::{Fault, Scope, Tx};

use super::{convert, model::EmailMessage, store};
use crate::{context::Context, operations::file};

/// How long links to attachments work.
const ATTACHMENT_LINK: Duration = Duration::from_secs(15 * 60);

/// Converts emails, each with its attachments.
pub async fn with_attachments(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    messages: &[EmailMessage],
) -> Result<Vec<v1::EmailMessage>, Fault> {
    if messages.is_empty() {
        return Ok(vec![]);
    }
    let ids: Vec<&str> = messages.iter().map(|message| message.id.as_str()).collect();
    let until = context.now().plus(ATTACHMENT_LINK);
    let mut found: HashMap<String, Vec<v1::EmailAttachment>> = HashMap::new();
    for attachment in store::list_attachments(tx, scope, &ids).await? {
        let link = |id| file::link(context, scope.company(), id, until);
        let url = attachment.file_id.as_ref().map(link).unwrap_or_default();
        let converted = convert::attachment(&attachment, url);
        found.entry(attachment.message_id.0).or_default().push(converted);
    }
    let converted = |message: &EmailMessage| {
        convert::message(message, found.remove(message.id.as_str()).unwrap_or_default())
    };
    Ok(messages.iter().map(converted).collect())
}
