//! Puts the server together: the one place where configuration, time, chance and the
//! outside world become values.
mod content;
mod job_handlers;
mod private_files;
mod retention;
mod routes;
mod storage;

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use answering::{BertEncoder, Encoder};
use http::HeaderValue;
use platform::{
    Clock, Db, Ids, Vault, access_policy::AccessTable, idempotency, jobs::Runner, network_address::Resolver,
    secrets,
};
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::watch,
};

pub use self::storage::{hold, objects, open, vault};
use self::{
    job_handlers::{handlers, schedules},
    routes::{RouteDependencies, routes},
};
use crate::{
    bot::{self, response},
    context::{Context, Settings},
    demo,
    drafting::{LanguageModel, Reader, draft},
    email::incoming_email::MailboxWatcher,
    identity::{caller::Callers, oauth, session},
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

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What a server is made of.
pub struct Parts {
    /// Where everything is stored.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes ids.
    pub ids: Arc<Ids>,
    /// Encrypts and signs.
    pub vault: Arc<Vault>,
    /// Where the bytes of files are kept.
    pub objects: Objects,
    /// What the configuration says; the demo names the company that runs the platform, if nothing does.
    pub settings: Settings,
    /// The second company that has the service requests.
    pub second_company: Option<String>,
    /// Single accounts that have the service requests.
    pub named_users: Vec<String>,
    /// Other origins whose origins may call.
    pub allowed_origins: Vec<HeaderValue>,
    /// What browsers get.
    pub web: Web,
    /// How the server meets the world.
    pub edge: ServerEdge,
    /// How many live streams may be open.
    pub streams: StreamLimits,
    /// Resolves the names that staff write into links.
    pub resolver: Arc<dyn Resolver>,
    /// The program itself, which reads documents in a process of its own.
    pub program: PathBuf,
    /// Where the metrics are, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// By what residents' texts are answered.
    pub answering: Answering,
    /// Fill an empty database with the demo.
    pub demo: Option<Demo>,
}

/// By what residents' texts are answered.
pub struct Answering {
    /// Gets the sentence model; without one, words alone answer.
    pub model: Option<Loader>,
    /// Number of community indexes that are kept in memory, about 1 MB each.
    pub cached_communities: u64,
    /// Who words replies; without anybody, answers go out word for word.
    pub writer: Option<Endpoint>,
}

impl Answering {
    /// With the model in this folder, if there is to be one.
    #[must_use]
    pub fn with_model(folder: Option<PathBuf>) -> Self {
        let load = |folder: PathBuf| -> Loader {
            Box::new(move || Ok(Arc::new(BertEncoder::load(&folder)?) as Arc<dyn Encoder>))
        };
        Self { model: folder.map(load), cached_communities: CACHED_COMMUNITIES, writer: None }
    }
}

/// Default number of community indexes that are kept in memory.
const CACHED_COMMUNITIES: u64 = 200;

/// A server that is ready.
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
    /// Works on the jobs; [`Server::run`] has it work.
    pub runner: Arc<Runner>,
}

impl Server {
    /// Puts it together and listens.
    ///
    /// # Errors
    /// In plain words, what keeps it from starting.
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
            Some(at) => Some(
                TcpListener::bind(at)
                    .await
                    .map_err(|e| format!("The metrics cannot be served on {at}: {e}"))?,
            ),
            None => None,
        };
        let origins = AllowedOrigins::new(&settings.public_url, allowed_origins);
        if settings.public_url.is_empty() {
            let scheme = if edge.https { "https" } else { "http" };
            settings.public_url = format!("{scheme}://{}", listener.local_addr()?);
        }
        let main_company = settings.main_company.clone();
        let context = Context::new(db.clone(), clock.clone(), ids.clone(), vault, settings, objects);
        // A database that cannot be written is told now, not at the first call.
        db.platform().await.map_err(|fault| format!("The database cannot be written: {fault}"))?;
        idempotency::expire_own_leases(&db, clock.now()).await?;
        secrets::reseal(&context.db, &context.vault).await?;
        catalog::seed(&context).await?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let passwords = session::Passwords::new(cores)?;
        let named = session::NamedAccounts { main_company, second_company, users: named_users };
        if let Some(demo) = demo {
            demo::fill(&context, &passwords, &demo).await?;
        }
        let sessions = session::Sessions::new(context.clone(), named, passwords);
        let stop = watch::Sender::new(false);
        let tokens = oauth::Tokens::new(context.clone(), sessions.clone());
        let callers = Callers { sessions, tokens };
        let access_policy = AccessTable::read()?;
        let (index_cache, requests) =
            bot::IndexCache::new(bot::EncoderService::new(answering.model), answering.cached_communities);
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
        let handlers = handlers(&context, &index_cache, &renderer, &drafting, (&callers, &access_policy));
        let dependencies = RouteDependencies {
            callers: &callers,
            access_policy: &access_policy,
            handlers: &handlers,
            index_cache: &index_cache,
            renderer: &renderer,
            drafting: &drafting,
            streams,
            resolver,
        };
        let (routes, health) = routes(&context, dependencies, stop.subscribe()).await?;
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
            proxies,
            https,
        })?;
        let mailbox_watcher = MailboxWatcher::new(context.clone());
        let runner = Runner::new(db.clone(), clock, ids, handlers, schedules());
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

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where the metrics are, if anywhere.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.operation.as_ref()?.local_addr().ok()
    }

    /// Serves until `told`, then says that it is not ready, and at last lets what was begun end,
    /// for 25 seconds at most.
    ///
    /// # Errors
    /// When the workers broke down.
    pub async fn run(self, told: impl Future<Output = ()> + Send + 'static) -> Result<(), Failure> {
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
            told.await;
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

/// Connections that the system may hold until they are accepted.
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

/// What part of the time that is left a job may take to end, before another server is to do it.
const GRACE: f32 = 0.8;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// More than tokio's own backlog of 1,024, and fewer than Linux allows.
    const PENDING: usize = 2_000;

    #[tokio::test]
    async fn two_thousand_connections_wait_to_be_accepted() {
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
