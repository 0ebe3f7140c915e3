//! Tests of reflection, which describes the contract to gRPC tools.

use prost::Message;
use prost_types::FileDescriptorProto;
use tonic_reflection::pb;

use crate::support::*;

const SYMBOL: &str = "parlor.v1.EscalationService";

macro_rules! describe {
    ($version:ident, $server:expr, $request:expr) => {{
        use pb::$version::{
            ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
            server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
        };
        let mut client = ServerReflectionClient::new($server.channel().await);
        let (name, argument): (&str, String) = $request;
        let message = match name {
            "services" => MessageRequest::ListServices(argument),
            _ => MessageRequest::FileContainingSymbol(argument),
        };
        let request = ServerReflectionRequest { host: String::new(), message_request: Some(message) };
        let mut answers =
            client.server_reflection_info(tokio_stream::iter([request])).await.unwrap().into_inner();
        match answers.message().await.unwrap().unwrap().message_response.unwrap() {
            MessageResponse::ListServicesResponse(list) => {
                (list.service.into_iter().map(|service| service.name).collect(), Vec::new())
            }
            MessageResponse::FileDescriptorResponse(files) => {
                (Vec::<String>::new(), files.file_descriptor_proto)
            }
            other => panic!("{other:?}"),
        }
    }};
}

on_both! {
    async fn both_reflection_versions_describe_all_services_with_comments(server: TestServer) {
        let services = || ("services", String::new());
        let symbol = || ("symbol", SYMBOL.to_owned());
        for (names, files) in [
            (describe!(v1, server, services()).0, describe!(v1, server, symbol()).1),
            (describe!(v1alpha, server, services()).0, describe!(v1alpha, server, symbol()).1),
        ] {
            for service in [SYMBOL, "grpc.health.v1.Health", "parlor.v1.SessionService"] {
                assert!(names.iter().any(|name| name == service), "{service} in {names:?}");
            }
            let file = FileDescriptorProto::decode(files[0].as_slice()).unwrap();
            assert!(file.service.iter().any(|service| service.name() == "EscalationService"));
            let mut comments = file.source_code_info.unwrap().location.into_iter();
            assert!(comments.any(|location| location.leading_comments.is_some()));
        }
    }
}
