//! Tests of behavior that is common to all calls.
pub mod access_matrix;
pub mod caching;
pub mod connections;
pub mod cross_origin;
pub mod error_reasons;
pub mod idempotency;
pub mod malformed_messages;
pub mod openapi;
pub mod paging;
pub mod reflection;
pub mod refusals;
pub mod rest_grpc_parity;
pub mod row_level_security;
pub mod tenancy;
pub mod xsrf;
