//! A server that is killed at each step of handling a text, from the carrier's webhook to its last report, and
//! then at random moments. Each kill is real and followed by a restart.
use std::time::Duration;

use futures::future::join_all;
use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{stall::Place, texts::Text, *};

/// Longer than the time in which the carrier is asked about a text.
const UNTIL_ASKED: Duration = Duration::from_secs(601);

/// The place of a kill.
#[derive(Clone, Copy, Debug)]
enum Kill {
    /// At a change in the database, while a text is received or handled.
    Working(Place),
    /// While the carrier, which accepted the text or not, has not responded.
    Sending(TwilioBehavior),
    /// At a change in the database, while the carrier is asked about the text.
    Asking(TwilioBehavior, Place),
    /// At a change in the database, during a report of the carrier.
    Reported(Place),
}

const fn on(table: &'static str, change: &'static str, when: &'static str) -> Place {
    Place { table, change, when }
}

const fn step(when: &'static str) -> Kill {
    Kill::Working(on("message_step", "INSERT", when))
}

const LOST: TwilioBehavior = TwilioBehavior::Hang { takes: false };
const TAKEN: TwilioBehavior = TwilioBehavior::Hang { takes: true };

/// In the order in which a text is handled.
const KILLS: &[(Fate, Kill)] = &[
    // The webhook is verified and received for the first time.
    (Fate::Reply, Kill::Working(on("carrier_report", "INSERT", "NEW.status = 'received'"))),
    (Fate::Escalation, Kill::Working(on("conversation", "INSERT", "NEW.state > 0"))),
    (Fate::Reply, Kill::Working(on("message", "INSERT", "NEW.direction = 1"))),
    (Fate::Training, step("NEW.kind = 1")), // Received
    (Fate::OptOut, Kill::Working(on("consent", "INSERT", "NEW.state > 0"))),
    (Fate::OptOut, Kill::Working(on("consent_entry", "INSERT", "NEW.state > 0"))),
    (Fate::OptOut, step("NEW.kind = 4")), // OptedOut
    (Fate::OptOut, Kill::Working(on("job", "INSERT", "NEW.kind = 'DELIVER_TEXT'"))),
    (Fate::Reply, Kill::Working(on("job", "INSERT", "NEW.kind = 'ANSWER_TEXT'"))),
    (Fate::Escalation, Kill::Working(on("event", "INSERT", "NEW.kind = 4"))),
    // The webhook is answered, and the text is handled.
    (Fate::Reply, Kill::Working(on("job", "UPDATE OF attempts", "NEW.kind = 'ANSWER_TEXT'"))),
    (Fate::Reply, Kill::Working(on("message", "UPDATE OF decision", "NEW.direction = 1"))),
    (Fate::Escalation, step("NEW.kind = 7")), // CommunityFound
    (Fate::Reply, step("NEW.kind = 8")),      // ConversationState
    (Fate::Training, step("NEW.kind = 9")),   // TrainingMode
    (Fate::Reply, step("NEW.kind = 13")),     // AnswersRanked
    (Fate::Reply, step("NEW.kind = 22")),     // Replied
    (Fate::Training, step("NEW.kind = 23")),  // Escalated
    (Fate::Escalation, Kill::Working(on("escalation", "INSERT", "NEW.state > 0"))),
    (Fate::Escalation, Kill::Working(on("job", "INSERT", "NEW.kind = 'SEND_SYSTEM_EMAIL'"))),
    (Fate::Reply, Kill::Working(on("message", "INSERT", "NEW.direction = 2"))),
    (Fate::Training, Kill::Working(on("job", "INSERT", "NEW.kind = 'DELIVER_TEXT'"))),
    (Fate::Reply, Kill::Working(on("job", "DELETE", "OLD.kind = 'ANSWER_TEXT'"))),
    // The reply is sent.
    (Fate::Reply, Kill::Working(on("job", "UPDATE OF attempts", "NEW.kind = 'DELIVER_TEXT'"))),
    (Fate::Escalation, Kill::Working(on("delivery", "INSERT", "NEW.state = 1"))),
    (Fate::OptOut, Kill::Working(on("message", "UPDATE OF status", "NEW.status = 3"))),
    (Fate::Reply, Kill::Sending(LOST)),
    (Fate::Training, Kill::Sending(TAKEN)),
    (Fate::OptOut, Kill::Sending(TwilioBehavior::Take)),
    (Fate::OptOut, Kill::Sending(LOST)),
    (Fate::Reply, Kill::Working(on("delivery", "UPDATE OF state", "NEW.state = 2"))),
    (Fate::Escalation, Kill::Working(on("message", "UPDATE OF status", "NEW.status = 4"))),
    (Fate::Reply, Kill::Working(on("job", "DELETE", "OLD.kind = 'DELIVER_TEXT'"))),
    // It is unknown whether the reply was sent, and the carrier is asked.
    (Fate::Reply, Kill::Asking(TAKEN, on("job", "INSERT", "NEW.kind = 'RECONCILE_TEXT'"))),
    (Fate::Reply, Kill::Asking(TAKEN, on("job", "UPDATE OF attempts", "NEW.kind = 'RECONCILE_TEXT'"))),
    (Fate::Escalation, Kill::Asking(TAKEN, on("delivery", "UPDATE OF state", "NEW.state = 2"))),
    (Fate::Reply, Kill::Asking(LOST, on("delivery", "UPDATE OF lookups", "NEW.lookups = 2"))),
    (Fate::Training, Kill::Asking(LOST, on("message_step", "INSERT", "NEW.kind = 31"))),
    (Fate::Reply, Kill::Asking(LOST, on("job", "INSERT", "NEW.kind = 'DELIVER_TEXT'"))),
    // The reply was delivered, and the carrier reports it.
    (Fate::Reply, Kill::Reported(on("carrier_report", "INSERT", "NEW.status = 'delivered'"))),
    (Fate::OptOut, Kill::Reported(on("message", "UPDATE OF status", "NEW.status = 5"))),
    (Fate::Reply, Kill::Reported(on("event", "INSERT", "NEW.kind = 4"))),
];

/// A server that is repeatedly killed, with the number of kills.
struct Victim<'g> {
    fixture: &'g Fixture,
    program: Program,
    kills: usize,
}

impl<'g> Victim<'g> {
    async fn on(fixture: &'g Fixture) -> Self {
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
    async fn dies(&mut self, fate: Fate, kill: Kill) {
        let (fixture, text) = (self.fixture, self.fixture.text(fate));
        match kill {
            Kill::Working(place) => self.dies_at(&place, async |at| text.bring(at).await).await,
            Kill::Sending(does) => self.dies_sending(&text, does).await,
            Kill::Asking(does, place) => {
                self.dies_sending(&text, does).await;
                fixture.age(UNTIL_ASKED).await;
                let mut stall = Stall::at(fixture, &place).await;
                self.start().await;
                stall.reached(fixture).await;
                self.kill().await;
                stall.leave().await;
            }
            Kill::Reported(place) => {
                assert_eq!(text.bring(&self.program.at).await, Some(200));
                fixture.settled().await;
                let taken = fixture.taken(&text).expect("it was sent");
                self.dies_at(&place, async |at| text.report(at, &taken, "delivered").await).await;
            }
        }
        self.start().await;
        // The carrier got no response, or repeats the webhook with the same text.
        assert_eq!(text.bring(&self.program.at).await, Some(200), "{kill:?}");
        self.comes_to_its_end(&[text]).await;
    }

    async fn dies_at(&mut self, place: &Place, call: impl AsyncFnOnce(&str) -> Option<u16>) {
        let mut stall = Stall::at(self.fixture, place).await;
        let at = self.program.at.clone();
        // The webhook may be answered before the server is killed, or never.
        tokio::join!(call(&at), async {
            stall.reached(self.fixture).await;
            self.kill().await;
        });
        stall.leave().await;
    }

    async fn dies_sending(&mut self, text: &Text, does: TwilioBehavior) {
        let calls = self.fixture.twilio.calls();
        self.fixture.twilio.will(&[does]);
        assert_eq!(text.bring(&self.program.at).await, Some(200));
        self.fixture.twilio.called(calls + 1).await;
        self.kill().await;
    }

    /// Waits until everything is done, including lookups of unconfirmed texts.
    async fn comes_to_its_end(&mut self, texts: &[Text]) {
        let fixture = self.fixture;
        fixture.settled().await;
        let unclear = fixture.past().await.number("SELECT count(*) FROM delivery WHERE state = 4").await > 0;
        if unclear {
            for text in texts {
                assert!(
                    fixture.twilio.tried(&text.phone) <= 1,
                    "{text:?} was sent again before anybody asked"
                );
            }
            self.kill().await;
            fixture.age(UNTIL_ASKED).await;
            self.start().await;
            fixture.settled().await;
        }
        for text in texts {
            let Some(taken) = fixture.taken(text) else {
                assert!(unclear, "{text:?} was not sent");
                fixture.assert_lost_confirmation_is_suppressed(&self.program, text).await;
                continue;
            };
            for status in ["delivered", "sent", "delivered"] {
                assert_eq!(text.report(&self.program.at, &taken, status).await, Some(200));
            }
            fixture.assert_one_outcome(&self.program, text).await;
        }
    }

    /// Sends many texts at once, and kills the server when some of them were answered and some replies were
    /// sent.
    async fn dies_in_a_burst(&mut self, answered: usize, left: usize) {
        let fixture = self.fixture;
        let fates =
            [Fate::Reply, Fate::Escalation, Fate::OptOut, Fate::Training, Fate::Reply, Fate::Escalation];
        let texts: Vec<Text> = fates.into_iter().map(|fate| fixture.text(fate)).collect();
        let (at, calls) = (self.program.at.clone(), fixture.twilio.calls());
        let first: Vec<_> = texts[..answered].iter().map(|text| text.bring(&at)).collect();
        assert!(join_all(first).await.iter().all(|answer| *answer == Some(200)));
        let rest = join_all(texts[answered..].iter().map(|text| text.bring(&at)));
        tokio::join!(rest, async {
            fixture.twilio.called(calls + left.min(answered)).await;
            self.kill().await;
        });
        self.start().await;
        for text in &texts {
            assert_eq!(text.bring(&self.program.at).await, Some(200));
        }
        self.comes_to_its_end(&texts).await;
    }
}

on_both! {
    async fn every_text_has_one_outcome_wherever_the_server_is_killed(fixture: Fixture) {
        let mut victim = Victim::on(&fixture).await;
        for (fate, kill) in KILLS {
            victim.dies(*fate, *kill).await;
        }
        let mut chance = StdRng::seed_from_u64(22);
        let kills = victim.kills + from_environment("PARLOR_TEXT_KILLS", 8);
        while victim.kills < kills {
            let answered = chance.random_range(1..=4);
            victim.dies_in_a_burst(answered, chance.random_range(0..=4)).await;
        }
        let mut past = fixture.past().await;
        assert_eq!(past.number("SELECT count(*) FROM job WHERE company_id <> 'platform'").await, 0);
        fixture.assert_no_event_is_missing().await;
        victim.program.stop().await;
    }
}
