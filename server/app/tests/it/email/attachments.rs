//! Files that staff attach to emails.
use std::time::Duration;

use mail_parser::MimeHeaders;

use super::{
    mail_server::{create, received},
    *,
};

const PDF: &[u8] = b"%PDF-1.7 gate form";
/// A PNG image of one pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Creates a draft in a mailbox. Returns its ID.
async fn draft(staff: &Staff<'_>, mailbox: &str, more: Value) -> String {
    let mut body =
        json!({ "mailboxId": mailbox, "to": ["joan@example.com"], "subject": "Gate", "text": "Attached." });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    staff.post("/outgoingEmails", body).await.ok()["message"]["_id"].as_str().unwrap().to_owned()
}

async fn attach(staff: &Staff<'_>, id: &str, name: &str, bytes: &[u8]) -> Answer {
    let body = json!({ "name": name, "data": STANDARD.encode(bytes) });
    staff.post(&format!("/outgoingEmails/{id}/attachments"), body).await
}

async fn run_action(staff: &Staff<'_>, id: &str, action: &str) -> Answer {
    staff.post(&format!("/outgoingEmails/{id}/{action}"), json!({})).await
}

fn names(message: &Value) -> Vec<&str> {
    let attachments = message["attachments"].as_array().map(Vec::as_slice).unwrap_or_default();
    attachments.iter().map(|attachment| attachment["name"].as_str().unwrap()).collect()
}

/// Returns the path of the link to the first attachment.
fn link(message: &Value) -> String {
    let url = message["attachments"][0]["url"].as_str().unwrap();
    url.strip_prefix("https://parlor.example").unwrap().to_owned()
}

/// Returns the emails with a status.
async fn listed(staff: &Staff<'_>, status: &str) -> Vec<Value> {
    let path = format!("/outgoingEmails?mailboxId={MERIDIAN}&status={status}");
    staff.get(&path).await.ok()["messages"].as_array().unwrap().clone()
}

on_both! {
    async fn an_attachment_stays_with_its_email_from_draft_to_sent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = draft(&dana, MERIDIAN, json!({})).await;
        let attached = attach(&dana, &id, "Gate form.exe", PDF).await.ok();
        let message = &attached["message"];
        assert_eq!(names(message), ["Gate form.exe.pdf"]);
        assert_eq!(message["attachments"][0]["mediaType"], "application/pdf");
        let saved = dana.post("/outgoingEmails", json!({ "id": id, "mailboxId": MERIDIAN, "to": ["joan@example.com"], "subject": "Gate", "text": "Here." })).await.ok();
        assert_eq!(names(&saved["message"]), names(message));
        assert_eq!(names(&listed(&dana, "DRAFT").await[0]), names(message));
        run_action(&dana, &id, "send").await.ok();
        assert_eq!(attach(&dana, &id, "b.pdf", PDF).await.reason(), "EMAIL_ALREADY_SENT");
        assert_eq!(names(&run_action(&dana, &id, "cancel").await.ok()["message"]), names(message));
        run_action(&dana, &id, "send").await.ok();
        server.later(Duration::from_secs(11)).await;
        server.settled().await;
        let thread_id = listed(&dana, "SENT").await[0]["threadId"].as_str().unwrap().to_owned();
        let shown = thread(&dana, &thread_id).await;
        assert_eq!((&shown["thread"]["hasAttachments"], &shown["messages"][0]["text"]), (&json!(true), &json!("Here.")));
        let file = server.rest("GET", &link(&shown["messages"][0]), "", None).await;
        assert_eq!((file.bytes.as_ref(), &file.headers["content-type"]), (PDF, &http::HeaderValue::from_static("application/octet-stream")));
        let path = format!("/outgoingEmails/{id}/attachments/0");
        assert_eq!(dana.delete(&path).await.reason(), "EMAIL_ALREADY_SENT");
    }

    async fn attachments_of_a_draft_reply_are_listed_and_can_be_removed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let thread_id = thread_of(&deliver(&dana, email("Subject: Gate", "Which form?")).await);
        let id = draft(&dana, MERIDIAN, json!({ "threadId": thread_id })).await;
        for name in ["a.pdf", "b.pdf", "c.pdf"] {
            attach(&dana, &id, name, PDF).await.ok();
        }
        let shown = thread(&dana, &thread_id).await;
        let first = link(&shown["draft"]);
        assert_eq!(names(&shown["draft"]), ["a.pdf", "b.pdf", "c.pdf"]);
        let left = dana.delete(&format!("/outgoingEmails/{id}/attachments/0")).await.ok();
        assert_eq!(names(&left["message"]), ["b.pdf", "c.pdf"]);
        assert_eq!(server.rest("GET", &first, "", None).await.status, 404);
        dana.delete(&format!("/outgoingEmails/{id}/attachments/0")).await.ok();
        let added = attach(&dana, &id, "d.pdf", PDF).await.ok();
        assert_eq!(names(&added["message"]), ["b.pdf", "c.pdf", "d.pdf"]);
        let last = link(&added["message"]);
        assert_eq!(server.rest("GET", &last, "", None).await.status, 200);
        dana.delete(&format!("/outgoingEmails/{id}")).await.ok();
        assert_eq!(server.rest("GET", &last, "", None).await.status, 404);
    }

    async fn only_pdfs_images_and_documents_can_be_attached_and_images_are_re_encoded(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = draft(&dana, MERIDIAN, json!({})).await;
        for bytes in [&b"MZ\x90\0"[..], b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"PK\x03\x04 broken", b"\x89PNG broken"] {
            let refused = attach(&dana, &id, "form.pdf", bytes).await;
            assert_eq!((refused.reason().as_str(), refused.fields()), ("INVALID_FIELDS", vec!["data".to_owned()]));
        }
        let mut pixel = STANDARD.decode(PIXEL).unwrap();
        let end = pixel.len() - 12;
        let hidden = b"\x00\x00\x00\x0atEXtplace\x00home\x9e\x1c\x0b\xf1";
        pixel.splice(end..end, hidden.iter().copied());
        let attached = attach(&dana, &id, "scan.jpg", &pixel).await.ok();
        assert_eq!(names(&attached["message"]), ["scan.png"]);
        let file = server.rest("GET", &link(&attached["message"]), "", None).await;
        let has = |text: &[u8]| file.bytes.windows(text.len()).any(|part| part == text);
        assert_eq!((has(b"PNG"), has(b"home")), (true, false));
    }

    async fn an_email_has_at_most_10_attachments_of_15_megabytes_in_total(server: TestServer) {
        let dana = server.harborline_admin().await;
        let id = draft(&dana, MERIDIAN, json!({})).await;
        let large = [PDF, &vec![0; (5 << 20) - 1_000]].concat();
        for name in ["a.pdf", "b.pdf", "c.pdf"] {
            attach(&dana, &id, name, &large).await.ok();
        }
        let refused = attach(&dana, &id, "d.pdf", &large).await;
        assert_eq!(refused.fields(), ["data"]);
        for _ in 0..7 {
            attach(&dana, &id, "small.pdf", PDF).await.ok();
        }
        assert_eq!(attach(&dana, &id, "k.pdf", PDF).await.reason(), "TOO_MANY_EMAIL_ATTACHMENTS");
    }

    async fn attachments_are_sent_as_mime_parts_and_kept_if_the_email_is_refused(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let dovecot = Dovecot::open().await;
        dovecot.deliver(email("Subject: Gate form\r\nMessage-ID: <one@example.com>", "Which form?"));
        let mailbox = create(&dana, &dovecot).await;
        fixture.server.later(Duration::from_secs(60)).await;
        let thread = received(&dana, &mailbox).await[0].clone();
        let id = draft(&dana, &mailbox, json!({ "threadId": thread["_id"] })).await;
        attach(&dana, &id, "Übersicht.pdf", PDF).await.ok();
        fixture.smtp.behave(SmtpBehavior::Respond("RCPT", "550 No such user"));
        run_action(&dana, &id, "send").await.ok();
        fixture.server.later(Duration::from_secs(11)).await;
        let path = format!("/emailThreads/{}", thread["_id"].as_str().unwrap());
        assert_eq!(names(&dana.get(&path).await.ok()["draft"]), ["Übersicht.pdf"]);

        fixture.smtp.behave(SmtpBehavior::Accept);
        run_action(&dana, &id, "send").await.ok();
        fixture.server.later(Duration::from_secs(11)).await;
        let emails = fixture.smtp.texts();
        let sent = mail_parser::MessageParser::default().parse(emails[0].text.as_bytes()).unwrap();
        let file = sent.attachment(0).unwrap();
        assert_eq!((file.attachment_name(), file.contents()), (Some("Übersicht.pdf"), PDF));
        assert_eq!(file.content_type().unwrap().subtype(), Some("pdf"));
        assert_eq!(sent.attachment_count(), 1);
        assert!(sent.body_text(0).unwrap().starts_with("Attached."), "{}", emails[0].text);
        assert!(emails[0].header("Content-Type").starts_with("multipart/mixed"), "{}", emails[0].text);
        assert_eq!(names(&dana.get(&path).await.ok()["messages"][0]), ["Übersicht.pdf"]);
    }
}
