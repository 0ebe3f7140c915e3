//! A request with an idempotency key whose server is killed: repeating the key distinguishes an effect whose
//! response was lost from a request that was never executed.
use serde_json::{Value, json};

use super::{stall::Place, *};

/// While the response is stored, after the effect was committed.
const STORING_RESPONSE: Place =
    Place { table: "idempotency_key", change: "UPDATE OF state", when: "NEW.state = 3 AND NEW.key = 'act'" };
/// While the password is changed, after the attempt was counted.
const CHANGING_PASSWORD: Place =
    Place { table: "staff", change: "UPDATE OF password_hash", when: "NEW.id <> ''" };

/// A request that is repeated with its key.
struct KeyedCall<'g> {
    fixture: &'g Fixture,
    method: &'static str,
    path: String,
    body: Value,
}

impl KeyedCall<'_> {
    async fn send(&self, program: &Program) -> Answer {
        let headers = [("usertoken", self.fixture.token.as_str()), ("idempotency-key", "act")];
        program.with(self.method, &self.path, &headers, Some(self.body.clone())).await
    }

    /// Kills the server at this place, and starts another one.
    async fn kill_at(&self, place: &Place) -> Program {
        let mut program = self.fixture.serve().await;
        let mut stall = Stall::at(self.fixture, place).await;
        tokio::select! {
            _ = self.send(&program) => panic!("the call must not end"),
            () = stall.wait_until_reached(self.fixture) => {}
        }
        program.kill().await;
        stall.remove().await;
        self.fixture.serve().await
    }
}

on_both! {
    async fn a_retry_reports_that_the_response_of_an_executed_request_was_lost(fixture: Fixture) {
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let body = json!({ "question": "Is it lost?", "answer": "The response is." });
        let call = KeyedCall { fixture: &fixture, method: "POST", path, body };
        let program = call.kill_at(&STORING_RESPONSE).await;
        for _ in 0..2 {
            let response = call.send(&program).await;
            assert_eq!((response.status.as_u16(), response.reason().as_str()), (409, "IDEMPOTENT_RESULT_LOST"));
            assert_eq!(
                response.json()["message"],
                "This request was already carried out, but its response was lost. Reload to see the result."
            );
        }
        let answers = "SELECT count(*) FROM answer WHERE answer = 'The response is.'";
        assert_eq!(fixture.connect_directly().await.number(answers).await, 1);
        program.stop().await;
    }

    async fn a_retry_executes_a_request_that_only_counted_toward_a_rate_limit(fixture: Fixture) {
        let body = json!({ "currentPassword": PASSWORD, "newPassword": "another-demo-house" });
        let call = KeyedCall { fixture: &fixture, method: "POST", path: "/users/password".to_owned(), body };
        let program = call.kill_at(&CHANGING_PASSWORD).await;
        call.send(&program).await.ok();
        let login = json!({ "email": "admin@harborline.example", "password": "another-demo-house" });
        program.call("POST", "/users/login", "", Some(login)).await.ok();
        program.stop().await;
    }
}
