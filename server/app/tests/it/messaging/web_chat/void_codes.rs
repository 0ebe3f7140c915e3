//! Visitors whom the website signs while the bot waits for a code: the signature answers the question, and the code is
//! void.
use std::time::Duration;

use super::{
    emailed_codes::{ASKS_ADDRESS, ASKS_CODE, STRANGER, ask_as_ann, balance_question, questions},
    *,
};

const MINUTE: Duration = Duration::from_secs(60);
const NOT_NEEDED: &str =
    "You don't need that code. You're signed in on the website, so I already know it's you.";

/// Makes Harbor Row share balances. Returns its administrator, a visitor and the secret of its website.
async fn set_up<'h>(server: &'h TestServer) -> (Staff<'h>, Visitor<'h>, String) {
    let dana = server.harborline_admin().await;
    share_balances(&dana, "PHONE_MATCH").await;
    let secret = create_signing_secret(&dana, HARBOR_ROW).await;
    let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
    (dana, visitor, secret)
}

/// Verifies the visitor by a signature of the website.
async fn verify(visitor: &Visitor<'_>, secret: &str, email: &str) {
    let signed = sign(visitor.server, secret, &visitor.key, email, 3_600);
    visitor.call("visitor", json!({ "signedVisitor": signed })).await.ok();
}

on_both! {
    async fn a_signature_answers_the_question_that_waits_for_a_code(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let (dana, visitor, secret) = set_up(server).await;
        let sent = ask_as_ann(&visitor).await;
        verify(&visitor, &secret, ANN).await;
        server.settled().await;
        assert_eq!(visitor.texts_of("BOT").await, [ASKS_ADDRESS, ASKS_CODE, ANN_OWES]);
        // A second signature does not answer it again.
        verify(&visitor, &secret, ANN).await;
        server.settled().await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);

        for typed in [sent.as_str(), "the code is 000000"] {
            visitor.send(typed).await;
            assert_eq!(visitor.last_reply().await, NOT_NEEDED, "{typed}");
        }
        let verified = newest_chat(&dana).await["chat"]["verifiedVisitor"]["verification"].clone();
        assert_eq!(verified, "SIGNED", "the code proved nothing");
        visitor.send(COVERED).await;
        assert!(visitor.last_reply().await.starts_with(PERMITS));
        server.later(MINUTE * 15).await;
        assert!(questions(&dana).await.is_empty());
    }

    async fn a_signature_answers_the_question_that_waits_for_an_address(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let (dana, visitor, secret) = set_up(server).await;
        visitor.start(BALANCE).await;
        verify(&visitor, &secret, ANN).await;
        server.settled().await;
        assert_eq!(visitor.texts_of("BOT").await, [ASKS_ADDRESS, ANN_OWES]);
        let note = newest_chat(&dana).await["messages"][2]["botNote"].clone();
        assert!(note.as_str().unwrap().starts_with("Signed in on the website."), "{note}");
        server.later(MINUTE * 15).await;
        assert!(questions(&dana).await.is_empty());
    }

    async fn a_code_that_is_sent_right_after_the_signature_answers_once(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let (dana, visitor, secret) = set_up(server).await;
        let sent = ask_as_ann(&visitor).await;
        verify(&visitor, &secret, ANN).await;
        visitor.send(&sent).await;
        let texts = visitor.texts_of("BOT").await;
        assert_eq!(texts.iter().filter(|text| *text == ANN_OWES).count(), 1, "{texts:?}");
        assert!(questions(&dana).await.is_empty());
    }

    async fn a_signature_of_another_address_makes_the_code_worthless(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let (dana, visitor, secret) = set_up(server).await;
        let sent = ask_as_ann(&visitor).await;
        verify(&visitor, &secret, STRANGER).await;
        server.settled().await;
        assert_eq!(questions(&dana).await, [balance_question()], "the address is on no account");
        visitor.send(&sent).await;
        assert!(!visitor.texts_of("BOT").await.contains(&ANN_OWES.to_owned()));
    }

    async fn a_signature_leaves_the_question_to_the_user_who_has_the_chat(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let (dana, visitor, secret) = set_up(server).await;
        ask_as_ann(&visitor).await;
        let path = format!("/webChats/{}", text(&newest_chat(&dana).await["chat"], "_id"));
        dana.post(&format!("{path}/messages"), json!({ "body": "I'll look into it." })).await.ok();
        verify(&visitor, &secret, ANN).await;
        server.settled().await;
        assert_eq!(visitor.last_reply().await, ASKS_CODE);
        server.later(MINUTE * 15).await;
        assert!(questions(&dana).await.is_empty());
    }
}
