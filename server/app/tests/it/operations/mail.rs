//! Sending of emails, and misbehaving mail servers.
use std::time::Duration;

use contract::v1::*;
use platform::{Clock, Ids, Vault, jobs};
use serde_json::{Value, json};

use crate::support::*;

const SETTINGS: &str = "/admin/companies/company-harborline/email-configuration";
const PRIYA: &str = "+12025550148";
const UNDO_PERIOD: Duration = Duration::from_secs(10);

/// Schedules an email to a homeowner, which is sent after ten seconds.
async fn schedule_email(dana: &Staff<'_>) {
    dana.text(PRIYA, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
    let id = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
    let email = json!({
        "answer": "Not on the roof.",
        "notifyHomeownerData": { "notify": true, "notificationType": "email" },
    });
    dana.post(&format!("/textConversations/escalations/{id}"), email).await.ok();
}

/// Returns the newest email of the outbox.
async fn newest(dana: &Staff<'_>) -> Value {
    dana.get("/admin/mails?limit=1").await.ok()["mails"][0].clone()
}

/// Returns the newest email as soon as it matches.
async fn newest_matching(dana: &Staff<'_>, wanted: impl Fn(&Value) -> bool) -> Value {
    let asking = async {
        loop {
            let mail = newest(dana).await;
            if wanted(&mail) {
                return mail;
            }
        }
    };
    within("the newest email matches", asking).await
}

/// Waits until the sending job is postponed to its next attempt.
async fn wait_for_postponement(server: &TestServer) {
    let resting = async {
        loop {
            let mut tx = server.db.platform_read().await.unwrap();
            let sql = "SELECT count(*) FROM job WHERE kind = 'SEND_SYSTEM_EMAIL' AND last_error IS NOT NULL";
            let rests: (i64,) = tx.query(sql).one().await.unwrap();
            if rests.0 == 1 {
                return;
            }
        }
    };
    within("the job is postponed", resting).await;
}

/// Returns the number of stored emails whose first attempt is delayed.
async fn delayed_emails(server: &TestServer) -> usize {
    let mut tx = server.db.platform_read().await.unwrap();
    let sql = "SELECT count(*) FROM job WHERE key LIKE 'mail mail-%' AND attempts = 0 AND run_at_ms > $1";
    let (count,): (i64,) = tx.query(sql).bind(server.clock.now()).one().await.unwrap();
    usize::try_from(count).unwrap()
}

const LINK: &str = "https://parlor.example/reset-password/x";

fn vault() -> Vault {
    Vault::new(&[[7; 32]]).unwrap()
}

/// Stores an email of Harborline with a link, as a capability would, and its job.
async fn store_email(server: &TestServer, id: &str, withheld: bool, status: i32) {
    store_email_of(server, "company-harborline", id, withheld, status).await;
}

async fn store_email_of(server: &TestServer, company: &str, id: &str, withheld: bool, status: i32) {
    let sealed = vault().seal(&company.into(), id, LINK.as_bytes()).unwrap();
    let mut tx = server.db.platform().await.unwrap();
    tx.query(
        "INSERT INTO mail (company_id, id, to_address, subject, body, withheld, status, problem, created_ms)
         VALUES ($5, $1, 'a@b.example', 'Hello', $2, $3, $4, '', 1)",
    )
    .bind(id)
    .bind(sealed)
    .bind(withheld)
    .bind(status)
    .bind(company)
    .run()
    .await
    .unwrap();
    let job = jobs::Job {
        company: company.into(),
        kind: jobs::JobKind::SendSystemEmail,
        payload: json!({ "mail": id }),
        key: format!("mail {id}"),
        queue_key: format!("mail {id}"),
        run_at: server.clock.now(),
    };
    jobs::enqueue(&mut tx, &Ids::from_entropy(), server.clock.now(), job).await.unwrap();
    tx.commit().await.unwrap();
}

fn own_server(smtp: &Smtp) -> Value {
    json!({
        "fromAddress": "office@harborline.example", "fromName": "Harborline office",
        "smtpHost": "127.0.0.1", "smtpPort": smtp.address.port(), "smtpSecurity": "NONE",
        "smtpUsername": "harborline", "smtpPassword": "own hush",
    })
}

on_both! {
    async fn email_is_sent_by_the_platform_mail_server_in_the_companys_name(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        assert_eq!(dana.get(SETTINGS).await.ok()["emailConfiguration"]["transport"], "PLATFORM");
        schedule_email(&dana).await;
        fixture.server.later(UNDO_PERIOD).await;
        let [mail] = &fixture.smtp.texts()[..] else { panic!("one mail") };
        assert_eq!(mail.from, "MAIL FROM:<notices@parlor.example>");
        assert_eq!(mail.to, "RCPT TO:<priya.raman@mail.example>");
        assert_eq!(mail.login, Some(("parlor".into(), "hush".into())));
        assert_eq!(mail.header("From"), "\"Harborline Management\" <notices@parlor.example>");
        let shown = newest(&dana).await;
        assert_eq!((&shown["status"], &shown["to"]), (&json!("SENT"), &json!("priya.raman@mail.example")));
        assert_eq!(mail.header("Message-ID"), format!("<{}@parlor.example>", shown["_id"].as_str().unwrap()));
        assert_eq!(shown["sentAt"], json!(fixture.server.now()));
    }

    async fn a_company_mail_server_is_used_after_a_successful_test(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let own = Smtp::open().await;
        let set = dana.patch(SETTINGS, own_server(&own)).await.ok()["emailConfiguration"].clone();
        assert_eq!((&set["transport"], &set["hasSmtpPassword"]), (&json!("COMPANY"), &json!(true)));
        assert_eq!(set["verifiedAt"], json!(fixture.server.now()));
        assert!(!set.to_string().contains("hush"));
        assert_eq!(dana.get(SETTINGS).await.ok()["emailConfiguration"], set);
        let [test] = &own.texts()[..] else { panic!("one test") };
        assert_eq!(test.to, "RCPT TO:<admin@harborline.example>");
        assert_eq!(test.login, Some(("harborline".into(), "own hush".into())));

        schedule_email(&dana).await;
        fixture.server.later(UNDO_PERIOD).await;
        assert_eq!((own.texts().len(), fixture.smtp.texts().len()), (2, 0));
        assert_eq!(own.texts()[1].header("From"), "\"Harborline office\" <office@harborline.example>");
        let audit_event = dana.get("/admin/audit?action=EMAIL_CONFIGURED").await.ok();
        assert_eq!(audit_event["entries"].as_array().unwrap().len(), 1, "{audit_event}");
        // The email of other companies is not sent through this server.
        let nia = fixture.server.northgate_admin().await;
        let theirs = "/admin/companies/company-northgate/email-configuration";
        assert_eq!(nia.get(theirs).await.ok()["emailConfiguration"]["transport"], "PLATFORM");
        let theirs = nia.get(SETTINGS).await;
        let nonexistent = nia.get("/admin/companies/company-of-nobody/email-configuration").await;
        assert_eq!((theirs.status.as_u16(), theirs.bytes.len()), (404, nonexistent.bytes.len()));
    }

    async fn mail_settings_that_fail_the_test_are_refused_with_the_server_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        let own = Smtp::open().await;
        let before = dana.get(SETTINGS).await.ok();
        assert_eq!(before["emailConfiguration"]["transport"], "OUTBOX");
        for (manner, words) in [
            (SmtpBehavior::Respond("AUTH", "535 5.7.8 Bad credentials"), "Bad credentials"),
            (SmtpBehavior::Respond("MAIL", "553 5.7.1 Sender not allowed"), "Sender not allowed"),
            (SmtpBehavior::Respond("RCPT", "451 4.7.1 Greylisted"), "Greylisted"),
            (SmtpBehavior::Respond("TEXT", "554 5.7.1 Looks like spam"), "Looks like spam"),
            (SmtpBehavior::Disconnect, "was lost"),
        ] {
            own.behave(manner);
            let refused = dana.patch(SETTINGS, own_server(&own)).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "EMAIL_TEST_FAILED"));
            let message = refused.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(words) && message.contains("nothing was changed"), "{message}");
            assert_eq!(dana.get(SETTINGS).await.ok(), before);
        }
        // A password is not sent without STARTTLS, or to an unreachable server.
        own.behave(SmtpBehavior::Accept);
        let mut secured = own_server(&own);
        secured["smtpSecurity"] = json!("STARTTLS");
        let refused = dana.patch(SETTINGS, secured).await;
        assert!(refused.json()["message"].as_str().unwrap().contains("STARTTLS"), "{refused:?}");
        let mut nowhere = own_server(&own);
        nowhere["smtpPort"] = json!(1);
        assert_eq!(dana.patch(SETTINGS, nowhere).await.reason(), "EMAIL_TEST_FAILED");
        assert!(own.texts().iter().all(|mail| mail.login.is_some()));
        assert_eq!(dana.get(SETTINGS).await.ok(), before);
    }

    async fn a_stored_password_is_not_sent_to_another_mail_server(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (own, other) = (Smtp::open().await, Smtp::open().await);
        dana.patch(SETTINGS, own_server(&own)).await.ok();
        // The same server with other settings: the stored password is used.
        dana.patch(SETTINGS, json!({ "fromName": "The office" })).await.ok();
        assert_eq!(own.texts()[1].login, Some(("harborline".into(), "own hush".into())));
        let moved = json!({ "smtpHost": "localhost", "smtpPort": other.address.port() });
        let refused = dana.patch(SETTINGS, moved).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["smtpPassword".to_owned()]));
        assert_eq!(other.connections(), 0);
        // Removing the company's mail server removes all of its settings.
        let gone = dana.patch(SETTINGS, json!({ "smtpHost": "", "smtpUsername": "" })).await.ok();
        let gone = &gone["emailConfiguration"];
        assert_eq!((&gone["transport"], gone["hasSmtpPassword"].as_bool().unwrap_or(false)), (&json!("OUTBOX"), false));
    }

    async fn invalid_mail_settings_are_refused_with_their_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (field, change) in [
            ("fromAddress", json!({ "fromAddress": "not an address" })),
            ("fromAddress", json!({ "fromAddress": "a@b" })),
            ("replyTo", json!({ "replyTo": "x@y\r\nBcc: z@w" })),
            ("fromName", json!({ "fromName": "a\r\nBcc: z@w.example" })),
            ("smtpHost", json!({ "smtpHost": "http://x/", "fromAddress": "a@b.example" })),
            ("fromAddress", json!({ "smtpHost": "smtp.b.example" })),
            ("testTo", json!({ "testTo": "nobody" })),
        ] {
            let refused = dana.patch(SETTINGS, change.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]), "{change}");
        }
    }

    async fn without_a_mail_server_emails_are_kept_in_the_outbox(server: TestServer) {
        let dana = server.harborline_admin().await;
        store_email(&server, "mail-1", true, 1).await;
        server.settled().await;
        let shown = newest(&dana).await;
        assert_eq!((&shown["status"], &shown["body"]), (&json!("KEPT"), &json!("")));
        let printed = app::cli::admin::outbox(server.db.clone(), &vault()).await.unwrap();
        for part in ["mail-1", "Harborline Management", "a@b.example", "Hello", LINK] {
            assert!(printed.contains(part), "{part} in {printed}");
        }
    }

    async fn a_permanent_smtp_failure_fails_the_email_in_plain_words(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        for (manner, words) in [
            (SmtpBehavior::Respond("RCPT", "550 5.1.1 No such user"), "550 5.1.1 No such user"),
            (SmtpBehavior::Respond("TEXT", "554-5.7.1 Looks like\r\n554 5.7.1 spam"), "spam"),
        ] {
            fixture.smtp.behave(manner);
            schedule_email(&dana).await;
            fixture.server.later(UNDO_PERIOD).await;
            let shown = newest(&dana).await;
            assert_eq!(shown["status"], "FAILED");
            let problem = shown["problem"].as_str().unwrap();
            assert!(problem.contains(words) && !problem.contains('\n'), "{problem}");
        }
        let before = fixture.smtp.connections();
        fixture.server.later(Duration::from_secs(3600)).await;
        assert_eq!(fixture.smtp.connections(), before, "a failed email is not retried");
    }

    async fn a_temporary_smtp_failure_is_retried_with_the_same_email(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        schedule_email(&dana).await;
        fixture.smtp.behave(SmtpBehavior::Respond("TEXT", "451 4.3.0 Try again later"));
        fixture.server.clock.advance(UNDO_PERIOD);
        let shown = newest_matching(&dana, |mail| mail["problem"] != json!("") && mail["problem"].is_string()).await;
        assert_eq!(shown["status"], "QUEUED");
        assert!(shown["problem"].as_str().unwrap().contains("Try again later"), "{shown}");
        fixture.smtp.behave(SmtpBehavior::Accept);
        wait_for_postponement(&fixture.server).await;
        fixture.server.later(UNDO_PERIOD).await;
        let shown = newest(&dana).await;
        assert_eq!((&shown["status"], shown["problem"].as_str().unwrap_or("")), (&json!("SENT"), ""));
        let texts = fixture.smtp.texts();
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[0].text, texts[1].text);
    }

    async fn a_connection_lost_after_the_data_leaves_the_email_unknown_and_unretried(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        schedule_email(&dana).await;
        fixture.smtp.behave(SmtpBehavior::Disconnect);
        fixture.server.later(UNDO_PERIOD).await;
        let shown = newest(&dana).await;
        assert_eq!(shown["status"], "UNKNOWN");
        assert!(shown["problem"].as_str().unwrap().contains("was lost"), "{shown}");
        fixture.smtp.behave(SmtpBehavior::Accept);
        fixture.server.later(Duration::from_secs(24 * 3600)).await;
        assert_eq!(fixture.smtp.texts().len(), 1, "an unknown email is not resent automatically");
    }

    async fn a_silent_mail_server_times_out(impatient: ImpatientServer) {
        let ImpatientServer(fixture) = impatient;
        let dana = fixture.server.harborline_admin().await;
        schedule_email(&dana).await;
        fixture.smtp.behave(SmtpBehavior::Silent);
        fixture.server.clock.advance(UNDO_PERIOD);
        let shown = newest_matching(&dana, |mail| mail["problem"].as_str().is_some_and(|p| p.contains("too long"))).await;
        assert_eq!(shown["status"], "QUEUED", "the server accepted nothing, so the email is resent");
        fixture.smtp.behave(SmtpBehavior::Hang);
        wait_for_postponement(&fixture.server).await;
        fixture.server.later(UNDO_PERIOD).await;
        assert_eq!(newest(&dana).await["status"], "UNKNOWN");
        assert_eq!(fixture.smtp.texts().len(), 1);
    }

    async fn a_silent_mail_server_of_a_company_delays_no_email_of_another_one(patient: PatientServer) {
        const AT_ONCE: usize = 2;
        const WAITING: usize = 32;
        let PatientServer(fixture) = patient;
        let dana = fixture.server.harborline_admin().await;
        let own = Smtp::open().await;
        dana.patch(SETTINGS, own_server(&own)).await.ok();
        own.behave(SmtpBehavior::Hang);
        for nth in 0..AT_ONCE + WAITING + 3 {
            store_email(&fixture.server, &format!("mail-{nth}"), false, 1).await;
        }
        until("the mail server is silent", async || own.texts().len() == 1 + AT_ONCE).await;
        until("the last emails are delayed", async || delayed_emails(&fixture.server).await == 3).await;
        store_email_of(&fixture.server, "company-northgate", "mail-of-northgate", false, 1).await;
        until("the other company's email is sent", async || fixture.smtp.texts().len() == 1).await;
        assert_eq!(own.connections(), 1 + AT_ONCE, "a company's emails are limited");
    }

    async fn an_email_in_flight_during_a_crash_is_unknown(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        schedule_email(&dana).await;
        let mut tx = fixture.server.db.platform().await.unwrap();
        tx.query("UPDATE mail SET status = 2").run().await.unwrap();
        tx.commit().await.unwrap();
        fixture.server.later(UNDO_PERIOD).await;
        assert_eq!(newest(&dana).await["status"], "UNKNOWN");
        assert_eq!(fixture.smtp.connections(), 0);
    }

    async fn emails_with_account_links_are_withheld_from_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        store_email(&server, "mail-1", true, 4).await;
        store_email(&server, "mail-2", false, 4).await;
        let listed = dana.get("/admin/mails").await.ok()["mails"].clone();
        assert_eq!(listed[0]["body"], LINK);
        assert_eq!(listed[1]["body"], "");
        assert_eq!((&listed[1]["_id"], &listed[1]["status"]), (&json!("mail-1"), &json!("KEPT")));
        let first = dana.get("/admin/mails?limit=1").await.ok();
        let next = format!("/admin/mails?limit=1&pageToken={}", first["nextPageToken"].as_str().unwrap());
        assert_eq!(dana.get(&next).await.ok()["mails"][0]["_id"], "mail-1");
        let nia = server.northgate_admin().await;
        assert!(nia.get("/admin/mails").await.ok()["mails"].as_array().is_none_or(Vec::is_empty));
        assert_eq!(nia.get("/admin/mails?companyId=company-harborline").await.status, 404);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get("/admin/mails").await.status, 403);
    }

    async fn grpc_and_rest_return_the_same_mail_settings(server: TestServer) {
        let dana = server.harborline_admin().await;
        let own = Smtp::open().await;
        let id = "company-harborline".to_owned();
        let set = ConfigureEmailRequest {
            id: id.clone(),
            from_address: Some("office@harborline.example".into()),
            smtp_host: Some("127.0.0.1".into()),
            smtp_port: Some(own.address.port().into()),
            smtp_security: Some(3),
            ..Default::default()
        };
        let set: ConfigureEmailResponse = dana.call("MailService.ConfigureEmail", &set).await;
        let got = GetEmailConfigurationRequest { id };
        let got: GetEmailConfigurationResponse = dana.call("MailService.GetEmailConfiguration", &got).await;
        assert_eq!(set.email_configuration, got.email_configuration);
        let (grpc, rest) = (got.email_configuration.unwrap(), dana.get(SETTINGS).await.ok());
        let rest = &rest["emailConfiguration"];
        assert_eq!((grpc.transport, &rest["transport"]), (3, &json!("COMPANY")));
        assert_eq!(rest["fromAddress"], grpc.from_address);
        assert_eq!(rest["smtpPort"], grpc.smtp_port);
        store_email(&server, "mail-1", false, 4).await;
        let mails: ListMailsResponse = dana.call("MailService.ListMails", &ListMailsRequest::default()).await;
        let rest = dana.get("/admin/mails").await.ok();
        assert_eq!((rest["mails"].as_array().unwrap().len(), &rest["mails"][0]["body"]), (1, &json!(LINK)));
        assert_eq!((mails.mails.len(), mails.mails[0].body.as_str()), (1, LINK));
    }
}
