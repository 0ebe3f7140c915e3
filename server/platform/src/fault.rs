//! The one error at the edge. It tells the caller what to do next and never what went
//! on inside: the cause goes to the log, under the id that the caller gets.
use std::{error::Error, fmt, time::Duration};

use contract::v1::ErrorReason;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::request;

/// Names Parlor in `google.rpc.ErrorInfo`.
pub const DOMAIN: &str = "parlor";

/// A refusal or a failure, ready for the wire.
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

    /// What was sent cannot be read at all.
    #[must_use]
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::new(Code::InvalidArgument, ErrorReason::Unreadable, message)
    }

    /// The state of things does not allow it now.
    #[must_use]
    pub fn precondition(reason: ErrorReason, message: impl Into<String>) -> Self {
        Self::new(Code::FailedPrecondition, reason, message)
    }

    /// It is there already.
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

    /// There is no such call.
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

    /// There is no room left to write.
    #[must_use]
    pub fn storage_full(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let fault = Self::exhausted(ErrorReason::StorageFull, "Storage is full. Try again later.", None);
        Self { cause: Some(cause.into()), ..fault }
    }

    /// Not now, though nothing broke: the server is going down, or others are first.
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

    /// The status code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// What is wrong and what to do next, without the name of the field.
    #[must_use]
    pub fn words(&self) -> &str {
        self.violations.first().map_or(&self.message, |(_, description)| description)
    }

    /// The machine-readable reason; it holds nothing of anybody's.
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
                // PostgreSQL is going down, coming up, has no connection left, or waited in vain for
                // the next word of a transaction.
                Some("57P01" | "57P02" | "57P03" | "53300" | "25P03") => Self::unavailable(error),
                // SQLite is busy; PostgreSQL gave up one of two that wait for each other.
                Some("5" | "40001" | "40P01") => Self::unavailable(error),
                _ => Self::internal(error),
            },
            _ => Self::internal(error),
        }
    }
}
