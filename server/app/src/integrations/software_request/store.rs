//! Queries for service requests in association software.
use platform::{Fault, Scope, Timestamp, Tx, dialect, ids::CommunityId, jobs::JobKind, signal::Signal};

use super::model::SoftwareRequest;
use crate::service_requests::service_request::ServiceRequestId;

/// Selects requests of the scope's company, which is `$1`.
macro_rules! software_requests {
    ($rest:expr) => {
        concat!(
            "SELECT request_id, software, is_architectural, code, account, state, number, status, is_closed,
                    is_unlisted, problem, tries, sent_by, sent_ms, checked_ms
             FROM software_request WHERE company_id = $1 ",
            $rest
        )
    };
}

/// Returns what was sent for a service request. The caller has checked that the scope can see it.
pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
) -> Result<Option<SoftwareRequest>, Fault> {
    let query = tx.query(software_requests!("AND request_id = $2"));
    Ok(query.bind(scope.company().as_str()).bind(request.as_str()).optional().await?)
}

/// Returns what was sent for a service request, locked until the transaction ends. SQLite has a single writer and needs
/// no lock.
pub async fn lock(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
) -> Result<Option<SoftwareRequest>, Fault> {
    let sql = dialect(
        software_requests!("AND request_id = $2"),
        software_requests!("AND request_id = $2 FOR UPDATE"),
    );
    Ok(tx.query(sql).bind(scope.company().as_str()).bind(request.as_str()).optional().await?)
}

/// Returns the next request whose state in the software is to be read: one that the software lists and has not closed,
/// or whose result is unknown, and that was not looked up since a time. Those of deleted communities are not read, and
/// those that are being sent are left to their job.
pub async fn next_to_read(
    tx: &mut Tx,
    scope: &Scope,
    software: i32,
    since: Timestamp,
) -> Result<Option<SoftwareRequest>, Fault> {
    let query = tx.query(software_requests!(concat!(
        "AND software = $2 AND (state = 2 OR (state = 3 AND NOT is_closed AND NOT is_unlisted))
         AND (checked_ms IS NULL OR checked_ms < $3)
         AND (state = 3 OR NOT EXISTS (SELECT 1 FROM job j WHERE j.company_id = $1 AND NOT j.dead
             AND j.queue_key = 'software request ' || software_request.request_id))
         AND EXISTS (SELECT 1 FROM service_request r
             WHERE r.company_id = $1 AND r.id = software_request.request_id AND ",
        platform::live!("r.community_id"),
        ") ORDER BY checked_ms, request_id LIMIT 1"
    )));
    Ok(query.bind(scope.company().as_str()).bind(software).bind(since).optional().await?)
}

/// Runs now the jobs that send the requests of a community, which wait while the company does not have it. The
/// transaction may be the platform's, which sees jobs but not requests.
pub async fn resume(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    now: Timestamp,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE job SET run_at_ms = $4
         WHERE company_id = $1 AND kind = $2 AND payload->>'community' = $3 AND run_at_ms > $4
             AND worker = 0 AND NOT dead",
    )
    .bind(scope.company().as_str())
    .bind(JobKind::SendSoftwareRequest.wire_name())
    .bind(community.as_str())
    .bind(now)
    .run()
    .await?;
    tx.signal(Signal::Jobs);
    Ok(())
}

/// Inserts or replaces a request.
pub async fn save(tx: &mut Tx, scope: &Scope, sent: &SoftwareRequest) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO software_request (company_id, request_id, software, is_architectural, code, account, state,
             number, status, is_closed, is_unlisted, problem, tries, sent_by, sent_ms, checked_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT (company_id, request_id) DO UPDATE SET software = excluded.software,
             is_architectural = excluded.is_architectural, code = excluded.code, account = excluded.account,
             state = excluded.state, number = excluded.number, status = excluded.status,
             is_closed = excluded.is_closed, is_unlisted = excluded.is_unlisted, problem = excluded.problem,
             tries = excluded.tries, sent_by = excluded.sent_by, sent_ms = excluded.sent_ms,
             checked_ms = excluded.checked_ms",
    )
    .bind(scope.company().as_str())
    .bind(sent.request_id.as_str())
    .bind(sent.software)
    .bind(sent.is_architectural)
    .bind(sent.code.as_str())
    .bind(sent.account.as_str())
    .bind(sent.state as i32)
    .bind(sent.number.as_str())
    .bind(sent.status.as_str())
    .bind(sent.is_closed)
    .bind(sent.is_unlisted)
    .bind(sent.problem.as_str())
    .bind(sent.tries)
    .bind(sent.sent_by.as_str())
    .bind(sent.sent_ms)
    .bind(sent.checked_ms)
    .run()
    .await?;
    Ok(())
}
