//! A server is stopped while one of its jobs does not end, next to another server on the same PostgreSQL.

use futures::future::join;

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_server_releases_unfinished_jobs_to_another_server() {
    let fixture = Fixture::open(Engine::Postgres).await;
    let (mut one, other) = join(fixture.serve(), fixture.serve()).await;
    // While it is paused, the other server cannot take the job, so that the terminated server must release it.
    other.signal("STOP").await;
    let (text, stall) = Stall::during_decision(&fixture, &one.at).await;
    one.signal("TERM").await;
    let mut connection = fixture.connect_directly().await;
    let released = "SELECT count(*) FROM job WHERE kind = 'ANSWER_TEXT' AND attempts = 1 AND worker = 0";
    fixture.until("the job is released", async || connection.number(released).await == 1).await;
    let left = within("the server stops", one.wait_for_exit()).await;
    assert!(left.success(), "{left}");
    other.signal("CONT").await;
    stall.remove().await;
    fixture.settled().await;
    fixture.assert_one_outcome(&other, &text).await;
}
