//! SQL expressions for names of users and partners. They are subqueries: with a join for each name, PostgreSQL plans a
//! page of a list twice as long.

/// SQL expression: the name of the user with this ID, or an empty text. `$row` is a row with the company.
#[macro_export]
macro_rules! staff_name {
    ($row:literal, $id:literal) => {
        concat!("COALESCE(", $crate::full_name!($row, $id), ", '')")
    };
}

/// SQL expression: the name of the user or partner with this ID, or an empty text. `$row` is a row with the company.
#[macro_export]
macro_rules! actor_name {
    ($row:literal, $id:literal) => {
        concat!(
            "COALESCE(",
            $crate::full_name!($row, $id),
            ", (SELECT named.name FROM partner named WHERE named.company_id = ",
            $row,
            ".company_id AND named.id = ",
            $row,
            ".",
            $id,
            "), '')"
        )
    };
}

/// SQL expression: first and last name of the user with this ID, or NULL.
#[macro_export]
macro_rules! full_name {
    ($row:literal, $id:literal) => {
        concat!(
            "(SELECT named.first_name || ' ' || named.last_name FROM staff named WHERE named.company_id = ",
            $row,
            ".company_id AND named.id = ",
            $row,
            ".",
            $id,
            ")"
        )
    };
}
