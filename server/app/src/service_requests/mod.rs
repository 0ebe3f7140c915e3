//! Work that residents and staff request, from the request to its completion.
pub mod saved_view;
pub mod service_request;
pub mod work_order;
