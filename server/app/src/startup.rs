//! Puts the server together: the one place where configuration, time, chance and the
//! outside world become values.
use std::{
    collections::HashMap,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use answering::{Encoder, Model};
use contract::v1::{
    account_service_server::AccountServiceServer, answering_service_server::AnsweringServiceServer,
    audit_service_server::AuditServiceServer, carrier_service_server::CarrierServiceServer,
    catalogue_service_server::CatalogueServiceServer,
    community_admin_service_server::CommunityAdminServiceServer,
    community_service_server::CommunityServiceServer, company_service_server::CompanyServiceServer,
    conversation_service_server::ConversationServiceServer,
    escalation_service_server::EscalationServiceServer, event_service_server::EventServiceServer,
    handset_service_server::HandsetServiceServer, homeowner_service_server::HomeownerServiceServer,
    integration_service_server::IntegrationServiceServer, job_service_server::JobServiceServer,
    knowledge_service_server::KnowledgeServiceServer, link_service_server::LinkServiceServer,
    mail_service_server::MailServiceServer, o_auth_service_server::OAuthServiceServer,
    partner_service_server::PartnerServiceServer, playground_service_server::PlaygroundServiceServer,
    replay_service_server::ReplayServiceServer, session_service_server::SessionServiceServer,
    test_case_service_server::TestCaseServiceServer, user_service_server::UserServiceServer,
    voice_service_server::VoiceServiceServer,
};
use contract::v1::{
    answer_history_service_server::AnswerHistoryServiceServer,
    contradiction_service_server::ContradictionServiceServer, gap_service_server::GapServiceServer,
};
use http::HeaderValue;
use platform::{
    Clock, Db, Ids, Vault, claims,
    config::Storage,
    jobs::{Handler, Handlers, Runner, Schedule},
    vault::KEY_BYTES,
};
use secrecy::ExposeSecret;
use tokio::{net::TcpListener, sync::watch};
use tonic::service::Routes;

use crate::{
    account, audit, bot,
    callers::Callers,
    carrier, catalogue, community_admin, company,
    context::{Context, Settings},
    demo, desk, directory, escalation, event, handset, integration, job, knowledge, link, mail, oauth,
    partner, playground, preview, replay, secret, session, test_case,
    transport::{
        self, AccessTable, Edge, Entrance, Guard, Limits, MOST_FILE_BYTES, Means, Once, Readiness, Web,
        entrance,
    },
    upkeep::{Bygone, Forget},
    user, voice,
};

use crate::{contradiction, gap, homeowner};

pub use bot::Loader;
pub use voice::Endpoint;

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
    /// What the configuration says; the demo names the company that runs the platform, if nothing does.
    pub settings: Settings,
    /// The second company that has the service requests.
    pub second_company: Option<String>,
    /// Single accounts that have the service requests.
    pub named_users: Vec<String>,
    /// Other origins whose pages may call.
    pub allowed_origins: Vec<HeaderValue>,
    /// What browsers get.
    pub web: Web,
    /// How the server meets the world.
    pub edge: Edge,
    /// Where the metrics are, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// By what residents' texts are answered.
    pub answering: Answering,
    /// Fill an empty database with the demo, whose accounts have this password.
    pub demo: Option<String>,
}

/// By what residents' texts are answered.
pub struct Answering {
    /// Gets the sentence model; without one, words alone answer.
    pub model: Option<Loader>,
    /// So many communities are kept in memory, a megabyte each.
    pub hot: u64,
    /// Who words replies; without anybody, answers go out word for word.
    pub writer: Option<Endpoint>,
}

impl Answering {
    /// With the model in this folder, if there is to be one.
    #[must_use]
    pub fn with_model(folder: Option<PathBuf>) -> Self {
        let load = |folder: PathBuf| -> Loader {
            Box::new(move || Ok(Arc::new(Model::load(&folder)?) as Arc<dyn Encoder>))
        };
        Self { model: folder.map(load), hot: HOT, writer: None }
    }
}

/// So many communities are kept in memory, unless something else is said.
const HOT: u64 = 200;

/// A server that is ready.
pub struct Server {
    listener: TcpListener,
    door: axum::Router,
    edge: Edge,
    db: Db,
    health: tonic_health::server::HealthReporter,
    stop: watch::Sender<bool>,
    going: watch::Sender<bool>,
    readiness: Readiness,
    study: bot::Study,
    operation: Option<TcpListener>,
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
        let Parts { db, clock, ids, vault, mut settings, second_company, named_users, .. } = parts;
        let Parts { allowed_origins, web, edge, demo, metrics, answering, .. } = parts;
        if demo.is_some() {
            settings.main_company.get_or_insert_with(|| demo::MAIN_COMPANY.to_owned());
        }
        let listener =
            TcpListener::bind(listen).await.map_err(|e| format!("Parlor cannot listen on {listen}: {e}"))?;
        let operation = match metrics {
            Some(at) => Some(
                TcpListener::bind(at)
                    .await
                    .map_err(|e| format!("The metrics cannot be served on {at}: {e}"))?,
            ),
            None => None,
        };
        if settings.public_url.is_empty() {
            let scheme = if edge.https { "https" } else { "http" };
            settings.public_url = format!("{scheme}://{}", listener.local_addr()?);
        }
        let main_company = settings.main_company.clone();
        let context = Context::new(db.clone(), clock.clone(), ids.clone(), vault, settings);
        // A database that cannot be written is told now, not at the first call.
        db.platform().await.map_err(|fault| format!("The database cannot be written: {fault}"))?;
        claims::inherit(&db, clock.now()).await?;
        secret::reseal(&context).await?;
        catalogue::seed(&context).await?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let passwords = session::Passwords::new(cores)?;
        let named = session::NamedAccounts { main_company, second_company, users: named_users };
        if let Some(password) = demo {
            demo::fill(&context, &passwords, &password).await?;
        }
        let sessions = session::Sessions::new(context.clone(), named, passwords);
        let stop = watch::Sender::new(false);
        let tokens = oauth::Tokens::new(context.clone(), sessions.clone());
        let callers = Callers { sessions, tokens };
        let table = AccessTable::read()?;
        let (brain, wished) = bot::Brain::new(bot::Sense::new(answering.model), answering.hot);
        let writer = answering.writer.map(|at| Box::new(voice::OpenAi::new(at)) as Box<dyn voice::Writer>);
        let voice = voice::Voice::new(writer, clock.clone());
        let study = bot::Study::new(context.clone(), brain.clone(), wished, answering.hot);
        let handlers = handlers(&context, &brain, &voice);
        let asked =
            Asked { callers: &callers, table: &table, handlers: &handlers, brain: &brain, voice: &voice };
        let (routes, health) = routes(&context, asked, stop.subscribe()).await?;
        let once = Once::new(context.clone(), edge.limits.underway);
        let guard = Guard::new(routes, Means { table, callers, once, metrics: db.metrics.clone() });
        let going = watch::Sender::new(false);
        let readiness = Readiness { db: db.clone(), brain, going: going.subscribe() };
        let (proxies, https) = (edge.proxies.clone(), edge.https);
        let door = entrance(Entrance {
            guard,
            context: context.clone(),
            readiness: readiness.clone(),
            allowed_origins,
            web,
            proxies,
            https,
        })?;
        let runner = Runner::new(db.clone(), clock, ids, handlers, schedules());
        Ok(Self { listener, door, edge, db, health, stop, going, readiness, study, operation, runner })
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
        let Self { listener, door, edge, db, health, stop, going, readiness, study, operation, runner } =
            self;
        let Limits { drain_wait, patience, .. } = edge.limits;
        let left = patience.saturating_sub(drain_wait);
        let workers = tokio::spawn(runner.clone().work(stop.subscribe(), left.mul_f32(GRACE)));
        tokio::spawn(study.run(stop.subscribe()));
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
            transport::serve(listener, door, &edge, stopping).await;
            workers.await?;
            db.close().await;
            Ok(())
        };
        tokio::select! {
            ended = ended => ended,
            () = async {
                let _ = late.wait_for(|stop| *stop).await;
                tokio::time::sleep(left).await;
            } => Ok(()),
        }
    }
}

/// What part of the time that is left a job may take to end, before another server is to do it.
const GRACE: f32 = 0.8;

/// What single services ask beside storage.
struct Asked<'a> {
    callers: &'a Callers,
    table: &'a AccessTable,
    handlers: &'a Handlers,
    brain: &'a bot::Brain,
    voice: &'a voice::Voice,
}

async fn routes(
    context: &Context,
    Asked { callers, table, handlers, brain, voice }: Asked<'_>,
    stop: watch::Receiver<bool>,
) -> Result<(Routes, tonic_health::server::HealthReporter), Failure> {
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_service_status("", tonic_health::ServingStatus::Serving).await;
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(contract::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let watch = event::Service {
        context: context.clone(),
        feeds: event::Feeds::new(context.db.clone()),
        callers: callers.clone(),
        access: table.clone(),
        stop,
    };
    let sessions = &callers.sessions;
    let oauth = oauth::Service { context: context.clone(), tokens: callers.tokens.clone() };
    macro_rules! bounded {
        ($server:ident, $service:expr) => {
            $server::new($service).max_decoding_message_size(MOST_FILE_BYTES)
        };
    }
    let rehearsal = bot::Rehearsal::new(context.clone(), brain.clone(), voice.clone());
    let companies = company::Service { context: context.clone(), sessions: sessions.clone() };
    let routes = Routes::new(bounded!(SessionServiceServer, session::Service(sessions.clone())))
        .add_service(bounded!(CompanyServiceServer, companies))
        .add_service(bounded!(CommunityServiceServer, directory::Service(context.clone())))
        .add_service(bounded!(KnowledgeServiceServer, knowledge::Service(context.clone())))
        .add_service(bounded!(AnswerHistoryServiceServer, knowledge::HistoryService(context.clone())))
        .add_service(bounded!(ContradictionServiceServer, contradiction::Service::new(context.clone())))
        .add_service(bounded!(GapServiceServer, gap::Service::new(context.clone())))
        .add_service(bounded!(ConversationServiceServer, desk::Service(context.clone())))
        .add_service(bounded!(EscalationServiceServer, escalation::Service(context.clone(), table.clone())))
        .add_service(bounded!(HandsetServiceServer, handset::Service(context.clone())))
        .add_service(bounded!(EventServiceServer, watch))
        .add_service(bounded!(
            AccountServiceServer,
            account::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(bounded!(
            AnsweringServiceServer,
            bot::Service { brain: brain.clone(), voice: voice.clone() }
        ))
        .add_service(bounded!(AuditServiceServer, audit::Service(context.clone())))
        .add_service(bounded!(CarrierServiceServer, carrier::Service(context.clone())))
        .add_service(bounded!(CatalogueServiceServer, catalogue::Service::new(context.clone())))
        .add_service(bounded!(CommunityAdminServiceServer, community_admin::Service(context.clone())))
        .add_service(bounded!(HomeownerServiceServer, homeowner::Service::new(context.clone())))
        .add_service(bounded!(IntegrationServiceServer, integration::Service(context.clone())))
        .add_service(bounded!(
            JobServiceServer,
            job::Service { context: context.clone(), handlers: handlers.clone() }
        ))
        .add_service(bounded!(LinkServiceServer, link::Service(context.clone())))
        .add_service(bounded!(MailServiceServer, mail::Service(context.clone())))
        .add_service(bounded!(OAuthServiceServer, oauth))
        .add_service(bounded!(PartnerServiceServer, partner::Service(context.clone())))
        .add_service(bounded!(
            PlaygroundServiceServer,
            playground::Service { context: context.clone(), rehearsal: rehearsal.clone() }
        ))
        .add_service(bounded!(
            ReplayServiceServer,
            replay::Service::new(context.clone(), brain.sense.clone())
        ))
        .add_service(bounded!(
            TestCaseServiceServer,
            test_case::Service { context: context.clone(), rehearsal }
        ))
        .add_service(bounded!(
            VoiceServiceServer,
            preview::Service {
                context: context.clone(),
                // Whoever tries a persona does not wait for those who try many questions.
                rehearsal: bot::Rehearsal::new(context.clone(), brain.clone(), voice.clone()),
                voice: voice.clone(),
            }
        ))
        .add_service(bounded!(
            UserServiceServer,
            user::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(health_service)
        .add_service(reflection().build_v1()?)
        .add_service(reflection().build_v1alpha()?)
        .prepare();
    Ok((routes, health))
}

fn handlers(context: &Context, brain: &bot::Brain, voice: &voice::Voice) -> Handlers {
    let answer = bot::Answer { context: context.clone(), brain: brain.clone(), voice: voice.clone() };
    let give_up = bot::GiveUp { context: context.clone(), brain: brain.clone() };
    let stop_proving = bot::StopProving { context: context.clone(), brain: brain.clone() };
    let settings = &context.settings;
    let twilio =
        Arc::new(carrier::Twilio::new(&settings.twilio_url, &settings.public_url, context.clock.clone()));
    let deliver = carrier::Deliver::new(context.clone(), twilio.clone());
    let reconcile = carrier::Reconcile { context: context.clone(), twilio };
    let mut handlers = HashMap::from([
        (bot::ANSWER, Arc::new(answer) as Arc<dyn Handler>),
        (bot::GIVE_UP, Arc::new(give_up)),
        (bot::STOP_PROVING, Arc::new(stop_proving)),
        (bot::CALIBRATE.kind, Arc::new(bot::Calibrate(context.clone()))),
        (carrier::DELIVER, Arc::new(deliver)),
        (carrier::RECONCILE, Arc::new(reconcile)),
        (account::RESET, Arc::new(account::SendLink { context: context.clone() })),
        (community_admin::PURGE.kind, Arc::new(community_admin::Purge(context.clone()))),
        (desk::WAKE, Arc::new(desk::Wake(context.clone()))),
        (knowledge::START, Arc::new(knowledge::Start(context.clone()))),
        (mail::SEND, Arc::new(mail::Courier { context: context.clone() })),
    ]);
    for what in Bygone::ALL {
        handlers.insert(what.schedule().kind, Arc::new(Forget { context: context.clone(), what }));
    }
    Arc::new(handlers)
}

/// What is done again and again.
fn schedules() -> Vec<Schedule> {
    Bygone::ALL.into_iter().map(Bygone::schedule).chain([community_admin::PURGE, bot::CALIBRATE]).collect()
}

/// The vault: with the keys of the configuration, or with one in the data folder, made at
/// the first start.
///
/// # Errors
/// In plain words, what cannot be used.
pub fn vault(storage: &Storage, keys: &[[u8; KEY_BYTES]]) -> Result<Vault, Failure> {
    if !keys.is_empty() {
        return Ok(Vault::new(keys)?);
    }
    make(&storage.data_dir)?;
    let file = storage.data_dir.join("parlor.key");
    let unusable =
        |why: &dyn std::fmt::Display| format!("The key file {} cannot be used: {why}", file.display());
    if !file.exists() {
        let key: [u8; KEY_BYTES] = rand::random();
        write_once(&file, &platform::config::write_key(&key)).map_err(|e| unusable(&e))?;
    }
    let text = std::fs::read_to_string(&file).map_err(|e| unusable(&e))?;
    let key = platform::config::read_key(text.trim()).ok_or_else(|| unusable(&"it holds no key"))?;
    Ok(Vault::new(&[key])?)
}

/// Writes a file that nobody else reads, unless another server was faster.
fn write_once(file: &Path, text: &str) -> std::io::Result<()> {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    let made = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    match made {
        Ok(mut made) => made.write_all(format!("{text}\n").as_bytes()).and_then(|()| made.sync_all()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}
