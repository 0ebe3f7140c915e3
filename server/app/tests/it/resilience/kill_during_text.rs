//! A server that is killed at each step of handling a text, from the carrier's webhook to its last report, and
//! then at random moments. Each kill is real and followed by a restart.
use std::time::Duration;

use futures::future::join_all;
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{stall::Place, texts::Text, *};

/// Longer than the time in which the carrier is asked about a text.
const AFTER_LOOKUPS: Duration = Duration::from_secs(601);

/// The place of a kill.
#[derive(Clone, Copy, Debug)]
enum Kill {
    /// At a change in the database, while a text is received or handled.
    Handling(Place),
    /// Before the carrier responds, whether or not it accepted the text.
    Sending(TwilioBehavior),
    /// At a change in the database, while the carrier is asked about the text.
    Lookup(TwilioBehavior, Place),
    /// At a change in the database, during a report of the carrier.
    Report(Place),
}

const fn on(table: &'static str, change: &'static str, when: &'static str) -> Place {
    Place { table, change, when }
}

const fn step(when: &'static str) -> Kill {
    Kill::Handling(on("message_step", "INSERT", when))
}

const LOST: TwilioBehavior = TwilioBehavior::Hang { takes: false };
const ACCEPTED: TwilioBehavior = TwilioBehavior::Hang { takes: true };

/// In the order in which a text is handled.
const KILLS: &[(Outcome, Kill)] = &[
    // The webhook is verified and received for the first time.
    (Outcome::Reply, Kill::Handling(on("carrier_report", "INSERT", "NEW.status = 'received'"))),
    (Outcome::Escalation, Kill::Handling(on("conversation", "INSERT", "NEW.state > 0"))),
    (Outcome::Reply, Kill::Handling(on("message", "INSERT", "NEW.direction = 1"))),
    (Outcome::Training, step("NEW.kind = 1")), // Received
    (Outcome::OptOut, Kill::Handling(on("consent", "INSERT", "NEW.state > 0"))),
    (Outcome::OptOut, Kill::Handling(on("consent_entry", "INSERT", "NEW.state > 0"))),
    (Outcome::OptOut, step("NEW.kind = 4")), // OptedOut
    (Outcome::OptOut, Kill::Handling(on("job", "INSERT", "NEW.kind = 'DELIVER_TEXT'"))),
    (Outcome::Reply, Kill::Handling(on("job", "INSERT", "NEW.kind = 'ANSWER_TEXT'"))),
    (Outcome::Escalation, Kill::Handling(on("event", "INSERT", "NEW.kind = 4"))),
    // The webhook is answered, and the text is handled.
    (Outcome::Reply, Kill::Handling(on("job", "UPDATE OF attempts", "NEW.kind = 'ANSWER_TEXT'"))),
    (Outcome::Reply, Kill::Handling(on("message", "UPDATE OF decision", "NEW.direction = 1"))),
    (Outcome::Escalation, step("NEW.kind = 7")), // CommunityFound
    (Outcome::Reply, step("NEW.kind = 8")),      // ConversationState
    (Outcome::Training, step("NEW.kind = 9")),   // TrainingMode
    (Outcome::Reply, step("NEW.kind = 13")),     // AnswersRanked
    (Outcome::Reply, step("NEW.kind = 22")),     // Replied
    (Outcome::Training, step("NEW.kind = 23")),  // Escalated
    (Outcome::Escalation, Kill::Handling(on("escalation", "INSERT", "NEW.state > 0"))),
    (Outcome::Escalation, Kill::Handling(on("job", "INSERT", "NEW.kind = 'SEND_SYSTEM_EMAIL'"))),
    (Outcome::Reply, Kill::Handling(on("message", "INSERT", "NEW.direction = 2"))),
    (Outcome::Training, Kill::Handling(on("job", "INSERT", "NEW.kind = 'DELIVER_TEXT'"))),
    (Outcome::Reply, Kill::Handling(on("job", "DELETE", "OLD.kind = 'ANSWER_TEXT'"))),
    // The reply is sent.
    (Outcome::Reply, Kill::Handling(on("job", "UPDATE OF attempts", "NEW.kind = 'DELIVER_TEXT'"))),
    (Outcome::Escalation, Kill::Handling(on("delivery", "INSERT", "NEW.state = 1"))),
    (Outcome::OptOut, Kill::Handling(on("message", "UPDATE OF status", "NEW.status = 3"))),
    (Outcome::Reply, Kill::Sending(LOST)),
    (Outcome::Training, Kill::Sending(ACCEPTED)),
    (Outcome::OptOut, Kill::Sending(TwilioBehavior::Take)),
    (Outcome::OptOut, Kill::Sending(LOST)),
    (Outcome::Reply, Kill::Handling(on("delivery", "UPDATE OF state", "NEW.state = 2"))),
    (Outcome::Escalation, Kill::Handling(on("message", "UPDATE OF status", "NEW.status = 4"))),
    (Outcome::Reply, Kill::Handling(on("job", "DELETE", "OLD.kind = 'DELIVER_TEXT'"))),
    // It is unknown whether the reply was sent, and the carrier is asked.
    (Outcome::Reply, Kill::Lookup(ACCEPTED, on("job", "INSERT", "NEW.kind = 'RECONCILE_TEXT'"))),
    (Outcome::Reply, Kill::Lookup(ACCEPTED, on("job", "UPDATE OF attempts", "NEW.kind = 'RECONCILE_TEXT'"))),
    (Outcome::Escalation, Kill::Lookup(ACCEPTED, on("delivery", "UPDATE OF state", "NEW.state = 2"))),
    (Outcome::Reply, Kill::Lookup(LOST, on("delivery", "UPDATE OF lookups", "NEW.lookups = 2"))),
    (Outcome::Training, Kill::Lookup(LOST, on("message_step", "INSERT", "NEW.kind = 31"))),
    (Outcome::Reply, Kill::Lookup(LOST, on("job", "INSERT", "NEW.kind = 'DELIVER_TEXT'"))),
    // The reply was delivered, and the carrier reports it.
    (Outcome::Reply, Kill::Report(on("carrier_report", "INSERT", "NEW.status = 'delivered'"))),
    (Outcome::OptOut, Kill::Report(on("message", "UPDATE OF status", "NEW.status = 5"))),
    (Outcome::Reply, Kill::Report(on("event", "INSERT", "NEW.kind = 4"))),
];

/// A server that is repeatedly killed, with the number of kills.
struct KilledServer<'g> {
    fixture: &'g Fixture,
    program: Program,
    kills: usize,
}

impl<'g> KilledServer<'g> {
    async fn open(fixture: &'g Fixture) -> Self {
        Self { fixture, program: fixture.serve().await, kills: 0 }
    }

    async fn kill(&mut self) {
        self.program.kill().await;
        self.kills += 1;
    }

    async fn start(&mut self) {
        self.program = self.fixture.serve().await;
    }

    /// Kills the server while it handles a text.
    async fn kill_while_handling(&mut self, outcome: Outcome, kill: Kill) {
        let (fixture, text) = (self.fixture, self.fixture.text(outcome));
        match kill {
            Kill::Handling(place) => self.kill_at(&place, async |at| text.deliver_text(at).await).await,
            Kill::Sending(behavior) => self.kill_while_sending(&text, behavior).await,
            Kill::Lookup(behavior, place) => {
                self.kill_while_sending(&text, behavior).await;
                fixture.age(AFTER_LOOKUPS).await;
                let mut stall = Stall::at(fixture, &place).await;
                self.start().await;
                stall.wait_until_reached(fixture).await;
                self.kill().await;
                stall.remove().await;
            }
            Kill::Report(place) => {
                assert_eq!(text.deliver_text(&self.program.at).await, Some(200));
                fixture.settled().await;
                let accepted = fixture.accepted_text(&text).expect("it was sent");
                self.kill_at(&place, async |at| text.report(at, &accepted, "delivered").await).await;
            }
        }
        self.start().await;
        // The carrier got no response, or repeats the webhook with the same text.
        assert_eq!(text.deliver_text(&self.program.at).await, Some(200), "{kill:?}");
        self.assert_outcomes(&[text]).await;
    }

    async fn kill_at(&mut self, place: &Place, call: impl AsyncFnOnce(&str) -> Option<u16>) {
        let mut stall = Stall::at(self.fixture, place).await;
        let at = self.program.at.clone();
        // The webhook may be answered before the server is killed, or never.
        tokio::join!(call(&at), async {
            stall.wait_until_reached(self.fixture).await;
            self.kill().await;
        });
        stall.remove().await;
    }

    async fn kill_while_sending(&mut self, text: &Text, behavior: TwilioBehavior) {
        let calls = self.fixture.twilio.calls();
        self.fixture.twilio.will(&[behavior]);
        assert_eq!(text.deliver_text(&self.program.at).await, Some(200));
        self.fixture.twilio.called(calls + 1).await;
        self.kill().await;
    }

    /// Waits until everything is done, including lookups of unconfirmed texts.
    async fn assert_outcomes(&mut self, texts: &[Text]) {
        let fixture = self.fixture;
        fixture.settled().await;
        let has_unconfirmed =
            fixture.connect_directly().await.number("SELECT count(*) FROM delivery WHERE state = 4").await
                > 0;
        if has_unconfirmed {
            for text in texts {
                assert!(fixture.twilio.tried(&text.phone) <= 1, "{text:?} was sent again before a lookup");
            }
            self.kill().await;
            fixture.age(AFTER_LOOKUPS).await;
            self.start().await;
            fixture.settled().await;
        }
        for text in texts {
            let Some(accepted) = fixture.accepted_text(text) else {
                assert!(has_unconfirmed, "{text:?} was not sent");
                fixture.assert_lost_confirmation_is_suppressed(&self.program, text).await;
                continue;
            };
            for status in ["delivered", "sent", "delivered"] {
                assert_eq!(text.report(&self.program.at, &accepted, status).await, Some(200));
            }
            fixture.assert_one_outcome(&self.program, text).await;
        }
    }

    /// Sends many texts at once, and kills the server when some of them were answered and some replies were
    /// sent.
    async fn kill_during_burst(&mut self, answered: usize, replies: usize) {
        let fixture = self.fixture;
        let outcomes = [
            Outcome::Reply,
            Outcome::Escalation,
            Outcome::OptOut,
            Outcome::Training,
            Outcome::Reply,
            Outcome::Escalation,
        ];
        let texts: Vec<Text> = outcomes.into_iter().map(|outcome| fixture.text(outcome)).collect();
        let (at, calls) = (self.program.at.clone(), fixture.twilio.calls());
        let first: Vec<_> = texts[..answered].iter().map(|text| text.deliver_text(&at)).collect();
        assert!(join_all(first).await.iter().all(|answer| *answer == Some(200)));
        let rest = join_all(texts[answered..].iter().map(|text| text.deliver_text(&at)));
        tokio::join!(rest, async {
            fixture.twilio.called(calls + replies.min(answered)).await;
            self.kill().await;
        });
        self.start().await;
        for text in &texts {
            assert_eq!(text.deliver_text(&self.program.at).await, Some(200));
        }
        self.assert_outcomes(&texts).await;
    }
}

on_both! {
    async fn every_text_has_one_outcome_wherever_the_server_is_killed(fixture: Fixture) {
        let mut server = KilledServer::open(&fixture).await;
        for (outcome, kill) in KILLS {
            server.kill_while_handling(*outcome, *kill).await;
        }
        let mut rng = StdRng::seed_from_u64(22);
        let kills = server.kills + from_environment("PARLOR_TEXT_KILLS", 8);
        while server.kills < kills {
            let answered = rng.random_range(1..=4);
            server.kill_during_burst(answered, rng.random_range(0..=4)).await;
        }
        let mut connection = fixture.connect_directly().await;
        assert_eq!(connection.number("SELECT count(*) FROM job WHERE company_id <> 'platform'").await, 0);
        fixture.assert_no_event_is_missing().await;
        server.program.stop().await;
    }
}
