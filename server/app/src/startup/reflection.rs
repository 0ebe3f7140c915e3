//! Reflection, which describes the contract to gRPC tools, in versions v1 and v1alpha.
use std::sync::LazyLock;

use axum::body::Body;
use http::Request;
use tonic::{Status, service::Routes};
use tonic_reflection::server::{Builder, Error};
use tower::{ServiceExt, service_fn};

const PATHS: [&str; 2] =
    ["/grpc.reflection.v1.ServerReflection/{*method}", "/grpc.reflection.v1alpha.ServerReflection/{*method}"];

/// Built at the first call, because each of the two versions decodes the whole contract with its comments.
static SERVICES: LazyLock<Result<Routes, Error>> = LazyLock::new(build);

/// Returns the routes of the reflection services.
pub fn reflection_routes() -> Routes {
    let call = async |request: Request<Body>| match &*SERVICES {
        Ok(services) => services.clone().oneshot(request).await,
        Err(error) => Ok(Status::internal(error.to_string()).into_http()),
    };
    let routes = Routes::default().into_axum_router();
    PATHS.iter().fold(routes, |routes, path| routes.route_service(path, service_fn(call))).into()
}

fn build() -> Result<Routes, Error> {
    let builder = || {
        Builder::configure()
            .register_encoded_file_descriptor_set(contract::COMMENTED_DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    Ok(Routes::new(builder().build_v1()?).add_service(builder().build_v1alpha()?))
}
