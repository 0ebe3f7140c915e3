//! If it is unknown whether a text was sent, Textline is asked before it is sent again.
use super::*;
use crate::outreach::{draft_to_imported, import, send};

/// Texts a question whose answer Textline handles like this. Returns the sent text as staff see it.
async fn answered_with(connection: &Connection<'_>, behavior: TextlineBehavior) -> Value {
    connection.server.textline.will(&[behavior]);
    connection.text(COVERED).await;
    connection.last().await
}

on_both! {
    async fn a_server_error_is_reconciled_and_the_text_not_resent(server: TestServer) {
        let connection = connect(&server).await;
        let failure = TextlineBehavior::Fail { status: 500, retry_after: None, takes: true };
        let unclear = answered_with(&connection, failure).await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
        let lookups = server.textline.lookups().len();
        server.later(seconds(30)).await;
        let found = connection.last().await;
        assert_eq!((&found["status"], steps(&found)), (&json!("SENT"), vec!["UNCONFIRMED", "RECONCILED"]));
        let query = format!("phone_number=%2B12025550171&group_uuid={GROUP}&page=0&page_size=50");
        assert_eq!(server.textline.lookups()[lookups..], [query]);
        server.later(seconds(3_600)).await;
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (1, 1));
    }

    async fn silence_is_reconciled_and_the_text_not_resent(server: TestServer) {
        let connection = connect(&server).await;
        server.textline.will(&[TextlineBehavior::Hang { takes: true }]);
        let payload = connection.payload(COVERED);
        assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200);
        server.textline.called(1).await;
        assert_eq!(connection.last().await["status"], "SENDING");
        server.later(seconds(12)).await;
        assert_eq!(steps(&connection.last().await), ["UNCONFIRMED"]);
        server.later(seconds(30)).await;
        assert_eq!(connection.last().await["status"], "SENT");
        server.later(seconds(3_600)).await;
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (1, 1));
    }

    async fn a_failed_lookup_is_repeated_without_resending(server: TestServer) {
        let connection = connect(&server).await;
        answered_with(&connection, TextlineBehavior::TalkNonsense { takes: true }).await;
        let fail = |status| TextlineBehavior::Fail { status, retry_after: None, takes: false };
        let nonsense = TextlineBehavior::TalkNonsense { takes: false };
        server.textline.will_look_up(&[fail(500), fail(429), nonsense]);
        server.later(seconds(30)).await;
        for _ in 0..3 {
            assert_eq!(connection.last().await["status"], "UNKNOWN");
            // The longest delay between two lookups.
            server.later(seconds(300)).await;
        }
        assert_eq!(connection.last().await["status"], "SENT");
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (1, 1));
    }

    async fn a_text_that_textline_never_got_is_resent_after_several_lookups(server: TestServer) {
        let connection = connect(&server).await;
        let failure = TextlineBehavior::Fail { status: 503, retry_after: None, takes: false };
        answered_with(&connection, failure).await;
        for pause in [30, 90, 480] {
            assert_eq!((server.textline.calls(), server.textline.posts().len()), (1, 0));
            server.later(seconds(pause)).await;
        }
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (2, 1));
        assert_eq!(connection.last().await["status"], "SENT");
    }

    async fn a_text_is_looked_up_in_the_group_that_it_was_handed_to_after_its_number_got_another(server: TestServer) {
        let connection = connect(&server).await;
        answered_with(&connection, TextlineBehavior::TalkNonsense { takes: true }).await;
        import(&connection.dana, HARBOR_ROW, 2).await;
        let blast = draft_to_imported(&connection.dana, HARBOR_ROW).await;
        server.textline.will(&[TextlineBehavior::TalkNonsense { takes: true }; 2]);
        send(&server, &connection.dana, &blast).await;
        assert_eq!(server.textline.posts().len(), 3);
        connection.switch(HARBOR_ROW, OTHER_GROUP).await.ok();
        for _ in 0..8 {
            server.later(seconds(120)).await;
        }
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (3, 3), "none is sent twice");
        assert_eq!(connection.last().await["status"], "SENT");
        let asked = server.textline.asked_groups();
        assert!(asked.iter().all(|group| group == GROUP), "{asked:?}");
    }

    async fn an_unconfirmed_text_is_looked_up_at_textline_after_a_switch(server: TestServer) {
        let connection = connect(&server).await;
        answered_with(&connection, TextlineBehavior::TalkNonsense { takes: true }).await;
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        connection.dana.patch(&carrier, json!({ "carrier": "TEST_PHONE" })).await.ok();
        server.later(seconds(30)).await;
        assert_eq!(connection.last().await["status"], "SENT");
        assert_eq!(server.textline.calls(), 1);
    }

    async fn a_text_in_a_group_that_was_deleted_stays_unconfirmed_and_is_not_sent_again(server: TestServer) {
        let connection = connect(&server).await;
        answered_with(&connection, TextlineBehavior::TalkNonsense { takes: true }).await;
        server.textline.delete_group(GROUP);
        for _ in 0..8 {
            server.later(seconds(300)).await;
            let unclear = connection.last().await;
            assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"]));
        }
        server.later(seconds(24 * 3_600)).await;
        let unclear = connection.last().await;
        assert_eq!((&unclear["status"], steps(&unclear)), (&json!("UNKNOWN"), vec!["UNCONFIRMED"; 2]));
        let reason = unclear["steps"][1]["reason"].as_str().unwrap();
        assert!(reason.contains("Textline no longer has the group of this number"), "{reason}");
    }

    async fn a_text_to_a_phone_without_a_conversation_in_the_group_is_sent_again(server: TestServer) {
        let connection = connect(&server).await;
        answered_with(&connection, TextlineBehavior::TalkNonsense { takes: false }).await;
        server.textline.will_look_up(&[TextlineBehavior::Fail { status: 404, retry_after: None, takes: false }; 3]);
        for pause in [30, 90, 480] {
            assert_eq!((server.textline.calls(), server.textline.posts().len()), (1, 0));
            server.later(seconds(pause)).await;
        }
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (2, 1));
    }
}
