//! The program: reads the configuration, starts the server and stops it when it is told to.
use std::{io::IsTerminal, process::ExitCode, sync::Arc};

use app::{admin, startup};
use clap::Parser;
use platform::{
    Ids,
    clock::SystemClock,
    config::{Addresses, Admin, Cli, Command, Serve},
};
use secrecy::ExposeSecret;
use tokio::signal::unix;

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main]
async fn main() -> ExitCode {
    match run(Cli::parse().command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(serve) => {
            let addresses = serve.check()?;
            log(addresses.json_log);
            self::serve(serve, addresses).await
        }
        Command::Migrate(storage) => {
            storage.check()?;
            startup::open(&storage).await?.close().await;
            println!("The database is up to date.");
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
    }
}

async fn serve(serve: Serve, addresses: Addresses) -> Result<(), Failure> {
    let _held = startup::hold(&serve.storage)?;
    let parts = startup::Parts {
        db: startup::open(&serve.storage).await?,
        clock: Arc::new(SystemClock),
        ids: Arc::new(Ids::from_entropy()),
        main_company: serve.main_company_id,
        second_company: serve.service_request_company_id,
        named_users: serve.service_request_user_ids,
        allowed_origins: addresses.allowed_origins,
        demo: serve.demo.then(|| serve.demo_password.expose_secret().to_owned()),
    };
    let server = startup::Server::start(addresses.listen, parts).await?;
    let (mut interrupt, mut terminate) =
        (unix::signal(unix::SignalKind::interrupt())?, unix::signal(unix::SignalKind::terminate())?);
    let at = serve.public_url.unwrap_or(format!("http://{}", server.address()?));
    println!("Parlor is ready: {at}");
    server
        .run(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            tracing::info!("stopping");
        })
        .await
}

fn log(json: bool) {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PARLOR_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info,sqlx=warn"));
    let colours = std::io::stderr().is_terminal();
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr);
    if json { log.json().init() } else { log.init() }
}
