//! Visitors who type a code that was emailed to the address on their account.
use std::time::Duration;

use super::*;

const MINUTE: Duration = Duration::from_secs(60);
pub const ASKS_ADDRESS: &str = "Before I share account details, I need to confirm it's you. What's the email address on \
                            your account? I'll send a code to it.";
pub const ASKS_CODE: &str = "Before I share account details, I need to confirm it's you. If your email address is on an \
                         account, we're sending a six-digit code to it. Enter it here within 10 minutes. If you don't \
                         get one, our office will reply here.";
const CODE_AGAIN: &str =
    "That code doesn't match. Enter the six digits from the email, or another email address.";
pub const STRANGER: &str = "someone@mail.example";

/// Returns the code in the newest email to an address, and the number of emails.
async fn code(server: &TestServer, address: &str) -> (String, usize) {
    let mails = server.mails_to(address).await;
    assert!(mails.iter().all(|mail| mail.withheld));
    let six = |line: &&str| line.len() == 6 && line.chars().all(|c| c.is_ascii_digit());
    let newest = mails.first().map(|mail| mail.body.clone()).unwrap_or_default();
    (newest.lines().find(six).unwrap_or_default().to_owned(), mails.len())
}

/// Returns a different code of six digits.
fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

/// Asks for the balance of Ann, whose address the visitor gives when asked, and returns the emailed code.
pub async fn ask_as_ann(visitor: &Visitor<'_>) -> String {
    visitor.start(BALANCE).await;
    visitor.send(ANN).await;
    assert_eq!(visitor.last_reply().await, ASKS_CODE);
    code(visitor.server, ANN).await.0
}

/// Returns the open questions of the newest chat with their suggestions, sorted.
pub async fn questions(staff: &Staff<'_>) -> Vec<(String, String)> {
    let open = newest_escalations(staff).await;
    let mut open: Vec<_> =
        open.iter().map(|one| (text(one, "question"), text(one, "suggestedAnswer"))).collect();
    open.sort();
    open
}

pub fn balance_question() -> (String, String) {
    (BALANCE.to_owned(), "You owe {balance}.".to_owned())
}

on_both! {
    async fn the_right_code_answers_the_question_and_verifies_for_30_minutes(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "ONE_TIME_CODE").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(BALANCE).await;
        visitor.send("It's Ann.Kowalski@mail.example, thanks").await;
        let (sent, mails) = code(server, ANN).await;
        assert_eq!((sent.len(), mails), (6, 1));
        assert!(server.mails_to(ANN).await[0].body.contains("in the chat on Harbor Row's website"));
        assert_eq!(newest_chat(&dana).await["chat"]["verifiedVisitor"], Value::Null);
        visitor.send(&format!("the code is {sent}")).await;
        assert_eq!(visitor.texts_of("BOT").await, [ASKS_ADDRESS, ASKS_CODE, ANN_OWES]);
        assert!(newest_escalations(&dana).await.is_empty());
        let chat = newest_chat(&dana).await["chat"].clone();
        assert_eq!(chat["email"], ANN);
        assert_eq!(
            chat["verifiedVisitor"],
            json!({
                "verification": "CODE", "email": ANN, "name": "Ann Kowalski", "unit": "4B", "accountCount": 1,
                "verifiedAt": "2026-03-02T15:00:00Z", "expiresAt": "2026-03-02T15:30:00Z",
            })
        );
        server.later(MINUTE * 29).await;
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
        server.later(MINUTE).await;
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ASKS_CODE, "the address is known");
        visitor.send(&sent).await;
        assert_eq!(visitor.last_reply().await, CODE_AGAIN, "a code works once");
    }

    async fn each_policy_needs_the_code_in_a_chat(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "NONE").await;
        let persona = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
        for (number, auth, reply) in [
            (1, "NONE", ACCOUNT_HANDED_OVER), (2, "PHONE_MATCH", ASKS_CODE), (3, "PHONE_AND_UNIT", ASKS_CODE), (4, "ONE_TIME_CODE", ASKS_CODE),
        ] {
            dana.put(&persona, json!({ "homeownerAuth": auth })).await.ok();
            let visitor = Visitor::of_harbor_row(server, &dana, number).await;
            visitor.call("start", json!({ "body": BALANCE, "email": ANN })).await.ok();
            server.settled().await;
            assert_eq!(visitor.texts_of("BOT").await, [reply], "{auth}");
        }
    }

    async fn the_messages_do_not_reveal_whether_an_address_is_on_an_account(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let mut replies = Vec::new();
        for (number, address) in [(1, ANN), (2, STRANGER)] {
            let visitor = Visitor::of_harbor_row(server, &dana, number).await;
            visitor.start(BALANCE).await;
            visitor.send(address).await;
            let guess = wrong(&code(server, ANN).await.0);
            for _ in 0..5 {
                visitor.send(&guess).await;
            }
            visitor.send(BALANCE).await;
            assert_eq!(questions(&dana).await, [balance_question(), balance_question()]);
            replies.push(visitor.texts_of("BOT").await);
        }
        assert_eq!(replies[0], replies[1]);
        assert_eq!(
            replies[0],
            [ASKS_ADDRESS, ASKS_CODE, CODE_AGAIN, CODE_AGAIN, CODE_AGAIN, CODE_AGAIN, ACCOUNT_HANDED_OVER, ACCOUNT_HANDED_OVER]
        );
        assert!(server.mails_to(STRANGER).await.is_empty());
    }

    async fn after_five_wrong_codes_the_address_is_locked_for_an_hour(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        let right = ask_as_ann(&visitor).await;
        for _ in 0..5 {
            visitor.send(&wrong(&right)).await;
        }
        assert_eq!(questions(&dana).await, [balance_question()]);
        visitor.send(&right).await;
        assert!(!visitor.texts_of("BOT").await.contains(&ANN_OWES.to_owned()), "the code is no longer valid");
        let other = Visitor::of_harbor_row(server, &dana, 2).await;
        other.call("start", json!({ "body": BALANCE, "email": ANN })).await.ok();
        server.settled().await;
        assert_eq!(other.last_reply().await, ACCOUNT_HANDED_OVER);
        assert_eq!(code(server, ANN).await.1, 1);
        server.later(MINUTE * 60).await;
        other.send(BALANCE).await;
        assert_eq!(other.last_reply().await, ASKS_CODE);
        other.send(&code(server, ANN).await.0).await;
        assert_eq!(other.last_reply().await, ANN_OWES);
    }

    async fn at_most_three_codes_are_requested_in_a_chat(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(BALANCE).await;
        for address in ["one@mail.example", "two@mail.example", STRANGER] {
            visitor.send(address).await;
            assert_eq!(visitor.last_reply().await, ASKS_CODE);
        }
        visitor.send(ANN).await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
        assert_eq!(questions(&dana).await, [balance_question()]);
        assert!(server.mails_to(ANN).await.is_empty());
        server.later(MINUTE * 60).await;
        visitor.send(BALANCE).await;
        assert_eq!((visitor.last_reply().await.as_str(), code(server, ANN).await.1), (ASKS_CODE, 1));
    }

    async fn an_expired_code_is_replaced(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        let first = ask_as_ann(&visitor).await;
        server.later(MINUTE * 10).await;
        visitor.send(&first).await;
        let (second, mails) = code(server, ANN).await;
        assert_eq!((visitor.last_reply().await.as_str(), mails), (ASKS_CODE, 2));
        server.later(MINUTE * 10 - Duration::from_millis(1)).await;
        visitor.send(&second).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
    }

    async fn a_code_is_valid_only_in_its_chat_and_for_its_address(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let (ann, stranger) = (Visitor::of_harbor_row(server, &dana, 1).await, Visitor::of_harbor_row(server, &dana, 2).await);
        let anns = ask_as_ann(&ann).await;
        let other = ask_as_ann(&stranger).await;
        assert_ne!(anns, other);
        stranger.send(&anns).await;
        assert_eq!(stranger.last_reply().await, CODE_AGAIN);
        // Another address was given since the code was sent.
        stranger.call("contact", json!({ "email": STRANGER })).await.ok();
        stranger.send(&other).await;
        assert_eq!(stranger.last_reply().await, ASKS_CODE);
        stranger.send(&other).await;
        assert_eq!(stranger.last_reply().await, CODE_AGAIN);
        ann.send(&anns).await;
        assert_eq!(ann.last_reply().await, ANN_OWES);
    }

    async fn a_question_without_a_proof_is_escalated_after_15_minutes(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(BALANCE).await;
        let chat = visitor.after("").await;
        assert_eq!((&chat["isBotWriting"], &chat["hasOpenQuestion"]), (&json!(false), &json!(false)));
        server.later(MINUTE * 15 - Duration::from_millis(1)).await;
        assert!(questions(&dana).await.is_empty());
        server.later(Duration::from_millis(1)).await;
        assert_eq!(questions(&dana).await, [balance_question()]);
        assert_eq!(visitor.texts_of("BOT").await, [ASKS_ADDRESS, ACCOUNT_HANDED_OVER]);
        // It no longer waits for an address.
        visitor.send(ANN).await;
        assert!(server.mails_to(ANN).await.is_empty());
    }

    async fn a_question_without_a_proof_is_left_to_the_user_who_has_the_chat(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let me = dana.get("/users/token").await.ok()["user"]["_id"].clone();
        for (number, verb, body, note) in [
            (1, "assign", json!({ "assigneeId": me }), "has taken over this chat"),
            (2, "state", json!({ "state": "RESOLVED" }), "resolved the chat before the visitor proved who they are"),
        ] {
            let visitor = Visitor::of_harbor_row(server, &dana, number).await;
            visitor.start(BALANCE).await;
            let path = format!("/webChats/{}", text(&newest_chat(&dana).await["chat"], "_id"));
            let changed = dana.post(&format!("{path}/{verb}"), body).await.ok()["chat"].clone();
            server.later(MINUTE * 15).await;
            assert!(questions(&dana).await.is_empty(), "{verb}");
            assert_eq!(visitor.texts_of("BOT").await, [ASKS_ADDRESS], "{verb}");
            let shown = dana.get(&path).await.ok();
            assert!(text(&shown["messages"][1], "botNote").contains(note), "{shown}");
            assert_eq!(shown["chat"]["state"], changed["state"]);
            // It no longer waits for an address.
            visitor.send(ANN).await;
            assert!(server.mails_to(ANN).await.is_empty(), "{verb}");
        }
    }

    async fn another_account_question_closes_the_earlier_one(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(BALANCE).await;
        visitor.send(BALANCE).await;
        assert_eq!(visitor.last_reply().await, ASKS_ADDRESS);
        let shown = newest_chat(&dana).await;
        let earlier = &shown["messages"][3];
        let found = (&earlier["body"], &earlier["botNote"]);
        assert_eq!(found, (&json!(BALANCE), &json!("The visitor asked again, so this question is closed.")));
        assert_ne!(shown["messages"][1]["botNote"], earlier["botNote"]);
        visitor.send(ANN).await;
        visitor.send(&code(server, ANN).await.0).await;
        assert_eq!(visitor.last_reply().await, ANN_OWES);
        server.later(MINUTE * 15).await;
        assert!(questions(&dana).await.is_empty());
    }

    async fn what_else_the_visitor_writes_is_answered_or_escalated_with_the_question(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start(BALANCE).await;
        visitor.send(COVERED).await;
        assert!(visitor.last_reply().await.starts_with(PERMITS));
        visitor.send(ANN).await;
        assert_eq!(visitor.last_reply().await, ASKS_CODE);
        visitor.send(NOT_COVERED).await;
        assert_eq!(questions(&dana).await.len(), 2, "both are escalated");
        visitor.send(&code(server, ANN).await.0).await;
        assert!(!visitor.texts_of("BOT").await.contains(&ANN_OWES.to_owned()));
        server.later(MINUTE * 15).await;
        assert!(questions(&dana).await.contains(&balance_question()));
    }

    async fn a_persona_that_no_longer_shares_account_data_shares_none_after_the_code(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        let right = ask_as_ann(&visitor).await;
        let persona = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
        dana.put(&persona, json!({ "homeownerAuth": "NONE" })).await.ok();
        visitor.send(&right).await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
        assert_eq!(questions(&dana).await, [balance_question()]);
    }

    async fn without_a_mail_server_account_questions_are_left_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.call("start", json!({ "body": BALANCE, "email": ANN })).await.ok();
        server.settled().await;
        assert_eq!(visitor.texts_of("BOT").await, [ACCOUNT_HANDED_OVER]);
        assert_eq!(questions(&dana).await, [balance_question()]);
        assert!(server.mails_to(ANN).await.is_empty());
    }

    async fn a_question_that_was_chosen_needs_the_code_too(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        let visitor = Visitor::of_harbor_row(server, &dana, 1).await;
        visitor.start("parking").await;
        let answers = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let all = dana.get(&format!("{answers}?limit=200")).await.ok()["answers"].clone();
        let permits = all.as_array().unwrap().iter().find(|one| one["question"] == "How do I get a second parking permit?");
        let change = json!({ "answer": "Your unit {unit} has one permit." });
        dana.patch(&format!("{answers}/{}", text(permits.unwrap(), "_id")), change).await.ok();
        visitor.call("send", json!({ "choice": 2 })).await.ok();
        server.settled().await;
        assert_eq!(visitor.last_reply().await, ASKS_ADDRESS);
        visitor.send(ANN).await;
        visitor.send(&code(server, ANN).await.0).await;
        assert_eq!(visitor.last_reply().await, "Your unit 4B has one permit.");
    }

    async fn deleting_a_community_deletes_what_its_visitors_proved(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        share_balances(&dana, "PHONE_MATCH").await;
        create_signing_secret(&dana, HARBOR_ROW).await;
        let verified = Visitor::of_harbor_row(server, &dana, 1).await;
        let right = ask_as_ann(&verified).await;
        verified.send(&right).await;
        let pending = Visitor::of_harbor_row(server, &dana, 2).await;
        pending.start(BALANCE).await;
        pending.send(STRANGER).await;
        let count = async || {
            let mut tx = server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
            let sql = "SELECT (SELECT count(*) FROM web_chat_identity), (SELECT count(*) FROM web_chat_challenge),
                              (SELECT count(*) FROM web_chat_code_attempt),
                              (SELECT count(*) FROM secret WHERE name LIKE 'web-chat/%')";
            tx.query(sql).one::<(i64, i64, i64, i64)>().await.unwrap()
        };
        assert_eq!(count().await, (1, 1, 1, 1));
        let reason = "It+left+us+for+another+house.";
        dana.delete(&format!("/admin/textCommunities/{HARBOR_ROW}?reason={reason}&userId=nobody")).await.ok();
        server.later(MINUTE * 60 * 24 * 31).await;
        assert_eq!(count().await, (0, 0, 0, 0));
    }
}
