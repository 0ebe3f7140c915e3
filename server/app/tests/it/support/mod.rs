//! A house to test in: the real server on a port of its own, with the demo in a database of
//! its own and a clock that stands still.
mod house;
mod http;
mod postgres;
mod wire;

pub use house::{Engine, HARBOR_ROW, HARBOR_ROW_NUMBER, House, PASSWORD, Staff};
pub use http::{Answer, frame, frames};
pub use postgres::{keeper_url, owner_url};
pub use wire::{Reply, id_of, method, methods, route, short};

/// Runs a test on SQLite and on PostgreSQL.
macro_rules! on_both {
    ($(async fn $name:ident($house:ident: House) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn run($house: House) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run(House::open(Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                run(House::open(Engine::Postgres).await).await;
            }
        }
    )*};
}
pub(crate) use on_both;
