//! Servers that are killed while they receive emails from a real mail server: each email is stored once and
//! in its thread, although the mail server assigns new UIDs in the meantime. `make soak-email` runs it with
//! 500 emails and 50 kills.
mod emails;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use super::{stall::Place, *};
use emails::{Mail, PER_RESIDENT, Resident};

const ADDRESS: &str = "desk@themeridian.example";
/// Size of most files, and of a few large ones.
const SMALL_FILE: usize = 40 << 10;
const LARGE_FILE: usize = 20 << 20;
/// Maximum time from the delivery of emails to a kill at a random place.
const MAX_DELAY_MS: u64 = 400;

const fn on(table: &'static str, change: &'static str, when: &'static str) -> Place {
    Place { table, change, when }
}

/// Places of receiving an email, in order.
const RECEIVING: &[Place] = &[
    on("email_thread", "INSERT", "NEW.version > 0"),
    on("email_message", "INSERT", "NEW.from_address <> ''"),
    on("email_attachment", "INSERT", "NEW.position >= 0"),
    on("job", "INSERT", "NEW.kind = 'ANSWER_EMAIL'"),
    on("mailbox_folder", "UPDATE", "NEW.last_uid > 0"),
];

/// A mail server, a mailbox on it, and a server that is repeatedly killed.
struct MailKills {
    fixture: Fixture,
    dovecot: Dovecot,
    smtp: Smtp,
    program: Program,
    rng: StdRng,
}

impl MailKills {
    async fn open(engine: Engine) -> Self {
        let (fixture, dovecot, smtp) =
            (Fixture::open(engine).await, Dovecot::open().await, Smtp::open().await);
        let program = serve(&fixture, &smtp).await;
        let it = Self { fixture, dovecot, smtp, program, rng: StdRng::seed_from_u64(23) };
        let mailbox = json!({
            "communityId": "community-the-meridian", "address": ADDRESS, "displayName": "Front desk",
            "imap": it.dovecot.settings(), "imapPassword": "sesame",
        });
        it.post("/mailboxes", mailbox).await;
        it
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        self.program.call("POST", path, &self.fixture.token, Some(body)).await.ok()
    }

    async fn restart(&mut self) {
        self.program.wait_for_exit().await;
        self.program = serve(&self.fixture, &self.smtp).await;
    }

    /// Delivers emails, and kills the server while it receives them, at a place in the database or at a
    /// random time.
    async fn kill_while_receiving(&mut self, place: Option<&Place>, mails: &[Mail]) {
        let id = self.program.id().to_string();
        let stall = match place {
            Some(place) => Some(Stall::at(&self.fixture, place).await),
            None => None,
        };
        mails.iter().for_each(|mail| self.dovecot.deliver(&mail.raw));
        match stall {
            Some(mut stall) => {
                stall.wait_until_reached(&self.fixture).await;
                kill(&id).await;
                stall.remove().await;
            }
            None => {
                tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..MAX_DELAY_MS))).await;
                kill(&id).await;
            }
        }
        self.restart().await;
    }

    /// Waits until at least this many emails have arrived.
    async fn wait_for_emails(&self, count: usize) {
        let mut connection = self.fixture.connect_directly().await;
        let sql = format!("SELECT count(*) FROM email_message {OF_MAILBOX}");
        self.fixture
            .until("the emails arrive", async || {
                usize::try_from(connection.number(&sql).await).unwrap() >= count
            })
            .await;
    }

    /// Replies to the first email of a resident. Returns the Message-ID of the reply after it was sent.
    async fn answer(&self, question: &Mail) -> String {
        let mut connection = self.fixture.connect_directly().await;
        let of =
            |column: &str| format!("SELECT {column} FROM email_message WHERE message_id = '{}'", question.id);
        let (mailbox, thread) =
            (connection.string(of("mailbox_id")).await, connection.string(of("thread_id")).await);
        let body = json!({ "mailboxId": mailbox, "threadId": thread, "to": ["resident@mail.example"], "text": question.id });
        let draft = self.post("/outgoingEmails", body).await["message"]["_id"].clone();
        self.post(&format!("/outgoingEmails/{}/send", draft.as_str().unwrap()), json!({})).await;
        let sent = || self.smtp.texts().into_iter().find(|text| text.body().starts_with(&question.id));
        self.fixture.until("the answer is sent", async || sent().is_some()).await;
        sent().unwrap().header("Message-ID").trim_matches(['<', '>']).to_owned()
    }

    /// Asserts that each email is stored once, with its text, and only with the emails of its thread.
    async fn assert_once_each(&self, mails: &[Mail]) {
        let mut connection = self.fixture.connect_directly().await;
        let list = match self.fixture.engine() {
            Engine::Sqlite => "group_concat(message_id || ' ' || thread_id, '|')",
            Engine::Postgres => "string_agg(message_id || ' ' || thread_id, '|')",
        };
        let rows = connection.string(format!("SELECT {list} FROM email_message {OF_MAILBOX}")).await;
        let mut threads: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (id, thread) in rows.split('|').filter_map(|row| row.split_once(' ')) {
            threads.entry(id).or_default().push(thread);
        }
        let mut by_name: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for mail in mails {
            let found = threads.get(mail.id.as_str()).cloned().unwrap_or_default();
            assert_eq!(found.len(), 1, "{} arrived {} times", mail.id, found.len());
            by_name.entry(&mail.thread).or_default().insert(found[0]);
        }
        for (name, threads) in &by_name {
            assert_eq!(threads.len(), 1, "the thread \"{name}\" is {} threads", threads.len());
        }
        let all: BTreeSet<&str> = by_name.values().flatten().copied().collect();
        assert_eq!(all.len(), by_name.len(), "different threads were merged");
        for mail in mails {
            let Some(text) = mail.text else { continue };
            let sql = format!("SELECT text FROM email_message WHERE message_id = '{}'", mail.id);
            let stored = connection.string(sql).await;
            assert!(stored.contains(text), "{}: {stored:?} has no {text:?}", mail.id);
        }
    }
}

/// The received emails of the mailbox.
const OF_MAILBOX: &str =
    "WHERE status = 1 AND mailbox_id = (SELECT id FROM mailbox WHERE address = 'desk@themeridian.example')";

async fn kill(id: &str) {
    let killed = tokio::process::Command::new("kill").args(["-9", id]).status().await;
    assert!(killed.unwrap().success());
}

/// Starts a server that may connect to the test's mail server, which also sends its emails.
async fn serve(fixture: &Fixture, smtp: &Smtp) -> Program {
    let mut command = fixture.command(&fixture.twilio.url());
    command.env("PARLOR_PRIVATE_HOSTS", "true");
    command.env("PARLOR_SMTP_URL", format!("smtp://parlor:hush@{}", smtp.address));
    command.env("PARLOR_MAIL_FROM", "notices@parlor.example");
    Program::start(command).await
}

on_both! {
    async fn each_email_is_threaded_once_wherever_the_server_is_killed(it: MailKills) {
        let mut it = it;
        let (count, kills) = (from_environment("PARLOR_MAIL_COUNT", 60), from_environment("PARLOR_MAIL_KILLS", 3));
        let residents: Vec<Resident> = (0..count.div_ceil(PER_RESIDENT + 1)).map(Resident::new).collect();
        let mut mails: Vec<Mail> = residents.iter().map(Resident::question).collect();
        mails.iter().for_each(|mail| it.dovecot.deliver(&mail.raw));
        // A server looks for mailboxes to watch immediately after its start.
        kill(&it.program.id().to_string()).await;
        it.restart().await;
        it.wait_for_emails(mails.len()).await;

        let answered = residents.len().div_ceil(6);
        let mut last: Vec<String> = mails.iter().map(|mail| mail.id.clone()).collect();
        for (last, question) in last.iter_mut().zip(&mails).take(answered) {
            *last = it.answer(question).await;
        }
        let others: Vec<Mail> = residents.iter().zip(&last).enumerate().flat_map(|(number, (resident, last))| {
            let is_large = number % 12 == 1;
            resident.others(last, if is_large { LARGE_FILE } else { SMALL_FILE })
        }).collect();
        let parts: Vec<&[Mail]> = others.chunks(others.len().div_ceil(kills)).collect();
        for (nth, part) in parts.iter().enumerate() {
            // Each place in turn, then, every other round, a random time.
            let is_placed = (nth / RECEIVING.len()).is_multiple_of(2);
            let place = is_placed.then(|| &RECEIVING[nth % RECEIVING.len()]);
            it.kill_while_receiving(place, part).await;
            if nth == parts.len() / 2 {
                it.dovecot.renumber();
            }
        }
        mails.extend(others);
        let ids: BTreeSet<&str> = mails.iter().map(|mail| mail.id.as_str()).collect();
        assert_eq!(ids.len(), residents.len() * PER_RESIDENT);
        it.wait_for_emails(ids.len()).await;
        it.fixture.settled().await;
        it.assert_once_each(&mails).await;
        // Alerts about escalations are sent to staff as well.
        let answers = it.smtp.texts().into_iter().filter(|text| text.body().starts_with("question-"));
        assert_eq!(answers.count(), answered, "each answer is sent once");
        it.program.stop().await;
    }
}
