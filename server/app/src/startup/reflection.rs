//! Reflection, which describes the contract to gRPC tools, in versions v1 and v1alpha.
use std::sync::LazyLock;

use tonic::service::Routes;
use tonic_reflection::server::{Builder, Error};

use super::Failure;

/// Built once per process, because each of the two versions decodes the whole contract.
static ROUTES: LazyLock<Result<Routes, Error>> = LazyLock::new(build);

/// Returns the routes of the reflection services.
pub fn reflection_routes() -> Result<Routes, Failure> {
    ROUTES.as_ref().cloned().map_err(|error| error.to_string().into())
}

fn build() -> Result<Routes, Error> {
    let builder = || {
        Builder::configure()
            .register_encoded_file_descriptor_set(contract::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    Ok(Routes::new(builder().build_v1()?).add_service(builder().build_v1alpha()?))
}
