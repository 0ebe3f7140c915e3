//! The program: reads the configuration, starts the server, and stops it on a signal.
use std::{
    io::{BufWriter, IsTerminal, Write},
    process::ExitCode,
    sync::Arc,
};

use app::{
    catalog,
    cli::{admin, evaluation},
    context, startup, transport,
};
use platform::{
    Ids,
    clock::SystemClock,
    config::{Addresses, Admin, Answers, Cli, Command, Serve},
    network_address::SystemResolver,
};
use secrecy::ExposeSecret;
use tokio::signal::unix;
use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    // Before any thread starts, because the memory of the process that reads a document is limited.
    if let Some(code) = startup::read_input(std::env::args_os().nth(1).as_deref()) {
        return code;
    }
    let command = Cli::read().command;
    match start(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn start(command: Command) -> Result<(), Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(command))
}

async fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(serve) => {
            let addresses = serve.check()?;
            let _written = log(addresses.json_log);
            self::serve(*serve, addresses).await
        }
        Command::Migrate(storage) => {
            storage.check()?;
            startup::open(&storage).await?.close().await;
            println!("The database is up to date.");
            Ok(())
        }
        Command::Backup(backup) => {
            backup.check()?;
            println!("{}", admin::backup(&backup).await?);
            Ok(())
        }
        Command::Openapi => {
            // Whoever reads may stop early.
            let _ = writeln!(std::io::stdout(), "{}", transport::openapi());
            Ok(())
        }
        Command::Catalog(asked) => {
            let _ = writeln!(std::io::stdout(), "{}", catalog::print(&asked)?);
            Ok(())
        }
        Command::Answers(Answers::Evaluate(evaluate)) => {
            let printed = tokio::task::spawn_blocking(move || evaluation::evaluate(&evaluate)).await??;
            let _ = writeln!(std::io::stdout(), "{printed}");
            Ok(())
        }
        Command::Admin(Admin::Create(create)) => {
            create.storage.check()?;
            let db = startup::open(&create.storage).await?;
            println!(
                "{}",
                admin::create(db, Arc::new(SystemClock), Arc::new(Ids::from_entropy()), &create).await?
            );
            Ok(())
        }
        Command::Admin(Admin::RotateSigningKey(rotate)) => {
            let keys = rotate.check()?;
            let vault = startup::vault(&rotate.storage, &keys)?;
            let db = startup::open(&rotate.storage).await?;
            let (clock, ids) = (Arc::new(SystemClock), Arc::new(Ids::from_entropy()));
            println!("{}", admin::rotate_signing_key(db, clock, ids, Arc::new(vault)).await?);
            Ok(())
        }
        Command::Admin(Admin::Outbox(outbox)) => {
            let keys = outbox.check()?;
            let db = startup::open(&outbox.storage).await?;
            let vault = startup::vault(&outbox.storage, &keys)?;
            print!("{}", admin::outbox(db, &vault).await?);
            Ok(())
        }
    }
}

async fn serve(serve: Serve, addresses: Addresses) -> Result<(), Failure> {
    let limits =
        transport::Limits::within(transport::raise_file_limit(), serve.limits.max_connections_per_address)?;
    let _held = startup::hold(&serve.storage)?;
    let scheme = if addresses.tls.is_some() { "https" } else { "http" };
    let demo = if serve.demo {
        let password = serve.demo_password.expose_secret().to_owned();
        Some(startup::Demo::with_password(password, serve.demo_history_days).await?)
    } else {
        None
    };
    let writer = serve.writer_url.map(|base| startup::Endpoint {
        base,
        key: serve.writer_key.unwrap_or_default(),
        model: serve.writer_model.unwrap_or_default(),
    });
    let embeddings = serve.embeddings_url.map(|base| startup::Endpoint {
        base,
        key: serve.embeddings_key.unwrap_or_default(),
        model: serve.embeddings_model.unwrap_or_default(),
    });
    let parts = startup::Parts {
        db: startup::open(&serve.storage).await?,
        clock: Arc::new(SystemClock),
        ids: Arc::new(Ids::from_entropy()),
        objects: startup::objects(&serve.storage, addresses.bucket.as_ref())?,
        parameters: startup::parameters(addresses.parameter_store.as_ref()),
        vault: Arc::new(startup::vault(&serve.storage, &addresses.secret_keys)?),
        settings: context::Settings {
            public_url: serve.public_url.clone().unwrap_or_default(),
            jwt_issuers: serve.jwt_issuers,
            private_hosts: serve.private_hosts,
            main_company: serve.main_company_id,
            service_request_companies: Vec::new(),
            twilio_url: serve.twilio_url,
            buildium_url: serve.buildium_url,
            textline_url: serve.textline_url,
            vantaca_url: serve.vantaca_url,
            cinc: addresses.cinc,
            mail: context::Outgoing::by(addresses.relay),
        },
        second_company: serve.service_request_company_id,
        named_users: serve.service_request_user_ids,
        allowed_origins: addresses.allowed_origins,
        web: transport::Web::open(serve.web_dir)?,
        edge: transport::ServerEdge {
            https: scheme == "https"
                || serve.public_url.as_ref().is_some_and(|url| url.starts_with("https://")),
            tls: addresses.tls,
            proxies: addresses.trusted_proxies,
            limits: transport::Limits { drain_wait: addresses.drain_wait, ..limits },
        },
        streams: startup::StreamLimits {
            per_session: serve.limits.max_streams_per_session,
            per_company: serve.limits.max_streams_per_company,
        },
        resolver: Arc::new(SystemResolver),
        program: std::env::current_exe()?,
        metrics: addresses.metrics_listen,
        answering: startup::Answering {
            writer,
            embeddings,
            ..startup::Answering::with_model(serve.model_dir)
        },
        demo,
    };
    let server = startup::Server::start(addresses.listen, parts).await?;
    if let Some(at) = server.metrics_address() {
        tracing::info!(%at, "the metrics are served");
    }
    let stop = stop_signal()?;
    let at = serve.public_url.unwrap_or(format!("{scheme}://{}", server.address()?));
    println!("Parlor is ready: {at}");
    server.run(stop).await
}

/// Listens for the signals that stop the server. Returns a future that completes at the first one.
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    let (mut interrupt, mut terminate) =
        (unix::signal(unix::SignalKind::interrupt())?, unix::signal(unix::SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stopping");
    })
}

/// Crates that log the content that they parse.
const PARSERS: [&str; 4] = ["html5ever", "markup5ever", "cssparser", "selectors"];

/// Maximum number of lines of the log that wait to be written. Further lines are dropped.
const MAX_BUFFERED_LINES: usize = 16_384;

/// Sets up the log on stderr. It is buffered and written by a separate thread, so that calls do not wait for it.
/// The rest is written when the returned guard is dropped.
fn log(json: bool) -> WorkerGuard {
    let configured = std::env::var("PARLOR_LOG").ok().filter(|configured| !configured.is_empty());
    let filter = configured.and_then(|configured| tracing_subscriber::EnvFilter::try_new(configured).ok());
    let filter = filter.unwrap_or_else(|| tracing_subscriber::EnvFilter::new("info,sqlx=warn"));
    // The HTML parser logs its input, which residents may have written.
    let filter = PARSERS.iter().fold(filter, |filter, parser| match format!("{parser}=off").parse() {
        Ok(directive) => filter.add_directive(directive),
        Err(_) => filter,
    });
    let colors = std::io::stderr().is_terminal();
    let buffer = NonBlockingBuilder::default().buffered_lines_limit(MAX_BUFFERED_LINES);
    let (writer, guard) = buffer.finish(BufWriter::new(std::io::stderr()));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colors).with_writer(writer);
    if json {
        log.json().init()
    } else {
        log.init()
    }
    guard
}
