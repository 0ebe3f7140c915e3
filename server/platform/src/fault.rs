//! The error type of the API. It tells the caller what to do next and reveals no internals: the cause is
//! logged with the request id that the caller gets.
use std::{error::Error, fmt, time::Duration};

use contract::v1::ErrorReason;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::request;

/// The domain in `google.rpc.ErrorInfo`.
pub const DOMAIN: &str = "parlor";

/// An error of a call, with its gRPC status code, its reason and a message for the user.
#[derive(Debug)]
pub struct Fault {
    code: Code,
    reason: ErrorReason,
    message: String,
    violations: Vec<(String, String)>,
    retry_after: Option<Duration>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Fault {
    fn new(code: Code, reason: ErrorReason, message: impl Into<String>) -> Self {
        Self { code, reason, message: message.into(), violations: vec![], retry_after: None, cause: None }
    }

    /// The resource does not exist or is outside of the scope; both look the same.
    #[must_use]
    pub fn not_found(thing: &str) -> Self {
        Self::new(Code::NotFound, ErrorReason::NotFound, format!("There is no such {thing}."))
    }

    /// One field is not valid.
    #[must_use]
    pub fn field(field: &str, description: impl Into<String>) -> Self {
        let description = description.into();
        let mut fault =
            Self::new(Code::InvalidArgument, ErrorReason::InvalidFields, format!("{field}: {description}"));
        fault.violations.push((field.to_owned(), description));
        fault
    }

    /// The request is not valid as a whole.
    #[must_use]
    pub fn invalid(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, reason, message)
    }

    /// The request cannot be parsed.
    #[must_use]
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, ErrorReason::Unreadable, message)
    }

    /// The current state does not allow the operation.
    #[must_use]
    pub fn precondition(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::FailedPrecondition, reason, message)
    }

    /// The resource exists already.
    #[must_use]
    pub fn exists(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::AlreadyExists, reason, message)
    }

    /// A concurrent change won.
    #[must_use]
    pub fn aborted(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::Aborted, reason, message)
    }

    /// No valid session. Logs a browser out.
    #[must_use]
    pub fn unauthenticated(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::Unauthenticated, reason, message)
    }

    /// A role is missing. Logs a browser out.
    #[must_use]
    pub fn denied(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::PermissionDenied, reason, message)
    }

    /// A limit is reached; the call may be retried after `wait`.
    #[must_use]
    pub fn exhausted(reason: ErrorReason, message: impl Into<String>, wait: Option<Duration>) -> Self {
        Self { retry_after: wait, ..Self::new(Code::ResourceExhausted, reason, message) }
    }

    /// There is no such method.
    #[must_use]
    pub fn unimplemented(message: impl Into<String>) -> Self {
        Self::new(Code::Unimplemented, ErrorReason::NoSuchCall, message)
    }

    /// A dependency is temporarily unavailable.
    #[must_use]
    pub fn unavailable(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let fault =
            Self::new(Code::Unavailable, ErrorReason::Unavailable, "Parlor is busy. Try again in a moment.");
        Self { cause: Some(cause.into()), ..fault }
    }

    /// The storage is full.
    #[must_use]
    pub fn storage_full(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let fault = Self::exhausted(ErrorReason::StorageFull, "Storage is full. Try again later.", None);
        Self { cause: Some(cause.into()), ..fault }
    }

    /// The server stops or is overloaded. Nothing is logged.
    #[must_use]
    pub fn not_now(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::Unavailable, reason, message)
    }

    /// An internal error.
    #[must_use]
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let fault = Self::new(
            Code::Internal,
            ErrorReason::Internal,
            "Something went wrong on our side. Try again; if it happens again, send us the request ID.",
        );
        Self { cause: Some(cause.into()), ..fault }
    }

    /// Returns the gRPC status code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns the message for the user, without the name of the field.
    #[must_use]
    pub fn words(&self) -> &str {
        self.violations.first().map_or(&self.message, |(_, description)| description)
    }

    /// Returns the machine-readable reason, which contains no personal data.
    #[must_use]
    pub fn reason(&self) -> ErrorReason {
        self.reason
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.reason)?;
        self.cause.as_ref().map_or(Ok(()), |cause| write!(f, ": {cause}"))
    }
}

impl Error for Fault {}

impl From<Fault> for Status {
    fn from(fault: Fault) -> Self {
        if let Some(cause) = &fault.cause {
            tracing::error!(request = request::id(), reason = %fault.reason, %cause, "a call failed");
        }
        let mut details = ErrorDetails::new();
        details.set_error_info(fault.reason.wire_name(), DOMAIN, []);
        for (field, description) in &fault.violations {
            details.add_bad_request_violation(field, description);
        }
        if let Some(wait) = fault.retry_after {
            details.set_retry_info(Some(wait));
        }
        Status::with_error_details(fault.code, fault.message, details)
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as E;
        match &error {
            E::PoolTimedOut | E::PoolClosed | E::Io(_) | E::WorkerCrashed | E::BeginFailed => {
                Self::unavailable(error)
            }
            E::Database(database) => match database.code().as_deref() {
                // SQLite: the disk is full. PostgreSQL: class 53, out of a resource.
                Some("13" | "53100" | "53200") => Self::storage_full(error),
                // PostgreSQL shuts down, starts, has no connection left, or ended an idle transaction.
                Some("57P01" | "57P02" | "57P03" | "53300" | "25P03") => Self::unavailable(error),
                // SQLite is busy; PostgreSQL reports a serialization failure or a deadlock.
                Some("5" | "40001" | "40P01") => Self::unavailable(error),
                _ => Self::internal(error),
            },
            _ => Self::internal(error),
        }
    }
}
