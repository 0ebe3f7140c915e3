//! The plainest way to write the same recipients into a table with the same indexes: a loop over SQLite's C library,
//! and COPY. Both return rows a second.
use std::{fmt::Write, path::Path, time::Instant};

use rusqlite::{Connection, params};
use sqlx::{Executor, PgConnection};

use crate::HARBORLINE;

/// As many as a transaction of the server has.
const PER_TRANSACTION: i64 = 10_000;

pub fn sqlite(parlor: &Path, people: i64) -> f64 {
    let theirs = Connection::open(parlor).unwrap();
    let mut ours = Connection::open(parlor.with_file_name("reference.db")).unwrap();
    ours.pragma_update(None, "journal_mode", "WAL").unwrap();
    ours.pragma_update(None, "synchronous", "FULL").unwrap();
    ours.pragma_update(None, "foreign_keys", "OFF").unwrap();
    let mut schema = theirs
        .prepare("SELECT sql FROM sqlite_master WHERE tbl_name = 'blast_recipient' AND sql IS NOT NULL ORDER BY type DESC")
        .unwrap();
    let statements = schema.query_map([], |row| row.get::<_, String>(0)).unwrap();
    for sql in statements {
        ours.execute_batch(&sql.unwrap()).unwrap();
    }
    let begun = Instant::now();
    for from in (0..people).step_by(usize::try_from(PER_TRANSACTION).unwrap()) {
        let tx = ours.transaction().unwrap();
        let mut insert = tx
            .prepare("INSERT INTO blast_recipient VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)")
            .unwrap();
        for n in from..people.min(from + PER_TRANSACTION) {
            let (community, account) = (format!("bulk-{}", n / 10_000), format!("bulk-{n}"));
            let (phone, unit) = (format!("+1303{}", 5_000_000 + n), format!("{}", n % 10_000));
            let row = params![
                HARBORLINE,
                "blast",
                n,
                community,
                account,
                phone,
                "Ann Kowalski",
                unit,
                "",
                exclusion(n)
            ];
            insert.execute(row).unwrap();
        }
        drop(insert);
        tx.commit().unwrap();
    }
    rate(people, begun)
}

pub async fn postgres(keeper: &mut PgConnection, people: i64) -> f64 {
    keeper.execute("CREATE TABLE reference (LIKE blast_recipient INCLUDING ALL)").await.unwrap();
    let begun = Instant::now();
    let mut copy = keeper.copy_in_raw("COPY reference FROM STDIN").await.unwrap();
    for from in (0..people).step_by(usize::try_from(PER_TRANSACTION).unwrap()) {
        let mut rows = String::new();
        for n in from..people.min(from + PER_TRANSACTION) {
            let (community, phone, unit) = (n / 10_000, 5_000_000 + n, n % 10_000);
            let excluded = exclusion(n);
            writeln!(
                rows,
                "{HARBORLINE}\tblast\t{n}\tbulk-{community}\tbulk-{n}\t+1303{phone}\tAnn Kowalski\t{unit}\t\t{excluded}\t\\N\t\\N"
            )
            .unwrap();
        }
        copy.send(rows.as_bytes()).await.unwrap();
    }
    copy.finish().await.unwrap();
    rate(people, begun)
}

/// Returns the reason why the nth homeowner is left out.
fn exclusion(n: i64) -> i32 {
    match (n % 100, n % 50) {
        (7, _) => 1,
        (_, 3) => 2,
        _ => 0,
    }
}

fn rate(people: i64, begun: Instant) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    let people = people as f64;
    people / begun.elapsed().as_secs_f64()
}
