//! Verification codes sent to the email address of an account.
use super::*;

const CODE_AGAIN: &str = "I could not match that code. Please text me the six digits from the email again.";

/// Returns the code in the newest email to an address, and the number of emails.
pub async fn code(server: &TestServer, address: &str) -> (String, usize) {
    let mails = server.mails_to(address).await;
    let six = |line: &&str| line.len() == 6 && line.chars().all(|c| c.is_ascii_digit());
    let newest = mails.first().map(|mail| mail.body.clone()).unwrap_or_default();
    assert!(mails.iter().all(|mail| mail.withheld));
    (newest.lines().find(six).unwrap_or_default().to_owned(), mails.len())
}

/// Returns a different code of six digits.
fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

on_both! {
    async fn wrong_codes_are_counted_across_emails(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = set_up_verification(server, "ONE_TIME_CODE").await;
        let mut replies = Vec::new();
        for wrongs in [2, 2, 1] {
            bot_reply(&dana, PHONE, QUESTION).await;
            let (right, _) = code(server, "ana@mail.example").await;
            for _ in 0..wrongs {
                replies.push(bot_reply(&dana, PHONE, &wrong(&right)).await);
            }
        }
        assert_eq!(replies, [CODE_AGAIN, CODE_AGAIN, CODE_AGAIN, CODE_AGAIN, HANDED_OVER]);
        let mails = code(server, "ana@mail.example").await.1;
        assert_eq!(bot_reply(&dana, PHONE, QUESTION).await, HANDED_OVER);
        assert_eq!(code(server, "ana@mail.example").await.1, mails);
    }

    async fn an_emailed_code_works_once_and_expires_after_10_minutes(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = set_up_verification(server, "ONE_TIME_CODE").await;
        let asks = bot_reply(&dana, PHONE, QUESTION).await;
        assert!(asks.starts_with("To tell you about your account, I need to know that it is you."), "{asks}");
        assert_eq!(bot_reply(&dana, STRANGER, QUESTION).await, asks, "an unknown phone gets the same reply");
        let (first, mails) = code(server, "ana@mail.example").await;
        assert_eq!((first.len(), mails), (6, 1));
        assert_eq!(bot_reply(&dana, PHONE, &wrong(&first)).await, CODE_AGAIN);
        assert_eq!(bot_reply(&dana, STRANGER, &first).await, CODE_AGAIN, "another phone's code");
        server.later(MINUTE * 10).await;
        // The code is right but expired, so another one is sent.
        assert_eq!(bot_reply(&dana, PHONE, &first).await, asks);
        let (second, mails) = code(server, "ana@mail.example").await;
        assert_eq!(mails, 2);
        server.later(MINUTE * 10 - Duration::from_millis(1)).await;
        assert_eq!(bot_reply(&dana, PHONE, &format!("the code is {second}")).await, OWES);
        assert!(notes(&dana, PHONE).await.contains("Verified for 4B by an emailed code."));
        // Neither the database nor the steps contain the code in plain text.
        let mut tx = server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
        let kept: Vec<(String,)> = tx.query("SELECT signature FROM homeowner_code").all().await.unwrap();
        assert!(!kept.is_empty() && kept.iter().all(|(kept,)| !kept.contains(&second)));
        drop(tx);
        server.later(MINUTE * 30).await;
        assert!(bot_reply(&dana, PHONE, &second).await != OWES, "a code works once");
    }

    async fn wrong_codes_and_emails_are_limited_per_hour(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = set_up_verification(server, "ONE_TIME_CODE").await;
        bot_reply(&dana, PHONE, QUESTION).await;
        let (right, _) = code(server, "ana@mail.example").await;
        let mut replies = Vec::new();
        for _ in 0..5 {
            replies.push(bot_reply(&dana, PHONE, &wrong(&right)).await);
        }
        assert_eq!(replies, [CODE_AGAIN, CODE_AGAIN, CODE_AGAIN, CODE_AGAIN, HANDED_OVER]);
        assert!(!bot_reply(&dana, PHONE, &right).await.contains("1,234"), "the code is no longer valid");
        assert_eq!(waiting(&dana, PHONE).await[..1].len(), 1);

        // Both owners of another home request codes repeatedly.
        let both = ["+12025550151", "+12025550152"];
        add_account(&dana, json!({ "number": "HR-201", "unit": "2A", "phones": both, "email": "two@mail.example", "balanceCents": 1 })).await;
        for _ in 0..2 {
            for phone in both {
                bot_reply(&dana, phone, QUESTION).await;
            }
        }
        assert_eq!(code(server, "two@mail.example").await.1, 3);
        assert!(notes(&dana, both[1]).await.contains("None was emailed"));
        server.later(MINUTE * 60).await;
        bot_reply(&dana, both[0], QUESTION).await;
        assert_eq!(code(server, "two@mail.example").await.1, 4);
    }

    async fn each_email_address_gets_a_code_for_its_own_accounts(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = set_up_verification(server, "ONE_TIME_CODE").await;
        for (number, unit, email) in [("HR-105", "5C", "ana@mail.example"), ("HR-106", "6D", "other@mail.example"), ("HR-107", "7E", "")] {
            add_account(&dana, json!({ "number": number, "unit": unit, "phones": [PHONE], "email": email, "balanceCents": 100 })).await;
        }
        bot_reply(&dana, PHONE, QUESTION).await;
        let ((own, one), (_, other)) = (code(server, "ana@mail.example").await, code(server, "other@mail.example").await);
        assert_eq!((one, other), (1, 1));
        assert_eq!(bot_reply(&dana, PHONE, &own).await, format!("4B: {OWES}\n5C: You owe $1.00 as of March 2."));
    }

    async fn without_a_mail_server_account_questions_are_escalated(server: TestServer) {
        let dana = set_up_verification(&server, "ONE_TIME_CODE").await;
        for phone in [PHONE, STRANGER] {
            assert_eq!(bot_reply(&dana, phone, QUESTION).await, HANDED_OVER);
        }
        assert!(server.mails_to("ana@mail.example").await.is_empty());
    }

    async fn deleting_a_community_deletes_its_verification_data(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = set_up_verification(server, "ONE_TIME_CODE").await;
        bot_reply(&dana, PHONE, QUESTION).await;
        let (right, _) = code(server, "ana@mail.example").await;
        assert_eq!(bot_reply(&dana, PHONE, &right).await, OWES);
        bot_reply(&dana, STRANGER, QUESTION).await;
        let count = async || {
            let mut tx = server.db.read(&platform::Scope::of_company(&"company-harborline".into())).await.unwrap();
            let sql = "SELECT (SELECT count(*) FROM verification_challenge), (SELECT count(*) FROM homeowner_code),
                              (SELECT count(*) FROM verified_account)";
            tx.query(sql).one::<(i64, i64, i64)>().await.unwrap()
        };
        assert_eq!(count().await, (1, 1, 1));
        let reason = "It+left+us+for+another+house.";
        dana.delete(&format!("/admin/textCommunities/{HARBOR_ROW}?reason={reason}&userId=nobody")).await.ok();
        server.later(MINUTE * 60 * 24 * 31).await;
        assert_eq!(count().await, (0, 0, 0));
    }
}
