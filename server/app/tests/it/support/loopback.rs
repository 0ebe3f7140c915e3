//! Shared parts of the fake servers on loopback.
use std::{
    error::Error,
    sync::{Mutex, MutexGuard},
};

use http::{Request, Response};
use hyper::{
    body::{Body, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, sync::watch, task::JoinSet};

use super::timeouts::within;

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

/// Serves all connections until it is dropped. An error closes the connection.
pub async fn serve_all<F, B>(
    listener: TcpListener,
    answer: impl Fn(Request<Incoming>) -> F + Clone + Send + 'static,
) where
    F: Future<Output = Result<Response<B>, std::io::Error>> + Send + 'static,
    B: Body<Data: Send, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static,
{
    let mut open = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { return };
        let service = service_fn(answer.clone());
        // Ends with this task, including its connections.
        open.spawn(async move {
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// Waits until a server was called this many times.
pub async fn wait_for_calls(calls: &watch::Sender<usize>, times: usize) {
    let mut calls = calls.subscribe();
    let reached = calls.wait_for(|calls| *calls >= times);
    within("the server is called", reached).await.unwrap();
}
