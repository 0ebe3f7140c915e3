//! SQL conditions on which communities a scope may see. `$1` is the scope's company and `$2` its staff
//! member, or NULL; `$column` holds the community's id.
use crate::{Fault, Scope, Tx};

/// Checks that the scope's company exists. A platform administrator may name any id.
///
/// # Errors
/// `NOT_FOUND` if there is no company with this ID.
pub async fn require_company(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    let found: Option<(String,)> =
        tx.query("SELECT id FROM company WHERE id = $1").bind(scope.company().as_str()).optional().await?;
    found.map(|_| ()).ok_or_else(|| Fault::not_found("company"))
}

/// SQL condition: the community belongs to the scope's company and is not deleted.
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

/// SQL condition: the scope's staff member is assigned to the community.
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

/// SQL condition: the community is visible to the scope.
#[macro_export]
macro_rules! sees {
    ($column:literal) => {
        concat!($crate::live!($column), " AND ($2 IS NULL OR ", $crate::assigned!($column), ")")
    };
}
