//! Two servers on one PostgreSQL: one sends a blast while the other receives a STOP from one of its recipients.
use std::time::Duration;

use tokio::time::timeout;

use super::{
    kill_during_blast::{Scale, schedule_blast},
    *,
};

const RECIPIENTS: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_is_acknowledged_once_no_server_is_sending_a_blast_to_its_phone() {
    let fixture = Fixture::open(Engine::Postgres).await;
    let sender = fixture.serve().await;
    let mut connection = fixture.connect_directly().await;
    let mut receiver = None;
    for (round, phone) in ["+13032560000", "+13032560001"].into_iter().enumerate() {
        // Those who opted out in an earlier round are left out.
        let (recipients, calls) = (RECIPIENTS - round, fixture.twilio.calls());
        fixture.twilio.will(&vec![TwilioBehavior::Wait; recipients]);
        let scale = Scale { recipients: RECIPIENTS, kills: 0, segments_per_second: 100 };
        schedule_blast(&fixture, &sender, &scale).await;
        within("the blast is being sent", fixture.twilio.called(calls + recipients)).await;
        if receiver.is_none() {
            receiver = Some(fixture.serve().await);
        }
        assert_eq!(fixture.twilio.tried(phone), round + 1, "its text is with the carrier");
        let stop = fixture.text_from(phone, "STOP");
        let mut acknowledged = Box::pin(stop.deliver_text(&receiver.as_ref().unwrap().at));
        let opted_out = format!("SELECT count(*) FROM consent WHERE phone = '{phone}' AND state = 4");
        tokio::select! {
            _ = &mut acknowledged => panic!("the STOP was acknowledged while its text was with the carrier"),
            () = fixture.until("the opt-out is stored", async || connection.number(opted_out.clone()).await == 1) => {}
        }
        // Without waiting, the acknowledgment would come now.
        let is_early = timeout(Duration::from_millis(500), &mut acknowledged).await.is_ok();
        assert!(!is_early, "the STOP was acknowledged while its text was with the carrier");
        fixture.twilio.go_on();
        assert_eq!(acknowledged.await, Some(200));
        fixture.settled().await;
        // The next round needs new connections.
        connection
            .execute_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            )
            .await;
    }
}
