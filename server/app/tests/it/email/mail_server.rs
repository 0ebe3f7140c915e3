//! Mailboxes on a mail server: emails are received over IMAP from a real Dovecot and sent over SMTP.
use std::time::Duration;

use super::*;

const MINUTE: Duration = Duration::from_secs(60);
const ADDRESS: &str = "desk@themeridian.example";

fn mailbox(dovecot: &Dovecot, more: Value) -> Value {
    let mut body = json!({
        "communityId": "community-the-meridian", "address": ADDRESS, "displayName": "Front desk",
        "imap": dovecot.settings(), "imapPassword": "sesame",
    });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

pub async fn create(staff: &Staff<'_>, dovecot: &Dovecot) -> String {
    let created = staff.post("/mailboxes", mailbox(dovecot, json!({}))).await.ok();
    created["mailbox"]["_id"].as_str().unwrap().to_owned()
}

async fn find(staff: &Staff<'_>, id: &str) -> Value {
    let listed = staff.get("/mailboxes?limit=200").await.ok();
    listed["mailboxes"].as_array().unwrap().iter().find(|one| one["_id"] == id).unwrap().clone()
}

pub async fn received(staff: &Staff<'_>, id: &str) -> Vec<Value> {
    let threads = staff.get(&format!("/emailThreads?mailboxId={id}&limit=200")).await.ok();
    threads["threads"].as_array().unwrap().clone()
}

fn subjects(threads: &[Value]) -> Vec<&str> {
    threads.iter().map(|thread| thread["subject"].as_str().unwrap()).collect()
}

/// Replies to a thread, and sends the reply.
async fn reply(server: &TestServer, staff: &Staff<'_>, mailbox: &str, thread: &Value) -> Value {
    let body = json!({
        "mailboxId": mailbox, "threadId": thread["_id"], "to": ["joan@example.com"], "text": "It is 4711.",
    });
    let draft = staff.post("/outgoingEmails", body).await.ok()["message"].clone();
    let path = format!("/outgoingEmails/{}/send", draft["_id"].as_str().unwrap());
    staff.post(&path, json!({})).await.ok();
    server.later(Duration::from_secs(11)).await;
    draft
}

const CLAIMED_EMAILS: &str = "SELECT count(*) FROM job WHERE kind = 'SEND_EMAIL' AND worker <> 0";
const TEXTS_TO_ANSWER: &str = "SELECT count(*) FROM job WHERE kind = 'ANSWER_TEXT'";

async fn count(server: &TestServer, sql: &'static str) -> usize {
    let mut tx = server.db.platform_read().await.unwrap();
    let (count,): (i64,) = tx.query(sql).one().await.unwrap();
    usize::try_from(count).unwrap()
}

on_both! {
    async fn emails_are_imported_once_into_their_threads(server: TestServer) {
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        dovecot.deliver(email("Subject: Gate code\r\nMessage-ID: <one@example.com>", "Which code?"));
        dovecot.deliver(email("Subject: Pool hours\r\nMessage-ID: <two@example.com>", "When?"));
        let id = create(&dana, &dovecot).await;
        assert_eq!(received(&dana, &id).await.len(), 0);
        server.later(MINUTE).await;
        assert_eq!(subjects(&received(&dana, &id).await), ["Pool hours", "Gate code"]);
        let shown = find(&dana, &id).await;
        assert_eq!((&shown["kind"], &shown["imap"]["folders"]), (&json!("IMAP"), &json!(["INBOX"])));
        assert!(shown["checkedAt"].is_string() && shown["problem"].as_str().is_none_or(str::is_empty), "{shown}");

        server.later(MINUTE).await;
        dovecot.deliver(email(
            "Subject: Re: Gate code\r\nMessage-ID: <three@example.com>\r\nIn-Reply-To: <one@example.com>", "Please!",
        ));
        server.later(MINUTE).await;
        let threads = received(&dana, &id).await;
        assert_eq!(subjects(&threads), ["Gate code", "Pool hours"]);
        assert_eq!(threads[0]["messageCount"], 2);

        // The same emails with other UIDs.
        dovecot.renumber();
        dovecot.deliver(email("Subject: Elevator\r\nMessage-ID: <four@example.com>", "Stuck."));
        server.later(MINUTE).await;
        let threads = received(&dana, &id).await;
        assert_eq!(subjects(&threads), ["Elevator", "Gate code", "Pool hours"]);
        assert_eq!(threads[1]["messageCount"], 2);
    }

    async fn a_long_import_is_continued_at_once_and_stays_without_the_bot(server: TestServer) {
        const EMAILS: usize = 40;
        let dana = server.harborline_admin().await;
        // It is not watched, so that only the job reads it.
        let dovecot = Dovecot::without_idle().await;
        for number in 0..EMAILS {
            let headers = format!("Subject: Question {number}\r\nMessage-ID: <{number}@example.com>");
            dovecot.deliver(bot::by_theo(&headers, "Is The Meridian smoke-free?"));
        }
        let id = create(&dana, &dovecot).await;
        server.clock.advance(MINUTE);
        until("the import has begun", async || !received(&dana, &id).await.is_empty()).await;
        // The run takes too long.
        server.clock.advance(Duration::from_secs(20));
        server.settled().await;
        assert_eq!(received(&dana, &id).await.len(), EMAILS);
        let drafts = dana.get(&format!("/outgoingEmails?mailboxId={id}&status=DRAFT")).await.ok();
        assert_eq!(drafts["messages"].as_array().map_or(0, Vec::len), 0, "{drafts}");
        // A new email is answered.
        let headers = "Subject: Smoking\r\nMessage-ID: <new@example.com>";
        dovecot.deliver(bot::by_theo(headers, "Is The Meridian smoke-free?"));
        server.later(MINUTE).await;
        let drafts = dana.get(&format!("/outgoingEmails?mailboxId={id}&status=DRAFT")).await.ok();
        assert_eq!(drafts["messages"].as_array().map_or(0, Vec::len), 1, "{drafts}");
    }

    async fn mailbox_settings_are_tested_before_saving_and_the_password_is_hidden(server: TestServer) {
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        let mut missing = dovecot.settings();
        missing["folders"] = json!(["INBOX", "Board"]);
        let mut closed = dovecot.settings();
        closed["port"] = json!(1);
        for (more, words) in [
            (json!({ "imapPassword": "guess" }), "didn't accept the user name and password"),
            (json!({ "imap": missing }), "can't open the folder \"Board\""),
            (json!({ "imap": closed }), "There is no mail server"),
        ] {
            let refused = dana.post("/mailboxes", mailbox(&dovecot, more)).await;
            assert_eq!(refused.reason(), "MAILBOX_TEST_FAILED");
            let text = refused.json().to_string().replace('\\', "");
            assert!(text.contains(words), "{text}");
        }
        let id = create(&dana, &dovecot).await;
        let path = format!("/mailboxes/{id}");
        let guess = dana.patch(&path, json!({ "imapPassword": "guess" })).await;
        assert_eq!(guess.reason(), "MAILBOX_TEST_FAILED");
        let mut other = dovecot.settings();
        other["username"] = json!("board");
        let again = dana.patch(&path, json!({ "imap": other })).await;
        assert_eq!(again.fields(), ["imapPassword"]);
        dana.patch(&path, json!({ "imap": other, "imapPassword": "sesame" })).await.ok();
        let all = dana.get("/mailboxes?limit=200").await.ok().to_string();
        assert!(all.contains("board") && !all.contains("sesame"), "{all}");
        let embedded = dana.patch(&format!("/mailboxes/{MERIDIAN}"), json!({ "imap": dovecot.settings() })).await;
        assert_eq!(embedded.fields(), ["imap"]);
        let test = dana.post(&format!("{path}/testEmails"), json!({ "fromAddress": "a@b.example", "text": "Hi" })).await;
        assert_eq!(test.reason(), "MAILBOX_NOT_EMBEDDED");
    }

    async fn a_company_can_test_at_most_20_mail_servers_per_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        let closed = json!({ "host": "127.0.0.1", "port": 1, "security": "NONE", "username": "desk" });
        let body = json!({
            "communityId": "community-the-meridian", "address": ADDRESS, "displayName": "Desk", "imap": closed,
        });
        for _ in 0..20 {
            assert_eq!(dana.post("/mailboxes", body.clone()).await.reason(), "MAILBOX_TEST_FAILED");
        }
        assert_eq!(dana.post("/mailboxes", body.clone()).await.reason(), "TOO_MANY_TESTS");
    }

    async fn a_mail_server_outage_is_reported_and_loses_no_emails(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut dovecot = Dovecot::open().await;
        let id = create(&dana, &dovecot).await;
        server.later(MINUTE).await;
        dovecot.stop();
        dovecot.deliver(email("Subject: Gate code\r\nMessage-ID: <one@example.com>", "Which code?"));
        server.later(MINUTE).await;
        let shown = find(&dana, &id).await;
        assert!(shown["problem"].as_str().unwrap().starts_with("There is no mail server at 127.0.0.1"), "{shown}");
        dovecot.start().await;
        server.later(MINUTE).await;
        assert_eq!(received(&dana, &id).await.len(), 0, "a mailbox with a problem is read again after ten minutes");
        server.later(10 * MINUTE).await;
        assert_eq!(subjects(&received(&dana, &id).await), ["Gate code"]);
        assert!(find(&dana, &id).await["problem"].as_str().is_none_or(str::is_empty));
    }

    async fn a_reply_is_sent_by_smtp_with_the_headers_of_its_thread(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        dovecot.deliver(email("Subject: Gate code\r\nMessage-ID: <one@example.com>", "Which code?"));
        let id = create(&dana, &dovecot).await;
        fixture.server.later(MINUTE).await;
        let thread = received(&dana, &id).await[0].clone();
        reply(&fixture.server, &dana, &id, &thread).await;
        let emails = fixture.smtp.texts();
        assert_eq!(emails.len(), 1);
        assert_eq!(emails[0].to, "RCPT TO:<joan@example.com>");
        assert_eq!(emails[0].header("Subject"), "Re: Gate code");
        assert_eq!(emails[0].header("From"), "\"Front desk\" <notices@parlor.example>");
        assert_eq!(emails[0].header("Reply-To"), format!("\"Front desk\" <{ADDRESS}>"));
        assert_eq!(emails[0].header("In-Reply-To"), "<one@example.com>");
        assert!(emails[0].body().starts_with("It is 4711.\n\nJoan Marsh <joan@example.com> wrote:\n> Which code?"));
        let shown = dana.get(&format!("/emailThreads/{}", thread["_id"].as_str().unwrap())).await.ok();
        assert_eq!(shown["messages"][0]["status"], "SENT");
        // An email that the mailbox itself sent is not received.
        dovecot.deliver(emails[0].text.replace("notices@parlor.example", ADDRESS));
        fixture.server.later(MINUTE).await;
        assert_eq!(received(&dana, &id).await[0]["messageCount"], 2);
    }

    async fn a_refused_reply_becomes_a_draft_again_with_the_reason(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        dovecot.deliver(email("Subject: Gate code\r\nMessage-ID: <one@example.com>", "Which code?"));
        let id = create(&dana, &dovecot).await;
        fixture.server.later(MINUTE).await;
        fixture.smtp.behave(SmtpBehavior::Respond("RCPT", "550 No such user"));
        let thread = received(&dana, &id).await[0].clone();
        let draft = reply(&fixture.server, &dana, &id, &thread).await;
        let shown = dana.get(&format!("/emailThreads/{}", thread["_id"].as_str().unwrap())).await.ok();
        assert_eq!((&shown["draft"]["_id"], &shown["draft"]["status"]), (&draft["_id"], &json!("DRAFT")));
        assert!(shown["draft"]["problem"].as_str().unwrap().contains("550 No such user"), "{shown}");
        assert_eq!(shown["draft"]["text"], "It is 4711.");
        fixture.smtp.behave(SmtpBehavior::Accept);
        let path = format!("/outgoingEmails/{}/send", draft["_id"].as_str().unwrap());
        dana.post(&path, json!({})).await.ok();
        fixture.server.later(Duration::from_secs(11)).await;
        let shown = dana.get(&format!("/emailThreads/{}", thread["_id"].as_str().unwrap())).await.ok();
        assert_eq!((&shown["messages"][0]["status"], &shown["draft"]), (&json!("SENT"), &Value::Null));
    }

    async fn a_silent_mail_server_stops_no_workers(patient: PatientServer) {
        const EMAILS: usize = platform::jobs::WORKERS + 1;
        let PatientServer(fixture) = patient;
        let dana = fixture.server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        let id = create(&dana, &dovecot).await;
        fixture.smtp.behave(SmtpBehavior::Hang);
        for _ in 0..EMAILS {
            let body = json!({ "mailboxId": id, "to": ["joan@example.com"], "subject": "Gate", "text": "It is 4711." });
            let draft = dana.post("/outgoingEmails", body).await.ok()["message"].clone();
            let path = format!("/outgoingEmails/{}/send", draft["_id"].as_str().unwrap());
            dana.post(&path, json!({})).await.ok();
        }
        fixture.server.clock.advance(Duration::from_secs(11));
        until("the mail server is silent", async || fixture.smtp.texts().len() == 2).await;
        until("all emails are claimed", async || count(&fixture.server, CLAIMED_EMAILS).await == EMAILS).await;
        let text = json!({ "from": "+12025550171", "to": HARBOR_ROW_NUMBER, "body": "where do i park" });
        dana.post("/handset/messages", text).await.ok();
        until("a text is answered", async || count(&fixture.server, TEXTS_TO_ANSWER).await == 0).await;
        assert_eq!(fixture.smtp.connections(), 2, "two emails of a company are sent at the same time");
    }

    async fn a_reply_that_the_server_may_have_accepted_is_not_resent(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        dovecot.deliver(email("Subject: Gate code\r\nMessage-ID: <one@example.com>", "Which code?"));
        let id = create(&dana, &dovecot).await;
        fixture.server.later(MINUTE).await;
        fixture.smtp.behave(SmtpBehavior::Disconnect);
        let thread = received(&dana, &id).await[0].clone();
        reply(&fixture.server, &dana, &id, &thread).await;
        fixture.server.later(10 * MINUTE).await;
        assert_eq!(fixture.smtp.texts().len(), 1);
        let shown = dana.get(&format!("/emailThreads/{}", thread["_id"].as_str().unwrap())).await.ok();
        assert_eq!(shown["messages"][0]["status"], "SENT");
        assert!(shown["messages"][0]["problem"].as_str().unwrap().contains("was lost"), "{shown}");
    }
}
