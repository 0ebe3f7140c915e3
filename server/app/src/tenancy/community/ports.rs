//! The port to data that other domains keep for communities. `startup` implements it, so that this domain does not
//! depend on the others.
use async_trait::async_trait;
use contract::v1::Answer;
pub use contract::v1::Catalog;
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

/// Reads, seeds, resumes and purges what belongs to a community but is kept by another domain.
#[async_trait]
pub trait CommunityContent: Send + Sync {
    /// The community's first answers, at most `limit`, and whether there are more.
    ///
    /// # Errors
    /// `NOT_FOUND` outside the scope.
    async fn community_answers(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        limit: i64,
    ) -> Result<(Vec<Answer>, bool), Fault>;

    /// The company's first answers for all its communities, at most `limit`, and whether there are more.
    async fn company_answers(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        limit: i64,
    ) -> Result<(Vec<Answer>, bool), Fault>;

    /// Gives a new community the unanswered questions of a catalog.
    async fn seed(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        catalog: Catalog,
        now: Timestamp,
    ) -> Result<(), Fault>;

    /// Continues work that has waited while the scope's company did not have a community.
    async fn resume(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        now: Timestamp,
    ) -> Result<(), Fault>;

    /// Deletes some of the community's homeowner accounts, at most `limit`; returns how many.
    async fn purge(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        limit: i64,
    ) -> Result<u64, Fault>;
}
