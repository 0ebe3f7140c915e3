//! Emails and email settings in storage.
use platform::{Fault, Scope, Timestamp, Tx, ids::UserId};
use sqlx::types::Json;

use super::model::{Configuration, Email, Mail, MailId, OutboxEmail, Setup, Status};

pub async fn insert(
    tx: &mut Tx,
    scope: &Scope,
    id: &MailId,
    email: &Email<'_>,
    sealed_body: &str,
    sealed_extras: &str,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO mail (company_id, id, to_address, subject, body, withheld, status, problem, created_ms, extras)
         VALUES ($1, $2, $3, $4, $5, $6, 1, '', $7, $8)",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(email.to)
    .bind(email.subject.as_str())
    .bind(sealed_body)
    .bind(email.withheld)
    .bind(now)
    .bind(sealed_extras)
    .run()
    .await?;
    Ok(())
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &MailId) -> Result<Option<Mail>, Fault> {
    Ok(tx
        .query(
            "SELECT id, to_address, subject, body, extras, withheld, status, problem, created_ms, sent_ms FROM mail
             WHERE company_id = $1 AND id = $2",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

/// Lists emails before a key, the newest first; returns up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    before: Option<String>,
    limit: i64,
) -> Result<Vec<Mail>, Fault> {
    Ok(tx
        .query(
            "SELECT id, to_address, subject, body, withheld, status, problem, created_ms, sent_ms FROM mail
             WHERE company_id = $1 AND ($2 = '' OR id < $2) ORDER BY id DESC LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(before.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Changes the status of an email if it is one of `from`. Returns whether it was changed.
pub async fn transition(
    tx: &mut Tx,
    scope: &Scope,
    id: &MailId,
    from: &[Status],
    to: Status,
    problem: &str,
) -> Result<bool, Fault> {
    let from: Vec<i32> = from.iter().map(|status| *status as i32).collect();
    let updated = tx
        .query(platform::dialect(
            "UPDATE mail SET status = $4, problem = $5 WHERE company_id = $1 AND id = $2
             AND status IN (SELECT value FROM json_each($3))",
            "UPDATE mail SET status = $4, problem = $5 WHERE company_id = $1 AND id = $2
             AND status IN (SELECT CAST(value AS INTEGER) FROM jsonb_array_elements_text($3) AS t(value))",
        ))
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(Json(from))
        .bind(to as i32)
        .bind(problem)
        .run()
        .await?;
    Ok(updated == 1)
}

/// Records that a mail server accepted an email.
pub async fn sent(tx: &mut Tx, scope: &Scope, id: &MailId, now: Timestamp) -> Result<(), Fault> {
    tx.query("UPDATE mail SET status = 3, problem = '', sent_ms = $3 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(())
}

/// Deletes up to `most` emails of all companies that were written at `then` or earlier, except those that wait to be
/// sent. Returns the number of deleted emails.
pub async fn delete_old(tx: &mut Tx, then: Timestamp, most: i64) -> Result<u64, Fault> {
    let delete_old = platform::dialect(
        "DELETE FROM mail WHERE (company_id, id) IN (
             SELECT company_id, id FROM mail WHERE status > 2 AND created_ms <= $1 ORDER BY created_ms LIMIT $2)",
        "DELETE FROM mail WHERE (company_id, id) IN (
             SELECT company_id, id FROM mail WHERE status > 2 AND created_ms <= $1 ORDER BY created_ms LIMIT $2
             FOR UPDATE SKIP LOCKED)",
    );
    Ok(tx.query(delete_old).bind(then).bind(most).run().await?)
}

/// Lists the emails in the outbox of all companies, the oldest first, at most 1,000. For platform use.
pub async fn outbox_emails(tx: &mut Tx) -> Result<Vec<OutboxEmail>, Fault> {
    Ok(tx
        .query(
            "SELECT m.company_id, c.name AS company, m.id, m.to_address, m.subject, m.body, m.withheld, m.status,
                    m.problem, m.created_ms, m.sent_ms
             FROM mail m JOIN company c ON c.id = m.company_id
             WHERE m.status = 4 ORDER BY m.created_ms, m.id LIMIT 1000",
        )
        .all()
        .await?)
}

/// Returns a company's email settings with the encrypted password.
pub async fn setup(tx: &mut Tx, scope: &Scope) -> Result<Setup, Fault> {
    let setup: Option<Setup> = tx
        .query(
            "SELECT c.name AS company, COALESCE(e.from_address, '') AS from_address,
                    COALESCE(e.from_name, '') AS from_name, COALESCE(e.reply_to, '') AS reply_to,
                    COALESCE(e.smtp_host, '') AS smtp_host, COALESCE(e.smtp_port, 587) AS smtp_port,
                    COALESCE(e.smtp_security, 1) AS smtp_security,
                    COALESCE(e.smtp_username, '') AS smtp_username, e.verified_ms,
                    COALESCE(s.sealed, '') AS password
             FROM company c LEFT JOIN email_configuration e ON e.company_id = c.id
             LEFT JOIN secret s ON s.company_id = c.id AND s.name = $2
             WHERE c.id = $1",
        )
        .bind(scope.company().as_str())
        .bind(PASSWORD)
        .optional()
        .await?;
    setup.ok_or_else(|| Fault::not_found("company"))
}

pub async fn save(tx: &mut Tx, scope: &Scope, configuration: &Configuration) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO email_configuration (company_id, from_address, from_name, reply_to, smtp_host, smtp_port,
             smtp_security, smtp_username, verified_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (company_id) DO UPDATE SET from_address = excluded.from_address,
             from_name = excluded.from_name, reply_to = excluded.reply_to, smtp_host = excluded.smtp_host,
             smtp_port = excluded.smtp_port, smtp_security = excluded.smtp_security,
             smtp_username = excluded.smtp_username, verified_ms = excluded.verified_ms",
    )
    .bind(scope.company().as_str())
    .bind(configuration.from_address.as_str())
    .bind(configuration.from_name.as_str())
    .bind(configuration.reply_to.as_str())
    .bind(configuration.smtp_host.as_str())
    .bind(configuration.smtp_port)
    .bind(configuration.smtp_security as i32)
    .bind(configuration.smtp_username.as_str())
    .bind(configuration.verified_ms)
    .run()
    .await?;
    Ok(())
}

/// The name under which the mail server's password is encrypted and stored.
pub const PASSWORD: &str = "smtp-password";

/// Replaces the encrypted password of the mail server; empty removes it.
pub async fn keep_password(tx: &mut Tx, scope: &Scope, sealed: &str, now: Timestamp) -> Result<(), Fault> {
    tx.query("DELETE FROM secret WHERE company_id = $1 AND name = $2")
        .bind(scope.company().as_str())
        .bind(PASSWORD)
        .run()
        .await?;
    if !sealed.is_empty() {
        tx.query("INSERT INTO secret (company_id, name, sealed, updated_ms) VALUES ($1, $2, $3, $4)")
            .bind(scope.company().as_str())
            .bind(PASSWORD)
            .bind(sealed)
            .bind(now)
            .run()
            .await?;
    }
    Ok(())
}

/// Returns the email address of a user of the scope's company.
pub async fn address_of(tx: &mut Tx, scope: &Scope, id: &UserId) -> Result<Option<String>, Fault> {
    Ok(tx
        .query("SELECT email FROM staff WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .optional_value()
        .await?)
}
