//! Tests the settings of mailboxes on mail servers.
use platform::{Fault, Scope};
use secrecy::SecretString;

use crate::{
    context::Context,
    email::mailbox::{imap::ImapConnection, model::ImapSettings, rules},
    operations::rate_limit,
};

/// Checks that a mailbox can be read on the mail server.
///
/// # Errors
/// `MAILBOX_TEST_FAILED`; `TOO_MANY_TESTS`.
pub(super) async fn test_server(
    context: &Context,
    scope: &Scope,
    imap: &ImapSettings,
    password: &SecretString,
) -> Result<(), Fault> {
    rate_limit::take(context, &rules::TESTS, scope.company().as_str(), None).await?;
    let is_private_allowed = context.settings.private_hosts;
    let mut connection = ImapConnection::open(imap, password, is_private_allowed)
        .await
        .map_err(|problem| rules::test_failed(&problem))?;
    for folder in &imap.folders {
        connection.folder(folder).await.map_err(|problem| rules::test_failed(&problem))?;
    }
    connection.close().await;
    Ok(())
}
