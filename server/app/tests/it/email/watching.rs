//! Mailboxes whose mail server reports new emails, which arrive without waiting for the next minute. The
//! clock is frozen, so that no job reads the mailbox.
use std::time::Duration;

use super::{
    mail_server::{create, received},
    *,
};

const MINUTE: Duration = Duration::from_secs(60);

fn numbered(number: usize) -> String {
    email(&format!("Subject: Question {number}\r\nMessage-ID: <{number}@example.com>"), "When?")
}

async fn wait_for_emails(staff: &Staff<'_>, mailbox: &str, count: usize) {
    until("the email arrives", async || received(staff, mailbox).await.len() >= count).await;
}

/// Connects a mailbox that was read once and is now being watched.
async fn watch_mailbox(server: &TestServer, staff: &Staff<'_>, dovecot: &Dovecot) -> String {
    let id = create(staff, dovecot).await;
    server.later(MINUTE).await;
    server.later(MINUTE).await;
    id
}

on_both! {
    async fn emails_are_imported_as_soon_as_imap_idle_reports_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        let id = watch_mailbox(&server, &dana, &dovecot).await;
        for number in 1..=5 {
            dovecot.deliver(numbered(number));
            wait_for_emails(&dana, &id, number).await;
        }
        // Many emails at once.
        (6..=30).for_each(|number| dovecot.deliver(numbered(number)));
        wait_for_emails(&dana, &id, 30).await;
        server.later(MINUTE).await;
        assert_eq!(received(&dana, &id).await.len(), 30);
    }

    async fn a_mail_server_without_idle_is_polled_every_minute(server: TestServer) {
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::without_idle().await;
        let id = watch_mailbox(&server, &dana, &dovecot).await;
        dovecot.deliver(numbered(1));
        server.later(MINUTE).await;
        assert_eq!(received(&dana, &id).await.len(), 1);
    }

    async fn a_mailbox_is_watched_again_after_a_mail_server_outage(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut dovecot = Dovecot::open().await;
        let id = watch_mailbox(&server, &dana, &dovecot).await;
        dovecot.deliver(numbered(1));
        wait_for_emails(&dana, &id, 1).await;
        dovecot.stop();
        server.later(MINUTE).await;
        dovecot.start().await;
        server.later(10 * MINUTE).await;
        server.later(MINUTE).await;
        for number in 2..=3 {
            dovecot.deliver(numbered(number));
            wait_for_emails(&dana, &id, number).await;
        }
    }

    async fn one_instance_watches_a_mailbox_and_a_dead_instance_is_replaced(server: TestServer) {
        let dana = server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        let id = watch_mailbox(&server, &dana, &dovecot).await;
        dovecot.deliver(numbered(1));
        wait_for_emails(&dana, &id, 1).await;
        let holders = async |tx: &mut platform::Tx| {
            let rows: Vec<(i32,)> = tx.query("SELECT holder FROM mailbox_watch").all().await.unwrap();
            rows.into_iter().map(|(holder,)| holder).collect::<Vec<_>>()
        };
        let mut tx = server.db.platform().await.unwrap();
        assert_eq!(holders(&mut tx).await, [server.db.instance()]);
        // A process that no longer runs holds the watch.
        tx.query("UPDATE mailbox_watch SET holder = 999999999").run().await.unwrap();
        tx.commit().await.unwrap();
        server.clock.advance(Duration::from_secs(30));
        until("the mailbox is watched again", async || {
            holders(&mut server.db.platform_read().await.unwrap()).await == [server.db.instance()]
        })
        .await;
        let other = server.start_another(&[KEY]).await;
        for number in 2..=3 {
            dovecot.deliver(numbered(number));
            wait_for_emails(&dana, &id, number).await;
        }
        let watchers = holders(&mut server.db.platform_read().await.unwrap()).await;
        assert_eq!(watchers, [server.db.instance()], "another server does not watch the mailbox");
        drop(other);
    }
}
