//! SQL with lists, which are bound as JSON.

/// A statement with a list of texts in parentheses, for `IN`. `$before` is the text before the list, `$list` the
/// parameter that holds it, such as `"$2"`, and `$after` the text after it.
#[macro_export]
macro_rules! with_list {
    ($before:expr, $list:literal $(, $after:expr)? $(,)?) => {
        $crate::dialect(
            concat!($before, "(SELECT value FROM json_each(", $list, "))" $(, $after)?),
            concat!($before, "(SELECT jsonb_array_elements_text(", $list, "))" $(, $after)?),
        )
    };
}
