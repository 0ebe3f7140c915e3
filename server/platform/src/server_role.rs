//! The PostgreSQL role of the server. It owns no tables and is not a superuser, because row-level security would not
//! apply to it then. The server should log in as this role directly, so that no statement can switch to the owner.
use std::str::FromStr;

use aws_lc_rs::{
    digest, hmac,
    pbkdf2::{self, PBKDF2_HMAC_SHA256},
};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use sqlx::{AssertSqlSafe, Connection, Executor, FromRow};
use sqlx_postgres::{PgConnectOptions, PgConnection, PgPool};

use crate::migrate::OpenError;

/// The role's name.
pub const SERVER_ROLE: &str = "parlor_server";

/// Creates the role if it is missing and grants it to the owner. Two servers may run this at once.
pub(crate) const MAKE_ROLE: &str = "
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'parlor_server') THEN
        CREATE ROLE parlor_server NOLOGIN;
    END IF;
    IF NOT pg_has_role(current_user, 'parlor_server', 'MEMBER') THEN
        EXECUTE format('GRANT parlor_server TO %I', current_user);
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$";

/// Lets one server at a time enable the login of the role. The number identifies this lock and is otherwise arbitrary.
const LOCK: &str = "SELECT pg_advisory_lock(7203412950146)";

/// PostgreSQL's default number of iterations of SCRAM-SHA-256.
const ITERATIONS: std::num::NonZeroU32 = std::num::NonZeroU32::new(4096).expect("it is not 0");

/// Returns whether the URL of a database logs in as [`SERVER_ROLE`].
#[must_use]
pub fn is_server_login(url: &str) -> bool {
    PgConnectOptions::from_str(url).is_ok_and(|options| options.get_username() == SERVER_ROLE)
}

/// Lets the server's role log in with the password in `server_url`. Does nothing if the role can log in already: its
/// password is not changed.
///
/// # Errors
/// Fails if PostgreSQL cannot be reached, or the owner may not alter the role.
pub async fn enable_login(owner_url: &str, server_url: &str) -> Result<(), OpenError> {
    let mut owner = PgConnection::connect(owner_url).await?;
    owner.execute(LOCK).await?;
    let can_login: bool = sqlx::query_scalar("SELECT rolcanlogin FROM pg_roles WHERE rolname = $1")
        .bind(SERVER_ROLE)
        .fetch_one(&mut owner)
        .await?;
    if !can_login {
        let statement = match password_of(server_url)? {
            Some(password) => {
                format!("ALTER ROLE {SERVER_ROLE} LOGIN PASSWORD '{}'", scram_verifier(&password))
            }
            None => format!("ALTER ROLE {SERVER_ROLE} LOGIN"),
        };
        owner.execute(AssertSqlSafe(statement)).await.map_err(OpenError::Login)?;
    }
    owner.close().await?;
    Ok(())
}

fn password_of(url: &str) -> Result<Option<String>, OpenError> {
    let url = url::Url::parse(url).map_err(|_| OpenError::Password)?;
    let Some(password) = url.password() else { return Ok(None) };
    let password =
        percent_encoding::percent_decode_str(password).decode_utf8().map_err(|_| OpenError::Password)?;
    // SCRAM requires other characters to be normalized first (RFC 4013), which is not supported.
    let is_plain = password.bytes().all(|b| matches!(b, b' '..=b'~'));
    if is_plain { Ok(Some(password.into_owned())) } else { Err(OpenError::Password) }
}

/// Returns the verifier that PostgreSQL stores for a password (RFC 5802), so that the password itself appears in no
/// statement and no log. It needs no escaping in SQL: it is base64 and punctuation without quotes.
fn scram_verifier(password: &str) -> String {
    let salt: [u8; 16] = rand::random();
    verifier_with(password, &salt)
}

fn verifier_with(password: &str, salt: &[u8]) -> String {
    let mut salted = [0; digest::SHA256_OUTPUT_LEN];
    pbkdf2::derive(PBKDF2_HMAC_SHA256, ITERATIONS, salt, password.as_bytes(), &mut salted);
    let key = hmac::Key::new(hmac::HMAC_SHA256, &salted);
    let stored_key = digest::digest(&digest::SHA256, hmac::sign(&key, b"Client Key").as_ref());
    let server_key = hmac::sign(&key, b"Server Key");
    let [salt, stored_key, server_key] =
        [salt, stored_key.as_ref(), server_key.as_ref()].map(|bytes| BASE64.encode(bytes));
    format!("SCRAM-SHA-256${ITERATIONS}:{salt}${stored_key}:{server_key}")
}

#[derive(FromRow)]
struct RolePrivileges {
    powerful: bool,
    session_user: String,
}

/// Refuses a role to which row-level security does not apply. Logs a warning if the connection logged in as another
/// role, because a statement could switch back to it.
///
/// # Errors
/// `PowerfulRole`, or an error of the engine.
pub(crate) async fn check(pool: &PgPool) -> Result<(), OpenError> {
    let role: RolePrivileges = sqlx::query_as(
        "SELECT rolsuper OR rolbypassrls OR EXISTS (
             SELECT FROM pg_tables
             WHERE schemaname = current_schema() AND pg_has_role(current_user, tableowner, 'MEMBER')
         ) AS powerful, session_user::TEXT FROM pg_roles WHERE rolname = current_user",
    )
    .fetch_one(pool)
    .await?;
    if role.powerful {
        return Err(OpenError::PowerfulRole);
    }
    if role.session_user != SERVER_ROLE {
        tracing::warn!(
            login = role.session_user,
            "the server does not log in to PostgreSQL as the role {SERVER_ROLE}; see PARLOR_DATABASE_OWNER_URL"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of PostgreSQL 15, for the password "pencil".
    #[test]
    fn a_password_verifier_equals_that_of_postgres() {
        let salt = BASE64.decode("W22ZaJ0SNY7soEsUEjb6gQ==").expect("it is base64");
        assert_eq!(
            verifier_with("pencil", &salt),
            "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:\
             wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
        );
    }

    #[test]
    fn the_login_and_the_password_are_read_from_the_url() {
        assert!(is_server_login("postgres://parlor_server:x@db.example/parlor"));
        assert!(!is_server_login("postgres://owner@db.example/parlor"));
        let password = |url: &str| password_of(url).ok().flatten();
        assert_eq!(password("postgres://parlor_server:a%20b%27@db.example/parlor"), Some("a b'".to_owned()));
        assert_eq!(password("postgres://parlor_server@db.example/parlor"), None);
        assert!(password_of("postgres://parlor_server:%C3%A4@db.example/parlor").is_err());
    }
}
