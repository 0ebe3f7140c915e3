//! A server to test, with demo data and a clock that tests advance.
use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use app::{
    context::{Outgoing, Settings},
    objects::Objects,
    startup::{Answering, Demo, Parts, Server, StreamLimits},
    transport::{ServerEdge, Web},
};
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use platform::{
    Clock, Db, Ids, Timestamp, Vault, clock::TurnedClock, config::CincClient, jobs::Runner,
    secrets::ParameterStore,
};
use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use sqlx_postgres::PgConnection;
use sqlx_sqlite::SqliteConnection;
use tokio::sync::oneshot;
use tonic::transport::Channel;

use super::{
    Staff,
    buildium::Buildium,
    cinc::{CINC_CLIENT, CINC_SECRET, Cinc},
    demo_databases,
    dns::TestDns,
    http::Answer,
    postgres,
    textline::Textline,
    twilio::Twilio,
    vantaca::Vantaca,
    within,
};

pub const PASSWORD: &str = "parlor-demo-house";
/// The key that encrypts secrets.
pub const KEY: [u8; 32] = [7; 32];
pub const HARBOR_ROW: &str = "community-harbor-row";
pub const HARBOR_ROW_NUMBER: &str = "+12025550101";
/// Monday, 2 March 2026, 15:00 UTC.
pub(super) const BEGINNING: Timestamp = Timestamp(1_772_463_600_000);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// The network configuration of a server, and how it sends email and answers.
pub(super) struct ServerOptions {
    public_url: &'static str,
    edge: ServerEdge,
    mail: Outgoing,
    answering: Answering,
    streams: StreamLimits,
    /// The object storage; a folder of the server if unset.
    objects: Option<Objects>,
    /// The store of secrets' values; the database if unset.
    parameters: Option<Arc<dyn ParameterStore>>,
    is_cinc_configured: bool,
}

impl Default for ServerOptions {
    fn default() -> Self {
        let answering = Answering::with_model(None);
        let (public_url, streams) = ("https://parlor.example", StreamLimits::default());
        let (edge, mail) = (ServerEdge::default(), Outgoing::by(None));
        let (objects, parameters, is_cinc_configured) = (None, None, true);
        Self { public_url, edge, mail, answering, streams, objects, parameters, is_cinc_configured }
    }
}

/// A server with demo data.
pub struct TestServer {
    pub address: SocketAddr,
    /// Address of the metrics listener.
    pub metrics: SocketAddr,
    pub clock: TurnedClock,
    pub db: Db,
    pub database: String,
    /// The fake Twilio server.
    pub twilio: Twilio,
    /// The fake Buildium server.
    pub buildium: Buildium,
    /// The fake Textline server.
    pub textline: Textline,
    /// The fake Vantaca server.
    pub vantaca: Vantaca,
    /// The fake CINC server.
    pub cinc: Cinc,
    /// The object storage.
    pub objects: Objects,
    runner: Arc<Runner>,
    client: Client<HttpConnector, Full<Bytes>>,
    http2: Client<HttpConnector, Full<Bytes>>,
    _stop: oneshot::Sender<()>,
    _folder: tempfile::TempDir,
}

impl TestServer {
    pub async fn open(engine: Engine) -> Self {
        Self::open_with_options(engine, ServerOptions::default()).await
    }

    /// Starts a server with this network configuration.
    pub async fn with_edge(edge: ServerEdge, engine: Engine) -> Self {
        Self::open_with_options(engine, ServerOptions { edge, ..ServerOptions::default() }).await
    }

    /// Starts a server without a public URL.
    pub async fn without_public_url(engine: Engine) -> Self {
        Self::open_with_options(engine, ServerOptions { public_url: "", ..ServerOptions::default() }).await
    }

    /// Starts a server with this mail configuration.
    pub async fn with_mail(engine: Engine, mail: Outgoing) -> Self {
        Self::open_with_options(engine, ServerOptions { mail, ..ServerOptions::default() }).await
    }

    /// Starts a server with these limits of live streams.
    pub async fn with_streams(engine: Engine, streams: StreamLimits) -> Self {
        Self::open_with_options(engine, ServerOptions { streams, ..ServerOptions::default() }).await
    }

    /// Starts a server with this object storage.
    pub async fn with_objects(engine: Engine, objects: Objects) -> Self {
        Self::open_with_options(engine, ServerOptions { objects: Some(objects), ..ServerOptions::default() })
            .await
    }

    /// Starts a server with this store of secrets' values.
    pub async fn with_parameters(engine: Engine, parameters: Option<Arc<dyn ParameterStore>>) -> Self {
        Self::open_with_options(engine, ServerOptions { parameters, ..ServerOptions::default() }).await
    }

    /// Starts a server with this configuration of the bot.
    pub async fn answering(engine: Engine, answering: Answering) -> Self {
        Self::open_with_options(engine, ServerOptions { answering, ..ServerOptions::default() }).await
    }

    async fn open_with_options(engine: Engine, options: ServerOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (db, database) = match engine {
            Engine::Sqlite => demo_databases::sqlite(folder.path().join("parlor.db")).await,
            Engine::Postgres => demo_databases::postgres().await,
        };
        Self::serve(folder, (db, database), TurnedClock::at(BEGINNING), &[KEY], options).await
    }

    /// Starts another server on the same database, with these keys for secrets.
    pub async fn start_another(&self, keys: &[[u8; 32]]) -> Self {
        self.start_beside(keys, ServerOptions::default()).await
    }

    /// Starts another server on the same database, with this configuration of the bot.
    pub async fn start_another_with(&self, answering: Answering) -> Self {
        self.start_beside(&[KEY], ServerOptions { answering, ..ServerOptions::default() }).await
    }

    /// Starts another server on the same database, with this store of secrets' values.
    pub async fn start_another_with_parameters(&self, parameters: Option<Arc<dyn ParameterStore>>) -> Self {
        self.start_beside(&[KEY], ServerOptions { parameters, ..ServerOptions::default() }).await
    }

    /// Starts another server on the same database that has no credential for CINC.
    pub async fn start_another_without_cinc(&self) -> Self {
        self.start_beside(&[KEY], ServerOptions { is_cinc_configured: false, ..ServerOptions::default() })
            .await
    }

    /// Starts a server on a database that other servers used, with their files and its own clock.
    pub async fn open_existing(engine: Engine, database: String, files: &Path, now: Timestamp) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = match engine {
            Engine::Sqlite => Db::sqlite(database.as_ref(), &app::MIGRATIONS).await.unwrap(),
            Engine::Postgres => Db::postgres(&postgres::server_url(&database)).await.unwrap(),
        };
        let objects = Some(Objects::folder(files).unwrap());
        let options = ServerOptions { objects, ..ServerOptions::default() };
        Self::serve(folder, (db, database), TurnedClock::at(now), &[KEY], options).await
    }

    async fn start_beside(&self, keys: &[[u8; 32]], options: ServerOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = match self.database.ends_with(".db") {
            true => Db::sqlite(self.database.as_ref(), &app::MIGRATIONS).await.unwrap(),
            false => Db::postgres(&postgres::server_url(&self.database)).await.unwrap(),
        };
        let database = (db, self.database.clone());
        let options = ServerOptions { objects: Some(self.objects.clone()), ..options };
        Self::serve(folder, database, self.clock.clone(), keys, options).await
    }

    async fn serve(
        folder: tempfile::TempDir,
        (db, database): (Db, String),
        clock: TurnedClock,
        keys: &[[u8; 32]],
        options: ServerOptions,
    ) -> Self {
        let (twilio, textline) = (Twilio::start(clock.clone()).await, Textline::start(clock.clone()).await);
        let buildium = Buildium::start().await;
        let vantaca = Vantaca::start().await;
        let cinc = Cinc::start().await;
        let urls = Urls {
            twilio: twilio.url(),
            textline: textline.url(),
            buildium: buildium.url(),
            vantaca: vantaca.url(),
            cinc: cinc.url(),
        };
        let objects = options.objects.clone().unwrap_or_else(|| files_in(folder.path()));
        let options = ServerOptions { objects: Some(objects.clone()), ..options };
        let started = start(db.clone(), clock.clone(), keys, urls, None, options).await;
        let (address, runner) = (started.address().unwrap(), started.runner.clone());
        let metrics = started.metrics_address().unwrap();
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(started.run(async move {
            let _ = stopped.await;
        }));
        let client = Client::builder(TokioExecutor::new()).build_http();
        let http2 = Client::builder(TokioExecutor::new()).http2_only(true).build_http();
        Self {
            address,
            metrics,
            clock,
            db,
            database,
            twilio,
            buildium,
            textline,
            vantaca,
            cinc,
            objects,
            runner,
            client,
            http2,
            _stop: stop,
            _folder: folder,
        }
    }

    /// Calls a REST path.
    pub async fn rest(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        if !token.is_empty() {
            request = request.header("usertoken", token);
        }
        let body = body.map(|b| b.to_string()).unwrap_or_default();
        self.send(request.header("content-type", "application/json").body(Full::from(body)).unwrap()).await
    }

    /// Sends a request. gRPC itself uses HTTP/2.
    pub async fn send(&self, request: Request<Full<Bytes>>) -> Answer {
        let (parts, body) = self.begin(request).await.into_parts();
        let body = body.collect().await.unwrap();
        let trailers = body.trailers().cloned().unwrap_or_default();
        Answer { status: parts.status, headers: parts.headers, trailers, bytes: body.to_bytes() }
    }

    /// Sends a request without waiting for the end of the response body.
    pub async fn begin(&self, request: Request<Full<Bytes>>) -> Response<Incoming> {
        let kind = request.headers().get("content-type");
        let client = if kind.is_some_and(|k| k == "application/grpc") { &self.http2 } else { &self.client };
        client.request(request).await.unwrap()
    }

    /// Opens a gRPC channel.
    pub async fn channel(&self) -> Channel {
        Channel::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }

    /// Signs in with the password of demo users.
    pub async fn login(&self, email: &str) -> Staff<'_> {
        let body = json!({ "email": email, "password": PASSWORD });
        let answer = self.rest("POST", "/users/login", "", Some(body)).await.ok();
        Staff { server: self, token: answer["token"].as_str().unwrap().to_owned() }
    }

    pub async fn harborline_admin(&self) -> Staff<'_> {
        self.login("admin@harborline.example").await
    }

    pub async fn northgate_admin(&self) -> Staff<'_> {
        self.login("admin@northgate.example").await
    }

    /// Returns the time of the clock as in JSON.
    pub fn now(&self) -> String {
        self.clock.now().to_string()
    }

    /// Runs a statement as the owner of the database.
    pub async fn as_owner(&self, sqlite: &'static str, postgres: &'static str) {
        match self.database.ends_with(".db") {
            true => {
                let mut owner = SqliteConnection::connect(&self.database).await.unwrap();
                owner.execute(sqlite).await.unwrap();
            }
            false => {
                let mut owner = PgConnection::connect(&postgres::owner_url(&self.database)).await.unwrap();
                owner.execute(postgres).await.unwrap();
            }
        }
    }

    /// Runs a statement that adds rows of a company.
    pub async fn insert(&self, company: &str, statement: &'static str) {
        let mut tx = self.db.write(&platform::Scope::of_company(&company.into())).await.unwrap();
        tx.query(statement).run().await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Waits until all due jobs are done.
    pub async fn settled(&self) {
        within("all due jobs are done", self.runner.settled()).await.unwrap();
    }

    /// Advances the clock, and waits until all due jobs are done.
    pub async fn later(&self, span: Duration) {
        self.clock.advance(span);
        self.settled().await;
    }
}

/// Returns a folder for the bytes of files, next to a database.
fn files_in(folder: &Path) -> Objects {
    let files = folder.join("files");
    std::fs::create_dir(&files).unwrap();
    Objects::folder(&files).unwrap()
}

/// The URLs of the fake servers.
pub(super) struct Urls {
    pub twilio: String,
    pub textline: String,
    pub buildium: String,
    pub vantaca: String,
    pub cinc: String,
}

pub(super) async fn start(
    db: Db,
    clock: TurnedClock,
    keys: &[[u8; 32]],
    urls: Urls,
    demo: Option<Demo>,
    options: ServerOptions,
) -> Server {
    let ServerOptions { public_url, edge, mail, answering, streams, objects, parameters, is_cinc_configured } =
        options;
    let cinc = is_cinc_configured.then(|| CincClient {
        url: urls.cinc.clone(),
        identity_url: urls.cinc.clone(),
        client_id: CINC_CLIENT.into(),
        client_secret: CINC_SECRET.into(),
    });
    let parts = Parts {
        db,
        clock: Arc::new(clock),
        ids: Arc::new(Ids::from_entropy()),
        vault: Arc::new(Vault::new(keys).unwrap()),
        objects: objects.unwrap_or_else(Objects::memory),
        parameters,
        settings: Settings {
            public_url: public_url.into(),
            jwt_issuers: vec!["https://parlor.example".into()],
            private_hosts: true,
            main_company: Some("company-parlor".into()),
            service_request_companies: Vec::new(),
            twilio_url: urls.twilio,
            textline_url: urls.textline,
            buildium_url: urls.buildium,
            vantaca_url: urls.vantaca,
            cinc,
            mail,
        },
        second_company: Some("company-northgate".into()),
        named_users: vec!["staff-harborline-admin".into(), "staff-harborline-manager".into()],
        allowed_origins: vec!["https://dash.example".parse().unwrap()],
        web: Web::open(None).unwrap(),
        edge,
        streams,
        resolver: Arc::new(TestDns::default()),
        program: env!("CARGO_BIN_EXE_parlor").into(),
        metrics: Some(([127, 0, 0, 1], 0).into()),
        answering,
        demo,
    };
    Server::start(([127, 0, 0, 1], 0).into(), parts).await.unwrap()
}
