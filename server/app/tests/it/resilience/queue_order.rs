//! Job queues: only the first job of a queue runs, even if the second of two servers on one PostgreSQL has
//! free workers.
use platform::clock::SystemClock;
use serde_json::json;

use super::{two_servers::accepted_texts, *};

const PERMIT: &str = "how do i get a 2nd parking permit";
const DUES: &str = "how much are the monthly dues";
const BOARD: &str = "when does the board meet";
/// A community of another company.
const LARKSPUR: &str = "community-larkspur-commons";
const LARKSPUR_NUMBER: &str = "+15035550111";

/// Makes every attempt to answer a text fail.
const FAIL_ANSWERS: &str = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'not yet'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF decision ON message FOR EACH ROW
        WHEN (NEW.body = 'how do i get a 2nd parking permit') EXECUTE FUNCTION refuse()";

/// Records each text that is sent to a carrier while another text of the company is being sent.
const RECORD_OVERLAPS: &str = "CREATE TABLE overtaken (id TEXT);
    CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO overtaken SELECT id FROM delivery
        WHERE company_id = NEW.company_id AND state = 1 AND id <> NEW.id;
        RETURN NULL; END $$;
    CREATE TRIGGER witness AFTER INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION witness()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_text_of_a_resident_waits_for_the_first() {
    let fixture = Fixture::open(Engine::Postgres).await;
    let second = Twilio::start(SystemClock).await;
    let (one, other) = (fixture.serve().await, Program::start(fixture.command(&second.url())).await);
    let mut connection = fixture.connect_directly().await;
    connection.execute_sql(FAIL_ANSWERS).await;
    let phone = fixture.text(Outcome::Reply).phone;
    assert_eq!(fixture.text_from(&phone, PERMIT).deliver_text(&one.at).await, Some(200));
    let queue_key = connection.string("SELECT queue_key FROM job WHERE kind = 'ANSWER_TEXT'").await;
    assert_eq!(fixture.text_from(&phone, DUES).deliver_text(&one.at).await, Some(200));

    // One server's carrier always responds; the other server's carrier never does.
    for (stopped, working, twilio) in [(&one, &other, &second), (&other, &one, &fixture.twilio)] {
        let others = format!("SELECT count(*) FROM job WHERE queue_key <> '{queue_key}'");
        fixture.until("no other job is left", async || connection.number(others.clone()).await == 0).await;
        stopped.signal("STOP").await;
        let text = fixture.text_from(&fixture.text(Outcome::Reply).phone, BOARD);
        assert_eq!(text.deliver_text(&working.at).await, Some(200));
        let phones = [text.phone];
        fixture
            .until("another resident is answered", async || accepted_texts(twilio, &phones).len() == 1)
            .await;
        stopped.signal("CONT").await;
    }
    let started = format!("SELECT count(*) FROM job WHERE queue_key = '{queue_key}' AND attempts > 0");
    let waiting = format!("SELECT count(*) FROM job WHERE queue_key = '{queue_key}' AND attempts = 0");
    assert_eq!((connection.number(started).await, connection.number(waiting).await), (1, 1));

    connection.execute_sql("DROP TRIGGER refuse ON message").await;
    connection.execute_sql(format!(
        "UPDATE job SET run_at_ms = 0 WHERE queue_key = '{queue_key}' AND worker = 0; NOTIFY parlor, 'jobs'"
    ))
    .await;
    fixture.settled().await;
    let replies = fixture.replies(&phone).await;
    let dues: Vec<_> = replies.iter().map(|body| body.starts_with("Dues")).collect();
    assert_eq!(dues, [false, true], "{replies:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_reply_to_a_resident_is_sent_after_the_first() {
    let fixture = Fixture::open(Engine::Postgres).await;
    let (one, other) = (fixture.serve().await, fixture.serve().await);
    let northgate = one.login("admin@northgate.example").await;
    let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
    one.call("PUT", "/admin/companies/company-northgate/twilio", &northgate, Some(account)).await.ok();
    let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
    one.call("PATCH", &carrier, &northgate, Some(json!({ "carrier": "TWILIO" }))).await.ok();
    let mut connection = fixture.connect_directly().await;
    connection.execute_sql(RECORD_OVERLAPS).await;

    // The carrier has received the first reply and does not respond yet.
    let phone = fixture.text(Outcome::Reply).phone;
    let calls = fixture.twilio.calls();
    fixture.twilio.will(&[TwilioBehavior::Wait]);
    assert_eq!(fixture.text_from(&phone, PERMIT).deliver_text(&one.at).await, Some(200));
    fixture.twilio.called(calls + 1).await;
    // The second reply is ready and both servers have free workers: a text of another company is sent.
    assert_eq!(fixture.text_from(&phone, DUES).deliver_text(&other.at).await, Some(200));
    fixture.until("the second text is answered", async || fixture.replies(&phone).await.len() == 2).await;
    let foreign = fixture.text_to(LARKSPUR_NUMBER);
    assert_eq!(foreign.deliver_text(&other.at).await, Some(200));
    let foreign = [foreign.phone];
    fixture
        .until("the text of the other company is sent", async || {
            accepted_texts(&fixture.twilio, &foreign).len() == 1
        })
        .await;

    fixture.twilio.go_on();
    fixture.settled().await;
    assert_eq!(connection.number("SELECT count(*) FROM overtaken").await, 0);
    let sent = accepted_texts(&fixture.twilio, std::slice::from_ref(&phone));
    let bodies: Vec<_> = sent.into_iter().map(|(_, body)| body).collect();
    assert_eq!(bodies, fixture.replies(&phone).await);
    assert_eq!(bodies.len(), 2);
}
