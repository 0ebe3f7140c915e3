//! The interface to association software, its implementation by an uploaded file, and the choice for a company.
use std::time::Duration;

use async_trait::async_trait;
use platform::{ErrorReason, Fault, Scope, Tx, ids::CompanyId};
use secrecy::SecretString;

use super::{
    buildium::{self, Buildium},
    cinc::{self, Cinc, Tokens},
    model::{ConnectableSoftware, Connection, Entry},
    outgoing_request::{FoundRequest, OutgoingRequest, WriteError},
    store,
    vantaca::{self, Vantaca},
};
use crate::{
    context::Context,
    residents::homeowner::ListedAccount,
    tenancy::community::{self, ASSOCIATIONS, Association},
};

/// Timeout for the list of associations, which staff wait for.
pub const ASSOCIATIONS_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeout for the accounts of an association, well below a job's lease.
pub const ACCOUNTS_TIMEOUT: Duration = Duration::from_secs(25);

/// Association software that lists a company's associations and their accounts.
#[async_trait]
pub trait AssociationSoftware: Send + Sync {
    /// Checks that the associations can be read.
    async fn check(&self) -> Result<(), SoftwareError>;

    /// Returns all associations that the company manages.
    async fn associations(&self) -> Result<Vec<Entry>, SoftwareError>;

    /// Returns all accounts of the association with a code; `None` if the software lists no accounts. `today` is the
    /// date there, such as 2026-05-03.
    async fn accounts(&self, code: &str, today: &str) -> Result<Option<AssociationAccounts>, SoftwareError>;

    /// Returns the software that takes service requests; `None` if it takes none.
    fn into_requests(self: Box<Self>) -> Option<Box<dyn RequestSoftware>> {
        None
    }
}

/// Association software that takes service requests.
#[async_trait]
pub trait RequestSoftware: Send + Sync {
    /// Creates a service request, once. Returns it if the response says what was created.
    async fn create_request(&self, request: &OutgoingRequest) -> Result<Option<FoundRequest>, WriteError>;

    /// Returns a service request by its number in the software or, if that is empty, by its reference; `None` if it is
    /// not listed.
    async fn find_request(
        &self,
        request: &OutgoingRequest,
        number: &str,
    ) -> Result<Option<FoundRequest>, SoftwareError>;
}

/// The accounts of an association.
#[derive(Debug, Default)]
pub struct AssociationAccounts {
    pub accounts: Vec<ListedAccount>,
    /// Number of homes, if known.
    pub units: Option<i32>,
}

/// The reason why association software could not be read, in words for staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoftwareError {
    /// The software asks for fewer calls; contains the seconds to wait, if it specified them.
    Busy { words: String, wait: Option<u64> },
    /// The software could not be reached or failed.
    Away(String),
    /// The software rejected the credential, or its permissions.
    Denied(String),
    /// The software rejected the call, or what it lists cannot be used.
    Invalid(String),
}

impl SoftwareError {
    /// Returns the reason.
    pub fn words(&self) -> &str {
        match self {
            Self::Busy { words, .. } | Self::Away(words) | Self::Denied(words) | Self::Invalid(words) => {
                words
            }
        }
    }
}

/// The credential that authorizes a company's calls to its software.
pub struct Credential {
    pub company: CompanyId,
    /// The company's code at Vantaca, or its management ID at CINC; empty for Buildium.
    pub account: String,
    /// The client ID of the key at Buildium, or the login at Vantaca; empty for CINC.
    pub login: String,
    /// The secret of the key at Buildium, the password at Vantaca, or the tokens of CINC.
    pub secret: SecretString,
}

/// The clients of association software. Clones share their connections and the pace of their calls.
#[derive(Clone)]
pub struct SoftwareApis {
    buildium: buildium::Api,
    vantaca: vantaca::Api,
    /// `None` if CINC is not configured, or the server has no public URL to which it could return a browser.
    cinc: Option<cinc::Api>,
}

impl SoftwareApis {
    #[must_use]
    pub fn new(context: &Context) -> Self {
        let (settings, clock) = (&context.settings, &context.clock);
        let cinc = settings.cinc.as_ref().filter(|_| !settings.public_url.is_empty());
        Self {
            buildium: buildium::Api::new(&settings.buildium_url, clock.clone()),
            vantaca: vantaca::Api::new(&settings.vantaca_url, clock.clone()),
            cinc: cinc.map(|cinc| cinc::Api::new(cinc, clock.clone())),
        }
    }

    /// Returns whether the server can connect companies to a software.
    pub(super) fn is_configured(&self, software: Option<ConnectableSoftware>) -> bool {
        software != Some(ConnectableSoftware::Cinc) || self.cinc.is_some()
    }

    /// Returns the client of CINC.
    ///
    /// # Errors
    /// `SOFTWARE_NOT_CONFIGURED`.
    pub(super) fn require_cinc(&self) -> Result<&cinc::Api, Fault> {
        self.cinc.as_ref().ok_or_else(|| {
            Fault::precondition(
                ErrorReason::SoftwareNotConfigured,
                "CINC isn't configured on this server. Contact Parlor support to set it up.",
            )
        })
    }

    /// Returns a software as a company with a credential sees it.
    ///
    /// # Errors
    /// `SOFTWARE_NOT_CONFIGURED`.
    pub(super) fn open(
        &self,
        context: &Context,
        scope: &Scope,
        software: ConnectableSoftware,
        association: &'static Association,
        credential: Credential,
    ) -> Result<Box<dyn AssociationSoftware>, Fault> {
        let opened: Box<dyn AssociationSoftware> = match software {
            ConnectableSoftware::Buildium => {
                Box::new(Buildium { api: self.buildium.clone(), key: credential, association })
            }
            ConnectableSoftware::Vantaca => {
                Box::new(Vantaca { api: self.vantaca.clone(), user: credential, association })
            }
            ConnectableSoftware::Cinc => Box::new(Cinc {
                api: self.require_cinc()?.clone(),
                context: context.clone(),
                scope: scope.clone(),
                management_id: credential.account,
                tokens: Tokens::from_secret(&credential.secret)
                    .ok_or_else(|| Fault::internal("the tokens of CINC cannot be read"))?,
                association,
            }),
        };
        Ok(opened)
    }
}

/// The file that an administrator uploaded last.
struct Uploaded {
    entries: Vec<Entry>,
}

#[async_trait]
impl AssociationSoftware for Uploaded {
    async fn check(&self) -> Result<(), SoftwareError> {
        Ok(())
    }

    async fn associations(&self) -> Result<Vec<Entry>, SoftwareError> {
        Ok(self.entries.clone())
    }

    async fn accounts(
        &self,
        _code: &str,
        _today: &str,
    ) -> Result<Option<AssociationAccounts>, SoftwareError> {
        Ok(None)
    }
}

/// What a sync of a company reads.
pub struct Source {
    pub association: &'static Association,
    pub software: Box<dyn AssociationSoftware>,
    /// Whether it is the software itself, not a file.
    pub is_connected: bool,
}

/// Returns a company's association software, if it uses community codes.
pub fn association(software: i32) -> Option<&'static Association> {
    ASSOCIATIONS.iter().find(|association| association.software == software)
}

/// Returns the software of the scope's company.
///
/// # Errors
/// `NOT_FOUND`; `NO_SOFTWARE` if it has no community codes.
pub async fn require_association(tx: &mut Tx, scope: &Scope) -> Result<&'static Association, Fault> {
    let settings = community::company_settings(tx, scope).await?;
    association(settings.software).ok_or_else(|| {
        Fault::precondition(
            ErrorReason::NoSoftware,
            "This company's software has no community codes. Choose its association software first.",
        )
    })
}

/// Checks that a company's software is one to which it wants to connect.
///
/// # Errors
/// `SOFTWARE_NOT_CONNECTABLE`.
pub fn require_connectable(number: i32, wanted: ConnectableSoftware) -> Result<&'static Association, Fault> {
    let association = association(number).filter(|one| ConnectableSoftware::of(one.software) == Some(wanted));
    association.ok_or_else(|| {
        let label = wanted.label();
        Fault::precondition(
            ErrorReason::SoftwareNotConnectable,
            format!("This company's software is not {label}. Choose {label} as its software first."),
        )
    })
}

/// Returns the name of the secret of a connection.
pub fn secret_name(association: &Association) -> String {
    format!("software/{}", association.name)
}

/// Loads the secret of the connection, for [`connected`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load_secret(scope: &Scope, context: &Context) -> Result<(), Fault> {
    for association in ASSOCIATIONS.iter().filter(|one| ConnectableSoftware::of(one.software).is_some()) {
        context.secrets.load(scope, &secret_name(association)).await?;
    }
    Ok(())
}

/// Returns the software to which the scope's company is connected, or else the uploaded file. The secret must be loaded
/// before the transaction.
///
/// # Errors
/// `NOT_FOUND`; `NO_SOFTWARE`; `NO_ASSOCIATIONS` if the company is not connected and there is no file;
/// `SECRET_MISSING`.
pub async fn select(
    tx: &mut Tx,
    context: &Context,
    apis: &SoftwareApis,
    scope: &Scope,
) -> Result<Source, Fault> {
    let association = require_association(tx, scope).await?;
    if let Some(software) = connected(tx, context, apis, scope, association).await? {
        return Ok(Source { association, software, is_connected: true });
    }
    let entries = store::file(tx, scope).await?.ok_or_else(|| {
        let words = match ConnectableSoftware::of(association.software).is_some() {
            true => "The company is not connected to its software. Connect it, or upload a file first.",
            false => "No associations have been uploaded. Upload the file first.",
        };
        Fault::precondition(ErrorReason::NoAssociations, words)
    })?;
    Ok(Source { association, software: Box::new(Uploaded { entries }), is_connected: false })
}

/// Returns the software to which the scope's company is connected and which takes its service requests.
///
/// # Errors
/// `NOT_FOUND` if there is no such company.
pub async fn taking_requests(
    tx: &mut Tx,
    scope: &Scope,
) -> Result<Option<(ConnectableSoftware, &'static Association)>, Fault> {
    let number = community::company_settings(tx, scope).await?.software;
    let software = ConnectableSoftware::of(number).filter(|software| software.takes_requests());
    let (Some(software), Some(association)) = (software, association(number)) else { return Ok(None) };
    let connection = store::find(tx, scope, number).await?;
    Ok(connection.map(|_| (software, association)))
}

/// Returns the software to which the scope's company is connected; `None` if it is not. The secret must be loaded before
/// the transaction.
///
/// # Errors
/// `SECRET_MISSING` if the secret store no longer has the secret.
pub async fn connected(
    tx: &mut Tx,
    context: &Context,
    apis: &SoftwareApis,
    scope: &Scope,
    association: &'static Association,
) -> Result<Option<Box<dyn AssociationSoftware>>, Fault> {
    let Some(software) = ConnectableSoftware::of(association.software) else { return Ok(None) };
    let Some(connection) = store::find(tx, scope, association.software).await? else { return Ok(None) };
    let Some(secret) = context.secrets.get(tx, scope, &secret_name(association)).await? else {
        return Ok(None);
    };
    let Connection { account, login, .. } = connection;
    let credential = Credential { company: scope.company().clone(), account, login, secret };
    apis.open(context, scope, software, association, credential).map(Some)
}
