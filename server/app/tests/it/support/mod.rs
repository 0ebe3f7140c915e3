//! Test support: the real server on its own port, with demo data in its own database and a frozen clock.
mod answering;
#[path = "../../../../platform/src/tabular/archive.rs"]
mod archive;
mod buildium;
mod chatwoot;
mod cinc;
mod dead_jobs;
mod demo_databases;
mod dns;
mod dovecot;
mod dynamic_call;
mod http;
mod language_model;
mod loopback;
mod metrics;
mod openapi_document;
mod outbox;
mod partner;
mod photo;
mod postgres;
mod rest_grpc_equality;
mod s3;
mod server_process;
mod smtp;
mod ssm;
mod staff;
mod test_server;
mod textline;
mod timeouts;
mod transports;
mod twilio;
mod vantaca;
mod workbook;

pub use buildium::{BUILDIUM_CLIENT, BUILDIUM_SECRET, BuildiumBehavior};
pub use chatwoot::{
    CHATWOOT_ACCOUNT, CHATWOOT_INBOX, CHATWOOT_SECRET, CHATWOOT_TOKEN, Chatwoot, ChatwootBehavior,
    ChatwootWebhook, chatwoot_signature,
};
pub use cinc::CINC_MANAGEMENT;
pub use demo_databases::demo_database;
pub use dns::{
    HALF_PRIVATE_NAME, LATER_PRIVATE_NAME, LATER_PUBLIC_NAME, MUCH_LATER_PRIVATE_NAME, PRIVATE_NAME,
};
pub use dovecot::Dovecot;
pub use dynamic_call::{Reply, id_of, method, methods, route, short};
pub use http::{Answer, frame, frames};
pub use language_model::{LanguageModelServer, ModelBehavior, StreamPart, WRITER_KEY, direction};
pub use loopback::{LoopbackServer, lock};
pub use metrics::value_of;
pub use openapi_document::Document;
pub use partner::{CHALLENGE, Partner, REDIRECT, VERIFIER, basic, redirect_parameter};
pub use photo::photo_with_location;
pub use postgres::{Cluster, Shutdown, owner_url, server_url, superuser_url};
pub use rest_grpc_equality::{as_rest, assert_same, refused, response_json};
pub use s3::S3;
pub use server_process::{Program, parlor, piped, run_to_end, serve, text_of};
pub use smtp::{ImpatientServer, PatientServer, ServerWithSmtp, Smtp, SmtpBehavior};
pub use ssm::{FakeSsm, KMS_KEY, SsmBehavior};
pub use staff::Staff;
pub use test_server::{Engine, HARBOR_ROW, HARBOR_ROW_NUMBER, KEY, PASSWORD, TestServer};
pub use textline::{
    GROUP, OTHER_GROUP, TEXTLINE_API_KEY, TEXTLINE_EMAIL, TEXTLINE_PASSWORD, Textline, TextlineBehavior,
};
pub use timeouts::{TIMEOUT, until, within};
pub use transports::{CallResult, TRANSPORTS, Transport, grpc_status};
pub use twilio::{ACCOUNT_SID, AUTH_TOKEN, Twilio, TwilioBehavior, TwilioMedia};
pub use vantaca::{VANTACA_COMPANY, VANTACA_LOGIN, VANTACA_PASSWORD, VantacaBehavior};
pub use workbook::workbook;

/// Runs a test on SQLite and on PostgreSQL.
macro_rules! on_both {
    ($(async fn $name:ident($server:ident: $kind:ident) $body:block)*) => {$(
        mod $name {
            use super::*;

            async fn run($server: $kind) $body

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
