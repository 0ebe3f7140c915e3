//! Requests to software that does not respond.
use platform::{
    Clock, Ids,
    jobs::{self, Job, JobKind},
};

use super::*;

/// More requests than a company's software is called for at the same time.
const REQUESTS: usize = 5;

/// Enqueues the job of a request of Harborline that is gone.
async fn enqueue_for_harborline(server: &TestServer) {
    let (company, now) = (CompanyId::from("company-harborline"), server.clock.now());
    let mut tx = server.db.write(&Scope::of_company(&company)).await.unwrap();
    let job = Job {
        company,
        kind: JobKind::SendSoftwareRequest,
        payload: json!({ "request": "none", "community": "none", "sent_ms": 0 }),
        key: "software request of a test".to_owned(),
        queue_key: "software request of a test".to_owned(),
        run_at: now,
    };
    jobs::enqueue(&mut tx, &Ids::from_entropy(), now, job).await.unwrap();
    tx.commit().await.unwrap();
}

/// Returns whether that job is done.
async fn is_done(server: &TestServer) -> bool {
    let mut tx = server.db.platform_read().await.unwrap();
    let query = tx.query("SELECT count(*) FROM job WHERE key = 'software request of a test'");
    let (count,): (i64,) = query.one().await.unwrap();
    count == 0
}

on_both! {
    async fn silent_software_of_a_company_delays_no_request_of_another_one(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let calls = server.vantaca.requests().len();
        server.vantaca.will(&[VantacaBehavior::Hang; REQUESTS - 1]);
        for _ in 0..REQUESTS {
            let request = approved(&ingrid, json!({})).await;
            ingrid.post(&software_path(&request), json!({})).await.ok();
        }
        within("Vantaca is silent", server.vantaca.called(calls + REQUESTS - 1)).await;
        enqueue_for_harborline(&server).await;
        until("the other company's job is done", async || is_done(&server).await).await;
        assert_eq!(server.vantaca.requests().len(), calls + REQUESTS - 1, "a company's calls are limited");
        server.later(Duration::from_secs(16)).await;
    }
}
