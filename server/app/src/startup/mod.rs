//! Builds the server. The configuration, the clock, random numbers and the clients of other systems are created only
//! here, and passed to everything else.
mod community_content;
mod job_handlers;
mod private_files;
mod reflection;
mod retention;
mod routes;
mod storage;

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use answering::{BertEncoder, Encoder};
use http::HeaderValue;
use platform::{
    Clock, Db, Ids, Vault,
    access_policy::AccessTable,
    idempotency,
    jobs::Runner,
    network_address::Resolver,
    secrets::{self, ParameterStore},
};
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::watch,
};

pub use self::storage::{hold, objects, open, parameters, vault};
use self::{
    job_handlers::{handlers, schedules},
    routes::{RouteDependencies, routes},
    storage::Failure,
};
use crate::{
    bot::{self, response},
    context::{Context, Settings},
    demo,
    drafting::{LanguageModel, Reader, draft},
    email::incoming_email::MailboxWatcher,
    identity::{caller::Callers, oauth, session},
    integrations::integration,
    knowledge::catalog,
    objects::Objects,
    transport::{
        self, AllowedOrigins, Guard, GuardDependencies, IdempotencyLayer, Limits, Readiness, RouterParts,
        ServerEdge, Web, build_router,
    },
};

pub use crate::{drafting::read_input, realtime::event::StreamLimits};
pub use bot::Loader;
pub use demo::Demo;
pub use response::Endpoint;

/// The parts of a server.
pub struct Parts {
    /// The database.
    pub db: Db,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// Generates ids and secrets.
    pub ids: Arc<Ids>,
    /// Encrypts and signs.
    pub vault: Arc<Vault>,
    /// Stores the bytes of files.
    pub objects: Objects,
    /// Stores the values of secrets; `None` to store them in the database.
    pub parameters: Option<Arc<dyn ParameterStore>>,
    /// Settings from the configuration. If they do not name the company that runs the platform, the demo does.
    pub settings: Settings,
    /// Id of the second company whose staff can use service requests.
    pub second_company: Option<String>,
    /// Ids of single users who can use service requests.
    pub named_users: Vec<String>,
    /// Other origins whose pages may call the API.
    pub allowed_origins: Vec<HeaderValue>,
    /// The files of the web app.
    pub web: Web,
    /// TLS, proxies and limits of connections.
    pub edge: ServerEdge,
    /// Maximum numbers of open live streams, of events and of drafts together.
    pub streams: StreamLimits,
    /// Resolves the host names in links that staff create.
    pub resolver: Arc<dyn Resolver>,
    /// Path of this program, which is run as a separate process to read documents.
    pub program: PathBuf,
    /// Address and port of the metrics; `None` for no metrics.
    pub metrics: Option<SocketAddr>,
    /// The models that answer residents' texts.
    pub answering: Answering,
    /// Fills an empty database with the demo.
    pub demo: Option<Demo>,
}

/// The models that answer residents' texts.
pub struct Answering {
    /// Loads the sentence model. Without one, texts are matched by their words only.
    pub model: Option<Loader>,
    /// A sentence model behind an endpoint, which replaces the one that is loaded.
    pub embeddings: Option<Endpoint>,
    /// Number of community indexes that are kept in memory, about 1 MB each.
    pub cached_communities: u64,
    /// The model that phrases replies. Without one, answers are sent word for word.
    pub writer: Option<Endpoint>,
}

impl Answering {
    /// Uses the sentence model in a folder, if one is given, and no model that phrases replies.
    #[must_use]
    pub fn with_model(folder: Option<PathBuf>) -> Self {
        let load = |folder: PathBuf| -> Loader {
            Box::new(move || Ok(Arc::new(BertEncoder::load(&folder)?) as Arc<dyn Encoder>))
        };
        Self {
            model: folder.map(load),
            embeddings: None,
            cached_communities: CACHED_COMMUNITIES,
            writer: None,
        }
    }
}

/// Default number of community indexes that are kept in memory.
const CACHED_COMMUNITIES: u64 = 200;

/// A server that is listening but does not serve yet.
pub struct Server {
    listener: TcpListener,
    router: axum::Router,
    edge: ServerEdge,
    db: Db,
    health: tonic_health::server::HealthReporter,
    stop: watch::Sender<bool>,
    going: watch::Sender<bool>,
    readiness: Readiness,
    indexer: bot::Indexer,
    mailbox_watcher: MailboxWatcher,
    operation: Option<TcpListener>,
    /// Runs the jobs, once [`Server::run`] is called.
    pub runner: Arc<Runner>,
}

impl Server {
    /// Builds the server and listens.
    ///
    /// # Errors
    /// Returns a message for the operator if the address cannot be used or a part of the server cannot be created.
    pub async fn start(listen: SocketAddr, parts: Parts) -> Result<Self, Failure> {
        let Parts { db, clock, ids, vault, mut settings, mut second_company, named_users, .. } = parts;
        let Parts {
            allowed_origins,
            web,
            edge,
            streams,
            demo,
            metrics,
            answering,
            resolver,
            program,
            objects,
            parameters,
            ..
        } = parts;
        if demo.is_some() {
            settings.main_company.get_or_insert_with(|| demo::MAIN_COMPANY.to_owned());
            second_company.get_or_insert_with(|| demo::SECOND_COMPANY.to_owned());
        }
        settings.service_request_companies =
            settings.main_company.iter().chain(&second_company).cloned().collect();
        let listener = bind(listen).map_err(|error| format!("Parlor cannot listen on {listen}: {error}"))?;
        let operation = match metrics {
            Some(at) => Some(bind_metrics(at).await?),
            None => None,
        };
        let origins = AllowedOrigins::new(&settings.public_url, allowed_origins);
        if settings.public_url.is_empty() {
            let scheme = if edge.https { "https" } else { "http" };
            settings.public_url = format!("{scheme}://{}", listener.local_addr()?);
        }
        let main_company = settings.main_company.clone();
        let context =
            Context::new(db.clone(), clock.clone(), ids.clone(), vault, settings, objects, parameters);
        prepare_database(&context, demo).await?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let named = session::NamedAccounts { main_company, second_company, users: named_users };
        let sessions = session::Sessions::new(context.clone(), named, session::Passwords::new(cores));
        let stop = watch::Sender::new(false);
        let tokens = oauth::Tokens::new(context.clone(), sessions.clone());
        let callers = Callers { sessions, tokens };
        let access_policy = AccessTable::read()?;
        let encoder = match answering.embeddings {
            Some(endpoint) => {
                bot::EncoderService::of_endpoint(bot::EmbeddingModel::new(endpoint, clock.clone()))
            }
            None => bot::EncoderService::new(answering.model),
        };
        let (index_cache, requests) = bot::IndexCache::new(encoder, answering.cached_communities);
        let drafting = routes::Drafting {
            model: answering.writer.clone().map(|at| LanguageModel::new(at, clock.clone())),
            progress: draft::Progress::default(),
            reader: Reader::new(program),
        };
        let writer =
            answering.writer.map(|at| Box::new(response::OpenAi::new(at)) as Box<dyn response::Writer>);
        let renderer = response::ReplyRenderer::new(writer, clock.clone());
        let indexer =
            bot::Indexer::new(context.clone(), index_cache.clone(), requests, answering.cached_communities);
        let software_apis = integration::SoftwareApis::new(&context);
        let handlers =
            handlers(&context, &index_cache, &renderer, &drafting, &callers, &access_policy, &software_apis);
        let dependencies = RouteDependencies {
            callers: &callers,
            access_policy: &access_policy,
            handlers: &handlers,
            index_cache: &index_cache,
            renderer: &renderer,
            drafting: &drafting,
            streams,
            resolver: resolver.clone(),
            software_apis: &software_apis,
        };
        let (routes, health) = routes(&context, dependencies, stop.subscribe()).await;
        let idempotency_layer = IdempotencyLayer::new(context.clone(), edge.limits.underway);
        let guard = Guard::new(
            routes,
            GuardDependencies {
                access_policy,
                callers,
                idempotency: idempotency_layer,
                metrics: db.metrics.clone(),
            },
        );
        let going = watch::Sender::new(false);
        let readiness = Readiness { db: db.clone(), index_cache, going: going.subscribe() };
        let (proxies, https) = (edge.proxies.clone(), edge.https);
        let router = build_router(RouterParts {
            guard,
            context: context.clone(),
            readiness: readiness.clone(),
            origins,
            web,
            resolver,
            proxies,
            https,
        })?;
        let mailbox_watcher = MailboxWatcher::new(context.clone());
        let runner = Runner::new(db.clone(), clock, ids, handlers, schedules());
        runner.register_schedules().await?;
        Ok(Self {
            listener,
            router,
            edge,
            db,
            health,
            stop,
            going,
            readiness,
            indexer,
            mailbox_watcher,
            operation,
            runner,
        })
    }

    /// Returns the address and port that the server listens on.
    ///
    /// # Errors
    /// Fails if the operating system does not report it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns the address and port of the metrics, if they are served.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.operation.as_ref()?.local_addr().ok()
    }

    /// Serves until `signal` completes. Then reports for `drain_wait` that it is not ready, stops accepting
    /// calls, and lets calls and jobs finish. All of that takes 25 seconds at most.
    ///
    /// # Errors
    /// Fails if the task of the job workers panics.
    pub async fn run(self, signal: impl Future<Output = ()> + Send + 'static) -> Result<(), Failure> {
        let Self {
            listener,
            router,
            edge,
            db,
            health,
            stop,
            going,
            readiness,
            indexer,
            mailbox_watcher,
            operation,
            runner,
        } = self;
        let Limits { drain_wait, patience, .. } = edge.limits;
        let left = patience.saturating_sub(drain_wait);
        let workers = tokio::spawn(runner.clone().work(stop.subscribe(), left.mul_f32(GRACE)));
        tokio::spawn(indexer.run(stop.subscribe()));
        tokio::spawn(mailbox_watcher.run(stop.subscribe()));
        let (stopping, mut late) = (stop.subscribe(), stop.subscribe());
        tokio::spawn(readiness.clone().tell(health));
        if let Some(operation) = operation {
            tokio::spawn(transport::operate(operation, readiness, runner));
        }
        tokio::spawn(async move {
            signal.await;
            let _ = going.send(true);
            tokio::time::sleep(drain_wait).await;
            let _ = stop.send(true);
        });
        let ended = async {
            transport::serve(listener, router, &edge, stopping).await;
            workers.await?;
            db.close().await;
            Ok(())
        };
        tokio::select! {
            ended = ended => ended,
            () = async {
                let _ = late.wait_for(|stop| *stop).await;
                tokio::time::sleep(left).await;
            } => {
                tracing::warn!("stopped before all calls and jobs had ended");
                Ok(())
            }
        }
    }
}

/// Checks that the database can be written, and stores what the server needs in it.
///
/// # Errors
/// Returns a message for the operator if the database cannot be written or a stored secret cannot be encrypted again.
async fn prepare_database(context: &Context, demo: Option<Demo>) -> Result<(), Failure> {
    // Reports a database that cannot be written now instead of at the first call.
    context.db.platform().await.map_err(|fault| format!("The database cannot be written: {fault}"))?;
    idempotency::expire_own_leases(&context.db, context.now()).await?;
    secrets::reseal(&context.db, &context.vault).await?;
    catalog::seed(context).await?;
    if let Some(demo) = demo {
        demo::fill(context, &demo).await?;
    }
    Ok(())
}

/// Listens on the address of the metrics.
///
/// # Errors
/// Returns a message for the operator if the address cannot be used.
async fn bind_metrics(at: SocketAddr) -> Result<TcpListener, Failure> {
    let bound = TcpListener::bind(at).await;
    Ok(bound.map_err(|error| format!("The metrics cannot be served on {at}: {error}"))?)
}

/// Maximum number of connections that the operating system queues until they are accepted.
const BACKLOG: u32 = 4_096;

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Share of the time after `drain_wait` in which running jobs may finish; then they are released to another server.
const GRACE: f32 = 0.8;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// More than tokio's own backlog of 1,024, and fewer than Linux allows.
    const PENDING: usize = 2_000;

    #[tokio::test]
    async fn two_thousand_connections_can_wait_to_be_accepted() {
        crate::transport::raise_file_limit();
        let listener = bind(([127, 0, 0, 1], 0).into()).expect("a free port");
        let address = listener.local_addr().expect("the listener is bound");
        let mut pending = Vec::new();
        for n in 0..PENDING {
            let connect = tokio::net::TcpStream::connect(address);
            let connected = tokio::time::timeout(Duration::from_secs(60), connect).await;
            pending.push(
                connected.unwrap_or_else(|_| panic!("connection {n} waited a minute")).expect("connects"),
            );
        }
        assert_eq!(pending.len(), PENDING);
    }
}
