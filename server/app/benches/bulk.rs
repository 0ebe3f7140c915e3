//! Bulk inserts for benchmarks.
use platform::{Db, Scope, Sql, ids::CompanyId};

/// Builds a statement that inserts a row for each `i` from `$3` to `$4`, for company `$1` and community `$2`.
/// A statement must use all four parameters.
macro_rules! for_each_row {
    ($insert:expr) => {
        platform::dialect(
            concat!(
                "WITH RECURSIVE n (i) AS (SELECT $3 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $4) ",
                $insert
            ),
            concat!("WITH n (i) AS (SELECT generate_series($3::BIGINT, $4::BIGINT - 1)) ", $insert),
        )
    };
}
pub(crate) use for_each_row;

const CHUNK: i64 = 100_000;

/// Runs the statements for `rows` rows, in chunks.
pub async fn insert(db: &Db, company: &str, community: &str, rows: i64, statements: &[Sql]) {
    let scope = Scope::of_company(&CompanyId(company.into()));
    for from in (0..rows).step_by(usize::try_from(CHUNK).unwrap()) {
        let mut tx = db.found(&scope).await.unwrap();
        for statement in statements {
            let query = tx.query(*statement).bind(company).bind(community);
            query.bind(from).bind(rows.min(from + CHUNK)).run().await.unwrap();
        }
        tx.commit().await.unwrap();
    }
}
