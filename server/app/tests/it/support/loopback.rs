//! What the servers on loopback have in common.
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

pub fn held<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap()
}

/// Answers whoever connects, until it is dropped. An error closes the connection.
pub async fn answer_all<F, B>(
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
        // Gone with this task, connections included.
        open.spawn(async move {
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// Waits until something was called so often.
pub async fn called(calls: &watch::Sender<usize>, times: usize) {
    let mut calls = calls.subscribe();
    let waiting = calls.wait_for(|calls| *calls >= times);
    within("a call comes", waiting).await.unwrap();
}
