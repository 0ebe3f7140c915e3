//! What a scope sees, in SQL, said once. `$1` and `$2` are the scope; each condition is about
//! the community whose id is in `$column`.
use crate::{Fault, Scope, Tx};

/// Refuses a scope whose company is not there: one who administers the platform may name any.
///
/// # Errors
/// `NOT_FOUND`.
pub async fn require_company(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    let found: Option<(String,)> =
        tx.query("SELECT id FROM company WHERE id = $1").bind(scope.company().as_str()).optional().await?;
    found.map(|_| ()).ok_or_else(|| Fault::not_found("company"))
}

/// In SQL: the company of the scope has the community, and it is not deleted.
#[macro_export]
macro_rules! live {
    ($column:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM company_community seen WHERE seen.company_id = $1 AND seen.community_id = ",
            $column,
            " AND seen.live)"
        )
    };
}

/// In SQL: the member of staff of the scope was assigned to the community.
#[macro_export]
macro_rules! assigned {
    ($column:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM staff_community assigned WHERE assigned.company_id = $1
                 AND assigned.staff_id = $2 AND assigned.community_id = ",
            $column,
            ")"
        )
    };
}

/// In SQL: the scope sees the community.
#[macro_export]
macro_rules! sees {
    ($column:literal) => {
        concat!($crate::live!($column), " AND ($2 IS NULL OR ", $crate::assigned!($column), ")")
    };
}
