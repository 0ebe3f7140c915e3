//! Shared parts of the fake servers on loopback.
use std::{
    error::Error,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use http::{Request, Response};
use hyper::{
    body::{Body, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{
    net::TcpListener,
    sync::watch,
    task::{JoinHandle, JoinSet},
};

use super::timeouts::within;

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

/// A fake server on a port of its own. It stops, with its connections, when it is dropped.
pub struct LoopbackServer {
    address: SocketAddr,
    serve: Box<dyn Fn(TcpListener) -> JoinHandle<()> + Send + Sync>,
    serving: Mutex<Option<JoinHandle<()>>>,
}

impl LoopbackServer {
    /// Starts a server that answers requests from its state. An error closes the connection.
    pub async fn start<S, F, B>(
        state: &Arc<S>,
        answer: impl Fn(Arc<S>, Request<Incoming>) -> F + Copy + Send + Sync + 'static,
    ) -> Self
    where
        S: Send + Sync + 'static,
        F: Future<Output = Result<Response<B>, std::io::Error>> + Send + 'static,
        B: Body<Data: Send, Error: Into<Box<dyn Error + Send + Sync>>> + Send + 'static,
    {
        let state = state.clone();
        let serve = move |listener: TcpListener| {
            let state = state.clone();
            tokio::spawn(serve_all(listener, move |request| answer(state.clone(), request)))
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = Mutex::new(Some(serve(listener)));
        Self { address, serve: Box::new(serve), serving }
    }

    /// Returns the URL, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops listening, so that connections are refused.
    pub async fn stop_listening(&self) {
        let serving = lock(&self.serving).take().unwrap();
        serving.abort();
        let _ = serving.await;
    }

    /// Listens again.
    pub async fn listen_again(&self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        *lock(&self.serving) = Some((self.serve)(listener));
    }
}

impl Drop for LoopbackServer {
    fn drop(&mut self) {
        if let Some(serving) = lock(&self.serving).take() {
            serving.abort();
        }
    }
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
