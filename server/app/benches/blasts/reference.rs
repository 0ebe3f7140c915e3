//! The simplest ways to write the same recipients into a table with the same indexes: a loop over SQLite's C
//! library, by Python's `executemany`, and COPY. Both return rows per second.
use std::{fmt::Write, path::Path, process::Command, time::Instant};

use sqlx::Executor;
use sqlx_postgres::PgConnection;

use crate::HARBORLINE;

/// Number of rows per transaction, as in the server.
const PER_TRANSACTION: i64 = 10_000;

pub fn sqlite(parlor: &Path, people: i64) -> f64 {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/blasts/insert_recipients.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(parlor).args([HARBORLINE, &people.to_string(), &PER_TRANSACTION.to_string()]);
    let output = python.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().parse().expect("a rate")
}

pub async fn postgres(superuser: &mut PgConnection, people: i64) -> f64 {
    superuser.execute("CREATE TABLE reference (LIKE blast_recipient INCLUDING ALL)").await.unwrap();
    let begun = Instant::now();
    let mut copy = superuser.copy_in_raw("COPY reference FROM STDIN").await.unwrap();
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

/// Returns the reason why the nth homeowner is excluded.
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
