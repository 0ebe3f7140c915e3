//! Synchronizes communities and homeowner accounts with a company's association software.
mod accounts_job;
mod buildium;
mod cinc;
mod client;
mod commands;
mod convert;
mod model;
mod night_jobs;
mod outgoing_request;
mod pacer;
mod rules;
mod service;
mod software;
mod software_record;
mod store;
mod sync;
mod vantaca;

pub use accounts_job::{SYNC_ACCOUNTS, SyncAccounts};
pub use model::ConnectableSoftware;
pub use night_jobs::{SYNC_COMPANIES, SYNC_COMPANY, SyncCompanies, SyncCompany};
pub use outgoing_request::{FoundRequest, OutgoingRequest, READ_SOFTWARE_REQUESTS, ReadRequests, WriteError};
pub use service::Service;
pub use software::{RequestSoftware, SoftwareApis, SoftwareError, connected, load_secret, taking_requests};
