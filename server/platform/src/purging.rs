//! Deletion of a purged community's data, some rows at a time.
use crate::{Fault, Scope, Tx, ids::CommunityId};

/// SQL that deletes the rows of a table whose `$column` is the ID of one of a community's rows in the table `$of`. It
/// takes the first `$3` of these, by ID, in the company `$1` and the community `$2`.
#[macro_export]
macro_rules! delete_of_first {
    ($table:literal, $column:literal, $of:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE company_id = $1 AND ",
            $column,
            " IN (SELECT id FROM ",
            $of,
            " WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)"
        )
    };
}

/// Runs statements with the company, the community and `limit` as `$1`, `$2` and `$3`. Returns how many rows the last
/// one deleted.
pub async fn purge(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
    statements: &[&'static str],
) -> Result<u64, Fault> {
    let mut deleted = 0;
    for sql in statements {
        let query = tx.query(*sql).bind(scope.company().as_str()).bind(community.as_str()).bind(limit);
        deleted = query.run().await?;
    }
    Ok(deleted)
}
