//! What is kept for a time only, in SQL.

/// In SQL: removes the oldest rows of a table whose column says `$1` or earlier, `$2` at most. What
/// somebody else holds on to is left for the next time; rows are named by their key.
#[macro_export]
macro_rules! bygone {
    ($table:literal, $key:literal, $column:literal) => {
        $crate::bygone!($table, $key, $column, "")
    };
    ($table:literal, $key:literal, $column:literal, $rest:literal) => {
        $crate::dialect(
            $crate::bygone!(@ $table, $key, $column, "", $rest),
            $crate::bygone!(@ $table, $key, $column, " FOR UPDATE SKIP LOCKED", $rest),
        )
    };
    (@ $table:literal, $key:literal, $column:literal, $lock:literal, $rest:literal) => {
        concat!(
            "DELETE FROM ", $table, " WHERE (", $key, ") IN (SELECT ", $key, " FROM ", $table,
            " WHERE ", $column, " <= $1 ORDER BY ", $column, " LIMIT $2", $lock, ") ", $rest
        )
    };
}
