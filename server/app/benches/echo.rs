//! The reference: a tonic server with one RPC that returns its request.
use std::{
    convert::Infallible,
    future::{Ready, ready},
    task::{Context, Poll},
};

use http::{Request, Response};
use tonic::{body::Body, codegen::BoxFuture, server::NamedService};

#[derive(Clone)]
struct Echo;

impl NamedService for Echo {
    const NAME: &'static str = "echo.Echo";
}

impl tonic::server::UnaryService<String> for Echo {
    type Response = String;
    type Future = Ready<Result<tonic::Response<String>, tonic::Status>>;

    fn call(&mut self, request: tonic::Request<String>) -> Self::Future {
        ready(Ok(tonic::Response::new(request.into_inner())))
    }
}

impl tower::Service<Request<Body>> for Echo {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let mut grpc = tonic::server::Grpc::new(tonic_prost::ProstCodec::default());
        Box::pin(async move { Ok(grpc.unary(Echo, request).await) })
    }
}

pub async fn serve() {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    println!("echo: http://{}", listener.local_addr().unwrap());
    let incoming = tonic::transport::server::TcpIncoming::from(listener).with_nodelay(Some(true));
    tonic::transport::Server::builder().add_service(Echo).serve_with_incoming(incoming).await.unwrap();
}
