//! Puts the server together: the one place where configuration, time, chance and the
//! outside world become values.
use std::{collections::HashMap, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use axum::serve::ListenerExt;
use contract::v1::{
    community_service_server::CommunityServiceServer, company_service_server::CompanyServiceServer,
    conversation_service_server::ConversationServiceServer,
    escalation_service_server::EscalationServiceServer, event_service_server::EventServiceServer,
    handset_service_server::HandsetServiceServer, knowledge_service_server::KnowledgeServiceServer,
    session_service_server::SessionServiceServer,
};
use http::HeaderValue;
use platform::{
    Clock, Db, Ids,
    config::Storage,
    jobs::{Handler, Runner},
};
use secrecy::ExposeSecret;
use tokio::{net::TcpListener, sync::watch};
use tonic::service::Routes;

use crate::{
    bot, carrier, company,
    context::Context,
    conversation, demo, directory, escalation, event, handset, knowledge, session,
    transport::{AccessTable, Entrance, Guard, MOST_BYTES, entrance},
};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What a server is made of.
pub struct Parts {
    /// Where everything is stored.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes ids.
    pub ids: Arc<Ids>,
    /// The company that runs the platform.
    pub main_company: Option<String>,
    /// The second company that has the service requests.
    pub second_company: Option<String>,
    /// Single accounts that have the service requests.
    pub named_users: Vec<String>,
    /// Other origins whose pages may call.
    pub allowed_origins: Vec<HeaderValue>,
    /// Fill an empty database with the demo, whose accounts have this password.
    pub demo: Option<String>,
}

/// A server that is ready.
pub struct Server {
    listener: TcpListener,
    door: axum::Router,
    db: Db,
    health: tonic_health::server::HealthReporter,
    stop: watch::Sender<bool>,
    /// Works on the jobs; [`Server::run`] has it work.
    pub runner: Arc<Runner>,
}

/// Opens storage: SQLite in the data folder, or PostgreSQL.
///
/// # Errors
/// In plain words, what cannot be used.
pub async fn open(storage: &Storage) -> Result<Db, Failure> {
    if let Some(url) = &storage.database_url {
        let url = url.expose_secret();
        crate::MIGRATIONS.run_postgres(url).await?;
        return Ok(Db::postgres(url).await?);
    }
    let dir = &storage.data_dir;
    make(dir)?;
    let file = dir.join("parlor.db");
    let db = Db::sqlite(&file, &crate::MIGRATIONS).await;
    Ok(db.map_err(|e| format!("The database {} cannot be used: {e}", file.display()))?)
}

fn make(dir: &Path) -> Result<(), Failure> {
    Ok(std::fs::create_dir_all(dir)
        .map_err(|e| format!("The folder {} cannot be made: {e}", dir.display()))?)
}

/// Keeps a second server out of a folder with SQLite in it, as long as it is held. Neither
/// would hear of the other's news.
///
/// # Errors
/// In plain words, when another server has the folder, or it cannot be written.
pub fn hold(storage: &Storage) -> Result<Option<std::fs::File>, Failure> {
    if storage.database_url.is_some() {
        return Ok(None);
    }
    let dir = storage.data_dir.display();
    let unusable = |error: std::io::Error| format!("The folder {dir} cannot be used: {error}");
    make(&storage.data_dir)?;
    let file = std::fs::File::create(storage.data_dir.join("parlor.lock")).map_err(unusable)?;
    file.try_lock().map_err(|_| {
        format!(
            "Another Parlor is serving from {dir}. Stop it, give another folder, or use PostgreSQL for both."
        )
    })?;
    Ok(Some(file))
}

impl Server {
    /// Puts it together and listens.
    ///
    /// # Errors
    /// In plain words, what keeps it from starting.
    pub async fn start(listen: SocketAddr, parts: Parts) -> Result<Self, Failure> {
        let Parts { db, clock, ids, main_company, second_company, named_users, allowed_origins, demo } =
            parts;
        let context = Context { db: db.clone(), clock: clock.clone(), ids: ids.clone() };
        // A database that cannot be written is told now, not at the first call.
        db.platform().await.map_err(|fault| format!("The database cannot be written: {fault}"))?;
        let passwords = session::Passwords::new()?;
        let mut named = session::NamedAccounts { main_company, second_company, users: named_users };
        if let Some(password) = demo {
            demo::fill(&context, &passwords, &password).await?;
            named.main_company.get_or_insert_with(|| demo::MAIN_COMPANY.to_owned());
        }
        let sessions = session::Sessions::new(context.clone(), named, passwords);
        let stop = watch::Sender::new(false);
        let (routes, health) = routes(&context, &sessions, stop.subscribe()).await?;
        let guard = Guard { inner: routes, table: AccessTable::read()?, sessions };
        let door = entrance(Entrance { guard, context: context.clone(), allowed_origins })?;
        let listener =
            TcpListener::bind(listen).await.map_err(|e| format!("Parlor cannot listen on {listen}: {e}"))?;
        let runner = Runner::new(db.clone(), clock, ids, handlers(&context));
        Ok(Self { listener, door, db, health, stop, runner })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `told`, then lets what was begun end, for 25 seconds at most.
    ///
    /// # Errors
    /// When the port is lost.
    pub async fn run(self, told: impl Future<Output = ()> + Send + 'static) -> Result<(), Failure> {
        let Self { listener, door, db, health, runner, stop } = self;
        let workers = tokio::spawn(runner.work(stop.subscribe()));
        let mut stopping = stop.subscribe();
        let mut late = stop.subscribe();
        tokio::spawn(async move {
            told.await;
            health.set_service_status("", tonic_health::ServingStatus::NotServing).await;
            let _ = stop.send(true);
        });
        let listener = listener.tap_io(|stream| {
            // Without it small answers wait for one another.
            let _ = stream.set_nodelay(true);
        });
        let serving = axum::serve(listener, door).with_graceful_shutdown(async move {
            let _ = stopping.wait_for(|stop| *stop).await;
        });
        tokio::select! {
            served = serving.into_future() => served?,
            () = async {
                let _ = late.wait_for(|stop| *stop).await;
                tokio::time::sleep(PATIENCE).await;
            } => {}
        }
        workers.await?;
        db.close().await;
        Ok(())
    }
}

/// How long what was begun may take to end.
const PATIENCE: Duration = Duration::from_secs(25);

async fn routes(
    context: &Context,
    sessions: &session::Sessions,
    stop: watch::Receiver<bool>,
) -> Result<(Routes, tonic_health::server::HealthReporter), Failure> {
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_service_status("", tonic_health::ServingStatus::Serving).await;
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(contract::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let watch = event::Service { context: context.clone(), sessions: sessions.clone(), stop };
    macro_rules! bounded {
        ($server:ident, $service:expr) => {
            $server::new($service).max_decoding_message_size(MOST_BYTES)
        };
    }
    let routes = Routes::new(bounded!(SessionServiceServer, session::Service(sessions.clone())))
        .add_service(bounded!(CompanyServiceServer, company::Service(context.clone())))
        .add_service(bounded!(CommunityServiceServer, directory::Service(context.clone())))
        .add_service(bounded!(KnowledgeServiceServer, knowledge::Service(context.clone())))
        .add_service(bounded!(ConversationServiceServer, conversation::Service(context.clone())))
        .add_service(bounded!(EscalationServiceServer, escalation::Service(context.clone())))
        .add_service(bounded!(HandsetServiceServer, handset::Service(context.clone())))
        .add_service(bounded!(EventServiceServer, watch))
        .add_service(health_service)
        .add_service(reflection().build_v1()?)
        .add_service(reflection().build_v1alpha()?)
        .prepare();
    Ok((routes, health))
}

fn handlers(context: &Context) -> HashMap<&'static str, Arc<dyn Handler>> {
    let answer = bot::Answer { context: context.clone(), brain: bot::Brain::default() };
    let deliver = carrier::Deliver { context: context.clone(), carrier: Arc::new(carrier::Handset) };
    HashMap::from([
        (bot::ANSWER, Arc::new(answer) as Arc<dyn Handler>),
        (carrier::DELIVER, Arc::new(deliver)),
    ])
}
