//! A company whose numbers use Twilio and Textline: a carrier that fails does not stop the other one.
use super::*;
use crate::{
    messaging::twilio::{text_from, twilio_for},
    outreach::{draft, draft_to_imported, import, read, send},
};

/// Connects Harbor Row to Textline and the Meridian to Twilio. Returns the connection to Textline, and a blast to more
/// residents of Harbor Row than are texted in a second, and to seven of the Meridian.
async fn connect_both(server: &TestServer) -> (Connection<'_>, Value) {
    let connection = connect(server).await;
    twilio_for(server, MERIDIAN).await;
    import(&connection.dana, HARBOR_ROW, 20).await;
    let blast = draft(&connection.dana, "{{community}}: hello", &[MERIDIAN, HARBOR_ROW]).await;
    (connection, blast)
}

/// Returns the number of texts of a blast.
async fn count(connection: &Connection<'_>, blast: &Value) -> usize {
    let recipients = read(&connection.dana, blast).await["counts"]["recipients"].as_u64().unwrap();
    usize::try_from(recipients).unwrap()
}

/// Lets seconds pass, one after another.
async fn pass(server: &TestServer, span: u64) {
    for _ in 0..span {
        server.later(seconds(1)).await;
    }
}

on_both! {
    async fn a_dead_twilio_does_not_stop_texts_through_textline(server: TestServer) {
        let (connection, blast) = connect_both(&server).await;
        server.twilio.stop_listening().await;
        send(&server, &connection.dana, &blast).await;
        pass(&server, 15).await;
        let by_twilio = count(&connection, &blast).await - server.textline.posts().len();
        assert_eq!(by_twilio, 7, "those of Harbor Row were sent");
        connection.text(COVERED).await;
        assert_eq!(connection.last().await["status"], "SENT", "a reply");
        assert_eq!(read(&connection.dana, &blast).await["state"], "RUNNING");

        server.twilio.listen_again().await;
        for _ in 0..20 {
            server.later(seconds(60)).await;
        }
        let sent = read(&connection.dana, &blast).await;
        assert_eq!((&sent["state"], &sent["counts"]["sent"]), (&json!("FINISHED"), &sent["counts"]["recipients"]));
        assert_eq!(server.twilio.texts().len(), 7, "one text for each recipient");
    }

    async fn a_busy_twilio_is_left_alone_while_textline_goes_on(server: TestServer) {
        let (connection, blast) = connect_both(&server).await;
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(600))]);
        send(&server, &connection.dana, &blast).await;
        pass(&server, 15).await;
        let all = count(&connection, &blast).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (7, 6));
        assert_eq!(server.textline.posts().len(), all - 7);
        server.later(seconds(600)).await;
        assert_eq!((server.twilio.calls(), server.twilio.texts().len()), (8, 7));
        assert_eq!(read(&connection.dana, &blast).await["state"], "FINISHED");
    }

    async fn textline_is_paced_by_its_own_rate_and_not_by_that_of_the_twilio_account(server: TestServer) {
        let connection = connect(&server).await;
        let twilio = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN, "segmentsPerSecond": 1 });
        connection.dana.put("/admin/companies/company-harborline/twilio", twilio).await.ok();
        let path = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        connection.dana.patch(&path, json!({ "segmentsPerSecond": 100 })).await.ok();
        import(&connection.dana, HARBOR_ROW, 20).await;
        let blast = draft_to_imported(&connection.dana, HARBOR_ROW).await;
        send(&server, &connection.dana, &blast).await;
        assert_eq!(server.textline.posts().len(), 10, "the segments of a second");
        pass(&server, 1).await;
        assert_eq!(server.textline.posts().len(), 20);
    }

    async fn a_text_whose_number_moved_to_textline_is_looked_up_there_and_not_sent_twice(server: TestServer) {
        twilio_for(&server, HARBOR_ROW).await;
        server.twilio.will(&[TwilioBehavior::Refuse(429, 20_429, Some(30))]);
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, COVERED).await;
        server.settled().await;
        let connection = set_up(&server).await;
        connection.switch(HARBOR_ROW, GROUP).await.ok();
        server.textline.will(&[TextlineBehavior::TalkNonsense { takes: true }]);
        server.later(seconds(31)).await;
        assert_eq!(connection.last().await["status"], "UNKNOWN");
        for _ in 0..8 {
            server.later(seconds(120)).await;
        }
        assert_eq!((connection.last().await["status"].clone(), server.textline.posts().len()), (json!("SENT"), 1));
        assert!(server.twilio.texts().is_empty());
    }
}
