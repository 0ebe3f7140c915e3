//! Dead jobs in storage.
use platform::{
    Fault, Timestamp, Tx,
    ids::CompanyId,
    jobs::{Claimed, JobKind},
    paging::PageKey,
};

use super::model::{Dead, JobId, Tally};

/// Lists dead jobs after a key, most recently dead first; returns up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    company: Option<&CompanyId>,
    kind: Option<JobKind>,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<Dead>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(
            "SELECT j.id, j.company_id, COALESCE(c.name, '') AS company, j.kind, j.attempts,
                 COALESCE(j.last_error, '') AS last_error, j.died_ms
             FROM job j LEFT JOIN company c ON c.id = j.company_id
             WHERE j.dead AND ($1 IS NULL OR j.company_id = $1) AND ($2 IS NULL OR j.kind = $2)
               AND (j.died_ms < $3 OR (j.died_ms = $3 AND j.id < $4))
             ORDER BY j.died_ms DESC, j.id DESC LIMIT $5",
        )
        .bind(company.map(CompanyId::as_str))
        .bind(kind.map(JobKind::wire_name))
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Counts the dead jobs of each kind, the most frequent kind first.
pub async fn tally(tx: &mut Tx, company: Option<&CompanyId>) -> Result<Vec<Tally>, Fault> {
    Ok(tx
        .query(
            "SELECT kind, count(*) AS count FROM job WHERE dead AND ($1 IS NULL OR company_id = $1)
             GROUP BY kind ORDER BY count(*) DESC, kind",
        )
        .bind(company.map(CompanyId::as_str))
        .all()
        .await?)
}

/// Returns a job and whether it is dead. Without a company, jobs of all companies are searched.
pub async fn find(
    tx: &mut Tx,
    company: Option<&CompanyId>,
    id: &JobId,
) -> Result<Option<(Claimed, bool)>, Fault> {
    #[derive(sqlx::FromRow)]
    struct Found {
        #[sqlx(flatten)]
        job: Claimed,
        dead: bool,
    }
    let found: Option<Found> = tx
        .query(
            "SELECT company_id, id, kind, payload, attempts, run_at_ms, dead FROM job
             WHERE id = $1 AND ($2 IS NULL OR company_id = $2)",
        )
        .bind(id.as_str())
        .bind(company.map(CompanyId::as_str))
        .optional()
        .await?;
    Ok(found.map(|found| (found.job, found.dead)))
}

/// Retries a dead job with all of its attempts. Returns false if it is not dead anymore.
pub async fn replay(tx: &mut Tx, job: &Claimed, now: Timestamp) -> Result<bool, Fault> {
    let replayed = tx
        .query(
            "UPDATE job SET dead = FALSE, died_ms = 0, attempts = 0, run_at_ms = $3
             WHERE company_id = $1 AND id = $2 AND dead",
        )
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(now)
        .run()
        .await?;
    Ok(replayed == 1)
}

/// Retries all dead jobs of a kind. Returns the company of each of them.
pub async fn replay_all(
    tx: &mut Tx,
    company: Option<&CompanyId>,
    kind: JobKind,
    now: Timestamp,
) -> Result<Vec<CompanyId>, Fault> {
    Ok(tx
        .query(
            "UPDATE job SET dead = FALSE, died_ms = 0, attempts = 0, run_at_ms = $3
             WHERE dead AND kind = $2 AND ($1 IS NULL OR company_id = $1) RETURNING company_id",
        )
        .bind(company.map(CompanyId::as_str))
        .bind(kind.wire_name())
        .bind(now)
        .values()
        .await?)
}

/// Deletes a dead job. Returns false if it is not dead anymore.
pub async fn discard(tx: &mut Tx, job: &Claimed) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM job WHERE company_id = $1 AND id = $2 AND dead")
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .run()
        .await?;
    Ok(deleted == 1)
}
