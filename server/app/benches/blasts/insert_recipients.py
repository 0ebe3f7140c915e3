"""Inserts the recipients of a blast with `executemany`, the loop over SQLite's C library, into a table with the same
indexes. Prints how many rows a second it inserted; the time in which Python makes the rows does not count.

usage: insert_recipients.py DATABASE COMPANY ROWS ROWS_PER_TRANSACTION
"""

import sqlite3
import sys
import time
from pathlib import Path

parlor, company, people, per_transaction = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def recipient(n: int) -> tuple:
    exclusion = 1 if n % 100 == 7 else 2 if n % 50 == 3 else 0
    return (
        company, "blast", n, f"bulk-{n // 10_000}", f"bulk-{n}", f"+1303{5_000_000 + n}", "Ann Kowalski",
        str(n % 10_000), "", exclusion,
    )


reference = parlor.with_name("reference.db")
with sqlite3.connect(parlor) as theirs, sqlite3.connect(reference, isolation_level=None) as ours:
    ours.execute("PRAGMA journal_mode = WAL")
    ours.execute("PRAGMA synchronous = FULL")
    schema = "SELECT sql FROM sqlite_master WHERE tbl_name = 'blast_recipient' AND sql IS NOT NULL ORDER BY type DESC"
    for (sql,) in theirs.execute(schema):
        ours.execute(sql)
    seconds = 0.0
    for start in range(0, people, per_transaction):
        rows = [recipient(n) for n in range(start, min(people, start + per_transaction))]
        begun = time.perf_counter()
        ours.execute("BEGIN")
        ours.executemany("INSERT INTO blast_recipient VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", rows)
        ours.execute("COMMIT")
        seconds += time.perf_counter() - begun
print(people / seconds)
