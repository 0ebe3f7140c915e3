//! Job queues: only the first job of a queue runs, even if the second of two servers on one PostgreSQL has
//! free workers.
use platform::clock::SystemClock;
use serde_json::json;

use super::{two_servers::ledger, *};

const PERMIT: &str = "how do i get a 2nd parking permit";
const DUES: &str = "how much are the monthly dues";
const BOARD: &str = "when does the board meet";
/// A community of another company.
const LARKSPUR: &str = "community-larkspur-commons";
const LARKSPUR_NUMBER: &str = "+15035550111";

/// Makes every attempt to answer a text fail.
const REFUSE: &str = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'not yet'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF decision ON message FOR EACH ROW
        WHEN (NEW.body = 'how do i get a 2nd parking permit') EXECUTE FUNCTION refuse()";

/// Records each text that is sent to a carrier while another text of the company is being sent.
const WITNESS: &str = "CREATE TABLE overtaken (id TEXT);
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
    let mut past = fixture.past().await;
    past.run(REFUSE).await;
    let phone = fixture.text(Fate::Reply).phone;
    assert_eq!(fixture.saying(&phone, PERMIT).bring(&one.at).await, Some(200));
    let queue = past.word("SELECT queue_key FROM job WHERE kind = 'ANSWER_TEXT'").await;
    assert_eq!(fixture.saying(&phone, DUES).bring(&one.at).await, Some(200));

    // One server's carrier always responds; the other server's carrier never does.
    for (stopped, working, twilio) in [(&one, &other, &second), (&other, &one, &fixture.twilio)] {
        let others = format!("SELECT count(*) FROM job WHERE queue_key <> '{queue}'");
        fixture.until("nothing else is in hand", async || past.number(others.clone()).await == 0).await;
        stopped.signal("STOP").await;
        let text = fixture.saying(&fixture.text(Fate::Reply).phone, BOARD);
        assert_eq!(text.bring(&working.at).await, Some(200));
        let phones = [text.phone];
        fixture.until("somebody else is answered", async || ledger(twilio, &phones).len() == 1).await;
        stopped.signal("CONT").await;
    }
    let begun = format!("SELECT count(*) FROM job WHERE queue_key = '{queue}' AND attempts > 0");
    let waits = format!("SELECT count(*) FROM job WHERE queue_key = '{queue}' AND attempts = 0");
    assert_eq!((past.number(begun).await, past.number(waits).await), (1, 1));

    past.run("DROP TRIGGER refuse ON message").await;
    past.run(format!(
        "UPDATE job SET run_at_ms = 0 WHERE queue_key = '{queue}' AND worker = 0; NOTIFY parlor, 'jobs'"
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
    let mut past = fixture.past().await;
    past.run(WITNESS).await;

    // The carrier has received the first reply and does not respond yet.
    let phone = fixture.text(Fate::Reply).phone;
    let calls = fixture.twilio.calls();
    fixture.twilio.will(&[TwilioBehavior::Wait]);
    assert_eq!(fixture.saying(&phone, PERMIT).bring(&one.at).await, Some(200));
    fixture.twilio.called(calls + 1).await;
    // The second reply is ready and both servers have free workers: a text of another company is sent.
    assert_eq!(fixture.saying(&phone, DUES).bring(&other.at).await, Some(200));
    fixture.until("the second is answered", async || fixture.replies(&phone).await.len() == 2).await;
    let theirs = fixture.text_to(LARKSPUR_NUMBER);
    assert_eq!(theirs.bring(&other.at).await, Some(200));
    let theirs = [theirs.phone];
    fixture.until("theirs has passed", async || ledger(&fixture.twilio, &theirs).len() == 1).await;

    fixture.twilio.go_on();
    fixture.settled().await;
    assert_eq!(past.number("SELECT count(*) FROM overtaken").await, 0);
    let sent = ledger(&fixture.twilio, std::slice::from_ref(&phone));
    let bodies: Vec<_> = sent.into_iter().map(|(_, body)| body).collect();
    assert_eq!(bodies, fixture.replies(&phone).await);
    assert_eq!(bodies.len(), 2);
}
