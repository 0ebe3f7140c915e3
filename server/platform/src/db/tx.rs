//! A transaction, and the statements in it: SQL is written once, and runs on the native driver of
//! whichever engine this is.
use sqlx::{
    Arguments, Encode, FromRow, Postgres, Sqlite, Transaction, Type,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};

use super::{Notifier, foreground_writes::ForegroundWrite};
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

/// SQL: usually one text, now and then one for each engine.
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

/// The two texts of a statement where the engines truly differ.
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
    /// Keeps background writes from starting.
    foreground: Option<ForegroundWrite>,
    notifier: Notifier,
    said: Vec<Signal>,
    told: Vec<PendingEvent>,
    metrics: Metrics,
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
        foreground: Option<ForegroundWrite>,
        notifier: Notifier,
        metrics: Metrics,
    ) -> Self {
        let (said, told, counted) = (Vec::new(), Vec::new(), Vec::new());
        Self { inner, writes, foreground, notifier, said, told, metrics, counted }
    }

    /// A statement; its values are bound in the order of `$1`, `$2`, …
    pub fn query(&mut self, sql: impl Into<Sql>) -> Query<'_> {
        let arguments = match self.inner {
            Inner::Sqlite(_) => Ok(Values::Sqlite(SqliteArguments::default())),
            Inner::Postgres(_) => Ok(Values::Postgres(PgArguments::default())),
        };
        Query { tx: self, sql: sql.into(), arguments, plans_anew: false }
    }

    /// Tells listeners, once this is committed.
    pub fn signal(&mut self, signal: Signal) {
        if !self.said.contains(&signal) {
            self.said.push(signal);
        }
    }

    /// Counts something, once this is committed.
    pub fn count(&mut self, counted: Counted) {
        self.counted.push(counted);
    }

    /// Writes an event when this is committed; the same one twice is one.
    pub(crate) fn tell(&mut self, told: PendingEvent) {
        if !self.told.contains(&told) {
            self.told.push(told);
        }
    }

    /// Makes it last, then tells listeners.
    ///
    /// # Errors
    /// When storage fails; what it did then is unknown to the caller and must be asked.
    pub async fn commit(mut self) -> Result<(), Fault> {
        let claim = if self.writes { idempotency::mark(&mut self).await? } else { None };
        let told = std::mem::take(&mut self.told);
        events::write(&mut self, told).await?;
        let said = std::mem::take(&mut self.said);
        let counted = std::mem::take(&mut self.counted);
        let metrics = self.metrics.clone();
        if matches!(self.inner, Inner::Postgres(_)) {
            for signal in &said {
                self.query("SELECT pg_notify('parlor', $1)").bind(signal.to_payload()).run().await?;
            }
        }
        let Self { inner, notifier, foreground, .. } = self;
        // A task of its own: a caller that goes away in the middle of it leaves nobody untold.
        let committed = tokio::spawn(async move {
            match inner {
                Inner::Sqlite(tx) => tx.commit().await?,
                Inner::Postgres(tx) => tx.commit().await?,
            }
            drop(foreground);
            counted.into_iter().for_each(|counted| metrics.count(counted));
            // Whoever listens here need not wait for PostgreSQL to say it again.
            said.into_iter().for_each(|signal| notifier.notify(signal));
            if let Some(claim) = claim {
                claim.took_effect();
            }
            Ok::<_, sqlx::Error>(())
        });
        Ok(committed.await.map_err(Fault::unavailable)??)
    }

    /// The rest of it is the platform's own work as well.
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

/// A statement that is being put together.
pub struct Query<'t> {
    tx: &'t mut Tx,
    sql: Sql,
    arguments: Result<Values, sqlx::error::BoxDynError>,
    plans_anew: bool,
}

/// Runs `$then` on the native query of whichever engine this is.
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

    /// Binds a scope as the next two values: the company, and whose communities alone.
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

    /// Runs it; how many rows it changed.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn run(self) -> sqlx::Result<u64> {
        native!(self, |query, connection| Ok(query.execute(connection).await?.rows_affected()))
    }

    /// All rows.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn all<T: Row>(self) -> sqlx::Result<Vec<T>> {
        native!(self, |query, connection| query
            .fetch_all(connection)
            .await?
            .iter()
            .map(T::from_row)
            .collect())
    }

    /// The row, if there is one.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn optional<T: Row>(self) -> sqlx::Result<Option<T>> {
        native!(self, |query, connection| {
            query.fetch_optional(connection).await?.map(|row| T::from_row(&row)).transpose()
        })
    }

    /// The row.
    ///
    /// # Errors
    /// Those of the engine; `RowNotFound` when there is none.
    pub async fn one<T: Row>(self) -> sqlx::Result<T> {
        self.optional().await?.ok_or(sqlx::Error::RowNotFound)
    }

    /// Whether there is a row.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn exists(self) -> sqlx::Result<bool> {
        native!(self, |query, connection| Ok(query.fetch_optional(connection).await?.is_some()))
    }

    /// As [`Query::all`], for rows of one column.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn values<T>(self) -> sqlx::Result<Vec<T>>
    where
        (T,): Row,
    {
        Ok(self.all::<(T,)>().await?.into_iter().map(|(value,)| value).collect())
    }

    /// As [`Query::optional`], for a row of one column.
    ///
    /// # Errors
    /// Those of the engine.
    pub async fn optional_value<T>(self) -> sqlx::Result<Option<T>>
    where
        (T,): Row,
    {
        Ok(self.optional::<(T,)>().await?.map(|(value,)| value))
    }

    /// As [`Query::one`], for a row of one column.
    ///
    /// # Errors
    /// Those of the engine; `RowNotFound` when there is none.
    pub async fn value<T>(self) -> sqlx::Result<T>
    where
        (T,): Row,
    {
        Ok(self.one::<(T,)>().await?.0)
    }
}
