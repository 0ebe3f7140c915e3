//! Connects a company to CINC by an authorization that an administrator allows at CINC.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Scope, idempotency};
use secrecy::SecretString;
use sha2::{Digest, Sha256};

use super::{NewConnection, connect_software};
use crate::{
    context::Context,
    integrations::integration::{
        model::{ConnectableSoftware, ConnectionStatus, NewAuthorization},
        rules,
        software::{self, SoftwareApis},
        store,
    },
    tenancy::community,
};

/// Time in which an authorization can be completed.
const LIFETIME: Duration = Duration::from_secs(600);
/// Name of the secret that is the PKCE verifier of the authorization that a company has started.
const VERIFIER: &str = "software/CINC/verifier";

/// What CINC added to the address of the browser.
pub struct AllowedAuthorization {
    pub state: String,
    pub code: String,
}

/// Starts an authorization. Returns the page of CINC on which it is allowed.
///
/// # Errors
/// `NOT_FOUND`; `SOFTWARE_NOT_CONNECTABLE`; `SOFTWARE_NOT_CONFIGURED`.
pub async fn start_cinc_connection(
    context: &Context,
    apis: &SoftwareApis,
    actor: &Actor,
    scope: &Scope,
    management_id: String,
) -> Result<String, Fault> {
    require_cinc(context, scope).await?;
    let api = apis.require_cinc()?;
    let (state, verifier) = (context.ids.secret(), context.ids.secret());
    let secret = context.secrets.prepare(scope, verifier.clone().into()).await?;
    let authorization = NewAuthorization {
        user_id: actor.id.as_str().to_owned(),
        state_hash: hash(&state),
        management_id,
        expires_ms: context.now().plus(LIFETIME),
    };
    let mut tx = context.db.write(scope).await?;
    store::start_authorization(&mut tx, scope, &authorization).await?;
    context.secrets.put(&mut tx, scope, VERIFIER, &secret).await?;
    tx.commit().await?;
    Ok(api.authorization_url(&redirect_uri(context), &state, &verifier))
}

/// Completes the authorization that the actor has started with a state, and connects the company.
///
/// # Errors
/// `SOFTWARE_AUTHORIZATION_INVALID`; as [`connect_software`].
pub async fn complete_cinc_connection(
    context: &Context,
    apis: &SoftwareApis,
    actor: &Actor,
    scope: &Scope,
    allowed: AllowedAuthorization,
) -> Result<ConnectionStatus, Fault> {
    require_cinc(context, scope).await?;
    let api = apis.require_cinc()?;
    let AllowedAuthorization { state, code } = allowed;
    // Connecting is the effect of the call, not this.
    let started = idempotency::outside(take_started(context, actor, scope, &state)).await?;
    let (management_id, verifier) = started.ok_or_else(|| {
        Fault::precondition(
            ErrorReason::SoftwareAuthorizationInvalid,
            "This connection has expired, or someone else started it. Connect CINC again.",
        )
    })?;
    let tokens = api.exchange(scope.company(), &code, &redirect_uri(context), &verifier).await;
    let tokens =
        tokens.map_err(|error| rules::call_failed(&format!("Nothing was saved. {}", error.words())))?;
    let new = NewConnection {
        software: ConnectableSoftware::Cinc,
        account: management_id,
        login: String::new(),
        secret: tokens.to_secret(),
    };
    connect_software(context, apis, actor, scope, new).await
}

/// Deletes the authorization that the actor has started with a state. Returns its management ID and verifier.
async fn take_started(
    context: &Context,
    actor: &Actor,
    scope: &Scope,
    state: &str,
) -> Result<Option<(String, SecretString)>, Fault> {
    context.secrets.load(scope, VERIFIER).await?;
    let mut tx = context.db.write(scope).await?;
    let now = context.now();
    let Some(management_id) =
        store::take_authorization(&mut tx, scope, actor.id.as_str(), &hash(state), now).await?
    else {
        return Ok(None);
    };
    let verifier = context.secrets.find(&mut tx, scope, VERIFIER).await?.value();
    context.secrets.delete(&mut tx, scope, VERIFIER).await?;
    tx.commit().await?;
    Ok(verifier.map(|verifier| (management_id, verifier)))
}

async fn require_cinc(context: &Context, scope: &Scope) -> Result<(), Fault> {
    let mut tx = context.db.read(scope).await?;
    let number = community::company_settings(&mut tx, scope).await?.software;
    software::require_connectable(number, ConnectableSoftware::Cinc).map(drop)
}

/// Returns the page to which CINC returns the browser.
fn redirect_uri(context: &Context) -> String {
    format!("{}/admin?section=software", context.settings.public_url)
}

fn hash(state: &str) -> String {
    hex::encode(Sha256::digest(state))
}
