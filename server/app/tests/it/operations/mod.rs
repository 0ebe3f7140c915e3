//! Tests of jobs, files, mail and operation of the program.
pub mod answer_commands;
pub mod audit_changes;
pub mod command_line;
pub mod concurrent_claims;
pub mod files;
pub mod health_and_metrics;
pub mod job_handover;
pub mod job_leases;
pub mod job_queues;
pub mod jobs;
pub mod mail;
pub mod objects;
pub mod schedules;
pub mod short_links;
pub mod storage;
