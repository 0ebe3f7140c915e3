//! A fake Amazon S3 service on loopback. Objects are files in a folder, and signatures are verified.
use std::{net::SocketAddr, path::PathBuf};

use app::objects::Objects;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use platform::config::Bucket;
use s3s::{
    auth::SimpleAuth,
    service::{S3Service, S3ServiceBuilder},
};
use s3s_fs::FileSystem;
use tokio::{
    net::TcpListener,
    task::{JoinHandle, JoinSet},
};

const BUCKET: &str = "parlor-files";
const KEY_ID: &str = "parlor";
const KEY: &str = "a key of the test";

pub struct S3 {
    folder: tempfile::TempDir,
    address: SocketAddr,
    service: S3Service,
    serving: Option<JoinHandle<()>>,
}

impl S3 {
    /// Starts a service with one bucket.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY_ID, KEY));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = Some(tokio::spawn(serve(listener, service.clone())));
        Self { folder, address, service, serving }
    }

    /// Returns the configuration of the bucket.
    pub fn bucket(&self) -> Bucket {
        Bucket {
            name: BUCKET.to_owned(),
            region: "us-east-1".to_owned(),
            url: Some(format!("http://{}", self.address)),
            key_id: KEY_ID.to_owned(),
            key: KEY.into(),
        }
    }

    pub fn objects(&self) -> Objects {
        Objects::bucket(&self.bucket()).unwrap()
    }

    /// Returns the objects in the bucket as relative paths, sorted.
    pub fn stored(&self) -> Vec<PathBuf> {
        let root = self.folder.path().join(BUCKET);
        let inside = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|one| one.unwrap().path());
        let mut found: Vec<PathBuf> = inside(root.clone())
            .filter(|path| path.is_dir())
            .flat_map(inside)
            .map(|path| path.strip_prefix(&root).unwrap().to_owned())
            .collect();
        found.sort();
        found
    }

    /// Stops listening, so that connections are refused.
    pub async fn stop_listening(&mut self) {
        let serving = self.serving.take().unwrap();
        serving.abort();
        let _ = serving.await;
    }

    /// Listens again.
    pub async fn listen_again(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.serving = Some(tokio::spawn(serve(listener, self.service.clone())));
    }
}

async fn serve(listener: TcpListener, service: S3Service) {
    let mut open = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else { return };
        let service = service.clone();
        // Ends with this task, including its connections.
        open.spawn(async move {
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
