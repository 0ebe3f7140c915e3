//! Received emails are stored once, in the right thread.
use super::*;

on_both! {
    async fn an_email_starts_a_thread_and_its_reply_is_added_to_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = deliver(&dana, email("Subject: Gate code\r\nMessage-ID: <1@example.com>", "Which code?")).await;
        let reply = email("Subject: RE: Gate code\r\nMessage-ID: <2@example.com>\r\nIn-Reply-To: <1@example.com>", "Found it.\r\n\r\n> Which code?");
        let second = deliver(&dana, &reply).await;
        assert_eq!(thread_of(&first), thread_of(&second));
        let shown = thread(&dana, &thread_of(&first)).await;
        assert_eq!(shown["thread"]["subject"], "Gate code");
        assert_eq!(shown["thread"]["messageCount"], 2);
        assert_eq!(shown["thread"]["participantName"], "Joan Marsh");
        assert_eq!(shown["thread"]["snippet"], "Found it.");
        assert_eq!(shown["messages"][0]["text"], "Found it.");
        assert_eq!(shown["messages"][0]["quotedText"], "> Which code?");
        assert_eq!(shown["messages"][1]["text"], "Which code?");
    }

    async fn a_duplicate_email_is_added_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        let raw = email("Subject: Gate code\r\nMessage-ID: <1@example.com>", "Which code?");
        let first = deliver(&dana, &raw).await;
        assert_eq!(first["isDuplicate"], false);
        let again = deliver(&dana, format!("Received: by another.example\r\n{raw}")).await;
        assert_eq!((again["isDuplicate"].clone(), thread_of(&again)), (json!(true), thread_of(&first)));
        let without_id = email("Subject: Pool", "Is it open?");
        deliver(&dana, &without_id).await;
        assert_eq!(deliver(&dana, &without_id).await["isDuplicate"], true);
        let reused = email("Subject: Gate code\r\nMessage-ID: <1@example.com>", "Another text with the same ID");
        assert_eq!(deliver(&dana, &reused).await["isDuplicate"], false);
        assert_eq!(thread(&dana, &thread_of(&first)).await["thread"]["messageCount"], 2);
    }

    async fn an_email_without_references_is_threaded_by_participant_and_subject(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = thread_of(&deliver(&dana, email("Subject: Parking", "Where?")).await);
        assert_eq!(thread_of(&deliver(&dana, email("Subject: Re: PARKING", "Thanks.")).await), first);
        let other = email("Subject: Re: Parking", "Me too.").replace("joan@", "lou@");
        assert_ne!(thread_of(&deliver(&dana, other).await), first);
        server.later(std::time::Duration::from_secs(31 * 24 * 3_600)).await;
        let dana = server.harborline_admin().await;
        assert_ne!(thread_of(&deliver(&dana, email("Subject: Parking", "Again, where?")).await), first);
    }

    async fn a_reply_with_another_subject_starts_a_thread(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = deliver(&dana, email("Subject: Gate code\r\nMessage-ID: <1@example.com>", "Which?")).await;
        let other_subject = email("Subject: Leak in the garage\r\nReferences: <0@x> <1@example.com>", "Water drips.");
        let second = deliver(&dana, other_subject).await;
        assert_ne!(thread_of(&first), thread_of(&second));
        assert_eq!(threads(&dana, "").await.len(), 2);
    }

    async fn automatic_replies_bounces_and_bulk_emails_are_classified(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut kinds = Vec::new();
        for (headers, kind, is_unread) in [
            ("Subject: Away\r\nAuto-Submitted: auto-replied", "AUTO_REPLY", false),
            ("Subject: Out of office: Hi", "AUTO_REPLY", false),
            ("Subject: News\r\nList-Id: <news.example.com>", "BULK", true),
            ("Subject: Sale\r\nPrecedence: bulk", "BULK", true),
            ("Subject: Oops\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b", "BOUNCE", true),
            ("Subject: Hello", "NORMAL", true),
        ] {
            let id = thread_of(&deliver(&dana, email(headers, "Text")).await);
            let found = thread(&dana, &id).await["thread"].clone();
            kinds.push((found["kind"] == kind, found["isUnread"] == is_unread, headers));
        }
        assert!(kinds.iter().all(|(kind, unread, _)| *kind && *unread), "{kinds:?}");
        server.settled().await;
        let sent = dana.get("/outgoingEmails?status=SENT").await.ok()["messages"].as_array().unwrap().clone();
        assert!(sent.iter().all(|message| message["mailboxId"] != MERIDIAN), "an automatic email was answered");
    }

    async fn a_reply_reopens_a_resolved_thread_and_an_automatic_reply_does_not(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = thread_of(&deliver(&dana, email("Subject: Gate\r\nMessage-ID: <1@e.com>", "Hi")).await);
        dana.post(&format!("/emailThreads/{id}/state"), json!({ "state": "RESOLVED" })).await.ok();
        dana.post(&format!("/emailThreads/{id}/mark"), json!({ "isUnread": false })).await.ok();
        let away = email("Subject: Automatic reply: Gate\r\nIn-Reply-To: <1@e.com>\r\nAuto-Submitted: auto-replied", "Away");
        assert_eq!(thread_of(&deliver(&dana, away).await), id);
        let found = thread(&dana, &id).await["thread"].clone();
        assert_eq!((found["state"].clone(), found["isUnread"].clone()), (json!("RESOLVED"), json!(false)));
        deliver(&dana, email("Subject: Re: Gate\r\nIn-Reply-To: <1@e.com>", "Still closed")).await;
        let found = thread(&dana, &id).await["thread"].clone();
        assert_eq!((found["state"].clone(), found["isUnread"].clone()), (json!("OPEN"), json!(true)));
    }

    async fn an_email_from_the_mailbox_itself_is_ignored(server: TestServer) {
        let dana = server.harborline_admin().await;
        let own = email("Subject: Loop", "Hi").replace("joan@example.com", MERIDIAN_ADDRESS);
        let delivered = deliver(&dana, own).await;
        assert_eq!((delivered["threadId"].clone(), delivered["isDuplicate"].clone()), (json!(""), json!(false)));
        assert!(threads(&dana, "").await.is_empty());
    }

    async fn html_is_sanitized_and_attachment_links_expire(server: TestServer) {
        let dana = server.harborline_admin().await;
        let raw = email(
            "Subject: Form\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b",
            "--b\r\nContent-Type: text/html\r\n\r\n<p onclick=x>Signed<script>x</script><img src=https://evil.example/x></p>\r\n\
             --b\r\nContent-Type: text/html; name=\"../form.html\"\r\nContent-Disposition: attachment\r\n\r\n<script>alert(1)</script>\r\n--b--",
        );
        let id = thread_of(&deliver(&dana, raw).await);
        let shown = thread(&dana, &id).await;
        assert_eq!(shown["thread"]["hasAttachments"], true);
        let message = &shown["messages"][0];
        assert_eq!(message["html"], "<p>Signed<img src=\"0\"></p>");
        assert_eq!(message["blockedImageCount"], 1);
        let attachment = &message["attachments"][0];
        assert_eq!((attachment["name"].clone(), attachment["mediaType"].clone()), (json!(".._form.html"), json!("text/html")));
        let link = attachment["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap().to_owned();
        let file = server.rest("GET", &link, "", None).await;
        assert_eq!(file.bytes, b"<script>alert(1)</script>".as_slice());
        assert_eq!(file.headers["content-type"], "application/octet-stream");
        server.later(std::time::Duration::from_secs(16 * 60)).await;
        assert_eq!(server.rest("GET", &link, "", None).await.status, 404);
    }

    async fn malformed_emails_are_stored_without_errors(server: TestServer) {
        let dana = server.harborline_admin().await;
        for raw in [
            b"\0\0\0".as_slice(),
            b"no header",
            b"From: \xff\xfe\r\nSubject: =?x?Q?=FF?=\r\n\r\n\xff\0",
            b"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a",
            b"From: a@b.example\r\nContent-Transfer-Encoding: base64\r\n\r\n====",
        ] {
            thread_of(&deliver(&dana, raw).await);
        }
    }

    async fn concurrent_emails_are_added_to_one_thread(server: TestServer) {
        let dana = server.harborline_admin().await;
        let raw = |number: usize| email(&format!("Subject: Flood\r\nMessage-ID: <{number}@e.com>"), "Water");
        let all = futures::future::join_all((0..8).map(|number| deliver(&dana, raw(number % 4)))).await;
        let first = thread_of(&all[0]);
        assert!(all.iter().all(|delivered| thread_of(delivered) == first));
        assert_eq!(thread(&dana, &first).await["thread"]["messageCount"], 4);
    }
}
