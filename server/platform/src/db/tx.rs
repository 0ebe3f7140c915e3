//! A transaction and its statements. SQL is written once and runs on the native driver of SQLite or PostgreSQL.
use sqlx::{Arguments, Encode, FromRow, Transaction, Type};
use sqlx_postgres::{PgArguments, PgRow, Postgres};
use sqlx_sqlite::{Sqlite, SqliteArguments, SqliteRow};

use super::{Notifier, foreground::WriteGuard};
use crate::{
    Fault, Metrics, Scope,
    events::{self, PendingEvent},
    idempotency,
    metrics::Counted,
    signal::Signal,
};

/// A value that either engine can bind.
pub trait Bind<'q>: Type<Sqlite> + Type<Postgres> + Encode<'q, Sqlite> + Encode<'q, Postgres> {}
impl<'q, T> Bind<'q> for T where T: Type<Sqlite> + Type<Postgres> + Encode<'q, Sqlite> + Encode<'q, Postgres> {}

/// A struct that either engine can return; `#[derive(sqlx::FromRow)]` is enough.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}
impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// An SQL statement: usually one text, sometimes one for each engine.
#[derive(Clone, Copy)]
pub struct Sql {
    sqlite: &'static str,
    postgres: &'static str,
}

impl From<&'static str> for Sql {
    fn from(sql: &'static str) -> Self {
        dialect(sql, sql)
    }
}

/// Returns a statement with a text for each engine, where the engines differ.
#[must_use]
pub const fn dialect(sqlite: &'static str, postgres: &'static str) -> Sql {
    Sql { sqlite, postgres }
}

/// A database transaction. It changes nothing unless [`Tx::commit`] succeeds.
///
/// Every function that takes a transaction fails with `UNAVAILABLE` if the database cannot be reached. Their
/// comments name only further errors.
pub struct Tx {
    inner: Inner,
    writes: bool,
    /// Delays or limits background writes.
    guard: Option<WriteGuard>,
    notifier: Notifier,
    /// Sent after the commit.
    signals: Vec<Signal>,
    /// Written with the commit.
    events: Vec<PendingEvent>,
    metrics: Metrics,
    /// Counted after the commit.
    counted: Vec<Counted>,
}

pub(super) enum Inner {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub(super) fn new(
        inner: Inner,
        writes: bool,
        guard: Option<WriteGuard>,
        notifier: Notifier,
        metrics: Metrics,
    ) -> Self {
        let (signals, events, counted) = (Vec::new(), Vec::new(), Vec::new());
        Self { inner, writes, guard, notifier, signals, events, metrics, counted }
    }

    /// Starts a statement. Its values are bound in the order of `$1`, `$2`, …
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        let arguments = match self.inner {
            Inner::Sqlite(_) => Ok(Values::Sqlite(SqliteArguments::default())),
            Inner::Postgres(_) => Ok(Values::Postgres(PgArguments::default())),
        };
        Query { tx: self, sql: sql.into(), arguments, plans_anew: false }
    }

    /// Blocks other transactions that lock the same name until this one ends. SQLite has a single writer and needs no
    /// lock.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached.
    pub async fn lock(&mut self, name: &str) -> Result<(), Fault> {
        self.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)"))
            .bind(name)
            .run()
            .await?;
        Ok(())
    }

    /// Sends a signal after the commit. A repeated signal is sent once.
    pub fn signal(&mut self, signal: Signal) {
        if !self.signals.contains(&signal) {
            self.signals.push(signal);
        }
    }

    /// Counts in the metrics after the commit.
    pub fn count(&mut self, counted: Counted) {
        self.counted.push(counted);
    }

    /// Writes an event with the commit. A repeated event is written once.
    pub(crate) fn add_event(&mut self, event: PendingEvent) {
        if !self.events.contains(&event) {
            self.events.push(event);
        }
    }

    /// Commits, then signals the listeners.
    ///
    /// # Errors
    /// `UNAVAILABLE` if storage cannot be reached; then it is unknown whether the transaction was committed.
    /// `ABORTED` if another call holds the claim of the call's idempotency key by now; then nothing is committed.
    pub async fn commit(mut self) -> Result<(), Fault> {
        let claim = if self.writes { idempotency::mark(&mut self).await? } else { None };
        let pending = std::mem::take(&mut self.events);
        events::write(&mut self, pending).await?;
        let mut signals = std::mem::take(&mut self.signals);
        let counted = std::mem::take(&mut self.counted);
        let metrics = self.metrics.clone();
        if matches!(self.inner, Inner::Postgres(_)) {
            for signal in &signals {
                self.query("SELECT pg_notify('parlor', $1)").bind(signal.to_payload()).run().await?;
            }
            // Events must not overtake the end of a session on another server, so they come from PostgreSQL, in the
            // order of the commits.
            signals.retain(|signal| !matches!(signal, Signal::Events(..)));
        }
        let Self { inner, notifier, guard, .. } = self;
        // A separate task: if the caller's future is dropped, the listeners are signaled all the same.
        let committed = tokio::spawn(async move {
            match inner {
                Inner::Sqlite(tx) => tx.commit().await?,
                Inner::Postgres(tx) => tx.commit().await?,
            }
            drop(guard);
            counted.into_iter().for_each(|counted| metrics.count(counted));
            // Other listeners in this process do not have to wait for PostgreSQL's notification.
            signals.into_iter().for_each(|signal| notifier.notify(signal));
            if let Some(claim) = claim {
                claim.took_effect();
            }
            Ok::<_, sqlx::Error>(())
        });
        Ok(committed.await.map_err(Fault::unavailable)??)
    }

    /// Gives the rest of the transaction access to the platform's own tables as well.
    pub(crate) async fn as_platform_too(&mut self) -> Result<(), Fault> {
        if matches!(self.inner, Inner::Postgres(_)) {
            self.query("SELECT set_config('parlor.platform', 'on', true)").run().await?;
        }
        Ok(())
    }
}

enum Values {
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

/// A statement whose values are being bound.
pub struct Query<'t> {
    tx: &'t mut Tx,
    sql: Sql,
    arguments: Result<Values, sqlx::error::BoxDynError>,
    plans_anew: bool,
}

/// Runs `$then` on the native query of the engine in use.
macro_rules! native {
    ($self:ident, |$query:ident, $connection:ident| $then:expr) => {
        match ($self.arguments.map_err(sqlx::Error::Encode)?, &mut $self.tx.inner) {
            (Values::Sqlite(values), Inner::Sqlite(tx)) => {
                let ($query, $connection) = (sqlx::query_with($self.sql.sqlite, values), &mut **tx);
                $then
            }
            (Values::Postgres(values), Inner::Postgres(tx)) => {
                let ($query, $connection) =
                    (sqlx::query_with($self.sql.postgres, values).persistent(!$self.plans_anew), &mut **tx);
                $then
            }
            _ => Err(sqlx::Error::Protocol("a statement was built for the other engine".into())),
        }
    };
}

impl Query<'_> {
    /// Binds the next value.
    #[must_use]
    pub fn bind<'q>(mut self, value: impl Bind<'q>) -> Self {
        self.arguments = self.arguments.and_then(|mut values| {
            match &mut values {
                Values::Sqlite(values) => values.add(value),
                Values::Postgres(values) => values.add(value),
            }?;
            Ok(values)
        });
        self
    }

    /// Binds a scope as the next two values: the company, and the user whose communities it is limited to.
    #[must_use]
    pub fn scope(self, scope: &Scope) -> Self {
        self.bind(scope.company().as_str()).bind(scope.staff().map(crate::ids::UserId::as_str))
    }

    /// Has PostgreSQL plan the statement for these values. Without it, PostgreSQL plans a statement once for any values,
    /// which misjudges how many rows meet filters that are mostly unset.
    #[must_use]
    pub fn planned_anew(mut self) -> Self {
        self.plans_anew = true;
        self
    }

    /// Runs the statement and returns the number of changed rows.
    ///
    /// # Errors
    /// Errors of the engine.
    pub async fn run(self) -> sqlx::Result<u64> {
        native!(self, |query, connection| Ok(query.execute(connection).await?.rows_affected()))
    }

    /// Returns all rows.
    ///
    /// # Errors
    /// Errors of the engine.
    pub async fn all<T: Row>(self) -> sqlx::Result<Vec<T>> {
        native!(self, |query, connection| query
            .fetch_all(connection)
            .await?
            .iter()
            .map(T::from_row)
            .collect())
    }

    /// Returns the first row, if there is one.
    ///
    /// # Errors
    /// Errors of the engine.
    pub async fn optional<T: Row>(self) -> sqlx::Result<Option<T>> {
        native!(self, |query, connection| {
            query.fetch_optional(connection).await?.map(|row| T::from_row(&row)).transpose()
        })
    }

    /// Returns the first row.
    ///
    /// # Errors
    /// Errors of the engine; `RowNotFound` if there is none.
    pub async fn one<T: Row>(self) -> sqlx::Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Whether there is a row.
    ///
    /// # Errors
    /// Errors of the engine.
    pub async fn exists(self) -> sqlx::Result<bool> {
        native!(self, |query, connection| Ok(query.fetch_optional(connection).await?.is_some()))
    }

    /// Returns the values of all rows, which have one column.
    ///
    /// # Errors
    /// Errors of the engine.
    pub async fn values<T>(self) -> sqlx::Result<Vec<T>>
    where
        (T,): Row,
    {
        Ok(self.all::<(T,)>().await?.into_iter().map(|(value,)| value).collect())
    }

    /// Returns the value of the row, which has one column; `None` if there is no row.
    ///
    /// # Errors
    /// Errors of the engine.
    pub async fn optional_value<T>(self) -> sqlx::Result<Option<T>>
    where
        (T,): Row,
    {
        Ok(self.optional::<(T,)>().await?.map(|(value,)| value))
    }

    /// Returns the value of the only row, which has one column.
    ///
    /// # Errors
    /// Errors of the engine; `RowNotFound` if there is none.
    pub async fn value<T>(self) -> sqlx::Result<T>
    where
        (T,): Row,
    {
        Ok(self.one::<(T,)>().await?.0)
    }
}
