//! Notices to homeowners by email.
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

const PRIYA: &str = "+12025550148";
const PRIYA_EMAIL: &str = "priya.raman@mail.example";
const STRANGER: &str = "+12025550173";

/// Creates an open question of a phone. Returns its path.
async fn raise_escalation(dana: &Staff<'_>, phone: &str) -> String {
    dana.text(phone, HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof").await.ok();
    let newest = dana.open_escalations().await[0].clone();
    format!("/textConversations/escalations/{}", newest["_id"].as_str().unwrap())
}

fn by_mail(to: &str) -> Value {
    json!({
        "answer": "Not on the roof.",
        "notifyHomeownerData": { "notify": true, "notificationType": "email", "to": to },
    })
}

on_both! {
    async fn an_emailed_notice_is_sent_after_10_seconds_exactly_as_previewed(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let path = raise_escalation(&dana, PRIYA).await;
        let draft = json!({ "answer": "Not on the roof.", "notificationType": "email" });
        let preview = dana.post(&format!("{path}/notice"), draft).await.ok()["notice"].clone();
        let answered = dana.post(&path, by_mail("")).await.ok();
        assert_eq!(answered["notice"], preview);
        assert_eq!((&preview["to"], &preview["subject"]), (&json!(PRIYA_EMAIL), &json!("Re: your question")));
        assert_eq!(preview["segments"].as_i64().unwrap_or(0), 0);
        let notification = &answered["escalation"]["notifyHomeownerData"];
        assert_eq!((&notification["to"], &notification["notificationType"]), (&json!(PRIYA_EMAIL), &json!("email")));
        assert_eq!(answered["escalation"]["mailStatus"], "QUEUED");
        fixture.server.later(Duration::from_millis(9_900)).await;
        assert!(fixture.smtp.texts().is_empty(), "the notice is held for ten seconds");

        fixture.server.later(Duration::from_millis(100)).await;
        let [mail] = &fixture.smtp.texts()[..] else { panic!("one mail") };
        assert_eq!(mail.header("To"), PRIYA_EMAIL);
        assert_eq!(mail.header("Subject"), "Re: your question");
        assert_eq!(mail.body().trim(), preview["body"].as_str().unwrap().trim());
        let shown = dana.get(&path).await.ok()["escalation"].clone();
        assert_eq!(shown["mailStatus"], "SENT");
    }

    async fn an_emailed_notice_has_the_company_header_and_signature(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let path = raise_escalation(&dana, PRIYA).await;
        let draft = json!({ "answer": "Not on the roof.", "notificationType": "email" });
        let plain = dana.post(&format!("{path}/notice"), draft.clone()).await.ok();
        assert_eq!(
            plain["notice"]["body"],
            "A note from Harborline Management\n\nHi Priya,\n\nNot on the roof.\n\nDana, Harborline Management\n"
        );
        let mut tx = fixture.server.db.platform().await.unwrap();
        let custom = json!({ "header": "Harborline cares", "signature": "Your Harborline desk" });
        tx.query("UPDATE company SET customizations = $1 WHERE id = 'company-harborline'")
            .bind(sqlx::types::Json(custom))
            .run()
            .await
            .unwrap();
        tx.commit().await.unwrap();
        let own = dana.post(&format!("{path}/notice"), draft).await.ok();
        assert_eq!(
            own["notice"]["body"],
            "Harborline cares\n\nHi Priya,\n\nNot on the roof.\n\nYour Harborline desk\n"
        );
        let text = dana.post(&format!("{path}/notice"), json!({ "answer": "No." })).await.ok();
        assert_eq!(text["notice"]["body"], "Hi Priya, about your question: No.\nYour Harborline desk");
    }

    async fn undo_cancels_the_emailed_notice(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let path = raise_escalation(&dana, PRIYA).await;
        let before = dana.get(&path).await.ok();
        dana.post(&path, by_mail("")).await.ok();
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(dana.get(&path).await.ok(), before);
        fixture.server.later(Duration::from_secs(60)).await;
        assert!(fixture.smtp.texts().is_empty());
        assert_eq!(dana.get("/admin/mails").await.ok()["mails"][0]["status"], "CANCELED");

        dana.post(&path, by_mail("")).await.ok();
        fixture.server.later(Duration::from_secs(10)).await;
        let late = dana.post(&format!("{path}/undo"), json!({})).await;
        assert_eq!(late.reason(), "UNDO_TOO_LATE");
    }

    async fn notices_are_emailed_only_to_addresses_known_to_the_community(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let path = raise_escalation(&dana, STRANGER).await;
        for to in ["", "nobody@nowhere.example", PRIYA, "a@b\r\nBcc: c@d.example"] {
            let refused = dana.post(&path, by_mail(to)).await;
            let fields = vec!["notifyHomeownerData.to".to_owned()];
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, fields), "{to}");
        }
        let answered = dana.post(&path, by_mail(&PRIYA_EMAIL.to_uppercase())).await.ok();
        assert_eq!(answered["notice"]["to"], PRIYA_EMAIL);
    }

    async fn the_escalation_shows_why_its_notice_was_not_emailed(fixture: ServerWithSmtp) {
        let dana = fixture.server.harborline_admin().await;
        let path = raise_escalation(&dana, PRIYA).await;
        fixture.smtp.behave(SmtpBehavior::Respond("RCPT", "550 5.1.1 No such user here"));
        dana.post(&path, by_mail("")).await.ok();
        fixture.server.later(Duration::from_secs(10)).await;
        let shown = dana.get(&path).await.ok()["escalation"].clone();
        assert_eq!(shown["mailStatus"], "FAILED");
        assert!(shown["mailProblem"].as_str().unwrap().contains("No such user here"), "{shown}");
    }

    async fn without_a_mail_server_an_emailed_notice_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = raise_escalation(&dana, PRIYA).await;
        let before = dana.get(&path).await.ok();
        let refused = dana.post(&path, by_mail("")).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "EMAIL_NOT_SET_UP"));
        let draft = json!({ "answer": "No.", "notificationType": "email" });
        assert_eq!(dana.post(&format!("{path}/notice"), draft).await.reason(), "EMAIL_NOT_SET_UP");
        assert_eq!(dana.get(&path).await.ok(), before);
    }
}
