//! Whether the inbox shows that numbers at Textline do not work.
use super::*;
use crate::messaging::twilio::twilio_for;

/// Returns the state of a community's number, and its problem.
async fn number(connection: &Connection<'_>, community: &str) -> (String, String) {
    let listed = connection.dana.get("/inbox/channels?limit=200").await.ok();
    let mut channels = listed["channels"].as_array().unwrap().iter();
    let number = channels.find(|one| one["channel"] == "TEXT" && one["communityId"] == community).unwrap();
    let text = |name: &str| number[name].as_str().unwrap().to_owned();
    (text("state"), text("problem"))
}

on_both! {
    async fn a_refused_account_breaks_only_its_own_numbers_until_it_is_changed(server: TestServer) {
        let connection = connect(&server).await;
        twilio_for(&server, MERIDIAN).await;
        connection.text(COVERED).await;
        assert_eq!(number(&connection, HARBOR_ROW).await.0, "OK");
        server.textline.change_password();
        server.textline.expire_tokens();
        server.later(seconds(60)).await;
        connection.text(COVERED).await;
        let (state, problem) = number(&connection, HARBOR_ROW).await;
        assert_eq!(state, "BROKEN", "{problem}");
        assert!(problem.contains("did not accept"), "{problem}");
        assert_eq!(number(&connection, MERIDIAN).await.0, "OK", "it uses Twilio");
        let mut changed = settings();
        changed["password"] = json!("another password");
        connection.dana.put(ACCOUNT, changed).await.ok();
        assert_eq!(number(&connection, HARBOR_ROW).await, ("OK".to_owned(), String::new()));
    }

    async fn a_group_that_textline_does_not_have_breaks_its_number_until_it_is_changed(server: TestServer) {
        let connection = connect(&server).await;
        server.textline.will(&[TextlineBehavior::Fail { status: 404, retry_after: None, takes: false }]);
        connection.text(COVERED).await;
        let (state, problem) = number(&connection, HARBOR_ROW).await;
        assert_eq!(state, "BROKEN", "{problem}");
        assert!(problem.contains("does not have the group"), "{problem}");
        connection.switch(HARBOR_ROW, OTHER_GROUP).await.ok();
        assert_eq!(number(&connection, HARBOR_ROW).await.0, "OK");
    }

    async fn a_failing_textline_degrades_its_numbers(server: TestServer) {
        let connection = connect(&server).await;
        server.textline.will(&[TextlineBehavior::Fail { status: 500, retry_after: None, takes: true }; 5]);
        for _ in 0..5 {
            assert_eq!(number(&connection, HARBOR_ROW).await.0, "OK", "single failures");
            connection.text(COVERED).await;
            server.later(seconds(60)).await;
        }
        let (state, problem) = number(&connection, HARBOR_ROW).await;
        assert_eq!((state.as_str(), problem.as_str()), ("DEGRADED", "Textline failed (500)."));
    }
}
