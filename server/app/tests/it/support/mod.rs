//! A house to test in: the real server on a port of its own, with the demo in a database of
//! its own and a clock that stands still.
mod archive;
mod house;
mod http;
mod jobs;
mod loopback;
mod mails;
mod metrics;
mod partner;
mod postgres;
mod program;
mod same;
mod schema;
mod smtp;
mod twilio;
mod ways;
mod wire;
mod workbook;
mod writer;

pub use house::{Engine, HARBOR_ROW, HARBOR_ROW_NUMBER, House, KEY, PASSWORD, Staff, furnished};
pub use http::{Answer, frame, frames};
pub use metrics::value_of;
pub use partner::{CHALLENGE, Partner, REDIRECT, VERIFIER, basic, state_of};
pub use postgres::{Cluster, Halt, keeper_url, owner_url};
pub use program::{Program, SOON, ended, parlor, piped, serve, text_of};
pub use same::{assert_same, refused, told};
pub use schema::Document;
pub use smtp::{Hasty, Manner, Posted, Smtp};
pub use twilio::{ACCOUNT_SID, AUTH_TOKEN, Does, Twilio};
pub use ways::{Told, WAYS, Way};
pub use wire::{Reply, id_of, method, methods, route, short};
pub use workbook::workbook;
pub use writer::{WRITER_KEY, WriterServer, Writes};

/// Runs a test on SQLite and on PostgreSQL.
macro_rules! on_both {
    ($(async fn $name:ident($house:ident: $kind:ident) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn run($house: $kind) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run($kind::open(Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                run($kind::open(Engine::Postgres).await).await;
            }
        }
    )*};
}
pub(crate) use on_both;
