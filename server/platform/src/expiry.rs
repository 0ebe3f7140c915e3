//! SQL that deletes expired rows.

/// SQL that deletes the oldest rows of a table whose time column is `$1` or earlier, at most `$2` rows.
/// Rows that another transaction has locked are left for the next run. `$key` lists the primary key.
#[macro_export]
macro_rules! delete_expired {
    ($table:literal, $key:literal, $column:literal) => {
        $crate::delete_expired!($table, $key, $column, "")
    };
    ($table:literal, $key:literal, $column:literal, $rest:literal) => {
        $crate::dialect(
            $crate::delete_expired!(@ $table, $key, $column, "", $rest),
            $crate::delete_expired!(@ $table, $key, $column, " FOR UPDATE SKIP LOCKED", $rest),
        )
    };
    (@ $table:literal, $key:literal, $column:literal, $lock:literal, $rest:literal) => {
        concat!(
            "DELETE FROM ", $table, " WHERE (", $key, ") IN (SELECT ", $key, " FROM ", $table,
            " WHERE ", $column, " <= $1 ORDER BY ", $column, " LIMIT $2", $lock, ") ", $rest
        )
    };
}
