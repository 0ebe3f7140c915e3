//! Connects a company to its association software.
use platform::{Actor, Fault, Scope};
use secrecy::SecretString;

use super::find_status;
use crate::{
    context::Context,
    integrations::integration::{
        model::{ConnectableSoftware, ConnectionStatus},
        rules,
        software::{self, Credential, SoftwareApis},
        store,
    },
    operations::{
        audit::{self, AuditAction, AuditEvent},
        rate_limit,
    },
    tenancy::community,
};

/// A connection that an administrator enters.
pub struct NewConnection {
    pub software: ConnectableSoftware,
    /// The company's code at Vantaca, or its management ID at CINC; empty for Buildium.
    pub account: String,
    /// The client ID of the key at Buildium, or the login at Vantaca; empty for CINC.
    pub login: String,
    pub secret: SecretString,
}

/// Stores a connection of the scope's company, which is tested first.
///
/// # Errors
/// `NOT_FOUND`; `SOFTWARE_NOT_CONNECTABLE`; `SOFTWARE_NOT_CONFIGURED`; `SOFTWARE_CALL_FAILED`; `TOO_MANY_TESTS`.
pub async fn connect_software(
    context: &Context,
    apis: &SoftwareApis,
    actor: &Actor,
    scope: &Scope,
    new: NewConnection,
) -> Result<ConnectionStatus, Fault> {
    let NewConnection { software, account, login, secret } = new;
    let mut tx = context.db.read(scope).await?;
    let number = community::company_settings(&mut tx, scope).await?.software;
    drop(tx);
    let association = software::require_connectable(number, software)?;
    rate_limit::take(context, &rules::TESTS, scope.company().as_str(), None).await?;
    let company = scope.company().clone();
    let credential =
        Credential { company, account: account.clone(), login: login.clone(), secret: secret.clone() };
    let opened = apis.open(context, scope, software, association, credential)?;
    let tested = opened.check().await;
    tested.map_err(|error| rules::call_failed(&format!("Nothing was saved. {}", error.words())))?;
    let secret = context.secrets.prepare(scope, secret).await?;

    let mut tx = context.db.write(scope).await?;
    // It may have been changed during the test.
    let number = community::company_settings(&mut tx, scope).await?.software;
    let association = software::require_connectable(number, software)?;
    let previous = store::delete(&mut tx, scope).await?.and_then(software::association);
    if let Some(previous) = previous.filter(|previous| previous.software != association.software) {
        context.secrets.delete(&mut tx, scope, &software::secret_name(previous)).await?;
    }
    context.secrets.put(&mut tx, scope, &software::secret_name(association), &secret).await?;
    store::save(&mut tx, scope, association.software, &account, &login, context.now()).await?;
    store::read_unlisted_requests_again(&mut tx, scope, association.software).await?;
    store::delete_file(&mut tx, scope).await?;
    let summary = match software {
        ConnectableSoftware::Buildium => format!("Connected Buildium with the client ID {login}."),
        ConnectableSoftware::Vantaca => format!("Connected Vantaca as {login} of {account}."),
        ConnectableSoftware::Cinc => format!("Connected CINC with the management ID {account}."),
    };
    let subject = scope.company().as_str();
    let event = AuditEvent { action: AuditAction::SoftwareConnected, subject, summary };
    audit::record(&mut tx, scope, context, actor, event).await?;
    let status = find_status(&mut tx, scope).await?;
    tx.commit().await?;
    Ok(status)
}
